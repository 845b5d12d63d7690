"""A round with a sealed deck as its log shows it: what each seat owes now, and the hidden cards. No secret is in here.

Host, players and verifiers keep the same one, by the entries of the log alone: so a host can log nothing that a reader
would refuse, and a program gives only what its own copy of the log says is due. Source: SEALED.md, "The log".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from rummynet_protocol.cards import ALL_NAMES, FACE_OF, mask
from rummynet_protocol.errors import Cheat
from rummynet_protocol.events import Declared, Event, Exchanged, LaidDown, LaidOff, ThrewOut
from rummynet_protocol.fairness.commitment import deal_id
from rummynet_protocol.sealed.ciphertexts import CIPHERTEXT, read_cards
from rummynet_protocol.sealed.contexts import HOST, RoundContext, epoch_z, possession_context, sealed_root
from rummynet_protocol.sealed.escrow import (
    LEAST_HOLDERS,
    EscrowPart,
    check_escrow,
    check_opened_part,
    judge_complaint,
    keepers,
    open_part,
    rebuilt_key,
)
from rummynet_protocol.sealed.group import IDENTITY, SIZE, Element, Scalar, scalar, scalar_total
from rummynet_protocol.sealed.hidden_hand import HiddenHand, check_play
from rummynet_protocol.sealed.round_audit import audit_round, decrypted
from rummynet_protocol.sealed.round_cards import RoundCards
from rummynet_protocol.sealed.round_keys import check_opened_key, shown_key
from rummynet_protocol.values import Value

# What an open key keeps, everybody can open: with one person left the host would have all parts of that person's key.
LEAST_KEEPERS: Final = 2  # so many people, with keys that are not open, are left when a key is opened


class Due(Value):
    """A part that a seat owes: what it is called, the head that its statement names, and since when (log time)."""

    what: str
    head: bytes
    since: int


class Learned(Value):
    """What an entry has shown to all: cards turned up, and the hidden cards of seats whose keys are open."""

    turned_up: tuple[int, ...] = ()
    opened: tuple[tuple[int, int], ...] = ()  # (seat, card)


class HandsSeen(Value):
    """The hidden hands at one moment, as all see them: what a play has to prove then."""

    hands: Mapping[int, HiddenHand]
    seen: int  # every card whose place all know, as a mask
    context: RoundContext

    def check(self, seat: int, number: int, head: bytes, events: Iterable[Event], blob: bytes) -> None:
        """Check what proves the hidden cards of the seat's action with this number, aimed there. Raises Cheat."""
        named = [card for card in cards_played(seat, events) if not self.seen >> card & 1]
        if named:
            check_play(self.hands[seat], named, self.context.play(seat, number, head), blob)
        elif blob:
            raise Cheat("hand", f"seat {seat} proves hidden cards and plays none")


class _Audit(Value):
    """What came out of the check of a round, and what it was about."""

    unprinted: ClassVar = ("secrets",)
    cards: RoundCards
    stocks: Mapping[int, bytes]
    secrets: Mapping[int, Scalar]
    left: dict[int, list[int]]
    orders: dict[int, tuple[int, ...]]


# The rounds of a long game: a client that was started again has all of them checked before it takes the first.
MOST_AHEAD: Final = 32
audits_ahead: Final[dict[bytes, _Audit]] = {}
"""By Z of the round, audits that were made before the last key was taken, oldest first."""


