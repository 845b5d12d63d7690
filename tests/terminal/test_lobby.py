"""The lobby, the menu of a new table, the table before a game: keys, clicks, what they ask for, how they look."""

import os
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size as PromptSize
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.utils import get_cwidth

from rummynet.bots.levels import NAMES as LEVELS
from rummynet.rules.core.options import Option
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.session.waits import Waited
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.text import news, verbs
from rummynet_client.core.text.commands import OpenTable
from rummynet_client.core.text.table_wish import TableWish, next_value, wish_of
from rummynet_client.terminal.drawing.styled_text import Size, key_mark, plain, width_of
from rummynet_client.terminal.frame import screen as drawn
from rummynet_client.terminal.lobby.table_list import lobby_lines
from rummynet_client.terminal.pages.help import keys_line, table_keys
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import LobbyState, ScreenState
from rummynet_client.terminal.state.table_menu import TableMenu
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.cases import case
from tests.support.golden import before_a_game, golden_lobby
from tests.support.in_notation import recorder
from tests.terminal.test_every_action import press

SCREENS = Path(__file__).parent / "screens"
SIZES = (Size(80, 23), Size(120, 39))
LOBBY = pictures.empty()
GAME = pictures.on_turn("keilty", 3, 42)


class Pressed:
    """A screen of one model whose commands are collected."""

    def __init__(self, model: ViewModel) -> None:
        self.model, self.sent = model, list[str]()
        self.screen = Screen(lambda: self.model, recorder(self.sent), lambda: 0.0, output=DummyOutput())
        self.screen.app.timeoutlen = None  # type: ignore[assignment]  # no second key is waited for

    def press(self, *keys: str) -> list[str]:
        """What these keys sent."""
        self.sent.clear()
        press(self.screen, *keys)
        return list(self.sent)

    @property
    def text(self) -> str:
        return plain(self.screen.lines())

    @property
    def menu(self) -> TableMenu:
        assert self.screen.view.lobby.menu is not None
        return self.screen.view.lobby.menu

    def click(self, text: str, *, last: bool = False) -> list[str]:
        """What a click in the middle of this text sent."""
        self.sent.clear()
        lines = ["".join(part for _, part in line) for line in self.screen.lines()]
        rows = [row for row, line in enumerate(lines) if text in line]
        row = rows[-1 if last else 0]
        self.screen.click(lines[row].rindex(text) + len(text) // 2, row)
        return list(self.sent)

    def click_footer(self, key: str) -> list[str]:
        """What a click on this key in the last line sent."""
        self.sent.clear()
        with set_app(self.screen.app):
            line = self.screen.footer()
            first = next(at for at, (look, _text) in enumerate(line) if key_mark(key) in look.split())
            self.screen.click_footer(width_of(line[:first]))
            self.screen.app.key_processor.process_keys()
        return list(self.sent)


def pressed(model: ViewModel, *keys: str) -> list[str]:
    return Pressed(model).press(*keys)


# -- how they look


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size.width))
@pytest.mark.parametrize("name", golden_lobby())
def test_the_screen_is_the_golden_one(name: str, size: Size) -> None:
    """RUMMYNET_REWRITE=1 rewrites them; look at what changed before committing."""
    model, view = golden_lobby()[name]
    lines = drawn(model, Choice(), size, view=view)
    assert len(lines) == size.height and all(get_cwidth(plain([line])) <= size.width for line in lines)
    file, shown = SCREENS / f"{name}-{size.width}.txt", plain(lines) + "\n"
    if os.environ.get("RUMMYNET_REWRITE"):
        file.write_text(shown)
    assert shown == file.read_text()


@pytest.mark.parametrize("size", [Size(60, 15), Size(80, 23)])
def test_the_line_under_the_cursor_and_what_enter_does_are_always_shown(size: Size) -> None:
    for name in NAMES:
        menu = TableMenu(TableWish(name).with_bots(99))
        for at in range(len(menu.rows)):
            with case(name, at):
                view = ScreenState(lobby=replace(ScreenState().lobby, menu=menu.pointed(at)))
                text = plain(drawn(LOBBY, Choice(), size, view=view))
                assert " ▶ " in text and "Enter  open the table" in text


# -- the menu


def to_row(one: Pressed, kind: str, option: str = "") -> None:
    one.press("home")
    for _ in one.menu.rows:
        row = one.menu.row
        if row.kind == kind and (not option or (row.option is not None and row.option.name == option)):
            return
        one.press("down")
    raise AssertionError((kind, option))


