"""Runs the ceremonies of one game: sessions, commitments, and one deck after another.

``submit_part`` returns what it has completed: a new session, or a deck that all seats have signed. A deal with a silent
seat is void, and with it every later epoch of the batch: continuing without that seat would let the others choose among
decks. New commitments wait until all seats are back; after as many voids in one player's name as the table allows there
are none. A seat that was to join with this deal is not waited for: the others agree on a new session.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, assert_never

from rummynet.ledger.epoch import Epoch
from rummynet.table.api.effects import VOIDED, Effects, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.records import SecretKept
from rummynet.table.api.refusals import NotDue
from rummynet.table.game.dealt_cards import AnyDeck, Deck
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.sealed_batch import KeyGathering
from rummynet.table.game.shuffle_ceremony import LAST_EPOCH, Batch, Gathering, Secrets, fresh_secrets
from rummynet.table.seats.late_joins import without_silent
from rummynet.table.seats.received_statements import Received, Statements
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries
from rummynet_protocol.fairness.ceremony import HostDeal, HostShuffle
from rummynet_protocol.fairness.entries import Entry, Envelope
from rummynet_protocol.fairness.statements import Committed, KeyShown, Revealed
from rummynet_protocol.sentences import sentence

Stop = Literal["voids", "epochs", "no-session"]  # why there can be no further deck, as the log's last entry says it
Player = tuple[bytes, str]
Complete = Literal["session"] | AnyDeck | None  # what the parts of all have completed


class Dealer:
    """The dealer. ``players`` are (key, name) by seat, *bots* the seats of the host's own.

    *statements* are those for this log.
    """

    def __init__(
        self,
        context: HostContext,
        game_log: GameLog,
        statements: Statements,
        players: Sequence[Player],
        bots: tuple[int, ...],
    ) -> None:
        self._context = context
        self.bots = bots
        self._game_log = game_log
        self._statements = statements
        self._ledger = game_log.ledger
        self._batch: Batch | None = None
        self._shuffled: HostShuffle | None = None  # the deck that is to be signed by all
        self._round = 0
        self._next_epoch = 0
        self._requested_cards: Sequence[int] | None = None
        self._break_millis = 0  # what the next gathering is given beyond its time: the break between two rounds
        self._silence_due = 0  # when (milliseconds) silence voids what is being gathered
        self._has_moved = False  # whether what is being gathered was asked for by a host on another machine
        self.holders: tuple[int, ...] = ()  # the seats that play the round and so hold a key, if the deck is sealed
        self._set_players(tuple(players))
        self._agreed: dict[int, Received] = {}  # by seat of ``joining``: the player's consent to join
        self.settled: tuple[Player, ...] = ()  # the players who have agreed on the newest session
        self._dealt = 0
        """The number of players that have been dealt a round: they keep their seats, and all others wait for them."""
        self.gathering: Gathering | None = None
        self.away: set[int] = set()  # seats that are disconnected or were silent; commitments wait for their return
        self.held = False  # commitments are due and wait for a seat's return
        self.stopped: Stop | None = None  # why the game cannot continue

    @property
    def joining(self) -> tuple[int, ...]:
        """The seats that join in the round that waits for its deal, ascending."""
        return tuple(sorted(self._agreed))

    @property
    def awaited(self) -> frozenset[int]:
        """The seats without which no ceremony goes on, and for which no silence runs out."""
        if self.held:
            # No time runs here, so the game may end for want of these (FAIRNESS.md, "Going on without a seat").
            return frozenset(self.away)
        # A later session waits without end, as only newcomers can be left out of it; the first one just ends the game.
        gathering = self.gathering if self._batch is None and self.settled else None
        return frozenset(gathering.missing if gathering is not None else ())

    @property
    def busy(self) -> bool:
        """A deck is requested and not complete, or a session is being agreed on."""
        return self._requested_cards is not None or self.gathering is not None

    @property
    def first_batch(self) -> Batch | None:
        """The first batch of a round while no seat has answered it and nobody joins; None at any other time."""
        waits = self.gathering is not None and self.gathering.what == Committed.kind and not self.gathering.parts
        batch = self._batch
        # The only moment of a game at which a checkpoint is small: all parts and decks of the round are still to come.
        return batch if waits and batch is not None and batch.first == 0 and not self._agreed else None

    def restore_first_batch(self, secrets: Secrets) -> None:
        """Wait again for the seats' answers to the first batch of a round, made of these *secrets*."""
        self._batch = self._make_batch(0, secrets)
        self.gathering = self._new_gathering()

    def begin(self, consents: Sequence[Received], effects: Effects) -> None:
        """Seat the players, who have consented, and begin the first session."""
        self._begin_session(consents, effects)

    def admit_players(
        self, back: Sequence[tuple[int, Received]], new: Sequence[tuple[str, Received]], effects: Effects
    ) -> None:
        """Between two rounds: let seats return (*back*) and *new* players, by name, take further ones.

        All players agree on a new session.
        """
        first = len(self.players)
        self._set_players((*self.players, *((consent.key, name) for name, consent in new)))
        self._agreed = {**dict(back), **{first + place: consent for place, (_, consent) in enumerate(new)}}
        self._begin_session([self._agreed[seat] for seat in self.joining], effects)

    def _set_players(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self.keys = tuple(key for key, _ in players)

    def begin_round(self, number: int) -> None:
        """Count epochs from 0, or onwards if the same round begins once more; epochs left over are never used."""
        # Otherwise the round was begun once more without silent joiners: an epoch is committed to once in a round.
        if number != self._round:
            self._next_epoch = 0
        self._round = number
        # What is left of a batch when its round is over is never used (FAIRNESS.md, "The ceremony", step 3).
        self._batch = None

    def grant_break(self, millis: int) -> None:
        """A round is over: the players may let the next gathering wait so long while they look at it."""
        self._break_millis = millis

    def request_deck(self, cards: Sequence[int], effects: Effects) -> None:
        """Begin the shuffle of these cards, ascending, by all seats."""
        self._requested_cards = cards
        self._proceed(effects)

    def take_part(self, seat: int, part: Received, blob: bytes, effects: Effects) -> None:
        """Log a seat's part of a sealed deck. Raises NotDue, WrongStatement."""
        raise NotDue("this table's deck is not sealed, so nobody owes a part of it")

    @property
    def owed_since(self) -> Mapping[int, int]:
        """Since when (log time) each seat owes something to a sealed deck that has been dealt."""
        return {}

    def submit_part(self, seat: int, what: str, part: Received, effects: Effects) -> Complete:
        """Take a seat's part; returns what it has completed. Raises NotDue, WrongStatement."""
        if self.gathering is None or self.gathering.what != what:
            if self.gathering is None:
                raise NotDue(sentence("a {what} is not due now; this game waits for nothing", what=what))
            awaited = self.gathering.what
            raise NotDue(
                sentence("a {what} is not due now; this game waits for a {awaited}", what=what, awaited=awaited)
            )
        self.gathering.add_part(seat, part)
        # Parts are logged together when the last has come, in seat order: so the order of arrival decides nothing.
        return None if self.gathering.missing else self._gathering_complete(self.gathering, effects)

    def bots_moved(self, effects: Effects) -> None:
        """The host's bots are on another machine now: what they had committed to, they cannot show."""
        self._has_moved = self.gathering is not None and self._batch is not None
        if self._has_moved:
            effects.start_timer(TimerId(self._game_log.table, "ceremony"), entries.VOID_MILLIS)

    def take_out_part(self, seat: int, effects: Effects) -> None:
        """The newest entry is one that this seat signed alone: its part cannot be logged behind it and comes anew."""
        part = self.gathering.take_out(seat) if self.gathering is not None else None
        if part is not None:
            self._statements.withdraw(part)
            # The seat may be one that is left out where it stays silent: it has the whole time again.
            self._start_timer(effects)

    def ceremony_timer_expired(self, effects: Effects) -> None:
        """The ceremony's time is up: void the batch, or leave silent joiners out, or stop before the first session."""
        gathering = self.gathering
        if gathering is None or not gathering.missing:
            return
        left = self._silence_due - effects.ms
        if self._has_moved and set(gathering.missing) <= set(self.bots):
            left = 0  # nobody else is waited for, and these would be silent for the whole time
        if self._batch is not None:  # log time stands still while a host is down, so it is held against this as well
            left = max(left, entries.VOID_MILLIS - self._ledger.waited(self._game_log.elapsed(effects)))
        if left > 0:
            effects.start_timer(TimerId(self._game_log.table, "ceremony"), left)
            return
        # The break is used up: what is gathered next has the usual time.
        self._break_millis = 0
        if self._batch is not None:
            self._void_batch(self._batch, gathering.missing, gathering.parts_or_none, gathering.parts, effects)
        elif self.settled:
            self._time_out_session(gathering, effects)
        else:
            # Nobody has been dealt a card, so nothing is lost but the consents.
            self.stopped = "no-session"

    def seat_disconnected(self, seat: int) -> None:
        """The seat's player has disconnected."""
        self.away.add(seat)

    def seat_returned(self, seat: int, effects: Effects) -> None:
        """The seat is connected and responding again."""
        if seat in self.away:
            self.away.discard(seat)
            # No row shows it, and a restart that replays the inputs has to know who is back.
            effects.kept = True
        self.go_on(effects)

    def go_on(self, effects: Effects) -> None:
        """Make the commitments that are due, if they wait for nobody any more and the table does not rest."""
        # A pause is never in a ceremony (FAIRNESS.md, "Pauses"), so none begins in a pause.
        if self.held and not self._ledger.is_paused:
            self._proceed(effects)

    # -- sessions

    def _begin_session(self, consents: Sequence[Received], effects: Effects) -> None:
        """Log the players and begin a session; these *consents* are logged for the first time."""
        self._batch = None
        # Where joiners are asked again, the envelopes of those who remain are the same bytes as before (FAIRNESS.md,
        # "Consent").
        ready, t = consents or [self._agreed[seat] for seat in self.joining], self._game_log.elapsed(effects)
        envelopes = tuple(consent.envelope for consent in ready)
        self._game_log.append_entry(
            entries.Seated(self.players, self.joining, self.bots, envelopes, t), effects, consents
        )
        self._gather(effects)

    def _time_out_session(self, gathering: Gathering, effects: Effects) -> None:
        """Leave out silent seats that were to join; for players of the game everybody waits on."""
        if not self._agreed.keys() & set(gathering.missing):
            # Not voided: a session deals no cards, and a player of the game cannot be left out.
            self._start_timer(effects)
            return
        # No entry will hold these parts: they would count as accepted and still to be logged.
        self._statements.remove_pending(gathering.parts)
        self._remove_joiners(gathering.missing, effects)

    def _remove_joiners(self, silent: Sequence[int], effects: Effects) -> None:
        """Begin a new session without these seats, which were to join."""
        players, self._agreed = without_silent(self.players, self._agreed, self._dealt, silent)
        self._set_players(players)
        # Newcomers get new numbers: an old one would name somebody else.
        self.away = {seat for seat in self.away if seat < self._dealt}
        self._begin_session((), effects)

    # -- one deck after another

    def _void_batch(
        self,
        batch: Batch,
        silent: Sequence[int],
        signed: tuple[Envelope | None, ...],
        parts: Sequence[Received],
        effects: Effects,
    ) -> None:
        # The whole batch: going on with its next epoch, a silent seat could choose among decks (FAIRNESS.md,
        # "Silence").
        self.gathering, self._shuffled, self._batch = None, None, None
        ceremony, t = self._ledger.ceremony, self._game_log.elapsed(effects)
        assert ceremony is not None  # something is voided
        self._game_log.append_entry(entries.Voided(self._round, ceremony.due, signed, t), effects, parts)
        effects.note(self._game_log.table, VOIDED)
        # A person's program has to say that it is back. The host's own bots say nothing unasked: one that is connected,
        # and had only lost what it committed to, would be waited for without end.
        self.away.update(seat for seat in silent if seat not in self.bots)
        # First: the ``end`` with ``voids`` follows the last void at once, and nothing else may (FAIRNESS.md,
        # "Silence").
        if self._ledger.is_called_off:
            self.stopped = "voids"
        elif any(map(self._is_new, silent)) and self._next_epoch <= LAST_EPOCH:
            # A new session would be no use where no epoch is left for a deal.
            self._remove_joiners(silent, effects)
        else:
            self._proceed(effects)

    def _is_new(self, seat: int) -> bool:
        """Whether the seat joins in the round that waits for its deal, and has never played."""
        return seat in self._agreed and seat >= self._dealt

    def _proceed(self, effects: Effects) -> None:
        """Use the next epoch for the requested cards, or begin a new batch of epochs first."""
        self.held = False
        if self._requested_cards is None:
            return
        if self._batch is not None and self._batch.next < self._batch.end:
            self._begin_shuffle(self._batch, self._requested_cards, effects)
        elif self._next_epoch > LAST_EPOCH:
            self.stopped = "epochs"
        elif not all(map(self._is_new, self.away)):
            # All who have been dealt a round are waited for; newcomers are not, they are left out if they stay silent.
            self.held = True
        else:
            self._begin_batch(effects)

    def _begin_batch(self, effects: Effects) -> None:
        log, first = self._game_log, self._next_epoch
        secrets = fresh_secrets(self._batch_size(first), self._context.chance)
        self._batch = batch = self._make_batch(first, secrets)
        self._next_epoch = batch.end
        # Before the entry that commits to them: after a crash the host must go on with the same deal.
        for epoch, (deck, pub) in enumerate(batch.secrets, self._kept_from(first)):
            effects.append(SecretKept(log.table, log.game, self._round, epoch, deck, pub))
        log.append_entry(entries.HostCommit(self._round, first, batch.commits, log.elapsed(effects)), effects)
        self._gather(effects)

    def _batch_size(self, first: int) -> int:
        """For how many epochs, beginning with *first*, all commit at once."""
        return fair.NEXT_BATCH if first else fair.FIRST_BATCH

    def _kept_from(self, first: int) -> int:
        """The epoch under which the journal keeps the first secrets of such a batch."""
        return first

    _batch_kind: type[Batch] = Batch

    def _make_batch(self, first: int, secrets: Secrets) -> Batch:
        session = self._ledger.session
        assert session is not None  # commitments come after it
        return self._batch_kind(session.id, session.opened.host, self._round, first, secrets)

    def _begin_shuffle(self, batch: Batch, cards: Sequence[int], effects: Effects) -> None:
        entry = entries.Shuffle(self._round, batch.next, bytes(cards), self._game_log.elapsed(effects))
        # An epoch that is voided is never shuffled twice.
        batch.next += 1
        # Before any contribution: Z covers the head after this entry, so the log cannot be changed once an x is known.
        self._game_log.append_entry(entry, effects)
        self._gather(effects)

    def _new_gathering(self) -> Gathering:
        asked = self._ledger.asked
        assert asked is not None  # parts are collected where the log asks for them
        return KeyGathering(asked) if asked.kind is KeyShown else Gathering(asked)

    def _gather(self, effects: Effects) -> None:
        """Collect what the log asks of every seat now."""
        self.gathering, self._has_moved = self._new_gathering(), False
        self._start_timer(effects)

    def _start_timer(self, effects: Effects) -> None:
        millis = 1000 * self._context.limits.reveal_seconds + self._break_granted
        self._silence_due = effects.ms + millis
        effects.start_timer(TimerId(self._game_log.table, "ceremony"), millis)

    @property
    def _break_granted(self) -> int:
        """The break between rounds is the players': they look at the scores before their programs commit."""
        return self._break_millis

    # -- complete gatherings

    def _gathering_complete(self, gathering: Gathering, effects: Effects) -> Complete:
        """Log a gathering that is complete and begin what follows."""
        effects.stop_timer(TimerId(self._game_log.table, "ceremony"))
        self.gathering, self._break_millis, t = None, 0, self._game_log.elapsed(effects)
        match gathering.what:
            case "nonce-commit":
                self._log_parts(entries.NonceCommits(gathering.envelopes, t), gathering, effects)
                self._gather(effects)
            case "nonce":
                self._log_parts(entries.Nonces(gathering.envelopes, t), gathering, effects)
                # From the last nonce on: these players have agreed on the session, and consents name them.
                self.settled = self.players
                return "session"
            case "commit":
                first = self._own_batch.first
                self._log_parts(entries.Commits(self._round, first, gathering.envelopes, t), gathering, effects)
                self._proceed(effects)
            case "reveal":
                self._reveals_complete(gathering, effects)
            case "root":
                return self._cosigns_complete(gathering, effects)
        return None

    def _log_parts(self, entry: Entry, gathering: Gathering, effects: Effects) -> None:
        self._game_log.append_entry(entry, effects, gathering.parts)

    @property
    def _own_batch(self) -> Batch:
        assert self._batch is not None  # its parts have come
        return self._batch

    def _own_deal(self, epoch: Epoch) -> HostDeal:
        return self._own_batch.deals[epoch.number - self._own_batch.first]

    @property
    def _shuffling(self) -> Epoch:
        epoch = self._ledger.ceremony.shuffling if self._ledger.ceremony is not None else None
        assert epoch is not None  # its statements have come
        return epoch

    def _reveals_complete(self, gathering: Gathering, effects: Effects) -> None:
        epoch, t = self._shuffling, self._game_log.elapsed(effects)
        xs = [statement.x for statement in gathering.statements(Revealed)]
        result = self._own_deal(epoch).shuffled(epoch.seats, epoch.head, epoch.cards, xs)
        self._log_parts(entries.Reveals(self._round, epoch.number, gathering.envelopes, t), gathering, effects)
        root = entries.Root(self._round, epoch.number, result.deck.root, result.deal_root, t)
        self._game_log.append_entry(root, effects)
        self._shuffled = result
        # The host's own ledger knows the deck from here on, and deals its cards.
        epoch.order, epoch.s_deck = result.deck.order, result.secrets.s_deck
        self._gather(effects)

    def _cosigns_complete(self, gathering: Gathering, effects: Effects) -> AnyDeck:
        epoch, result, t = self._shuffling.number, self._shuffled, self._game_log.elapsed(effects)
        assert result is not None  # all have signed it
        pub = result.secrets.s_pub
        self._log_parts(entries.Cosigns(self._round, epoch, gathering.envelopes, pub, t), gathering, effects)
        self._shuffled = None
        self._deck_complete()
        return Deck(epoch, result)

    def _deck_complete(self) -> None:
        self._requested_cards = None
        # With a deck that all have signed newcomers are players like others: from here on they are waited for.
        self._dealt, self._agreed = len(self.players), {}


def called_off_sentence(dealer: Dealer, why: Stop, round: int) -> str:
    """Why there can be no further deck, in words."""
    match why:
        case "voids":
            return sentence("the game was called off: this table's limit of voided shuffles was reached")
        case "epochs":
            return sentence(
                "the game was called off: too many shuffles of round {round} were put aside because players "
                "stayed silent",
                round=round,
            )
        case "no-session":
            silent = dealer.gathering.missing if dealer.gathering else ()
            names = ", ".join(dealer.players[seat][1] for seat in silent)
            return sentence("the game could not begin: no answer from {names}", names=names)
        case other:
            assert_never(other)
