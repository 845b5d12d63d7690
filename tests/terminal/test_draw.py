"""The screen as text, and that nothing exceeds its frame."""

import os
from pathlib import Path

import pytest
from prompt_toolkit.utils import get_cwidth

from rummynet.letters import needs_ascii
from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.session.view_model import VoidedShuffle
from rummynet_client.core.text import news
from rummynet_client.core.text.card_names import faces, meld_cards
from rummynet_client.terminal.drawing.card_art import with_signs
from rummynet_client.terminal.drawing.styled_text import Size, in_ascii, plain, sparkline, width_of
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.pages.page import page
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.head import words_matter
from rummynet_client.terminal.table.log_and_chat import log_and_chat
from rummynet_client.terminal.table.offers import offer_lines, taking_lines
from rummynet_client.terminal.table.opponents import points_text
from rummynet_protocol.actions import Take
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.games import EVERY
from tests.support.golden import golden
from tests.support.in_notation import claim
from tests.terminal.test_choice import at

SCREENS = Path(__file__).parent / "screens"
GOLDEN = golden()
GAME = GOLDEN["three-players"][0]
SIZES = (Size(80, 23), Size(120, 39))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size.width))
@pytest.mark.parametrize("name", GOLDEN)
def test_the_screen_is_the_golden_one(name: str, size: Size) -> None:
    """RUMMYNET_REWRITE=1 rewrites them; look at what changed before committing."""
    file = SCREENS / f"{name}-{size.width}.txt"
    shown = plain(screen(*GOLDEN[name], size)) + "\n"
    if os.environ.get("RUMMYNET_REWRITE"):
        file.write_text(shown)
    assert shown == file.read_text()


@pytest.mark.parametrize("variant", EVERY)
@pytest.mark.parametrize("size", [Size(60, 15), Size(80, 23), Size(140, 44)])
def test_every_screen_fits_its_frame(variant: str, size: Size) -> None:
    for steps in (0, 7, 60):
        picture = pictures.playing(variant, 2 + steps % 3, steps, seed=steps)
        watching = replace(picture, me=None, hand=(), my_turn=False)
        picked = Choice().switched(picture).toggled(picture)
        assert picture.variety is not None and rule_now(picture)
        for shown, choice in ((picture, Choice()), (picture, picked), (watching, Choice())):
            lines = screen(shown, choice, size, 12)
            assert picture.variety.title in plain(lines)
            assert len(lines) == size.height
            assert all(get_cwidth("".join(text for _, text in line)) <= size.width for line in lines)
        assert len(page("help", picture, (), size, 0)) == size.height


def test_melds_do_not_vanish_on_a_full_screen() -> None:
    """Six players, nine melds, forty cards in the pile, twenty-five in the hand, and still three lines of log."""
    picture = pictures.laden()
    for width, height in ((80, 23), (80, 18), (60, 15)):
        text = plain(screen(picture, Choice(), Size(width, height)))
        assert all(run in text for run in ("3♣ 4♣ 5♣ 6♣", "9♦ 9♥ 9♠")) or all(run in text for run in ("3♣–6♣", "9♦♥♠"))
    assert "more melds: m shows them all" in plain(screen(picture, Choice(), Size(60, 13)))


def test_scores_have_a_line_through_the_rounds_and_the_points_laid() -> None:
    rounds = tuple(news.RoundScored(n, 0, (1, 2, 3), (n * 10, 50 - n * 10, 0)) for n in range(1, 5))
    text = plain(screen(replace(GAME, rounds=rounds), Choice(), Size(120, 39)))
    assert "▃▅▆█" in text and "█▆▅▃" in text and all(points_text(GAME, seat) in text for seat in range(3))
    assert sparkline([], 9) == sparkline([1], 0) == ""


def test_only_takes_with_the_picked_cards_are_offered_and_the_line_says_if_there_are_none() -> None:
    picture = replace(at("5S 7S 6D 6H KD", "6S", []), table=GAME.table)
    for hand, first in (("6D", "lay 6♦ 6♥ 6♠"), ("7S", "lay 5♠ 6♠ 7♠")):
        pile = replace(Choice().put_in(picture, "pile"), picked=(("hand", hand),))
        assert isinstance(pile.offers(picture)[0], Take)
        assert f"Enter  take 6♠ and {first}" in plain(offer_lines(picture, pile, 200, ScreenState()))
    none = replace(Choice().put_in(picture, "pile"), picked=(("hand", "KD"),))
    assert none.offers(picture) == []
    assert "not with the cards you picked" in plain(taking_lines(picture, none, 200))


def test_a_long_sentence_of_the_log_leaves_rows_for_the_two_before_it_and_the_two_after_it() -> None:
    long, others = "The host " + "waits and waits " * 12, ("ben drew a card", "ben threw out 2H")
    for lines in ((*others, long), (others[0], long, others[1]), (long, *others)):
        shown = plain(log_and_chat(replace(GAME, lines=("older", *lines), chat=()), ScreenState(), 60, 3)).splitlines()
        assert len(shown) == 3, "a row for each"
        assert sum(" …" in row for row in shown) == 1 and sum("The host waits" in row for row in shown) == 1
        assert "ben drew a card" in shown[lines.index(others[0])]
    alone = plain(log_and_chat(replace(GAME, lines=(long,), chat=()), ScreenState(), 60, 4))
    assert "…" not in alone, "with room it is whole"
    for since, row in ((0, 2), (1, 1), (5, 0)):
        said = replace(GAME, lines=("ben drew", "ben threw"), chat_since=(since,))
        shown = plain(log_and_chat(said, ScreenState(), 60, 4)).splitlines()
        assert shown[row].strip() == "ben: good evening", "where it was said"


