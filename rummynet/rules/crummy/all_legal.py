"""Every legal action of Crummy rummy: contracts of any size, each wild card in each place, each of two equal cards.

Cards are named with their deck where there are several. The order in which the melds of a contract are named counts,
because they get their numbers on the table in that order; the order of the cards of a set does not.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from rummynet.rules.core.state import Meld
from rummynet.rules.crummy.contracts import windows
from rummynet.rules.crummy.game import VARIETY
from rummynet.rules.crummy.melds import ACE_HIGH, SMALLEST_SET, TWO, ends, is_wild, rank_of_set
from rummynet.rules.crummy.state import CrummyState
from rummynet.rules.shared.faces import open_suit, spell
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, LayContract, LayOff, Swap, ThrowOut

Words = tuple[str, ...]


def all_legal(state: CrummyState, seat: int) -> Iterator[Action]:
    """Every action that ``apply`` accepts of the seat, each once. Exact if its hand is fully known."""
    if state.phase != "play" or seat != state.turn:
        yield from VARIETY.legal(state, seat)
        return
    hand = tuple(cards.members(state.hands[seat]))
    yield from (ThrowOut(cards.name(code, state.decks)) for code in hand)
    # Candidates are made wide and tried out: for research and tests, to miss one is worse than to be slow.
    for action in _lay_offs_and_swaps(state, hand) if state.laid[seat] else _contracts(state, hand):
        if VARIETY.is_legal(state, seat, action):
            yield action


def _wild_word(state: CrummyState, code: int, stands: int) -> str:
    return f"{cards.name(code, state.decks)}={spell(stands)}"


# -- after the contract


def _lay_offs_and_swaps(state: CrummyState, hand: Sequence[int]) -> Iterator[Action]:
    """Lay-offs and swaps, every legal one among them, each once."""
    for number, meld in enumerate(state.melds):
        for code in hand:
            if is_wild(code):
                yield from (LayOff((_wild_word(state, code, one),), number) for one in _open_places(state, meld))
            else:
                name = cards.name(code, state.decks)
                yield LayOff((name,), number)
                yield from (Swap(name, number, onward) for onward in _moves(state, meld))


def _open_places(state: CrummyState, meld: Meld) -> list[int]:
    """What a wild card laid onto the meld may stand for."""
    return [face for face, _ in ends(meld, state.ace_low)] if meld.is_run else [open_suit(rank_of_set(meld))]


def _moves(state: CrummyState, source: Meld) -> Iterator[LayOff]:
    """Where each wild card of the meld could go on to."""
    for code in filter(is_wild, source.cards):
        for number, meld in enumerate(state.melds):
            yield from (LayOff((_wild_word(state, code, one),), number) for one in _open_places(state, meld))


# -- contracts


def _contracts(state: CrummyState, hand: Sequence[int]) -> Iterator[LayContract]:
    """Every way to lay the contract of the round, its melds in every order."""
    wanted = state.contract
    if wanted.whole_hand and len(_natural_suits(hand)) > wanted.runs:
        return
    for runs, left in _several_runs(state, hand, wanted.runs, range(4)):
        for sets, rest in _several_sets(state, left, wanted.sets, range(13)):
            if not (wanted.whole_hand and rest):
                yield from map(LayContract, permutations((*runs, *sets)))


def _several_runs(
    state: CrummyState, left: Sequence[int], count: int, suits: Sequence[int]
) -> Iterator[tuple[tuple[Words, ...], Sequence[int]]]:
    """So many runs of different ones of the suits, with the cards that are left."""
    if not count:
        yield (), left
        return
    for at, suit in enumerate(suits):
        for run, rest in _runs(state, left, suit):
            if state.contract.whole_hand and suit in _natural_suits(rest):
                continue
            for more, after in _several_runs(state, rest, count - 1, suits[at + 1 :]):
                yield (run, *more), after


def _natural_suits(codes: Sequence[int]) -> set[int]:
    return {cards.suit(code) for code in codes if not is_wild(code)}


def _several_sets(
    state: CrummyState, left: Sequence[int], count: int, ranks: Sequence[int]
) -> Iterator[tuple[tuple[Words, ...], Sequence[int]]]:
    """So many sets of different ones of the ranks, with the cards that are left."""
    if not count:
        yield (), left
        return
    for at, rank in enumerate(ranks):
        for found, rest in _sets(state, left, rank):
            for more, after in _several_sets(state, rest, count - 1, ranks[at + 1 :]):
                yield (found, *more), after


def _runs(state: CrummyState, left: Sequence[int], suit: int) -> Iterator[tuple[Words, Sequence[int]]]:
    """Every run of a suit, with the cards that are left."""
    for length in range(state.contract.length, min(len(left), ACE_HIGH) + 1):
        for faces in windows(suit, length, state.ace_low):
            yield from _filled(state, left, faces, length // 2, ())


def _filled(
    state: CrummyState, left: Sequence[int], faces: Sequence[int], most_wild: int, laid: Words
) -> Iterator[tuple[Words, Sequence[int]]]:
    """The ways to go on from *laid* with a card for each of these faces."""
    if not faces:
        yield laid, left
        return
    for code in left:
        rest = [one for one in left if one != code]
        if is_wild(code) and most_wild:
            yield from _filled(
                state, rest, faces[1:], most_wild - 1, (*laid, _wild_word(state, code, faces[0]))
            )  # fmt: skip
        elif not is_wild(code) and code % cards.PER_DECK == faces[0]:
            yield from _filled(state, rest, faces[1:], most_wild, (*laid, cards.name(code, state.decks)))


def _sets(state: CrummyState, left: Sequence[int], rank: int) -> Iterator[tuple[Words, Sequence[int]]]:
    """Every set of a rank, with the cards that are left."""
    if rank == TWO:  # wild wherever it lies: there is no set of twos
        return
    wild = [code for code in left if is_wild(code)]
    natural = [code for code in left if not is_wild(code) and cards.rank(code) == rank]
    for count in range(1, len(natural) + 1):
        for own in combinations(natural, count):
            # No more wild cards than natural ones: half of a meld at most.
            for size in range(max(0, SMALLEST_SET - count), min(count, len(wild)) + 1):
                for more in combinations(wild, size):
                    used = {*own, *more}
                    words = [cards.name(code, state.decks) for code in own]
                    words += [_wild_word(state, code, open_suit(rank)) for code in more]
                    yield tuple(words), [code for code in left if code not in used]
