# ruff: noqa: D102 - what a method does is said once, by Player and TerminalPlayer
"""Players: real clients, each played by what it shows. None of them waits; ``step`` does the next thing that is due."""

import json
import random
import re
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error

from session_play.network import Network, Wire
from session_play.programs import Clock, Program
from tests.support.browser import Page

SIZES: Final = ((80, 24), (100, 30), (120, 40))
"""Of terminals: the usual one, and those from which on the screen shows more."""
PLAYS: Final = re.compile(r"^(meld|lay|take|swap|trade|contract|declare|out|buy|want|aces|waive)\b")
"""What brings a round to its end; a person prefers it to drawing and throwing out."""
EFFECT_SECONDS: Final = 2.5
"""Real seconds after which a touch has done nothing: a page draws within a frame, and shows that it waits for the host
in 0.9 fast ones; a machine with all its cores busy needs up to one."""
OPEN_SECONDS: Final = 15.0
"""Real seconds that a table may take to be shown before it is asked for again: each touch opens one more."""
LOOK_SECONDS: Final = 0.3
"""Real seconds between two looks at a page that has asked for nothing; each costs as much as a touch."""
TRIES: Final = 3
"""Touches of the same thing without effect before it counts."""


def brings_on(action: str) -> bool:
    """Whether it brings the round on. Who takes the top card again and again, and throws one out, plays for ever."""
    return bool(PLAYS.match(action)) and not re.fullmatch(r"take \S+", action)


class Player(ABC):
    """A person at a client. ``state``: here, away (no program runs), asleep, idle."""

    kind = ""

    def __init__(
        self, name: str, home: Path, clock: Clock, network: Network, wire: Wire, chance: random.Random
    ) -> None:
        self.name, self.home, self.clock, self.network, self.wire, self.chance = (
            name,
            home,
            clock,
            network,
            wire,
            chance,
        )
        self.state = "here"
        self.is_owner = False
        self.agrees = False
        """Whether to be ready when asked."""
        self.table = 0
        self.findings: list[tuple[str, str]] = []
        """What was wrong, by kind, since it was asked for last."""
        self.acts = 0
        self.stepped_at = 0.0

    @property
    def acting(self) -> bool:
        """Whether it plays when it is asked to."""
        return self.state == "here"

    @abstractmethod
    def start(self) -> None:
        """Begin, or come back."""

    @abstractmethod
    def create(self, game: str, options: dict[str, Any]) -> None:
        """Ask for a table, once connected."""

    @abstractmethod
    def step(self) -> None:
        """Do the next thing that is offered."""

    @abstractmethod
    def text(self) -> str:
        """What is to be seen."""

    def alarms(self) -> list[str]:
        """Accusations that are to be seen now."""
        return accusations(self.text())

    @abstractmethod
    def add_bot(self, level: str) -> None:
        """Ask for a bot of the host."""

    @abstractmethod
    def pause(self) -> None:
        """As the owner: let the table rest."""

    @abstractmethod
    def resume(self) -> None:
        """As the owner: let it go on."""

    def picture(self) -> bytes | None:
        """PNG, of a page."""
        return None

    def files(self) -> list[Path]:
        """Its transcripts."""
        return sorted((self.home / "transcripts").glob("*.rummy"))

    @abstractmethod
    def signal(self, number: int) -> None:
        """Kill, freeze or thaw the program."""

    @abstractmethod
    def close(self) -> None:
        """End for good."""


ACCUSES: Final = re.compile(
    r"CHEAT FOUND|NOT FAIR|\bALARM\b|it has not proven to you|does not understand what the host sends|"
    r"sends what it should not|"
    r"NOT VERIFIED|neither logged nor refused|Another machine is playing with your key|This is not the host|"
    r"Traceback \(most recent|\"cheat\": true"
)
"""Of screens, lines and pages."""


def accusations(text: str) -> list[str]:
    """Lines that accuse somebody, or that no person should see."""
    return [line.strip() for line in text.splitlines() if ACCUSES.search(line)]


WAITED: Final = re.compile(r"you have waited a long time for (.+?): 'vote", re.IGNORECASE)
"""What lines say once the others may go on without somebody."""
GIVEN_UP: Final = re.compile(r"has been gone for two minutes: 'giveup (.+?)'")
"""What lines say once a program that owes its part of a sealed deck can be given up."""
END_SECONDS: Final = 12.0
"""Real seconds after a vote until somebody who still waits ends the game: the others need a few to vote as well."""
RESUME_SECONDS: Final = 3.0
"""Real seconds between two tries to end a pause."""


