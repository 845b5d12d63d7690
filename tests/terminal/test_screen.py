"""The screen through a pipe: keys in, commands out, and a clean end."""

import asyncio
import os
from collections.abc import Callable
from itertools import count
from typing import TextIO

import pytest
from prompt_toolkit.data_structures import Size as PromptSize
from prompt_toolkit.input.defaults import create_input, create_pipe_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import ColorDepth, DummyOutput

from rummynet_client.core.session.review import RoundReview, SeatScored
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.drawing.theme import colours
from rummynet_client.terminal.input.pages import CLOSING_SECONDS
from rummynet_client.terminal.pages.page import ROUND_RESULT
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.table.offers import typed_help as typed_line
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.in_notation import recorder
from tests.terminal.test_choice import at
from tests.terminal.test_every_action import press

DEFAULTS = Settings()


class Output(DummyOutput):
    """Records bells and titles."""

    def __init__(self) -> None:
        self.bells = 0
        self.titles: list[str] = []
        self.size = PromptSize(rows=40, columns=80)

    def get_size(self) -> PromptSize:
        return self.size

    def bell(self) -> None:
        self.bells += 1

    def set_title(self, title: str) -> None:
        self.titles.append(title)

    def clear_title(self) -> None:
        self.titles.append("")


def typed(keys: str, picture: ViewModel, then: Callable[[Screen], None] = lambda screen: None) -> tuple[list[str], int]:
    """The commands caused by these keys, and the exit status."""
    said: list[str] = []

    async def go() -> int:
        with create_pipe_input() as pipe:
            # A second passes with each look at the clock: nobody types as fast as a pipe.
            seconds = count()
            screen = Screen(lambda: picture, recorder(said), lambda: float(next(seconds)), input=pipe, output=Output())
            then(screen)
            pipe.send_text(keys + "\x03" * 4)
            return await screen.run()

    return said, asyncio.run(go())


TURN = replace(
    at("5S 7S KD", "6S 2C", []), table=news.TableChanged(1, "t", "keilty", "playing", {}, ()), names=("a", "b"),
    seats=(news.SeatTaken(0, "a", True, False, True, False), news.SeatTaken(1, "b", False, False, True, False)),
)  # fmt: skip


def test_no_key_plays_on_a_position_that_was_not_drawn_but_a_call_is_made() -> None:
    shown, said = [TURN], list[str]()
    meanwhile = replace(at("5S 7S KD", "6S 2C", []), table=TURN.table)

    async def go(keys: str) -> None:
        with create_pipe_input() as pipe:
            screen = Screen(lambda: shown[0], recorder(said), lambda: 0.0, input=pipe, output=Output())
            screen.app.after_render += lambda _: drawn.set()
            drawn = asyncio.Event()
            running = asyncio.ensure_future(screen.run())
            await drawn.wait()
            screen.app.key_processor.before_key_press += lambda press: shown.__setitem__(0, meanwhile)
            pipe.send_text(keys + "\x03" * 4)
            await running

    asyncio.run(go("d1t\r"))
    assert said == []
    shown[0] = TURN
    asyncio.run(go("r\r"))
    assert said == ["rummy meld 2C"]


def test_enter_does_nothing_at_the_moment_when_somebody_who_sits_down_changes_what_it_means() -> None:
    alone, both = pictures.waiting("keilty", 1), pictures.waiting("keilty", 2)
    shown, said, now = [alone], list[str](), [0.0]
    screen = Screen(lambda: shown[0], recorder(said), lambda: now[0], output=Output())
    for now[0], shown[0] in ((0.0, alone), (1.0, both), (1.2, both), (2.0, both)):
        screen.app.after_render.fire()
        press(screen, "enter")
    assert said == ["bot add simple", "ready"]


def test_ctrl_c_clears_the_line_then_closes_it_then_asks_and_then_leaves() -> None:
    assert after_interrupts(":draw", 1).line.text == ""
    screen = after_interrupts(":draw", 3)
    assert "Leave the game?" in plain(screen.lines())
    assert typed("\x03n:tables\r", TURN) == (["tables"], 130)
    assert typed("\x03", pictures.empty()) == ([], 130)


