"""A game without sets, with low aces and its own worth of cards: rules, refusals and bots go by what it says."""

from collections.abc import Iterator
from typing import Any

import pytest

from rummynet.bots.evaluation.outlook import Outlook
from rummynet.bots.evaluation.partners import companions, lay_offs, pairs_of, points_of
from rummynet.bots.evaluation.weights import HELD_POINTS
from rummynet.bots.evaluation.worth import neighbours_of, promise, worth
from rummynet.bots.seat_view import view_without_log
from rummynet.rules.core.errors import BadPosition, IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.shared.scoring import lowest_at_target
from rummynet.rules.varieties import MODULES, variety
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.lobby.panels import example_lines
from rummynet_protocol import cards, notation
from rummynet_protocol.values import replace
from tests.support.errors import raises
from tests.support.games import TOY, random_round, short
from tests.support.rows import at

RUNS = "runs"
MODULES[RUNS] = "tests.tiny.runs"
GAME, TINY = variety(RUNS), variety(TOY)


def position(hands: list[str], melds: tuple[str, ...] = (), **changes: Any) -> State:  # noqa: ANN401
    used = " ".join([*hands, *melds]).split()
    rest = [card for card in cards.FACES[:52] if card not in used]
    given = {"options": short(RUNS), "phase": "play", "discard": rest[:1], "stock": rest[1:]}
    return at(RUNS, hands=hands, melds=list(melds), **given, **changes)


def codes(*words: str) -> list[int]:
    return [cards.code(word) for word in words]


def refused(state: State, line: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, state.turn, notation.parse(line))
    return str(caught.value)


# -- rules


def test_runs_alone_are_listed_and_accepted() -> None:
    state = position(["AC 2C 3C 9C 9D 9H", "4S 6D"])
    assert [notation.text(one) for one in GAME.legal(state, 0) if notation.text(one).startswith("meld")] == [
        "meld AC 2C 3C"
    ]


@pytest.mark.parametrize(
    ("cards_held", "why"),
    [
        ("9C 9D 9H", "9C 9D 9H is not a meld; a run is 3 or more of a suit, in order"),
        ("4C 4D 5H", "4C 4D 5H is not a meld; a run is 3 or more of a suit, in order"),
        ("QC KC AC", "QC KC AC is not a meld; here an ace lies below the two"),
    ],
)
def test_a_refusal_names_no_meld_that_the_game_does_not_have(cards_held: str, why: str) -> None:
    assert refused(position([f"{cards_held} 2H", "4S"]), f"meld {cards_held}") == why


def test_a_refusal_names_no_place_that_the_game_does_not_have() -> None:
    state = position(["AC 9C 2H", "4S"], ("TC JC QC KC",))
    assert refused(state, "lay AC on 0") == "AC does not fit on TC JC QC KC; what fits is 9C"
    GAME.apply(state, 0, notation.parse("lay 9C on 0"))


@pytest.mark.parametrize("laid", ["9C 9D 9H", "QC KC AC"])
def test_a_position_with_a_meld_that_cannot_be_is_refused(laid: str) -> None:
    with pytest.raises(BadPosition):
        position(["2H 3S", "4S"], (laid,))


def test_the_lowest_total_wins_at_the_target() -> None:
    target = short(RUNS)["target"]
    state = replace(position(["AC 2D", "4S"]), scores=(10, target - 5))
    assert lowest_at_target(state, (0, 4)) is None and lowest_at_target(state, (0, 5)) == 0
    # Who tie are told apart by what they had before.
    assert lowest_at_target(replace(state, scores=(10, 20)), (target, target - 10)) == 0


def takes_and_throws(game: str) -> Iterator[State]:
    """Everybody takes the top, as long as that is allowed, and throws that card out again."""
    rules = variety(game)
    state = next(random_round(game, 1))[0]
    while True:
        take = next((one for one in rules.legal(state, state.turn) if notation.text(one).startswith("take")), None)
        if take is None:
            return
        card = notation.text(take).split()[1]
        for line in (f"take {card}", f"throw {card}"):
            state, _ = rules.apply(state, state.turn, notation.parse(line))
        yield state


@pytest.mark.parametrize("game", [TOY, RUNS])
def test_cards_do_not_go_round_for_ever(game: str) -> None:
    rules = variety(game)
    *_, last = takes_and_throws(game)
    assert last.takes_in_a_row == 2 * last.players
    assert [notation.text(one) for one in rules.legal(last, last.turn)] == ["draw"]
    with raises(IllegalAction, "card_not_in_pile", last.takes_in_a_row):
        rules.apply(last, last.turn, notation.parse(f"take {cards.face(last.discard[-1])}"))
    assert rules.positions.read(rules.positions.write(last)) == last
    assert rules.apply(last, last.turn, notation.parse("draw"))[0].takes_in_a_row == 0


# -- what people see


@pytest.mark.parametrize("width", [60, 100])
def test_a_game_without_sets_has_its_example_its_words_and_the_keys(width: int) -> None:
    shown = plain(example_lines(RUNS, Size(width, 20)))
    assert "What is laid" in shown and "A turn, by keys" in shown and "the ace low" in " ".join(shown.split())
    assert all(one in shown for one in "4567") and "9" not in shown
    assert example_lines("a game of a newer host", Size(width, 20)) == []


# -- bots and hints


def test_bots_look_for_no_set_and_no_high_ace() -> None:
    nine, ace, king = codes("9C", "AC", "KC")
    assert (
        all(one // 13 == two // 13 == 0 for one, two in pairs_of(GAME.aces, GAME.has_sets)[nine])
        and len(pairs_of(GAME.aces, GAME.has_sets)[nine]) == 3
    )
    assert (
        set(pairs_of(GAME.aces, GAME.has_sets)[ace]) == {tuple(codes("2C", "3C"))}
        and len(pairs_of(GAME.aces, GAME.has_sets)[king]) == 1
    )
    assert len(pairs_of(TINY.aces, TINY.has_sets)[nine]) == 6, "the other toy has sets"
    ten_to_king = tuple(codes("TC", "JC", "QC", "KC"))
    assert ace in dict(lay_offs(ten_to_king, True)) and ace not in dict(lay_offs(ten_to_king, True, GAME.aces))


def test_a_pair_and_an_ace_beside_a_king_promise_nothing() -> None:
    near = neighbours_of(GAME.aces, GAME.has_sets)
    for one, two in (("9C", "9D"), ("AC", "KC"), ("AC", "QC")):
        assert promise(cards.code(one), cards.mask(codes(one, two)), 0, near) == 0
    assert promise(cards.code("AC"), cards.mask(codes("AC", "2C")), 0, near) > 0


def test_bots_price_a_card_as_the_game_does() -> None:
    assert [points_of(GAME)[code] for code in codes("AC", "7D", "KH")] == [1, 7, 10]
    ace, ten = position(["AC 2D", "4S"]), position(["TC 2D", "4S"])
    assert worth(GAME, ace, 0) > worth(GAME, ten, 0)
    looks = [Outlook(GAME, view_without_log(one, 0).position, 0, HELD_POINTS).worth() for one in (ace, ten)]
    assert looks[0] > looks[1]


def test_hints_name_no_company_that_the_game_does_not_have() -> None:
    held = codes("9D", "KC", "QC", "2C", "TC", "8C")
    assert companions(cards.code("9C"), held, GAME.aces, GAME.has_sets) == codes("TC", "8C")
    assert companions(cards.code("AC"), held, GAME.aces, GAME.has_sets) == codes("2C")