def in_menu(game: str) -> Pressed:
    one = Pressed(LOBBY)
    one.press("n", *["right"] * NAMES.index(game))
    assert one.menu.wish.game == game
    return one


def test_an_option_that_hangs_on_another_is_shown_beside_that_alone() -> None:
    one = in_menu("joker")
    (escrow,) = [option for option in variety("joker").options if option.only_with is not None]
    assert escrow not in [row.option for row in one.menu.rows]
    to_row(one, "option", "deck")
    one.press("right")
    to_row(one, "option", escrow.name)
    one.press("right")
    assert one.menu.wish.values == {"deck": "sealed", "escrow": False}
    to_row(one, "option", "deck")
    one.press("left")
    assert escrow not in [row.option for row in one.menu.rows]
    assert one.press("enter") == ["create joker"]


def test_the_options_of_a_table_leave_out_what_means_nothing_there() -> None:
    for deck in ("plain", "sealed"):
        table = replace(BEFORE.table, variant="joker", options=dict(variety("joker").resolve({"deck": deck})))  # type: ignore[type-var]
        assert ("if one is lost" in Pressed(replace(BEFORE, table=table)).text) == (deck == "sealed")
        alone = Pressed(replace(BEFORE, table=table, seats=BEFORE.seats[1:]))
        assert ("A sealed deck takes two people: wait" in alone.text) == (deck == "sealed")
        assert (alone.press("enter") == []) == (deck == "sealed"), "what Enter does is refused by the host"


@pytest.mark.parametrize("game", NAMES)
def test_keys_walk_through_the_menu_and_make_exactly_the_request(game: str) -> None:
    """Every option is changed by an arrow; the request names these values, two bots and nothing else."""
    one = in_menu(game)
    to_row(one, "bots")
    one.press("right", "right", "down", "right", "down", "left")
    want = {}
    for option in variety(game).options:
        to_row(one, "option", option.name)
        one.press("right")
        value = next_value(option, option.default, 1, variety(game).seats[-1])
        if value != option.default:
            want[option.name] = value
    if game == "basic":
        del want["deals"]
        to_row(one, "option", "deals")
        one.press("backspace")
    (line,) = one.press("enter")
    after = LEVELS[(LEVELS.index("simple") + 1) % len(LEVELS)]
    before = LEVELS[LEVELS.index("simple") - 1]
    command = verbs.parse_command(line)
    assert command == OpenTable(game, want, "", (after, before))
    assert one.screen.view.lobby.menu is None


@pytest.mark.parametrize("game", NAMES)
def test_every_option_goes_through_all_its_small_values_and_back(game: str) -> None:
    wish = TableWish(game)
    for option in wish.variety.options:
        there = replace(wish, values=dict([option.only_with])) if option.only_with is not None else wish
        values = []
        for _step in range(25):
            there = there.stepped(option, 1)
            values.append(there.value(option))
            assert option.read(there.value(option)) == there.value(option)
            assert option.read_text(written(there, option)) == there.value(option)
        assert len({str(value) for value in values}) > 1 or option.name == "handicaps", option.name


def written(wish: TableWish, option: Option) -> str:
    """The option as the command says it; its default where that leaves it out."""
    words = dict(word.split("=") for word in wish.words.split(" ")[1:])
    text: str = words.get(option.name, "")
    return text or ("none" if option.default is None else ",".join(map(str, option.default)) if option.is_list
                    else str(option.default).lower())  # fmt: skip


def test_numbers_are_typed_and_what_will_not_do_is_said() -> None:
    one = in_menu("keilty")
    to_row(one, "option", "target")
    one.press("3", "5", "0")
    assert "350_" in one.text
    assert one.press("enter") == [], "Enter takes the number first"
    assert one.press("enter") == ["create keilty target=350"]
    one = in_menu("keilty")
    to_row(one, "option", "hand")
    one.press("9", "9", "enter")
    assert "hand must be 0 or a whole number from 3 to 13, not 99" in " ".join(one.text.split())
    assert one.press("enter") == ["create keilty"]
    one = in_menu("keilty")
    to_row(one, "bots")
    one.press("9", "down")
    assert one.menu.wish.bots == ("simple",) * 5
    one.press("?")
    assert "type a number" in one.text and "choose a table" not in one.text, "the keys of the menu"


