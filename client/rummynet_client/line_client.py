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
from typing import Any, Final, Protocol

from rummynet.rules.core.state import State
from rummynet_client.coaching import Coaching, has_scores
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.text import command_parser, commands, news
from rummynet_client.core.text.command_parser import with_seats
from rummynet_client.core.text.commands import Command
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.core.text.news import FairnessReported, News
from rummynet_client.history.game_history import running_score
from rummynet_client.inviting import invitation
from rummynet_client.language import _, sentence_of
from rummynet_client.net.connect_options import ConnectOptions
from rummynet_client.net.far_line import OwnHost
from rummynet_client.net.host_link import HostLink, Opening, until_idle
from rummynet_client.storage.settings import ActiveSettings, SettingsError
from rummynet_client.surface import Surface
from rummynet_protocol.errors import Refusal
from rummynet_protocol.text import harmless

# No command is as long, so a pipe without line ends fills no memory: the line is cut and refused.
_LONGEST_LINE: Final = 16_384
# Seconds for what was sent last and the host's goodbye; a host that does not answer keeps nobody from leaving.
_GOODBYE_SECONDS: Final = 3.0

Write = Callable[[str], None]
_Typed = tuple[bytes, State | None, bool]  # a line, the position when it came, and whether the host was connected then


class Format(Protocol):
    """What is written for news, and how input is read."""

    def tell(self, items: Sequence[News], model: ViewModel) -> list[str]:
        """The lines for this news."""

    def read(self, text: str, model: ViewModel, heard: State | None = None) -> Command | list[str]:
        """The command in *text*, or the lines that answer it. Raises BadCommand, BadNotation, BadOption.

        *heard*: the position when it was typed, where a play on another one was not meant.
        """


class JsonFormat:
    """One object per event; nothing is answered without the session."""

    def tell(self, items: Sequence[News], model: ViewModel) -> list[str]:
        """The lines for this news, in its order."""
        return [line for item in items for line in news_lines(item)]

    def read(self, text: str, model: ViewModel, heard: State | None = None) -> Command | list[str]:
        """The command in *text*: a program knows what it names."""
        return command_parser.parse_command(with_seats(text, {one.seat: one.name for one in model.seats}))


