# ruff: noqa: D102 - what a method does is said once, by Person and TerminalPlayer
"""Players: real clients, each played by what it shows. None of them waits; ``step`` does the next thing that is due."""

import base64
import json
import random
import re
import shlex
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
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
ACCUSES: Final = re.compile(
    r"CHEAT FOUND|NOT FAIR|\bALARM\b|does not understand what the host sends|"
    r"sends what it should not|"
    r"NOT VERIFIED|neither logged nor refused|Another machine is playing with your key|This is not the host|"
    r"Traceback \(most recent|\"cheat\": true"
)
"""Of screens, lines and pages."""
WAITED: Final = re.compile(r"you have waited a long time for (.+?): 'vote", re.IGNORECASE)
"""What lines say once the others may go on without somebody."""
RESUME_SECONDS: Final = 3.0
"""Real seconds between two tries to end a pause."""
SITTINGS: Final = 20
"""How often somebody who wants to annoy sits down before a game."""
ENDS: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


def brings_on(action: str) -> bool:
    """Whether it brings the round on. Who takes the top card again and again, and throws one out, plays for ever."""
    return bool(PLAYS.match(action)) and not re.fullmatch(r"take \S+", action)


def accusations(text: str) -> list[str]:
    """Lines that accuse somebody, or that no person should see."""
    return [line.strip() for line in text.splitlines() if ACCUSES.search(line)]


class Person:
    """A person at a client. ``state``: here, away (no program runs), asleep, idle."""

    kind = ""

    def __init__(
        self, name: str, home: Path, clock: Clock, network: Network, wire: Wire, chance: random.Random
    ) -> None:
        self.name, self.home, self.clock = name, home, clock
        self.network, self.wire, self.chance = network, wire, chance
        self.state = "here"
        self.agrees = False
        """Whether to be ready when asked."""
        self.table = 0
        self.findings: list[tuple[str, str]] = []
        """What was wrong, by kind, since it was asked for last."""

    def files(self) -> list[Path]:
        """Its transcripts."""
        return sorted((self.home / "transcripts").glob("*.rummy"))

    def picture(self) -> bytes | None:
        """PNG, of a page."""
        return None


class TerminalPlayer(Person):
    """A program with pipes or a terminal."""

    size: tuple[int, int] | None = None

    def __init__(self, *parts: Any, extra: dict[str, str] | None = None) -> None:  # noqa: ANN401 - as Person
        super().__init__(*parts)
        self.extra = extra or {}
        self.program: Program | None = None
        self.first_words: list[str] = []
        """Of the first command line alone: who comes back has a seat."""
        self._last_output = ""
        self._accused: list[str] = []
        """Of all lines: they go by faster than a screen."""
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

    def start(self) -> None:
        """Begin, or come back."""
        self.program = Program(self.words(), self.clock, self.home, self.size, self.extra, self.before)
        self.state = "here"
        self.began()

    def began(self) -> None:
        """It has just been started."""

    def step(self) -> None:
        """Do the next thing that is offered."""
        self.read()

    @property
    def acting(self) -> bool:
        """Whether it plays when it is asked to."""
        return self.state == "here" and self.program is not None

    @property
    def output(self) -> str:
        """What it has written, as far as it is kept; also of one that has ended."""
        return self._last_output if self.program is None else self.program.output

    def say(self, line: str) -> None:
        """Type a line."""
        if self.program is not None:
            self.program.write(line + "\n")

    def create(self, game: str, options: dict[str, Any]) -> None:
        """Ask for a table, once connected."""
        self.say(" ".join([f"create {game}", *(f"{name}={value}" for name, value in options.items())]))

    def sit(self, table: int) -> None:
        """Take a seat."""
        self.table = table
        self.say(f"sit {table}")

    def add_bot(self, level: str) -> None:
        """Ask for a bot of the host."""
        self.say(f"bot add {level}")

    def manage_seats(self, is_open: bool) -> None:
        """As the owner: open the seats, or close them."""
        self.say("seats open" if is_open else "seats close")

    def pause(self) -> None:
        """As the owner: let the table rest."""
        self.say("pause")

    def resume(self) -> None:
        """As the owner: let it go on."""
        self.say("resume")

    def hear_waits(self, says: str) -> None:
        """Go on without whom the client says that all wait for."""
        if (found := WAITED.search(says)) and self.acting:
            self.say(f"vote {found[1]}")

    def go_on(self) -> None:
        """End a pause that others began."""
        now = time.monotonic()
        if self.is_resting and now - self._resumed_at > RESUME_SECONDS:
            self.say("resume")
            self._resumed_at = now

    def text(self) -> str:
        """What is to be seen."""
        return self.program.text() if self.program is not None else "(not running)"

    def read(self) -> str:
        """What came; a program that has ended by itself is a finding."""
        if self.program is None:
            return ""
        new = self.program.read()
        self._accused += accusations(new)
        if not self.program.is_running and self.state != "away":
            errors = (self.home / "errors.txt").read_text("utf-8", "replace")[-1500:]
            if (status := self.program.process.poll()) != -signal.SIGKILL:
                self.findings.append(("ended", f"{self.kind} ended with {status}: {self.text()[-400:]} {errors}"))
            self.program.end()
            self._last_output = self.program.output
            self.program, self.state = None, "away"
        return new

    def read_json(self) -> Iterator[dict[str, Any]]:
        """The objects that came, one a line."""
        for line in self.read().splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                self.findings.append(("output", f"no JSON: {line[:200]}"))

    def signal(self, number: int) -> None:
        """Kill, freeze or thaw the program."""
        if self.program is None:
            return
        if number in ENDS:
            self.state = "away"
            self.program.end(number)
            self.program = None
        else:
            self.program.stop(number)
            self.state = "asleep" if number == signal.SIGSTOP else "here"

    def close(self) -> None:
        """End for good."""
        self.signal(signal.SIGKILL)

    def alarms(self) -> list[str]:
        """Accusations that are to be seen now."""
        errors = self.home / "errors.txt"
        more = errors.read_text("utf-8", "replace") if errors.exists() else ""
        return [*self._accused, *accusations((self.text() if self.size else "") + "\n" + more)]


