"""The plain turn of one-deck games, by the toy game and by games that state other parameters."""

from typing import Any

import pytest

from rummynet.rules.core.errors import (
    CannotPass,
    CardNotHeld,
    CardNotInPile,
    DoesNotFit,
    IllegalAction,
    NeedsShuffle,
    NotAMeld,
    NothingLeftToThrow,
    NotInThisGame,
    NotYourTurn,
    OneAtATime,
    RoundOver,
    WrongPhase,
)
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import FirstStarter
from rummynet.rules.shared.draw_lay_throw import DrawLayThrow
from rummynet.rules.shared.melds import MELDS
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Pass, Take, ThrowOut
from tests.support.errors import raises
from tests.support.games import TOY, random_round
from tests.tiny.game import VARIETY, Tiny


class High(DrawLayThrow):
    """The toy game with aces above the king only; a hand may be emptied by a play; the seat named begins."""

    name, title, seats, options, scoring = Tiny.name, Tiny.title, Tiny.seats, Tiny.options, Tiny.scoring
    aces = "high"
    last_card_is_thrown = False
    start_moves = "counter-clockwise"
    first_starter = FirstStarter("first_dealer", "begins")


HIGH = High()


def at(hands: list[str], melds: tuple[str, ...] = (), game: DrawLayThrow = VARIETY, **keys: Any) -> State:  # noqa: ANN401
    position: dict[str, Any] = {
        "variant": "tiny", "players": len(hands), "turn": 0, "phase": "play", "hands": [one.split() for one in hands],
        "stock": ["2C", "3C"], "discard": ["9D"],
        "melds": [{"cards": one.split(), "by": [0] * len(one.split())} for one in melds],
    }  # fmt: skip
    return game.positions.read(position | keys)


def do(state: State, text: str, game: DrawLayThrow = VARIETY, seat: int = 0) -> State:
    return game.apply(state, seat, notation.parse(text))[0]


def action_texts(state: State, game: DrawLayThrow = VARIETY) -> list[str]:
    return [notation.text(action) for action in game.legal(state, state.turn)]


def test_the_list_is_complete() -> None:
    """Every throw-out, meld and lay-off of one card, taken from all there are, is accepted exactly if it is listed."""
    faces = cards.FACES[:54]
    always: list[Action] = [Draw(), Pass(), *map(Take, faces), *map(ThrowOut, faces), *map(LayDown, MELDS)]
    for number, (state, seat, _) in enumerate(random_round(TOY, 7)):
        if number % 5:
            continue
        tried = [*always, *(LayOff((face,), meld) for face in faces for meld in range(len(state.melds) + 1))]
        legal = [action for action in tried if VARIETY.is_legal(state, seat, action)]
        assert sorted(legal, key=notation.text) == VARIETY.legal(state, seat)


def test_where_aces_lie() -> None:
    hand = ["AS 2S 3S QS KS 9H", "4D"]
    low, high = at(hand), at(hand, game=HIGH)
    assert "meld AS 2S 3S" in action_texts(low) and "meld QS KS AS" not in action_texts(low)
    assert "meld QS KS AS" in action_texts(high, HIGH) and "meld AS 2S 3S" not in action_texts(high, HIGH)
    with pytest.raises(NotAMeld):
        do(low, "meld QS KS AS")
    with pytest.raises(NotAMeld):
        do(high, "meld AS 2S 3S", HIGH)


@pytest.mark.parametrize(("run", "low", "high"), [
    ("2S 3S 4S", True, False), ("JS QS KS", False, True), ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", True, True),
])  # fmt: skip
def test_an_ace_is_laid_off_where_it_lies(run: str, low: bool, high: bool) -> None:
    for game, fits in ((VARIETY, low), (HIGH, high)):
        state = at(["AS 9H", "4D"], (run,), game)
        assert ("lay AS on 0" in action_texts(state, game)) == fits == game.is_legal(state, 0, LayOff(("AS",), 0))
        if fits:
            laid = do(state, "lay AS on 0", game).melds[0]
            assert laid.cards[0 if game is VARIETY else -1] == cards.code("AS")


