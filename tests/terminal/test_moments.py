"""What is shown for a moment, and what stays until a key: changes, a rummy that was called, the end of a round."""

from prompt_toolkit.output import DummyOutput

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.styled_text import plain, width_of
from rummynet_client.terminal.input.pages import CLOSING_SECONDS
from rummynet_client.terminal.pages.page import ROUND_RESULT, page_foot
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.table.moments import (
    BANNER_SECONDS,
    MOTION_SECONDS,
    Banner,
    Motion,
    banner_piece,
    changed_cards,
    rummy_text,
)
from rummynet_protocol.values import replace
from tests.support.in_notation import recorder
from tests.terminal.test_choice import at
from tests.terminal.test_every_action import press
from tests.terminal.test_pages import OVER
from tests.terminal.test_screen import TURN

TABLE = news.TableChanged(1, "t", "keilty", "playing", {}, ())
BEFORE = replace(at("5S 6S 7S KD", "2C", [], "play"), table=TABLE)
AFTER = replace(at("KD", "2C", ["5S 6S 7S"], "play"), table=TABLE)


class Shown:
    """A screen whose model and time a test sets."""

    def __init__(self, model: ViewModel, settings: Settings | None = None) -> None:
        self.model, self.now, self.sent = model, 100.0, list[str]()
        self.screen = Screen(
            lambda: self.model, recorder(self.sent), lambda: self.now, settings=settings or Settings(),
            output=DummyOutput(),
        )  # fmt: skip
        self.screen.show_news([])

    def text(self) -> str:
        return plain(self.screen.lines())

    def marked(self) -> int:
        return sum("class:changed" in look for line in self.screen.lines() for look, _ in line)


def test_cards_that_changed_their_place_are_marked_for_a_moment() -> None:
    assert changed_cards(BEFORE.position, AFTER.position) == {"5S", "6S", "7S"}
    assert changed_cards(None, AFTER.position) == changed_cards(AFTER.position, AFTER.position) == frozenset()
    moved = Motion(frozenset({"5S"}), 10.0)
    assert moved.marked(10.0) == moved.marked(10.0 + MOTION_SECONDS - 0.01) == {"5S"}
    assert moved.marked(9.9) == moved.marked(10.0 + MOTION_SECONDS) == frozenset()


def test_a_mark_ends_with_its_time_with_any_key_and_with_the_setting() -> None:
    shown = Shown(BEFORE)
    shown.model = AFTER
    shown.screen.show_news([])
    assert shown.marked()
    shown.now += MOTION_SECONDS
    assert not shown.marked()
    shown.now -= MOTION_SECONDS
    press(shown.screen, "right")
    assert not shown.marked()
    still = Shown(BEFORE, Settings(motion=False))
    still.model = AFTER
    still.screen.show_news([])
    assert not still.marked()


def test_a_rummy_says_who_what_and_how_many_points_until_a_key() -> None:
    assert rummy_text("ben", 1, "rummy meld 5S 6S 7S", BEFORE.state, AFTER.state) == "ben: RUMMY: lay 5S 6S 7S +15"
    shown = Shown(BEFORE)
    shown.model = AFTER
    shown.screen.show_news([news.RummyCalled(1, "ben", "rummy meld 5S 6S 7S")])
    assert "ben: RUMMY: lay 5♠ 6♠ 7♠ +15" in shown.text()
    shown.screen.show_news([news.CallWasLate(0, 0, 9), news.CallWasLate(0, 1, 12)])
    assert "+15 · 12 ms before you, the host says" in shown.text()
    for later, stays in ((0, True), (2, False)):
        shown.now += later
        press(shown.screen, "right")
        assert ("RUMMY: lay" in shown.text().partition("kitchen")[2]) is stays, (
            "in the middle, and no hasty key ends it"
        )
    for flashes in (False, True):
        assert banner_piece(Banner("x", 0.0), BANNER_SECONDS, flashes=flashes) == []
        assert width_of(banner_piece(Banner("x", 0.0), 0.1, flashes=flashes)) == 2


def test_at_a_break_enter_goes_on_for_the_table_and_other_pages_come_back_to_the_result() -> None:
    shown = Shown(replace(OVER, break_left=23_400, over=None))
    shown.screen.show_news([OVER.rounds[-1]])
    assert "the next round waits 0:24" in page_foot(shown.model, 100, ROUND_RESULT)
    press(shown.screen, "g")
    assert shown.screen.pages.page == "rounds"
    press(shown.screen, "x", "enter")
    assert (shown.screen.pages.page, shown.sent) == ("round_result", []), "meant for the table: it came with the page"
    shown.now += CLOSING_SECONDS
    press(shown.screen, "enter")
    assert shown.sent == ["next"]
    shown.model = replace(shown.model, break_left=0)
    press(shown.screen, "enter")
    assert (shown.screen.pages.page, shown.sent) == ("", ["next"])


def test_a_play_that_has_just_become_possible_is_not_made_by_a_key_meant_for_what_was_there_before() -> None:
    """What was not offered before waits until it can have been seen; behind the own draw only what Enter would lay."""
    shown = Shown(replace(TURN, my_turn=False, due=(1,), state=at("5S 7S KD", "6S 2C", [], "pickup").state))
    for model, later, keys, sent in (
        (shown.model, 0, "enter", []), (TURN, 0, "enter d", []), (TURN, 1, "enter", ["draw"]),
        (drawn := replace(at("5S 6S 7S 9C", "2C", [], "play"), table=TURN.table), 0, "enter", ["draw"]),
        (drawn, 0, "t", ["draw", "throw 9C"]),
    ):  # fmt: skip
        shown.model = model
        shown.screen.app.after_render.fire()
        shown.now += later
        press(shown.screen, *keys.split())
        assert shown.sent == sent