@dataclass(slots=True)
class SealedRound:
    """The round of this number. ``holders`` are the seats that play it, *people* those that no bot of the host's has.

    Every method that takes an entry raises Cheat where it may not stand, and then nothing has changed.
    """

    session: bytes
    number: int
    host: bytes  # the host's identity key
    identities: Mapping[int, bytes]  # the identity key of each holder, by seat
    people: frozenset[int]
    has_escrow: bool
    cards: RoundCards = field(init=False)
    host_key: Element = IDENTITY
    epoch: int = 0  # the newest
    orders: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """By epoch the cards of its stock, top first; known when all keys are open."""
    opened: dict[int, Scalar] = field(default_factory=dict)  # by seat the keys shown at the round's end
    _parts: dict[int, dict[int, EscrowPart]] = field(default_factory=dict)  # by seat: the parts of its key, by keeper
    _escrows: dict[int, bytes] = field(default_factory=dict)
    _decks: list[bytes] = field(default_factory=list)
    _proofs: dict[int, bytes] = field(default_factory=dict)  # the mixes of this epoch: decks in order, proofs by seat
    _stocks: dict[int, bytes] = field(default_factory=dict)  # by epoch its last deck
    _head: bytes = b""
    _since: int = 0
    """Head and log time of the entry that made due what is due now, or of the newest deck of a chain of mixes."""
    _began: tuple[bytes, int] = (b"", 0)  # head and log time of the entry that began the newest chain
    _mixed_at: dict[int, tuple[bytes, int]] = field(default_factory=dict)
    """By seat, head and log time after its deck: there its proof is due."""
    proven_at: tuple[bytes, int] = (b"", 0)  # head and log time after the newest proof
    blamed: int | None = None
    """Who made a part of a key that does not open, or said so of one that does: the deck is made anew."""
    late: tuple[int, Due] | None = None
    """The seat whose time is up, and that owes an action now which only its program can do."""
    _ends: bool = False  # no hidden card matters any more: the keys are due
    _opening: dict[int, dict[int, Scalar]] = field(default_factory=dict)
    """By seat that was given up: the parts of its key that are open, by keeper."""
    _opening_at: dict[int, tuple[bytes, int]] = field(default_factory=dict)
    """By such a seat, head and log time after the host's part."""
    _audited: _Audit | None = None  # the audit, if it was made before the last key was taken
    _seen: int = 0  # every card whose place all know, as a mask

    # -- the first epoch

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats with a key, ascending."""
        return tuple(sorted(self.identities))

    def show_keys(
        self,
        epoch: int,
        z: bytes,
        keys: Mapping[int, tuple[bytes, bytes]],
        host: tuple[bytes, bytes],
        head: bytes,
        t: int,
    ) -> None:
        """The keys with their proofs of possession, by seat, and the host's; *head* and *t* are those of the entry."""
        deal = deal_id(self.session, self.number, epoch)
        shown = {
            seat: shown_key(public, possession_context(self.session, deal, seat, self.identities[seat]), proof)
            for seat, (public, proof) in sorted(keys.items())
        }
        host_key = shown_key(host[0], possession_context(self.session, deal, HOST, self.host), host[1])
        self.cards = RoundCards(RoundContext(self.session, deal, z), shown)
        self.host_key, self.epoch = host_key, epoch
        self._head, self._since = head, t

    # -- what is due

    @property
    def due(self) -> dict[int, Due]:
        """By seat what it owes now; nothing where all that is missing are co-signatures, or nothing at all."""
        cards, asked = self.cards, (self._head, self._since)
        due = dict[int, Due]()
        if self.blamed is not None:
            return due
        if self._ends:
            due = {seat: Due("open", *asked) for seat in self.holders if seat not in {**self.opened, **cards.opened}}
        elif self._wants_escrow:
            due = {seat: Due("escrow", *asked) for seat in self.holders if seat not in self._parts}
        elif cards.mixing is not None:
            mixing = cards.mixing
            mixed = mixing.mixers[: len(mixing.decks) - 1]
            due = {seat: Due("proof", *self._mixed_at[seat]) for seat in mixed if seat not in mixing.proven}
            if len(mixed) < len(mixing.mixers):
                due[mixing.mixers[len(mixed)]] = Due("mix", *asked)
        elif cards.due is not None:
            due = {seat: Due("share", *asked) for seat in self.holders if cards.owed(seat)}
        if self.late is not None and not self.is_waiting:  # a part of its own comes first
            due[self.late[0]] = self.late[1]
        for about, opening in self._opening.items():
            for seat in self._keepers_left(about):
                if seat not in opening:
                    due[seat] = Due("key", *self._opening_at[about])
        return due

    @property
    def root(self) -> tuple[bytes, bytes] | None:
        """R and the head that its co-signatures name, once all proofs of the newest stock hold; else None."""
        mixing = self.cards.mixing
        if mixing is None or mixing.proven != set(mixing.mixers) or len(mixing.decks) <= len(mixing.mixers):
            return None
        blobs = [deck + self._proofs[seat] for seat, deck in zip(mixing.mixers, self._decks, strict=True)]
        escrows = [self._escrows[seat] for seat in sorted(self._escrows)]
        count = len(mixing.decks[0])
        return sealed_root(mixing.epoch, self.cards.keys, escrows, blobs, count), self.proven_at[0]

    @property
    def is_waiting(self) -> bool:
        """Whether the game cannot go on before parts or co-signatures have come."""
        cards, missing = self.cards, self._ends and not self.is_open
        return missing or cards.mixing is not None or cards.due is not None or bool(self._opening)

    @property
    def _wants_escrow(self) -> bool:
        enough = self.has_escrow and len(self.holders) >= LEAST_HOLDERS
        return enough and len(self._parts) < len(self.holders)

    # -- stocks

    def begin_stock(self, epoch: int, cards: Sequence[int], head: bytes, t: int) -> None:
        """A stock of these public cards is to be mixed; *head* is that after its ``shuffle``."""
        if epoch == self.epoch and not self._stocks:  # the round's first: Z_0 holds what this head would
            self.cards.start_stock(self.cards.context.deal, self.cards.context.z, cards)
        else:
            deal = deal_id(self.session, self.number, epoch)
            self.cards.start_stock(deal, epoch_z(deal, self.cards.context.z, head), cards)
        self._begin_chain(epoch, head, t)
        self._seen &= ~mask(cards)

    def put_back(self, cards: Sequence[int], head: bytes, t: int) -> None:
        """These cards, as they were turned up, go back into the stock; all of it is mixed."""
        deal = deal_id(self.session, self.number, self.epoch + 1)
        self.cards.put_back(deal, epoch_z(deal, self.cards.context.z, head), cards)
        self._begin_chain(self.epoch + 1, head, t)
        self._seen &= ~mask(cards)

    def _begin_chain(self, epoch: int, head: bytes, t: int) -> None:
        self.epoch, self._head, self._since, self._began = epoch, head, t, (head, t)
        self._decks, self._proofs, self._mixed_at = [], {}, {}

    def finish_stock(self) -> None:
        """All have signed R: the stock can be used."""
        self.cards.finish_mixing()
        self._stocks[self.epoch] = self._decks[-1]

    # -- parts

    def take_part(self, seat: int, what: str, about: Due, blob: bytes, head: bytes, t: int) -> Learned:
        """A part of *seat* that is due; *head* and *t* are those of its entry."""
        match what:
            case "escrow":
                keeping = keepers(seat, self.holders)
                self._parts[seat] = check_escrow(self.cards.keys[seat], keeping, blob)
                self._escrows[seat] = blob
                if not self._wants_escrow:
                    self._head, self._since = self._began = head, t
            case "mix":
                self.cards.add_deck(seat, blob)
                self._decks.append(blob)
                self._mixed_at[seat] = self._head, self._since = head, t
            case "proof":
                self.cards.add_proof(seat, blob)
                self._proofs[seat], self.proven_at = blob, (head, t)
            case "share":
                return self._learned(self.cards.add_shares(seat, blob))
            case "open":
                secret = scalar(blob)
                check_opened_key(self.cards.keys[seat], secret)
                self.opened[seat] = secret
            case _:
                raise Cheat("due", f"a part {what!r} is never due")
        return Learned()

    def check_due(self, seat: int, what: str, head: bytes) -> Due:
        """What the seat owes, if it is this part at this head. Raises Cheat("due")."""
        due = self.due.get(seat)
        if due is None or (due.what, due.head) != (what, head):
            raise Cheat("due", f"seat {seat} gave a part ({what}) that it does not owe here")
        return due

    # -- cards

    def deal(self, to: Sequence[int], up: int, head: bytes, t: int) -> Learned:
        """The positions from the top on go to these seats, and then *up* cards are turned up."""
        return self._given(0, [*to, *[None] * up], head, t)

    def turn_up(self, head: bytes, t: int) -> Learned:
        """One more card is turned up."""
        return self._given(self.top, [None], head, t)

    def draw(self, seat: int, position: int, count: int, head: bytes, t: int) -> Learned:
        """The seat draws so many cards, from this position on."""
        return self._given(position, [seat] * count, head, t)

    @property
    def top(self) -> int:
        """The position on top of the stock."""
        return self.cards.stock.position if self.cards.stock is not None else 0

    def _given(self, position: int, to: Sequence[int | None], head: bytes, t: int) -> Learned:
        turned_up = self.cards.give(head, position, to)
        self._head, self._since = head, t
        return self._learned(turned_up)

    def _learned(self, turned_up: Sequence[int]) -> Learned:
        self._seen |= mask(turned_up)
        return Learned(tuple(turned_up), self._open_hands())

    def _open_hands(self) -> tuple[tuple[int, int], ...]:
        """Take the cards of seats whose keys are open out of their hidden hands: all know them from here on."""
        found = []
        for seat in self.cards.opened:
            found += [(seat, card) for card in self.cards.open_hand(seat) if card is not None]
            self.cards.hands[seat] = HiddenHand(self.cards.keys[seat])
        self._seen |= mask(card for _, card in found)
        return tuple(found)

    # -- plays

    def hidden_among(self, seat: int, events: Iterable[Event]) -> tuple[int, ...]:
        """The hidden cards that the seat plays in these events, in their order."""
        return tuple(card for card in cards_played(seat, events) if not self._seen >> card & 1)

    @property
    def hands_seen(self) -> HandsSeen:
        """The hidden hands as they are now, to judge a play of them later."""
        return HandsSeen(dict(self.cards.hands), self._seen, self.cards.context)

    def still_hidden(self, hand: int) -> int:
        """The cards of a hand, as a mask, that not all know to be there."""
        return hand & ~self._seen

    def play(self, seat: int, number: int, head: bytes, events: Sequence[Event], blob: bytes) -> None:
        """The seat's signed action with this number, aimed at *head*, brings these events; *blob* proves its cards."""
        named = self.hidden_among(seat, events)
        if not named:
            if blob:
                raise Cheat("hand", f"seat {seat} proves hidden cards and plays none")
            return
        self.cards.play(seat, number, head, named, blob)
        self._seen |= mask(named)

    # -- a part of a key that does not open

    def complain(self, seat: int, blob: bytes) -> None:
        """*seat* says that its part of a key, of the dealer that the first byte names, does not open."""
        dealer, proof = blob[:1], blob[1:]
        parts = self._parts.get(dealer[0]) if dealer else None
        # Mixes do not count: every part of a key stands before the first of them, so none can be made from a card.
        if parts is None or seat not in parts or self.blamed is not None or self._stocks:
            raise Cheat("due", f"seat {seat} complains of a part of a key that it does not have, or too late")
        context, complaint = self.cards.context.escrow(dealer[0]), self.cards.context.complaint(dealer[0], seat)
        whose = judge_complaint(parts[seat], seat, self.cards.keys[seat], context, complaint, proof)
        self.blamed = dealer[0] if whose == "dealer" else seat

    # -- a seat that is away

    def waited_for(self, about: int) -> Due | None:
        """What the others wait for from this seat."""
        # Whose co-signature is missing does not stand in the log: there the others' word is enough.
        signs = Due("root", *self.proven_at) if self.root is not None and about not in self.cards.opened else None
        due, opening = self.due.get(about, signs), self._opening_at.get(about)
        # While its hand is being opened it is the keepers who are waited for: that has a time of its own.
        return due if due is None or opening is None else Due(due.what, *opening)

    def keepers_of(self, about: int) -> frozenset[int]:
        """The people who together can open the key of this seat, as it owes something; empty if it cannot be opened."""
        others = self.people - {about} - self.cards.opened.keys()
        is_open = about in self.cards.opened or about in self._opening
        has_parts = self.has_escrow and about in self._parts and not is_open
        can_open = has_parts and self.waited_for(about) is not None and len(others) >= LEAST_KEEPERS
        return others if can_open else frozenset()

    def host_part(self, about: int, z: bytes, head: bytes, t: int) -> Learned:
        """The host's part of a key, after which all others owe theirs; whether it is time is not looked at."""
        part = scalar(z)
        check_opened_part(HOST, self._parts[about][HOST], part)
        self._opening[about] = {HOST: part}
        self._opening_at[about] = head, t
        return self._open_if_complete(about)

    def key_part(self, seat: int, blob: bytes) -> Learned:
        """A keeper's part of the key of a seat that was given up."""
        about = self.opens_for(seat)
        part = scalar(blob)
        check_opened_part(seat, self._parts[about][seat], part)
        self._opening[about][seat] = part
        return self._open_if_complete(about)

    @property
    def is_opening(self) -> bool:
        """Whether parts of the key of a seat that was given up are due: the deck changes with the last of them."""
        return bool(self._opening)

    def opens_for(self, seat: int) -> int:
        """The seat whose key *seat* owes a part of. Raises Cheat("due")."""
        for about, opening in self._opening.items():
            if seat in self._keepers_left(about) and seat not in opening:
                return about
        raise Cheat("due", f"seat {seat} owes no part of a key")

    def part_of(self, about: int, keeper: int) -> EscrowPart:
        """The part of the key of *about* that *keeper* keeps."""
        return self._parts[about][keeper]

    def parts_kept_by(self, keeper: int) -> dict[int, EscrowPart]:
        """By dealer the parts that this keeper keeps, 255 for the host."""
        return {dealer: parts[keeper] for dealer, parts in self._parts.items() if keeper in parts}

    def _keepers_left(self, about: int) -> tuple[int, ...]:
        return tuple(seat for seat in self.holders if seat != about and seat not in self.cards.opened)

    def _open_if_complete(self, about: int) -> Learned:
        opening, context = self._opening[about], self.cards.context.escrow(about)
        if not {*self._keepers_left(about)} <= opening.keys():
            return Learned()
        for seat, secret in self.cards.opened.items():  # what an open key keeps, everybody can open
            opening[seat] = open_part(self._parts[about][seat], seat, secret, context)
        secret = rebuilt_key(self.cards.keys[about], self._parts[about], opening)
        del self._opening[about]
        turned_up = self.cards.open_key(about, secret)
        self._shorten_chain()
        return self._learned(turned_up)

    def _shorten_chain(self) -> None:
        """A seat that is given up mixes no more: decks from its place on are made again."""
        mixing = self.cards.mixing
        if mixing is None:
            return
        kept = mixing.mixers[: len(mixing.decks) - 1]
        del self._decks[len(kept) :]
        self._mixed_at = {seat: self._mixed_at[seat] for seat in kept}
        self._proofs = {seat: self._proofs[seat] for seat in kept if seat in self._proofs}
        self._head, self._since = self._mixed_at[kept[-1]] if kept else self._began

    # -- the end

    def end_play(self, head: bytes, t: int) -> None:
        """No hidden card matters any more: all holders show their keys."""
        self._ends, self._head, self._since = True, head, t

    @property
    def is_ending(self) -> bool:
        """Whether the keys of all are due, or open."""
        return self._ends

    @property
    def is_open(self) -> bool:
        """Whether all keys are open."""
        return self._ends and {*self.holders} <= {**self.opened, **self.cards.opened}.keys()

    def audit(self) -> dict[int, list[int]]:
        """Check the whole round by the open keys; the hidden cards left, by seat. Raises Cheat."""
        stocks, secrets = self._stocks, {**self.cards.opened, **self.opened}
        done, self._audited = self._audited or audits_ahead.pop(self.cards.context.z, None), None
        if done is None or (done.cards, done.stocks, done.secrets) != (self.cards, stocks, secrets):
            done = _audited(self.cards, stocks, secrets)
        self.orders |= done.orders
        return done.left

    def audit_work(self, seat: int, blob: bytes, *, again: bool = False) -> Callable[[], None] | None:
        """``audit`` as it will be once *seat* has opened its key, for a thread; None if other keys are still missing.

        What it has found is what ``audit`` returns then, if it is asked about the same; with *again* also that of
        another copy of this round, which follows the same log later.
        """
        if not self._ends or self.is_open or len(blob) != SIZE:
            return None
        secrets = {**self.cards.opened, **self.opened, seat: Scalar(blob)}
        if secrets.keys() != self.identities.keys():
            return None
        cards, stocks = self.cards.copy(), dict(self._stocks)

        def work() -> None:
            self._audited = _audited(cards, stocks, secrets)
            if not again:
                return
            audits_ahead[cards.context.z] = self._audited
            while len(audits_ahead) > MOST_AHEAD:
                del audits_ahead[next(iter(audits_ahead))]

        return work


