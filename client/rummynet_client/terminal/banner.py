"""The line that tells everybody of a rummy: who, what and how many points. Pure functions of state and time."""

from typing import Final

from rummynet.rules.core.state import State
from rummynet_client.core.text.action_text import action_text
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.core.views.table_points import laid_so_far
from rummynet_client.language import _
from rummynet_client.terminal.card_words import with_signs
from rummynet_client.terminal.motion import FRAME_SECONDS, MOTION_SECONDS
from rummynet_client.terminal.styled_text import Line, padded
from rummynet_protocol.values import Value

BANNER_SECONDS: Final = 8.0
"""How long the line stays; a key puts it away."""


class Banner(Value):
    """A text, and when it was first shown, in seconds."""

    text: str = ""
    began: float = 0.0


def rummy_text(who: str, seat: int, action: str, before: State | None, after: State | None) -> str:
    """The sentence of a call that held. The points are those that came to the table between the two states."""
    melds = meld_cards(before) if before is not None else ()
    says = _("{who}: {action}", who=who, action=action_text(action, melds))
    if before is None or after is None or before.round != after.round:
        return says
    laid, now = laid_so_far(before), laid_so_far(after)
    gained = now[seat] - laid[seat] if seat < min(len(laid), len(now)) else 0
    return f"{says} {gained:+d}" if gained > 0 else says


def race_text(late: str, millis: int) -> str:
    """By how much the call came before that of another; that cannot be checked."""
    return _("{millis} ms before {late}, the host says", late=late, millis=millis)


def banner_lines(banner: Banner, now: float, width: int, *, flashes: bool) -> list[Line]:
    """The line across the whole width, flashing for a moment; none when its time is over."""
    since = now - banner.began
    if not banner.text or not 0 <= since < BANNER_SECONDS:
        return []
    dark = flashes and since < MOTION_SECONDS and int(since / FRAME_SECONDS) % 2 == 1
    return [[("class:best" if dark else "class:rummy", padded(f" {with_signs(banner.text)}", width))]]