def test_a_terminal_without_more_gets_ascii_column_for_column() -> None:
    rounds = (news.RoundScored(1, 0, (1, 2, 3), (10, 50, 0)),)
    picture = replace(GAME, rounds=rounds, chat=(news.ChatSaid("jörg", None, "watcher", "grüß 世界"),))
    for line in screen(picture, Choice(), Size(80, 23)):
        ascii_line = in_ascii(line)
        assert all(text.isascii() for _, text in ascii_line)
        assert width_of(ascii_line) == width_of(line)
    assert needs_ascii({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "utf-8")
    assert needs_ascii({}, "ascii") and needs_ascii({}, "latin-1")
    assert not needs_ascii({"LANG": "de_DE.utf8"}, "utf-8") and not needs_ascii({}, "utf-8")


def test_what_a_false_call_costs_stands_beside_the_question() -> None:
    picture = at("5S 7S KD", "6S 2C", [])
    view, choice = ScreenState(is_calling=True), Choice(row="pile")
    assert picture.state is not None and picture.variety is not None
    priced = picture.variety.resolve({"false_call_points": 10, "false_call_cards": 2})
    for options, says in ((picture.state.options, False), (priced, True)):
        shown = plain(offer_lines(replace(picture, state=replace(picture.state, options=options)), choice, 80, view))
        assert "RUMMY with" in shown
        assert ("A call of one that is not there costs 10 points and 2 cards." in shown) is says


def test_a_hint_is_shown_only_where_the_table_tells() -> None:
    assert GAME.state is not None
    meld = with_signs(faces(meld_cards(GAME.state)[1]))
    told = replace(
        GAME,
        state=replace(GAME.state, claims=(claim("rummy lay AH on 1", 2),)),
        options={**GAME.options, "rummy_hints": True},
    )
    assert f"hint: r calls RUMMY – lay A♥ on {meld}" in plain(screen(told, Choice(), Size(80, 23)))


def test_a_lost_connection_a_cheat_and_a_refusal_are_said_in_words() -> None:
    refused = replace(GAME, refusal=news.WasRefused("throw 9C", "card_not_held", "you do not hold 9C"))
    assert "you do not hold 9♣" in plain(screen(refused, Choice(), Size(80, 23)))
    lost = replace(GAME, connected=False)
    assert "CONNECTION LOST" in plain(screen(lost, Choice(), Size(80, 23)))
    cheat = replace(GAME, fairness=replace(GAME.fairness, cheat="the scores are wrong"))
    assert "CHEAT FOUND: the scores are wrong" in plain(screen(cheat, Choice(), Size(80, 23)))
    voided = replace(GAME, fairness=replace(GAME.fairness, voids=(VoidedShuffle(1, (), ()),)))
    assert "1 shuffle voided" in " ".join(plain(screen(voided, Choice(), Size(80, 23))).split())


def test_nothing_points_a_rummy_out() -> None:
    """Whether a call is possible changes no character of the screen."""
    assert GAME.state is not None
    told = replace(GAME, state=replace(GAME.state, claims=(claim("rummy lay AH on 1", 2),)))
    for choice in (Choice(), Choice().switched(GAME).toggled(GAME)):
        assert screen(told, choice, Size(80, 23)) == screen(GAME, choice, Size(80, 23))


def test_before_the_first_answer_nothing_is_called_lost() -> None:
    first = replace(pictures.empty(), connected=False, host="", lobby=())
    text = plain(screen(first, Choice(), Size(80, 23)))
    assert "waiting for the host" in text and "LOST" not in text and "none yet" not in text
    later = plain(screen(replace(first, host="kitchen"), Choice(), Size(80, 23)))
    assert "CONNECTION LOST" in later


def test_a_play_that_waits_for_the_answers_of_others_is_said_in_place_of_the_offers() -> None:
    picture = pictures.offered(None)
    assert picture.hurries
    before = plain(offer_lines(picture, Choice(), 100, ScreenState()))
    card = picture.hand[0]
    after = plain(offer_lines(replace(picture, waiting=f"throw {card}"), Choice(), 100, ScreenState()))
    names = ", ".join(picture.names[seat] for seat in picture.due)
    assert "you need not wait" in before
    assert after.split() == f"throw {with_signs(card)}: sent, and done when {names} have answered".split()


def test_a_message_longer_than_its_room_has_a_sign_where_it_is_cut() -> None:
    said = (news.ChatSaid("jörg", None, "watcher", "never mind " * 20),)
    assert plain(log_and_chat(replace(GAME, lines=(), chat=said), ScreenState(), 60, 4)).rstrip().endswith("…")


def test_six_words_are_shown_where_two_people_can_compare_them() -> None:
    model = pictures.laden()
    assert words_matter(model)
    first, *others = model.seats
    assert not words_matter(replace(model, seats=(first, *(replace(seat, bot=True) for seat in others))))
