"""Brings all seats through the ceremonies of one game: the session, commitments, and one deck after another.

``submit`` hands back what has become complete by it: the circle of a new session, or a deck that all have signed. A
deal with a silent seat is void, with every later one committed together with it: to go on without that seat would let
those who did speak choose among decks. New commitments wait until everybody is here; after as many voids as the table
allows there are none. Who was only to come in with this deal is not waited for: the others agree on a new session.
"""

from collections.abc import Sequence
from typing import Literal

from rummynet.table.effects import Effects, TimerId
from rummynet.table.game.dealt_cards import Deck
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.received_statements import Received, Statements
from rummynet.table.game.shuffle_ceremony import (
    LAST_EPOCH,
    Batch,
    Gathering,
    ShuffleCeremony,
    ShuffleSession,
    fresh_secrets,
    gather_nonce_commits,
    gather_nonces,
)
from rummynet.table.host_context import HostContext
from rummynet.table.journal.records import SecretKept
from rummynet.table.late_joins import without_silent
from rummynet.table.refusals import NotDue
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries
from rummynet_protocol.fairness.statements import NonceCommitted, NonceShown
from rummynet_protocol.sentences import said

Stop = Literal["voids", "epochs", "no-session"]
"""Why there can be no further deck: what the log's end then says."""
Player = tuple[bytes, str]


