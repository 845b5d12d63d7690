"""The screen as text, and that nothing exceeds its frame."""

import os
from pathlib import Path

import pytest
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.utils import get_cwidth

from rummynet.letters import needs_ascii
from rummynet.rules.varieties import NAMES
from rummynet_client.core.text import news
from rummynet_client.core.text.card_names import faces, meld_cards
from rummynet_client.storage.settings import Settings
from rummynet_client.terminal.drawing.card_art import LARGE, SMALL, CardLook, card_label, card_rows, with_signs
from rummynet_client.terminal.drawing.styled_text import (
    Line,
    Size,
    folded,
    in_ascii,
    plain,
    sparkline,
    width_of,
    wrapped,
)
from rummynet_client.terminal.drawing.theme import style_of
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.pages.help import keys_line, table_keys
from rummynet_client.terminal.pages.page import page
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.head import option_lines
from rummynet_client.terminal.table.log_and_chat import log_and_chat
from rummynet_client.terminal.table.meld_lines import meld_lines
from rummynet_client.terminal.table.offers import offer_lines, taking_lines
from rummynet_client.terminal.table.opponents import points_text
from rummynet_protocol.actions import Take
from rummynet_protocol.values import replace
from tests.support import pictures
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


@pytest.mark.parametrize("variant", ["keilty", "joker", "basic", "vegas", "crummy"])
@pytest.mark.parametrize("size", [Size(60, 15), Size(80, 23), Size(140, 44)])
def test_every_screen_fits_its_frame(variant: str, size: Size) -> None:
    for steps in (0, 7, 60):
        picture = pictures.playing(variant, 2 + steps % 3, steps, seed=steps)
        for choice in (Choice(), Choice().switched(picture).toggled(picture)):
            lines = screen(picture, choice, size, 12)
            assert len(lines) == size.height
            assert all(get_cwidth("".join(text for _, text in line)) <= size.width for line in lines)
        assert len(page("help", picture, (), size, 0)) == size.height


def test_the_hand_and_the_question_stay_on_a_full_screen() -> None:
    """Forty cards in the pile and twenty-five in the hand at 80 columns leave space for everything needed to play."""
    picture = pictures.crowded()
    text = plain(screen(picture, Choice(), Size(80, 23)))
    assert all(card_label(card) in text or card_label(card, short_ten=True) in text for card in picture.hand)
    assert all(card_label(card) in text for card in picture.position["discard"])  # type: ignore[index]
    assert "to play" in text
    assert "✓ fair" in text


def test_melds_do_not_vanish_on_a_full_screen() -> None:
    """Six players, nine melds, forty cards in the pile, twenty-five in the hand, and still three lines of log."""
    picture = pictures.laden()
    for width, height in ((80, 23), (80, 18), (60, 15)):
        text = plain(screen(picture, Choice(), Size(width, height)))
        assert all(run in text for run in ("3♣ 4♣ 5♣ 6♣", "9♦ 9♥ 9♠")) or all(run in text for run in ("3♣–6♣", "9♦♥♠"))
    assert "more melds: m shows them all" in plain(screen(picture, Choice(), Size(60, 13)))


def test_melds_are_shortened_without_becoming_unclear() -> None:
    laid = ["3C 4C 5C 6C", "9D 9H 9S", "QC KC AC 2C", "4D 2S=5D 6D 7D", "*1=9C 9D 9H", "3H 4H 5H"]
    position = {"melds": [{"cards": cards.split(), "by": [0] * len(cards.split())} for cards in laid]}
    told = plain(meld_lines(position, ["anna"], 200, short=True)).split()
    assert told == "anna 3♣–6♣ 9♦♥♠ Q♣–2♣ 4♦ 2♠=5♦ 6♦ 7♦ ★1=9♣ 9♦ 9♥ 3♥ 4♥ 5♥".split()


def test_a_card_laid_off_on_the_meld_of_somebody_else_has_a_letter_and_a_legend() -> None:
    position = {"melds": [{"cards": "3C 4C 5C 6C".split(), "by": [0, 0, 0, 1]}]}
    for rows in (0, SMALL, LARGE):
        told = plain(meld_lines(position, ["anna", "adam"], 80, rows=rows, me=1))
        assert "anna" in told and "d laid off by you" in told
    assert "6♣d" in plain(meld_lines(position, ["anna", "adam"], 80, me=1))


