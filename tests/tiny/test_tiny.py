"""A game that somebody adds is told, shown and played without a line about it in bots, clients or pages."""

import json

import pytest
from make import page_games

from rummynet.bots.characters import CHARACTERS
from rummynet.bots.evaluation.weighing import Weigher
from rummynet.bots.evaluation.weights import HELD_POINTS
from rummynet.bots.levels import NAMES as LEVELS
from rummynet.bots.strategies.named import strategy
from rummynet.rules.varieties import variety
from rummynet_client.core.session.review import RoundReview
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.spoken.spoken_cards import codes_in_words
from rummynet_client.core.text import verbs
from rummynet_client.core.text.game_words import game_title, option_title, value_words
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.core.text.news import RoundScored
from rummynet_client.core.text.table_wish import TableWish
from rummynet_client.core.views.table_points import laid_so_far
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.lobby.menu import menu_lines
from rummynet_client.terminal.state.table_menu import TableMenu
from rummynet_protocol.values import replace
from tests.support.forge import Forge
from tests.support.games import TOY, short
from tests.support.listening import heard, narrated
from tests.web.test_page_copies import printed

GAME = variety(TOY)


def forged() -> Forge:
    return Forge(TOY, short(TOY), 2, seed=1).play(1)


def test_the_menu_of_a_new_table_says_what_it_is_and_what_its_options_mean() -> None:
    wish = TableWish(TOY)
    shown, options = plain(menu_lines(TableMenu(wish), Size(140, 44))), wish.options
    words = " ".join(shown.replace("│", " ").split())
    assert game_title(TOY) == GAME.title and GAME.title in words
    assert all(option_title(one) in words for one in options if len(option_title(one)) <= 30)
    assert all(value_words(one, one.default) in words for one in options)
    assert "who is out first gains" in words and "A set: three or four of a rank" in words
    assert [how.partition("=")[0] for how, _ in verbs.explain(TOY)] == [one.name for one in GAME.options]


def test_a_listener_hears_its_round_in_words() -> None:
    lines = narrated(forged())
    sentences = [line for line in lines if "as in: " not in line and ": throw " not in line]  # those say what to type
    assert len(sentences) > 20 and all(codes_in_words(line) == line for line in sentences)


@pytest.mark.parametrize(("name", "tells"), [(TOY, False), ("keilty", True)])
def test_a_listener_hears_of_missed_rummies_where_they_are_called(name: str, tells: bool) -> None:
    forge = Forge(name, short(name), 2, seed=1).play(1)
    (scored, model), *_ = [
        (one, model) for items, model in heard(forge) for one in items if isinstance(one, RoundScored)
    ]
    review = RoundReview(scored.round, scored.out, (), ())
    lines = Narrator().tell([scored], replace(model, reviews=(review,)))
    assert any("missed" in line for line in lines) == tells and lines[0].startswith("Round 1: ")


def test_a_program_reads_its_round_line_by_line() -> None:
    lines = [line for items, _ in heard(forged()) for item in items for line in news_lines(item)]
    kinds = {json.loads(line)["kind"] for line in lines}
    assert {"deal", "turn", "did", "hand", "round"} <= kinds


def test_nothing_that_lies_there_counts() -> None:
    forge = forged()
    assert any("laid" in line for line in narrated(forge)) and laid_so_far(forge.state) == ()


@pytest.mark.parametrize("name", LEVELS)
def test_bots_weigh_what_is_held(name: str) -> None:
    level = strategy(name)
    if isinstance(level, Weigher):
        assert level.weights_for(GAME, 2) == level.weights_for(GAME, 4) == HELD_POINTS
        for character in CHARACTERS.values():
            tempered = level.with_temper(character.temper)
            assert tempered.weights_for(GAME, 2) == HELD_POINTS.multiplied(character.temper)


def test_pages_call_a_game_that_is_not_theirs_by_its_name() -> None:
    assert TOY not in page_games.traits() + page_games.words()
    asked = f"gameTitle('{TOY}'), gameWords('{TOY}'), facts({{ phase: 'play' }}, [])"
    script = "import { gameTitle, gameWords } from './live/games.js'; import { facts } from './live/facts.js';"
    assert printed(f"{script} console.log(JSON.stringify([{asked}]));") == [TOY, [], []]


def test_pages_show_the_one_example_of_a_game_without_sets() -> None:
    script = "import { meldExamples } from './live/games.js'; import { EXAMPLES } from './live/variety_words.js';"
    given = f"EXAMPLES.{TOY} = ['', '4C 5C 6C', '']; console.log(JSON.stringify(meldExamples('{TOY}')));"
    assert printed(f"{script} {given}") == {"set": [], "run": ["4C", "5C", "6C"], "says": ""}