class TerminalPlayer(Player):
    """A program with pipes or a terminal."""

    def __init__(self, *parts: Any) -> None:  # noqa: ANN401 - as Player
        super().__init__(*parts)
        self.program: Program | None = None
        self.first_words: list[str] = []
        """Of the first command line alone: who comes back has a seat."""
        self._last_output = ""
        self._accused: list[str] = []
        """Of all lines: they go by faster than a screen."""
        self._waits_for: tuple[str, float] | None = None
        """Who does not play, and since when that is known."""
        self.is_resting = False
        """Whether the owner's pause lasts."""
        self.place = f"127.0.0.1:{self.wire.port}"
        """What it types to find the host."""
        self.before: Sequence[str] = ()
        """What its program is run by, in another home."""
        self._resumed_at = 0.0

    def words(self) -> list[str]:
        """Of the command line."""
        more, self.first_words = self.first_words, []
        return ["join", self.place, "--name", self.name, "--data", str(self.home), *more]

    size: tuple[int, int] | None = None

    def start(self) -> None:
        self.program = Program(self.words(), self.clock, self.home, self.size, self.before)
        self.state = "here"
        self.began()

    def began(self) -> None:
        """It has just been started."""

    @property
    def output(self) -> str:
        """What it has written, as far as it is kept; also of one that has ended."""
        return self._last_output if self.program is None else self.program.output

    def say(self, line: str) -> None:
        """Type a line."""
        if self.program is not None:
            self.program.write(line + "\n")

    def create(self, game: str, options: dict[str, Any]) -> None:
        words = " ".join(f"{name}={value}" for name, value in options.items())
        self.say(f"create {game} {words}".rstrip())

    def sit(self, table: int) -> None:
        """Take a seat."""
        self.table = table
        self.say(f"sit {table}")

    def add_bot(self, level: str) -> None:
        self.say(f"bot add {level}")

    def pause(self) -> None:
        self.say("pause")

    def resume(self) -> None:
        self.say("resume")

    def hear_waits(self, says: str) -> None:
        """Vote about whom the client says that all wait for."""
        if (found := WAITED.search(says)) and self.acting:
            self.say(f"vote {found[1]}")
            self._waits_for = (found[1], time.monotonic())
        if (found := GIVEN_UP.search(says)) and self.acting:
            self.say(f"giveup {found[1]}")

    def go_on(self) -> None:
        """Do what the client has offered about somebody who does not play, and about a pause."""
        now = time.monotonic()
        if self._waits_for is not None and now - self._waits_for[1] > END_SECONDS:
            self.say(f"end {self._waits_for[0]}")
            self._waits_for = (self._waits_for[0], now)
        if self.is_resting and now - self._resumed_at > RESUME_SECONDS:
            self.say("resume")
            self._resumed_at = now

    def text(self) -> str:
        return self.program.text() if self.program is not None else "(not running)"

    def read(self) -> str:
        """What came; a program that has ended by itself is a finding."""
        if self.program is None:
            return ""
        new = self.program.read()
        self._accused += accusations(new)
        if not self.program.is_running and self.state != "away":
            errors = (self.home / "errors.txt").read_text("utf-8", "replace")[-1500:]
            status = self.program.process.poll()
            if status not in (-signal.SIGKILL,):
                self.findings.append(("ended", f"{self.kind} ended with {status}: {self.text()[-400:]} {errors}"))
            self.program.end()
            self._last_output = self.program.output
            self.program, self.state = None, "away"
        return new

    def signal(self, number: int) -> None:
        if self.program is None:
            return
        if number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            self.state = "away"
            self.program.end(number)
            self.program = None
            return
        self.program.stop(number)
        self.state = "asleep" if number == signal.SIGSTOP else "here"

    def close(self) -> None:
        if self.program is not None:
            self.state = "away"
            self.program.end()
            self.program = None

    def alarms(self) -> list[str]:
        errors = self.home / "errors.txt"
        more = errors.read_text("utf-8", "replace") if errors.exists() else ""
        return [*self._accused, *accusations((self.text() if self.size else "") + "\n" + more)]


