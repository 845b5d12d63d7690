"""How fast bots play while somebody watches: a wait before each action, which keys change and stop."""

import asyncio
from typing import Final

# Seconds before an action. Each step about doubles the speed: less is hardly noticed; the last is as fast as the host
# plays.
SECONDS: Final = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)
_BEGINNING: Final = 2  # one second an action: a person who knows the rules can just follow what each of three bots does


class Pace:
    """The wait before an action. Changed from keys, waited for by each bot."""

    def __init__(self) -> None:
        self.paused = False
        self._at = _BEGINNING
        self._changed = asyncio.Event()

    @property
    def seconds(self) -> float:
        """Seconds before an action."""
        return SECONDS[self._at]

    def change(self, steps: int) -> None:
        """Play faster by so many steps, or slower if negative; not beyond the ends. A pause ends."""
        self._at = min(len(SECONDS) - 1, max(0, self._at + steps))
        self.paused = False
        self._changed.set()

    def pause(self) -> None:
        """Stop before the next action, or go on."""
        self.paused = not self.paused
        self._changed.set()

    async def wait(self, times: float = 1.0) -> None:
        """Wait as long as an action takes, or *times* that; through any pause. A change of pace starts it again."""
        while True:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), None if self.paused else self.seconds * times)
            except TimeoutError:
                return
