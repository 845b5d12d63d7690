"""The pages behind keys."""

from itertools import pairwise

import pytest
from prompt_toolkit.utils import get_cwidth

from rummynet.rules.varieties import variety
from rummynet_client.core.session.review import MissedRummy, SeatScored
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.terminal.drawing.card_art import card_label
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.pages.page import PAGES, page, page_foot
from rummynet_client.terminal.pages.round_result import round_result_lines
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.forge import Forge
from tests.support.in_notation import call


def over() -> ViewModel:
    forge = Forge("keilty", {"target": 10}, 3, seed=4)
    forge.play()
    game = pictures.followed(forge, 0)
    return replace(pictures.of(game, "keilty"), reviews=tuple(game.reviews))


OVER = over()
BEGUN = pictures.on_turn("keilty", 3, 41)


def shown(name: str, picture: ViewModel = OVER, down: int = 0) -> str:
    return plain(page(name, picture, (), Size(80, 200), down))


@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_and_its_footer_says_how_to_leave(name: str) -> None:
    for picture in (pictures.empty(), BEGUN, OVER):
        for size in (Size(60, 15), Size(140, 44)):
            lines = page(name, picture, (), size, 0)
            assert len(lines) == size.height
            assert all(get_cwidth("".join(text for _, text in line)) <= size.width for line in lines)
    for my_turn in (False, True):
        foot = page_foot(replace(BEGUN, my_turn=my_turn), 60)
        assert foot.endswith("goes back") and ("YOUR TURN" in foot) is my_turn
    helps = [shown("help", replace(OVER, variety=variety(game))) for game in ("keilty", "vegas")]
    assert ["RUMMY, at any time" in says for says in helps] == [True, False] and "press p" in helps[0]


def test_the_review_tells_who_scored_what_with_which_cards_and_what_was_missed() -> None:
    missed = MissedRummy(call("rummy lay 4H on 0"), 1, "throw 4H", 6200, (("AH", "2H", "3H"),))
    last = replace(OVER.reviews[-1], missed=(missed,))
    text = shown("review", replace(OVER, reviews=(last,)))
    for seat in last.seats:
        assert f"{seat.name} {seat.score:+d} (now {seat.total})" in text
        assert all(" ".join(map(card_label, cards)) in text for cards in (*seat.melds, *zip(seat.held)))
    assert "lay 4♥ on A♥ 2♥ 3♥, for 6.2 s after player 1" in text
    assert "No rummy was missed" in shown("review", replace(OVER, reviews=(replace(last, missed=()),)))


def test_where_the_fewest_points_win_the_leader_is_first_with_the_longest_bar() -> None:
    names = ("ann", "bob", "cid")
    seats = tuple(SeatScored(at, name, 10 * at, 20 + 30 * at, (), ()) for at, name in enumerate(names))
    for name, options in (("crummy", {}), ("vegas", {"max_score": 100})):
        review = replace(OVER.reviews[-1], seats=seats, missed=())
        picture = replace(OVER, variety=variety(name), options=options, reviews=(review,), over=None, me=None)
        bars = plain(round_result_lines(picture, 80, 9.0)).partition("the longest bar leads")[2].splitlines()
        lengths = {line.split()[0]: line.count("▄") for line in bars[1:4]}
        assert list(lengths) == ["ann", "bob", "cid"], bars
        assert lengths["ann"] > lengths["bob"] > lengths["cid"], bars


def test_a_winner_with_as_many_points_as_another_is_explained() -> None:
    assert OVER.over is not None
    tie = replace(OVER, over=replace(OVER.over, totals=(105, 105, 35)))
    assert "player 1 won the game.\n" in shown("round_result")
    assert "player 1 won the game: with equal points, the leader before" in shown("round_result", tie)


def test_the_cards_of_a_result_are_as_large_as_there_is_room_for_and_players_do_not_touch() -> None:
    rows = [plain(round_result_lines(OVER, 120, 9.0, height)).splitlines() for height in (0, 24, 40, 60)]
    sides = [sum("│" in line for line in one) for one in rows]
    assert sides == sorted(sides) and sides[0] == 0 < sides[1] < sides[3]
    for one in rows[2:]:
        assert not any("╰" in above and "╭" in line for above, line in pairwise(one))


def test_many_players_have_a_line_each_and_one_who_came_later_no_total_before() -> None:
    names = tuple(f"player {seat}" for seat in range(12))
    rounds = tuple(
        news.RoundScored(number, 0, (5,) * count, tuple(range(count))) for number, count in ((1, 11), (2, 12), (3, 12))
    )
    many = replace(OVER, names=names, rounds=rounds)
    lines = plain(page("rounds", many, (), Size(80, 60), 0)).splitlines()
    assert [line.split()[-3:] for line in lines if "total after" in line] == [["1", "2", "3"]]
    rows = [line for line in lines if line.startswith("  player ")]
    assert rows[0].split() == ["player", "0", "0", "0", "0"] and rows[11].split() == ["player", "11", "11", "11"]
    assert len(rows) == 24


def test_the_running_score_of_the_players_is_shown_after_a_game() -> None:
    says = "over 2 evenings: anna +1190, 1 of 3 games won"
    for name in ("round_result", "rounds"):
        assert says in " ".join(plain(page(name, OVER, (), Size(80, 40), 0, record=says)).split())
        assert "evenings" not in plain(page(name, OVER, (), Size(80, 40), 0))
