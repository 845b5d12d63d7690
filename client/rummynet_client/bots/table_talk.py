"""What a character says at the table: a line now and then, at moments that everybody sees.

It is given news that all at the table have, and the number of its seat; it never sees a hand.
"""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.characters import CHARACTERS
from rummynet.bots.strategy import Chance
from rummynet_client.core.text import news
from rummynet_client.core.text.character_words import Occasion, lines_of
from rummynet_client.core.text.news import News

# Seconds from one line to the next, at least (docs/bots.md): with five bots at a table the chat is still the
# people's.
_QUIET_SECONDS: Final = 12.0


class TableTalk:
    """The lines of one character."""

    def __init__(self, who: str, chance: Chance) -> None:
        self._who, self._chance = who, chance
        self._last = float("-inf")

    def remark(self, items: Sequence[News], seat: int | None, now: float, *, high_wins: bool) -> str | None:
        """What the character in this seat says about these news, if anything. *now* in seconds."""
        for item in items:
            occasion = None if seat is None else occasion_of(item, seat, high_wins=high_wins)
            if occasion is None or now < self._last + _QUIET_SECONDS:
                continue
            if self._chance(100) < CHARACTERS[self._who].talks_percent:
                self._last = now
                lines = lines_of(self._who, occasion)
                return lines[self._chance(len(lines))]
        return None


def occasion_of(item: News, seat: int, *, high_wins: bool) -> Occasion | None:
    """The moment that this news is for who sits there; None if it calls for no word."""
    match item:
        case news.RoundDealt(round=1):
            return Occasion.BEGINNING
        case news.RummyCalled(seat=caller):
            return Occasion.OWN_CALL if caller == seat else Occasion.CALL_OF_ANOTHER
        case news.GameWasWon(winner=winner):
            return Occasion.WON if winner == seat else Occasion.LOST
        case news.RoundScored(out=out, scores=scores):
            if out == seat:
                return Occasion.OUT
            worst = min(scores) if high_wins else max(scores)
            return Occasion.CAUGHT if out is not None and scores[seat] == worst else None
    return None
