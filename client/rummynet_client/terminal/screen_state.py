"""What of the screen is the person's own: how far the log is turned back, what is muted, which page is open."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScreenState:
    """How the person looks at the table; nothing of it is known to anybody else."""

    back: int = 0
    """How many lines log and chat are turned back; 0 shows the newest."""
    muted: bool = False
    """Chat is not shown."""
    lesson: str = ""
    """What a newcomer is told, above what can be done."""
    fresh: tuple[str, ...] = ()
    """The cards of the hand that have just come."""
    question: str = ""
    """What waits for a yes or a no."""
