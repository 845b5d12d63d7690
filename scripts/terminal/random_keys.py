#!/usr/bin/env python3
"""Press random keys in the real program, in a pseudo-terminal, in every game at four sizes; some minutes.

    scripts/terminal/random_keys.py                              300 keys in each of five games at each of four sizes
    scripts/terminal/random_keys.py --games basic --sizes 80x24 --keys 1000 --seed 7

After each key the program must have drawn its screen again. Each play that the rules allow must be one that the screen
named beside this key before it was pressed. At the end escape leads back to the table, ``?`` opens the help, and two
Ctrl-C leave. Prints a line of JSON for each run; exit status 1 and the screen where something of that did not hold.
"""

import argparse
import json
import os
import random
import re
import select
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "client"), str(ROOT / "protocol")]

from rummynet.rules.varieties import NAMES  # noqa: E402
from rummynet_client.core.session.view_model import ViewModel  # noqa: E402
from rummynet_client.storage.settings import Settings  # noqa: E402
from rummynet_client.terminal.table.log_and_chat import columns  # noqa: E402
from rummynet_protocol.actions import Action, CallRummy  # noqa: E402
from tests.support.terminals import Terminal  # noqa: E402

Look = Callable[[], ViewModel]
Do = Callable[[str | Action], None]

SIZES: Final = ("80x24", "100x30", "120x40", "200x60")
PRESSED: Final = (
    *("\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~") * 2,
    *(" ", "\r", "d", "t", "1") * 6, *("\x1b", "\t", "r", "o", "u", "s") * 2,
    *"23456789?megwvpcbhyqniaxPHEGCl:<>$", "ü", "\x03", "\x7f",
)  # fmt: skip
NAMES_OF_KEYS: Final = {"\r": "Enter", "1": "Enter"}  # the first offer has both, as the page of keys says
CARD: Final = re.compile(r"(?:10|[A2-9TJQK])[♣♦♥♠]|★[12]")
PATIENCE: Final = 20.0
"""Seconds in which a key must have been drawn; a busy machine is slow, a trap is for ever."""


class NotSo(Exception):
    """What had to hold did not."""


