"""``join --plain`` and ``join --json``: commands line by line from standard input, lines on standard output.

No escape sequences and no terminal needed. ``--plain`` writes sentences for people who listen, ``--json`` an object per
event for programs. Commands are carried out one after another, each when the one before has its answer, so that a pipe
can be written without waiting.
"""

import asyncio
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rummynet.rules.core.state import State
from rummynet_client.coaching import Coaching, has_scores
from rummynet_client.core.session.answers import said_command
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.text import commands, news
from rummynet_client.core.text.commands import Command
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.core.text.news import FairnessReported, News
from rummynet_client.history.game_history import running_score
from rummynet_client.inviting import invitation
from rummynet_client.language import _, sentence_of
from rummynet_client.net.host_link import ConnectOptions, HostLink, Opening, until_idle
from rummynet_client.storage.settings import ActiveSettings, SettingsError
from rummynet_client.surface import Surface, line_writer
from rummynet_protocol.errors import Refusal
from rummynet_protocol.text import harmless
from rummynet_protocol.values import replace

# No command is as long, so a pipe without line ends fills no memory: the line is cut and refused.
_LONGEST_LINE: Final = 16_384
# Seconds for what was sent last and the host's goodbye; a host that does not answer keeps nobody from leaving.
_GOODBYE_SECONDS: Final = 3.0

_Typed = tuple[bytes, State | None, bool]  # a line, the position when it came, and whether the host was connected then


class JsonFormat:
    """One object per event; nothing is answered without the session."""

    def tell(self, items: Sequence[News], model: ViewModel) -> list[str]:
        """The lines for this news, in its order."""
        return [line for item in items for line in news_lines(item)]

    def read(self, text: str, model: ViewModel, heard: State | None = None) -> Command | list[str]:
        """The command in *text*: a program knows what it names."""
        return said_command(model, text)


Format = JsonFormat | Narrator
"""What is written for news, and how input is read."""


def run_lines(visit: ConnectOptions, surface: Surface, opening: Opening | None = None, *, checks: bool = False) -> int:
    """Run until the player quits; *checks*: verify after each game. Returns the exit status.

    Raises CannotConnect, LostHost, HostKeyChanged, KeyFileError.
    """
    format = JsonFormat() if surface is Surface.JSON else Narrator(is_going=opening is not None)

    async def run() -> int:
        return await _Front(visit, format, checks, line_writer(surface)).run(opening)

    return asyncio.run(run())


