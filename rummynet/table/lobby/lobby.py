"""All tables of a host. Inputs go in with their times, effects come out in the order in which they are to run.

A table that raises an error is closed with a message; other tables are not affected.
"""

from collections import deque
from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from typing import Final

from rummynet.rules.core.options import Options
from rummynet.rules.core.variety import Variety
from rummynet.rules.sealed_decks import check_options, is_sealed
from rummynet.rules.varieties import variety
from rummynet.table.api.effects import Answer, Append, Effect, Effects, StopBot, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.inputs import (
    BotFailed,
    BotStarted,
    Connected,
    Disconnected,
    HostRestarted,
    Input,
    RequestReceived,
    TimerExpired,
)
from rummynet.table.api.records import InputRecorded, TableClosed, TableOpened
from rummynet.table.api.refusals import NoSuchTable, TableTrouble, TooManyTables
from rummynet.table.connections import handle_connected, handle_connection_lost, handle_host_restarted, note_request
from rummynet.table.journal.table_history import pack_input, shared_parts
from rummynet.table.journal.table_journal import TableJournal
from rummynet.table.lobby.lobby_rows import LobbyRows
from rummynet.table.managing import handle_manage
from rummynet.table.seats.bot_seats import check_bot_limits
from rummynet.table.seats.members import host_line
from rummynet.table.seats.received_statements import MOST_SAYS, RefusedForGood, SignedRefusal
from rummynet.table.table import Table
from rummynet.table.table_requests import (
    handle_leave,
    handle_ready,
    handle_seat_bot,
    handle_sit,
    handle_stand,
    handle_watch,
)
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.fairness.statements import Voting, read_statement
from rummynet_protocol.sealed.library import ristretto
from rummynet_protocol.sentences import sentence
from rummynet_protocol.text import clean, clean_sentence
from rummynet_protocol.values import asdict, replace
from rummynet_protocol.wire.message_codec import TableRow
from rummynet_protocol.wire.messages import (
    MOST_TABLES,
    NAME,
    AskLog,
    Closed,
    Create,
    Done,
    Here,
    Leave,
    Manage,
    Ready,
    Refused,
    Request,
    Said,
    Say,
    SeatBot,
    Sit,
    Stand,
    Submit,
    Watch,
)

_LOBBY = TimerId(0, "lobby")
# A row takes about 100 bytes: at four updates a second a thousand people would be sent 80 million bytes a second of
# 200 tables (docs/host.md, "Updates to many").
ROWS_PER_MILLI = 20
"""Rows of the lobby sent per millisecond at most, about two million bytes a second: large crowds get fewer updates."""
# Enough to see what is being talked about; PROTOCOL.md, ``said``, names the number.
CHAT_LINES: Final = 20  # lines of chat kept per table
_MOST_CODE = 30  # PROTOCOL.md, ``refused``: a code of the rules that is longer must not break the message
_TROUBLE = "the host made a mistake at this table and has closed it; open a new one"


class ChatHistory:
    """The newest lines of chat at each table, for those who join later. Kept in memory only, lost at a restart."""

    # Not in the journal: nothing of a game follows from chat, so a restart can do without.

    def __init__(self) -> None:
        self._lines: dict[int, deque[Said]] = {}

    def add_line(self, line: Said) -> None:
        """Add a line to its table's history; beyond CHAT_LINES the oldest is dropped."""
        self._lines.setdefault(line.table, deque(maxlen=CHAT_LINES)).append(line)

    def lines(self, table: int) -> tuple[Said, ...]:
        """The table's newest lines, oldest first."""
        return tuple(self._lines.get(table, ()))

    def remove_table(self, table: int) -> None:
        """Delete the history of a closed table."""
        self._lines.pop(table, None)


# People say the numbers of tables, so a host that shares them with others reserves few: what it has left when it ends
# is lost.
RESERVED: Final = 2  # numbers that are left, and reserved at a time: only many new tables at once wait for a round trip
RUSH: Final = 8  # numbers reserved at a time by a host whose tables have used up all it had


