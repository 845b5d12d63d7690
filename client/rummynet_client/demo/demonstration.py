"""A demonstration: a real host, bot players over TLS, a whole game, and the check of its fairness."""

import asyncio
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummynet.bots.names import NAMES, bot_name
from rummynet.files import read_file
from rummynet.rules.core.errors import BadOption
from rummynet.rules.varieties import variety
from rummynet.verifier.offline import Report, check
from rummynet_client.bots.robot import BotConfig, Robot
from rummynet_client.core.text import news
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.event_text import game_won
from rummynet_client.hosting import PrivateHost, private_host
from rummynet_client.language import _, translated
from rummynet_client.net.host_link import ConnectOptions
from rummynet_client.storage.settings import Settings
from rummynet_protocol.fairness.transcript import MOST_FILE
from rummynet_protocol.values import replace
from rummynet_protocol.wire.address import address

if TYPE_CHECKING:
    from rummynet_client.demo.demo_show import DemoShow

Say = Callable[[str], None]


@dataclass(slots=True)
class Outcome:
    """A game that was played: totals by seat, rounds, transcripts by whose they are, the reports on them."""

    scores: tuple[int, ...] = ()
    rounds: int = 0
    transcripts: dict[str, Path] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    left_early: bool = False  # the person who watched left before the end

    @property
    def verified(self) -> bool:
        """Whether there are transcripts and every one of them holds."""
        return bool(self.reports) and all(report.verified for report in self.reports.values())

    def to_dict(self) -> dict[str, Any]:
        """The answer of ``--json``."""
        paths = {whose: str(path) for whose, path in self.transcripts.items()}
        return {
            "verified": self.verified,
            "scores": list(self.scores),
            "rounds": self.rounds,
            "transcript": paths.get("host"),
            "transcripts": paths,
        }


def short_options(variant: str, target: int | None) -> dict[str, Any]:
    """The options of a short game, to *target* if that is given. Raises BadOption if no score ends the game."""
    game = variety(variant)
    if target is None:
        return dict(game.short_options)
    if game.score_option is None:
        raise BadOption(_("{variant} is not played to a score; leave out --target", variant=variant))
    return {**game.short_options, game.score_option: target}


def read_options(variant: str, chosen: Sequence[str]) -> dict[str, Any]:
    """Options written as ``NAME=VALUE``; a name that the game does not have is kept. Raises BadOption."""
    known, found = {option.name: option for option in variety(variant).options}, dict[str, Any]()
    for text in chosen:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(_("{word!r} is not an option; write key=value, such as target=200", word=text[:30]))
        found[name] = known[name].read_text(value) if name in known else value
    return found


def demonstrate(
    players: int, variant: str, options: dict[str, Any], store: Path, say: Say, settings: Settings | None = None
) -> Outcome:
    """Play a game between bots on a host of their own; transcripts go into *store*. Raises HostFailed.

    With *settings* the table is shown on the terminal meanwhile, and the bots play at a pace that a person can follow.
    """
    with tempfile.TemporaryDirectory(prefix="rummynet-demo-") as data:
        if settings is not None:
            say(_("starting a host for the bots"))
        with private_host(Path(data), "demonstration") as host:
            say(_("a host listens on {where}, its key is {key}", where=address(*host.where), key=host.fingerprint))
            outcome = _run(_play(host, players, variant, options, store, say, settings))
        for path in host.transcripts:  # complete only now that the host has ended
            outcome.transcripts["host"] = store / "host.rummy"
            shutil.copyfile(path, outcome.transcripts["host"])
    return outcome


def _run(playing: Coroutine[Any, Any, Outcome]) -> Outcome:
    try:
        return asyncio.run(playing)
    except ExceptionGroup as problems:
        # One sentence: the others failed for the same reason, or because of it.
        raise problems.exceptions[0] from None


