"""Every action that can be written with the cards about, by trying all: slow, plain, and without the rules' lists."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import Meld, State
from rummynet.rules.shared import faces
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import (
    Action,
    CallRummy,
    Declare,
    LayContract,
    LayDown,
    LayOff,
    Swap,
    Take,
    ThrowOut,
    Trade,
    Want,
)
from rummynet_protocol.errors import Refusal

BARE = (
    "draw", "pass", "turn", "out", "waive", "buy", "decline", "aces 0", "aces 1", "aces 2", "aces 3", "penalty draw",
    "penalty pile",
)  # fmt: skip
Result = tuple[str, object]


def results(state: State, seat: int, actions: Iterator[Action]) -> dict[Result, Action]:
    """What comes of the actions that are accepted: kind of action and position after it, with one action each."""
    found: dict[Result, Action] = {}
    game = variety(state.variety)
    for action in actions:
        try:
            after: object = game.apply(state, seat, action)[0]
        except NeedsShuffle:
            after = "a shuffle"
        except Refusal:
            continue
        found.setdefault((type(action).__name__, after), action)
    return found


def every_spelling(state: State, seat: int) -> Iterator[Action]:
    """All actions of the notation with the cards of hand and pile, at most five in a meld, or four."""
    decks = int(getattr(state, "decks", 1))
    held, pile = list(cards.members(state.hands[seat])), list(state.discard)
    yield from map(notation.parse, BARE)
    for code in held + pile:
        for name in {cards.face(code), cards.name(code, decks)}:
            yield from (ThrowOut(name), Take(name), Want(name))
    if state.variety in ("keilty", "basic", "joker"):
        yield from _plays_with_pile(state, held, pile)
    if state.variety != "crummy":
        yield from (LayDown(words) for words in _melds(state, held, decks))
    yield from _lays(state, held, decks, 1 if decks > 1 or state.variety in ("vegas", "crummy") else 4)
    if state.variety == "vegas":
        yield from (Swap(cards.name(code, decks), number) for code in held for number in range(len(state.melds)))
    if state.variety == "crummy":
        yield from _swaps(state, held, decks)
        yield from map(LayContract, _contracts(state, held, decks))
    if state.variety == "basic":
        yield from _declarations(held)
    if state.variety == "joker":
        yield from (Trade(cards.face(code), joker) for code in held for joker in ("*1", "*2"))


# -- parts


def _words(state: State, code: int, decks: int, beside: Iterable[int] = ()) -> list[str]:
    """All words of a card that lies in a meld with *beside*: itself, or as a card of their suit or of their rank."""
    name = cards.name(code, decks)
    if not variety(state.variety).presentation.is_wild(state, code):
        return [name]
    suits, ranks = {one // 13 for one in beside}, {one % 13 for one in beside}
    meant = [
        face for face in range(52) if suits <= {face // 13} or ranks <= {face % 13} or not (suits or ranks)
    ]  # fmt: skip
    stands = [cards.FACES[face] for face in meant]
    stands += [f"{cards.RANKS[rank]}?" for rank in range(13) if ranks <= {rank}]
    return [name, *(f"{name}={one}" for one in stands)]


def _naturals(state: State, group: Iterable[int]) -> list[int]:
    """The faces of the cards that cannot stand for others."""
    return [code % cards.PER_DECK for code in group if not variety(state.variety).presentation.is_wild(state, code)]


def _of_meld(meld: Meld) -> list[int]:
    """Faces that share what the cards of a meld share: a suit or a rank."""
    if meld.is_run:
        return list(meld.stands)
    return [13 * suit + faces.rank_of(meld.stands[0]) for suit in range(4)]


def _melds(state: State, codes: Sequence[int], decks: int) -> Iterator[tuple[str, ...]]:
    for size in (3, 4, 5) if len(codes) < 6 else (3, 4):
        for group in permutations(codes, size):
            beside = _naturals(state, group)
            if len({face // 13 for face in beside}) < 2 or len({face % 13 for face in beside}) < 2:
                yield from product(*(_words(state, code, decks, beside) for code in group))


def _lays(state: State, codes: Sequence[int], decks: int, most: int) -> Iterator[LayOff]:
    for number, meld in enumerate(state.melds):
        for size in range(1, most + 1):
            for group in permutations(codes, size):
                for words in product(*(_words(state, code, decks, _of_meld(meld)) for code in group)):
                    yield LayOff(words, number)


def _plays_with_pile(state: State, held: list[int], pile: list[int]) -> Iterator[Action]:
    """Takes with a play, and calls."""
    plays: list[LayDown | LayOff] = [LayDown(words) for words in _melds(state, [*held, *pile], 1)]
    plays += _lays(state, [*held, *pile], 1, 3)
    for play in plays:
        if state.variety != "joker":
            yield CallRummy(play)
        used = {word[:2] for word in play.cards}
        yield from (Take(cards.face(code), play) for code in pile if cards.face(code) in used)
    for code in pile:
        for joker in ("*1", "*2"):
            yield Take(cards.face(code), Trade(cards.face(code), joker))


def _swaps(state: State, held: Sequence[int], decks: int) -> Iterator[Swap]:
    lying = [
        code for meld in state.melds for code in meld.cards if variety(state.variety).presentation.is_wild(state, code)
    ]
    onward = [
        LayOff((word,), number)
        for code in lying
        for number, meld in enumerate(state.melds)
        for word in _words(state, code, decks, _of_meld(meld))
    ]
    for code in held:
        for number in range(len(state.melds)):
            yield from (Swap(cards.name(code, decks), number, one) for one in (None, *onward))


def _orders(group: Sequence[int]) -> list[list[int]]:
    """The three orders in which a meld can be written: by suit, by rank with the ace low, and with the ace high."""
    high = sorted(group, key=lambda code: (code % 54 % 13 or 13, code))
    return [sorted(group), sorted(group, key=lambda code: (code % 54 % 13, code)), high]


def _splits(codes: Sequence[int], parts: int, least: int) -> Iterator[list[list[int]]]:
    """Every way to put some of the cards into so many groups of at least *least*."""
    for places in product(range(parts + 1), repeat=len(codes)):
        groups = [[code for code, at in zip(codes, places, strict=True) if at == part] for part in range(parts)]
        if all(len(group) >= least for group in groups):
            yield groups


def _declarations(held: Sequence[int]) -> Iterator[Declare]:
    for parts in (1, 2):
        for groups in _splits(held, parts, 3):
            left = [code for code in held if not any(code in group for group in groups)]
            if len(left) > 1:
                continue
            throw = cards.face(left[0]) if left else None
            for written in product(*map(_orders, groups)):
                yield Declare(tuple(tuple(map(cards.face, group)) for group in written), throw)


def _contracts(state: State, held: Sequence[int], decks: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Contracts of two melds, wild cards at every place of a run and as every card near."""
    for groups in _splits(held, 2, 3) if len(held) < 9 else ():
        yield from product(*(list(_written(state, group, decks)) for group in groups))


def _written(state: State, group: Sequence[int], decks: int) -> Iterator[tuple[str, ...]]:
    game = variety(state.variety)
    wild = [code for code in group if game.presentation.is_wild(state, code)]
    own = [code for code in group if code not in wild]
    seen = set()
    if 2 * len(wild) > len(group):
        return
    for order in _orders(own):
        for places in combinations(range(len(group)), len(wild)):
            for put in permutations(wild):
                natural, coming = iter(order), iter(put)
                row = [next(coming) if at in places else next(natural) for at in range(len(group))]
                for words in product(
                    *(_words(state, code, decks, _naturals(state, own))[code in wild :] for code in row)
                ):
                    if words not in seen:
                        seen.add(words)
                        yield words
