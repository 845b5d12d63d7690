"""What the screen shows for a moment: changes, the deal, a rummy that was called, a refusal until it is read.

Holds the position shown before; time is passed in. How long something still moves is a return value: the screen draws
again during that time.
"""

from rummynet_client.core.text import news
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _, player_name
from rummynet_client.terminal.banner import Banner, banner_lines, race_text, rummy_text
from rummynet_client.terminal.motion import MOTION_SECONDS, Motion, changed_cards, was_dealt
from rummynet_client.terminal.styled_text import Line
from rummynet_protocol.values import replace


class Moments:
    """The motion and the banner that are under way, and the refusal that has been read."""

    def __init__(self) -> None:
        self.motion = Motion()
        self.banner = Banner()
        self._caller: int | None = None
        """Who called the rummy of the banner."""
        self._shown: ViewModel | None = None
        self._dismissed: news.WasRefused | None = None

    def follow(self, model: ViewModel, now: float, *, moves: bool) -> float:
        """Compare with what was shown before. Returns for how many seconds something moves."""
        before, self._shown = self._shown, model
        if before is None or before.position == model.position:
            return 0.0
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

    def skip(self, model: ViewModel) -> None:
        """A key was pressed: nothing moves any longer, and messages have been read."""
        self.motion, self.banner, self._dismissed = Motion(), Banner(), model.refusal

    def is_refusal_read(self, model: ViewModel) -> bool:
        """Whether the model's refusal has been read."""
        return model.refusal is not None and model.refusal is self._dismissed

    def banner_lines(self, now: float, width: int, *, flashes: bool) -> list[Line]:
        """The line of a called rummy."""
        return banner_lines(self.banner, now, width, flashes=flashes)