class TableNumbers:
    """The numbers that new tables get, each used once, also after a restart and by other hosts with the same journal.

    They are all numbers from *first* on or, with 0, those that are reserved.
    """

    def __init__(self, first: int = 1) -> None:
        self._has_taken = False
        # The most that a table number may be in messages (PROTOCOL.md); at a thousand tables a day it lasts for 5,000
        # years.
        self._free = deque([range(first, 2**31)] if first else [])

    def __len__(self) -> int:
        return sum(len(some) for some in self._free)

    @property
    def next(self) -> int:
        """The number of the next table; 0 if none is reserved."""
        return self._free[0][0] if self._free else 0

    @property
    def wanted(self) -> int:
        """How many numbers to reserve now."""
        if len(self) >= RESERVED:
            return 0
        return RUSH if self._has_taken and not self.next else RESERVED

    def take(self) -> int:
        """Use up the next number."""
        self._has_taken = True
        some = self._free.popleft()
        if len(some) > 1:
            self._free.appendleft(some[1:])
        return some[0]

    def reserve(self, first: int, count: int) -> None:
        """Add numbers that this host alone may use."""
        self._free.append(range(first, first + count))


class Lobby:
    """The tables, and what the lobby shows of them (``rows``).

    *first* is the number of the first one, 0 if numbers are reserved later.
    """

    def __init__(self, context: HostContext, first: int = 1) -> None:
        self.context = context
        self.tables: dict[int, Table] = {}
        self.people: dict[bytes, str] = {}  # names of all connected people, by key
        self._journals: dict[int, TableJournal] = {}
        self.numbers = TableNumbers(first)
        self.rows = LobbyRows()
        self._now = 0
        self._offsets: dict[int, int] = {}
        """By table how much its time is ahead of the host's (milliseconds), for tables of other hosts before us."""
        self._touched: set[int] = set()  # tables that this input has reached
        self._timer_runs = False
        self.chat = ChatHistory()

    def take_input(self, input: Input, ms: int, unix: int) -> list[Effect]:
        """Apply an input and return its effects. *ms* is monotonic time, *unix* Unix time in seconds."""
        self._now, effects = ms, Effects(ms, unix)
        match input:
            case RequestReceived():  # first, as most inputs are
                self._handle_request(input, effects)
            case Connected():
                self._handle_connected(input, effects)
            case Disconnected():
                self._handle_disconnected(input, effects)
            case TimerExpired(clock):
                self._timer_expired(clock, effects)
            case BotStarted(number, key):
                # The table was closed while the program started; nobody else would stop it.
                if number not in self.tables:
                    effects.items.append(StopBot(key))
                self._apply_to_table(number, lambda table: table.bots.bot_started(key, effects), effects, input)
            case BotFailed(number, key_or_none):
                self._apply_to_table(number, lambda table: table.bot_failed(key_or_none, effects), effects, input)
            case HostRestarted(number, has_moved):
                self._apply_to_table(
                    number, lambda table: handle_host_restarted(table, has_moved, effects), effects, input
                )
        # A copy, as closing a table touches it. After the input, so that all that it caused comes before the end of the
        # table.
        for number in tuple(self._touched):
            table = self.tables.get(number)
            if table is not None and table.closing:
                self._close_table(table, table.closing, effects)
        self._start_lobby_timer(effects)
        return effects.items

    def show_elsewhere(self, rows: Mapping[int, TableRow], is_partial: bool, ms: int, unix: int) -> list[Effect]:
        """Set the rows of other hosts' tables; returns the effects."""
        effects = Effects(ms, unix)
        if self.rows.show_elsewhere(rows, is_partial):
            self._start_lobby_timer(effects, is_due=True)
        return effects.items

    @property
    def bots(self) -> tuple[bytes, ...]:
        """The keys of all bots that the host has started."""
        return tuple(key for table in self.tables.values() for key in sorted(table.bots.keys))

    def adopt_table(self, table: Table, journal: TableJournal, offset: int = 0) -> None:
        """Add a table that was restored from the journal. *offset*: how much its time is ahead (milliseconds)."""
        self.tables[table.number] = table
        self._journals[table.number] = journal
        self.rows.adopt_table(table)
        self._offsets[table.number] = offset

    def welcome_back(self, number: int, ms: int, unix: int) -> list[Effect]:
        """A table was adopted: those of its members who are connected here return to it. Returns the effects."""
        self._now, effects = ms, Effects(ms, unix)
        # A table closes if it fails on the way, hence the second look at each turn.
        for key in self.tables[number].seating.members:
            if key in self.people and number in self.tables:
                input = Connected(key, self.people[key])
                self._apply_to_table(number, partial(_connect, input, effects), effects, input)
        self._start_lobby_timer(effects)
        return effects.items

    def give_up_table(self, number: int) -> Table:
        """Remove a table that another host has; it stays open there."""
        self._journals.pop(number)
        self._offsets.pop(number, None)
        self.chat.remove_table(number)
        table = self.tables.pop(number)
        self.rows.give_up_table(table)
        return table

    def close_table(self, number: int, why: str, ms: int, unix: int) -> list[Effect]:
        """Close a table on the operator's wish; a game that is played there is called off. Returns the effects."""
        self._now, effects = ms, Effects(ms, unix)
        self._close_table(self.tables[number], why, effects)
        self._start_lobby_timer(effects)
        return effects.items

    def show_seats_of(self, key: bytes, ms: int, unix: int) -> list[Effect]:
        """Show the tables at which this person sits, and the lobby, as what is told of the way there has changed.

        Returns the effects.
        """
        self._now, effects = ms, Effects(ms, unix)
        for number, table in self.tables.items():
            if table.seating.seat_of(key) is not None:
                effects.ms = self._time_of(number)
                effects.send(table.seating.members, table.message(effects.ms))
                self._start_lobby_timer(effects, is_due=True)
        return effects.items

    # -- inputs

    def _handle_connected(self, input: Connected, effects: Effects) -> None:
        self.people[input.key] = input.name
        effects.send((input.key,), self.rows.message())
        for number in self._tables_of(input.key):
            self._apply_to_table(
                number, lambda table: handle_connected(table, input.key, input.name, effects), effects, input
            )

    def _handle_disconnected(self, input: Disconnected, effects: Effects) -> None:
        self.people.pop(input.key, None)
        for number in self._tables_of(input.key):
            self._apply_to_table(
                number, lambda table: handle_connection_lost(table, input.key, effects), effects, input
            )

    def _tables_of(self, key: bytes) -> list[int]:
        tables = self.tables.items()
        return [number for number, table in tables if key == table.ownership.owner or key in table.seating.members]

    def _timer_expired(self, timer: TimerId, effects: Effects) -> None:
        if timer == _LOBBY:
            self._timer_runs = False
            self.rows.mark_sent()
            effects.send(self.people, self.rows.message())
        else:
            self._apply_to_table(
                timer.table, lambda table: table.timer_expired(timer, effects), effects, TimerExpired(timer)
            )

    def _handle_request(self, input: RequestReceived, effects: Effects) -> None:
        """Carry out or refuse a request; it is answered exactly once either way."""
        key, request, before = input.key, input.request, len(effects.items)
        # A ``create`` has no table yet: its first checkpoint is written under the number that it is about to get.
        number = self.numbers.next if isinstance(request, Create) else request.table
        effects.ms = self._time_of(number)
        try:
            if number in self._journals:
                self._journals[number].begin_input(input, effects)
                self._journals[number].check_budget(key, request, effects)
            answer = self._carry_out(key, request, effects)
        except Refusal as refusal:
            answer = _refused(request, refusal, None)
        except RefusedForGood as final:
            # Signed by the host, so the refusal is kept in the journal: a restart must not accept what it has refused.
            answer = _refused(request, final.why, final.signed)
        except Exception as error:
            # The request failed half way: nothing that it has caused may be sent or written, but for the closing of the
            # table.
            del effects.items[before:]
            self._close_after_error(self.tables.get(getattr(request, "table", 0)), error, effects)
            answer = Refused(request.n, TableTrouble.code, _TROUBLE)
        # After the answer is known: an accepted statement costs no budget (``TableJournal.finish_input``).
        self._record_input(number, input, before, effects, answer)
        effects.send((key,), answer)
        table = self.tables.get(number)
        # What is signed in a game changes no row of the lobby, unless it ends the game.
        if not isinstance(request, Submit) or table is None or table.running is None or table.closing:
            self._touched.add(number)

    def _time_of(self, number: int) -> int:
        """The time of a table, in milliseconds."""
        return self._now + self._offsets.get(number, 0)

    def _carry_out(self, key: bytes, request: Request, effects: Effects) -> Answer:
        if isinstance(request, Create):
            return Done(request.n, self._create_table(key, request, effects))
        table = self._table_by_number(request.table)
        # Before the request itself: a seat that was counted as silent takes part again in what the request begins.
        by = table.seating.seat_of(key)
        note_request(table, by, _is_by_hand(request, by), effects)
        name = self.people.get(key, "")
        match request:
            case Submit():  # first, as most requests are
                table.submit_statement(key, request, by, effects)
            case Sit(seat=seat):
                is_new = key not in table.seating.members
                handle_sit(table, key, name, seat, effects)
                self._send_chat_history(key, table, is_new, effects)
            case Stand():
                handle_stand(table, key, effects)
            case Ready(signed=signed):
                handle_ready(table, key, signed, effects)
            case Watch():
                is_new = key not in table.seating.members
                handle_watch(table, key, name, effects)
                self._send_chat_history(key, table, is_new, effects)
            case Leave():
                handle_leave(table, key, effects)
            case Say(text=text):
                self.chat.add_line(table.members.send_chat(key, text, effects))
            # Here, not at the table: the limit counts the bots of all tables, which one table does not know.
            case SeatBot(do=do):
                if do == "add":
                    check_bot_limits((other.bots for other in self.tables.values()), key, self.context.limits)
                handle_seat_bot(table, request, key, effects)
            case Here():
                table.members.require_member(key)
            case Manage():
                handle_manage(table, request, key, effects)
            case AskLog(start=start):
                table.send_log(key, start, effects)
        return Done(request.n, None)

    def _send_chat_history(self, key: bytes, table: Table, is_new: bool, effects: Effects) -> None:
        """Send the newest lines of chat to a person who is new at the table."""
        # A member already has these lines on the screen.
        for line in self.chat.lines(table.number) if is_new else ():
            effects.send((key,), line)

    # -- tables

    def _create_table(self, key: bytes, request: Create, effects: Effects) -> int:
        name = self.people.get(key, "")
        table = open_table(self.context, self.tables, self.numbers, key, name, request, effects)
        self.tables[table.number], self._journals[table.number] = table, TableJournal(table)
        return table.number

    def _table_by_number(self, number: int) -> Table:
        table = self.tables.get(number)
        if table is None:
            raise NoSuchTable(sentence("there is no table {number}; look at the lobby", number=number))
        return table

    def _record_input(
        self, number: int, input: Input, before: int, effects: Effects, answer: Answer | None = None
    ) -> None:
        """If the input has changed the table, insert its journal row before all effects that it caused."""
        journal = self._journals.get(number)
        if journal is None:
            return
        try:
            if journal.finish_input(input, effects.items[before:], effects, answer):
                name = self.people.get(input.key, "") if isinstance(input, RequestReceived) else ""
                row = InputRecorded(number, effects.ms, effects.unix, pack_input(input, name), shared_parts(input))
                # In front of its own effects: the row must be durable before anything that follows from it is sent.
                effects.items.insert(before, Append(row))
            # After the row: the checkpoint replaces all inputs before it, this one too.
            journal.append_checkpoint_if_due(effects)
        except Exception as error:
            del effects.items[before:]
            self._close_after_error(self.tables.get(number), error, effects)

    def _apply_to_table(self, number: int, apply: Callable[[Table], None], effects: Effects, input: Input) -> None:
        """Apply an input to a table, if it exists; an error closes that table only."""
        table = self.tables.get(number)
        self._touched.add(number)
        before, effects.ms = len(effects.items), self._time_of(number)
        try:
            if table is not None:
                self._journals[number].begin_input(input, effects)
                apply(table)
                self._record_input(number, input, before, effects)
        except Exception as error:
            del effects.items[before:]
            self._close_after_error(table, error, effects)

    def _close_after_error(self, table: Table | None, error: Exception, effects: Effects) -> None:
        effects.note(table.number if table else 0, "trouble", error)
        if table is not None:
            self._close_table(table, _TROUBLE, effects)

    def _close_table(self, table: Table, why: str, effects: Effects) -> None:
        self.tables.pop(table.number, None)
        self._touched.add(table.number)
        self._journals.pop(table.number, None)
        self._offsets.pop(table.number, None)
        self.chat.remove_table(table.number)
        effects.append(TableClosed(table.number, why, effects.unix))
        line = sentence("table {number} is closed: {why}", number=table.number, why=why)
        effects.send(table.seating.members, host_line(table.number, self.context.name, line))
        # Behind the reason: a client leaves the table at ``closed``, and would not show a line that comes later.
        effects.send(table.seating.members, Closed(table.number))
        table.close(effects)

    # -- updates of the lobby

    def _start_lobby_timer(self, effects: Effects, *, is_due: bool = False) -> None:
        """Start the timer of the next lobby update if a touched table has changed and the timer does not run."""
        if not (self._touched or is_due):
            return
        touched, self._touched = self._touched, set()
        is_due = self.rows.update(touched, self.tables) or is_due
        if is_due and not self._timer_runs:
            self._timer_runs = True
            # The lobby names MOST_TABLES rows at most, so more tables cost no more.
            crowd = len(self.people) * min(len(self.tables), MOST_TABLES) // ROWS_PER_MILLI
            effects.start_timer(_LOBBY, max(self.context.limits.lobby_millis, crowd))