def test_a_list_of_numbers_is_typed_and_rules_that_contradict_each_other_open_nothing() -> None:
    one = in_menu("vegas")
    to_row(one, "option", "split")
    one.press("5", "0", ",", "4", "0", "enter")
    assert one.press("enter") == [] and "100" in one.menu.problem and one.menu.problem in " ".join(one.text.split())
    one.press("backspace")
    assert one.press("enter") == ["create vegas"]


def test_company_may_come_from_another_home_and_then_there_need_be_no_bot() -> None:
    one = Pressed(LOBBY)
    menu = TableMenu(TableWish(bots=("simple",)), at=3, is_company=True, servers="Two servers see you")
    one.screen.lobby.state = LobbyState(menu=menu)
    assert menu.row.kind == "far" and "Two servers see you." in one.text, "what it costs stands beside it"
    one.press("right")
    assert "by a code" in one.text and "open the table" in one.text
    one.press("up", "up", "left")
    assert not one.menu.wish.bots and one.menu.row.kind == "bots"
    assert one.press("enter") == ["invite", "create keilty"]
    one.screen.lobby.state = LobbyState(menu=menu)
    one.press("right", "up", "up", "left", "down", "left")
    assert len(one.menu.wish.bots) == 1 and one.press("enter") == ["create keilty bots=simple"]


def test_who_lacks_what_it_takes_for_other_homes_is_told_what_to_install() -> None:
    one = Pressed(LOBBY)
    wish = TableWish(bots=("simple",))
    menu = TableMenu(wish, at=3, is_company=True, servers="Two servers", lacks="install the extra")
    one.screen.lobby.state = LobbyState(menu=menu)
    one.press("right")
    assert "install the extra" in one.text and "by a code" not in one.menu.problem and not one.menu.is_far
    assert "far" not in [row.kind for row in TableMenu(wish).rows], "a table at the host of others"


# -- a table before a game


BEFORE = before_a_game()


def test_the_owner_frees_seats_and_hands_the_table_over_after_a_question() -> None:
    assert pressed(BEFORE, "down", "down", "x", "y") == ["remove 1"]
    assert pressed(BEFORE, "down", "down", "x", "n") == []
    assert pressed(BEFORE, "down", "down", "H", "y") == ["owner 1"]
    guest = replace(BEFORE, table=replace(BEFORE.table, owner=1))  # type: ignore[type-var]
    assert pressed(guest, "down", "down", "x", "y", "H", "y") == []


def test_the_owner_closes_and_opens_the_seats_and_lets_in_who_knocks() -> None:
    assert BEFORE.table is not None
    assert pressed(BEFORE, "C") == ["seats close"] and "C  close the seats" in Pressed(BEFORE).text
    closed = replace(BEFORE, table=replace(BEFORE.table, closed=True, knocks=("ida", "jan")))
    assert pressed(closed, "i") == ["let jan"] and pressed(closed, "C") == ["seats open"]
    assert "i  let jan sit down" in Pressed(closed).text
    guest = replace(closed, table=replace(closed.table, owner=1))  # type: ignore[type-var]
    assert pressed(guest, "i", "C") == []
    playing = in_game(owner=0, knocks=("ida",))
    assert footer(playing)["i"] == "let in", "at a game that takes newcomers somebody can knock too"
    assert pressed(playing, "i") == ["let ida"]


def test_between_two_games_b_shows_the_seats_and_the_table_again() -> None:
    over = news.GameWasWon(1, 0, "a", (5, 0, 0))
    table = replace(BEFORE.table, owner=0, options={})  # type: ignore[type-var]
    one = Pressed(replace(GAME, table=table, seats=BEFORE.seats, over=over))
    assert one.press("a", "right") == ["bot add simple"]
    one.press("b")
    assert "At the table" in one.text and one.press("right", "a") == ["bot add steady"]
    one.press("b")
    assert "won the game" in one.text


# -- during a game


def in_game(**table: object) -> ViewModel:
    assert GAME.table is not None
    return replace(GAME, table=replace(GAME.table, **table), is_paused=bool(table.get("paused")))


def away(model: ViewModel, *seats: int, **fields: Any) -> ViewModel:  # noqa: ANN401 - fields of any type
    """These seats are away, and waited for."""
    waits = {seat: replace(Waited("play", 90_000, 2), **fields) for seat in seats}
    return replace(
        model, seats=tuple(replace(one, connected=one.seat not in seats) for one in model.seats), waits=waits
    )


