"""Every legal action of Crummy rummy: contracts of any size, each wild card in each place, each of two equal cards.

Cards are named with their deck where there are several. The order in which the melds of a contract are named counts,
because they get their numbers on the table in that order; the order of the cards of a set does not.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations

from rummynet.rules.core.state import Meld
from rummynet.rules.crummy.state import SMALLEST_SET, TWO, CrummyState, is_wild
from rummynet.rules.crummy.turn import ends
from rummynet.rules.shared.faces import Laid, every_run, open_suit, spell
from rummynet.rules.shared.melds import ACE_HIGH
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, LayContract, LayOff, Swap, ThrowOut

Found = Iterator[tuple[Laid, Sequence[int]]]  # the words of a meld, and the cards that are left


def wide_plays(state: CrummyState) -> Iterator[Action]:
    """What the seat on turn may play and throw out, each once, and more that is not legal."""
    # To be tried out: for research and tests, to miss a play is worse than to be slow.
    hand = tuple(cards.members(state.hands[state.turn]))
    yield from (ThrowOut(cards.name(code, state.decks)) for code in hand)
    yield from _lay_offs_and_swaps(state, hand) if state.laid[state.turn] else _contracts(state, hand)


def _words(state: CrummyState, code: int, stands: int) -> Iterator[str]:
    """How the card is written that lies as *stands*."""
    if is_wild(code):
        yield f"{cards.name(code, state.decks)}={spell(stands)}"
    elif code % cards.PER_DECK == stands:
        yield cards.name(code, state.decks)


# -- after the contract


def _lay_offs_and_swaps(state: CrummyState, hand: Sequence[int]) -> Iterator[Action]:
    """Lay-offs and swaps, every legal one among them, each once."""
    for number, meld in enumerate(state.melds):
        yield from _wild_lays(state, number, filter(is_wild, hand))
        for name in [cards.name(code, state.decks) for code in hand if not is_wild(code)]:
            yield LayOff((name,), number)
            for target in range(len(state.melds)):
                onward = _wild_lays(state, target, filter(is_wild, meld.cards))
                yield from (Swap(name, number, one) for one in onward)


def _wild_lays(state: CrummyState, number: int, wild: Iterator[int]) -> Iterator[LayOff]:
    """These cards at each place of the meld that is open."""
    meld: Meld = state.melds[number]
    for code in wild:
        yield from (
            LayOff((word,), number) for face, _ in ends(meld, state.ace_low) for word in _words(state, code, face)
        )


# -- contracts


def _contracts(state: CrummyState, hand: Sequence[int]) -> Iterator[LayContract]:
    """Every way to lay the contract of the round, its melds in every order."""
    wanted = state.contract
    if wanted.whole_hand and len(_natural_suits(hand)) > wanted.runs:
        return
    for runs, left in _several(partial(_runs, state), hand, range(4), wanted.runs):
        for sets, rest in _several(partial(_sets, state), left, range(13), wanted.sets):
            if not (wanted.whole_hand and rest):
                yield from map(LayContract, permutations((*runs, *sets)))


def _several(
    find: Callable[[Sequence[int], int], Found], left: Sequence[int], keys: Sequence[int], count: int
) -> Iterator[tuple[tuple[Laid, ...], Sequence[int]]]:
    """So many melds of different suits or ranks, with the cards that are left."""
    if not count:
        yield (), left
    for at, key in enumerate(keys) if count else ():
        for meld, rest in find(left, key):
            for more, after in _several(find, rest, keys[at + 1 :], count - 1):
                yield (meld, *more), after


def _natural_suits(codes: Sequence[int]) -> set[int]:
    return {cards.suit(code) for code in codes if not is_wild(code)}


def _runs(state: CrummyState, left: Sequence[int], suit: int) -> Found:
    """Every run of a suit that can be one of the contract."""
    for first in range(0 if state.ace_low else TWO, ACE_HIGH):
        faces = [13 * suit + place % 13 for place in range(first, min(first + 13, ACE_HIGH + 1))]
        for run, rest in every_run(partial(_words, state), left, faces, state.contract.length):
            half = 2 * sum("=" in word for word in run) <= len(run)
            if half and not (state.contract.whole_hand and suit in _natural_suits(rest)):
                yield run, rest


def _sets(state: CrummyState, left: Sequence[int], rank: int) -> Found:
    """Every set of a rank."""
    if rank == TWO:  # wild wherever it lies: there is no set of twos
        return
    wild = [code for code in left if is_wild(code)]
    natural = [code for code in left if not is_wild(code) and cards.rank(code) == rank]
    for count in range(1, len(natural) + 1):
        # No more wild cards than natural ones: half of a meld at most.
        for size in range(max(0, SMALLEST_SET - count), min(count, len(wild)) + 1):
            for own in combinations(natural, count):
                for more in combinations(wild, size):
                    words = [cards.name(code, state.decks) for code in own]
                    words += [word for code in more for word in _words(state, code, open_suit(rank))]
                    yield tuple(words), [code for code in left if code not in (*own, *more)]
