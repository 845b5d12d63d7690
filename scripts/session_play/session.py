"""One session: a host, players, what happens to them, and the judgement."""

import json
import random
import re
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error

from rummynet.keyfile import HOST_KEY, identity_folder
from session_play.judge import HARMLESS, MOST_ACTIONS, Span, are_too_few, incidents_without_cause, is_stuck, judge_files
from session_play.network import Network
from session_play.other_home import LOSSES, OtherHome
from session_play.plan import PAGE_SIZES, Event, Plan
from session_play.players import (
    BotPlayer,
    CommandBotPlayer,
    JsonPlayer,
    PagePlayer,
    PlainPlayer,
    Player,
    ScreenPlayer,
    SitterPlayer,
    Spectator,
    TerminalPlayer,
    WatchPage,
)  # fmt: skip
from session_play.programs import Clock, Program
from tests.support.browser import contexts
from tests.support.free_port import free_port

NAMES: Final = (
    "anna", "ben", "carla", "dora", "emil", "frida", "gustav", "hanna", "ida", "jan", "karl", "lena", "mia", "nora",
)  # fmt: skip
OFFERED_SECONDS: Final = 180 + 30
"""Fast seconds without any action after which the others have been offered a way on, whatever they wait for: the
options ``idle_seconds`` and ``break_seconds``, which no table here sets."""
SEALED_SECONDS: Final = 180
"""As many more with a sealed deck, where votes have the own program of who does not play do it: if that does not, it
owes an action from then on, and the others wait once more."""
MARGIN_SECONDS: Final = 45.0
"""Real seconds that they have for taking it, so that a busy machine does not look like a stuck table: a vote of several
programs took up to eight with four jobs on two cores."""
CLOSES_AT: Final = 5
"""Sittings of somebody who sits down again and again after which the owner closes the seats."""
SEAT_SECONDS: Final = 120.0
"""Real seconds until all sit."""
LATE_SECONDS: Final = 8.0
"""Fast seconds for a round trip from which on the machine is too slow for the speed."""
WEIGH_SECONDS: Final = 20.0
"""Real seconds between two looks at the memory of programs; one takes the kernel some milliseconds."""
KINDS: Final[dict[str, type[TerminalPlayer]]] = {
    "json": JsonPlayer, "plain": PlainPlayer, "screen": ScreenPlayer, "bot": BotPlayer, "command": CommandBotPlayer,
    "spectator": Spectator, "older": JsonPlayer, "sitter": SitterPlayer,
}  # fmt: skip
UNKNOWN: Final = re.compile(r"cannot be checked|does not know")
"""Of the sentences about a game that a program does not know."""


@dataclass
class Outcome:
    """Of a session."""

    counts: Counter[str] = field(default_factory=Counter)
    """Games played to their end; ``ended``: those that were called off, or ended because somebody did not play; rounds,
    actions, files; ``whole``: 1 if it came to its planned end."""
    longest_round: int = 0
    """Actions."""
    findings: list[dict[str, Any]] = field(default_factory=list)
    longest_trip: float = 0.0
    """Fast seconds."""
    events: Counter[str] = field(default_factory=Counter)