class JsonPlayer(TerminalPlayer):
    """``join --json``, by a program that does one of the things that the lines list as legal."""

    kind = "json"

    def words(self) -> list[str]:
        return [*super().words(), "--json"]

    def began(self) -> None:
        self.me: int | None = None
        self.legal: list[str] = []
        self._waits_since = 0.0
        self.is_waiting = self.is_ready = False

    def step(self) -> None:
        for news in self.read_json():
            self.hear(news)
        if not self.acting:
            return
        self.go_on()
        waited = time.monotonic() - self._waits_since
        if self.agrees and self.is_waiting and not self.is_ready and waited > 1:
            self.say("ready")
            self._waits_since = time.monotonic()
        if self.legal and waited > 0.5:
            plays = [one for one in self.legal if brings_on(one)]
            self.say(self.chance.choice(plays if plays and self.chance.random() < 0.8 else self.legal))
            self._waits_since = time.monotonic()

    def hear(self, news: dict[str, Any]) -> None:
        """Take one line."""
        match news:
            case {"kind": "table", "stage": stage}:
                self.is_waiting, self.is_resting = stage == "waiting", bool(news.get("paused"))
                if self.is_waiting:
                    self.legal = []
            case {"kind": "fair", "check": "wait", "says": str(says)}:
                self.hear_waits(says)
            case {"kind": "seat", "me": True, "ready": ready}:
                self.is_ready = bool(ready)
            case {"kind": "game", "begun": _, "seat": seat}:
                self.me, self.legal = seat, []
            case {"kind": "game", "over": _}:
                self.legal, self.is_ready = [], False
            case {"kind": "turn", "legal": legal}:
                self.legal = [one for one in legal if not one.startswith(("rummy", "close"))]
            case {"kind": "refused", "code": "unknown_game"}:
                self.agrees = False
                self.say("stand")  # the others are not to wait for somebody who cannot play it
            case {"kind": "refused"}:
                self._waits_since = 0.0
            case {"kind": "did", "seat": seat} if seat == self.me:
                self._waits_since = 0.0


class SitterPlayer(JsonPlayer):
    """``join --json``, run by somebody who sits down and stands up again and again, and never agrees to play."""

    kind = "sitter"
    sittings = 0
    _moved_at = 0.0

    def step(self) -> None:
        self.read()
        if self.program is None or self.sittings >= SITTINGS or time.monotonic() - self._moved_at < 0.4:
            return
        self._moved_at = time.monotonic()
        self.sittings += 1
        self.say("stand")
        self.say(f"sit {self.table}")


