"""A round ends when new stocks are used up with nothing laid, in every game that has the option ``idle_stocks``."""

import random
from typing import Any, Final

import pytest

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_protocol.actions import Action, CountAces, Draw, Pass, Take, ThrowOut, Waive
from rummynet_protocol.values import replace
from tests.support.errors import raises
from tests.support.games import EVERY, moved, new_round

GAMES: Final = tuple(name for name in EVERY if any(one.name == "idle_stocks" for one in variety(name).options))
WARNING: Final = "without a lay the round ends with this stock: nobody has laid since the shuffle"
NO_OTHER: Final = (
    "nobody laid anything while a whole new stock was drawn: there will be no other stock unless somebody lays"
)
ENDED: Final = "the round ended because nobody laid anything while a whole new stock was drawn"


def dead_round(name: str, **options: Any) -> list[State]:  # noqa: ANN401
    """The positions of a round in which all draw and throw out and nobody lays anything."""
    game, chance = variety(name), random.Random(name)
    state, found = new_round(name, chance, **options), []
    while game.actors(state) and state.round_scores is None:
        found.append(state)
        seat = game.actors(state)[0]
        action = idle_action(game.legal(state, seat))
        if action is None:
            break
        state = moved(game, chance, state, seat, game.explicit(state, seat, action))
    return [*found, state]


def idle_action(legal: list[Action]) -> Action | None:
    """What somebody does who never lays; None where a card has to be taken and used."""
    alone = next((one for one in legal if isinstance(one, Take) and one.play is None), None)
    return next(
        (one for kind in (Draw, Waive, ThrowOut, Pass, CountAces) for one in legal if isinstance(one, kind)), alone
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_new_stock_used_up_with_nothing_laid_is_the_last(name: str) -> None:
    end = dead_round(name)[-1]
    assert (end.reshuffles, end.stocks_since_lay, end.stock, end.out) == (1, 1, (), None)
    assert variety(name).chance.reshuffle_cards(replace(end, phase="pickup")) is None


@pytest.mark.parametrize("name", GAMES)
def test_idle_stocks_says_after_how_many_in_a_row(name: str) -> None:
    """Not the first stock of the deal, which is never one of them."""
    for most in (1, 2, 3):
        assert dead_round(name, idle_stocks=most, reshuffle_limit=9)[-1].reshuffles == most


@pytest.mark.parametrize("name", GAMES)
def test_with_idle_stocks_0_the_limit_alone_ends_a_round(name: str) -> None:
    assert dead_round(name, idle_stocks=0, reshuffle_limit=5)[-1].reshuffles == 5


@pytest.mark.parametrize("name", GAMES)
def test_all_is_then_as_at_the_limit_of_new_stocks(name: str) -> None:
    game = variety(name)
    last = [one for one in dead_round(name) if one.phase == "pickup" and one.stock][-1]
    dead = replace(last, stock=())
    with raises(IllegalAction, "no_cards_left"):
        game.apply(dead, dead.turn, Draw())
    limited = replace(dead, stocks_since_lay=0, reshuffles=dead.options["reshuffle_limit"])
    assert game.legal(dead, dead.turn) == game.legal(limited, dead.turn) != game.legal(last, dead.turn)


def test_nothing_is_offered_with_the_last_card_of_an_idle_stock() -> None:
    """In Crummy rummy there would be no penalty card to go with it."""
    drawn = [one for one in dead_round("crummy") if one.drawn is not None and not one.stock]
    assert {one.phase for one in drawn if one.stocks_since_lay} == {"play"}
    assert {one.phase for one in drawn if not one.stocks_since_lay} == {"offer", "play"}


@pytest.mark.parametrize("name", GAMES)
def test_a_round_begins_with_no_such_stock(name: str) -> None:
    assert dead_round(name)[0].stocks_since_lay == 0


def test_the_next_round_of_vegas_begins_with_none() -> None:
    """Its deal takes the last position over, and sets back what is the round's own."""
    game = variety("vegas")
    state = dead_round("vegas", max_score=1000)[-1]
    assert (state.phase, state.stocks_since_lay) == ("over", 1)
    following, _ = game.next_round(state, game.deck(state.options, state, state.players))
    assert following.stocks_since_lay == 0


# -- positions and what people are told


def warnings_in(name: str, state: State) -> set[str]:
    return {WARNING, NO_OTHER, ENDED} & set(variety(name).presentation.facts(state))


@pytest.mark.parametrize("name", GAMES)
def test_the_table_is_warned_while_the_last_stock_is_drawn_and_told_why_the_round_ended(name: str) -> None:
    positions = dead_round(name, idle_stocks=2, reshuffle_limit=9)
    assert all(warnings_in(name, one) == set() for one in positions if one.stocks_since_lay < 2)
    last = [one for one in positions if one.stocks_since_lay == 2 and one.phase in ("pickup", "play", "offer")]
    drawn = [one for one in last if one.stock]
    assert len(drawn) > 2 and all(warnings_in(name, one) == {WARNING} for one in drawn)
    # The same sentence in both phases: with a pile of one card each take and throw-out would change it.
    assert all(warnings_in(name, one) == {NO_OTHER} for one in last if not one.stock)
    needs = replace(last[-1], phase="pickup", stock=(), out=None)
    assert warnings_in(name, needs) == {NO_OTHER}
    assert warnings_in(name, replace(needs, phase="over")) == {ENDED}
    assert warnings_in(name, replace(needs, phase="over", out=0)) == set()


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_warned_where_the_limit_allows_no_other_stock_anyway(name: str) -> None:
    assert all(warnings_in(name, one) == set() for one in dead_round(name, reshuffle_limit=1))