def test_the_question_whether_to_leave_is_seen_between_two_rounds() -> None:
    between = replace(TURN, break_left=9_000)

    def round_result(screen: Screen) -> None:
        screen.pages.open(ROUND_RESULT)

    screen = after("q", between, then=round_result)
    assert "Leave the game?" in plain(screen.lines())
    assert after("qn", between, then=round_result).pages.page == ROUND_RESULT


def after_interrupts(keys: str, count: int) -> Screen:
    """The screen after these keys and so many times Ctrl-C."""
    return after(keys, TURN, interrupts=count)


def test_digits_choose_among_the_offers() -> None:
    picture = replace(at("6D 9C KD", "2C", ["3D 4D 5D", "6C 6H 6S"], "play"), table=TURN.table)
    assert typed("\x1b[C 2", picture)[0] == ["lay 6D on 1"]


def test_escape_at_the_pile_puts_cards_back_and_enter_then_takes_the_card_that_is_named() -> None:
    with_a_king = " \t\x1b[D"
    assert "You can take 6♠, but not with the cards you picked: escape" in plain(after(with_a_king, TURN).lines())
    assert typed(with_a_king + "\x1b\r", TURN)[0] == ["take 6S meld 5S 6S 7S"]
    assert typed(with_a_king + "\x1b\x1b\r", TURN)[0] == ["draw"]


def test_t_at_the_pile_says_which_key_takes() -> None:
    screen = Screen(lambda: TURN, recorder([]), lambda: 100.0, output=Output())
    press(screen, "tab", "t")
    assert "to take a card of the pile, press Enter" in plain(screen.lines())


def test_a_key_that_plays_typed_a_moment_after_a_page_has_closed_goes_nowhere() -> None:
    said: list[str] = []
    now = [100.0]
    screen = Screen(lambda: TURN, recorder(said), lambda: now[0], output=Output())
    for page in ("help", ROUND_RESULT):
        screen.pages.open(page)
        now[0] += CLOSING_SECONDS
        press(screen, "enter", "enter", "d")
        assert (screen.pages.page, said) == ("", [])
        now[0] += CLOSING_SECONDS
    press(screen, "?", "escape", "enter")
    assert said == ["draw"]


def test_no_key_plays_where_the_terminal_is_too_small_to_show_the_table() -> None:
    said: list[str] = []
    output = Output()
    screen = Screen(lambda: TURN, recorder(said), lambda: 0.0, output=output)
    for size in (PromptSize(rows=15, columns=80), PromptSize(rows=40, columns=59)):
        output.size = size
        press(screen, "d", "t", "enter", "1", "?", "r")
        assert said == [] and not screen.pages.page
        assert "q  quit" in plain([screen.footer()]) and "draw" not in plain([screen.footer()])
        press(screen, "q")
        assert "Leave the game?" in plain(screen.lines())
        press(screen, "n")
    output.size = PromptSize(rows=16, columns=60)
    press(screen, "d")
    assert said == ["draw"]


def after(
    keys: str, picture: ViewModel, settings: Settings = DEFAULTS, interrupts: int = 0,
    then: Callable[[Screen], None] = lambda screen: None,
) -> Screen:  # fmt: skip
    """The screen after these keys and so many times Ctrl-C; a key of this test ends it whatever it asks."""
    screens: list[Screen] = []

    async def go() -> None:
        with create_pipe_input() as pipe:
            screens.append(
                Screen(lambda: picture, recorder(said), lambda: 0.0, settings=settings, input=pipe, output=Output())
            )
            screen = screens[0]
            then(screen)
            assert isinstance(screen.app.key_bindings, KeyBindings)
            screen.app.key_bindings.add("c-\\", eager=True)(lambda event: screen.leave(130))
            pipe.send_text(keys + "\x03" * interrupts + "\x1c")
            await screen.run()

    said: list[str] = []
    asyncio.run(go())
    return screens[0]