class Dealer:
    """``players`` are (key, name) by seat. *rules* is the rules' hash, *voids* after how many of them the game is over.

    *statements* are those for this log.
    """

    def __init__(
        self,
        context: HostContext,
        game_log: GameLog,
        statements: Statements,
        rules: bytes,
        voids: int,
        players: Sequence[Player],
    ) -> None:
        self._context = context
        self._game_log = game_log
        self._statements = statements
        self._log = statements.log
        self._rules = rules
        self._voids_left = voids
        self._voided = False
        """The newest entry is a void."""
        self._nonce_commits: list[bytes] = []
        self._batch: Batch | None = None
        self._shuffling: ShuffleCeremony | None = None
        self._round = 0
        self._next_epoch = 0
        self._wanted: Sequence[int] | None = None
        self._due = 0
        """When silence voids what is being gathered."""
        self.players = tuple(players)
        self._agreed: dict[int, Received] = {}
        """By seat of ``joining``: that its player has agreed to come in."""
        self.settled: tuple[Player, ...] = ()
        """The players who have agreed on the newest session."""
        self._dealt = 0
        """How many of the players have been dealt a round: they keep their seats, and everybody waits for them."""
        self.session: ShuffleSession | None = None
        self.gathering: Gathering | None = None
        self.away: set[int] = set()
        """Seats that are not connected or were silent; commitments wait for their return."""
        self.held = False
        """Commitments are due and wait for somebody."""
        self.stopped: Stop | None = None
        """Why the game cannot go on."""

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The players' keys by seat."""
        return tuple(key for key, _ in self.players)

    @property
    def joining(self) -> tuple[int, ...]:
        """The seats that are new in the round that waits for its deal, ascending."""
        return tuple(sorted(self._agreed))

    @property
    def busy(self) -> bool:
        """A deck is wanted and not there yet, or the session is being agreed on."""
        return self._wanted is not None or self.gathering is not None

    def begin(self, consents: Sequence[Received], effects: Effects) -> None:
        """Seat the players, who have agreed to play, and agree on the first session."""
        self._begin_session(consents, effects)

    def admit_players(
        self, back: Sequence[tuple[int, Received]], new: Sequence[tuple[str, Received]], effects: Effects
    ) -> None:
        """Between two rounds: seats that come in *back*, and *new* players (by name) in further ones.

        All agree on a new session.
        """
        first = len(self.players)
        self.players += tuple((consent.key, name) for name, consent in new)
        self._agreed = {**dict(back), **{first + place: consent for place, (_, consent) in enumerate(new)}}
        self._begin_session([self._agreed[seat] for seat in self.joining], effects)

    def begin_round(self, number: int) -> None:
        """Epochs are counted anew, or on where this round begins once more; those that are left are never used."""
        if number != self._round:
            self._next_epoch = 0
        self._round = number
        self._batch = None

    def request_deck(self, cards: Sequence[int], effects: Effects) -> None:
        """Have these cards, ascending, shuffled by all."""
        self._wanted = cards
        self._proceed(effects)

    def submit_part(self, seat: int, what: str, part: Received, effects: Effects) -> ShuffleSession | Deck | None:
        """A seat's part. Raises NotDue, WrongStatement."""
        if self.gathering is None or self.gathering.what != what:
            if self.gathering is None:
                raise NotDue(said("a {what} is not due now; this game waits for nothing", what=what))
            awaited = self.gathering.what
            raise NotDue(said("a {what} is not due now; this game waits for a {awaited}", what=what, awaited=awaited))
        self.gathering.add_part(seat, part)
        return None if self.gathering.missing else self._gathering_complete(self.gathering, effects)

    def ceremony_timer_expired(self, effects: Effects) -> None:
        """The ceremony's clock rang: void the deal, or stop if there was no session yet."""
        gathering = self.gathering
        if gathering is None or not gathering.missing:
            return
        if effects.ms < self._due:
            effects.start_timer(TimerId(self._game_log.table, "ceremony"), self._due - effects.ms)
        elif self._batch is not None:
            self._void_batch(self._batch, gathering, effects)
        elif self.settled:
            self._time_out_session(gathering, effects)
        else:
            self.stopped = "no-session"

    def seat_disconnected(self, seat: int) -> None:
        """The seat is not connected."""
        self.away.add(seat)

    def seat_returned(self, seat: int, effects: Effects) -> None:
        """The seat is here again."""
        if seat in self.away:
            self.away.discard(seat)
            effects.keep()
        if self.held:
            self._proceed(effects)

    # -- who plays what

    def _begin_session(self, consents: Sequence[Received], effects: Effects) -> None:
        """Seat the players and agree on a session; these *consents* are logged for the first time."""
        self.session = self._batch = None
        ready, t = consents or [self._agreed[seat] for seat in self.joining], self._game_log.elapsed(effects)
        envelopes = tuple(one.envelope for one in ready)
        self._game_log.append_entry(entries.Seated(self.players, self.joining, envelopes, t), effects, consents)
        self._gather(gather_nonce_commits(self._log, self._game_log.head, len(self.players)), effects)

    def _time_out_session(self, gathering: Gathering, effects: Effects) -> None:
        """Who was to come in and stays silent does not; for those who play already everybody waits."""
        if not self._agreed.keys() & set(gathering.missing):
            self._start_timer(effects)
            return
        self._statements.remove_pending(gathering.parts)
        self._remove_joiners(gathering.missing, effects)

    def _remove_joiners(self, silent: Sequence[int], effects: Effects) -> None:
        """All but these of those who were to come in agree on a new session."""
        self.players, self._agreed = without_silent(self.players, self._agreed, self._dealt, silent)
        self.away = {seat for seat in self.away if seat < self._dealt}
        self._begin_session((), effects)

    # -- one deck after another

    def _void_batch(self, batch: Batch, gathering: Gathering, effects: Effects) -> None:
        self.gathering, self._shuffling, self._batch = None, None, None
        epoch = max(batch.first, batch.next - 1)
        self._statements.remove_pending(gathering.parts)
        self._game_log.append_entry(
            entries.Voided(self._round, epoch, gathering.missing, self._game_log.elapsed(effects)), effects
        )
        self._voided = True
        self._voids_left -= 1
        self.away.update(gathering.missing)
        if not self._voids_left:
            self.stopped = "voids"
        elif any(map(self._is_new, gathering.missing)) and self._next_epoch <= LAST_EPOCH:
            self._remove_joiners(gathering.missing, effects)
        else:
            self._proceed(effects)

    def _is_new(self, seat: int) -> bool:
        """Whether the seat comes in with the round that waits for its deal, and has never played."""
        return seat in self._agreed and seat >= self._dealt

    def _proceed(self, effects: Effects) -> None:
        """Use the next epoch for the cards wanted, or have more epochs committed first."""
        self.held = False
        if self._wanted is None:
            return
        if self._batch is not None and self._batch.next < self._batch.end:
            self._begin_shuffle(self._batch, self._wanted, effects)
        elif self._next_epoch > LAST_EPOCH:
            self.stopped = "epochs"
        elif not all(map(self._is_new, self.away)):
            self.held = True
        else:
            self._begin_batch(effects)

    def _begin_batch(self, effects: Effects) -> None:
        if self.session is None:
            raise RuntimeError("commitments were asked for before there was a session")
        log, first = self._game_log, self._next_epoch
        self._batch = batch = Batch(self.session, self._round, first, fresh_secrets(first, self._context.chance))
        self._next_epoch = batch.end
        for epoch, (deck, pub) in enumerate(batch.secrets, first):
            effects.append(SecretKept(log.table, log.game, self._round, epoch, deck, pub))
        log.append_entry(entries.HostCommit(self._round, first, batch.commits, log.elapsed(effects)), effects)
        self._gather(batch.gather_commits(self._game_log.head, self._voided), effects)
        self._voided = False

    def _begin_shuffle(self, batch: Batch, cards: Sequence[int], effects: Effects) -> None:
        self._shuffling = shuffling = batch.next_shuffle(cards)
        entry = entries.Shuffle(self._round, shuffling.epoch, bytes(cards), self._game_log.elapsed(effects))
        self._game_log.append_entry(entry, effects)
        self._gather(shuffling.gather_reveals(self._game_log.head), effects)

    def _gather(self, gathering: Gathering, effects: Effects) -> None:
        self.gathering = gathering
        self._start_timer(effects)

    def _start_timer(self, effects: Effects) -> None:
        millis = 1000 * self._context.limits.reveal_seconds
        self._due = effects.ms + millis
        effects.start_timer(TimerId(self._game_log.table, "ceremony"), millis)

    # -- when all have spoken

    def _gathering_complete(self, gathering: Gathering, effects: Effects) -> ShuffleSession | Deck | None:
        """Everybody has spoken: write it down and go on to what follows."""
        effects.stop_timer(TimerId(self._game_log.table, "ceremony"))
        self.gathering = None
        match gathering.what:
            case "nonce-commit":
                self._nonce_commits = [one.commit for one in gathering.statements(NonceCommitted)]
                self._game_log.append_entry(
                    entries.NonceCommits(gathering.envelopes, self._game_log.elapsed(effects)), effects, gathering.parts
                )
                self._gather(gather_nonces(self._log, self._game_log.head, self.keys, self._nonce_commits), effects)
            case "nonce":
                return self._nonces_complete(gathering, effects)
            case "commit":
                self._commits_complete(gathering, effects)
            case "reveal":
                self._reveals_complete(gathering, effects)
            case "root":
                return self._cosigns_complete(gathering, effects)
        return None

    def _nonces_complete(self, gathering: Gathering, effects: Effects) -> ShuffleSession:
        self._game_log.append_entry(
            entries.Nonces(gathering.envelopes, self._game_log.elapsed(effects)), effects, gathering.parts
        )
        nonces = [one.nonce for one in gathering.statements(NonceShown)]
        host = self._context.signer.public
        session = fair.session_id(host, self.keys, nonces, self._rules)
        self.session = ShuffleSession(session, self.keys, host)
        self.settled = self.players
        return self.session

    def _commits_complete(self, gathering: Gathering, effects: Effects) -> None:
        if self._batch is None:
            raise RuntimeError("commitments came in without a batch")
        self._batch.set_commits(gathering)
        entry = entries.Commits(self._round, self._batch.first, gathering.envelopes, self._game_log.elapsed(effects))
        self._game_log.append_entry(entry, effects, gathering.parts)
        self._proceed(effects)

    def _reveals_complete(self, gathering: Gathering, effects: Effects) -> None:
        shuffling, t = self._current, self._game_log.elapsed(effects)
        result = shuffling.mix(gathering)
        self._game_log.append_entry(
            entries.Reveals(self._round, shuffling.epoch, gathering.envelopes, t), effects, gathering.parts
        )
        self._game_log.append_entry(
            entries.Root(self._round, shuffling.epoch, result.deck.root, result.deal_root, t), effects
        )
        self._gather(shuffling.gather_cosigns(self._game_log.head), effects)

    def _cosigns_complete(self, gathering: Gathering, effects: Effects) -> Deck:
        shuffling = self._current
        pub, t = shuffling.secrets.s_pub, self._game_log.elapsed(effects)
        self._game_log.append_entry(
            entries.Cosigns(self._round, shuffling.epoch, gathering.envelopes, pub, t), effects, gathering.parts
        )
        self._shuffling = self._wanted = None
        self._dealt, self._agreed = len(self.players), {}
        return Deck(shuffling.epoch, shuffling.result)

    @property
    def _current(self) -> ShuffleCeremony:
        if self._shuffling is None:
            raise RuntimeError("a shuffle's statements came in without a shuffle")
        return self._shuffling
