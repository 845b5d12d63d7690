"""``rummynet join`` on a full terminal: runs the screen and the link, and restores the terminal on every exit."""

import asyncio
import gc
import signal
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rummynet_client.coaching import Coaching, has_scores
from rummynet_client.core.session.answers import said_command
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.news import News
from rummynet_client.history.game_history import running_score
from rummynet_client.inviting import invitation, why_alone
from rummynet_client.language import _, sentence_of
from rummynet_client.net.host_link import ConnectOptions, HostLink, Opening
from rummynet_client.storage.settings import ActiveSettings, SettingsError
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.state.screen_state import LobbyState
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import Refusal, RummynetError
from rummynet_protocol.values import replace

# Seconds for what was sent last and the host's goodbye; a host that does not answer keeps nobody from leaving.
_GOODBYE_SECONDS: Final = 3.0


def run_screen(visit: ConnectOptions, opening: Opening | None = None, *, checks: bool = False) -> int:
    """Show the screen until the player leaves; *checks*: verify after each game. Returns the exit status.

    Raises CannotConnect, LostHost, HostKeyChanged, KeyFileError, ScreenFailed, after the terminal has been restored.
    """
    # What is loaded by now stays: each full collection over it would hold up a key for a tenth of a second.
    gc.freeze()
    return asyncio.run(_Front(visit, checks).run(opening))


class ScreenFailed(RummynetError):
    """Something failed in a key or while drawing: a bug."""

    code = "screen"


class _Front:
    """One link and one screen, connected to each other."""

    def __init__(self, visit: ConnectOptions, checks: bool) -> None:
        self._checks = checks
        self._is_checking = False  # the automatic check after a game is running; only its verdict is shown
        self._link: HostLink = visit.link(self._on_news)
        self._coaching = Coaching(self._link.session)
        # The loop itself keeps only weak references: without this set, an answer could vanish before it is shown.
        self._asked: set[asyncio.Task[None]] = set()
        self._settings = ActiveSettings(visit.data)
        model = lambda: self._link.session.model  # noqa: E731
        self._screen = Screen(model, self._run_line, time.monotonic, settings=self._settings.settings)
        self._own = visit.own_host
        if self._own is not None:
            self._screen.lobby.state = LobbyState(invitation=None if why_alone() else self._own.question)

    def _on_news(self, items: Sequence[News]) -> None:
        self._screen.show_news(
            [item for item in items if not (self._is_checking and news.is_verification_detail(item))]
        )
        for item in items:
            match item:
                case news.QueryAnswered("game", (("transcript", str(path)),)):
                    self._start(self._show_record(Path(path).parent))
        if has_scores(items) and self._coaching.follows:
            self._start(self._look_at_round())
        if self._checks and any(isinstance(item, news.FairnessReported) and item.check == "game" for item in items):
            self._is_checking = True
            self._link.run_command(commands.Do("verify"))
            self._is_checking = False

    async def _show_record(self, folder: Path) -> None:
        """Show the running score of these players over the games that were kept."""
        model = self._link.session.model
        if model.variety is None:
            return
        try:
            record = await asyncio.to_thread(running_score, folder, model.variety.name, model.names)
        except Exception:  # no trouble during a game: what is wrong with the files is told where they are listed
            return
        self._screen.show_record(record)

    def _run_line(self, text: str | Action) -> None:
        if not isinstance(text, str):
            self._link.run_command(commands.PlayAction(text))
            return
        try:
            command = said_command(self._screen.get_model(), text)
            if isinstance(command, commands.Do) and command.verb == "set":
                self._screen.show_news(self._settings.change_setting(*command.after))
                self._screen.apply_settings(self._settings.settings)
                return
        except (Refusal, SettingsError) as problem:
            self._screen.show_news([news.WentWrong(problem.code, sentence_of(problem))])
            return
        match command:
            case commands.Do("hint"):
                self._screen.show_news([news.QueryAnswered("hint", (("says", _("thinking …")),))])
                self._start(self._show_hint())
            case commands.Do("coach", ("game",)):
                self._start(self._show_turning_points())
            case commands.Do("coach"):
                self._start(self._show_moments(command.first))
            case commands.Do("invite"):
                self._start(self._show_invitation())
            case commands.OpenTable():
                self._link.run_command(replace(command, sits=True))
            case _:
                self._link.run_command(command)
        if command == commands.QUIT:
            self._screen.leave()

    def _start(self, answering: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(answering)
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    async def _show_hint(self) -> None:
        items = await self._coaching.hint()
        # "thinking …" goes when the hint is there.
        self._screen.pages.answers = ()
        self._screen.show_news(items)

    async def _show_moments(self, round: int | None) -> None:
        """Open the page of the round, then add what cost most; what goes wrong is said at the table."""
        items = await self._coaching.moments(round)
        self._screen.show_news(items)
        if any(isinstance(item, news.RoundCoached) for item in items):
            self._screen.pages.run_command("review" if round is None else f"review {round}")

    async def _show_turning_points(self) -> None:
        """Open the page of the game's turning points; what goes wrong is said at the table."""
        items = await self._coaching.turning_points()
        self._screen.show_news(items)
        if any(isinstance(item, news.GameCoached) for item in items):
            self._screen.pages.open("turning")

    async def _show_invitation(self) -> None:
        """Show the code by which somebody in another home joins."""
        if self._own is not None:
            self._screen.show_news([news.QueryAnswered("invite", (("says", _("asking for a code …")),))])
        items = await invitation(self._own, self._link.session.model, ":")
        # "asking for a code …" goes when the code is there.
        self._screen.pages.answers = ()
        self._screen.show_news(items)

    async def _look_at_round(self) -> None:
        """Look at the round that has just ended; its result and its page show what was found."""
        await self._coaching.moments(None)
        self._screen.show_news([])

    async def run(self, opening: Opening | None) -> int:
        """Run until the player leaves or the host is gone for good. Returns the exit status."""
        with suppress(NotImplementedError, RuntimeError, AttributeError):  # not on Windows, not outside the main thread
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self._screen.leave)
        showing = asyncio.create_task(self._screen.run())
        running = asyncio.create_task(self._link.run())
        going = asyncio.create_task(self._run_opening(opening))
        try:
            await asyncio.wait((showing, running), return_when=asyncio.FIRST_COMPLETED)
            self._link.run_command(commands.QUIT)
            await asyncio.wait((running,), timeout=_GOODBYE_SECONDS)
        finally:
            going.cancel()
            running.cancel()
            self._screen.leave()
            # Before an error of the link is raised: its sentence would vanish with the screen.
            await asyncio.wait((showing, running, going))
        if problem := showing.exception():
            raise ScreenFailed(
                _(
                    "the screen failed ({kind}: {text}). Your seat is kept: start rummynet again to go on. This is a "
                    "bug: please report this line and what you did",
                    kind=type(problem).__name__,
                    text=problem,
                )
            ) from problem
        if not running.cancelled():
            running.result()
        return showing.result()

    async def _run_opening(self, opening: Opening | None) -> None:
        """Run *opening* once the lobby is here: before it, no game that goes on is known."""
        if opening is None:
            return
        self._screen.lobby.state = replace(self._screen.lobby.state, is_going=True)
        try:
            while not self._link.session.is_ready:
                await self._link.wait_for_change()
            await opening(self._link)
            if self._own is not None and self._own.invites:
                self._run_line("invite")
        finally:
            self._screen.lobby.state = replace(self._screen.lobby.state, is_going=False)
            self._screen.show_news([])