class Session:
    """Plays a plan. ``run`` returns the outcome; ``close`` ends all programs, also in the middle."""

    def __init__(
        self, wish: Plan, folder: Path, clock: Clock, network: Network, evidence: Path, tell: Callable[[str], None],
        other: OtherHome | None = None, began: float = 0.0, database: str = "",
    ) -> None:  # fmt: skip
        """*other* is a home where some are, in a run that began at *began* (steady time).

        With a *database* there are two hosts of one cluster: players come to the first one, which what happens to hosts
        happens to.
        """
        self.database = database
        self.second_host: Program | None = None
        self.plan, self.folder, self.clock, self.network = wish, folder, clock, network
        self.evidence, self.tell = evidence, tell
        self.chance = random.Random(f"{wish.seed}/{wish.number}/play")
        self.outcome = Outcome()
        self.spans: list[Span] = []
        self.host: Program | None = None
        self.browser: BrowserContext | None = None
        self._ended = ExitStack()
        self.players: list[Player] = []
        self.watchers: list[Player] = []
        self._host_port, self._web_port = free_port(), free_port()
        self._changed_at = self._free_since = clock.now()
        self._due: list[tuple[float, str, str, Callable[[], None]]] = []
        """When, what and whose, and what ends it."""
        self._round_actions = 0
        self.ends_at_finding = False
        self.spectator: Spectator | None = None
        self._seats: set[int] = set()
        self.table = 0
        """The number of the owner's; 0 until the spectator has seen it."""
        self._told: set[tuple[str, str, str]] = set()
        self._trip_at, self._trip_asked = 0.0, 0.0
        self._stage = "waiting"
        self._events = list(wish.events)
        self._shuffled_since: float | None = None
        """Since when the cards of a round are shuffled; None in a round."""
        self._disk_failed: float | None = None
        """For how many fast seconds the host is away once it has ended."""
        self._chronicle: list[str] = []
        self.other, self._began = other, began
        self._far_seats: dict[int, str] = {}
        """Names by seat."""
        self._seated_far: set[str] = set()
        """Of those in another home who have sat down."""
        self._away: dict[str, float] = {}
        """Who in the other home is not connected, and since when (steady time)."""
        self._mended: tuple[str, float] = ("", 0.0)
        """What was lost last, and when it was back."""
        self._weighed_at = 0.0

    # -- parts

    def start_host(self) -> None:
        """Start it, also again on the same data."""
        if self.host is None:
            self.host = self._new_host("host", self._host_port, self._web_port)
        else:
            self.host.start()
        self._await_host(self.host)
        if self.database and self.second_host is None:
            self.second_host = self._new_host("host-2", free_port(), free_port())
            self._await_host(self.second_host)

    def _new_host(self, name: str, port: int, web_port: int) -> Program:
        words = [
            "host", "--bind", "127.0.0.1", "--port", str(port), "--web", str(web_port),
            "--no-announce", "--data", str(self.folder / name), "--name", "kitchen",
            *(self.other.host_words if self.other is not None else ()),
            *(("--journal", self.database) if self.database else ()),
        ]  # fmt: skip
        if self.database:  # hosts of one cluster have one key
            (self.folder / name).mkdir(mode=0o700)
            key = identity_folder(self.folder / name) / HOST_KEY
            key.touch(mode=0o600)
            key.write_text("5a" * 32 + "\n")
        return Program(words, self.clock, self.folder / f"{name}-home", extra=self._game_of_tests())

    def _await_host(self, host: Program) -> None:
        until = time.monotonic() + 60
        text = ""
        while "listening" not in (text := text + host.read()):
            if time.monotonic() > until or not host.is_running:
                self.find("ended", "host", f"the host did not start: {text} {self._host_errors()}")
                raise RuntimeError("the host did not start")
            time.sleep(0.05)

    def _host_errors(self) -> str:
        path = self.folder / "host-home" / "errors.txt"
        return path.read_text("utf-8", "replace")[-2000:] if path.exists() else ""

    def make(self, kind: str, name: str) -> Player:
        """A player of this kind, not yet started."""
        home = self.folder / name
        home.mkdir(parents=True, exist_ok=True)
        is_page = "page" in kind or kind == "watch"
        wire = self.network.wire(self._web_port if is_page else self._host_port)
        chance = random.Random(f"{self.plan.seed}/{self.plan.number}/{name}")
        parts = (name, home, self.clock, self.network, wire, chance)
        if is_page:
            if self.browser is None:
                self.browser = self._ended.enter_context(contexts())()
            size = next((one for one in PAGE_SIZES if kind == f"page-{one[0]}"), PAGE_SIZES[kind != "older-page"])
            return (WatchPage if kind == "watch" else PagePlayer)(*parts, browser=self.browser, size=size)
        made = KINDS[kind](*parts, extra={} if kind in ("older", "sitter") else self._game_of_tests())
        if self.other is not None and name in self.far:
            made.place, made.before = self.other.link(self.folder / "host"), self.other.before
        return made

    @property
    def far(self) -> tuple[str, ...]:
        """Names of those who are in another home."""
        return tuple(NAMES[seat] for seat in self.plan.far)

    # -- findings

    def find(self, kind: str, who: str, says: str) -> None:
        """Note a finding once, with what every screen says at this moment."""
        if (kind, who, says) in self._told:
            return
        self._told.add((kind, who, says))
        number = len(self.outcome.findings) + 1
        folder = self.evidence / f"session-{self.plan.number}" / f"{number:02d}-{kind}-{who}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "finding.txt").write_text(f"{kind} {who}: {says}\n{self.plan}\n" + "\n".join(self._chronicle[-60:]))
        for one in (*self.players, *self.watchers):
            (folder / f"{one.name}-{one.kind}-{one.state}.txt").write_text(one.text(), "utf-8")
            if (picture := one.picture()) is not None:
                (folder / f"{one.name}-{one.kind}.png").write_bytes(picture)
        (folder / "host.txt").write_text(self._host_errors())
        named = next((one.kind for one in (*self.players, *self.watchers) if one.name == who), who)
        self.outcome.findings.append({
            "kind": kind, "who": who, "client": named, "game": self.plan.game, "session": self.plan.number,
            "says": says[:600], "evidence": str(folder),
        })  # fmt: skip
        self.tell(f"FINDING {kind} {who} ({named}): {says[:160]} -> {folder}")

    def note(self, says: str) -> None:
        """Keep what happened, for the record of a finding."""
        self._chronicle.append(f"{self.clock.now():.1f} {self.outcome.counts['actions']} {says}")
        if says.startswith(("event", "end of", "game", "round")):
            self.tell(f"  {self.outcome.counts['actions']} {says}")

    # -- the run

    def run(self, until: float) -> Outcome:
        """Play until the plan is done, a table is stuck, or it is so late (steady time)."""
        self.start_host()
        self.seat_everybody(until)
        while time.monotonic() < until and not self._is_done():
            before = time.monotonic()
            self.step_all()
            self.listen()
            self._weigh()
            self.happen()
            self.check()
            if time.monotonic() - before < 0.03:
                time.sleep(0.03)
        self.outcome.counts["whole"] = int(self._is_done())
        self.finish()
        return self.outcome

    def _is_done(self) -> bool:
        over = self.outcome.counts["games"] + self.outcome.counts["ended"] >= self.plan.games
        is_found = self.ends_at_finding and any(one["kind"] not in HARMLESS for one in self.outcome.findings)
        return over or is_found or any(one["kind"] in ("stuck", "endless") for one in self.outcome.findings)

    def seat_everybody(self, until: float) -> None:
        """The owner opens the table, the others sit down; then bots are asked for, and all agree to play."""
        kinds = self.plan.kinds
        owner = self.make(kinds[0], NAMES[0])
        self.players.append(owner)
        owner.start()
        zoe = self.make("spectator", "zoe")
        assert isinstance(zoe, Spectator)
        self.spectator = zoe
        self.watchers.append(zoe)
        late = time.monotonic() + SEAT_SECONDS * (1 + bool(self.far))
        self._await(lambda: self._is_connected(owner), late, f"{owner.kind} never came to the lobby")
        owner.create(self.plan.game, self.plan.options)
        self.spectator.start()
        if isinstance(owner, TerminalPlayer):
            time.sleep(0.5)
            owner.sit(1)
        self._await(lambda: len(self._seats) >= 1, late, "no table was opened")
        for name, kind in zip(NAMES[1:], kinds[1:], strict=False):
            if kind == "older-page":
                page = self.make(kind, name)
                assert isinstance(page, PagePlayer)
                page.table, page.looks_on = self.table, True
                self.watchers.append(page)
                page.start()
            elif kind == "older":
                older = self.add_player(kind, name)
                assert isinstance(older, JsonPlayer)
                told = re.compile('"kind": "(refused|seat|table)"').search  # let in to the table, or told why not
                self._await(lambda: told(older.output) is not None, late, "the older program is told nothing")  # noqa: B023
            elif kind != "host-bot":
                self._seat(partial(self.add_player, kind, name), late, f"{kind} {name} never sat down")
        for kind in self.plan.spectators:
            watcher = self.make("watch" if kind == "watch" else "screen", f"w{len(self.watchers)}")
            self.watchers.append(watcher)
            if isinstance(watcher, ScreenPlayer):
                watcher.first_words = ["--watch", "--table", str(self.table)]
            watcher.start()
            watcher.state = "idle" if isinstance(watcher, ScreenPlayer) else "here"
        for _ in range(kinds.count("host-bot")):
            level = self.chance.choice(("simple", "steady", "random"))
            self._seat(partial(owner.add_bot, level), late, "no bot came that was asked for")
        if self.plan.sitter:
            self._annoy(owner)
        for one in self.players:
            one.agrees = True
        self._changed_at = self._free_since = self.clock.now()

    def _seat(self, come: Callable[[], object], late: float, what: str) -> None:
        """Have somebody come, and wait until one more sits."""
        count = len(self._seats)
        come()
        self._await(lambda: len(self._seats) > count, late, what)

    def _annoy(self, owner: Player) -> None:
        """Somebody sits down again and again while the others get ready; the owner closes the seats, and they begin."""
        sitter = self.add_player("sitter", "quentin")
        assert isinstance(sitter, SitterPlayer)
        self.outcome.events["sitter"] += 1
        for one in self.players:
            one.agrees = one is not sitter
        until = time.monotonic() + SEAT_SECONDS
        while sitter.sittings < CLOSES_AT and time.monotonic() < until:
            self._look()
        owner.agrees = False  # the owner's hands are at the seats
        while isinstance(owner, PagePlayer) and owner.is_touching and time.monotonic() < until:
            self._look()
        owner.manage_seats(is_open=False)
        owner.agrees = True

        self.later("sitter", "quentin", 60.0, partial(self._leaves, sitter))

    def _leaves(self, player: Player) -> None:
        player.signal(signal.SIGKILL)
        self.players.remove(player)

    def _look(self) -> None:
        self.step_all()
        self.listen()
        self.check(is_seating=True)
        time.sleep(0.03)

    def add_player(self, kind: str, name: str) -> Player:
        """Somebody comes to the table."""
        player = self.make(kind, name)
        player.table = self.table
        if isinstance(player, TerminalPlayer) and not isinstance(player, BotPlayer):
            watches = kind == "older" and self.plan.number % 2 == 0  # in the other half it would like to play
            player.first_words = ["--table", str(self.table), *(["--watch"] if watches else [])]
        self.players.append(player)
        player.start()
        return player

    def _is_connected(self, owner: Player) -> bool:
        if isinstance(owner, PagePlayer):
            return True
        assert isinstance(owner, TerminalPlayer) and owner.program is not None
        if isinstance(owner, ScreenPlayer):
            return "open a new table" in owner.text()
        return '"lobby"' in owner.program.output if isinstance(owner, JsonPlayer) else "able" in owner.program.output

    def _await(self, holds: Callable[[], bool], late: float, what: str) -> None:
        asked = 0.0
        while not holds():
            self._look()
            if not self._seats and time.monotonic() - asked > 1:
                asked = time.monotonic()
                if self.spectator is not None:
                    self.spectator.say("tables" if self.table == 0 else f"watch {self.table}")
            if time.monotonic() > late:
                self.find("stuck", "table", what)
                raise RuntimeError(what)

    def step_all(self) -> None:
        """Everybody does the next thing."""
        for one in (*self.players, *self.watchers):
            try:
                one.step()
            except Error as problem:
                if one.state == "here" and isinstance(one, PagePlayer):
                    self.note(f"{one.name}: {problem}")
                    if self.browser is None or self.browser.browser is None or not self.browser.browser.is_connected():
                        raise
            for kind, says in one.findings:
                if kind != "touch" or (self.host is not None and self.host.is_running):
                    self.find(kind, one.name, says)
            one.findings.clear()

    def listen(self) -> None:
        """What the spectator was told."""
        spectator = self.spectator
        if spectator is None:
            return
        for news in spectator.news:
            match news:
                case {"kind": "lobby", "table": int(number), "players": players} if (
                    NAMES[0] in players and not self.table
                ):
                    self.table = number  # a page that lost the connection while it opened one has opened two
                case {"kind": "table", "variant": str(variant)} if variant != self.plan.game:
                    self.find("stuck", "table", f"the table is of {variant}, not of {self.plan.game}")
                case {"kind": "table", "stage": "waiting"} if self._stage == "playing":
                    self.outcome.counts["ended"] += 1  # called off, without a winner
                    self._game_over("the game was ended before its end")
                case {"kind": "seat", "free": True, "seat": seat}:
                    self._seats.discard(seat)
                    self._far_seats.pop(seat, None)
                case {"kind": "seat", "seat": int(seat), "name": name}:
                    self._seats.add(seat)
                    self._far_seats[seat] = name
                    self._far_seat(news)
                case {"kind": "did", "action": action, "name": name}:
                    self.outcome.counts["actions"] += 1
                    if self.other is not None and name in self.far:
                        self.other.sums["far_actions"] += 1
                    self._round_actions += 1
                    self._progress(f"{name}: {action}")
                case {"kind": "deal"} | {"kind": "claim"}:
                    self._shuffled_since = None
                    self._progress(json.dumps(news)[:120])
                case {"kind": "round", "round": number, "scores": scores}:
                    self.outcome.counts["rounds"] += 1
                    self._shuffled_since = self.clock.now()
                    self.outcome.longest_round = max(self.outcome.longest_round, self._round_actions)
                    self._round_actions = 0
                    self._progress(f"round {number}: {scores}")
                case {"kind": "game", "over": _}:
                    self.outcome.counts["games"] += 1
                    self._game_over("game over")
                case {"kind": "game", "begun": _}:
                    self._stage = "playing"
                    self._round_actions = 0
                    self._shuffled_since = self.clock.now()
                    self._progress("game begun")
                case {"kind": "lobby", "tables": _}:
                    self._trip_at = time.monotonic()
                    if self._trip_asked and not self._due:
                        trip = (self._trip_at - self._trip_asked) * self.clock.speed
                        self.outcome.longest_trip = max(self.outcome.longest_trip, trip)
                        if trip > LATE_SECONDS:
                            now = self.clock.now()
                            self.spans.append(Span("slow", "machine", now - trip, now))
                    self._trip_asked = 0.0
        if spectator.news and self._seated_far:
            self._find_lost_seats()
        spectator.news.clear()
        is_quiet = self._seats and not self._due and spectator.state == "here"
        if is_quiet and not self._trip_asked and time.monotonic() - self._trip_at > 5:
            self._trip_asked = time.monotonic()
            spectator.say("tables")

    def _far_seat(self, seat: dict[str, Any]) -> None:
        """Count who in the other home is away and comes back."""
        name, now = seat["name"], time.monotonic()
        if self.other is None or name not in self.far:
            return
        self._seated_far.add(name)
        if not seat["connected"]:
            self._away.setdefault(name, now)
        elif name in self._away:
            kind, mended = self._mended
            wait = now - max(self._away.pop(name), mended)
            self.other.sums["reconnections"] += 1
            self.other.waits[kind].append(wait)
            self.note(f"event {name} is back, {wait:.1f} real seconds after {kind}")

    def _find_lost_seats(self) -> None:
        """Nobody in the other home stands up, so whoever sits no more had the seat taken away."""
        for name in sorted(self._seated_far - set(self._far_seats.values())):
            self._seated_far.discard(name)
            assert self.other is not None
            self.other.sums["seats_lost"] += 1
            self.find("seat", name, "has no seat any more")

    def _weigh(self) -> None:
        if self.other is None or time.monotonic() < self._weighed_at + WEIGH_SECONDS:
            return
        self._weighed_at = time.monotonic()
        if self.host is not None and self.host.is_running:
            self.other.weigh("host", self.host.process.pid)
        for one in self.players:
            if one.name in self.far and isinstance(one, TerminalPlayer) and one.program is not None:
                self.other.weigh(f"guest {one.kind}", one.program.process.pid)

    def _game_over(self, says: str) -> None:
        self._stage = "waiting"
        self._progress(says)
        self._end_early("idle", "pause")  # who comes back sees that it is over

    def _progress(self, says: str) -> None:
        self._changed_at = self.clock.now()
        self.note(says)

    # -- what happens

    def happen(self) -> None:
        """Begin what is due, and end what has lasted."""
        now = self.clock.now()
        for one in [one for one in self._due if one[0] <= now]:
            self._due.remove(one)
            one[3]()
        if any(kind.startswith("host-") for _, kind, _, _ in self._due) or self._excused():
            self._free_since = now
        self._look_after_host()
        if self._due:
            return
        if self.other is not None and self.far and self._stage == "playing":
            if lost := self.other.due(time.monotonic() - self._began):
                who = self.chance.choice(self.plan.far)
                self.begin(Event(self.outcome.counts["actions"], lost, who, LOSSES[lost] * self.clock.speed))
                return
        for event in self._events:
            since = self._shuffled_since if event.in_shuffle is not None else 0.0
            is_time = since is not None and now >= since + (event.in_shuffle or 0)
            if is_time and self.outcome.counts["actions"] >= event.at and self._stage == "playing":
                self._events.remove(event)
                self.begin(event)
                return

    def _look_after_host(self) -> None:
        """A host whose disk fails ends by itself as the next game begins; then it is started again."""
        if self._disk_failed is None or self.host is None or self.host.is_running:
            return
        seconds, self._disk_failed = self._disk_failed, None
        says = self._host_errors()
        if self.host.end() in (0, None) or "Traceback" in says:
            self.find("ended", "host", f"a failed disk was no reason to end, or not said in a line: {says}")
        self.note("event the host has ended, as its disk failed")
        self.later("host-disk", "host", min(seconds, 60.0), self.start_host)

    def _excused(self) -> bool:
        """Whether those who are there are too few to go on without the one who is not."""
        gone = {who for _, _, who, _ in self._due}
        if not gone:
            return False
        people = [one for one in self.players if one.name not in gone and (one.agrees or isinstance(one, BotPlayer))]
        bots = sum(isinstance(one, BotPlayer) for one in people)
        able = len(people) - bots
        is_paused = any(kind == "pause" for _, kind, _, _ in self._due)
        return are_too_few(able, bots, is_paused)

    def _end_early(self, *kinds: str) -> None:
        now = self.clock.now()
        self._due = [(now if one[1] in kinds else one[0], *one[1:]) for one in self._due]

    @property
    def patience(self) -> float:
        """Fast seconds without any action after which a table is stuck."""
        return OFFERED_SECONDS + SEALED_SECONDS * self.plan.is_sealed + MARGIN_SECONDS * self.clock.speed

    def later(self, kind: str, who: str, seconds: float, ends: Callable[[], None]) -> None:
        """Have something end in so many fast seconds."""
        begin = self.clock.now()

        def end() -> None:
            ends()
            self._mended = (kind, time.monotonic())
            self.note(f"end of {kind} {who}")
            self.spans.append(Span(kind, who, begin, self.clock.now()))

        self.spans.append(Span(kind, who, begin, begin + seconds))
        self._due.append((begin + seconds, kind, who, end))

    def begin(self, event: Event) -> None:
        """Have it happen."""
        self.outcome.events[event.kind] += 1
        # Bots of the host sit in between, and are no players here.
        player = next((one for one in self.players if event.who >= 0 and one.name == NAMES[event.who]), None)
        self._trip_asked = 0.0  # what was asked before tells nothing of the machine
        self.note(f"event {event.kind} {player.name if player else ''} for {event.seconds} s")
        match event.kind:
            case "host-stop" | "host-kill":
                assert self.host is not None
                self._disk_failed = None  # a host that starts makes its folders anew
                begin = self.clock.now()
                number = signal.SIGTERM if event.kind == "host-stop" else signal.SIGKILL
                status = self.host.end(number)
                if status not in (0, -number):
                    self.find("ended", "host", f"the host ended with {status} at {number}: {self._host_errors()}")
                self.spans.append(Span(event.kind, "host", begin, self.clock.now() + event.seconds))
                self.later(event.kind, "host", min(event.seconds, 60.0), self.start_host)
                return
            case "host-disk":
                shutil.rmtree(self.folder / "host" / "host" / "transcripts")
                self._disk_failed = event.seconds
                return
            case "newcomer" | "stranger":
                self._begin_stranger(event)
                return
        if player is None or player.state != "here":
            return
        kind = event.kind
        if player.name in self.far and kind in ("cut", "silent"):  # nobody is at a wire there
            kind = "far-relay" if kind == "cut" else "far-cable"
        if kind.startswith("far-") and kind != "far-sleep":
            self._lose(kind, event.seconds)
            return
        seconds, ends = event.seconds, lambda: None
        match kind:
            case "reload":
                assert isinstance(player, PagePlayer)
                player.reload()
                self.spans.append(Span("reload", player.name, self.clock.now(), self.clock.now() + 5))
                return
            case "reopen" | "kill" | "leave":
                player.signal(signal.SIGINT if kind == "leave" else signal.SIGKILL)
                ends = player.start
            case "cut" | "silent":
                self.network.set_state(player.wire, kind)
                ends = partial(self.network.set_state, player.wire, "whole")
            case "slow":
                assert isinstance(player, PagePlayer)
                player.slow_down(4)
                ends = partial(player.slow_down, 1)
            case "sleep" | "far-sleep":
                player.signal(signal.SIGSTOP)
                ends = partial(player.signal, signal.SIGCONT)
            case "idle" | "pause":
                if kind == "pause":
                    player.pause()
                player.state = "idle"
                # Longer than it takes to find that nobody can go on.
                seconds, ends = max(seconds, self.patience + 60), partial(self._end_idle, player, kind == "pause")
        self.later(event.kind, player.name, seconds, ends)

    def _lose(self, kind: str, seconds: float) -> None:
        """What all in the other home need is away for so many fast seconds."""
        assert self.other is not None
        self.other.lose(kind)
        self.later(kind, self.far[0], seconds, partial(self.other.mend, kind))
        for name in self.far[1:] if kind != "far-rendezvous" else ():
            self.later(kind, name, seconds, lambda: None)

    def _end_idle(self, player: Player, resumes: bool) -> None:
        if player.state == "idle":
            if resumes:
                player.resume()
            player.state = "here"

    def _begin_stranger(self, event: Event) -> None:
        """Somebody new comes to the host; to a running game of Vegas rummy, or to look on and go."""
        name = next((one for one in NAMES if one not in {player.name for player in self.players}), None)
        if name is None:
            return
        player = self.add_player("json", name)
        player.agrees = event.kind == "newcomer"
        self.spans.append(Span(event.kind, name, self.clock.now(), self.clock.now() + 30))
        if event.kind == "stranger":
            self.later("stranger", name, event.seconds, partial(self._leaves, player))

    # -- what is looked at all the time

    def check(self, is_seating: bool = False) -> None:
        """Alarms on screens, a table that is stuck, a round without an end."""
        for one in (*self.players, *self.watchers):
            if one.state == "asleep":
                continue
            try:
                alarms = one.alarms()
            except Error:
                continue
            for alarm in alarms:
                self.find("alarm", one.name, alarm)
        if is_seating:
            return
        if self._round_actions > MOST_ACTIONS[self.plan.game] * max(1.0, len(self.plan.kinds) / 4):
            self.find("endless", "table", f"{self._round_actions} actions in a round")
        if is_stuck(self.clock.now(), self._changed_at, self._free_since, self.patience):
            self.find(
                "stuck", "table", f"nothing has happened for {(self.clock.now() - self._changed_at) / 60:.1f} minutes"
            )

    # -- the end

    def finish(self) -> None:
        """Have pages save their files, end everything, judge what is left."""
        for *_, ends in self._due:
            try:
                ends()
            except (Error, RuntimeError):
                pass
        self._due.clear()
        until = time.monotonic() + 3
        while time.monotonic() < until:  # what has just come is written
            self.step_all()
            self.listen()
            time.sleep(0.05)
        self.check(is_seating=True)
        for one in self.players:
            if isinstance(one, PagePlayer):
                one.save_file()
        self._judge_older()
        self.close()
        files = [path for one in (*self.players, *self.watchers) for path in one.files()]
        files += [path for name in ("host", "host-2") for path in sorted((self.folder / name).rglob("*.rummy"))]
        evidence = [path for path in files if "evidence" in path.name]
        for path in evidence:
            self.find("incident", path.parent.parent.name, f"evidence was kept: {path.name}")
        self.outcome.counts["files"] = len(files)
        whole = [path for path in files if path not in evidence]
        for kind, says in judge_files(whole, self.folder, self._game_of_tests()):
            self.find(kind, "files", says)
        for one in (*self.players, *self.watchers):
            path = one.home / "incidents"
            if path.exists():
                for line in incidents_without_cause(path.read_text("utf-8").splitlines(), self.spans):
                    self.find("incident", one.name, line)
        if self.outcome.findings:
            kept = self.evidence / f"session-{self.plan.number}" / "data"
            shutil.copytree(
                self.folder, kept, dirs_exist_ok=True, ignore=shutil.ignore_patterns("profile", "*-shm", "*.sock"),
                ignore_dangling_symlinks=True,
            )  # fmt: skip
            (kept / "chronicle.txt").write_text("\n".join(self._chronicle))

    def _judge_older(self) -> None:
        """A program that does not know the game has to say so, and nothing against anybody."""
        for one, kind in zip(self.players, self.plan.kinds, strict=False):
            if kind == "older" and isinstance(one, JsonPlayer) and not UNKNOWN.search(one.output):
                self.find("older", one.name, "it does not say that this version cannot check the game")
        for page in self.watchers:
            is_guest = isinstance(page, PagePlayer) and not isinstance(page, WatchPage)
            if self.plan.older and is_guest and not UNKNOWN.search(page.text()):
                self.find("older", page.name, "the page does not say that it does not know the game")

    def _game_of_tests(self) -> dict[str, str]:
        """For programs that know the game that an older one lacks."""
        return {"RUMMYNET_PLAY_GAME": "tiny=tests.tiny.game"} if self.plan.older else {}

    def close(self) -> None:
        """End every program."""
        for one in (*self.players, *self.watchers):
            one.close()
        self._ended.close()
        self.browser = None
        for host in (self.host, self.second_host):
            if host is not None and host.is_running:
                host.end(signal.SIGTERM)
