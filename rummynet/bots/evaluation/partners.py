"""Which cards make a meld of three with which: tables by face."""

from functools import cache
from itertools import combinations
from typing import Final

FACES: Final = 52  # without jokers, which are nobody's neighbours
POINTS: Final = (*((15, *(5,) * 8, *(10,) * 4) * 4), 15, 15)
"""Points by face as most games count them; the jokers last."""


def _pairs(face: int) -> tuple[tuple[int, int], ...]:
    suit, rank = divmod(face, 13)
    same_rank = [other for other in range(rank, FACES, 13) if other != face]
    # An ace is in runs at both ends.
    places = (rank,) if rank else (0, 13)
    runs = [
        tuple(sorted(13 * suit + place % 13 for place in range(low, low + 3) if place % 13 != rank))
        for at in places
        for low in range(max(0, at - 2), min(at, 11) + 1)
    ]
    return (*combinations(same_rank, 2), *((pair[0], pair[1]) for pair in runs))


PAIRS: Final = tuple(_pairs(face) for face in range(FACES))
"""By face: every pair of faces that makes a meld of three with it."""


@cache
def lay_offs(stands: tuple[int, ...], is_run: bool) -> tuple[tuple[int, int], ...]:
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
    if 0 in ranks and 12 in ranks and ranks[0]:
        high = 13
    found = []
    for before, place, step in ((-1, low - 1, -1), (-1, high + 1, 1)):
        # Two steps: the card that fits, and the one behind it. One more would seldom come in time.
        for _ in range(2):
            if 0 <= place <= 13 and not (place == 0 and high == 13) and not (place == 13 and low == 0):
                found.append((13 * suit + place % 13, before))
                before, place = 13 * suit + place % 13, place + step
            else:
                break
    return tuple(found)