def test_scores_have_a_line_through_the_rounds_and_the_points_laid() -> None:
    rounds = tuple(news.RoundScored(n, 0, (1, 2, 3), (n * 10, 50 - n * 10, 0)) for n in range(1, 5))
    text = plain(screen(replace(GAME, rounds=rounds), Choice(), Size(120, 39)))
    assert "▃▅▆█" in text and "█▆▅▃" in text and all(points_text(GAME, seat) in text for seat in range(3))
    assert sparkline([], 9) == sparkline([1], 0) == ""


def test_what_taking_would_bring_and_the_play_that_would_use_it() -> None:
    picture = replace(at("5S 7S KD", "6S 2C 9D", []), table=GAME.table)
    deep = Choice(row="pile", at=0)
    told = plain(screen(picture, deep, Size(90, 23)))
    assert "With 6♠ you get all that lies above it: 3 cards." in told
    assert told.count("lay 5♠ 6♠ 7♠") == 1  # the offer says it
    top = plain(screen(picture, replace(deep, at=2), Size(90, 23)))
    assert "You cannot take 9♦: nothing in your hand or on the table goes with it." in top


def test_only_takes_with_the_picked_cards_are_offered_and_the_line_says_if_there_are_none() -> None:
    picture = replace(at("5S 7S 6D 6H KD", "6S", []), table=GAME.table)
    for hand, first in (("6D", "lay 6♦ 6♥ 6♠"), ("7S", "lay 5♠ 6♠ 7♠")):
        pile = replace(Choice().put_in(picture, "pile"), picked=(("hand", hand),))
        assert isinstance(pile.offers(picture)[0], Take)
        assert f"Enter  take 6♠ and {first}" in plain(offer_lines(picture, pile, 200, ScreenState()))
    none = replace(Choice().put_in(picture, "pile"), picked=(("hand", "KD"),))
    assert none.offers(picture) == []
    assert "not with the cards you picked" in plain(taking_lines(picture, none, 200))


def test_with_the_cursor_among_the_melds_nothing_is_offered_that_only_the_hand_has() -> None:
    picture = replace(at("5S 8S 7C KD", "2C", ["3D 4D 5D"], phase="play"), table=GAME.table)
    melds = Choice().put_in(picture, "melds")
    for choice, says in ((melds, "space picks it"), (melds.toggled(picture), "space puts it back")):
        told = plain(offer_lines(picture, choice, 200, ScreenState()))
        assert says in told and "Enter does nothing here: tab goes back to your hand" in told and "throws" not in told
        assert "t" not in dict(table_keys(picture, choice))
    assert dict(table_keys(picture, Choice().toggled(picture).put_in(picture, "melds"))).get("t") is None


def test_the_way_to_lay_stands_beside_the_throw_whether_there_is_a_meld_or_not() -> None:
    for hand in ("5S 6S 7S KD", "5S 8S 7C KD"):
        picture = replace(at(hand, "2C", [], phase="play"), table=GAME.table)
        told = plain(offer_lines(picture, Choice(), 78, ScreenState()))
        assert "throw" in told and "space picks cards to lay" in told
        assert "space picks" not in plain(offer_lines(picture, Choice().toggled(picture), 78, ScreenState()))


@pytest.mark.parametrize("variant", NAMES)
@pytest.mark.parametrize("size", [Size(80, 23), Size(100, 29), Size(120, 39)])
def test_cards_keep_their_size_through_a_turn_and_only_become_smaller_in_a_round(variant: str, size: Size) -> None:
    before = 0
    for steps in (4, 10, 16, 22, 28):
        picture = pictures.playing(variant, 3, steps, seed=1)
        choices = (Choice(), Choice().switched(picture), Choice().toggled(picture))
        heights = {hand_rows(screen(picture, choice, size)) for choice in choices}
        assert len(heights) == 1, (steps, heights)
        assert not before or heights.pop() <= before, steps
        before = hand_rows(screen(picture, Choice(), size))


def hand_rows(lines: list[Line]) -> int:
    """The rows of a card of the hand."""
    own = max(at for at, line in enumerate(lines) if "(you)" in plain([line]))
    rows = [at for at, line in enumerate(lines) if "class:at-hand-1" in " ".join(look for look, _text in line)]
    return len([at for at in rows if at > own])