class JsonPlayer(TerminalPlayer):
    """``join --json``: it does any of what a turn offers as legal."""

    kind = "json"

    def words(self) -> list[str]:
        return [*super().words(), "--json"]

    def began(self) -> None:
        self.me: int | None = None
        self.legal: list[str] = []
        self._waits_since = 0.0
        self.is_waiting = self.is_ready = False

    def step(self) -> None:
        for line in self.read().splitlines():
            try:
                self.hear(json.loads(line))
            except ValueError:
                self.findings.append(("output", f"no JSON: {line[:200]}"))
        if not self.acting or self.program is None:
            return
        self.go_on()
        waits = time.monotonic() - self._waits_since
        if self.agrees and self.is_waiting and not self.is_ready and waits > 1:
            self.say("ready")
            self._waits_since = time.monotonic()
        if self.legal and waits > 0.5:
            plays = [one for one in self.legal if brings_on(one)]
            self.say(self.chance.choice(plays if plays and self.chance.random() < 0.8 else self.legal))
            self._waits_since = time.monotonic()

    def hear(self, news: dict[str, Any]) -> None:
        """Take one line."""
        match news:
            case {"kind": "table", "stage": stage}:
                self.is_waiting, self.is_resting = stage == "waiting", bool(news.get("paused"))
                if self.is_waiting:
                    self.legal, self._waits_for = [], None
            case {"kind": "fair", "check": "wait", "says": str(says)}:
                self.hear_waits(says)
            case {"kind": "seat", "me": True, "ready": ready}:
                self.is_ready = bool(ready)
            case {"kind": "game", "begun": _, "seat": seat}:
                self.me, self.legal = seat, []
            case {"kind": "game", "over": _}:
                self.legal, self.is_ready, self._waits_for = [], False, None
            case {"kind": "turn", "legal": legal}:
                self.legal = [one for one in legal if not one.startswith(("rummy", "close"))]
            case {"kind": "refused"}:
                self._waits_since = 0.0
            case {"kind": "did", "seat": seat}:
                self._waits_for = None
                if seat == self.me:
                    self._waits_since, self.acts, self.legal = 0.0, self.acts + 1, []


SUITS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
RANKS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"}


def cards_named(sentence: str) -> list[str]:
    """``2 and 7 of spades; queen of hearts`` as ``2S``, ``7S``, ``QH``."""
    found = []
    for ranks, suit in re.findall(
        r"((?:(?:ace|king|queen|jack|\d+)(?:, | and )?)+) of (clubs|diamonds|hearts|spades)", sentence
    ):
        found += [RANKS.get(one, one) + SUITS[suit] for one in re.findall(r"ace|king|queen|jack|\d+", ranks)]
    return found


