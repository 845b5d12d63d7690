"""Hints: where the table allows them, as a sentence for each reason, found beside the event loop."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

import pytest

from rummynet.bots.coach.findings import Advice, Decision, Moment
from rummynet.bots.coach.play_reasons import (
    Better,
    BreaksMeld,
    Brings,
    Close,
    Dearest,
    FitsMeld,
    GetsWild,
    GoesOut,
    GoesWith,
    GoesWithNothing,
    Lays,
    NearOut,
    NeedsTwo,
    NothingInPile,
    OnlyChoice,
    OpensTo,
    Reason,
    Safe,
    Sheds,
    StaysIn,
    TakesBack,
    ThenThrow,
    WouldBring,
)
from rummynet.bots.seat_view import view_without_log
from rummynet.rules.varieties import variety
from rummynet_client.coaching import Coaching
from rummynet_client.core.session.hints import NoHints, hint_question
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.review import MissedRummy, RoundReview
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.narrator import Narrator, moment_words
from rummynet_client.core.text import news
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.hint_text import advice_sentence, moment_text
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.pages.page import PAGES
from rummynet_client.terminal.pages.round_result import round_result_lines
from rummynet_protocol.actions import Action, CallRummy, Draw, LayDown, Take, ThrowOut
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.errors import raises
from tests.support.forge import Forge

NAMES = ("anna", "ben")
MELDS = (("7C", "7D", "7H"),)
THROW = ThrowOut("9S")
SENTENCES: list[tuple[Reason, Action, str]] = [
    (OnlyChoice(), Draw(), "draw – nothing else can be done"),
    (Brings(3), Take("9C", LayDown(("9C", "9D", "9H"))), "take 9C and lay 9C 9D 9H – it brings 3 cards"),
    (Lays(24), LayDown(("9C", "9D", "9H")), "lay 9C 9D 9H – it lays 24 points"),
    (Lays(5, 104), LayDown(("9C",)), "lay 9C – it lays 5 points, and you lay 104 in this turn"),
    (Sheds(1), LayDown(("9C", "9D", "9H")), "lay 9C 9D 9H – it rids you of 1 card"),
    (GoesOut(), THROW, "throw 9S – you go out with it"),
    (GetsWild("*1"), Draw(), "draw – it brings *1 into your hand"),
    (ThenThrow("9S"), Draw(), "draw – then throw 9S, which nobody can lay"),
    (NothingInPile(), Draw(), "draw – you can take nothing from the pile"),
    (GoesWithNothing("9S"), THROW, "throw 9S – nothing you hold goes with it"),
    (GoesWithNothing("4C"), Draw(), "draw – nothing you hold goes with 4C"),
    (GoesWith("9C", ("9D", "TC")), Take("9C"), "take 9C – it goes with 9D TC"),
    (WouldBring("9C", 1), Draw(), "draw – taking 9C would leave you 1 more card to get rid of"),
    (Safe(), THROW, "throw 9S – nobody can lay it: the others cannot get the cards that go with it"),
    (TakesBack(), THROW, "throw 9S – you can take it back while it lies in the pile"),
    (NeedsTwo(), THROW, "throw 9S – to lay it somebody needs two cards that nobody has seen"),
    (FitsMeld(0), THROW, "throw 9S – they can lay it on 7C 7D 7H, but everything else costs you more"),
    (Dearest(10), THROW, "throw 9S – if you keep it, it costs you 10 points"),
    (NearOut(1, 2), THROW, "throw 9S – ben may soon go out, with 2 cards left"),
    (StaysIn(), Draw(), "draw – if you do not pay, you sit out"),
    (Better(ThrowOut("KD"), 6), THROW, "throw 9S – it promises 6 points more than 'throw KD'"),
    (Better(Draw(), 6, 2), THROW, "throw 9S – in the end about 6 points better than 'draw', give or take 2"),
    (BreaksMeld(("9D", "9H", "9S")), THROW, "throw 9S – it breaks up 9D 9H 9S, but everything else costs you more"),
    (OpensTo(("8S", "QS")), THROW, "throw 9S – what you could lay lets the others lay off 8S QS"),
    (Close(ThrowOut("KD")), THROW, "throw 9S – 'throw KD' would do about as well"),
]


def finished() -> JoinedGame:
    """A game of two at a table with hints, followed by seat 0."""
    forge = Forge("keilty", {"target": 10, "hints": True}, 2, seed=4)
    forge.play()
    return pictures.followed(forge, 0)


def playing(hints: bool = True) -> tuple[ViewModel, JoinedGame]:
    """Seat 0's picture of a game that it has to play on."""
    forge = Forge("keilty", {"hints": hints}, 2, seed=2)
    forge.begin()
    forge.round = 1
    forge.commit(4)
    forge.deal(forge.mix(forge.due()))
    while forge.state.turn != 0 or forge.state.phase != "pickup":
        forge.step()
    game = pictures.followed(forge, 0)
    return pictures.of(game, "keilty"), game