class Player:
    """One program in a terminal, and the lines in which it tells what it does."""

    def __init__(self, game: str, size: str, home: Path, seed: str) -> None:
        self.wide, self.high = map(int, size.split("x"))
        self.game, self.home, self.chance = game, home, random.Random(seed)
        self.told = home / "told"
        os.mkfifo(self.told)
        self._lines = os.open(self.told, os.O_RDWR | os.O_NONBLOCK)
        self._rest = b""
        self.plays: dict[str, int] = {}
        self.keys = self.starts = self.stale = self.drawings = 0

    def run(self, keys: int) -> dict[str, Any]:
        """Press so many keys. Raises NotSo."""
        while self.keys < keys:
            self.starts, self.drawings = self.starts + 1, 0
            with self._program() as terminal:
                self._until_drawn(terminal, "start")
                terminal.until(lambda text: "(you)" in text)
                while self.keys < keys and self._press_one(terminal):
                    pass
                if terminal.program.poll() is None and self.keys >= keys:
                    self._leave(terminal)
        return {"keys": self.keys, "starts": self.starts, "stale": self.stale, "plays": self.plays}

    def _program(self) -> Terminal:
        plays = ("play", "--variant", self.game, "--players", "2", "--strategy", "random", "--name", "anna", "--new")
        words = (sys.executable, __file__, "--inside", str(self.told), *plays)
        kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "NO_COLOR", "LANGUAGE")}
        env = {**kept, "RUMMYNET_HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        return Terminal(words, self.wide, self.high, env)

    def _press_one(self, terminal: Terminal) -> bool:
        """Press a key and check what it did. False if the program has ended, as the screen said it would."""
        if self.keys % 4 == 0 and "YOUR TURN" not in terminal.text:
            self._wait_for_turn(terminal)
        list(self._read_told())
        terminal.read_now()
        key, before, drawings = self.chance.choice(PRESSED), terminal.text, self.drawings
        self.keys += 1
        terminal.press(key)
        sent = self._until_drawn(terminal, key)
        if "Traceback" in terminal.text:
            raise NotSo(f"{key!r}: a traceback\n{terminal.text}")
        for one in sent:
            if "left" in one:
                if not ("Leave the game?" in before and key in "y\x03") and key not in "q\x03":
                    raise NotSo(f"{key!r}: the program ended\n{before}")
                terminal.ended()
                return False
            try:
                self._check(one, key, before)
            except NotSo:
                if one["drawings"] == drawings:
                    raise
                self.stale += 1  # it was drawn again between the look and the key
        if terminal.program.poll() is not None:
            raise NotSo(f"{key!r}: the program failed\n{terminal.text}\n{before}")
        return True

    def _wait_for_turn(self, terminal: Terminal) -> None:
        """Read for a while; the turn comes, unless a page or a question waits for a key."""
        for _ in range(20):
            select.select([self._lines], [], [], 0.1)
            list(self._read_told())
            terminal.read_now()
            if "YOUR TURN" in terminal.text:
                return

    def _check(self, sent: dict[str, Any], key: str, before: str) -> None:
        if not sent["allowed"]:
            return
        says, name = sent["says"], NAMES_OF_KEYS.get(key, key)
        table = " ".join(" ".join(line[: columns(self.wide)[0]] for line in before.splitlines()).split())
        named = f"{name} {says}" in table
        if key == "d":
            named = named or "d draw" in table or "Enter draw" in table
        if key == "t":
            named = named or (
                "t throw" in table and card_at_cursor(before, columns(self.wide)[0]) == CARD.findall(says)
            )
        if sent["call"]:
            named = "Enter calls it" in table and any(card in table for card in CARD.findall(says))
        if "y yes" in table or "Throw out which card?" in table:
            named = (says in table and key == "y") or any(f"{name} {card}" in table for card in CARD.findall(says))
        if not named:
            raise NotSo(f"{key!r} did {says!r}, which the screen did not name\n{before}")
        self.plays[sent["verb"]] = self.plays.get(sent["verb"], 0) + 1

    def _leave(self, terminal: Terminal) -> None:
        for key in ("\x1b", "\x1b", "\x1b"):
            terminal.press(key)
            self._until_drawn(terminal, key)
        select.select([], [], [], 0.6)  # in the moment after a page has closed, keys do nothing
        terminal.press("?")
        self._until_drawn(terminal, "?")
        if "Keys" not in terminal.text:
            raise NotSo(f"'?' shows no help\n{terminal.text}")
        terminal.press("x")
        self._until_drawn(terminal, "x")
        terminal.press("\x03\x03")
        if (status := terminal.ended()) != 130:
            raise NotSo(f"two Ctrl-C: exit status {status}\n{terminal.text}")

    # -- what the program tells

    def _until_drawn(self, terminal: Terminal, key: str) -> list[dict[str, Any]]:
        """What was sent until the key was handled and the screen drawn after it."""
        sent: list[dict[str, Any]] = []
        handled = key == "start"
        for _ in range(int(PATIENCE / 0.05)):
            select.select([self._lines], [], [], 0.05)
            for line in self._read_told():
                if "key" in line:
                    handled = True
                elif "says" in line or "left" in line:
                    sent.append(line)
                elif handled:
                    terminal.read_now()
                    return sent
            terminal.read_now()
            if terminal.program.poll() is not None:
                return sent
        raise NotSo(f"{key!r}: nothing was drawn for {PATIENCE:.0f} seconds\n{terminal.text}")

    def _read_told(self) -> Iterator[dict[str, Any]]:
        try:
            self._rest += os.read(self._lines, 65536)
        except BlockingIOError:
            return
        *lines, self._rest = self._rest.split(b"\n")
        found = [json.loads(line) for line in lines]
        self.drawings = max([self.drawings, *(line["drawings"] for line in found if "drawings" in line)])
        yield from found


def card_at_cursor(text: str, wide: int) -> list[str]:
    """The card above the cursor's sign, or in its brackets; [] if none is found."""
    lines = [line[:wide] for line in text.splitlines()]
    own = next((row for row, line in enumerate(lines) if "(you)" in line), 0)
    for row, line in enumerate(lines[own:], own):
        if "▲" in line:
            at = line.index("▲")
            above = (CARD.match(lines[row - up][at:]) for up in range(1, 6))
            return next(([found[0].replace("T", "10")] for found in above if found), [])
        if found := re.search(rf"\[[*+]?({CARD.pattern})", line):
            return [found[1].replace("T", "10")]
    return []


def inside(told: str, words: list[str]) -> int:
    """The program itself, which tells each key, each drawing and each command on the file *told*."""
    from rummynet_cli.main import main as program
    from rummynet_client import terminal_client
    from rummynet_client.core.text.action_text import worded
    from rummynet_client.core.text.card_names import meld_cards
    from rummynet_client.terminal.drawing.card_art import with_signs
    from rummynet_client.terminal.screen import Screen
    from rummynet_protocol import notation

    file = open(told, "w", buffering=1)

    def tell(line: dict[str, object]) -> None:
        file.write(json.dumps(line) + "\n")

    class Told(Screen):
        def __init__(self, look: Look, do: Do, clock: Callable[[], float], *, settings: Settings) -> None:
            drawings = 0

            def noted(action: str | Action) -> None:
                model = look()
                if not isinstance(action, str):
                    melds, is_call = (
                        meld_cards(model.state) if model.state is not None else (),
                        isinstance(action, CallRummy),
                    )
                    tell({"says": " ".join(with_signs(worded(action, melds)).split()), "call": is_call,
                          "verb": notation.text(action).split(" ")[0], "drawings": drawings,
                          "allowed": is_call or action in model.legal()})  # fmt: skip
                do(action)

            def draw() -> None:
                nonlocal drawings
                drawings += 1
                tell({"drawings": drawings})

            super().__init__(look, noted, clock, settings=settings)
            self.app.after_render += lambda _: draw()
            self.app.key_processor.after_key_press += lambda _: tell({"key": True})

        def leave(self, status: int = 0) -> None:
            if self.app.is_running and not self.app.is_done:
                tell({"left": True})
            super().leave(status)

    vars(terminal_client)["Screen"] = Told
    return program(words)


def main() -> int:
    """Run, and print a line for each game and size."""
    if sys.argv[1:2] == ["--inside"]:
        return inside(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="COLUMNSxROWS")
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    failed = 0
    for game in args.games:
        for size in args.sizes:
            with tempfile.TemporaryDirectory() as home:
                player = Player(game, size, Path(home), f"{game} {size} {args.seed}")
                try:
                    found = player.run(args.keys)
                except (NotSo, AssertionError) as problem:
                    failed, found = 1, {"keys": player.keys, "problem": str(problem).splitlines()[0]}
                    print(problem, file=sys.stderr)
            print(json.dumps({"game": game, "size": size, **found}), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
