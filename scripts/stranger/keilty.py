"""One round of Keilty rummy with all cards known, after docs/rules/keilty.md. Cards are numbers: 13 x suit + rank."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

RANKS, SUITS = "A23456789TJQK", "CDHS"
HANDS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
RANGES = {"target": (1, 100_000), "hand": (0, 13), "reshuffle_limit": (0, 100), "turn_seconds": (0, 3600)}
RANGES |= {"cooldown_seconds": (0, 60)}
Play = tuple[int, frozenset[int]]


class Illegal(Exception):
    """The rules do not allow the action."""


class Meld(NamedTuple):
    """A meld on the table: a set (`low` is 0), or a run of one suit from `low` to `high`, the ace 1 or 14."""

    cards: tuple[int, ...]
    low: int
    high: int


def card_of(name: str) -> int:
    """Return the card written `name`, as in 6S."""
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        raise Illegal(f"{name!r} is no card")
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def name_of(card: int) -> str:
    """Return how a card is written."""
    return RANKS[card % 13] + SUITS[card // 13]


def worth(card: int) -> int:
    """Return a card's points."""
    rank = card % 13
    return 15 if rank == 0 else 10 if rank >= 9 else 5


def run_from(cards: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the lowest and highest value of a row of one suit as written; None if it is none."""
    values = [card % 13 + 1 for card in cards]
    if len(values) > 1 and values[-1] == 1:
        values[-1] = 14
    in_a_row = all(b == a + 1 for a, b in pairwise(values))
    one_suit = len({card // 13 for card in cards}) == 1
    return (values[0], values[-1]) if in_a_row and one_suit and len(values) <= 13 else None


def meld_of(cards: tuple[int, ...]) -> Meld | None:
    """Return the meld written as `cards`: a run in sequence, or a set in the order of the suits."""
    if len({card % 13 for card in cards}) == 1:
        return Meld(cards, 0, 0) if 3 <= len(cards) <= 4 and list(cards) == sorted(set(cards)) else None
    ends = run_from(cards) if len(cards) >= 3 else None
    if ends is None or (len(cards) == 13 and ends[0] != 1):
        return None
    return Meld(cards, *ends)


def extended(meld: Meld, cards: tuple[int, ...]) -> Meld | None:
    """Return `meld` with `cards` laid off onto it at one end; None if they do not fit."""
    if not meld.low:
        fits = len(cards) == 1 and len(meld.cards) == 3 and cards[0] % 13 == meld.cards[0] % 13
        return Meld(tuple(sorted(meld.cards + cards)), 0, 0) if fits and cards[0] not in meld.cards else None
    ends = run_from(cards)
    if ends is None or cards[0] // 13 != meld.cards[0] // 13 or len(meld.cards) + len(cards) > 13:
        return None
    if ends[1] == meld.low - 1:
        return Meld(cards + meld.cards, ends[0], meld.high)
    first = 14 if ends == (1, 1) else ends[0]
    return Meld(meld.cards + cards, meld.low, meld.high + len(cards)) if first == meld.high + 1 else None


def lines(suit: int) -> list[tuple[int, ...]]:
    """Return every row of 1 to 13 following cards of `suit`, the ace low or high."""
    ladder = [13 * suit + value % 13 for value in range(14)]
    return [tuple(ladder[a:b]) for a in range(14) for b in range(a + 1, min(a + 13, 14) + 1)]


LINES = [line for suit in range(4) for line in lines(suit)]
MELDS = [line for line in LINES if meld_of(line)]
MELDS += [sets for rank in range(13) for n in (3, 4) for sets in combinations(range(rank, 52, 13), n)]


def plays_of(cards: set[int], melds: list[Meld]) -> set[Play]:
    """Return the plays made wholly of `cards`: (-1, a new meld's cards) or (number of a meld, cards for one end)."""
    found = {(-1, frozenset(meld)) for meld in MELDS if cards.issuperset(meld)}
    rows = [line for line in LINES if cards.issuperset(line)]
    found |= {(n, frozenset(line)) for n, meld in enumerate(melds) for line in rows if extended(meld, line)}
    return found


class Round:
    """One round: apply `act` and `restock` in the log's order, then ask `points` and `out`."""

    def __init__(self, players: int, starter: int, size: int, deck: bytes, limit: int) -> None:
        self.hands: list[set[int]] = [set() for _ in range(players)]
        for place in range(players * size):
            self.hands[(starter + place) % players].add(deck[place])
        self.pile, self.stock = [deck[players * size]], list(deck[players * size + 1 :])
        self.melds: list[Meld] = []
        self.turn, self.limit, self.laid = starter, limit, [0] * players
        self.picked_up, self.drawn = False, -1
        self.over, self.out = False, -1
        self.doing: dict[Play, int] = {}

    def may_restock(self) -> bool:
        """Tell whether the pile can become a new stock."""
        return not self.stock and self.limit > 0 and len(self.pile) >= 2

    def restock(self, cards: bytes, deck: bytes) -> None:
        """Make a new stock, `deck`, of the pile but its top, which `cards` have to be."""
        if self.over or self.picked_up or not self.may_restock():
            raise Illegal("no new stock may be made now")
        if cards != bytes(sorted(self.pile[:-1])):
            raise Illegal("the cards shuffled are not those of the pile below its top")
        self.stock, self.pile, self.limit = list(deck), self.pile[-1:], self.limit - 1

    def points(self) -> list[int]:
        """Return every seat's points for the round."""
        return [laid - sum(map(worth, hand)) for laid, hand in zip(self.laid, self.hands, strict=True)]

    def act(self, seat: int, text: str) -> int:
        """Do the action `text` of `seat`; return how many cards of the stock it drew."""
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
            self.hands[seat].add(self.drawn)
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
        """Throw out `card`; the turn goes on, or the round ends."""
        self.remove(self.hands[seat], {card})
        self.pile.append(card)
        if not self.hands[seat]:
            self.over, self.out = True, seat
        self.turn, self.picked_up, self.drawn = (seat + 1) % len(self.hands), False, -1

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
        self.remove(self.hands[seat], set(cards))
        if not self.hands[seat]:
            raise Illegal("no card is left to throw out")
        self.lay(seat, number, cards)

    def call(self, seat: int, play: list[str]) -> None:
        """Lay a play of the pile's own cards, and take what lay above its lowest."""
        number, cards = self.written(play)
        wanted = (number, frozenset(cards))
        if wanted not in self.doing:
            raise Illegal("the pile does not hold that play")
        if self.doing[wanted] == seat:
            raise Illegal("whoever made a play possible may not call it")
        at = min(map(self.pile.index, cards))
        self.hands[seat].update(self.pile[at:])
        del self.pile[at:]
        self.remove(self.hands[seat], set(cards))
        self.lay(seat, number, cards)

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

    @staticmethod
    def remove(hand: set[int], cards: set[int]) -> None:
        """Take `cards` out of `hand`."""
        if not cards <= hand:
            raise Illegal("a card is not in the hand")
        hand -= cards

    def may_draw_or_take(self) -> bool:
        """Tell whether whoever has to pick up can do so."""
        return bool(self.stock) or self.may_restock() or bool(self.takes())

    def takes(self) -> list[str]:
        """Return what the seat on turn can take, each as written, in the order of the texts."""
        found = set()
        for at, card in enumerate(self.pile):
            cards = self.hands[self.turn].union(self.pile[at:])
            rows = [row for row in LINES + MELDS if card in row and cards.issuperset(row) and len(row) < len(cards)]
            found |= {f"take {name_of(card)} {play}" for row in rows for play in self.plays_written(card, row)}
        return sorted(found)

    def plays_written(self, card: int, row: tuple[int, ...]) -> list[str]:
        """Return the plays that lay `row` and go just as far as `card`."""
        names = " ".join(map(name_of, row))
        fitting = [n for n, meld in enumerate(self.melds) if extended(meld, row) and not self.beyond(n, card, row)]
        return ["meld " + names] * (meld_of(row) is not None) + [f"lay {names} on {n}" for n in fitting]

    def clock_action(self) -> str:
        """Return what the turn clock does now."""
        if not self.picked_up:
            return "draw" if self.stock or self.may_restock() else (self.takes() or ["pass"])[0]
        hand = self.hands[self.turn]
        return "throw " + name_of(self.drawn if self.drawn in hand else min(hand, key=lambda c: (worth(c), c)))
