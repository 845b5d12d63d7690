"""The own part in a sealed deck: key, parts, own hand, proofs of plays. The only place where the own round key is used.

A part is made of what the own log says is due, and of nothing else; its bytes are kept before they are sent, and the
same bytes go out again after a restart. Nothing is given in two forks of a log, and nothing in a round in which another
machine has given a part under the own identity. Source: SEALED.md, "The log".
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from rummynet.ledger.sealed_play import SealedPlay
from rummynet.ledger.sealed_shuffles import SealedCeremony
from rummynet.verifier.auditor import Auditor
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.log.player import Player
from rummynet_client.core.log.private_records import MixKept, RoundSecretKept
from rummynet_client.language import _
from rummynet_protocol.errors import Cheat, RummynetError
from rummynet_protocol.events import Event
from rummynet_protocol.fairness.hashing import SIZE
from rummynet_protocol.fairness.statements import PartGiven
from rummynet_protocol.sealed.ciphertexts import pack_cards
from rummynet_protocol.sealed.contexts import blob_hash, key_commit, possession_context
from rummynet_protocol.sealed.escrow import judge_complaint
from rummynet_protocol.sealed.hidden_hand import HiddenHand
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_cards import Mixing
from rummynet_protocol.sealed.round_keys import RoundKey, prove_possession, round_key
from rummynet_protocol.sealed.sealed_round import Due, SealedRound

T = TypeVar("T")
COMPLAINT: Final = "complain"


class CannotGoOn(RummynetError):
    """A statement that this seat owes cannot be given; the message says why."""

    code = "cannot_go_on"


class ShownKey:
    """The own key of a round, with the proof that the secret is here."""

    def __init__(self, key: RoundKey, proof: bytes) -> None:
        self.key, self.proof = key, proof


class SealedPart:
    """What *player* owes to the sealed rounds of the log that *auditor* follows, and sees of them."""

    def __init__(self, player: Player, own: OwnStatements, auditor: Auditor) -> None:
        self._player, self._own, self._auditor = player, own, auditor
        self._committed_at: dict[bytes, bytes] = {}  # by deal: the head after the host's commitment to it
        self._foreign: set[bytes] = set()  # deals to which another machine with the own identity gives its parts
        self._holder: tuple[SealedRound | None, KeyHolder | None] = None, None
        self._opening: tuple[SealedRound | None, set[int]] = None, set()
        """The round, and the seats whose parts of keys, kept here, have been found to open."""
        self._seen: HiddenHand | None = None  # the own hand as it was looked at last

    # -- the log

    def host_committed(self, deals: Iterable[bytes], head: bytes) -> None:
        """The host has committed to these deals; *head* is that after its entry."""
        self._committed_at |= dict.fromkeys(deals, head)

    def note_foreign(self) -> None:
        """Another machine has given a part of this round under the own identity: this one gives nothing more in it."""
        if self._sealed is not None:
            self._foreign.add(self._sealed.cards.context.deal)
            self._holder = None, None

    @property
    def _sealed(self) -> SealedRound | None:
        return self._auditor.sealed

    @property
    def _seat(self) -> int:
        seat = self._auditor.me_seat
        assert seat is not None
        return seat

    # -- the own key

    @property
    def is_holder(self) -> bool:
        """Whether the own seat plays the round that is shuffled, and so has a key."""
        ceremony = self._auditor.ceremony
        return isinstance(ceremony, SealedCeremony) and self._auditor.me_seat in ceremony.holders

    def commitment(self, deal: bytes) -> bytes:
        """The commitment to the own key of the round that begins with this deal; the key is made if there is none."""
        head = self._committed_at[deal]
        if self._own.secret(RoundSecretKept, head) is None:
            self._own.keep_secret(RoundSecretKept(head, self._player.random(SIZE)))
        shown = self.key_of(deal)
        assert shown is not None
        return key_commit(deal, self._seat, self._player.signer.public, shown.key.public, shown.proof)

    def key_of(self, deal: bytes) -> ShownKey | None:
        """The own key of the round that begins with this deal; None if this machine did not make it."""
        secret = self._own.secret(RoundSecretKept, self._committed_at.get(deal, b""))
        session = self._auditor.session
        if secret is None or session is None:
            return None
        key = round_key(secret, deal, self._seat)
        context = possession_context(session.id, deal, self._seat, self._player.signer.public)
        # The secret serves as the fresh bytes too: so the proof is the same each time, as its commitment wants it.
        return ShownKey(key, prove_possession(key, context, secret))

    @property
    def holder(self) -> KeyHolder | None:
        """The own side of the round; None without a key here, and before the keys."""
        sealed = self._sealed
        if sealed is None or self._auditor.me_seat not in sealed.identities:
            return None
        followed, holder = self._holder
        if followed is not sealed:
            deal = sealed.cards.context.deal
            shown = None if deal in self._foreign else self.key_of(deal)
            if shown is None or shown.key.public != sealed.cards.keys[self._seat]:
                return None
            holder = KeyHolder(self._seat, shown.key, sealed.cards)
            self._holder = sealed, holder
        return holder

    # -- parts

    @property
    def due(self) -> Due | None:
        """The part that the own seat owes now; None without one."""
        sealed, seat = self._sealed, self._auditor.me_seat
        if sealed is None or seat is None or self._auditor.finished or seat not in sealed.identities:
            return None
        due = sealed.due.get(seat)
        if self._bad_dealer() is not None:
            # Behind the complaint nothing more is given: the key may be used no more.
            return Due(COMPLAINT, self._auditor.head, self._auditor.clock) if sealed.blamed is None else None
        return due if due is not None and due.what != "action" else None

    @property
    def root_due(self) -> tuple[bytes, bytes] | None:
        """R and the head to sign it over, once all proofs of a stock hold; None else."""
        sealed = self._sealed
        if sealed is None or sealed.is_opening or self._auditor.finished:
            return None
        return sealed.root

    def earlier(self, due: Due) -> list[OwnStatement]:
        """The own statements that gave this part, newest first."""
        parts = (own for own in self._own.of_kind(PartGiven.kind) if _what(own) == due.what)
        if due.what == COMPLAINT:  # aimed at no entry that asks for it
            return [own for own in parts if self._is_about_this_round(own)]
        return [own for own in parts if own.statement.head == due.head]

    def _is_about_this_round(self, complaint: OwnStatement) -> bool:
        sealed, holder, dealer = self._sealed, self.holder, self._bad_dealer()
        if sealed is None or holder is None or dealer is None or complaint.blob[:1] != bytes([dealer]):
            return False
        contexts = sealed.cards.context.escrow(dealer), sealed.cards.context.complaint(dealer, holder.seat)
        part, public = sealed.part_of(dealer, holder.seat), sealed.cards.keys[holder.seat]
        with suppress(Cheat):
            judge_complaint(part, holder.seat, public, *contexts, complaint.blob[1:])
            return True
        return False

    def make(self, due: Due) -> dict[str, Any]:
        """The content of the statement that gives this part. Raises CannotGoOn, StillComputing."""
        again = next((own.blob for own in self.earlier(due) if own.blob), b"")
        blob = again or self._make_blob(due)
        return {**self._round_fields, "what": due.what, "blob": blob_hash(blob) if again else self._own.keep_blob(blob)}

    def owed_at(self, about: int) -> bytes:
        """The head to which seat *about* owes a part; the newest if it owes none."""
        due = self._sealed.waited_for(about) if self._sealed is not None else None
        return due.head if due is not None else self._auditor.head

    def root(self) -> dict[str, Any]:
        """The content of the statement that signs R. Raises CannotGoOn."""
        sealed, session, ceremony = self._sealed, self._auditor.session, self._auditor.ceremony
        assert sealed is not None and session is not None and isinstance(ceremony, SealedCeremony)
        root = sealed.root
        assert root is not None
        if self._seat in sealed.identities:
            self._own_side()  # raises where another machine has the key
        return {"session": session.id, "deal": ceremony.current.deal, "root": root[0]}

    def check_single_log(self) -> None:
        """Raises CannotGoOn if a part, or a hidden card, was given in another fork of this log."""
        # Shares of two forks would open a card: in each it is another one's.
        for own in self._own.by_hash.values():
            if own.blob and not self._auditor.knows_head(own.statement.head):
                raise CannotGoOn(
                    _(
                        "your program already signed its part of this shuffle, in another log of the same game. "
                        "The host showed it two logs, so it does not sign again"
                    )
                )

    def _make_blob(self, due: Due) -> bytes:
        return _MAKES[due.what](self, self._own_side(), due)

    def _compute(self, due: Due, work: Callable[[], Callable[[], T]]) -> T:
        # A head is that of one log, and what is due there follows from it.
        return self._player.computations.ask((due.what, due.head), work)

    def _own_side(self) -> KeyHolder:
        holder = self.holder
        if holder is None:
            raise CannotGoOn(
                _(
                    "another machine with your key plays this round: only there your cards can be seen. This one gives "
                    "nothing to the round. Play on one machine only"
                )
            )
        return holder

    @property
    def _round_fields(self) -> dict[str, Any]:
        assert self._auditor.session is not None
        return {"session": self._auditor.session.id, "round": self._auditor.round}

    def _escrow(self, holder: KeyHolder, _due: Due) -> bytes:
        assert self._sealed is not None
        return holder.make_escrow(self._sealed.host_key, self._player.random(SIZE))

    def _mix(self, holder: KeyHolder, due: Due) -> bytes:
        def work() -> Callable[[], tuple[bytes, bytes]]:
            fresh = self._player.random(SIZE)
            make = holder.deck_work(fresh)
            return lambda: (make(), fresh)

        deck, fresh = self._compute(due, work)
        self._own.keep_secret(MixKept(blob_hash(deck), fresh))
        return deck

    def _proof(self, holder: KeyHolder, due: Due) -> bytes:
        mixing = holder.cards.mixing
        assert mixing is not None
        # Also where the mix was made by an earlier run: all follows from what it was made of.
        fresh = self._own.secret(MixKept, blob_hash(_own_deck(mixing, holder.seat)))
        if fresh is None:
            self.note_foreign()
            self._own_side()  # raises: it is the one that says why
            raise AssertionError
        return self._compute(due, partial(holder.proof_work, fresh))

    def _shares(self, holder: KeyHolder, due: Due) -> bytes:
        return self._compute(due, lambda: holder.shares_work(self._player.random(SIZE)))

    def _open(self, holder: KeyHolder, _due: Due) -> bytes:
        return holder.open()

    def _key_part(self, holder: KeyHolder, _due: Due) -> bytes:
        sealed = self._sealed
        assert sealed is not None
        about = sealed.opens_for(holder.seat)
        return holder.open_part(about, {holder.seat: sealed.part_of(about, holder.seat)})

    def _complain(self, holder: KeyHolder, _due: Due) -> bytes:
        sealed, dealer = self._sealed, self._bad_dealer()
        assert sealed is not None and dealer is not None
        parts = {holder.seat: sealed.part_of(dealer, holder.seat)}
        return bytes([dealer]) + holder.complain(dealer, parts, self._player.random(SIZE))

    def _bad_dealer(self) -> int | None:
        """The seat whose part of its key, kept here, does not open: nobody could open its hand if it were lost."""
        sealed, holder = self._sealed, self.holder
        # The own seat has signed the first stock only as every part opened.
        if sealed is None or holder is None or sealed.cards.stock_mixes:
            return None
        if self._opening[0] is not sealed:
            self._opening = sealed, set()
        for dealer, part in sealed.parts_kept_by(holder.seat).items():
            if dealer not in self._opening[1]:
                try:
                    holder.open_part(dealer, {holder.seat: part})
                except Cheat:
                    return dealer
                self._opening[1].add(dealer)
        return None

    # -- the own hand

    def learn_hand(self) -> None:
        """Make the own hidden cards known to the auditor, so that all that shows or plays the hand sees it.

        Raises Cheat.
        """
        play, holder = self._auditor.play, self.holder
        if holder is None or not isinstance(play, SealedPlay) or play.open or play.state is None:
            return
        hand = holder.cards.hands[holder.seat]
        if hand is self._seen:
            return
        self._seen = hand
        for card in holder.hand():
            if card is None:
                raise Cheat("mix", _("a card that you were dealt is no card of the deck"))
            play.learn_own(holder.seat, card)

    def prove_play(self, events: Iterable[Event], number: int, head: bytes, *, at_once: bool = False) -> bytes:
        """The proof of the hidden cards that the own seat plays in these events; b"" if there are none.

        *number* and *head* are those of the action's statement. Raises CannotGoOn; StillComputing unless *at_once*.
        """
        sealed = self._sealed
        hidden = sealed.hidden_among(self._seat, events) if sealed is not None else ()
        if not hidden:
            return b""
        self.check_single_log()
        holder, name = self._own_side(), ("play", number, head, hidden)
        try:
            return self._player.computations.ask(
                name, lambda: holder.play_work(number, head, hidden, self._player.random(SIZE)), at_once=at_once
            )
        except ValueError:
            raise CannotGoOn(_("your program does not see this card in your hand")) from None


def _what(own: OwnStatement) -> str:
    return own.statement.what if isinstance(own.statement, PartGiven) else ""


def _own_deck(mixing: Mixing, seat: int) -> bytes:
    return pack_cards(mixing.decks[mixing.mixers.index(seat) + 1])


_MAKES: Final[Mapping[str, Callable[[SealedPart, KeyHolder, Due], bytes]]] = {
    "escrow": SealedPart._escrow,
    COMPLAINT: SealedPart._complain,
    "mix": SealedPart._mix,
    "proof": SealedPart._proof,
    "share": SealedPart._shares,
    "open": SealedPart._open,
    "key": SealedPart._key_part,
}
