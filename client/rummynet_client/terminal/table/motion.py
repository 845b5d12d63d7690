"""What has just changed on the table, marked for a moment. Pure functions of positions and time."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from rummynet_protocol.values import Value

# A change stays marked: seen from the corner of the eye, and over before it holds up what comes next.
MOTION_SECONDS: Final = 0.4
FRAME_SECONDS: Final = 0.1  # ten frames a second look like motion, and a slow line by SSH still carries them
# A share that should be 1 comes as 0.999...: without this the last card of a frame comes one frame late.
_ROUNDING: Final = 1e-6
# Cards that are marked: a move brings fewer; more is a new round or a return after an absence, where all of them
# marked would say nothing.
_MOST: Final = 12


class Motion(Value):
    """Cards that changed their place at a moment, in seconds."""

    cards: frozenset[str] = frozenset()
    began: float = 0.0
    is_deal: bool = False
    """A round has just been dealt: its cards come one by one."""

    def marked(self, now: float) -> frozenset[str]:
        """The cards that are marked at this time."""
        return self.cards if not self.is_deal and 0 <= now - self.began < MOTION_SECONDS else frozenset()

    def dealt(self, now: float, count: int) -> int:
        """How many of the *count* cards of the hand have come at this time."""
        share = (now - self.began) / MOTION_SECONDS
        return count if not self.is_deal or not 0 <= share < 1 else int(share * count + _ROUNDING)


def was_dealt(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, me: int | None) -> bool:
    """Whether the own hand is known now, and was wholly unknown, or of another round, before."""
    if after is None or me is None or me >= len(after["hands"]) or None in after["hands"][me] or not after["hands"][me]:
        return False
    if before is None or before["round"] != after["round"]:
        return True
    return all(card is None for card in before["hands"][me])


def changed_cards(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> frozenset[str]:
    """The cards that came to the pile, to a meld or to a known hand between two positions of a round."""
    if before is None or after is None or before["round"] != after["round"]:
        return frozenset()
    came = [card for place, cards in _places(after).items() for card in cards - _places(before).get(place, Counter())]
    return frozenset(came) if len(came) <= _MOST else frozenset()


def _places(position: Mapping[str, Any]) -> dict[str, Counter[str]]:
    """The open cards by place."""
    hands = {
        f"hand {seat}": Counter(card for card in hand if card is not None)
        for seat, hand in enumerate(position["hands"])
    }
    melds = Counter(card for meld in position["melds"] for card in meld["cards"])
    return hands | {"pile": Counter(position["discard"]), "melds": melds}