SUITS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
RANKS: Final = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"}
_RANK: Final = r"ace|king|queen|jack|\d+"


def cards_named(sentence: str) -> list[str]:
    """``2 and 7 of spades; queen of hearts`` as ``2S``, ``7S``, ``QH``."""
    found = re.findall(rf"((?:(?:{_RANK})(?:, | and )?)+) of (clubs|diamonds|hearts|spades)", sentence)
    return [RANKS.get(one, one) + SUITS[suit] for ranks, suit in found for one in re.findall(_RANK, ranks)]


class PlainPlayer(TerminalPlayer):
    """``join --plain``: sentences, numbers of offers, and ``throw`` with a card."""

    kind = "plain"

    def words(self) -> list[str]:
        return [*super().words(), "--plain"]

    def began(self) -> None:
        self.hand: list[str] = []
        self.is_over = True
        self._spoke_at = self._asked_at = 0.0
        self.forget_offers()

    def forget_offers(self) -> None:
        """Nothing is offered: by number what can be done, a card that can be thrown out, the numbers of all such."""
        self.offers: dict[int, str] = {}
        self.example, self.throws = "", list[str]()

    def step(self) -> None:
        for line in self.read().splitlines():
            self.hear(line)
        now = time.monotonic()
        if not self.acting or now - self._spoke_at < 0.3:
            return
        self.go_on()
        if not self.is_over and (self.offers or self.example or self.throws):
            self.act()
        elif (self.is_over and self.agrees and now - self._asked_at > 3) or (
            not self.is_over and now - self._asked_at > 4  # somebody who is not sure asks what there is to do
        ):
            self.say("ready" if self.is_over else "what")
            self._asked_at = now

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
                self.forget_offers()
        elif line.startswith(("The game begins", "You come into", "Round ")):
            self.is_over = False
            self.forget_offers()
        elif re.search(r"^The game is over|won the game[.:]|called off", line):
            self.is_over = True
        elif re.match("You(:| (?!got|are)[a-z])", line):  # not the points: "You +20 (now 45)."
            self.forget_offers()
        elif "say ready again" in line or line.startswith("Each card to throw out"):
            self._asked_at = 0.0
        elif "when most players say 'resume'" in line or "let the game go on, say resume" in line:
            self.is_resting = True
        elif line.startswith("The table goes on."):
            self.is_resting = False
        self.hear_waits(line)

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
        self.forget_offers()


FOOTER: Final = "?  help"
KEY: Final = re.compile(r"^(Enter|Esc|[1-9]|[a-zA-Z])$")
ABOUT_PEOPLE: Final = (
    ("End the game because", "y", 1), ("Give up ", "y", 1), ("G opens their hand", "G", 0.2),
    ("PAUSED: P lets the game go on", "P", 0.2), ("does not play: v lets the host play", "v", 0.5),
    ("v lets the host play", "v", 0.1), ("E ends the game", "E", 0.2),
)  # fmt: skip
"""What a screen says where all wait for somebody, or the table rests; the key, and how often it is pressed then."""


def keys_offered(screen: str) -> dict[str, str]:
    """Keys that the lines below the hand name, each with its words: `` Enter  draw    t  throw K♣``."""
    lines = screen.splitlines()
    begin = next((at for at in range(len(lines) - 1, -1, -1) if "(you)" in lines[at]), 0)
    side = next((line.index("│── ") for line in lines if "│── " in line), None)
    found: dict[str, str] = {}
    for line in lines[begin + 1 :]:
        if FOOTER in line:
            break  # keys that are always there: they change the screen, not the game
        for key, words in pairwise(re.split(r"\s{2,}", line[:side].strip())):
            last = key.rsplit(" ", 1)[-1].removeprefix(":")
            if KEY.match(key):
                found[key] = words
            elif key.endswith(":") and KEY.match(last):
                found[last] = words
    return found