def open_table(
    context: HostContext,
    tables: Mapping[int, Table],
    numbers: TableNumbers,
    key: bytes,
    name: str,
    request: Create,
    effects: Effects,
) -> Table:
    """The table that this person, whose *name* is known, asks for, beside the *tables* that are open.

    There is a number left. Raises TooManyTables, and the Refusal of a game or of options that do not exist or suit
    nobody.
    """
    limits = context.limits
    if len(tables) >= limits.tables:
        raise TooManyTables(
            sentence(
                "this host already has {tables} tables open and allows no more; join one, or wait", tables=limits.tables
            )
        )
    # By who opened it, not by who owns it now: handing a table on frees no place.
    if sum(table.by == key for table in tables.values()) >= limits.tables_each:
        raise TooManyTables(
            sentence("you have already opened {tables} tables; use one of them", tables=limits.tables_each)
        )
    game = variety(request.variant)
    options = game.resolve(request.options)
    _check_playable(game, options)
    # After all checks: a number is used once, and a refused request should cost none.
    number = numbers.take()
    # A name of nothing but control characters is cleaned to an empty one.
    title = clean(request.name, NAME) or clean(f"{name}'s table", NAME)
    # Its own context: later changes of the host's apply to new tables only, as the journal records none.
    id = context.chance(32)
    table = Table(copy(context), number, id, title, game, options, key)
    if request.closed:
        table.entrance.close(())
    effects.append(TableOpened(number, title, game.name, options, key, effects.unix, context.name, asdict(limits), id))
    table.update_occupancy(effects)
    return table