def _audited(cards: RoundCards, stocks: Mapping[int, bytes], secrets: Mapping[int, Scalar]) -> _Audit:
    left, orders = audit_round(cards, secrets), dict[int, tuple[int, ...]]()
    joint = scalar_total(secrets.values())
    for epoch, deck in stocks.items():
        order = decrypted(read_cards(deck, len(deck) // CIPHERTEXT), joint)
        orders[epoch] = tuple(card for card in order if card is not None)
    return _Audit(cards, stocks, secrets, left, orders)


def cards_played(seat: int, events: Iterable[Event]) -> list[int]:
    """The cards that leave this seat's hand in these events, in their order."""
    names = list[str]()
    for event in events:
        match event:
            case LaidDown(seat=who, cards=laid) | LaidOff(seat=who, cards=laid) if who == seat:
                names += laid
            case Exchanged(seat=who, card=card) | ThrewOut(seat=who, card=card) if who == seat:
                names.append(card)
            case Declared():
                pass  # its melds follow as events of their own
    return [code_of(name) for name in names]


def code_of(name: str) -> int:
    """The card of a name in an event: ``7H``, ``7H.1``, ``*1=7H``."""
    plain = name.partition("=")[0]
    return ALL_NAMES[plain] if "." in plain else FACE_OF[plain]