def test_a_wild_card_has_a_frame_as_wide_as_what_it_says() -> None:
    cards = [CardLook(card) for card in ("*1=TD", "JD", "2C=9H", "3C")]
    for rows in (SMALL, LARGE):
        top, first, *_rest = [plain([line]) for line in card_rows(cards, 80, rows) or ()]
        assert len(top) == len(first)
        starts = [at for at, char in enumerate(top) if char == "╭"]
        assert all(first[at] == "│" for at in starts), (top, first)
        ends = [at for at, char in enumerate(top) if char == "╮"]
        assert all(first[at] == "│" for at in ends), (top, first)


def test_the_points_of_a_round_that_is_over_are_in_the_total_alone() -> None:
    assert GAME.state is not None
    assert "+" in points_text(GAME, 0)
    assert "+" not in points_text(replace(GAME, state=replace(GAME.state, phase="over")), 0)


def test_who_is_only_asked_is_not_told_to_be_on_turn() -> None:
    asked = plain(screen(pictures.offered(0), Choice(), Size(80, 23)))
    assert "YOU ARE ASKED" in asked and "YOUR TURN" not in asked
    assert "YOUR TURN" in plain(screen(pictures.on_turn("crummy", 4, 40), Choice(), Size(80, 23)))


def test_only_what_enter_does_is_bright_among_the_keys() -> None:
    picture = replace(at("5S 6S 7S 8S KD", "2C", [], "play"), table=GAME.table)
    choice = Choice(picked=(("hand", "5S"), ("hand", "6S"), ("hand", "7S")))
    offered = [part for line in offer_lines(picture, choice, 80, ScreenState()) for part in line]
    bright = [
        text.strip()
        for look, text in (*offered, *keys_line(table_keys(picture, choice), 80))
        if "class:key" in look.split() or "class:best" in look.split()
    ]
    assert bright[0] == "Enter" and "2" not in bright and "q" not in bright and "t" not in bright


def test_melds_of_two_players_do_not_touch_where_there_is_room() -> None:
    model = pictures.playing("keilty", 3, 47)
    assert model.position is not None
    close, apart = (meld_lines(model.position, model.names, 100, rows=LARGE, apart=apart) for apart in (False, True))
    assert len(apart) == len(close) + 2 and [line for line in apart if line] == close


def test_the_background_is_the_terminals_own_unless_a_theme_is_chosen() -> None:
    for depth in (ColorDepth.DEPTH_4_BIT, ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT):
        look = style_of(Settings().theme, depth).get_attrs_for_style_str
        assert not look("class:table").bgcolor and not look("class:keys").bgcolor
        assert look("class:card").bgcolor


def test_a_green_table_is_green_with_256_colours() -> None:
    for theme in ("felt", "light"):
        colour = style_of(theme, ColorDepth.DEPTH_8_BIT).get_attrs_for_style_str("class:table").bgcolor or ""
        red, green, blue = (int(colour[at : at + 2], 16) for at in (0, 2, 4))
        assert green > red and green > blue
        # Exactly a colour of the palette, which no terminal has to guess.
        assert {red, green, blue} <= {0, 95, 135, 175, 215, 255}


def test_why_a_card_of_the_pile_cannot_be_taken_names_no_action_that_only_the_program_thought_of() -> None:
    early, late = (at("5S 7S KD", "6S 2C 9D", [], phase) for phase in ("pickup", "play"))
    first = pictures.on_turn("vegas", 3, 0)
    for picture, says in (
        (early, "goes with it"),
        (late, "You cannot take 9♦: you have picked up already"),
        (first, "the starter may not take on the first turn"),
    ):
        pile = Choice().put_in(picture, "pile")
        text = plain(taking_lines(replace(picture, table=GAME.table), pile, 200))
        assert says in text and "lay 9♦" not in text and "another game" not in text, text


