"""One round's hidden cards as everybody holds them, host and spectators included: no secret is in here.

It changes by entries of the log alone: a deck and its proof, a gift of cards from the top of the stock, shares, plays,
an opened key. What may not come raises Cheat, and then nothing has changed.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Final

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.ciphertexts import (
    Ciphertexts,
    card_under,
    first_deck,
    open_cards,
    read_cards,
    without_shares,
)
from rummynet_protocol.sealed.constants import card_of
from rummynet_protocol.sealed.contexts import EpochContext, RoundContext
from rummynet_protocol.sealed.group import Element, Scalar, times
from rummynet_protocol.sealed.hidden_hand import HiddenHand, check_play
from rummynet_protocol.sealed.mix_proof import check_mix
from rummynet_protocol.sealed.round_keys import check_distinct, check_opened_key, joint_key
from rummynet_protocol.sealed.shares import check_shares
from rummynet_protocol.values import Value

# Above six a deal takes seconds on a phone: each seat checks every other seat's mix.
MOST_HOLDERS: Final = 6
LEAST_HOLDERS: Final = 2


class LoggedMix(Value):
    """A mix in the log, of the stock or of the seat's own hand, kept for the audit."""

    seat: int
    before: Ciphertexts
    after: Ciphertexts


class LoggedShares(Value):
    """Shares in the log, kept for the audit: of a draw, or of a play."""

    seat: int
    points: tuple[Element, ...]
    shares: tuple[Element, ...]


class Mixing(Value):
    """A chain of mixes that is not finished."""

    epoch: EpochContext
    mixers: tuple[int, ...]
    decks: tuple[Ciphertexts, ...]  # the computed first deck, then each mixer's
    proven: frozenset[int] = frozenset()  # whose proof has been checked


class SealedStock(Value):
    """A mixed deck, and how much of it is gone."""

    epoch: EpochContext
    deck: Ciphertexts
    position: int = 0  # the position on top


class SharesDue(Value):
    """Cards that were given and not yet shared."""

    head: bytes  # the head after the entry that gives them
    position: int
    to: tuple[int | None, ...]  # who gets each, from *position* on; None for a card turned up
    shares: Mapping[int, tuple[Element, ...]]  # those that have come, by seat