@dataclass
class Sitting:
    """As much of a session as the coach asks for."""

    model: Any
    game: Any


@pytest.mark.parametrize(("reason", "action", "says"), SENTENCES, ids=lambda one: type(one).__name__)
def test_every_reason_has_a_sentence(reason: Reason, action: Action, says: str) -> None:
    assert advice_sentence(Advice(action, (reason,)), Wording(NAMES, melds=MELDS)) == says


def test_spoken_cards_have_words() -> None:
    advice = Advice(THROW, (GoesWithNothing("9S"), NearOut(1, 1)))
    assert Narrator().tell([news.HintGiven(advice)], replace(pictures.empty(), names=NAMES)) == [
        "Throw the 9 of spades: nothing you hold goes with it; ben may soon go out, with 1 card left."
    ]


class TestWhereItIsAllowed:
    def test_a_spectator_one_whose_turn_it_is_not_and_one_without_a_game_are_refused(self) -> None:
        picture, game = playing()
        assert hint_question(picture, game).view.seat == 0
        for without in ((replace(picture, me=None), game), (pictures.empty(), None)):
            with raises(NoHints, "no_hint", "you are not playing a game"):
                hint_question(*without)
        with raises(NoHints, "no_hint", "when it is your turn"):
            hint_question(replace(picture, my_turn=False, due=(), early=()), game)


