"""Dispatches inputs to tables and runs their effects in order; journal writes come first.

All inputs that arrive in one turn of the reactor, or while a group is being written, form the next group: its journal
rows are one transaction, and its messages are sent once that is durable. ``journal_writer`` writes in a thread of its
own, so connections and timers go on meanwhile.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import partial
from math import ceil
from typing import Final

from twisted.internet.interfaces import IReactorTime

from rummynet.host.dispatch.effect_group import EffectGroup, StoredLogs, Waiting, recipient
from rummynet.host.dispatch.effect_runner import BotStarter, Delays, EffectRunner, ReactorTimers, SendPong
from rummynet.host.dispatch.table_moves import TableMoves
from rummynet.host.net.outgoing import Packed
from rummynet.host.net.table_updates import Peer
from rummynet.host.ops.counts import Counts
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal import FIRST_TOKEN, Journal
from rummynet.host.storage.journal_writer import Write
from rummynet.host.storage.transcripts import NO_TRANSCRIPT, Transcripts
from rummynet.table.api.effects import (
    RETURN_MILLIS,
    VOIDED,
    Append,
    Effect,
    Effects,
    OperatorNote,
    RestBot,
    Send,
    SendEntries,
    SendStoredLog,
    StartTimer,
    StopTimer,
    TimerId,
)
from rummynet.table.api.inputs import Connected, Disconnected, Input, RequestReceived, TimerExpired
from rummynet.table.api.records import TableOpened
from rummynet.table.lobby.lobby import Lobby
from rummynet.table.seats.members import host_line
from rummynet_protocol.sentences import sentence
from rummynet_protocol.wire.lifecycle import ANSWERS
from rummynet_protocol.wire.messages import MOST_ADDRESSES, HostsShown, Ping, Request

# Some 50 MB at a kilobyte each, part of the 400 MB of docs/host.md.
MOST_WAITING: Final = 50_000  # effects that may wait for the disk; beyond it a request closes its connection
# A write takes milliseconds; from a second on players notice, and the operator should know why.
SLOW_SECONDS: Final = 1.0  # a group that takes longer to write is logged as a warning
# By then a host of a cluster parts from its people: they could not see a turn or a shuffle that waits for them.
STALLED_SECONDS: Final = 6.0
"""While a group takes longer, no timer expires, and for ``RETURN_MILLIS`` afterwards: as after a restart."""


class Dispatcher:
    """Owns the lobby, the journal and the connected peers.

    ``failed`` is called once, when the journal cannot be written; from then on inputs are ignored and nothing is sent.
    """

    def __init__(
        self,
        lobby: Lobby,
        journal: Journal,
        transcripts: Transcripts,
        reactor: IReactorTime,
        unix: Callable[[], float],
        monotonic: Callable[[], float],
        logbook: Logbook,
        failed: Callable[[Exception], None],
        write: Write,
    ) -> None:
        self.lobby = lobby
        self.bot_manager: BotStarter | None = None
        self.moves = TableMoves(lobby)
        self.tokens: dict[int, int] = {}  # by table of this host the fencing token under which its rows are made
        self.timers = ReactorTimers(reactor, self._expire)
        counts = Counts(logbook)
        table_seconds = lambda: lobby.context.limits.table_millis / 1000  # noqa: E731
        self._runner = EffectRunner(reactor, self.timers, table_seconds, logbook, counts, Delays(lobby))
        self.updates = self._runner.updates
        self.counts = counts
        self.unix = unix  # the time of the machine's clock, in seconds
        self._journal = journal
        self._transcripts = transcripts
        self._reactor = reactor
        self._monotonic = monotonic
        self._logbook = logbook
        self._failed = failed
        self._write = write
        self._broken = False
        self.takes_inputs = True
        """Whether what comes now can be made durable. Not computed: each message asks several times."""
        self._close_callback: Callable[[], None] | None = None
        self._peers: dict[bytes, Peer] = {}
        self._next = EffectGroup()  # the group that waits to be written
        self._is_due = False
        self.is_writing = False  # whether a group is being written
        self._writing_since = 0.0
        self._returned = float("-inf")  # when the last stall was over
        self._voided = set[int]()  # tables at which a shuffle was voided, and which may wait for somebody since

    @property
    def ms(self) -> int:
        """Milliseconds of the time of new tables, which is log time; setting the machine's clock does not move it."""
        return int(self._monotonic() * 1000)

    @property
    def peers(self) -> tuple[Peer, ...]:
        """All connected peers."""
        return tuple(self._peers.values())

    # -- from the connections

    def connected(self, key: bytes, name: str, peer: Peer) -> None:
        """Register a connection that has proven this key.

        An older connection of the same key gets a bye and is closed.
        """
        old = self._peers.pop(key, None)
        if old is not None:
            old.goodbye("replaced", sentence("you are connected from somewhere else now; this connection is closed"))
            self.updates.remove(old)
            self.take_input(Disconnected(key))
            self._set_delay(key, 0)
        self._peers[key] = peer
        self.take_input(Connected(key, name))
        if self.moves.cluster is not None:
            self.moves.cluster.person_came(key)

    def handle_request(self, key: bytes, request: Request | Ping, peer: Peer, body: bytes = b"") -> int:
        """Dispatch a request, and its *body* if it is as it came; or a ping that is answered in order.

        Return the number of effects it caused; each log entry that is sent counts as one. The caller has them flushed.
        """
        # A connection that was replaced may still have messages in its inbox, and one may wait for a proof or a table.
        if self._peers.get(key) is not peer or not self.takes_inputs:
            return 0
        if self.unrecorded >= MOST_WAITING:
            peer.goodbye(
                "too_fast", sentence("the disk of this host cannot keep up with requests; connect again later")
            )
            return 0
        if self.moves.is_elsewhere(key, request, peer, body):
            return 0
        if isinstance(request, Ping):
            self._program_is_there(key)
            self._next.effects.append((SendPong(request.number), (peer,), 0))
            return 1
        if self._next.since is None:
            self._next.since = self._reactor.seconds()
        return self._take_input(RequestReceived(key, request, body), peer, getattr(request, "table", 0))

    def _program_is_there(self, key: bytes) -> None:
        """A game that waits for this person since a shuffle was voided goes on: nothing else of the program may come.

        A network or a phone that slept for as long loses no connection by that.
        """
        for number in tuple(self._voided):
            table = self.lobby.tables.get(number)
            if table is None or table.running is None or not table.running.dealer.held:
                self._voided.discard(number)
            elif any(table.running.keys[seat] == key for seat in table.running.dealer.away):
                self.take_input(Connected(key, self.lobby.people[key]))

    def disconnected(self, key: bytes, peer: Peer) -> None:
        """Remove a connection that has ended."""
        self.updates.remove(peer)
        self.moves.disconnected(peer)
        if self._peers.get(key) is peer:
            del self._peers[key]
            self.take_input(Disconnected(key))
            self._set_delay(key, 0)

    def show_delay(self, key: bytes, millis: int, peer: Peer) -> None:
        """Show the others how long the way to this person takes; 0: not long enough to be told."""
        if self._peers.get(key) is peer:
            self._set_delay(key, millis)

    def _set_delay(self, key: bytes, millis: int) -> None:
        # No input: it is measured anew after a restart or a move, and no game depends on it.
        if self._runner.delays.set(key, millis) and self.takes_inputs:
            self.queue_effects(self.lobby.show_seats_of(key, self.ms, int(self.unix())))
            self.schedule_flush()

    # -- inputs and effects

    @property
    def unrecorded(self) -> int:
        """Effects that wait for the disk."""
        return len(self._next.effects) + len(self._next.rows)

    @property
    def seconds_writing(self) -> float:
        """For how long the group that is being written has been so; 0 if none is."""
        return self._reactor.seconds() - self._writing_since if self.is_writing else 0.0

    def take_input(self, given: Input) -> None:
        """Give an input that is no request to its table and queue the effects."""
        self._take_input(given)
        self.schedule_flush()

    def _expire(self, timer: TimerId) -> None:
        back = self._reactor.seconds() if self.seconds_writing >= STALLED_SECONDS else self._returned
        left = back + RETURN_MILLIS / 1000 - self._reactor.seconds()
        if left > 0:
            self.timers.start(timer, ceil(1000 * left))
        else:
            self.take_input(TimerExpired(timer))

    def _take_input(self, given: Input, peer: Peer | None = None, table: int = 0) -> int:
        if not self.takes_inputs:
            return 0
        return self.queue_effects(self.lobby.take_input(given, self.ms, int(self.unix())), peer, table)

    def queue_effects(self, effects: Sequence[Effect], peer: Peer | None = None, table: int = 0) -> int:
        """Queue effects of an input or of a change elsewhere; answers to *peer* belong to *table*. Return how many."""
        count = 0
        for effect in effects:
            kind = type(effect)
            if kind is StartTimer or kind is StopTimer:
                # A running timer reveals nothing, so it need not wait for the disk; one that ran on until then could
                # expire for a turn that is over.
                self._run_effects([(effect, (), table)])
                continue
            if kind is OperatorNote and effect.says == VOIDED:  # type: ignore[union-attr]
                self._voided.add(effect.table)  # type: ignore[union-attr]
            if kind is Append:
                self._next.rows.append(effect.row)  # type: ignore[union-attr]
            elif kind is Send and type(effect.message) not in ANSWERS:  # type: ignore[union-attr]
                # Who is connected now: a later connection asks for the whole state itself.
                to = tuple(filter(None, map(self._peers.get, effect.to)))  # type: ignore[union-attr]
                self._next.effects.append((effect, to, table))
            else:
                self._next.effects.append((effect, recipient(effect, peer, self._peers), table))
            count += len(effect.rows) if kind is SendEntries else 1  # type: ignore[union-attr]
        return count

    def schedule_flush(self) -> None:
        """Have what is queued written at the end of this turn."""
        if not self._is_due and not self.is_writing and self.unrecorded:
            self._is_due = True
            # At the end of this turn: all that comes in one turn is one transaction, as each costs a wait for the disk.
            self._reactor.callLater(0, self.flush)

    def close(self, then: Callable[[], None]) -> None:
        """Ignore further inputs: connections that end from now on end because the host does.

        *then* is called when all is durable.
        """
        self._close_callback = then
        self.takes_inputs = False
        self.flush()

    # -- on the operator's wish

    def close_table(self, number: int, why: str) -> None:
        """Close a table; a game that is played there is called off."""
        self.queue_effects(self.lobby.close_table(number, why, self.ms, int(self.unix())), None, number)
        self.schedule_flush()

    def say_to_tables(self, line: str) -> int:
        """Say a line at all tables in the host's name; return how many these are."""
        effects = Effects(self.ms, int(self.unix()))
        for number, table in self.lobby.tables.items():
            effects.send(table.seating.members, host_line(number, self.lobby.context.name, line))
        self.queue_effects(effects.items)
        self.schedule_flush()
        return len(self.lobby.tables)

    # -- other hosts with the same journal

    def give_up_table(self, number: int) -> None:
        """Forget a table that another host has, and everything of it that is not durable."""
        self.tokens.pop(number, None)
        self.moves.departed(number)
        self.lobby.rows.is_partial = True
        # What is not durable here was decided without the lease, and may contradict what the other host does.
        self._drop_effects(self._next, {number})
        if number not in self.lobby.tables:
            return
        table = self.lobby.give_up_table(number)
        self.timers.stop_table(number)
        self._run_effects([(RestBot(key), (), number) for key in table.bots.keys])
        self.send_on(number, table.seating.members)

    def send_on(self, number: int, members: Iterable[bytes] = ()) -> None:
        """Redirect these people, and who else was at the table, to the host that has it as soon as one has."""
        self.moves.send_on(number, [self._peers[key] for key in members if key in self._peers])

    def show_hosts(self, addresses: tuple[str, ...]) -> None:
        """Tell everybody where the other hosts are now."""
        packed = Packed(HostsShown(addresses[:MOST_ADDRESSES]))
        self._runner.send(self.peers, packed)

    # -- groups of effects

    def flush(self) -> None:
        """Write the waiting group, then run its effects. Effects queued during a write form the next group."""
        self._is_due = False
        if self.is_writing:
            return
        if self._broken or not (self._next.effects or self._next.rows):
            callback, self._close_callback = self._close_callback, None
            if callback is not None:
                callback()
            return
        group, self._next = self._next, EffectGroup()
        # What needs no row is known to be ours as long as nobody can have taken the table; else that is asked first.
        # Only then: to confirm is a round trip to the database for each group.
        unsure = set[int]()
        if self.moves.cluster is not None and self.moves.cluster.is_unsure():
            unsure = group.tables & self.tokens.keys()
        if not group.rows and not unsure:
            self._run_group(group)
            return
        for row in group.rows:
            if type(row) is TableOpened:
                # Before the copy below: the row of the opening itself is written under it.
                self.tokens[row.table] = FIRST_TOKEN
        self.is_writing = True
        self._writing_since = begun = self._reactor.seconds()
        # A copy, since the writer's thread reads it while this one may adopt or give up tables.
        tokens = self.tokens.copy()
        self._write(
            partial(group.record, self._journal, self._transcripts, unsure, tokens),
            partial(self._group_recorded, group, begun, tokens),
        )

    def _group_recorded(
        self, group: EffectGroup, begun: float, tokens: Mapping[int, int], problem: Exception | None
    ) -> None:
        if not self._writer_succeeded(problem):
            return
        if group.lost:
            self._drop_effects(group, group.lost)
        for table in group.lost:
            if self.tokens.get(table) == tokens.get(table):
                self._logbook.warn("another host has taken a table over", table=table)
                self.give_up_table(table)
        for not_copied in group.not_copied:
            self._logbook.warn(NO_TRANSCRIPT, why=str(not_copied))
        now = self._reactor.seconds()
        seconds = now - begun
        self.counts.recorded(group.rows, seconds, None if group.since is None else now - group.since)
        if seconds >= SLOW_SECONDS:
            self._logbook.warn("the disk is slow", seconds=round(seconds, 1), waiting=self.unrecorded)
        self._run_group(group)

    def _drop_effects(self, group: EffectGroup, tables: Set[int]) -> None:
        """Drop what a group has of tables that another host has; who waited for it is sent on."""
        for table, peers in group.drop_tables(tables).items():
            self.moves.add_strays(table, peers)

    def _run_group(self, group: EffectGroup) -> None:
        """Run the effects of a group that is durable, after reading the logs asked for."""
        wanted = [effect for effect, _, _ in group.effects if type(effect) is SendStoredLog]
        if not wanted:
            self._run_effects(group.effects)
            self.flush()
            return
        logs, (now, later) = StoredLogs(wanted), group.split_readers()
        self._run_effects(now)
        self.is_writing, self._writing_since = True, self._reactor.seconds()
        # Not in this thread: a long log takes the disk many milliseconds, in which nobody else would be served.
        self._write(lambda: logs.read(self._journal), lambda problem: self._logs_read(later, logs, problem))

    def _logs_read(self, later: list[Waiting], logs: StoredLogs, problem: Exception | None) -> None:
        if not self._writer_succeeded(problem):
            return
        self._run_effects([(one, peers, at) for effect, peers, at in later for one in logs.expand(effect)])
        self.flush()

    def _writer_succeeded(self, problem: Exception | None) -> bool:
        """The writer's thread is free again; its *problem*, if any, ends the host."""
        if self.seconds_writing >= STALLED_SECONDS:
            self._returned = self._reactor.seconds()
        self.is_writing = False
        if problem is not None:
            self._broken, self.takes_inputs = True, False
            self._failed(problem)
            self.flush()
        return problem is None

    def _run_effects(self, group: list[Waiting]) -> None:
        for effect, peers, _ in group:
            if type(effect) is SendPong and any(self.moves.is_stray(peer) for peer in peers):
                continue  # what it was owed went with its table: it asks again where that is, and a pong would deny it
            try:
                failed = self._runner.run(effect, peers, self.bot_manager)
                if failed is not None:
                    self.take_input(failed)
            except Exception as problem:
                # The input is durable: one effect that fails must not keep the others from running.
                self._logbook.trouble("an effect could not be done", problem, effect=type(effect).__name__)