def test_pages_open_with_a_key_and_close_with_any() -> None:
    for key, page in (("?", "help"), ("m", "melds"), ("e", "review"), ("g", "rounds"), ("w", "why")):
        assert after(key, TURN).pages.page == page
        assert after(f"{key}x", TURN).pages.page == ""
    assert after("ew", TURN).pages.page == "why"
    assert after("w\x1b[B\x1b[B\x1b[A", TURN).pages.scrolled == 1
    assert after("?\x1b[6~", TURN).pages.scrolled == 36, (
        "40 rows but a foot, the count of the rest, and two lines shown again"
    )
    assert after("?\x1b[6~ \x1b[5~", TURN).pages.scrolled == 36
    assert [after(f":{text}\r", TURN).pages.page for text in ("scores", "table", "review", "why")] == [
        "rounds", "melds", "review", "why",
    ]  # fmt: skip


def test_log_and_chat_are_turned_by_pages() -> None:
    long = replace(TURN, lines=tuple(map(str, range(40))))
    assert after("\x1b[5~\x1b[5~", long).view.scrolled_back == 16
    assert after("\x1b[5~\x1b[6~\x1b[6~", long).view.scrolled_back == 0


def test_t_asks_for_the_turning_points_once_the_game_is_over_at_a_table_with_hints() -> None:
    over = replace(TURN, over=news.GameWasWon(1, 0, "a", (5, 0)), options={"hints": True})
    asked = []
    for picture in (over, replace(over, options={}), replace(over, over=None), replace(over, me=None)):
        sent: list[str] = []
        screen = Screen(lambda picture=picture: picture, recorder(sent), lambda: 0.0, output=Output())  # type: ignore[misc]
        screen.pages.open(ROUND_RESULT)
        press(screen, "t")
        asked.append((sent, "turning points" in plain([screen.footer()])))
    assert asked == [(["coach game"], True), ([], False), ([], False), ([], False)]


def test_the_verdict_of_a_check_stands_first() -> None:
    screen = Screen(lambda: TURN, recorder([]), lambda: 0.0, output=Output())
    told = [(("check", "verify"), ("says", f"detail {number}")) for number in range(30)]
    verdict = (("check", "verify"), ("verified", True), ("voided", 0), ("says", "VERIFIED"))
    screen.show_news([news.QueryAnswered("fair", pairs) for pairs in (*told, verdict)])
    assert plain(screen.lines()).strip().startswith("VERIFIED")


def test_a_seat_under_another_name_is_explained_during_a_game() -> None:
    shown = replace(TURN, name="bob")
    screen = Screen(lambda: shown, recorder([]), lambda: 0.0, output=Output())
    screen.show_news(TURN.seats)
    assert "At this table you are a: the seat has your key." in plain(screen.lines())


def test_what_is_not_true_any_more_is_not_shown_in_the_own_turn_or_the_next_game() -> None:
    screen = Screen(lambda: TURN, lambda text: None, lambda: 0.0, output=Output())
    for told, then in (
        (news.WentWrong("no_hint", "you have nothing to do now"), news.TurnBegan(0, "a", "pickup", (0,), True)),
        (news.RoundScored(1, 0, (90, 5), (90, 5)), news.GameBegan(2, "vegas", ("a", "b"), 0, ())),
    ):
        screen.show_news([told])
        assert screen.pages.answers
        screen.show_news([then])
        assert screen.pages.answers == ()


def test_settings_are_obeyed_at_once() -> None:
    screen = Screen(lambda: TURN, lambda text: None, lambda: 0.0, output=Output())
    screen.apply_settings(Settings(order="rank", mute=True, ascii="yes", bell=False, title=False))
    assert (screen.cursor.choice.order, screen.view.muted, screen.is_ascii) == ("rank", True, True)
    screen.show_news([news.TurnBegan(0, "anna", "pickup", (0,), True)])
    assert isinstance(screen.app.output, Output) and screen.app.output.bells == 0 and screen.app.output.titles == []
    assert all(text.isascii() for line in screen.lines() for _, text in line)
    assert colours({}, "none") == colours({"NO_COLOR": "1"}) == colours({"TERM": "dumb"}) == ColorDepth.DEPTH_1_BIT
    assert colours({}, "16") == ColorDepth.DEPTH_4_BIT and colours({}) is None
    assert colours({"TERM": "xterm"}) == ColorDepth.DEPTH_4_BIT
    assert colours({"TERM": "xterm-256color"}) == ColorDepth.DEPTH_8_BIT
    assert colours({"TERM": "xterm", "COLORTERM": "truecolor"}) == ColorDepth.DEPTH_24_BIT


