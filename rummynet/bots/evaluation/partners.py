"""Which cards make a meld of three with which, and what they are worth: tables by face, as each game has it."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final

from rummynet.rules.core.state import Aces
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards

FACES: Final = 52  # without jokers, which are nobody's neighbours
POINTS: Final = (*((15, *(5,) * 8, *(10,) * 4) * 4), 15, 15)  # points by face as most games count them; the jokers last

Pairs = tuple[tuple[tuple[int, int], ...], ...]  # by face: every pair of faces that makes a meld of three with it


@cache
def points_of(variety: Variety) -> tuple[int, ...]:
    """By face: what bots take a card to be worth in this game."""
    # A joker on the table counts as what it stands for: what one costs in a hand would be too much.
    return POINTS if variety.bot_points is None else (*variety.bot_points[:FACES], *POINTS[FACES:])


def places_of(aces: Aces) -> range:
    """The places in a suit that runs have in such a game: 0 the low ace, 13 the high one."""
    if aces == "around":
        return range(-2, 16)  # two beyond each ace: as far as cards of one meld of three lie from each other
    return range(1 if aces == "high" else 0, 13 if aces == "low" else 14)


def _pairs_with(face: int, aces: Aces, has_sets: bool) -> tuple[tuple[int, int], ...]:
    suit, rank = divmod(face, 13)
    same_rank = [other for other in range(rank, FACES, 13) if other != face] if has_sets else []
    places = places_of(aces)
    runs = [
        tuple(sorted(13 * suit + place % 13 for place in range(low, low + 3) if place % 13 != rank))
        for at in places
        if at % 13 == rank
        for low in range(max(places[0], at - 2), min(at, places[-1] - 2) + 1)
    ]
    # Around the corner the same three cards have two places.
    return (*combinations(same_rank, 2), *((pair[0], pair[1]) for pair in dict.fromkeys(runs)))


@cache
def pairs_of(aces: Aces, has_sets: bool) -> Pairs:
    """The pairs of the melds of such a game."""
    return tuple(_pairs_with(face, aces, has_sets) for face in range(FACES))


@cache
def companions_at(distance: int, aces: Aces, has_sets: bool) -> tuple[int, ...]:
    """By face: the faces of its suit at this distance, in all decks, as masks; at 0 those of its rank."""
    return tuple(_faces_at(face, distance, aces, has_sets) for face in range(FACES))


def _faces_at(face: int, distance: int, aces: Aces, has_sets: bool) -> int:
    suit, rank = divmod(face, 13)
    if distance:
        found = [13 * suit + near for near in range(13) if _distance(rank, near, aces) == distance]
    else:
        found = [one for one in range(rank, FACES, 13) if one != face] if has_sets else []
    return cards.mask(one + cards.PER_DECK * deck for one in found for deck in range(cards.MOST_DECKS))


def _distance(rank: int, near: int, aces: Aces) -> int:
    """The distance of two ranks in a suit; an ace may have two places."""
    places = places_of(aces)
    return min(abs(one - two) for one in places if one % 13 == rank for two in places if two % 13 == near)


@cache
def lay_offs(stands: tuple[int, ...], is_run: bool, aces: Aces = "either") -> tuple[tuple[int, int], ...]:
    """What can be laid off onto a meld: pairs of a face and the face that has to lie there before, -1 for none."""
    faces = [face for face in stands if face >= 0]
    if not faces:
        return ()
    if not is_run:
        return (
            tuple((face, -1) for face in range(faces[0] % 13, FACES, 13) if face not in faces)
            if len(stands) < 4
            else ()
        )
    suit, ranks = faces[0] // 13, [face % 13 for face in faces]
    low, high = ranks[0], ranks[-1] or 13
    places, found = places_of(aces), []
    for before, place, step in ((-1, low - 1, -1), (-1, high + 1, 1)):
        # Two steps: the card that fits, and the one behind it. One more would seldom come in time.
        for _ in range(2):
            if place in places and place % 13 not in ranks:
                found.append((13 * suit + place % 13, before))
                before, place = 13 * suit + place % 13, place + step
            else:
                break
    return tuple(found)


_NEAR: Final = 2  # places in a suit: three in a suit reach no further from a card


def companions(card: int, hand: Iterable[int], aces: Aces, has_sets: bool) -> list[int]:
    """The codes of the hand that can be in one meld with the card: of its rank, or its suit within two places."""
    face = card % cards.PER_DECK
    if face >= FACES:
        return []
    # With several decks an equal card is of its rank too.
    near = cards.mask(range(face, cards.PER_DECK * cards.MOST_DECKS, cards.PER_DECK)) if has_sets else 0
    for distance in range(_NEAR + 1):
        near |= companions_at(distance, aces, has_sets)[face]
    return [code for code in hand if code != card and near >> code & 1]
