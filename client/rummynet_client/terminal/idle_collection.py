"""Garbage is collected while nobody presses a key.

Each drawn frame is garbage in reference cycles, of prompt_toolkit's own: 0.6 MB of it in a terminal of 200 columns. The
collector's full runs, 12 ms or more each, came in the middle of every tenth key; now most of them come between keys.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Final

# A clock that runs is drawn twice a second: with fewer frames between two runs an idle screen would do little else.
LEAST_FRAMES: Final = 8
IDLE_SECONDS: Final = 0.1  # longer than between two keys of somebody who holds one down, or types fast


class IdleCollection:
    """Collects garbage once some frames have been drawn and no other follows at once."""

    def __init__(
        self,
        later: Callable[[float, Callable[[], object]], asyncio.TimerHandle],
        collect: Callable[[], object] = gc.collect,
    ) -> None:
        """*later* calls a function after so many seconds."""
        self._later, self._collect = later, collect
        self._frames = 0
        self._timer: asyncio.TimerHandle | None = None

    def frame_drawn(self) -> None:
        """A frame was drawn: the collection that may be due waits again."""
        self._frames += 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._frames >= LEAST_FRAMES:
            self._timer = self._later(IDLE_SECONDS, self._run)

    def _run(self) -> None:
        self._frames, self._timer = 0, None
        self._collect()