class _Front:
    """One link, and the lines that come and go."""

    def __init__(self, visit: ConnectOptions, format: Format, checks: bool, write: Callable[[str], object]) -> None:
        self._format, self._checks, self._own = format, checks, visit.own_host
        self._write = write
        self._active = ActiveSettings(visit.data)
        self._typed: asyncio.Queue[_Typed | None] = asyncio.Queue()
        # The loop itself keeps only weak references: without this set, an answer could vanish before it is written.
        self._telling: set[asyncio.Task[None]] = set()
        self._link = visit.link(self._on_news)
        self._coaching = Coaching(self._link.session)
        self._is_nowhere = False  # the table that it was to go to is not there, and it has been at no other

    def _tell(self, items: Sequence[News]) -> None:
        for line in self._format.tell(items, self._link.session.model):
            self._write(line)

    def _on_news(self, items: Sequence[News]) -> None:
        mute, talk = self._active.settings.mute, self._active.settings.talk
        self._tell([item for item in items if not news.is_unwanted_chat(item, mute=mute, talk=talk)])
        is_for_people = isinstance(self._format, Narrator)
        self._is_nowhere &= not any(isinstance(item, news.TableChanged) for item in items)
        for item in items if is_for_people else ():
            match item:
                case news.QueryAnswered("game", (("transcript", str(path)),)):
                    self._start(self._tell_record(Path(path).parent))
        if self._checks and any(isinstance(item, FairnessReported) and item.check == "game" for item in items):
            self._link.run_command(commands.Do("verify"))
        if is_for_people and has_scores(items) and self._coaching.follows:
            self._start(self._tell_moments())

    def _start(self, telling: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(telling)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell_moments(self) -> None:
        self._tell(await self._coaching.moments(None))

    async def _tell_record(self, folder: Path) -> None:
        """Write the running score of the players over the games that were kept, if there is one."""
        model = self._link.session.model
        if model.variety is not None:
            says = await asyncio.to_thread(running_score, folder, model.variety.name, model.names)
            if says:
                self._write(harmless(f"{says}."))

    def _receive(self, line: bytes | None) -> None:
        model = self._link.session.model
        self._typed.put_nowait(None if line is None else (line, model.state, model.connected))

    async def run(self, opening: Opening | None) -> int:
        """Run until the player quits. Returns the exit status."""
        _read_input(self._receive)
        _end_on_sigterm(self._link)
        running = asyncio.create_task(self._link.run())
        input_task = asyncio.create_task(self._run_input(opening))
        try:
            await asyncio.wait((running, input_task), return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                await asyncio.wait((running,), timeout=_GOODBYE_SECONDS)
        finally:
            for task in (running, input_task):
                task.cancel()
            await asyncio.wait((running, input_task))
        for task in (running, input_task):
            if not task.cancelled():
                task.result()
        return int(self._is_nowhere)

    async def _run_input(self, opening: Opening | None) -> None:
        """Carry out the input's commands in order; quit at its end."""
        link = self._link
        await until_idle(link)
        if opening is not None:
            await opening(link)
            self._is_nowhere = link.session.model.table is None
        while not link.session.has_quit and (typed := await self._typed.get()) is not None:
            line, heard, was_connected = typed
            text = line.decode("utf-8", "replace")
            words, is_typed = text.lower().split(), sys.stdin.isatty()
            if is_typed and not was_connected and words and words[0] not in commands.QUIT_WORDS:
                self._write(_("Nothing was done: the host could not be reached. Say it again once it can."))
                continue
            # Lines of a pipe may be written without waiting; a number means nothing before it has been read out.
            if not (is_typed or text.strip().isdigit()):
                heard = None
            if words:
                await until_idle(link)
                await self._carry_out(text, heard)
            elif link.session.model.break_left:
                link.run_command(commands.Do("next"))
        while link.session.is_open and link.session.is_busy:
            await link.wait_for_change()
        link.run_command(commands.QUIT)

    async def _carry_out(self, text: str, heard: State | None) -> None:
        model = self._link.session.model
        try:
            match self._format.read(text, model, heard):
                case list(lines):
                    for line in lines:
                        self._write(line)
                case commands.Do("set", after):
                    self._tell(self._active.change_setting(*after))
                case commands.Do("hint"):
                    self._tell(await self._coaching.hint())
                case commands.Do("coach", ("game",)):
                    self._tell(await self._coaching.turning_points())
                case commands.Do("coach") as command:
                    self._tell(await self._coaching.moments(command.first))
                case commands.Do("invite"):
                    for item in await invitation(self._own, model):
                        self._tell([item])
                case commands.OpenTable() as command if isinstance(self._format, Narrator):
                    self._link.run_command(replace(command, sits=True))
                case command:
                    self._link.run_command(command)
        except (Refusal, SettingsError) as problem:
            self._tell([news.WentWrong(problem.code, sentence_of(problem))])


def _read_input(receive: Callable[[bytes | None], None]) -> None:
    """Hand on the lines of standard input; a thread reads, since only a thread can wait for a pipe or a file.

    Unbuffered: the thread may still wait when the program ends, and a buffer's lock held then aborts Python.
    """
    loop = asyncio.get_running_loop()
    source = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)

    def read() -> None:
        line: bytes | None = b"-"
        while line is not None:
            try:
                line = source.readline(_LONGEST_LINE) or None
            except (OSError, ValueError):
                line = None
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(receive, line)

    threading.Thread(target=read, name="standard input", daemon=True).start()


def _end_on_sigterm(link: HostLink) -> None:
    with suppress(NotImplementedError, RuntimeError):  # not on Windows, not outside the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: link.run_command(commands.QUIT))