async def _play(
    host: PrivateHost, players: int, variant: str, options: dict[str, Any], store: Path, say: Say,
    settings: Settings | None,
) -> Outcome:  # fmt: skip
    visits = [
        ConnectOptions(host.where, bot_name(seat), None, store / NAMES[seat].lower(), host.fingerprint)
        for seat in range(players)
    ]
    outcome = Outcome()
    habits = BotConfig(company=players, human=False, variant=variant, options=options)
    show = _show(host, store, settings) if settings is not None else None
    think = show.think if show is not None else None
    kept: list[str] = []  # what is said only when the screen has gone
    async with asyncio.TaskGroup() as group:
        first = Robot(visits[0], habits, secrets.randbelow, think)
        tasks = [group.create_task(first.run())]
        table = await first.seated
        for visit in visits[1:]:
            robot = Robot(visit, replace(habits, table=table), secrets.randbelow, think)
            tasks.append(group.create_task(robot.run()))
        told = _watch(first, outcome, say, show_progress) if show is None else _watch(first, outcome, kept.append, None)
        watching = group.create_task(told)
        await (asyncio.wait(tasks) if show is None else _show_until_left(show, table, tasks))
        watching.cancel()
    for line in kept:
        say(line)
    outcome.left_early = show is not None and show.screen.left_early
    for visit in visits:
        for path in sorted((visit.transcripts or store).glob("*.rummy")):
            outcome.transcripts[visit.name] = path
    return outcome


def _show(host: PrivateHost, store: Path, settings: Settings) -> "DemoShow":
    from rummynet_client.demo.demo_show import DemoShow  # it needs prompt_toolkit, which is slow to load

    return DemoShow(host, store, settings)


async def _show_until_left(show: "DemoShow", table: int, tasks: list["asyncio.Task[None]"]) -> None:
    """Show the table while the bots play; they stop when the person leaves."""
    watching, playing = asyncio.create_task(show.watch(table)), asyncio.create_task(asyncio.wait(tasks))
    try:
        await asyncio.wait((watching, playing), return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            await show.stay(watching)
    finally:
        for task in tasks:
            task.cancel()
        await watching
        await playing


async def _watch(robot: Robot, outcome: Outcome, say: Say, progress: Callable[[str, Outcome], None] | None) -> None:
    """Tell how the game goes, as one of the players sees it. *progress*: None while a screen has the terminal."""
    acts = 0
    names: tuple[str, ...] = ()
    while True:
        item = await robot.news.get()
        match item:
            case news.GameBegan(names=names, words=words):
                say(_("at the table: {names}; the six words: {words}", names=", ".join(names), words=" ".join(words)))
            case news.SeatActed():
                acts += 1
                if progress is not None:
                    progress(_("{acts} actions", acts=acts), outcome)
            case news.RoundScored(round=number, scores=scores, totals=totals):
                outcome.scores, outcome.rounds = totals, number
                say(
                    _(
                        "round {number}: {scores}; in all {totals}",
                        number=number,
                        scores=_listed(scores),
                        totals=_listed(totals),
                    )
                )
            case news.GameWasWon(winner=winner, totals=totals):
                say(game_won(winner, Wording(names), totals))
            case news.FairnessReported(cheat=True, says=says) | news.WentWrong(says=says):
                say(says)


def show_progress(says: str, outcome: Outcome) -> None:
    """A line that is written over, on a terminal only."""
    if sys.stderr.isatty():
        line = _("round {number}: {says}", number=outcome.rounds + 1, says=says)
        sys.stderr.write(f"\r{line} \r")
        sys.stderr.flush()


def _listed(scores: tuple[int, ...]) -> str:
    return " ".join(f"{score:+d}" for score in scores)


def judge(outcome: Outcome, say: Say) -> None:
    """Check every transcript and say what came out."""
    for whose, path in outcome.transcripts.items():
        outcome.reports[whose] = check(read_file(path, MOST_FILE))
        say(
            _(
                "transcript of {whose}: {verdict}",
                whose=whose,
                verdict=_("verified") if outcome.reports[whose].verified else _("NOT VERIFIED"),
            )
        )
    told = outcome.reports.get("host")
    if told is not None:
        say("\n".join(map(translated, told.lines)))
        say(_("the game is kept: 'rummynet replay {path}' shows it again", path=outcome.transcripts["host"]))