def run_lines(visit: ConnectOptions, surface: Surface, opening: Opening | None = None, *, checks: bool = False) -> int:
    """Run until the player quits; *checks*: verify after each game. Returns the exit status.

    Raises CannotConnect, LostHost, HostKeyChanged, KeyFileError.
    """
    format = JsonFormat() if surface is Surface.JSON else Narrator(is_going=opening is not None)
    return asyncio.run(_run(visit, format, opening, checks, _write))


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def _run(visit: ConnectOptions, format: Format, opening: Opening | None, checks: bool, write: Write) -> int:
    input_lines: asyncio.Queue[_Typed | None] = asyncio.Queue()
    active = ActiveSettings(visit.data)
    told: set[asyncio.Future[None]] = set()

    def on_news(items: Sequence[News]) -> None:
        mute, talk = active.settings.mute, active.settings.talk
        kept = [item for item in items if not news.is_unwanted_chat(item, mute=mute, talk=talk)]
        for text in format.tell(kept, link.session.model):
            write(text)
        for item in items if isinstance(format, Narrator) else ():
            match item:
                case news.QueryAnswered("game", (("transcript", str(path)),)):
                    told.add(asyncio.ensure_future(_tell_record(Path(path).parent, link.session.model, write)))
        if checks and any(isinstance(item, FairnessReported) and item.check == "game" for item in items):
            link.run_command(commands.VerifySoFar())

        if isinstance(format, Narrator) and has_scores(items) and coaching.follows:
            tell_later(coaching.moments(None))

    def tell_later(answering: Coroutine[Any, Any, list[News]]) -> None:
        async def write_answer() -> None:
            for text in format.tell(await answering, link.session.model):
                write(text)

        task = asyncio.get_running_loop().create_task(write_answer())
        coached.add(task)
        task.add_done_callback(coached.discard)

    # The loop itself keeps only weak references: without this set, an answer could vanish before it is written.
    coached: set[asyncio.Task[None]] = set()
    link = visit.link(on_news)

    def receive(line: bytes | None) -> None:
        model = link.session.model
        input_lines.put_nowait(None if line is None else (line, model.state, model.connected))

    _read_input(receive)
    coaching = Coaching(link.session)
    _end_on_sigterm(link)
    running = asyncio.create_task(link.run())
    input_task = asyncio.create_task(
        _run_input(link, format, input_lines, opening, write, active, coaching, visit.own_host)
    )
    try:
        await asyncio.wait((running, input_task), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            await asyncio.wait((running,), timeout=_GOODBYE_SECONDS)
    finally:
        for task in (running, input_task):
            if not task.done():
                task.cancel()
        await asyncio.wait((running, input_task))
    for task in (running, input_task):
        if not task.cancelled():
            task.result()
    return 0


async def _tell_record(folder: Path, model: ViewModel, write: Write) -> None:
    """Write the running score of the players over the games that were kept, if there is one."""
    if model.variety is not None:
        says = await asyncio.to_thread(running_score, folder, model.variety.name, model.names)
        if says:
            write(harmless(f"{says}."))


async def _run_input(
    link: HostLink,
    format: Format,
    input_lines: "asyncio.Queue[_Typed | None]",
    opening: Opening | None,
    write: Write,
    active: ActiveSettings,
    coaching: Coaching,
    own: OwnHost | None,
) -> None:
    """Carry out the input's commands in order; quit at its end."""
    await until_idle(link)
    if opening is not None:
        await opening(link)
    while not link.session.has_quit:
        typed = await input_lines.get()
        if typed is None:
            break
        line, heard, was_connected = typed
        text = line.decode("utf-8", "replace")
        if (
            sys.stdin.isatty()
            and not was_connected
            and text.strip()
            and text.split()[0].lower() not in commands.QUIT_WORDS
        ):
            write(_("Nothing was done: the host could not be reached. Say it again once it can."))
            continue
        # Lines of a pipe may be written without waiting; a number means nothing before it has been read out.
        if not (sys.stdin.isatty() or text.strip().isdigit()):
            heard = None
        if not text.strip() and link.session.model.break_left:
            link.run_command(commands.GoOn())
        elif text.strip():
            await until_idle(link)
            await _carry_out(link, format, text, heard, write, active, coaching, own)
    while link.session.is_open and link.session.is_busy:
        await link.wait_for_change()
    link.run_command(commands.Quit())


async def _carry_out(
    link: HostLink,
    format: Format,
    text: str,
    heard: State | None,
    write: Write,
    active: ActiveSettings,
    coaching: Coaching,
    own: OwnHost | None,
) -> None:
    model = link.session.model
    lines: list[str] = []
    try:
        command = format.read(text, model, heard)
        if isinstance(command, list):
            lines = command
        elif isinstance(command, commands.ChangeSetting):
            lines = format.tell(active.change_setting(command.key, command.value), model)
        elif isinstance(command, commands.AskHint):
            lines = format.tell(await coaching.hint(), model)
        elif isinstance(command, commands.AskCoach):
            lines = format.tell(await coaching.moments(command.round), model)
        elif isinstance(command, commands.AskTurningPoints):
            lines = format.tell(await coaching.turning_points(), model)
        elif isinstance(command, commands.AskInvite):
            lines = [line for item in await invitation(own, model) for line in format.tell([item], model)]
        else:
            link.run_command(command)
    except (Refusal, SettingsError) as problem:
        lines = format.tell([news.WentWrong(problem.code, sentence_of(problem))], model)
    for line in lines:
        write(line)


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
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: link.run_command(commands.Quit()))
