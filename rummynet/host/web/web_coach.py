"""What cost a player most in a finished game, for the pages: ``/coach/TABLE/GAME/SEAT``, asked for until it is there.

The search takes seconds to minutes of one processor, so another process does it, with a low priority and one game at a
time: ``rummynet replay --coach --json`` with the host's transcript. A finished game holds no secret: anybody may ask.
"""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

# The process has the modules of the command, and ends with the host.
_RUN: Final = ("nice", "-n", "15", sys.executable, "-m", "rummynet.host.bots.bot_process")
_PATH: Final = re.compile(r"/coach/(\d{1,9})/(\d{1,9})/(\d{1,2})\Z")
# Games that wait: at half a minute each, more would be waiting for longer than anybody looks at a result.
MOST_WAITING: Final = 8
# Answers kept, some 100 kB each at most: those of the games that have just ended.
MOST_KEPT: Final = 16

Transcript = Callable[[int, int], Awaitable[Path | None]]
"""The file of a game of a table; None if there is none, or it is not finished."""


class WebCoach:
    """Answers the pages of one host. ``answer`` never waits."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._found: dict[str, bytes] = {}  # by path JSON Lines as the command writes them; empty if there are none
        self._waiting: list[tuple[str, re.Match[str]]] = []
        self._task: asyncio.Task[None] | None = None

    def answer(self, path: str) -> tuple[int, bytes]:
        """Status and JSON Lines: 200, 202 while it is looked for, 404 for no finished game, 503 if too many wait."""
        if path in self._found:
            # Nothing is told once: the game may end, or the command succeed, before it is asked for again.
            return (200, self._found[path]) if self._found[path] else (404, self._found.pop(path))
        if any(path == one for one, _ in self._waiting):
            return 202, b""
        named = _PATH.match(path)
        if named is None:
            return 404, b""
        if len(self._waiting) >= MOST_WAITING:
            return 503, b""
        self._waiting.append((path, named))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
        return 202, b""

    async def _work(self) -> None:
        while self._waiting:
            path, named = self._waiting[0]
            file = await self._transcript(int(named[1]), int(named[2]))
            words = ["replay", "--coach", "--json", "--seat", named[3], str(file)]
            self._found[path] = b"" if file is None else await command_output(words)
            self._waiting.pop(0)
            if len(self._found) > MOST_KEPT:
                del self._found[next(iter(self._found))]
        self._task = None


async def command_output(words: list[str]) -> bytes:
    """What the command prints, a line at least; nothing if it fails."""
    try:
        pipe = asyncio.subprocess.PIPE
        # It ends when its standard input does, so that is kept open.
        process = await asyncio.create_subprocess_exec(
            *_RUN, *words, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        assert process.stdout is not None
        found = await process.stdout.read()
        return (found or b"\n") if await process.wait() == 0 else b""
    except OSError:
        return b""