def test_what_is_typed_is_explained_while_it_is_typed() -> None:
    def told(text: str) -> str:
        return " ".join(plain(typed_line(TURN, text, 200)).split())

    assert told("take 6S meld 5S 6S 7S").endswith("enter does it")
    assert "Not now:" in told("throw KD")
    assert told("rummy lay 2C on 0").endswith("the host says whether it is valid")
    assert told("sit") == "sit TABLE [SEAT]: takes a seat, the first free one if you name none"
    assert told("sitt") == ""
    assert told("").startswith("draw take rummy") and "bot" not in told("").split()
    assert told("t") == "take table"
    assert told("meld").endswith("Nothing of it can be done now.")
    assert "Not now" not in told("take 6S") and told("take 6S").endswith("take 6S meld 5S 6S 7S")


def test_tab_completes_as_far_as_it_is_clear_and_then_turns_through_what_fits() -> None:
    for keys, line in (
        ("\t", "draw"), ("\t\t", "take "), ("\t\t ", "take  "), ("ta\t\t", "table"), ("dr\t", "draw"), ("x\t", "x"),
        ("take \t", "take 6S meld 5S 6S 7S"), ("re\t\t\t", "resume"), ("ver\t", "verify"),
    ):  # fmt: skip
        assert after(f":{keys}", TURN).line.text == line


def test_a_warned_player_shows_with_any_key_that_they_are_there() -> None:
    def warn(screen: Screen) -> None:
        screen.show_news([news.ClockChanged(0, "draw", 10_000, "warning")])

    assert typed("x", TURN, warn)[0] == ["here"]
    assert typed("d", TURN, warn)[0] == ["here", "draw"]
    assert typed("x", TURN, lambda screen: screen.show_news([news.ClockChanged(0, "draw", 30_000)]))[0] == []
    assert typed("x", TURN, lambda screen: screen.show_news([news.ClockChanged(1, "draw", 10_000, "warning")]))[0] == []


def test_in_the_lobby_a_digit_sits_down_at_the_table_of_that_number() -> None:
    assert typed("2", pictures.empty())[0] == ["sit 2"]
    assert typed("9", pictures.empty())[0] == []


def test_the_page_of_a_round_is_turned_to_earlier_rounds() -> None:
    def review(number: int) -> RoundReview:
        return RoundReview(number, 0, (SeatScored(0, "a", number, number, (), ()),), ())

    rounds = tuple(news.RoundScored(number, 0, (1, 1), (1, 1)) for number in (1, 2, 3))
    picture = replace(TURN, reviews=tuple(map(review, (1, 2, 3))), rounds=rounds)
    for keys, number in (
        ("e", 3),
        ("e\x1b[D", 2),
        ("e\x1b[D\x1b[D\x1b[D", 1),
        ("e\x1b[D\x1b[D\x1b[C", 2),
        (":review 1\r", 1),
    ):
        screen = after(keys, picture)
        assert screen.pages.page == "review" and f"Round {number}:" in plain(screen.lines())
    assert after("e\x1b[Dxe", picture).pages.rounds_back == 0
    assert "left and right" in plain(after("e", picture).lines())


def moving(keys: str, before: ViewModel, then: ViewModel, more: str) -> tuple[list[str], list[str], Screen]:
    """The commands of *keys* at one position and of *more* at the next, what was shown between, and the screen."""
    said: list[str] = []
    now = [before]
    screen = Screen(lambda: now[0], recorder(said), lambda: 0.0, output=Output())
    press(screen, *keys.split())
    now[0] = then
    screen.show_news([])
    shown = plain(screen.lines()).splitlines()
    press(screen, *more.split())
    return said, shown, screen


def test_a_call_stays_with_its_card_while_the_pile_moves_and_ends_when_the_card_is_gone() -> None:
    def pile(cards: str) -> ViewModel:
        return replace(at("5S 7S KD", cards, ["TC JC QC"], "play"), table=TURN.table)

    said, _shown, _screen = moving("r", pile("8D 2C"), pile("2C 9H"), "enter")
    assert said == ["rummy lay 2C on 0"]
    for keys in ("r", "r space left"):
        said, shown, screen = moving(keys, pile("8D 2C"), pile("8D 9H"), "enter enter")
        assert said == [] and not screen.view.is_calling
        assert any("2♣ has left the pile, so you called nothing." in line for line in shown)


