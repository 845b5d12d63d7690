"""One round of Keilty rummy, after docs/rules/keilty.md: with all cards known, or with some hidden in the hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tests.handmade.melds import LINES, MELDS, Illegal, Meld, Play, card_of, extended, meld_of, name_of, plays_of, worth

Card: TypeAlias = int | None


class Round:
    """One round: apply `act` and `restock` in the log's order, then read `points` and `out`.

    A card of a deck may be None, unknown. A hand then has the known cards in `hands` and the number of others in
    `hidden`.
    """

    def __init__(self, players: int, starter: int, size: int, deck: Sequence[Card], limit: int) -> None:
        self.hands: list[set[int]] = [set() for _ in range(players)]
        self.hidden = [0] * players
        for place in range(players * size):
            self.give((starter + place) % players, deck[place])
        first = deck[players * size]
        assert first is not None
        self.pile, self.stock = [first], list(deck[players * size + 1 :])
        self.melds: list[Meld] = []
        self.turn, self.limit, self.laid = starter, limit, [0] * players
        self.picked_up = False
        self.drawn: Card = None
        self.over, self.out = False, -1
        self.doing: dict[Play, int] = {}

    def give(self, seat: int, card: Card) -> None:
        """Put a card into a hand."""
        if card is None:
            self.hidden[seat] += 1
        else:
            self.hands[seat].add(card)

    def has_cards(self, seat: int) -> bool:
        """Tell whether a hand has any card."""
        return bool(self.hands[seat]) or self.hidden[seat] > 0

    def may_restock(self) -> bool:
        """Tell whether the pile can become a new stock."""
        return not self.stock and self.limit > 0 and len(self.pile) >= 2

    def wants_stock(self, seat: int, text: str) -> bool:
        """Tell whether `text` is a draw of the seat on turn that needs a new stock first."""
        return not self.over and not self.picked_up and (seat, text) == (self.turn, "draw") and self.may_restock()

    def restock(self, deck: Sequence[Card]) -> None:
        """Make `deck` the new stock, replacing the pile except its top card."""
        self.stock, self.pile, self.limit = list(deck), self.pile[-1:], self.limit - 1

    def points(self) -> list[int]:
        """Return every seat's points for the round."""
        return [laid - sum(map(worth, hand)) for laid, hand in zip(self.laid, self.hands, strict=True)]

    def act(self, seat: int, text: str) -> int:
        """Apply the action `text` of `seat`; return how many cards of the stock it drew."""
        verb, *rest = text.split(" ")
        if self.over:
            raise Illegal("the round is over")
        if verb == "rummy":
            self.call(seat, rest)
        elif seat != self.turn:
            raise Illegal("it is another seat's turn")
        else:
            self.take_turn(seat, verb, rest)
        before = self.doing
        self.doing = {play: before.get(play, seat) for play in plays_of(set(self.pile), self.melds)}
        return int(verb == "draw")

    def take_turn(self, seat: int, verb: str, rest: list[str]) -> None:
        """Do one step of the turn of `seat`."""
        if self.picked_up != (verb in ("meld", "lay", "throw")):
            raise Illegal(f"{verb} belongs to another part of the turn")
        if verb == "draw" and not rest and self.stock:
            self.drawn = self.stock.pop(0)
            self.give(seat, self.drawn)
        elif verb == "take" and rest:
            self.take(seat, card_of(rest[0]), rest[1:])
        elif verb in ("meld", "lay"):
            self.put_down(seat, [verb, *rest])
        elif verb == "throw" and len(rest) == 1:
            return self.throw(seat, card_of(rest[0]))
        elif verb == "pass" and not rest and not self.may_draw_or_take():
            self.over = True
        else:
            raise Illegal(f"{verb} cannot be done here")
        self.picked_up = True
        return None

    def throw(self, seat: int, card: int) -> None:
        """Throw out `card`; the turn passes, or the round ends."""
        self.remove(seat, {card})
        self.pile.append(card)
        if not self.has_cards(seat):
            self.over, self.out = True, seat
        self.turn, self.picked_up, self.drawn = (seat + 1) % len(self.hands), False, None

    def take(self, seat: int, card: int, play: list[str]) -> None:
        """Take `card` and all above it from the pile, and lay `play` with it."""
        if card not in self.pile:
            raise Illegal("that card is not in the pile")
        at = self.pile.index(card)
        self.hands[seat].update(self.pile[at:])
        del self.pile[at:]
        number, cards = self.written(play)
        if card not in cards or (number >= 0 and self.beyond(number, card, cards)):
            raise Illegal("the play goes past the card taken, or does not use it")
        self.put_down(seat, play)

    def beyond(self, number: int, card: int, cards: tuple[int, ...]) -> bool:
        """Tell whether `cards`, laid off onto a run, reach past `card`."""
        shorter = tuple(c for c in cards if c != card)
        return bool(shorter) and not extended(self.melds[number], shorter)

    def put_down(self, seat: int, play: list[str]) -> None:
        """Lay `play` from the hand of `seat`, which must keep a card to throw out."""
        number, cards = self.written(play)
        self.remove(seat, set(cards))
        if not self.has_cards(seat):
            raise Illegal("no card is left to throw out")
        self.lay(seat, number, cards)

    def call(self, seat: int, play: list[str]) -> None:
        """Lay a play made of the pile's own cards, and take what is above its lowest."""
        number, cards = self.written(play)
        wanted = (number, frozenset(cards))
        if wanted not in self.doing:
            raise Illegal("the pile does not hold that play")
        if self.doing[wanted] == seat:
            raise Illegal("whoever made a play possible may not call it")
        at = min(map(self.pile.index, cards))
        self.hands[seat].update(self.pile[at:])
        del self.pile[at:]
        self.remove(seat, set(cards))
        self.lay(seat, number, cards)

    @staticmethod
    def cards_written(play: list[str]) -> tuple[int, ...]:
        """Return the cards that a `meld` or `lay` names, whatever meld they are for."""
        return tuple(map(card_of, play[1:-2] if play[:1] == ["lay"] else play[1:]))

    def written(self, play: list[str]) -> tuple[int, tuple[int, ...]]:
        """Return the number of the meld (-1 for a new one) and the cards that `play` names."""
        if play[:1] == ["meld"]:
            return -1, tuple(map(card_of, play[1:]))
        if play[:1] != ["lay"] or len(play) < 4 or play[-2] != "on":
            raise Illegal("that is no play")
        number = play[-1]
        if not number.isdecimal() or str(int(number)) != number or int(number) >= len(self.melds):
            raise Illegal("there is no such meld")
        return int(number), tuple(map(card_of, play[1:-2]))

    def lay(self, seat: int, number: int, cards: tuple[int, ...]) -> None:
        """Put `cards` on the table as a new meld, or onto the meld `number`."""
        meld = meld_of(cards) if number < 0 else extended(self.melds[number], cards)
        if meld is None:
            raise Illegal("the cards are no meld, or do not fit")
        if number < 0:
            self.melds.append(meld)
        else:
            self.melds[number] = meld
        self.laid[seat] += sum(map(worth, cards))

    def remove(self, seat: int, cards: set[int]) -> None:
        """Take `cards` out of a hand; those not known there have to be among its hidden ones."""
        unknown = cards - self.hands[seat]
        if len(unknown) > self.hidden[seat] or unknown & self.visible():
            raise Illegal("a card is not in the hand")
        self.hidden[seat] -= len(unknown)
        self.hands[seat] -= cards

    def visible(self) -> set[int]:
        """Return the cards whose place everybody knows."""
        return set(self.pile).union(*[meld.cards for meld in self.melds], *self.hands)

    def may_draw_or_take(self) -> bool:
        """Tell whether the seat that has to pick up can do so."""
        return bool(self.stock) or self.may_restock() or bool(self.takes())

    def takes(self) -> list[str]:
        """Return what the seat on turn can take, each as written, sorted as text."""
        found = set()
        for at, card in enumerate(self.pile):
            cards = self.hands[self.turn].union(self.pile[at:])
            size = len(cards) + self.hidden[self.turn]
            rows = [row for row in LINES + MELDS if card in row and cards.issuperset(row) and len(row) < size]
            found |= {f"take {name_of(card)} {play}" for row in rows for play in self.plays_written(card, row)}
        return sorted(found)

    def plays_written(self, card: int, row: tuple[int, ...]) -> list[str]:
        """Return the plays that lay `row` and reach exactly as far as `card`."""
        names = " ".join(map(name_of, row))
        fitting = [n for n, meld in enumerate(self.melds) if extended(meld, row) and not self.beyond(n, card, row)]
        return ["meld " + names] * (meld_of(row) is not None) + [f"lay {names} on {n}" for n in fitting]

    def clock_verbs(self) -> tuple[str, ...]:
        """Return the verbs that the turn clock's action can have now, as far as the cards are known."""
        if self.picked_up:
            return ("throw",)
        if self.stock or self.may_restock():
            return ("draw",)
        if self.takes():
            return ("take",)
        return ("take", "pass") if self.hidden[self.turn] else ("pass",)

    def clock_action(self) -> str:
        """Return the turn clock's action now, all cards being known."""
        if not self.picked_up:
            return "draw" if self.stock or self.may_restock() else (self.takes() or ["pass"])[0]
        hand = self.hands[self.turn]
        drawn = self.drawn if self.drawn in hand else None
        return "throw " + name_of(min(hand, key=lambda c: (worth(c), c)) if drawn is None else drawn)

    def brought(self, text: str, pile: Sequence[int]) -> tuple[int, ...]:
        """Return the cards that the call `text` would take of `pile`; none if its play is not there."""
        try:
            cards = self.cards_written(text.split(" ")[1:])
        except Illegal:
            return ()
        return tuple(pile[min(map(pile.index, cards)) :]) if cards and set(cards) <= set(pile) else ()