class TestCoaching:
    def test_a_hint_is_found_in_another_thread_while_the_loop_goes_on(self) -> None:
        picture, game = playing()
        coaching = Coaching(Sitting(picture, game))  # type: ignore[arg-type]
        ticks = 0

        async def ask() -> tuple[list[news.News], list[news.News]]:
            nonlocal ticks

            async def tick() -> None:
                nonlocal ticks
                while True:
                    ticks += 1
                    await asyncio.sleep(0)

            ticking = asyncio.get_running_loop().create_task(tick())
            answers = await coaching.hint(), await coaching.hint()
            ticking.cancel()
            return answers

        (first,), (second,) = asyncio.run(ask())
        assert isinstance(first, news.HintGiven) and first == second
        assert picture.variety is not None and picture.state is not None
        assert picture.variety.is_legal(picture.state, 0, first.advice.action)
        assert ticks > 1

    def test_what_is_refused_is_said(self) -> None:
        picture, game = playing(hints=False)
        coaching = Coaching(Sitting(picture, game))  # type: ignore[arg-type]
        assert not coaching.follows
        (told,) = asyncio.run(coaching.hint())
        assert isinstance(told, news.WentWrong) and "without hints" in told.says

    def test_a_hint_for_a_position_that_is_gone_is_not_shown(self) -> None:
        picture, game = playing()
        sitting = Sitting(picture, game)
        coaching = Coaching(sitting)  # type: ignore[arg-type]

        async def ask() -> list[news.News]:
            asking = asyncio.get_running_loop().create_task(coaching.hint())
            await asyncio.sleep(0)
            sitting.model = replace(picture, state=None)
            return await asking

        (told,) = asyncio.run(ask())
        assert isinstance(told, news.WentWrong) and "moved on" in told.says

    def test_a_round_is_looked_at_once_and_its_page_shows_what_was_found(self) -> None:
        game = finished()
        picture = replace(pictures.of(game, "keilty"), reviews=tuple(game.reviews))
        assert "the coach looks at your round" in plain(round_result_lines(picture, 100, 9.0))
        sitting = Sitting(picture, game)
        coaching = Coaching(sitting)  # type: ignore[arg-type]
        assert coaching.follows
        (told,) = asyncio.run(coaching.moments(None))
        assert isinstance(told, news.RoundCoached) and game.reviews[-1].moments == told.moments
        shown = replace(picture, reviews=tuple(game.reviews))
        text = " ".join(plain(round_result_lines(shown, 100, 9.0)).split())
        assert ("Your most costly plays" in text) == bool(told.moments)
        assert ("none of your plays cost you much" in text) != bool(told.moments)
        sitting.model = shown
        assert asyncio.run(coaching.moments(None)) == [told]
        (unknown,) = asyncio.run(coaching.moments(99))
        assert isinstance(unknown, news.WentWrong)

    def test_the_turning_points_of_a_game_are_the_dearest_of_all_its_rounds_with_their_positions(self) -> None:
        game = finished()
        dealt, _ = variety("keilty").deal(variety("keilty").resolve({}), 2, 0, range(52))
        costs = {1: (5.0, 30.0), 2: (12.0, 1.5)}
        decision = Decision(view_without_log(dealt, 0), ThrowOut("KD"))
        reviews = tuple(
            replace(
                game.reviews[-1],
                round=round,
                moments=tuple(Moment(3, 2, decision, Advice(THROW, ()), cost, 3.0) for cost in found),
            )
            for round, found in costs.items()
        )
        picture = replace(pictures.of(game, "keilty"), reviews=reviews)
        sitting = Sitting(picture, None)
        (told,) = asyncio.run(Coaching(sitting).turning_points())  # type: ignore[arg-type]
        assert isinstance(told, news.WentWrong)
        sitting.game = game
        (told,) = asyncio.run(Coaching(sitting).turning_points())  # type: ignore[arg-type]
        assert isinstance(told, news.GameCoached)
        assert [(round, moment.cost) for round, moment in told.points] == [(1, 30.0), (2, 12.0), (1, 5.0)]
        text = " ".join(plain(PAGES["turning"](picture, 80)).split())
        assert "The turning points of your game Round 1: turn 2, about 30 ± 6 points: not" in text
        assert text.count(" held ") == 3 and "about 2 ±" not in text
        spoken = Narrator().tell([told], picture)
        assert spoken[1].startswith("Round 1: turn 2, about 30") and spoken[2].startswith("You held ")
        assert "king of clubs" in spoken[2]
        assert len([line for line in spoken if line.startswith("You held ")]) == 3
        assert [json.loads(line).get("round") for line in news_lines(told)] == [None, 1, 2, 1]

    def test_a_turning_point_in_speech_says_what_is_wild_and_the_contract(self) -> None:
        crummy = variety("crummy")
        dealt, _ = crummy.deal(crummy.resolve({}), 2, 0, range(54))
        moment = Moment(3, 2, Decision(view_without_log(dealt, 0), Draw()), Advice(Draw(), ()), 9.0, 3.0)
        picture = replace(pictures.of(finished(), "keilty"), variety=crummy)
        spoken = Narrator().tell([news.GameCoached(((1, moment),))], picture)
        assert "Contract: 2 sets." in spoken and "Twos and jokers are wild." in spoken


def test_a_costly_moment_is_a_sentence_on_the_screen_and_aloud() -> None:
    game = variety("keilty")
    state, _ = game.deal(game.resolve({}), 2, 0, range(52))
    decision = Decision(view_without_log(state, 0), ThrowOut("KD"))
    moment = Moment(3, 2, decision, Advice(THROW, (GoesWithNothing("9S"),)), 12.4, 3.0)
    assert moment_text(moment, NAMES) == (
        "turn 2, about 12 ± 6 points: not 'throw KD' but throw 9S – nothing you hold goes with it"
    )
    assert "not 'throw the king of diamonds' but throw the 9 of spades" in moment_words(moment, game, NAMES)
    picture = replace(pictures.empty(), variety=game, names=NAMES)
    told = Narrator().tell([news.RoundCoached(1, (moment,))], picture)
    assert told[0] == "Round 1: Your most costly plays, compared with the best ones."
    assert told[1].startswith("Turn 2, about")
    missed = tuple(MissedRummy(CallRummy(LayDown(("5S", "6S", "7S"))), by, "throw 7S", 900) for by in (0, 1, 1))
    lost = "you could have called 2 rummies that nobody called: 6 cards in all"
    for reviews, says in ((), "the cards and small"), ((RoundReview(2, None, (), missed, ()),), lost):
        shown, says = replace(picture, reviews=reviews, me=0), f"none of your plays cost you much; {says}"
        assert Narrator().tell([news.RoundCoached(2, ())], shown)[0].startswith(f"Round 2: {says}")
        assert " ".join(plain(PAGES["turning"](shown, 60)).split()).endswith(f"{says}") == bool(reviews)