@dataclass(slots=True)
class RoundCards:
    """The hidden cards of a round."""

    context: RoundContext
    keys: Mapping[int, Element]  # Y of each holder, by seat, ascending
    hands: dict[int, HiddenHand] = field(init=False)
    opened: dict[int, Scalar] = field(default_factory=dict)
    """Keys of lost seats: everybody computes their shares, their hands are open."""
    mixing: Mixing | None = None
    stock: SealedStock | None = None
    due: SharesDue | None = None
    stock_mixes: list[LoggedMix] = field(default_factory=list)
    hand_mixes: list[LoggedMix] = field(default_factory=list)
    shares: list[LoggedShares] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Raises ValueError for too few or too many holders, Cheat("key") for equal keys."""
        if not LEAST_HOLDERS <= len(self.keys) <= MOST_HOLDERS:
            raise ValueError(f"a sealed deck has {LEAST_HOLDERS} to {MOST_HOLDERS} key holders, not {len(self.keys)}")
        check_distinct(self.keys.values())
        self.hands = {seat: HiddenHand(key) for seat, key in self.keys.items()}

    def copy(self) -> "RoundCards":
        """As it is now, for a reader in another thread."""
        now = copy(self)
        now.hands, now.opened, now.shares = dict(self.hands), dict(self.opened), list(self.shares)
        now.stock_mixes, now.hand_mixes = list(self.stock_mixes), list(self.hand_mixes)
        return now

    # -- a stock

    def start_stock(self, deal: bytes, z: bytes, cards: Sequence[int]) -> None:
        """An epoch begins, with a stock of these public cards."""
        self._start(deal, z, first_deck(cards))

    def put_back(self, deal: bytes, z: bytes, cards: Sequence[int]) -> None:
        """An epoch begins with the rest of the stock in its order, then these cards as they were turned up."""
        check_nothing_due(self)
        stock = current_stock(self)
        self._start(deal, z, stock.deck[stock.position :] + open_cards(cards))

    def _start(self, deal: bytes, z: bytes, deck: Ciphertexts) -> None:
        check_nothing_due(self)
        check_not_mixing(self)
        # Positions of the earlier stock are dead from here on: a share for one would open a card that is mixed in now.
        self.stock = None
        epoch = EpochContext(self.context.session, deal, z, joint_key(self.keys))
        self.mixing = Mixing(epoch, tuple(seat for seat in self.keys if seat not in self.opened), (deck,))

    def mix_context(self, seat: int) -> bytes:
        """M(e, k) of this seat's mix. Raises Cheat("mix") if it has no place in the chain."""
        mixing = current_mixing(self)
        if seat not in mixing.mixers:
            raise Cheat("mix", f"seat {seat} mixes nothing here")
        return mixing.epoch.mix(mixing.mixers.index(seat))

    def add_deck(self, seat: int, data: bytes) -> None:
        """The deck of the next mixer; its proof may come later."""
        mixing = current_mixing(self)
        check_turn(mixing, seat)
        deck = read_cards(data, len(mixing.decks[0]))
        self.mixing = Mixing(mixing.epoch, mixing.mixers, (*mixing.decks, deck), mixing.proven)

    def add_proof(self, seat: int, blob: bytes) -> None:
        """The proof of a mix whose deck is there."""
        mixing, context = current_mixing(self), self.mix_context(seat)
        index = mixing.mixers.index(seat)
        if index + 1 >= len(mixing.decks) or seat in mixing.proven:
            raise Cheat("mix", f"seat {seat} proves a mix that is not there, or proven already")
        check_mix(mixing.decks[index], mixing.decks[index + 1], mixing.epoch.joint, context, blob)
        self.mixing = Mixing(mixing.epoch, mixing.mixers, mixing.decks, mixing.proven | {seat})

    def mix_to_prove(self, seat: int) -> tuple[Ciphertexts, Ciphertexts, Element, bytes] | None:
        """What the proof of this seat's mix is about, as ``check_mix`` takes it; None if none is due."""
        mixing = self.mixing
        if mixing is None or seat not in mixing.mixers or seat in mixing.proven:
            return None
        index = mixing.mixers.index(seat)
        if index + 1 >= len(mixing.decks):
            return None
        return mixing.decks[index], mixing.decks[index + 1], mixing.epoch.joint, self.mix_context(seat)

    def finish_mixing(self) -> None:
        """All have mixed and proven it: what comes out is the stock. Before this nobody signs the root."""
        mixing = current_mixing(self)
        check_complete(mixing)
        chain = zip(mixing.mixers, mixing.decks[:-1], mixing.decks[1:], strict=False)
        self.stock_mixes += [LoggedMix(*one) for one in chain]
        self.mixing, self.stock = None, SealedStock(mixing.epoch, mixing.decks[-1])

    # -- cards from the stock

    def give(self, head: bytes, position: int, to: Sequence[int | None]) -> list[int]:
        """The cards from *position* on go to these seats, or are turned up where there is None.

        Returns what is turned up, if nobody owes a share: all other seats are lost.
        """
        check_nothing_due(self)
        stock = current_stock(self)
        check_on_top(stock, position)
        if not 1 <= len(to) <= len(stock.deck) - position or not {*to} <= {None, *self.keys}:
            raise Cheat("due", f"{len(to)} cards are given that are not there, or to somebody without a key")
        self.due = SharesDue(head, position, tuple(to), {})
        self.stock = SealedStock(stock.epoch, stock.deck, position + len(to))
        return self._settle_if_complete()

    def owed(self, seat: int) -> tuple[int, ...]:
        """The positions for which this seat still owes a share: those due that are not its own cards."""
        if self.due is None or seat in self.due.shares or seat in self.opened:
            return ()
        return positions_owed(self.due, seat)

    def share_context(self, seat: int) -> bytes:
        """G(e, s, h) of the shares that this seat owes."""
        stock, due = current_stock(self), current_due(self)
        return stock.epoch.give(seat, due.head, positions_owed(due, seat))

    def points(self, positions: Sequence[int]) -> tuple[Element, ...]:
        """The a at each of these positions."""
        deck = current_stock(self).deck
        return tuple(deck[position].a for position in positions)

    def add_shares(self, seat: int, blob: bytes) -> list[int]:
        """The shares that this seat owes. With the last of them the cards turned up are known, and returned."""
        due, positions = current_due(self), self.owed(seat)
        check_owed(seat, positions)
        points = self.points(positions)
        shares = check_shares(self.keys[seat], points, self.share_context(seat), blob)
        self.shares.append(LoggedShares(seat, points, shares))
        self.due = SharesDue(due.head, due.position, due.to, {**due.shares, seat: shares})
        return self._settle_if_complete()

    def _settle_if_complete(self) -> list[int]:
        due, turned_up = current_due(self), list[int]()
        if any(self.owed(seat) for seat in self.keys):
            return turned_up
        deck, received = current_stock(self).deck, dict[int, Ciphertexts]()
        for position, receiver in enumerate(due.to, due.position):
            shares = [self._share(due, seat, position) for seat in self.keys if seat != receiver]
            card = without_shares(deck[position], shares)
            if receiver is None:
                turned_up.append(turned_up_card(card.b))
            else:
                received[receiver] = (*received.get(receiver, ()), card)
        for seat, cards in received.items():
            self.hands[seat] = self.hands[seat].received(cards)
        self.due = None
        return turned_up

    def _share(self, due: SharesDue, seat: int, position: int) -> Element:
        if seat in due.shares:
            return due.shares[seat][positions_owed(due, seat).index(position)]
        return times(self.opened[seat], self.points([position])[0])

    # -- plays

    def play(self, seat: int, number: int, head: bytes, named: Sequence[int], blob: bytes) -> None:
        """The seat's action with this number, aimed at this head, plays these hidden cards."""
        check_nothing_due(self)
        before = self.hands[seat]
        done = check_play(before, named, self.context.play(seat, number, head), blob)
        if done.mixed is not None:
            self.hand_mixes.append(LoggedMix(seat, before.cards, done.mixed))
        self.shares.append(LoggedShares(seat, tuple(card.a for card in done.played), done.shares))
        self.hands[seat] = done.hand

    # -- a seat that is lost

    def open_key(self, seat: int, secret: Scalar) -> list[int]:
        """The key of a lost seat. Returns the cards turned up, if shares were due from it alone."""
        check_opened_key(self.keys[seat], secret)
        self.opened[seat] = secret
        if self.mixing is not None and seat in self.mixing.mixers:
            # Mixes before its place stay; its own and later ones are made again, in a chain without it.
            mixing, index = self.mixing, self.mixing.mixers.index(seat)
            left = mixing.mixers[:index] + mixing.mixers[index + 1 :]
            proven = mixing.proven & {*mixing.mixers[:index]}
            self.mixing = Mixing(mixing.epoch, left, mixing.decks[: index + 1], proven)
        return self._settle_if_complete() if self.due is not None else []

    def open_hand(self, seat: int) -> list[int | None]:
        """The hidden cards of a lost seat, which the host plays for it in the open."""
        return [card_under(card, self.opened[seat]) for card in self.hands[seat].cards]


