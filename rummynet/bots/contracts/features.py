"""What a seat sees of a position, as numbers: how far its hand is from the contract, and who is how near the end.

The numbers here are those of ``scripts/contracts/features.h``.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final, NamedTuple

from rummynet.bots.contracts.holding import POINTS, WILD, Holding, place_of
from rummynet.bots.evaluation.outlook import unseen_copies
from rummynet.rules.core.state import Meld
from rummynet.rules.core.variety import Contract
from rummynet.rules.crummy.state import SHORTEST_RUN, SMALLEST_SET, TWO, CrummyState
from rummynet.rules.shared.faces import rank_of
from rummynet.rules.shared.melds import ACE_HIGH, places_of
from rummynet_protocol import cards

# Order and scale of all inputs are those of the self-play: any change asks for networks that are fitted again.
INPUTS: Final = 52
_COMMON: Final = 20  # COMMON of features.h: those before and after the contract share these


# As in the C program: `found[FAR]` is the last of nine inputs, and another number would need other networks.
FAR: Final = 8  # more cards lacking are counted as so many
_WILD_POINTS: Final = 15  # as in features.h: with another value the networks would have to be fitted again
SET_RANKS: Final = tuple(rank for rank in range(13) if rank != TWO)


# What a suit lacks for a run, by the mask of its natural cards, in tables made when first asked for. Places are
# those of the rules: 1 for the two's, which only a wild card can take, 2 to 12 for three to king, 13 for the ace.
_FIRST: Final = TWO + 1
NATURAL: Final = cards.mask(range(_FIRST, ACE_HIGH + 1))  # the places of natural cards, as a mask
# The same number as MOST_WINDOWS in the C program: the networks have been fitted with two.
_MOST: Final = 2  # Windows of a suit that are told apart


class Windows(NamedTuple):
    """The runs of one length that a suit fills best."""

    lacking: int
    ways: int
    outs: tuple[int, ...]  # the places of natural cards that one of them lacks
    used: tuple[int, ...]  # the cards held in the first of them, as masks of places


class Span(NamedTuple):
    """The run that gains most where the whole hand has to lie in runs."""

    inside: int
    holes: int
    outs: tuple[int, ...]  # the places of natural cards in its holes
    ends: tuple[int, ...]  # the places next to its ends


@cache
def windows_of(held: int, length: int) -> Windows:
    """The best runs of this length; *held* are places."""
    best, count, outs = length + 1, 0, 0
    used: list[int] = []
    for low in range(TWO, ACE_HIGH - length + 2):
        window = cards.mask(range(low, low + length))
        lacking = length - (held & window).bit_count()
        if lacking > best:
            continue
        if lacking < best:
            best, count, outs, used = lacking, 0, 0, []
        outs |= window & ~held & NATURAL
        count += 1
        used.append(held & window)
    return Windows(best, count, tuple(cards.members(outs)), tuple(used[:_MOST]))


@cache
def span_of(held: int) -> Span:
    """The run of any length that gains most; *held* are places."""
    best, found = -ACE_HIGH - 1, Span(0, 0, (), ())
    for low in range(TWO, ACE_HIGH + 1):
        for high in range(low + SHORTEST_RUN - 1, ACE_HIGH + 1):
            window = cards.mask(range(low, high + 1))
            inside, length = (held & window).bit_count(), high - low + 1
            if 2 * inside - length > best:
                best = 2 * inside - length
                ends = [place for place in (low - 1, high + 1) if _FIRST <= place <= ACE_HIGH]
                outs = tuple(cards.members(window & ~held & NATURAL))
                found = Span(inside, length - inside, outs, tuple(ends))
    return found


def copies_at(unseen: Sequence[int], suit: int, places: Sequence[int]) -> int:
    """How many cards of a suit at these places have not been seen."""
    return sum([unseen[13 * suit + place % 13] for place in places])


class Progress(NamedTuple):
    """What a hand lacks."""

    lacking: int
    outs: int  # unseen cards that help
    dead: int  # points outside of the best melds; of a contract of the whole hand: holes that no wild card fills
    outside: int = 0  # of a contract of the whole hand: cards that have to go


class Unseen:
    """By face, how many copies the seat has not seen."""

    __slots__ = ("count", "decks", "of_rank", "total", "wild")

    def __init__(self, count: Sequence[int], decks: int) -> None:
        self.count, self.decks = count, decks
        self.total = sum(count)
        self.wild = count[1] + count[14] + count[27] + count[40] + count[52] + count[53]
        self.of_rank = [count[rank] + count[13 + rank] + count[26 + rank] + count[39 + rank] for rank in range(13)]


def progress_of(hand: Holding, unseen: Unseen, contract: Contract) -> Progress:
    """What the hand lacks by its best melds."""
    # Other numbers: there no card may stay, so cards that go with nothing count, and sets do not.
    if contract.whole_hand:
        return _whole_hand(hand, unseen)
    best: Progress | None = None
    for runs in _choices(hand, contract):
        found = _with_runs(hand, unseen, contract, runs)
        if best is None or (found.lacking, -found.outs) < (best.lacking, -best.outs):
            best = found
    if best is None:
        raise ValueError("a contract has runs or sets")
    return best


_Run = tuple[int, Windows, int]  # a suit, its windows, and the cards used


def _choices(hand: Holding, contract: Contract) -> Iterator[tuple[_Run, ...]]:
    """Each way to choose suits for the runs, and one of the best windows in each."""
    if not contract.runs:
        yield ()
        return
    rows: list[list[_Run]] = []
    for suit in range(4):
        windows = windows_of(hand.places[suit], contract.length)
        used = windows.used if contract.sets else windows.used[:1]
        rows.append([(suit, windows, one) for one in used])
    for suits in combinations(rows, contract.runs):
        yield from product(*suits)


def _with_runs(hand: Holding, unseen: Unseen, contract: Contract, runs: tuple[_Run, ...]) -> Progress:
    lacking = room = outs = kept = 0
    held = list(hand.of_rank)
    for suit, windows, mask in runs:
        lacking += windows.lacking
        room += min(windows.lacking, contract.length // 2)
        outs += copies_at(unseen.count, suit, windows.outs)
        kept += _points_at(mask)
        for place in cards.members(mask):
            held[place % 13] -= 1
    held = [min(count, SMALLEST_SET) for count in held]
    if contract.sets:
        order = sorted(SET_RANKS, key=lambda rank: -held[rank])
        for rank in order[: contract.sets]:
            lacking += SMALLEST_SET - held[rank]
            room += held[rank] < SMALLEST_SET
            kept += held[rank] * POINTS[rank]
        last = held[order[contract.sets - 1]]
        useful = [rank for rank in order if last <= held[rank] < SMALLEST_SET]
        outs += sum([unseen.of_rank[rank] for rank in useful])
    if hand.wild < room:
        outs += unseen.wild
    # At most `room`: half of a meld may be wild, so more wild cards do not help.
    lacking -= min(hand.wild, room)
    return Progress(lacking, outs if lacking else 0, hand.points - kept - _WILD_POINTS * hand.wild)


@cache
def _points_at(places: int) -> int:
    return sum(POINTS[place % 13] for place in cards.members(places))


def _whole_hand(hand: Holding, unseen: Unseen) -> Progress:
    spans = [(suit, span_of(hand.places[suit])) for suit in range(4)]
    gains = [span.inside - span.holes for _, span in spans]
    spans.pop(gains.index(min(gains)))
    holes = sum([span.holes for _, span in spans]) - hand.wild
    outside = hand.size - hand.wild - sum([span.inside for _, span in spans])
    outs = sum([copies_at(unseen.count, suit, span.outs) for suit, span in spans])
    if outside == 0 or holes <= 0:
        outs += sum([copies_at(unseen.count, suit, span.ends) for suit, span in spans])
    return Progress(min(FAR, outside + max(0, holes)), outs + unseen.wild, holes, outside)


def unseen_of(state: CrummyState) -> Unseen:
    """What has not been seen of a position, as the seat sees it."""
    return Unseen(unseen_copies(state)[0], state.decks)


class WeighedPosition:
    """What does not change while a seat weighs its hand: the others, the table, and what has not been seen.

    *state* is the position as the seat sees it.
    """

    def __init__(self, state: CrummyState, seat: int, unseen: Unseen) -> None:
        self.seat, self.unseen, self._decks = seat, unseen, state.decks
        self._contract: Contract = state.contract
        self._laid = state.laid[seat]
        self._melds = state.melds
        others = [other for other in range(state.players) if other != seat]
        following = (seat + 1) % state.players
        fewest = min(state.count(other) for other in others)
        self._next_laid = state.laid[following]
        self._known = [0] * cards.PER_DECK
        for code in cards.members(state.hands[following]):
            self._known[code % cards.PER_DECK] += 1
        self._around = [
            # Divided so that inputs stay near 0 to 1, which keeps one rate of learning right for all weights.
            fewest / 10,
            state.count(following) / 10,
            float(self._next_laid),
            sum(state.laid[other] for other in others) / len(others),
            float(fewest <= 2),
            float(fewest <= 4),
            min(len(state.stock), 40) / 40,
        ]
        self._fits = _fitting(state.melds)

    def numbers(self, hand: Holding, top: int) -> list[float]:
        """The inputs of a network for this hand, with the face *top* on the pile, -1 for none."""
        wild = hand.wild
        common = [hand.size / 10, hand.points / 50, *self._around, float(wild >= 1), float(wild >= 2), float(wild >= 3)]
        rest = self._leavings(hand) if self._laid else self._to_the_contract(hand)
        return [*common, *self._of_top(top), *rest]

    def _of_top(self, top: int) -> list[float]:
        if top < 0:
            return [0.0] * 8
        if WILD[top]:
            return [1.0, *[0.0] * 7]
        known, unseen = self._known, self.unseen.count
        suit, rank, place = top // 13, top % 13, place_of(top)
        fits = self._fits >> top & 1
        same = known[rank] + known[13 + rank] + known[26 + rank] + known[39 + rank]
        near = [13 * suit + one % 13 for one in range(max(TWO + 1, place - 2), min(ACE_HIGH, place + 2) + 1)]
        beside = [13 * suit + one % 13 for one in (place - 1, place + 1) if TWO < one <= ACE_HIGH]
        return [
            0.0,
            float(fits),
            float(fits and self._next_laid),
            min(same, 2) / 2,
            min(sum([known[face] for face in near]), 3) / 3,
            self.unseen.of_rank[rank] / (4 * self._decks),
            sum([unseen[face] for face in beside]) / (2 * self._decks),
            POINTS[top] / 15,
        ]

    # -- before the contract

    def _to_the_contract(self, hand: Holding) -> list[float]:
        progress = progress_of(hand, self.unseen, self._contract)
        found = [0.0] * 20
        found[min(progress.lacking, FAR)] = 1.0
        # Five times: few of the unseen cards help, and the input would stay near 0.
        found[9] = 5 * progress.outs / (self.unseen.total + 1)
        if self._contract.whole_hand:
            found[10] = progress.dead / 5
            found[11] = progress.outside / 5
            if progress.outside < 6:
                found[12 + progress.outside] = 1.0
            found[18] = float(progress.dead <= 0)
        else:
            found[10] = progress.dead / 50
            found[11] = float(progress.dead > 20)
            found[12:] = self._ranks(hand)
        return found + self._suits(hand)

    def _ranks(self, hand: Holding) -> list[float]:
        """The four ranks that are held most often."""
        held, unseen = hand.of_rank, self.unseen.of_rank
        best = sorted(SET_RANKS, key=lambda rank: -100 * held[rank] - unseen[rank])[:4]
        copies = 4 * self._decks
        return [number for rank in best for number in (min(held[rank], 4) / 3, unseen[rank] / copies)]

    def _suits(self, hand: Holding) -> list[float]:
        """The suits, that with the best run first."""
        copies, rows = 4 * self._decks, []
        for suit, held in enumerate(hand.places):
            if self._contract.whole_hand:
                span = span_of(held)
                outs = copies_at(self.unseen.count, suit, span.outs)
                key = -1000 * (span.inside - span.holes) - outs
                rows.append((key, suit, (span.inside / 5, outs / copies, span.holes / 3)))
            else:
                windows = windows_of(held, self._contract.length)
                outs = copies_at(self.unseen.count, suit, windows.outs)
                rows.append(
                    (1000 * windows.lacking - outs, suit, (windows.lacking / 4, outs / copies, windows.ways / 5))
                )
        return [number for _, _, row in sorted(rows) for number in row]

    # -- after it

    def _leavings(self, hand: Holding) -> list[float]:
        """What can still go: cards that fit once one more lies, and how many copies of that have not been seen."""
        soon = ways = fits = stays = 0
        found = [0.0] * 32
        # Nine cards and more count alike; after a contract hands are seldom larger.
        found[min(hand.size, 9) - 1] = 1.0
        for face in range(52):
            if not hand.count[face] or WILD[face]:
                continue
            before = self._before(face)
            fits += self._fits >> face & 1
            soon += before > 0
            ways += before
            if not before:
                stays += POINTS[face] * hand.count[face]
        found[9] = soon / 3
        found[10] = ways / (self.unseen.total + 1)
        found[11] = fits / 2
        found[12] = stays / 50
        found[13] = len(self._melds) / 6
        return found

    def _before(self, face: int) -> int:
        """How many unseen cards would let this one be laid off next."""
        total, suit, place = 0, face // 13, place_of(face)
        for meld in self._melds:
            if not meld.is_run or meld.stands[0] // 13 != suit:
                continue
            low, high = places_of(meld.stands)
            gap = low - 1 if place == low - 2 else high + 1 if place == high + 2 else 0
            if gap:
                total += self.unseen.count[13 * suit + gap % 13] + self.unseen.wild
        return total


def _fitting(melds: Sequence[Meld]) -> int:
    """The natural faces that can be laid off onto a meld, as a mask."""
    found = 0
    for meld in melds:
        if meld.is_run:
            suit = meld.stands[0] // 13
            low, high = places_of(meld.stands)
            found |= cards.mask(13 * suit + place % 13 for place in (low - 1, high + 1) if TWO < place <= ACE_HIGH)
        else:
            found |= cards.mask(range(rank_of(meld.stands[0]), 52, 13))
    return found