def test_what_is_on_its_way_to_the_host_moves_no_card() -> None:
    without = plain(after("", TURN).lines()).splitlines()
    during = plain(after("", replace(TURN, waiting="draw")).lines()).splitlines()
    moved = [(old, new) for old, new in zip(without, during, strict=True) if old != new]
    assert len(moved) == 1 and "sending: draw …" in moved[0][1] and "(you)" in moved[0][0]


def test_while_a_play_has_no_answer_no_other_is_sent_and_that_is_said() -> None:
    picture = replace(at("6D 9C KD", "2C", [], "play"), table=TURN.table)
    for waiting, sends in ((None, ["throw KD"]), ("throw KD", []), ("draw", []), ("say hello", ["throw KD"])):
        sent: list[str] = []
        screen = Screen(lambda w=waiting: replace(picture, waiting=w), recorder(sent), lambda: 0.0, output=Output())  # type: ignore[misc]
        press(screen, "right", "right", "t")
        assert sent == sends


def test_what_was_typed_before_the_first_drawing_is_dropped() -> None:
    said: list[str] = []
    master, slave = os.openpty()
    os.write(master, b"d  ")

    async def go(terminal: TextIO) -> None:
        screen = Screen(lambda: TURN, recorder(said), lambda: 0.0, input=create_input(terminal), output=Output())
        running = asyncio.ensure_future(screen.run())
        for _ in range(10):  # turns of the loop
            await asyncio.sleep(0)
        os.write(master, b":tables\r\x03\x03")
        await running

    with open(slave) as terminal:
        asyncio.run(go(terminal))
    os.close(master)
    assert said == ["tables"]


OWNER = news.TableChanged(1, "t", "keilty", "waiting", {}, (), owner=0, knocks=("cid",))
KNOCKED = replace(pictures.waiting("keilty", 2), table=OWNER)


@pytest.mark.parametrize(
    ("key", "shown", "later", "sent"),
    [
        ("i", KNOCKED, replace(KNOCKED, table=replace(OWNER, knocks=("cid", "dan"))), "let cid"),
        ("w", pictures.empty(), replace(pictures.empty(), lobby=pictures.LOBBY[1:]), "watch 1"),
    ],
    ids=["person", "table"],
)
def test_a_key_means_the_person_and_the_table_that_were_shown(
    key: str, shown: ViewModel, later: ViewModel, sent: str
) -> None:
    now, said = [shown], list[str]()

    async def go() -> None:
        with create_pipe_input() as pipe:
            screen = Screen(lambda: now[0], recorder(said), lambda: 0.0, input=pipe, output=Output())
            screen.app.key_processor.before_key_press += lambda press: now.__setitem__(0, later)
            pipe.send_text(key + "\x03")
            await screen.run()

    asyncio.run(go())
    assert said == [sent]


class Borrowed(Output):
    """Records that the terminal is given back."""

    is_left = wraps = shows_cursor = False

    def quit_alternate_screen(self) -> None:
        self.is_left = True

    def enable_autowrap(self) -> None:
        self.wraps = True

    def disable_autowrap(self) -> None:
        self.wraps = False

    def show_cursor(self) -> None:
        self.shows_cursor = True

    def hide_cursor(self) -> None:
        self.shows_cursor = False


@pytest.mark.parametrize("fails_in", ["key", "drawing"])
def test_what_fails_in_a_key_or_while_drawing_ends_in_a_restored_terminal(fails_in: str) -> None:
    output, drawn = Borrowed(), list[bool]()

    def do(_: object) -> None:
        assert fails_in != "key"

    def look() -> ViewModel:
        assert fails_in != "drawing" or not drawn
        return TURN

    async def go() -> None:
        with create_pipe_input() as pipe:
            screen = Screen(look, do, lambda: 0.0, input=pipe, output=output)
            screen.app.after_render += lambda _: drawn.append(True)
            screen.app.after_render += lambda _: pipe.send_text("d")
            await screen.run()

    with pytest.raises(AssertionError):
        asyncio.run(go())
    assert output.is_left and output.wraps and output.shows_cursor