def test_log_and_chat_are_turned_back_by_pages_and_chat_can_be_muted() -> None:
    lines = tuple(f"thing {number}" for number in range(100))
    picture = replace(GAME, lines=lines)
    assert "thing 99" in plain(screen(picture, Choice(), Size(80, 23)))
    back = plain(screen(picture, Choice(), Size(80, 23), view=ScreenState(scrolled_back=50)))
    assert "thing 99" not in back and "thing 50" in back and "page down shows the newest" in back
    first = plain(screen(picture, Choice(), Size(80, 23), view=ScreenState(scrolled_back=500)))
    assert "thing 0\n" in first
    assert "good evening" in plain(screen(picture, Choice(), Size(80, 23)))
    assert "good evening" not in plain(screen(picture, Choice(), Size(80, 23), view=ScreenState(muted=True)))


def test_chat_has_a_line_beside_the_log_from_two_lines_on_and_no_sentence_begins_in_its_middle() -> None:
    lines = tuple(f"{word} {'and so on ' * 9}end {word}" for word in ("first", "second", "third"))
    picture = replace(GAME, lines=lines)
    for room in range(2, 9):
        text = plain(log_and_chat(picture, ScreenState(), 60, room))
        assert "good evening" in text
        assert all(word in text for word in ("first", "second", "third") if f"end {word}" in text), text
        assert text.startswith((" first", " second", " third")), text
        assert len(text.splitlines()) <= room
    assert "third" in plain(log_and_chat(picture, ScreenState(), 60, 1))


def test_a_long_sentence_of_the_log_leaves_rows_for_the_two_before_it_and_the_two_after_it() -> None:
    long, others = "The host " + "waits and waits " * 12, ("ben drew a card", "ben threw out 2H")
    for lines in ((*others, long), (others[0], long, others[1]), (long, *others)):
        shown = plain(log_and_chat(replace(GAME, lines=("older", *lines), chat=()), ScreenState(), 60, 3)).splitlines()
        assert len(shown) == 3, "a row for each"
        assert sum(" …" in row for row in shown) == 1 and sum("The host waits" in row for row in shown) == 1
        assert "ben drew a card" in shown[lines.index(others[0])]
    alone = plain(log_and_chat(replace(GAME, lines=(long,), chat=()), ScreenState(), 60, 4))
    assert "…" not in alone, "with room it is whole"


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
    voided = replace(GAME, fairness=replace(GAME.fairness, voided=1))
    assert "1 shuffle voided" in " ".join(plain(screen(voided, Choice(), Size(80, 23))).split())


def test_nothing_points_a_rummy_out() -> None:
    """Whether a call is possible changes no character of the screen."""
    assert GAME.state is not None
    told = replace(GAME, state=replace(GAME.state, claims=(claim("rummy lay AH on 1", 2),)))
    for choice in (Choice(), Choice().switched(GAME).toggled(GAME)):
        assert screen(told, choice, Size(80, 23)) == screen(GAME, choice, Size(80, 23))


def test_a_lobby_of_many_tables_keeps_what_to_do_in_sight() -> None:
    row = pictures.LOBBY[0]
    many = replace(pictures.empty(), lobby=tuple(replace(row, table=number) for number in range(1, 60)))
    for size in (Size(60, 15), Size(80, 23), Size(140, 44)):
        text = plain(screen(many, Choice(), size))
        shown = sum("Keilty rummy  playing" in line for line in text.splitlines())
        assert f"{59 - shown} more tables" in text and "n  open a new table" in text
        text = plain(screen(replace(many, lobby=many.lobby[:2], lobby_more=400), Choice(), size))
        assert text.count("Keilty rummy  playing") == 2 and "400 more tables" in text


def test_the_head_has_the_points_that_end_the_game_where_points_do() -> None:
    by_rounds = replace(GAME, options={**GAME.options, "deals": 3})
    heads = [plain(screen(one, Choice(), Size(100, 23))).splitlines()[0] for one in (GAME, by_rounds)]
    assert ["Keilty rummy to 500" in head for head in heads] == [True, False]
    assert "Keilty rummy · round 1" in heads[1]


def test_those_who_watch_are_counted_in_the_head_and_named_before_a_game() -> None:
    assert GAME.table is not None
    watched = replace(GAME, table=replace(GAME.table, spectators=("carla", "dan")))
    assert "2 watching" in plain(screen(watched, Choice(), Size(100, 23))).splitlines()[0]
    before = pictures.waiting("keilty", 2)
    assert before.table is not None
    assert "watching: carla" in plain(
        screen(replace(before, table=replace(before.table, spectators=("carla",))), Choice(), Size(80, 23))
    )