# -- what holds before anything changes; each of these is what stops an attack


def current_mixing(cards: RoundCards) -> Mixing:
    """The chain that is being made. Raises Cheat("mix")."""
    if cards.mixing is None:
        raise Cheat("mix", "no deck is being mixed")
    return cards.mixing


def current_stock(cards: RoundCards) -> SealedStock:
    """The stock. Raises Cheat("due")."""
    if cards.stock is None:
        raise Cheat("due", "there is no mixed stock")
    return cards.stock


def current_due(cards: RoundCards) -> SharesDue:
    """The cards whose shares are due. Raises Cheat("due")."""
    if cards.due is None:
        raise Cheat("due", "no shares are due")
    return cards.due


def check_turn(mixing: Mixing, seat: int) -> None:
    """Return if it is this seat's place in the chain. Raises Cheat("mix")."""
    if mixing.mixers[len(mixing.decks) - 1 : len(mixing.decks)] != (seat,):
        raise Cheat("mix", f"the next mix is not seat {seat}'s")


def check_complete(mixing: Mixing) -> None:
    """Return if every seat has mixed and proven its mix. Raises Cheat("mix")."""
    # One honest mixer hides the order: who may leave mixes out, or takes them unproven, can leave out that one.
    if len(mixing.decks) != len(mixing.mixers) + 1 or mixing.proven != set(mixing.mixers):
        raise Cheat("mix", "a stock is used that not everybody has mixed, with a proof")


def check_nothing_due(cards: RoundCards) -> None:
    """Return if no cards wait for shares. Raises Cheat("due")."""
    if cards.due is not None:
        raise Cheat("due", "cards are given or mixed while others still wait for shares")


def check_not_mixing(cards: RoundCards) -> None:
    """Return if no chain of mixes is unfinished. Raises Cheat("mix")."""
    # Who could begin a chain again until it likes who mixed last would have a choice.
    if cards.mixing is not None:
        raise Cheat("mix", "a stock begins while another one is being mixed")


def check_on_top(stock: SealedStock, position: int) -> None:
    """Return if *position* is the top of the stock. Raises Cheat("due")."""
    # A position that comes twice, to somebody else, is a decryption of the first one's card.
    if position != stock.position:
        raise Cheat("due", f"position {position} is given, and {stock.position} is on top")


def check_owed(seat: int, positions: Sequence[int]) -> None:
    """Return if the seat owes shares. Raises Cheat("due")."""
    if not positions:
        raise Cheat("due", f"seat {seat} owes no shares")


def positions_owed(due: SharesDue, seat: int) -> tuple[int, ...]:
    """The positions of *due* that are not this seat's own."""
    return tuple(position for position, receiver in enumerate(due.to, due.position) if receiver != seat)


def turned_up_card(face: Element) -> int:
    """The card with this face. Raises Cheat("mix")."""
    found = card_of().get(face)
    if found is None:
        # All shares held, so it was no card in the stock: the mixers', as the audit will say.
        raise Cheat("mix", "a card that is turned up is no card")
    return found
