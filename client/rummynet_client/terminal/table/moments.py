"""What the screen shows for a moment: changes, the deal, a rummy that was called, a refusal until it is read.

Holds the position shown before; time is passed in. How long something still moves is a return value: the screen draws
again during that time.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from rummynet.rules.core.state import State
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.core.text.action_text import action_text
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.core.views.table_points import laid_so_far
from rummynet_client.language import _, player_name
from rummynet_client.terminal.drawing.card_art import with_signs
from rummynet_client.terminal.drawing.styled_text import Line
from rummynet_protocol.values import Value, replace

# A change stays marked: seen from the corner of the eye, and over before it holds up what comes next.
MOTION_SECONDS: Final = 0.4
FRAME_SECONDS: Final = 0.1  # ten frames a second look like motion, and a slow line by SSH still carries them
# A share that should be 1 comes as 0.999...: without this the last card of a frame comes one frame late.
_ROUNDING: Final = 1e-6
# Cards that are marked: a move brings fewer; more is a new round or a return after an absence, where all of them
# marked would say nothing.
_MOST: Final = 12


class Motion(Value):
    """Cards that changed their place at a moment, in seconds."""

    cards: frozenset[str] = frozenset()
    began: float = 0.0
    is_deal: bool = False  # a round has just been dealt: its cards come one by one

    def marked(self, now: float) -> frozenset[str]:
        """The cards that are marked at this time."""
        return self.cards if not self.is_deal and 0 <= now - self.began < MOTION_SECONDS else frozenset()

    def dealt(self, now: float, count: int) -> int:
        """How many of the *count* cards of the hand have come at this time."""
        share = (now - self.began) / MOTION_SECONDS
        return count if not self.is_deal or not 0 <= share < 1 else int(share * count + _ROUNDING)


def was_dealt(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, me: int | None) -> bool:
    """Whether the own hand is known now, and was wholly unknown, or of another round, before."""
    if after is None or me is None or me >= len(after["hands"]) or None in after["hands"][me] or not after["hands"][me]:
        return False
    if before is None or before["round"] != after["round"]:
        return True
    return all(card is None for card in before["hands"][me])


def changed_cards(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> frozenset[str]:
    """The cards that came to the pile, to a meld or to a known hand between two positions of a round."""
    if before is None or after is None or before["round"] != after["round"]:
        return frozenset()
    came = [card for place, cards in _places(after).items() for card in cards - _places(before).get(place, Counter())]
    return frozenset(came) if len(came) <= _MOST else frozenset()


def _places(position: Mapping[str, Any]) -> dict[str, Counter[str]]:
    hands = {
        f"hand {seat}": Counter(card for card in hand if card is not None)
        for seat, hand in enumerate(position["hands"])
    }
    melds = Counter(card for meld in position["melds"] for card in meld["cards"])
    return hands | {"pile": Counter(position["discard"]), "melds": melds}


BANNER_SECONDS: Final = 8.0  # long enough for those who looked away when it was called; a key puts it away sooner

_UNREAD_SECONDS: Final = 2.0  # a key pressed in these was meant for something else


class Banner(Value):
    """A text, and when it was first shown, in seconds."""

    text: str = ""
    began: float = 0.0


def rummy_text(who: str, seat: int, action: str, before: State | None, after: State | None) -> str:
    """The sentence of a call that held. The points are those that came to the table between the two states."""
    melds = meld_cards(before) if before is not None else ()
    says = _("{who}: {action}", who=who, action=action_text(action, melds))
    # A call may end the round: points of two rounds do not compare.
    if before is None or after is None or before.round != after.round:
        return says
    laid, now = laid_so_far(before), laid_so_far(after)
    gained = now[seat] - laid[seat] if seat < min(len(laid), len(now)) else 0
    return f"{says} {gained:+d}" if gained > 0 else says


def race_text(late: str, millis: int) -> str:
    """By how much the call came before that of another; that cannot be checked."""
    return _("{millis} ms before {late}, the host says", late=late, millis=millis)


def banner_piece(banner: Banner, now: float, *, flashes: bool) -> Line:
    """The text, flashing for a moment; nothing when its time is over."""
    since = now - banner.began
    if not banner.text or not 0 <= since < BANNER_SECONDS:
        return []
    dark = flashes and since < MOTION_SECONDS and int(since / FRAME_SECONDS) % 2 == 1
    return [("class:best" if dark else "class:rummy", f" {with_signs(banner.text)}")]


class Moments:
    """The motion and the banner that are under way, and the refusal that has been read."""

    def __init__(self) -> None:
        self.motion = Motion()
        self.banner = Banner()
        self._caller: int | None = None  # who called the rummy of the banner
        self._shown: ViewModel | None = None
        self._dismissed: news.WasRefused | None = None

    def follow(self, model: ViewModel, now: float, *, moves: bool) -> float:
        """Compare with what was shown before. Returns for how many seconds something moves."""
        before, self._shown = self._shown, model
        if before is None or before.position == model.position:
            return 0.0
        # The table has gone on since: the refusal was about an older position.
        if before.refusal is model.refusal:
            self._dismissed = model.refusal
        dealt = was_dealt(before.position, model.position, model.me)
        cards = frozenset() if dealt else changed_cards(before.position, model.position)
        if not moves or not (dealt or cards):
            return 0.0
        self.motion = Motion(cards, now, is_deal=dealt)
        return MOTION_SECONDS

    def show_rummy(self, called: news.RummyCalled, model: ViewModel, now: float) -> float:
        """Show who called what; its points are those that came since the position shown before."""
        who = _("you") if called.seat == model.me else called.name
        before = self._shown.state if self._shown is not None else None
        if before is None:  # the player has just come (back): this call is part of what happened before
            return 0.0
        self._caller = called.seat
        self.banner = Banner(rummy_text(who, called.seat, called.action, before, model.state), now)
        return MOTION_SECONDS

    def show_race(self, late: news.CallWasLate, model: ViewModel) -> bool:
        """Add to the line of a called rummy who else called; False where that line is not shown."""
        if not self.banner.text or late.winner != self._caller:
            return False
        name = _("you") if late.seat == model.me else player_name(late.seat, model.names)
        self.banner = replace(self.banner, text=f"{self.banner.text} · {race_text(name, late.millis)}")
        return True

    def skip(self, model: ViewModel, now: float) -> None:
        """A key was pressed: nothing moves any longer, and messages have been read; a banner that is new has not."""
        self.motion, self._dismissed = Motion(), model.refusal
        self.banner = self.banner if now - self.banner.began < _UNREAD_SECONDS else Banner()

    def without_read_refusal(self, model: ViewModel) -> ViewModel:
        """The view model, without a refusal that has been read."""
        is_read = model.refusal is not None and model.refusal is self._dismissed
        return replace(model, refusal=None) if is_read else model