class PlainPlayer(TerminalPlayer):
    """``join --plain``: sentences, numbers of offers, and ``throw`` with a card."""

    kind = "plain"

    def words(self) -> list[str]:
        return [*super().words(), "--plain"]

    def began(self) -> None:
        self.offers: dict[int, str] = {}
        self.hand: list[str] = []
        self.example = ""
        self.throws: list[str] = []
        """Numbers of the cards that can be thrown out."""
        self.is_over = True
        self._spoke_at = 0.0
        self._asked_at = 0.0

    def step(self) -> None:
        for line in self.read().splitlines():
            self.hear(line)
        now = time.monotonic()
        if not self.acting or self.program is None or now - self._spoke_at < 0.3:
            return
        self.go_on()
        if self.is_over:
            if self.agrees and now - self._asked_at > 3:
                self.say("ready")
                self._asked_at = now
            return
        if not self.offers and not self.example and not self.throws:
            if now - self._asked_at > 4:  # somebody who is not sure asks what there is to do
                self.say("what")
                self._asked_at = now
            return
        self.act()

    def hear(self, line: str) -> None:
        """Take a sentence."""
        if found := re.match(r"(\d+): (.*)", line):
            self.offers[int(found[1])] = found[2]
        elif line.startswith("To throw out a card say its number."):
            self.throws = re.findall(r"(\d+): ", line)
        elif line.startswith(("To throw", "You can only")) and (found := re.search(r"\bthrow (\S+?)\.?$", line)):
            self.example = found[1]
            if "last card" in line:
                self.hand = [self.example]
        elif "You hold" in line:
            self.hand = cards_named(line)
            if line.startswith("It is your turn"):
                self.offers, self.example, self.throws = {}, "", []
        elif line.startswith(("The game begins", "You come into", "Round ")):
            self.is_over, self.offers, self.example, self.throws = False, {}, "", []
        elif re.search(r"^The game is over|won the game\.|called off", line):
            self.is_over = True
        elif re.match("You(:| (?!got|are)[a-z])", line):  # not the points: "You +20 (now 45)."
            self.acts += 1
            self.offers, self.example, self.throws = {}, "", []
        elif "say ready again" in line:
            self._asked_at = 0.0
        elif "when most players say 'resume'" in line or "let the game go on, say resume" in line:
            self.is_resting = True
        elif line.startswith("The table goes on."):
            self.is_resting = False
        self.hear_waits(line)
        if re.search(r"\b(drew|took|threw out|laid)\b|^The game is over|won the game\.|^Round ", line):
            self._waits_for = None

    def act(self) -> None:
        """Say the number of an offer, or what to throw out."""
        plays = [number for number, says in self.offers.items() if re.search(r"\b(lay|take|want|swap|trade|buy)", says)]
        self._spoke_at = time.monotonic()
        pick = self.chance.random()
        if plays and pick < 0.8:
            self.say(str(self.chance.choice(plays)))
        elif self.offers and (pick < 0.9 or not (self.example or self.throws)):
            self.say(str(self.chance.choice(list(self.offers))))
        elif self.throws:
            self.say(self.chance.choice(self.throws))
        elif self.example:
            self.say(f"throw {self.chance.choice([*self.hand, self.example])}")
        self.offers, self.example, self.throws = {}, "", []


FOOTER: Final = "?  help"
KEY: Final = re.compile(r"^(Enter|Esc|[1-9]|[a-zA-Z])$")


def keys_offered(screen: str) -> dict[str, str]:
    """Keys that the lines below the hand name, each with its words: `` Enter  draw    t  throw K♣``."""
    lines = screen.splitlines()
    begin = next((at for at in range(len(lines) - 1, -1, -1) if "(you)" in lines[at]), 0)
    side = next((line.index("│── ") for line in lines if "│── " in line), None)
    found: dict[str, str] = {}
    for line in lines[begin + 1 :]:
        if FOOTER in line:
            break  # keys that are always there: they change the screen, not the game
        parts = re.split(r"\s{2,}", line[:side].strip())
        for key, words in pairwise(parts):
            last = key.rsplit(" ", 1)[-1].removeprefix(":")
            if KEY.match(key):
                found[key] = words
            elif key.endswith(":") and KEY.match(last):
                found[last] = words
    return found


