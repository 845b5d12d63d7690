"""One sees who plays: in a few rounds characters of a level differ in what ``character_styles`` counts."""

from functools import cache

from bots.character_styles import COLUMNS, style

from tests.support.cases import case

DIFFERENCES = (
    ("otto", "holds melds, %", 5),
    ("yara", "rummies given", 0.1),
    ("xaver", "points thrown", 0.3),
    ("wanda", "takes, %", -4),
    ("rosa", "holds melds, %", -20),
    ("nils", "takes, %", -2),
    ("selma", "holds melds, %", -10),
)
"""By at least how much each is above its level, or below."""


@cache
def did(who: str) -> dict[str, float]:
    return {name: found.mean for name, found in zip(COLUMNS, style(who, "keilty", 4, 1), strict=True)}


def test_each_differs_from_its_level() -> None:
    for who, what, least in DIFFERENCES:
        with case(who):
            level = "steady" if who in ("rosa", "nils", "selma") else "strong"
            difference = did(who)[what] - did(level)[what]
            assert abs(difference) >= abs(least) and difference * least > 0, f"{what}: {difference}"


def test_a_level_is_as_strong_as_itself() -> None:
    assert did("strong")["over its level"] == 0
