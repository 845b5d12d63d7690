#!/usr/bin/env python3
"""Play all games to their end with the keyboard alone, by what Chromium's accessibility tree says.

    scripts/pages/page_keys.py                       five games at 1280x800
    scripts/pages/page_keys.py --games crummy --size 360x740

The player knows no element of the page: it hears roles, names and states, the status line and the log, and
presses Tab, Shift+Tab, arrows and Enter. Prints a line of JSON for each game; exit status 1 where one did not end, two
cards of the hand had one name, the focus was lost, the tabulator stopped too often on the way around, the status did
not say whose turn it was, the log did not speak, or a call of a rummy was not told. Needs built pages and Chromium.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from pages.page_tour import GAMES, at_host, begin, open_table  # noqa: E402

from tests.support.pages import Page  # noqa: E402

SHORT: Final[dict[str, dict[str, object]]] = {
    "keilty": {"target": 150},
    "basic": {"target": 100, "call_seconds": 1},
    "vegas": {"max_score": 150},
    "crummy": {"offer_seconds": 2},
    "joker": {"target": 150},
}
"""By game: options with which it ends within minutes."""
MOST_SECONDS: Final = 900.0
"""After which a game is given up."""
MOST_STOPS: Final = 12
"""Of the tabulator around the page at a turn, besides the plays: top, table, pile, melds, hand, log, chat."""
FIRST: Final = (
    "next round", "declare ", "lay the contract ", "lay ", "swap ", "trade ", "go out", "buy in", "leave it", "want ",
    "count ", "take ", "throw ", "draw", "turn the pile over", "pass", "pick up ", "sit out",
)  # fmt: skip
"""How the names of buttons begin that play something; the first that is there is pressed."""
WHOSE_TURN: Final = (
    "YOUR TURN", "to play", "You may answer", "shuffling", "next round", "waiting for the host", "PAUSED",
)  # fmt: skip
"""One of these is in the status while a game goes on."""


@dataclass
class Heard:
    """A node of the tree, as a screen reader has it."""

    role: str
    name: str
    states: dict[str, Any]
    inside: list[str] = field(default_factory=list)
    """Roles and names of what it lies in."""


class Listener:
    """A player who hears the page and has a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0
        self.heard: list[Heard] = []
        self.log: set[str] = set()
        self.alerts: set[str] = set()
        self.wrong: set[str] = set()

    def listen(self) -> list[Heard]:
        """The tree as it is now, in its order."""
        nodes = self.page.cdp("Accessibility.getFullAXTree")["nodes"]
        by_id = {one["nodeId"]: one for one in nodes}
        self.heard = list(_spoken(by_id, nodes[0]["nodeId"], []))
        self.log |= {one.name for one in self.heard if one.role == "StaticText" and "log newest lines" in one.inside}
        self.alerts |= {one.name for one in self.heard if one.role == "StaticText" and "alert" in one.inside}
        hand = [one.name for one in self.heard if one.role == "button" and "group your hand" in one.inside]
        if len(set(hand)) < len(hand):
            self.wrong.add(f"two cards have one name: {sorted(one for one in hand if hand.count(one) > 1)}")
        return self.heard

    def status(self) -> str:
        """What the status lines say."""
        return " ".join(one.name for one in self.heard if one.role == "StaticText" and "status" in " ".join(one.inside))

    def buttons(self) -> list[Heard]:
        """What can be pressed, in the order of the page."""
        return [one for one in self.heard if one.role == "button" and not one.states.get("disabled")]

    def cards(self) -> list[Heard]:
        """The own cards that can be played."""
        return [one for one in self.buttons() if "group your hand" in one.inside]

    def press(self, *keys: str) -> None:
        """Press keys."""
        self.page.keys(*keys)
        self.keys += len(keys)

    def focused(self) -> int:
        """The place of what has the focus; -1 if nothing of the page has it."""
        return next(
            (at for at, one in enumerate(self.heard) if one.states.get("focused") and one.role != "RootWebArea"), -1
        )

    def go_to(self, name: str) -> bool:
        """Move the focus to the button of this name; false if it went before it was reached."""
        for _ in range(120):
            self.listen()
            wanted = next((at for at, one in enumerate(self.heard) if one.role == "button" and one.name == name), None)
            if wanted is None:
                return False
            here = self.focused()
            if here == wanted:
                return True
            group = [one for one in self.heard[wanted].inside if one.startswith("group ")][-1:]
            together = here >= 0 and group and group[0] in self.heard[here].inside
            if together:
                self.press("ArrowRight" if wanted > here else "ArrowLeft")
            elif wanted > here:
                self.press("Tab")
            else:
                self.press("Shift+Tab")
        self.wrong.add(f"the keyboard does not come to {name}")
        return False

    def stops(self) -> int:
        """How often the tabulator stops on its way around the page, plays not counted."""
        seen: list[str] = []
        for _ in range(60):
            self.press("Tab")
            self.listen()
            here = self.focused()
            one = self.heard[here] if here >= 0 else None
            name = f"{one.role} {one.name} in {one.inside[-1:]}" if one else ""
            if name in seen:
                break
            seen.append(name)
        return sum(1 for one in seen if not one.removeprefix("button ").startswith(FIRST))

    def play(self) -> dict[str, Any]:
        """Play to the end; what there is to say of it."""
        acts, stops, end = 0, 0, time.monotonic() + MOST_SECONDS
        while time.monotonic() < end:
            self.listen()
            names = [one.name for one in self.buttons()]
            if self.cards() and self.focused() < 0:
                self.wrong.add("the focus was lost")
            if "To the table" in names:
                return {"ended": True, "says": self.status(), "acts": acts, "keys": self.keys, "stops": stops}
            if self.cards() and not any(word in self.status() for word in WHOSE_TURN):
                self.wrong.add(f"the status says {self.status()!r}")
            plays = [one.name for one in self.buttons() if "group your hand" not in one.inside]
            chosen = next(
                (name for first in FIRST for name in plays if name.startswith(first) and _is_play(name)), None
            )
            if chosen is None and "YOUR TURN" in self.status() and "choose nothing" not in names:
                chosen = next((one.name for one in reversed(self.cards())), None)
                # Once the stock of Vegas rummy is used up, nothing is left but the top of the pile.
                chosen = chosen or next((name for name in plays if name.startswith("take ")), None)
            # A key that came as the bot played may have met another button, that of a call: people take it back too.
            if chosen is None and "give up" in names:
                chosen = "give up"
            if chosen is None:
                time.sleep(0.03)
                continue
            if acts % 40 == 10 and not stops:
                stops = self.stops()
            if self.go_to(chosen):
                self.press("Enter")
                acts += 1
        return {"ended": False, "says": self.status(), "offers": names, "acts": acts, "keys": self.keys}