class ScreenPlayer(TerminalPlayer):
    """``join`` full screen in a terminal: keys that the screen names."""

    kind = "screen"

    def __init__(self, *parts: Any) -> None:  # noqa: ANN401 - as Player
        super().__init__(*parts)
        self.size = self.chance.choice(SIZES)

    def began(self) -> None:
        self._pressed_at, self._vain, self._seen = 0.0, 0, ""

    def say(self, line: str) -> None:
        if self.program is not None:
            self.program.write(f":{line}\r")

    def press(self, key: str) -> None:
        """A key by its name on the screen."""
        if self.program is not None:
            self.program.write({"Enter": "\r", "Esc": "\x1b"}.get(key, key))

    def step(self) -> None:
        self.read()
        now = time.monotonic()
        if not self.acting or self.program is None or now - self._pressed_at < 0.25:
            return
        text = self.text()
        keys = keys_offered(text)
        flat = " ".join(text.split())
        if re.search(r"\bp plays? again|I am ready to play|not ready after all", flat):
            if self.agrees and "not ready after all" not in text and now - self._pressed_at > 1.5:
                self.press("p")
                self._pressed_at = now
            return
        if "Enter goes on" in flat:  # the round before is still shown
            self.press("Enter")
            self._pressed_at = now
            return
        if (key := self._key_about_people(flat)) is not None:
            self.press(key)
            self._pressed_at = now
            return
        is_turn = "YOUR TURN" in text
        if "(you)" not in text or (not is_turn and not keys):
            return
        self._pressed_at = now
        self._vain = self._vain + 1 if text == self._seen else 0
        self._seen = text
        if not keys and "d  draw" in text and self.chance.random() < 0.3:
            self.press("d")
            return
        if self._vain > 4:
            self.press(["Esc", "\t", "t", "\x1b[C", "Enter"][self._vain % 5])
            return
        usual = {key: words for key, words in keys.items() if not words.startswith("throw") and KEY.match(key)}
        wanted = [key for key, words in usual.items() if PLAYS.match(words)]
        pick = self.chance.random()
        if pick < 0.1:
            self.press(self.chance.choice(["\x1b[C", "\x1b[D", " ", "\t", "\x1b[A", "\x1b[B", "s"]))
        elif wanted and pick < 0.8:
            self.press(self.chance.choice(wanted))
        elif usual and (pick < 0.9 or "t" not in keys):
            self.press(self.chance.choice(list(usual)))
        elif keys:
            for _ in range(self.chance.randrange(4)):
                self.press("\x1b[C")
            self.press("t" if "t" in keys else "Enter")
        else:
            self.press("\t" if is_turn else "Esc")
        self.acts += 1

    def _key_about_people(self, flat: str) -> str | None:
        """The key that the screen names where all wait for somebody, or the table rests."""
        pick = self.chance.random()
        if "End the game because" in flat or "Give up " in flat:
            return "y"
        if "G opens their hand" in flat:
            return "G" if pick < 0.2 else None
        if "PAUSED: P lets the game go on" in flat:
            return "P" if pick < 0.2 else None
        if "does not play: v lets the host play" in flat:
            return "v" if pick < 0.5 else None
        if "v lets the host play" in flat:
            return "v" if pick < 0.1 else None
        if "E ends the game" in flat:
            return "E" if pick < (0.02 if "v takes" in flat else 0.2) else None
        return None


class BotPlayer(TerminalPlayer):
    """``rummynet bot --stay``, with a strategy."""

    kind = "bot"

    def words(self) -> list[str]:
        table = ("--table", str(self.table), "--stay", *self.plays_by())
        return ["bot", self.place, "--name", self.name, "--data", str(self.home), *table]

    def plays_by(self) -> tuple[str, ...]:
        """The words that say how it plays."""
        return "--strategy", self.chance.choice(("random", "simple", "steady", "rosa"))

    def create(self, game: str, options: dict[str, Any]) -> None:
        raise NotImplementedError("a bot opens no table of a game that is asked for")

    def step(self) -> None:
        self.read()


class CommandBotPlayer(BotPlayer):
    """``rummynet bot --command`` with a program of a few lines."""

    kind = "command"

    def plays_by(self) -> tuple[str, ...]:
        return "--command", f"{sys.executable} -S {Path(__file__).parent / 'command_bot.py'}"


class Spectator(TerminalPlayer):
    """``join --json`` that watches: it takes no part, and tells the machine what goes on."""

    kind = "spectator"

    def __init__(self, *parts: Any) -> None:  # noqa: ANN401 - as Player
        super().__init__(*parts)
        self.news: list[dict[str, Any]] = []

    def words(self) -> list[str]:
        return [*super().words(), "--json"]

    def step(self) -> None:
        for line in self.read().splitlines():
            try:
                self.news.append(json.loads(line))
            except ValueError:
                self.findings.append(("output", f"no JSON: {line[:200]}"))