def footer(model: ViewModel) -> dict[str, str]:
    return dict(table_keys(model, Choice()))


def test_a_vote_for_one_who_is_away_is_a_key_and_shown_with_its_count() -> None:
    assert pressed(GAME, "v") == ["verify"] and "v" not in footer(GAME)
    dead = Pressed(GAME)
    assert [(dead.press(key), "This key does nothing now" in dead.text)[1] for key in "zyz"] == [True, True, True]
    one = Pressed(away(GAME, 1))
    says = "away: the table waits for 90 s; then, if 2 of you want that, the host plays for them (so far 0); v says"
    assert says in " ".join(one.text.split())
    assert footer(one.model)["v"] == "stop waiting" and one.press("v") == ["vote 1"]
    voted = Pressed(away(GAME, 1, by=frozenset({0})))
    assert "(so far 1); v takes that back" in " ".join(voted.text.split()) and voted.press("v") == ["vote 1 no"]
    carried = Pressed(away(GAME, 1, by=frozenset({0, 2}), follows="play", follows_in=12_000))
    assert "in 12 s the host plays for them" in carried.text
    ends = Pressed(away(GAME, 1, what="end", need=1))
    assert ends.press("v") == [] and "nobody can take that back" in ends.text and ends.press("y") == ["vote 1"]
    two = Pressed(away(GAME, 1, 2))
    assert two.press("v") == [] and "Which?" in two.text and two.press("2") == ["vote 2"]
    assert "is away" not in Pressed(replace(away(GAME, 1), me=None)).text


def test_the_owner_pauses_goes_on_hands_over_and_lets_people_in() -> None:
    assert not {"P", "H", "a"} & footer(GAME).keys() and pressed(GAME, "P", "H", "a") == []
    mine = in_game(owner=0)
    assert pressed(mine, "P") == ["pause"] and {"P", "H"} <= footer(mine).keys()
    assert pressed(in_game(owner=0, paused=True), "P") == ["resume"]
    resting = Pressed(in_game(owner=0, paused=True))
    assert "PAUSED: P lets the game go on" in resting.text and "The table is paused." in resting.text
    assert {"d", "t", "r"} & footer(mine).keys() and not {"d", "t", "r"} & footer(resting.model).keys()
    assert resting.press("enter") == [], "what the host would refuse is not offered"
    theirs = Pressed(in_game(owner=1, paused=True))
    assert theirs.press("P") == [] and "PAUSED until player 1 lets the game go on" in theirs.text
    assert pressed(away(in_game(owner=1, paused=True), 1), "P") == ["resume"], "the owner is away"
    one = Pressed(mine)
    assert one.press("H") == [] and one.press("2") == ["owner 2"]
    asking = Pressed(in_game(owner=0, asking=(2,)))
    assert "player 2 would like to come in: a lets them" in asking.text and asking.press("a") == ["admit 2"]


def test_what_somebody_waits_for_is_in_the_footer_at_eighty_columns_and_nobody_votes_in_a_pause() -> None:
    paused = away(in_game(owner=0, paused=True), 1)
    text = plain([keys_line(table_keys(paused, Choice()), 80)])
    assert " v  go on" not in text and " P  go on" in text and "?  help" in text
    assert "c  chat" in plain([keys_line(table_keys(in_game(owner=0), Choice()), 80)]), "people are there"


# -- the mouse


def test_the_mouse_works_in_lobby_menu_and_before_a_game() -> None:
    one = Pressed(LOBBY)
    assert one.click("porch") == [] and one.click("porch") == ["sit 2"]
    one.click("open a new table")
    one.click("Bots")
    one.click("▶", last=True)
    assert len(one.menu.wish.bots) == 1
    one.click("Game")
    one.click("◀")
    assert one.menu.wish.game == NAMES[-1]
    assert one.click("open the table") == [f"create {NAMES[-1]} bots=simple"]
    one.click("open a new table")
    one.click("back to the tables")
    assert "Tables of kitchen" in one.text
    seats = Pressed(BEFORE)
    assert seats.click("I am ready") == ["ready"]
    seats.click("Ada (bot)")
    assert seats.press("x") == ["remove 2"]
    one.screen.clicks.turn_wheel(-1)
    assert one.press("enter") == ["watch 1"]


