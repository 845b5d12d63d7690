"""UI state that only this player has: scroll position, muted chat, lesson, question."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScreenState:
    """How the player looks at the table; not sent to anybody."""

    scrolled_back: int = 0
    """Number of lines that log and chat are scrolled back; 0 shows the newest."""
    muted: bool = False
    """Chat is hidden."""
    lesson: str = ""
    """The current instruction of a lesson, shown above the offers."""
    new_cards: tuple[str, ...] = ()
    """The cards of the hand that were added last."""
    question: str = ""
    """The question that waits for yes or no."""