SCRIPTS: Final = Path(__file__).parent
LOOK: Final = (SCRIPTS / "page.js").read_text("utf-8")
PLACE: Final = """
const found = [...document.querySelectorAll("button")].filter((one) => one.dataset.key === arguments[0]
  && !one.disabled && one.getBoundingClientRect().width > 0);
const one = found[arguments[1] || 0] ?? found[0];
if (!one) return null;
one.scrollIntoView({ block: "nearest", inline: "nearest" });
const box = one.getBoundingClientRect();
for (const down of [0.5, 0.25, 0.75, 0.1, 0.9]) for (const along of [0.5, 0.15, 0.85, 0.05, 0.95]) {
  const [x, y] = [box.left + box.width * along, box.top + box.height * down];
  const there = document.elementFromPoint(x, y);
  if (there && (one === there || one.contains(there))) return [x, y];
}
return [];
"""
BUTTON: Final = """
const one = document.querySelector(arguments[0]);
if (!one) return null;
one.scrollIntoView({ block: "nearest" });
const box = one.getBoundingClientRect();
return [box.left + box.width / 2, box.top + box.height / 2];
"""
MARK: Final = """
const part = (css) => document.querySelector(css)?.outerHTML ?? "";
return [".hand", ".offers", ".prompt", ".trouble", ".people", ".content", ".panel", ".board"].map(part).join("");
"""
SET: Final = """
const field = document.getElementById(arguments[0]);
if (!field) return false;
if (field.type === "checkbox") field.checked = arguments[1];
else field.value = arguments[1];
field.dispatchEvent(new Event("change", { bubbles: true }));
return true;
"""
MENU: Final = """
return new Promise((done) => {
  const click = (key) => document.querySelector(`[data-key="${key}"]`)?.click();
  const drawn = (next) => requestAnimationFrame(() => requestAnimationFrame(next));
  click("menu");
  const key = arguments[0];
  drawn(() => { click("tab table"); drawn(() => { click(key); click("close"); done(true); }); });
});
"""
FILE: Final = """
return new Promise((done) => {
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const text = (all) => Array.from(new Uint8Array(all), (one) => String.fromCharCode(one)).join("");
    blob.arrayBuffer().then((all) => done(btoa(text(all))));
    URL.createObjectURL = make;
    return "data:,";
  };
  const click = (key) => document.querySelector(`[data-key="${key}"]`)?.click();
  click("menu");
  requestAnimationFrame(() => requestAnimationFrame(() => {
    click("tab fair");
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const button = document.querySelector("[data-key=download]");
      if (!button) { done(""); return; }
      button.click();
      click("close");
      click("menu close");
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    }));
  }));
});
"""