@pytest.mark.parametrize(
    ("model", "key", "sends"), [(LOBBY, "w", ["watch 2"]), (BEFORE, "a", ["bot add simple"]), (GAME, "h", ["hint"])]
)
def test_a_click_on_a_key_in_the_footer_is_that_key(model: ViewModel, key: str, sends: list[str]) -> None:
    one = Pressed(replace(model, options={"hints": True}))
    one.press("down")  # to a table where somebody can sit down, so that watching is not Enter's
    assert one.click_footer(key) == sends == one.press(key)


def test_a_click_on_keys_of_the_menu_in_the_footer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DummyOutput, "get_size", lambda _output: PromptSize(rows=40, columns=120))
    one = Pressed(LOBBY)
    one.click_footer("n")
    to_row(one, "option", "target")
    one.press("7")
    assert one.menu.typed == "7"
    one.click_footer("backspace")
    assert one.menu.typed == ""


def test_a_table_for_invited_people_alone_is_opened_by_the_menu_and_listed_as_closed() -> None:
    menu = TableMenu()
    at = [row.kind for row in menu.rows].index("seats")
    closed = menu.pointed(at).changed(1)
    assert closed.wish.command.endswith("seats=closed")
    opened = verbs.parse_command(closed.wish.command)
    assert opened == closed.wish.opening and wish_of(opened) == closed.wish
    assert "seats" not in [row.kind for row in TableMenu(is_company=True).rows]
    row = news.TableListed(1, "kitchen", "keilty", "waiting", ("anna",), 6, 0, closed=True)
    says = plain(lobby_lines(replace(LOBBY, lobby=(row,)), LobbyState(), Size(100, 20)))
    assert "closed · anna" in says


@pytest.mark.parametrize(
    ("what", "short", "long", "said"),
    [
        ("sealed", "sealed deck", "The deck is sealed: nobody sees a card but its holder", "Its deck is sealed"),
        ("far", "far · anna", *["Somebody there plays from far away"] * 2),
    ],
)
def test_what_a_table_is_like_stands_in_the_lobby(what: str, short: str, long: str, said: str) -> None:
    for has in (True, False):
        row = replace(LOBBY.lobby[0], **{what: has})
        model = replace(LOBBY, lobby=(row,))
        shown = plain(lobby_lines(model, LobbyState(), Size(80, 24)))
        (told,) = Narrator().tell([news.LobbyListed((row,))], model)
        assert [short in shown, long in shown, said in told] == [has] * 3


def test_who_is_far_is_shown_beside_the_name() -> None:
    for delay in (0, 120):
        for picture, says in ((pictures.waiting("keilty", 3), "120 ms from the host"), (GAME, "120 ms")):
            seats = tuple(replace(one, delay=delay * (one.seat == 1)) for one in picture.seats)
            assert (says in Pressed(replace(picture, seats=seats)).text) is (delay > 0)


def test_at_ones_own_host_f_invites_somebody_from_another_home_once_it_was_said_who_learns_what() -> None:
    bots = replace(GAME, seats=tuple(replace(seat, bot=not seat.me) for seat in GAME.seats))
    for model in (LOBBY, replace(LOBBY, lobby=()), BEFORE, bots):
        for own in (True, False):
            one = Pressed(model)
            one.screen.lobby.state = LobbyState(invitation="Two servers see you. Invite?" if own else None)
            assert ("invite" in one.text + plain([one.screen.footer()])) is own
            assert one.press("f") == [] and ("Two servers see you. Invite?" in one.text) is own
            assert one.press("y") == (["invite"] if own else [])
            assert one.press("f", "n") == []
        one.screen.lobby.state = LobbyState(invitation="")
        assert one.press("f") == ["invite"], "nothing will be contacted, so nothing is asked"


def test_who_is_on_the_way_to_a_table_is_shown_no_list_of_them() -> None:
    for lobby in (LobbyState(is_going=True), LobbyState()):
        for model in (LOBBY, replace(LOBBY, lobby=())):
            shown = plain(lobby_lines(model, lobby, Size(100, 24)))
            assert ("One moment, your table comes" in shown) is lobby.is_going
            assert ("open a new table" in shown) is not lobby.is_going, "Enter would open another one"
            assert not lobby.is_going or "There is no table yet" not in shown
