#!/usr/bin/env python3
"""What people want to do in a terminal, each done by keys in the real program; prints the table of keys.

    scripts/terminal/people_tasks.py  do all of them, about two minutes; exit status 1 and the screen where one fails

Counted is what is pressed from the screen where the wish comes up to the screen that shows it done; what is typed at
the shell's prompt is one command. The cards are those of the lesson, so each count is the same in every run.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "client"), str(ROOT / "protocol")]

from rummynet_client.terminal.input.pages import CLOSING_SECONDS  # noqa: E402
from tests.support.programs import program  # noqa: E402
from tests.support.terminals import Terminal  # noqa: E402

TASKS: Final[Mapping[str, tuple[str, str]]] = {
    "start": ("play the first card, from `rummynet` alone", "1 Enter Enter Enter"),
    "join": ("join a friend's table and be ready, from `rummynet join HOST`", "Enter Enter"),
    "meld": ("lay a run of three", "right right right space Enter"),
    "throw": ("throw out the card under the cursor", "t"),
    "deep": ("take down to the third card of the pile, and use it", "tab left left Enter"),
    "rummy": ("call a rummy with the newest card of the pile", "r Enter"),
    "error": ("see why a card of the pile cannot be taken", "tab"),
    "fair": ("see why the deck was fair", "w"),
    "coach": ("see what cost you most, from the end of a game", "e"),
    "again": ("play again, from the end of a game", "p"),
    "leave": ("leave in the middle of a game, the seat kept", "q y"),
    "share": ("share a game as a page for any browser", "`rummynet replay FILE --html PAGE`"),
}
"""By name: what somebody wants, and the keys."""
MOST_TURNS: Final = 200
KEYS: Final = {"Enter": "\r", "space": " ", "tab": "\t", "left": "\x1b[D", "right": "\x1b[C"}


def table() -> str:
    """The tasks with their keys and how many these are, as Markdown."""
    lines = ["| what you want | keys | how many |", "|---|---|---|"]
    for wish, keys in TASKS.values():
        is_command = keys.startswith("`")
        shown = keys if is_command else " ".join(f"`{key}`" for key in keys.split())
        count = "1 command" if is_command else len(keys.split())
        lines.append(f"| {wish} | {shown} | {count} |")
    return "\n".join(lines)


class Person:
    """Somebody at a terminal of 80 × 24."""

    def __init__(self, home: Path, *words: str) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "NO_COLOR", "LANGUAGE")}
        env = {**kept, "RUMMYNET_HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        self.terminal = Terminal((sys.executable, "-m", "rummynet", *words), 80, 24, env)

    def sees(self, *signs: str) -> None:
        """Wait until one of these is on the screen."""
        self.terminal.until(lambda text: any(sign in " ".join(text.split()) for sign in signs))

    def does(self, name: str, *then: str) -> None:
        """Press the keys of a task one after the other, each on a new screen; *then* is seen after each of them."""
        keys = TASKS[name][1].split()
        for key, sign in zip(keys, then, strict=True):
            self.terminal.press(KEYS.get(key, key))
            self.sees(sign)


def in_the_lesson(home: Path) -> None:
    """A meld, a throw, why a card cannot be taken, a deep card, and a rummy, with the lesson's cards."""
    person = Person(home, "play", "--teach")
    with person.terminal as terminal:
        person.sees("Welcome.")
        terminal.press("d")
        person.sees("You drew 7♠")
        person.does("meld", "t throw 9♦", "t throw 9♥", "t throw 5♠", "Enter lay 5♠ 6♠ 7♠", "2♣ goes with nothing")
        terminal.press("\x1b[H")
        person.sees("t throw 2♣")
        person.does("throw", "8♠ goes on your run")
        person.does("error", "You cannot take K♦: nothing in your hand or on the table goes with it.")
        terminal.press("\t")
        person.sees("Enter draw")
        person.does("deep", "You cannot take K♦", "You cannot take 2♣", "Enter take 8♠ and lay 8♠", "came with it")
        terminal.press("h")
        person.sees("You hold two nines")
        terminal.press("h")
        person.sees("Call it.")
        person.does("rummy", "RUMMY with 4♠? Enter calls it", "Yours!")
        terminal.press("\x03\x03")
        terminal.ended()


def alone(home: Path) -> None:
    """From the command's name alone to a card, then to the reasons, and away."""
    person = Person(home)
    with person.terminal as terminal:
        person.sees("Type a number:")
        person.does("start", "Type a number: 1", "start playing", "Enter draw", "you drew")
        person.does("fair", "Why the deck is fair")
        terminal.press("x")
        person.sees("YOUR TURN")
        time.sleep(CLOSING_SECONDS)
        person.does("leave", "Leave the game?", "your transcripts are in")
        terminal.ended()


def with_a_friend(home: Path) -> None:
    """To the table of a friend who waits."""
    with ExitStack() as open_programs:
        host = open_programs.enter_context(
            program("host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", home=home / "host")
        )
        address = host.hear().split()[1]
        friend = open_programs.enter_context(program("join", address, "--json", "--name", "ben", home=home / "friend"))
        friend.say("create keilty")
        friend.until_kind("table")
        friend.say("sit 1")
        person = Person(home, "join", address, "--name", "anna")
        with person.terminal:
            person.sees("Enter sit down")
            person.does("join", "I am ready to play", "You are ready")
            friend.say("ready")
            person.sees("(you)")
        assert friend.end() == 0


def to_the_end(home: Path) -> None:
    """A short game to its end, another one, and the first as a page."""
    words = ("--new", "--name", "anna", "--players", "2", "--target", "5", "--strategy", "random")
    person = Person(home, "play", *words)
    with person.terminal as terminal:
        for _ in range(MOST_TURNS):
            person.sees("▶ YOUR TURN", "p play again")
            if "p play again" in terminal.text:
                break
            for key in ("\r", "\r", "t", "y" if "This card is wild" in terminal.text else ""):
                terminal.press(key)
                time.sleep(0.3)
                terminal.read_now()
        person.does("coach", "Round 1")
        terminal.press("x")
        person.sees("p play again")
        time.sleep(CLOSING_SECONDS)
        person.does("again", "round 1")
        person.sees("Enter draw", "to play")
        terminal.press("\x03\x03")
        terminal.ended()
    first = min((home / "transcripts").glob("*.rummy"))
    made = Person(home, "replay", str(first), "--html", str(home / "page.html"))
    with made.terminal as terminal:
        assert terminal.ended() == 0, terminal.text
    assert (home / "page.html").stat().st_size > 0


FLOWS: Final[tuple[Callable[[Path], None], ...]] = (in_the_lesson, alone, with_a_friend, to_the_end)


def main() -> int:
    """Do the tasks and print their table."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    failed = 0
    for flow in FLOWS:
        with tempfile.TemporaryDirectory() as home:
            for name in ("host", "friend"):
                (Path(home) / name).mkdir()
            try:
                flow(Path(home))
            except AssertionError as problem:
                failed = 1
                print(f"{flow.__name__}: {problem}", file=sys.stderr)
    print(table())
    return failed


if __name__ == "__main__":
    sys.exit(main())