def test_a_play_leaves_a_card_to_throw_out_or_ends_the_round() -> None:
    hand = ["7C 7D 7H", "4D"]
    assert "meld 7C 7D 7H" not in action_texts(at(hand))
    with pytest.raises(NothingLeftToThrow):
        do(at(hand), "meld 7C 7D 7H")
    over = do(at(hand, game=HIGH), "meld 7C 7D 7H", HIGH)
    assert over.phase == "over" and over.out == 0 and over.scores == (4, 0)


def test_a_round_ends_with_the_stock() -> None:
    blocked = do(at(["7C 8D", "4D"], stock=[], reshuffles=2), "throw 7C")
    assert blocked.phase == "over" and blocked.out is None and blocked.scores == (0, 0)
    assert do(at(["7C 8D", "4D"], stock=[], reshuffles=1), "throw 7C").phase == "pickup"


def test_a_stock_is_made_anew() -> None:
    state = at(["7C 8D", "4D"], phase="pickup", stock=[], discard=["9D", "TD", "JD"])
    with pytest.raises(NeedsShuffle):
        do(state, "draw")
    assert VARIETY.is_legal(state, 0, Draw())
    fresh, _ = VARIETY.chance.reshuffle(state, [cards.code("TD"), cards.code("9D")])
    assert do(fresh, "draw").drawn == cards.code("TD")
    spent = at(["7C 8D", "4D"], phase="pickup", stock=[], discard=[], reshuffles=2)
    assert action_texts(spent) == ["pass"] and do(spent, "pass").out is None


@pytest.mark.parametrize(("phase", "text", "fault"), [
    ("play", "draw", WrongPhase), ("pickup", "throw 7C", WrongPhase), ("pickup", "take 8H", CardNotInPile),
    ("pickup", "take 9D meld 9C 9D 9H", CardNotInPile), ("pickup", "pass", CannotPass),
    ("play", "trade 7C for *1", NotInThisGame), ("play", "throw *1", CardNotHeld), ("play", "throw 9S", CardNotHeld),
    ("play", "meld 7C 7D 8H", NotAMeld), ("play", "meld 7D 7H 7S", CardNotHeld), ("play", "lay 5S 6S on 0", OneAtATime),
    ("play", "lay 7C on 0", DoesNotFit), ("play", "lay 7C on 1", DoesNotFit), ("play", "lay *1 on 0", DoesNotFit),
])  # fmt: skip
def test_what_is_refused(phase: str, text: str, fault: type[IllegalAction]) -> None:
    state = at(["7C 8D 5S 6S", "4D"], ("2S 3S 4S",), phase=phase)
    with raises(fault, fault.code):
        do(state, text)


def test_it_is_for_the_seat_on_turn_until_the_round_is_over() -> None:
    state = at(["7C", "4D"])
    with pytest.raises(NotYourTurn):
        do(state, "throw 4D", seat=1)
    assert VARIETY.legal(state, 1) == []
    over = do(state, "throw 7C")
    assert over.out == 0 and over.scores == (4, 0) and VARIETY.legal(over, 1) == []
    with pytest.raises(RoundOver):
        do(over, "draw", seat=1)


@pytest.mark.parametrize(("game", "named", "following"), [(VARIETY, 2, 0), (HIGH, 1, 0)])
def test_who_begins(game: DrawLayThrow, named: int, following: int) -> None:
    """Of three: seat 1 is named; then the start moves on by one seat, either way round."""
    starter = game.first_starter.named(game.resolve({"first_dealer": 1}), 3)
    assert starter == named == game.first_starter.from_seat(1, 3)
    over = at(["7C", "4D", "5D"], game=game, starter=named, phase="over", round_scores=[0, 0, 0])
    assert game.next_round(over, cards.full_deck())[0].starter == following
