"""Runs the ceremonies of a game with a sealed deck: keys and mixes of the seats in place of the host's own shuffle.

The host keeps the same ``SealedRound`` as every reader of the log, and logs a part only after that has taken it. Until
a round's first stock is signed a silent seat voids it, as with any deck. After that everybody may have seen cards:
nothing is dealt anew, and what is missing is waited for.
"""

from collections.abc import Mapping, Sequence

from rummynet.table.api.effects import Effects, TimerId
from rummynet.table.api.host_context import HostContext
from rummynet.table.api.refusals import NotDue, WrongStatement
from rummynet.table.game.dealer import Complete, Dealer, Player
from rummynet.table.game.dealt_cards import AnyDeck, MixedDeck
from rummynet.table.game.game_log import GameLog
from rummynet.table.game.sealed_batch import SealedBatch
from rummynet.table.game.shuffle_ceremony import LAST_EPOCH, Batch, Gathering
from rummynet.table.seats.received_statements import Received, Statements
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries
from rummynet_protocol.fairness.statements import Cosigned, KeyShown, PartGiven
from rummynet_protocol.sealed.contexts import HOST
from rummynet_protocol.sealed.escrow import check_escrow, keepers, open_part
from rummynet_protocol.sealed.sealed_round import SealedRound


class SealedDealer(Dealer):
    """As ``Dealer``. ``sealed`` are the hidden cards of the round, from its keys on."""

    def __init__(
        self,
        context: HostContext,
        game_log: GameLog,
        statements: Statements,
        players: Sequence[Player],
        bots: tuple[int, ...],
    ) -> None:
        super().__init__(context, game_log, statements, players, bots)
        self._root: tuple[bytes, bytes] | None = None
        """What is signed, or was last: a deck that all have mixed, and the head after its proofs."""

    @property
    def sealed(self) -> SealedRound | None:
        """The hidden cards of the round, from its keys on."""
        ledger = self._game_log.ledger
        return ledger.sealed if ledger.round == self._round else None

    @property
    def has_stock(self) -> bool:
        """Whether the first stock of the round is signed by all: from here on nothing is voided."""
        ledger = self._game_log.ledger
        return ledger.round == self._round and ledger.play is not None and bool(ledger.play.used)

    @property
    def busy(self) -> bool:
        """As ``Dealer.busy``; also while parts of the deck are due."""
        return super().busy or (self.sealed is not None and self.sealed.is_waiting)

    def request_deck(self, cards: Sequence[int], effects: Effects) -> None:
        """As ``Dealer.request_deck``; a later stock of the round takes no commitments."""
        if self.has_stock:
            self._begin_stock(self._hidden, cards, effects)
        else:
            super().request_deck(cards, effects)

    def _begin_stock(self, sealed: SealedRound, cards: Sequence[int], effects: Effects) -> None:
        log, epoch = self._game_log, sealed.epoch + 1
        if epoch > LAST_EPOCH:
            self.stopped = "epochs"
            return
        self._requested_cards = cards
        log.append_entry(entries.Shuffle(self._round, epoch, bytes(cards), log.elapsed(effects)), effects)

    # -- the first stock

    def _batch_size(self, first: int) -> int:
        return 1  # later stocks need no commitments: their order follows from mixes alone

    def _kept_from(self, first: int) -> int:
        # A start reads the secrets behind the first batch of a round, which a checkpoint has (``Checkpoint.round``).
        return first + fair.FIRST_BATCH - 1

    _batch_kind = SealedBatch

    def _own(self, batch: Batch | None) -> SealedBatch:
        assert isinstance(batch, SealedBatch)  # commitments come first
        return batch

    def _gathering_complete(self, gathering: Gathering, effects: Effects) -> Complete:
        if gathering.what != KeyShown.kind:
            break_millis = self._break_millis
            complete = super()._gathering_complete(gathering, effects)
            if gathering.what != Cosigned.kind:
                self._break_millis = break_millis
            return complete
        self.gathering = None
        self._keys_complete(self._own(self._batch), gathering, effects)
        return None

    @property
    def _break_granted(self) -> int:
        """The deck is mixed in the break: what waits for the players is their signature, behind which cards come."""
        is_signed = self.gathering is not None and self.gathering.what == Cosigned.kind
        return self._break_millis if is_signed and not self.has_stock else 0

    def _keys_complete(self, batch: SealedBatch, gathering: Gathering, effects: Effects) -> None:
        log, public = self._game_log, batch.host_key.public
        entry = entries.Keys(
            self._round, batch.first, gathering.envelopes, public, batch.host_proof, log.elapsed(effects)
        )
        log.append_entry(entry, effects, gathering.parts)
        self._start_timer(effects)

    def _cosigns_complete(self, gathering: Gathering, effects: Effects) -> AnyDeck:
        sealed, batch, log = self._hidden, self._own(self._batch), self._game_log
        pub = None if self.has_stock else batch.s_pub
        entry = entries.Cosigns(self._round, sealed.epoch, gathering.parts_or_none, pub, log.elapsed(effects))
        log.append_entry(entry, effects, gathering.parts)
        self._deck_complete()
        return MixedDeck(sealed.epoch, sealed.cards.context.z, batch.s_pub)

    @property
    def _hidden(self) -> SealedRound:
        sealed = self.sealed
        assert sealed is not None  # its keys are shown
        return sealed

    # -- parts

    def take_part(self, seat: int, part: Received, blob: bytes, effects: Effects) -> None:
        """Log a seat's part of the deck, and what follows from it. Raises NotDue, WrongStatement."""
        statement, sealed, log = part.statement, self.sealed, self._game_log
        if sealed is None or log.ledger.is_paused:
            raise NotDue("no part of a sealed deck is due now")
        assert isinstance(statement, PartGiven)  # it was read as one
        try:
            if statement.what == "escrow":
                sealed.check_due(seat, statement.what, statement.head)
                self._check_own_part(sealed, seat, blob)
            entry = entries.PartLogged(self._round, seat, part.envelope, blob, log.elapsed(effects))
            log.append_entry(entry, effects, (part,))
        except Cheat as problem:
            raise (NotDue if problem.check == "due" else WrongStatement)(str(problem)) from None
        self.take_out_part(seat, effects)
        if sealed.blamed is not None:
            # At once: the keys are dead, since a complaint decrypts what its dealer chose (SEALED.md, "Escrow").
            self._void_batch(self._own(self._batch), (sealed.blamed,), (), (), effects)
        else:
            self._parts_changed(effects)

    def _check_own_part(self, sealed: SealedRound, seat: int, blob: bytes) -> None:
        """Check that the host can open its part of the key of *seat*. Raises Cheat."""
        part = check_escrow(sealed.cards.keys[seat], keepers(seat, sealed.holders), blob)[HOST]
        secret = self._own(self._batch).host_key.secret
        open_part(part, HOST, secret, sealed.cards.context.escrow(seat))

    def open_host_part(self, about: int, effects: Effects) -> None:
        """Log the host's part of the key of a seat that all others want to go on without."""
        sealed, log, secret = self._hidden, self._game_log, self._own(self._batch).host_key.secret
        z = open_part(sealed.part_of(about, HOST), HOST, secret, sealed.cards.context.escrow(about))
        log.append_entry(entries.HostPart(self._round, about, z, log.elapsed(effects)), effects)
        self._parts_changed(effects)

    def _parts_changed(self, effects: Effects) -> None:
        """Collect signatures of the deck once all have mixed it; until it is dealt, begin the time for silence anew."""
        root = self.sealed.root if self.sealed is not None else None
        if self.has_stock and self.gathering is not None and self._root != root:
            self.gathering = None  # a mixer was given up: its deck is left out, and all sign another one
        if root is not None and self.gathering is None:
            self._root, self.gathering = root, self._new_gathering()
        if not self.has_stock:
            self._start_timer(effects)

    @property
    def owed_since(self) -> Mapping[int, int]:
        """As ``Dealer.owed_since``."""
        sealed = self.sealed
        if sealed is None or not self.has_stock:
            return {}
        if sealed.root is not None:
            missing = self.gathering.missing if self.gathering is not None else ()
            return dict.fromkeys(missing, sealed.proven_at[1])
        return {seat: due.since for seat, due in sealed.due.items()}

    # -- silence

    def ceremony_timer_expired(self, effects: Effects) -> None:
        """As ``Dealer.ceremony_timer_expired``; parts of the first stock that are missing void it as well."""
        sealed = self.sealed
        if self.has_stock and self.gathering is not None and self._batch is not None:
            return  # somebody may have seen a card: this waits until the game goes on, or the others end it
        due = sealed.due if sealed is not None and not self.has_stock else {}
        if not due:
            super().ceremony_timer_expired(effects)
            return
        # Log time stands still while a host is down, so it is held against this as well.
        waited = self._game_log.elapsed(effects) - max(one.since for one in due.values())
        left = max(self._silence_due - effects.ms, entries.VOID_MILLIS - waited)
        if left > 0:
            effects.start_timer(TimerId(self._game_log.table, "ceremony"), left)
            return
        self._break_millis = 0
        # The log itself shows whose parts are missing.
        self._void_batch(self._own(self._batch), tuple(sorted(due)), (), (), effects)