class PagePlayer(Player):
    """A page in Chromium: touches of what is seen."""

    kind = "page"

    def __init__(
        self,
        *parts: Any,  # noqa: ANN401 - as Player
        browser: BrowserContext,
        size: tuple[int, int],
    ) -> None:
        super().__init__(*parts)
        self.browser, self.size = browser, size
        self.kind = f"page-{size[0]}"
        self.window: Page | None = None
        self._saved: dict[bytes, Path] = {}
        self._asked: tuple[str, dict[str, Any]] | None = None
        self._touched: tuple[str, str, str, float] | None = None
        """Key, region, what the page was before, when."""
        self._vain: dict[str, int] = {}
        self._seen: dict[str, Any] = {}
        self._text = ""
        self._told: set[str] = set()
        self._position: list[str] = []
        self._opened_at = self._looked_at = 0.0
        self._helpless_since = time.monotonic()

    path = "/"

    def start(self) -> None:
        self.window = Page(self.browser, *self.size, first=self.clock.script())
        self.window.open(f"https://127.0.0.1:{self.wire.port}{self.path}")
        self.state, self._touched = "here", None

    def create(self, game: str, options: dict[str, Any]) -> None:
        self._asked = (game, options)

    def text(self) -> str:
        if self.window is None:
            return "(closed)"
        if self.state == "asleep":
            return self._text
        try:
            self._text = str(self.window.run("return document.body?.innerText ?? ''"))
        except Error as problem:
            return f"(no answer: {problem})"
        return self._text

    def alarms(self) -> list[str]:
        """Doubts too: none has a cause in what happens here."""
        return accusations("\n".join(str(self._seen.get(part, "")) for part in ("trouble", "notice", "people")))

    def picture(self) -> bytes | None:
        if self.window is None or self.state == "asleep":
            return None
        try:
            return self.window.picture()
        except Error:
            return None

    def step(self) -> None:
        if self.window is None or self.state in ("away", "asleep"):
            return
        is_asked = self._touched is not None or self._seen.get("isTurn") or not self._seen.get("isGame")
        if not is_asked and time.monotonic() - self._looked_at < LOOK_SECONDS:
            return
        self._looked_at = time.monotonic()
        seen = self._seen = self.window.run(LOOK)
        for problem in (*seen["problems"], *self.window.uncaught()):
            self.findings.append(("page-error", problem))
        position = [str(seen["isTurn"]), *(one["key"] for one in seen["items"] if one["region"] == "hand")]
        if position != self._position:  # a touch that came too late for one says nothing of another
            self._position = position
            self._vain = {key: count for key, count in self._vain.items() if key.startswith("covered")}
        if self.state != "here" or self._still_waits():
            return
        if seen["isStart"]:
            self.window.run(
                "const f = document.getElementById('name'); f.value = arguments[0]; f.form.requestSubmit();", self.name
            )
        elif seen["isLobby"]:
            self._in_lobby(seen)
        elif not seen["isGame"]:
            self._before_game(seen)
        else:
            self._in_game(seen)

    def _still_waits(self) -> bool:
        """Whether the last touch may still have an effect; one without any is noted."""
        if self._touched is None or self.window is None:
            return False
        key, region, before, at = self._touched
        if self.window.run(MARK) != before:
            self._touched = None
            self._vain.pop(key, None)
            return False
        if time.monotonic() - at < EFFECT_SECONDS:
            return True
        self._touched = None
        if region == "hand" and "throw a card out" not in self._seen["prompt"]:
            return False  # before the pick-up no card of the hand need do anything
        hand = [one["key"] for one in self._seen["items"] if one["region"] == "hand"]
        self._vain[key] = self._vain.get(key, 0) + 1
        if region == "hand":
            is_asked = self._seen["isTurn"] and "throw a card out" in self._seen["prompt"]
            touches = [self._vain.get(one, 0) for one in hand]
            if is_asked and hand and all(touches) and sum(touches) >= TRIES:
                self._tell(
                    "touch", f"none of the {len(hand)} cards of the hand does anything; prompt: {self._seen['prompt']}"
                )
        elif self._vain[key] >= TRIES:
            self._tell("touch", f"{key!r} ({region}) does nothing when it is touched; prompt: {self._seen['prompt']}")
        return False

    def _tell(self, kind: str, says: str) -> None:
        if says not in self._told:
            self._told.add(says)
            self.findings.append((kind, says))

    def touch(self, key: str, region: str = "") -> bool:
        """Touch what has this key, where it is to be seen; whether it was."""
        assert self.window is not None
        place = self.window.run(PLACE, key)
        if not place:
            if place == []:
                self._vain[f"covered {key}"] = self._vain.get(f"covered {key}", 0) + 1
                if self._vain[f"covered {key}"] == TRIES:
                    self._tell("covered", f"{key!r} ({region}) is covered by something else")
            return False
        before = self.window.run(MARK)
        self.window.touch(*place)
        self._touched = (key, region, before, time.monotonic())
        self.acts += 1
        return True

    def _in_lobby(self, seen: dict[str, Any]) -> None:
        assert self.window is not None
        if self._asked is not None and time.monotonic() - self._opened_at < OPEN_SECONDS:
            return
        if self._asked is not None and seen["isConnected"]:
            game, options = self._asked
            self.window.run(SET, "variant", game)
            self.window.run(SET, "bots", "0")
            for name, value in options.items():
                self.window.run(SET, f"option-{name}", str(value))
            before = self.window.run(MARK)
            place = self.window.run(BUTTON, ".lobby form button[type=submit]")
            if place:
                self.window.touch(*place)
                self._opened_at = time.monotonic()
                self._touched = ("new table", "lobby", before, self._opened_at)
        elif self.table:
            keys = [one["key"] for one in seen["items"]]
            wanted = f"sit {self.table}" if f"sit {self.table}" in keys else ""
            if wanted:
                self.touch(wanted, "lobby")

    def _before_game(self, seen: dict[str, Any]) -> None:
        if seen["seats"]:  # a page that still loads shows no table either
            self._asked = None
        keys = [one["key"] for one in seen["items"]]
        for wanted in ("sit", "ready") if self.agrees else ("sit",):
            if wanted in keys:
                self.touch(wanted, "content")
                return

    def _in_game(self, seen: dict[str, Any]) -> None:
        items = seen["items"]
        offers = [one for one in items if one["region"] == "offers"]
        keys = {one["key"] for one in offers}
        if "again" in keys:
            if self.agrees:
                self.save_file()
                self.touch("again", "offers")
            return
        for one in items:
            if one["region"] == "people" and self.chance.random() < self._wish(one, seen["people"]):
                self.touch(one["key"], "people")
                return
        actions = [one for one in offers if one["action"]]
        self._look_for_a_way(seen, bool(actions))
        chosen = [one for one in items if one["chosen"]]
        plays = [one for one in actions if PLAYS.match(one["action"]) and not one["action"] == "take"]
        pick = self.chance.random()
        if plays and pick < 0.7:
            self.touch(self.chance.choice(plays)["key"], "offers")
        elif actions and (pick < 0.85 or chosen):
            self.touch(self.chance.choice(actions)["key"], "offers")
        elif "go-on" in keys and pick < 0.05:
            self.touch("go-on", "offers")
        elif seen["isTurn"]:
            cards = [one for one in items if one["region"] == "hand" and not one["chosen"] and not one["idle"]]
            others = [one for one in items if one["region"] == "board" and one["useful"]]
            fresh = [one for one in cards if not self._vain.get(one["key"])]
            if others and pick < 0.9 and not (fresh and pick < 0.5):
                self.touch(self.chance.choice(others)["key"], "board")
            elif fresh or cards:
                self.touch(self.chance.choice(fresh or cards)["key"], "hand")
        elif pick < 0.01 and "call" in keys:
            self.touch("call", "offers")
        elif pick < 0.3 and "no-call" in keys:
            self.touch("no-call", "offers")

    @staticmethod
    def _wish(one: dict[str, Any], says: str) -> float:
        """How soon somebody touches this button about people, as a chance each time they look."""
        match one["key"].split(" ")[0]:
            case "here" | "resume":
                return 1.0
            case "vote" if "back" not in one["text"]:
                return 0.5 if "everybody is waiting for" in says else 0.02
            case "end":
                return 0.02 if "let the host play" in says or "undo vote" in says else 0.2
        return 0.0

    def _look_for_a_way(self, seen: dict[str, Any], has_actions: bool) -> None:
        """Note it where a card is to be thrown out and none can be touched."""
        can_touch = has_actions or any(one["region"] in ("hand", "board") and not one["idle"] for one in seen["items"])
        if can_touch or not seen["isTurn"] or "throw a card out" not in seen["prompt"]:
            self._helpless_since = time.monotonic()
        elif time.monotonic() - self._helpless_since > 2 * EFFECT_SECONDS:
            self._tell("touch", f"no card can be touched, and nothing is offered; prompt: {seen['prompt']}")

    def add_bot(self, level: str) -> None:
        if self.window is not None:
            self.window.run(SET, "bot-level", level)
            self.touch("bot", "content")

    def pause(self) -> None:
        if self.window is not None:
            self.window.run(MENU, "pause")

    def resume(self) -> None:
        """The page names it, and it is touched there."""

    def save_file(self) -> None:
        """Save the game as a file, as the page offers it."""
        import base64

        if self.window is None or self.state in ("away", "asleep"):
            return
        try:
            data = base64.b64decode(self.window.run(FILE) or "")
        except Error:
            return
        if not data:
            return
        folder = self.home / "transcripts"
        folder.mkdir(parents=True, exist_ok=True)
        begin = data[:2000]  # a later file of the same game takes the place of the one before
        path = self._saved.setdefault(begin, folder / f"page-{len(self._saved) + 1}.rummy")
        path.write_bytes(data)

    def signal(self, number: int) -> None:
        if self.window is None:
            return
        if number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            self.state = "away"
            self.window.close()
            self.window = None
        elif number == signal.SIGSTOP:
            self.text()
            self.state = "asleep"
            self.window.cdp("Page.setWebLifecycleState", state="frozen")
        else:
            self.window.cdp("Page.setWebLifecycleState", state="active")
            self.state = "here"

    def slow_down(self, times: int) -> None:
        """Have its processor be so many times slower, as that of an old phone; 1 as it is."""
        if self.window is not None:
            self.window.cdp("Emulation.setCPUThrottlingRate", rate=times)

    def reload(self) -> None:
        """Load the page again."""
        if self.window is not None:
            self.window.reload()
            self._touched = None

    def close(self) -> None:
        self.state, self.window = "away", None


class WatchPage(PagePlayer):
    """The page for the television."""

    kind = "watch"
    path = "/watch"

    def step(self) -> None:
        if self.window is None or self.state in ("away", "asleep") or time.monotonic() - self._looked_at < LOOK_SECONDS:
            return
        self._looked_at = time.monotonic()
        seen = self._seen = self.window.run(LOOK)
        for problem in (*seen["problems"], *self.window.uncaught()):
            self.findings.append(("page-error", problem))
        self.text()

    def alarms(self) -> list[str]:
        return accusations(self._text)