class ScreenPlayer(TerminalPlayer):
    """``join`` full screen in a terminal: keys that the screen names."""

    kind = "screen"

    def __init__(self, *parts: Any, **more: Any) -> None:  # noqa: ANN401 - as Person
        super().__init__(*parts, **more)
        self.size = self.chance.choice(SIZES)

    def began(self) -> None:
        self._pressed_at, self._vain, self._seen = 0.0, 0, ""

    def say(self, line: str) -> None:
        if self.program is not None:
            self.program.write(f":{line}\r")

    def press(self, *keys: str) -> None:
        """Keys by their names on the screen."""
        assert self.program is not None
        for key in keys:
            self.program.write({"Enter": "\r", "Esc": "\x1b"}.get(key, key))
        self._pressed_at = time.monotonic()

    def step(self) -> None:
        self.read()
        waited = time.monotonic() - self._pressed_at
        if not self.acting or waited < 0.25:
            return
        text = self.text()
        keys, flat = keys_offered(text), " ".join(text.split())
        if re.search(r"\bp plays? again|I am ready to play|not ready after all", flat):
            if self.agrees and "not ready after all" not in text and waited > 1.5:
                self.press("p")
            return
        if "Enter goes on" in flat:  # the round before is still shown
            self.press("Enter")
            return
        pick = self.chance.random()
        named = next((one for one in ABOUT_PEOPLE if one[0] in flat), None)
        if named is not None and pick < named[2] * (0.1 if named[1] == "E" and "v takes" in flat else 1):
            self.press(named[1])
            return
        is_turn = "YOUR TURN" in text
        if "(you)" in text and (is_turn or keys):
            self._vain = self._vain + 1 if text == self._seen else 0
            self._seen = text
            self.press(*self._chosen(keys, is_turn, "d  draw" in text))

    def _chosen(self, keys: dict[str, str], is_turn: bool, can_draw: bool) -> list[str]:
        """What somebody presses who sees these keys offered."""
        if not keys and can_draw and self.chance.random() < 0.3:
            return ["d"]
        if self._vain > 4:
            return [["Esc", "\t", "t", "\x1b[C", "Enter"][self._vain % 5]]
        usual = {key: words for key, words in keys.items() if not words.startswith("throw") and KEY.match(key)}
        wanted = [key for key, words in usual.items() if PLAYS.match(words)]
        pick = self.chance.random()
        if pick < 0.1:
            return [self.chance.choice(["\x1b[C", "\x1b[D", " ", "\t", "\x1b[A", "\x1b[B", "s"])]
        if wanted and pick < 0.8:
            return [self.chance.choice(wanted)]
        if usual and (pick < 0.9 or "t" not in keys):
            return [self.chance.choice(list(usual))]
        if keys:
            return [*["\x1b[C"] * self.chance.randrange(4), "t" if "t" in keys else "Enter"]
        return ["\t" if is_turn else "Esc"]


class BotPlayer(TerminalPlayer):
    """``rummynet bot --stay``, with a strategy."""

    kind = "bot"

    def plays_by(self) -> tuple[str, str]:
        """The words that say how it plays."""
        return "--strategy", self.chance.choice(("random", "simple", "steady", "rosa"))

    def words(self) -> list[str]:
        who = ("--name", self.name, "--data", str(self.home), "--table", str(self.table))
        return ["bot", self.place, *who, "--stay", *self.plays_by()]


class CommandBotPlayer(BotPlayer):
    """``rummynet bot --command`` with a program of a few lines."""

    kind = "command"

    def plays_by(self) -> tuple[str, str]:
        return "--command", shlex.join([sys.executable, "-S", str(SCRIPTS / "command_bot.py")])


class Spectator(TerminalPlayer):
    """``join --json`` that watches: it takes no part, and tells the machine what goes on."""

    kind = "spectator"

    def __init__(self, *parts: Any, **more: Any) -> None:  # noqa: ANN401 - as Person
        super().__init__(*parts, **more)
        self.news: list[dict[str, Any]] = []

    def words(self) -> list[str]:
        return [*super().words(), "--json"]

    def step(self) -> None:
        self.news += self.read_json()


