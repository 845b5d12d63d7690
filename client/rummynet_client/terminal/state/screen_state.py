"""UI state that only this player has: scroll position, muted chat, lesson, question."""

from rummynet_client.terminal.state.lobby_state import LobbyState
from rummynet_protocol.actions import Action
from rummynet_protocol.values import Value


class Question(Value):
    """A question that waits for a key."""

    text: str
    answers: tuple[tuple[str, str | Action], ...]
    """(key, action or command); any other key answers no."""


class ScreenState(Value):
    """How the player looks at the table; not sent to anybody."""

    scrolled_back: int = 0
    """Number of lines that log and chat are scrolled back; 0 shows the newest."""
    muted: bool = False
    """Chat is hidden."""
    bots_talk: bool = True
    """What bots say is shown."""
    lesson: str = ""
    """The current instruction of a lesson, shown above the offers."""
    new_cards: tuple[str, ...] = ()
    """The cards of the hand that were added last."""
    question: Question | None = None
    """The question that waits for a key."""
    offers_from: int = 0
    """Index of the first offer that is shown."""
    changed: frozenset[str] = frozenset()
    """Cards that were laid, thrown or taken a moment ago."""
    dealt: int | None = None
    """How many cards of the hand have been dealt so far; None: all."""
    record: str = ""
    """The running score of these players over the games that were kept, after a game."""
    is_calling: bool = False
    """A rummy is being called: the card under the cursor is what is called."""
    lobby: LobbyState = LobbyState()
    """Cursors and menu of the lobby and of a table before a game."""