def _check_playable(game: Variety, options: Options) -> None:
    """Raises the first Refusal if these options suit no number of players at all."""
    check_options(options)
    if is_sealed(options):
        ristretto()  # it raises NoRistretto on a machine without it
    # Checked when the table is opened: else people would sit down at a table whose game can never begin.
    problem: Refusal | None = None
    for players in game.seats:
        try:
            game.check(options, players)
        except Refusal as refusal:
            problem = problem or refusal
        else:
            return
    if problem is not None:
        raise problem


def _connect(input: Connected, effects: Effects, table: Table) -> None:
    handle_connected(table, input.key, input.name, effects)


def _is_by_hand(request: Request, seat: int | None) -> bool:
    """Whether the person in this *seat* made the request: what a program asks or signs by itself shows no presence."""
    if isinstance(request, Submit):
        # Programs sign parts in a shuffle, objections and protests by themselves, without a person in the room.
        return request.what == "action" or _vote_about(request.payload) not in (None, seat)
    return not isinstance(request, AskLog)


def _vote_about(payload: bytes) -> int | None:
    """The seat that a vote is about; None if this is no vote."""
    try:
        statement = read_statement("vote", payload)
    except Cheat:
        return None
    return statement.about if isinstance(statement, Voting) else None


def _refused(request: Request, why: Refusal, signed: SignedRefusal | None) -> Refused:
    refused = Refused(request.n, why.code[:_MOST_CODE], clean_sentence(why.says, MOST_SAYS))
    if signed is None:
        return refused
    return replace(refused, code=signed.code, signed=signed.signature, head=signed.head, evidence=signed.evidence)
