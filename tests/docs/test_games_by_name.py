"""Outside the rules no game is known by its name: whoever needs something of a game asks its variety."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rummynet.rules.varieties import NAMES

ROOT: Final = Path(__file__).parents[2]
PLACES: Final = ("rummynet", "client", "protocol", "web", "packaging", "scripts")
NOT_READ: Final = ("rummynet/rules/", "rummynet/pages/built/", "web/rules/", "web/tests/", "web/node_modules/",
                   "web/live/variety_words.js")  # fmt: skip
"""The rules themselves, what is built from web/, its tests, what is written from the varieties."""

CARD: Final = "the card, not the game"
LESSON: Final = "the lesson is a round of Keilty rummy"
FITTED: Final = "fitted by self-play for this game; another has the usual weights"
LISTED: Final = {
    "client/rummynet_cli/command_table.py": (1, "an example of a line"),
    "client/rummynet_client/core/text/card_names.py": (1, CARD),
    "client/rummynet_client/core/views/lesson.py": (1, LESSON),
    "client/rummynet_client/terminal/drawing/theme.py": (1, CARD),
    "rummynet/bots/evaluation/fitted_weights.py": (5, FITTED),
    "rummynet/bots/patterns/pattern_play.py": (1, "measured for this game: where breaking up a meld gains nothing"),
    "rummynet/bots/strategies/master_strategy.py": (5, "measured for these games: what gains points there"),
    "web/cards/card.js": (1, CARD),
    "web/seat/lesson.js": (1, LESSON),
}
"""By file of the program: how often it names a game, and why it may. A table of web/ that is wanted here belongs into
``scripts/make/page_games.py``, a fact of a game into its ``Variety``."""

CHOSEN: Final = "measured, drawn or played with options chosen for the game"
SCRIPTS: Final = {
    "scripts/pages/agree_rules.py": CHOSEN,
    "scripts/pages/agree_web.py": CHOSEN,
    "scripts/bench.py": CHOSEN,
    "scripts/benchmarks/bot_decisions.py": CHOSEN,
    "scripts/benchmarks/host_calls.py": CHOSEN,
    "scripts/benchmarks/journals.py": CHOSEN,
    "scripts/benchmarks/random_play.py": CHOSEN,
    "scripts/crooked/search.py": CHOSEN,
    "scripts/crooked/world.py": CHOSEN,
    "scripts/make/docs.py": CHOSEN,
    "scripts/make/screens.py": CHOSEN,
    "scripts/make/puzzles.py": "how late in a round decisions can be searched",
    "scripts/make/transcripts.py": "games whose files are cut, too, of which two are enough",
    "scripts/pages/page_chance.py": CHOSEN,
    "scripts/pages/page_tour.py": CHOSEN,
    "scripts/pages/page_keys.py": CHOSEN,
    "scripts/session_play/judge.py": "far above the longest rounds that were seen of the game",
    "scripts/session_play/plan.py": CHOSEN,
    "scripts/hostile/search_host.py": CHOSEN,
    "scripts/session_play/breaks.py": CHOSEN,
    "scripts/hostile/load.py": "an example of a request",
}
"""By script: why it may name games, as often as it likes; no part of the program depends on one."""


def named() -> Iterator[tuple[str, int]]:
    """The files that name games in quotes, and how often."""
    quoted = re.compile(rf"""(["'`])(?:{"|".join(NAMES)})\1""")
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            where = path.relative_to(ROOT).as_posix()
            if path.suffix in (".py", ".js", ".ts", ".html", ".yml", ".sh") and not where.startswith(NOT_READ):
                count = len(quoted.findall(path.read_text("utf-8")))
                if count:
                    yield where, count


def test_no_module_knows_a_game_by_its_name_but_those_that_say_why() -> None:
    found = dict(named())
    scripts = {where for where in found if where.startswith("scripts/")}
    assert scripts == set(SCRIPTS)
    assert {where: count for where, count in found.items() if where not in scripts} == {
        where: count for where, (count, _why) in LISTED.items()
    }
