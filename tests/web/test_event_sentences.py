"""Pages compute positions, calls and what happened as the programs do, and say it in the same sentences."""

import json
import random
import subprocess

from pages.agree_rules import Recorder

from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.events import Event
from tests.support.pages import WEB, need_pages

GAMES: tuple[tuple[str, dict[str, object], int, int], ...] = (
    ("keilty", {"target": 60}, 3, 5), ("basic", {"deals": 1, "hand": 3}, 2, 4), ("basic", {"deals": 1}, 3, 5),
    ("vegas", {"max_score": 20, "solidarity": False}, 3, 1), ("crummy", {}, 2, 7), ("joker", {"target": 40}, 2, 5),
    ("keilty", {"target": 60, "false_call_points": 5, "false_call_cards": 1}, 2, 5),
)  # fmt: skip
"""Game, options, players, seed: together they have every kind of event."""
RARE = ("declare", "turn", "buy", "decline", "aces", "swap", "trade", "want", "rummy", "penalty")


class Eager(Recorder):
    """Does what is rare wherever it can; in basic rummy it lays nothing else, so that hands stay whole."""

    def choose(self, legal: list[Action]) -> Action:
        verbs = {notation.text(one): one for one in legal}
        rare = [one for text, one in verbs.items() if text.split(" ")[0] in RARE]
        plain = [one for text, one in verbs.items() if text.split(" ")[0] in ("draw", "throw")]
        if rare and self.chance.random() < 0.9:
            return self.chance.choice(rare)
        return self.chance.choice(plain) if plain and self.game.name == "basic" else super().choose(legal)

    def tries(self, by_seat: dict[int, list[Action]]) -> list[tuple[int, str, bool]]:
        """What false calls are taken from; else none: scripts/pages/agree_rules.py compares what is legal."""
        return super().tries(by_seat) if self.state.options.get("false_call_points") else []


def test_every_kind_of_event_has_the_programs_sentence_on_a_page() -> None:
    need_pages()
    lines = [
        line
        for name, options, players, seed in GAMES
        for line in Eager(name, options, players, random.Random(seed)).play(2)
    ]
    told = [event for line in lines for event in line["events"]]
    assert {one["event"].replace("_", "") for one in told} == {kind.__name__.lower() for kind in Event.__subclasses__()}
    chosen = {one["action"].split(" ")[0] for one in told if "action" in one}
    assert chosen == {"pass", "waive", "decline", "aces", "buy", "penalty"}
    said = "\n".join(map(json.dumps, lines))
    node = subprocess.run(["node", "tests/agree_rules.js"], cwd=WEB, input=said, text=True, capture_output=True)
    assert node.returncode == 0 and node.stdout.endswith("\n0 differences\n"), node.stdout + node.stderr
