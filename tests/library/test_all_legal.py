"""``legal``, ``all_legal`` and ``is_legal`` held against each other, and every contract and declaration against them.

These two are put together here by trying all: slow, plain, and without the rules' lists.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

import pytest

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety, variety_of
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Declare, LayContract
from tests.support import crummy_positions


def results(state: State, seat: int, actions: Iterator[Action]) -> dict[tuple[str, State], Action]:
    """What comes of the actions that are accepted: kind of action and position after it, with one action each."""
    found: dict[tuple[str, State], Action] = {}
    for action in actions:
        try:
            after = variety(state.variety).apply(state, seat, action)[0]
        except IllegalAction:
            continue
        found.setdefault((type(action).__name__, after), action)
    return found


def words_of(state: State, code: int, decks: int, beside: Sequence[int]) -> list[str]:
    """All words of a card that lies in a meld with *beside*: itself, or as a card of their suit or of their rank."""
    name = cards.name(code, decks)
    if not variety(state.variety).presentation.is_wild(state, code):
        return [name]
    suits, ranks = {one // 13 for one in beside}, {one % 13 for one in beside}
    stands = [cards.FACES[face] for face in range(52) if suits <= {face // 13} or ranks <= {face % 13}]
    stands += [f"{cards.RANKS[rank]}?" for rank in range(13) if ranks <= {rank}]
    return [name, *(f"{name}={one}" for one in stands)]


def orders(group: Sequence[int]) -> list[list[int]]:
    """The three orders in which a meld can be written: by suit, by rank with the ace low, and with the ace high."""
    high = sorted(group, key=lambda code: (code % 54 % 13 or 13, code))
    return [sorted(group), sorted(group, key=lambda code: (code % 54 % 13, code)), high]


def splits(codes: Sequence[int], parts: int, least: int) -> Iterator[list[list[int]]]:
    """Every way to put some of the cards into so many groups of at least *least*."""
    for places in product(range(parts + 1), repeat=len(codes)):
        groups = [[code for code, at in zip(codes, places, strict=True) if at == part] for part in range(parts)]
        if all(len(group) >= least for group in groups):
            yield groups


def declarations(held: Sequence[int]) -> Iterator[Declare]:
    for parts in (1, 2):
        for groups in splits(held, parts, 3):
            left = [code for code in held if not any(code in group for group in groups)]
            if len(left) > 1:
                continue
            throw = cards.face(left[0]) if left else None
            for written in product(*map(orders, groups)):
                yield Declare(tuple(tuple(map(cards.face, group)) for group in written), throw)


def contracts(state: State, held: Sequence[int], decks: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Contracts of two melds, wild cards at every place of a run and as every card near."""
    for groups in splits(held, 2, 3):
        yield from product(*(list(written(state, group, decks)) for group in groups))


def written(state: State, group: Sequence[int], decks: int) -> Iterator[tuple[str, ...]]:
    game = variety(state.variety)
    wild = [code for code in group if game.presentation.is_wild(state, code)]
    own = [code for code in group if code not in wild]
    beside, seen = [code % cards.PER_DECK for code in own], set()
    if 2 * len(wild) > len(group):
        return
    for order in orders(own):
        for places in combinations(range(len(group)), len(wild)):
            for put in permutations(wild):
                natural, coming = iter(order), iter(put)
                row = [next(coming) if at in places else next(natural) for at in range(len(group))]
                for words in product(*(words_of(state, code, decks, beside)[code in wild :] for code in row)):
                    if words not in seen:
                        seen.add(words)
                        yield words


def check(state: State) -> None:
    """All three say the same of the seat on turn and of another."""
    game = variety_of(state)
    for seat in (state.turn, (state.turn + 1) % state.players):
        every = list(variety_of(state).all_legal(state, seat))
        texts = [notation.text(action) for action in every]
        assert len(set(texts)) == len(texts)
        assert all(game.is_legal(state, seat, action) for action in every)
        mine = results(state, seat, iter(every))
        held, decks = list(cards.members(state.hands[seat])), int(getattr(state, "decks", 1))
        tried = declarations(held) if state.variety == "basic" else map(LayContract, contracts(state, held, decks))
        assert results(state, seat, tried).keys() <= mine.keys(), game.positions.write(state)
        listed = results(state, seat, iter(game.legal(state, seat)))
        assert listed.keys() <= mine.keys()
        assert bool(listed) == bool(mine)


def test_declarations_are_complete() -> None:
    hands = ["3C 4C 5C 3D 4D 5D 3H", "3C 3D 3H 3S 4S 5S KD", "AC 2C 3C QC KC JC 9S", "6C 6D 6H 7C 8C 9C TC"]
    for hand in hands:
        for must_throw in (False, True):
            state = variety("basic").positions.read(
                {"variant": "basic", "options": {"hand": 6, "discard_to_go_out": must_throw}, "players": 2, "turn": 0,
                 "phase": "play", "hands": [hand.split(), ["KS", "QS"]], "stock": ["2D"], "discard": ["9D"],
                 "pickups": [2, 2]}
            )  # fmt: skip
            check(state)
            assert any("declare" in notation.text(one) for one in variety_of(state).all_legal(state, 0))


@pytest.mark.parametrize(
    ("number", "hand"),
    [
        (1, "7C 7D 7H 9C 9D 2C KS"),
        (1, "7C 7D 9C 9D 2C *1"),
        (1, "7C.0 7C.1 7D.0 9C.0 9D.0 *1.0"),
        (1, "7C.0 7C.1 7D.0 9C.0 9D.0 9H.0 *1.0"),
        (2, "4H 5H 6H 7H 9C 9D 9S"),
        (2, "4H 5H 6H *1 9C 9D 9H"),
        (2, "AC QC KC 2S 9C 9D 9H"),
        (3, "4H 5H 6H 7H 4C 5C 6C 7C"),
    ],
)
def test_contracts_are_complete(number: int, hand: str) -> None:
    players = 3 if "." in hand else 2
    hands = [hand, *["KS.1" if players == 3 else "KD"] * 1, *["KH.1"] * (players - 2)]
    check(crummy_positions.at(hands, round=number))
