"""``join --plain``: commands line by line from standard input, one plain line per event on standard output.

No escape sequences and no terminal needed: for screen readers, slow links, scripts and tests. Commands are carried out
one after another, each when the one before has its answer, so that a pipe can be written without waiting.
"""

import asyncio
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from rummynet_client.connect_options import ConnectOptions
from rummynet_client.core.text import command_parser, commands, news
from rummynet_client.core.text.news import FairnessReported, News
from rummynet_client.core.text.plain_lines import news_lines
from rummynet_client.language import sentence_of
from rummynet_client.net.host_link import HostLink, Opening, until_idle
from rummynet_client.storage.settings import ActiveSettings, SettingsError
from rummynet_protocol.errors import Refusal

_LONGEST_LINE: Final = 16_384
_GOODBYE_SECONDS: Final = 3.0

Write = Callable[[str], None]


def run_plain(visit: ConnectOptions, opening: Opening | None = None, *, checks: bool = False) -> int:
    """Run until the player quits; *checks*: verify after each game. Returns the exit status.

    Raises CannotConnect, LostHost, HostKeyChanged, KeyFileError.
    """
    return asyncio.run(_run(visit, opening, checks, _write))


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def _run(visit: ConnectOptions, opening: Opening | None, checks: bool, write: Write) -> int:
    input_lines: asyncio.Queue[bytes | None] = asyncio.Queue()
    _read_input(input_lines)
    active = ActiveSettings(visit.data)

    def on_news(items: Sequence[News]) -> None:
        _write_news([item for item in items if not (active.settings.mute and news.is_player_chat(item))], write)
        if checks and any(isinstance(item, FairnessReported) and item.check == "game" for item in items):
            link.run_command(commands.VerifySoFar())

    link = visit.link(on_news)
    _end_on_sigterm(link)
    running = asyncio.create_task(link.run())
    input_task = asyncio.create_task(_run_input(link, input_lines, opening, write, active))
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


def _write_news(items: Sequence[News], write: Write) -> None:
    for item in items:
        for line in news_lines(item):
            write(line)


async def _run_input(
    link: HostLink,
    input_lines: "asyncio.Queue[bytes | None]",
    opening: Opening | None,
    write: Write,
    active: ActiveSettings,
) -> None:
    """Carry out the input's commands in order; quit at its end."""
    await until_idle(link)
    if opening is not None:
        await opening(link)
    while not link.session.has_quit:
        line = await input_lines.get()
        if line is None:
            break
        text = line.decode("utf-8", "replace")
        if text.strip():
            await until_idle(link)
            _carry_out(link, text, write, active)
    while link.session.is_open and link.session.is_busy:
        await link.wait_for_change()
    link.run_command(commands.Quit())


def _carry_out(link: HostLink, text: str, write: Write, active: ActiveSettings) -> None:
    try:
        command = command_parser.parse_command(text)
        if isinstance(command, commands.ChangeSetting):
            _write_news(active.change_setting(command.key, command.value), write)
        else:
            link.run_command(command)
    except (Refusal, SettingsError) as problem:
        _write_news([news.WentWrong(problem.code, sentence_of(problem))], write)


def _read_input(input_lines: "asyncio.Queue[bytes | None]") -> None:
    """Read standard input in a thread: it may be a terminal, a pipe or a file, and only a thread can wait for all.

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
                loop.call_soon_threadsafe(input_lines.put_nowait, line)

    threading.Thread(target=read, name="standard input", daemon=True).start()


def _end_on_sigterm(link: HostLink) -> None:
    with suppress(NotImplementedError, RuntimeError):  # not on Windows, not outside the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: link.run_command(commands.Quit()))