SCRIPTS: Final = Path(__file__).parent
LOOK: Final = (SCRIPTS / "page.js").read_text("utf-8")
PLACE: Final = """
const one = [...document.querySelectorAll("button")].find((one) => one.dataset.key === arguments[0]
  && !one.disabled && one.getBoundingClientRect().width > 0);
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
MARK: Final = """
const part = (css) => document.querySelector(css)?.outerHTML ?? "";
return [".hand", ".offers", ".prompt", ".trouble", ".people", ".content", ".panel", ".board"].map(part).join("");
"""
NAME: Final = "const f = document.getElementById('name'); f.value = arguments[0]; f.form.requestSubmit();"
SET: Final = """
const field = document.getElementById(arguments[0]);
if (!field) return;
if (field.type === "checkbox") field.checked = arguments[1];
else field.value = arguments[1];
field.dispatchEvent(new Event("change", { bubbles: true }));
"""
DOWNLOAD: Final = """
const button = document.querySelector("[data-key=download]");
if (!button) return "";
return new Promise((done) => {
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const text = (all) => Array.from(new Uint8Array(all), (one) => String.fromCharCode(one)).join("");
    blob.arrayBuffer().then((all) => done(btoa(text(all))));
    URL.createObjectURL = make;
    return "data:,";
  };
  button.click();
});
"""
ESCAPE: Final = 'document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))'


class PagePlayer(Person):
    """A page in Chromium: touches of what is seen."""

    path = "/"
    looks_on = False
    """Whether it watches the table, and takes no seat."""

    def __init__(self, *parts: Any, browser: BrowserContext, size: tuple[int, int]) -> None:  # noqa: ANN401 - as Person
        super().__init__(*parts)
        self.browser, self.size, self.kind = browser, size, self.kind or f"page-{size[0]}"
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

    def start(self) -> None:
        self.window = Page(self.browser, *self.size, first=self.clock.script())
        self.window.open(f"https://127.0.0.1:{self.wire.port}{self.path}")
        self.state, self._touched = "here", None

    def create(self, game: str, options: dict[str, Any]) -> None:
        self._asked = (game, options)

    def text(self) -> str:
        if self.window is None:
            return "(closed)"
        if self.state != "asleep":
            try:
                self._text = str(self.window.run("return document.body?.innerText ?? ''"))
            except Error as problem:
                return f"(no answer: {problem})"
        return self._text

    def alarms(self) -> list[str]:
        """Doubts too: none has a cause in what happens here."""
        return accusations("\n".join(str(self._seen.get(part, "")) for part in ("trouble", "notice", "people")))

    def picture(self) -> bytes | None:
        with suppress(Error):
            return None if self.window is None or self.state == "asleep" else self.window.picture()
        return None

    def look(self) -> dict[str, Any] | None:
        """What is seen now; None of a page that is not to be looked at."""
        if self.window is None or self.state in ("away", "asleep"):
            return None
        is_asked = self._touched is not None or self._seen.get("isTurn") or not self._seen.get("isGame")
        if not is_asked and time.monotonic() - self._looked_at < LOOK_SECONDS:
            return None
        self._looked_at = time.monotonic()
        seen: dict[str, Any] = self.window.run(LOOK)
        self._seen = seen
        self.findings += [("page-error", problem) for problem in (*seen["problems"], *self.window.uncaught())]
        return seen

    def step(self) -> None:
        seen = self.look()
        if seen is None:
            return
        assert self.window is not None
        position = [str(seen["isTurn"]), *(one["key"] for one in seen["items"] if one["region"] == "hand")]
        if position != self._position:  # a touch that came too late for one says nothing of another
            self._position = position
            self._vain = {key: count for key, count in self._vain.items() if key.startswith("covered")}
        if self.state != "here" or self._still_waits():
            return
        if seen["isStart"]:
            self.window.run(NAME, self.name)
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
        prompt = self._seen["prompt"]
        if region == "hand" and "throw a card out" not in prompt:
            return False  # before the pick-up no card of the hand need do anything
        self._vain[key] = self._vain.get(key, 0) + 1
        if region == "hand":
            touches = [self._vain.get(one["key"], 0) for one in self._seen["items"] if one["region"] == "hand"]
            if self._seen["isTurn"] and touches and all(touches) and sum(touches) >= TRIES:
                self._tell("touch", f"none of the {len(touches)} cards of the hand does anything; prompt: {prompt}")
        elif self._vain[key] >= TRIES:
            self._tell("touch", f"{key!r} ({region}) does nothing when it is touched; prompt: {prompt}")
        return False

    def _tell(self, kind: str, says: str) -> None:
        if says not in self._told:
            self._told.add(says)
            self.findings.append((kind, says))

    @property
    def is_touching(self) -> bool:
        """Whether the last touch may still have an effect."""
        return self._touched is not None

    def touch(self, key: str, region: str = "") -> None:
        """Touch what has this key, where it is to be seen."""
        assert self.window is not None
        place = self.window.run(PLACE, key)
        if place:
            self._touched = (key, region, self.window.run(MARK), time.monotonic())
            self.window.touch(*place)
        elif place == []:
            self._vain[f"covered {key}"] = self._vain.get(f"covered {key}", 0) + 1
            if self._vain[f"covered {key}"] == TRIES:
                self._tell("covered", f"{key!r} ({region}) is covered by something else")

    def _in_lobby(self, seen: dict[str, Any]) -> None:
        assert self.window is not None
        if self._asked is not None:
            if time.monotonic() - self._opened_at < OPEN_SECONDS or not seen["isConnected"]:
                return
            game, options = self._asked
            fields = {"variant": game, "bots": "0"} | {f"option-{name}": str(one) for name, one in options.items()}
            for name, value in fields.items():
                self.window.run(SET, name, value)
            before = self.window.run(MARK)
            if self.window.try_tap(".lobby form button[type=submit]"):
                self._opened_at = time.monotonic()
                self._touched = ("new table", "lobby", before, self._opened_at)
        elif self.table:
            wanted = f"{'watch' if self.looks_on else 'sit'} {self.table}"
            if any(one["key"] == wanted for one in seen["items"]):
                self.touch(wanted, "lobby")

    def _before_game(self, seen: dict[str, Any]) -> None:
        if seen["seats"]:  # a page that still loads shows no table either
            self._asked = None
        keys = [one["key"] for one in seen["items"] if not self.looks_on]
        wanted = next((one for one in ("sit", "ready") if one in keys and (one == "sit" or self.agrees)), None)
        if wanted is not None:
            self.touch(wanted, "content")

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
        is_chosen = any(one["chosen"] for one in items)
        plays = [one for one in actions if PLAYS.match(one["action"]) and one["action"] != "take"]
        pick = self.chance.random()
        if plays and pick < 0.7:
            self.touch(self.chance.choice(plays)["key"], "offers")
        elif actions and (pick < 0.85 or is_chosen):
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
            case "here" | "stay" | "resume":
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

    def manage_seats(self, is_open: bool) -> None:
        if self.window is not None:
            self.touch("closed", "content")

    def pause(self) -> None:
        self.click("menu", "tab table", "pause", "close")

    def resume(self) -> None:
        """The page names it, and it is touched there."""

    def click(self, *keys: str) -> None:
        """Click these one after the other, as far as they are there, without looking for something over them."""
        assert self.window is not None
        for key in keys:
            self.window.run_drawn(f"document.querySelector('[data-key=\"{key}\"]')?.click()")

    def save_file(self) -> None:
        """Save the game as a file, as the page offers it."""
        if self.window is None or self.state in ("away", "asleep"):
            return
        try:
            self.click("menu", "tab fair")
            data = base64.b64decode(self.window.run_drawn(DOWNLOAD))
            self.click("close", "menu close")
            self.window.run(ESCAPE)
        except Error:
            return
        if data:
            folder = self.home / "transcripts"
            folder.mkdir(parents=True, exist_ok=True)
            begin = data[:2000]  # a later file of the same game takes the place of the one before
            self._saved.setdefault(begin, folder / f"page-{len(self._saved) + 1}.rummy").write_bytes(data)

    def signal(self, number: int) -> None:
        if self.window is None:
            return
        if number in ENDS:
            self.window.close()
            self.close()
            return
        if number == signal.SIGSTOP:
            self.text()  # what it shows while it is frozen
        self.state = "asleep" if number == signal.SIGSTOP else "here"
        self.window.cdp("Page.setWebLifecycleState", state="frozen" if self.state == "asleep" else "active")

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
        if time.monotonic() - self._looked_at > LOOK_SECONDS and self.look() is not None:
            self.text()

    def alarms(self) -> list[str]:
        return accusations(self._text)


Player = TerminalPlayer | PagePlayer