def _is_play(name: str) -> bool:
    """Whether it does something: a card of the pile alone is taken only to lay it."""
    return not name.startswith("take ") or " and " in name


def _spoken(nodes: dict[str, Any], start: str, inside: list[str]) -> Iterator[Heard]:
    node = nodes.get(start)
    if node is None:
        return
    role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")
    if not node["ignored"]:
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        yield Heard(role, name, states, inside)
        inside = [*inside, f"{role} {name}".strip()]
    for child in node.get("childIds", []):
        yield from _spoken(nodes, child, inside)


def play_game(game: str, width: int, height: int, **options: object) -> dict[str, Any]:
    """Play a game at a host of its own against a bot, in a browser of its own."""
    with at_host(width, height) as (page, host):
        begin(page, host)
        open_table(page, host, 1, game, 1, **options)
        page.tap("[data-key=ready]")
        listener = Listener(page)
        found = listener.play()
        complaints = page.complaints()
    if not any("(bot)" in one for one in listener.log):
        listener.wrong.add("the log said nothing of what others did")
    calls = {one for one in listener.log if "(bot) called RUMMY" in one}
    if calls and not calls & listener.alerts:
        listener.wrong.add("no call of a rummy was shown over the table")
    if found.get("stops", 0) > MOST_STOPS:
        listener.wrong.add(f"{found['stops']} stops of the tabulator")
    return {"game": game, **found, "wrong": sorted(listener.wrong), "complaints": complaints}


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES), help="which, with commas between")
    parser.add_argument("--size", default="1280x800", help="of the window, WIDTHxHEIGHT")
    wish = parser.parse_args()
    width, height = map(int, wish.size.split("x"))
    good = True
    for game in wish.games.split(","):
        found = play_game(game, width, height, **SHORT[game])
        print(json.dumps(found, ensure_ascii=False), flush=True)
        good = good and found["ended"] and not found["wrong"] and not found["complaints"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