def test_the_owner_of_a_table_is_marked_and_told_what_an_owner_can_do() -> None:
    before = pictures.waiting("keilty", 2)
    assert before.table is not None

    def text(owner: int | None) -> str:
        assert before.table is not None
        return plain(screen(replace(before, table=replace(before.table, owner=owner)), Choice(), Size(80, 23)))

    assert "owner" not in text(None)
    assert "player 1" in next(line for line in text(1).splitlines() if "owner of the table" in line)
    assert "free a seat" not in text(1) and "free a seat" in text(0)


def test_who_watches_is_told_how_to_sit_down_and_not_to_be_ready() -> None:
    before = replace(pictures.waiting("keilty", 2), watching=True)
    text = plain(screen(before, Choice(), Size(80, 23)))
    assert "Enter  take a seat" in text and "ready to play" not in text


def test_before_the_first_answer_nothing_is_called_lost() -> None:
    first = replace(pictures.empty(), connected=False, host="", lobby=())
    text = plain(screen(first, Choice(), Size(80, 23)))
    assert "waiting for the host" in text and "LOST" not in text and "none yet" not in text
    later = plain(screen(replace(first, host="kitchen"), Choice(), Size(80, 23)))
    assert "CONNECTION LOST" in later


@pytest.mark.parametrize("width", [2, 3, 7, 20])
@pytest.mark.parametrize(
    "text",
    [
        "\u6f22" * 30,
        "anna: \u4f60\u597d\u3002 \u6211\u62bd\u5230\u4e86 7S\u3002\u8c22\u8c22 ok",
        "e\u0301\u0323" * 25 + " cafe\u0301",
        "\u0939\u093f\u0928\u094d\u0926\u0940 " * 5,
        "mixed\u6f22abc-def " * 4,
    ],
)
def test_lines_are_folded_by_columns_and_nothing_is_lost(text: str, width: int) -> None:
    lines = folded(text, width)
    assert all(get_cwidth(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(get_cwidth(line[0]) > 0 for line in lines), "a mark has lost its letter"


def test_wide_characters_fill_a_line_and_no_line_begins_with_what_closes() -> None:
    assert folded("a " + "\u6f22" * 4, 7) == ["a \u6f22\u6f22", "\u6f22\u6f22"]
    assert folded("\u6f22\u6f22\u3002\u6f22", 4) == ["\u6f22", "\u6f22\u3002", "\u6f22"]
    assert [plain([line]) for line in wrapped("", "\u6f22" * 8, 12)] == [" " + "\u6f22" * 5, " " + "\u6f22" * 3]


def test_words_are_kept_whole_and_apart_as_they_were() -> None:
    assert folded("press r, type  rummy lay 8S  now", 14) == ["press r, type", "rummy lay 8S", "now"]
    assert folded("a well-known word", 8) == ["a well-", "known", "word"]
    assert folded("one  two", 20) == ["one  two"] and folded(" \n", 20) == []
    assert folded("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_an_option_that_is_not_the_default_is_told_in_words_as_the_menu_has_it() -> None:
    model = pictures.playing("keilty", 2, 3)
    model = replace(model, options={**model.options, "hints": True})
    told = option_lines(model)
    assert "Players may ask for hints: yes" in told and not any("true" in fact for fact in told)
    assert "Players may ask for hints: yes" in plain(page("help", model, (), Size(80, 200), 0))
    for width in (80, 120):
        assert "ask for hints" not in plain(screen(model, Choice(), Size(width, 39)))
    told = option_lines(replace(model, options={**model.options, "escrow": False}))
    assert not any("lost program" in fact for fact in told), "without a sealed deck it means nothing"


def test_a_play_that_waits_for_the_answers_of_others_is_said_in_place_of_the_offers() -> None:
    picture = pictures.offered(None)
    assert picture.hurries
    before = plain(offer_lines(picture, Choice(), 100, ScreenState()))
    card = picture.hand[0]
    after = plain(offer_lines(replace(picture, waiting=f"throw {card}"), Choice(), 100, ScreenState()))
    names = ", ".join(picture.names[seat] for seat in picture.due)
    assert "you need not wait" in before
    assert after.split() == f"throw {with_signs(card)}: sent, and done when {names} have answered".split()
