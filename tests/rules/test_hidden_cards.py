"""The rules run where hands are not known, and never disagree with the truth."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from rummynet.rules.core.errors import BadDeck, HiddenCard, IllegalAction
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Step
from rummynet.rules.shared.faces import given_out, read_words, with_decks
from rummynet.rules.varieties import variety
from rummynet_protocol import cards
from rummynet_protocol.events import Drew
from rummynet_protocol.notation import parse, text
from tests.support import basic_positions, rows, vegas_positions
from tests.support.cases import case
from tests.support.errors import raises
from tests.support.games import EVERY
from tests.support.in_notation import clock_texts
from tests.support.random_games import anything
from tests.support.rows import do
from tests.support.watching import Watched

OPTIONS: Final[dict[str, Callable[[Random], dict[str, Any]]]] = {
    "basic": basic_positions.random_options,
    "vegas": lambda rng: vegas_positions.any_options(rng) | {"max_score": 30, "decks": None},
    "crummy": lambda rng: {
        "reshuffle_limit": 1,
        "ace_low": rng.random() < 0.5,
        "contracts": rng.sample(range(1, 8), 7),
    },
}


@pytest.mark.drawn(10)
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("seed", range(12))
def test_every_viewer_agrees_with_the_truth(name: str, seed: int) -> None:
    """Three rounds of one game, the later ones of Vegas rummy with seats that sit out and seats that come in."""
    game, rng = variety(name), Random(seed)
    more = OPTIONS[name](rng) if name in OPTIONS else {"reshuffle_limit": rng.randint(1, 2)}
    options, players = game.resolve({**more, "turn_seconds": 20}), min((2, 3, 5, 8)[seed % 4], game.seats[-1])
    deal: Callable[[Sequence[int]], Step] = partial(game.deal, options, players, rng.randrange(players))
    deck = game.deck(options, None, players)
    for _ in range(3):
        rng.shuffle(deck)
        watched = Watched.dealt(game, deal, deck)
        watched.play(rng)
        if name != "vegas":  # aces in hands are counted, and the buy-ins follow, when the cards are open
            watched.check()
        watched.open_all()
        state = watched.true
        while state.phase != "over":
            state, _ = game.apply(state, *anything(game, state, rng))
        if state.finished:
            break
        join = vegas_positions.joiners(rng, vegas_positions.vegas(state)) if name == "vegas" else []
        deal = partial(lambda before, join, deck: game.next_round(before, deck, join), state, join)
        deck = game.deck(state.options, state, state.players, len(join))
    assert state.round_scores is not None


# -- positions put together: a number stands for so many hidden cards


def at(name: str, hands: Sequence[Any], **keys: Any) -> State:  # noqa: ANN401 - JSON values
    shut: list[Any] = [[None] * hand if isinstance(hand, int) else hand for hand in hands]
    state = rows.at(name, hands=shut, **{"phase": "play", **({"round": 2} if name == "crummy" else {}), **keys})
    positions = variety(name).positions
    assert positions.read(positions.write(state)) == state
    return state


ROUND_2: Final = "contract 4H 5H 6H 7H / KC KD KH"
PLAYED: Final[list[tuple[State, str, tuple[int, int]]]] = [
    (at("keilty", [4, 1]), "0 meld 2C 3C 4C", (1, 1)),
    (at("keilty", [4, 1]), "0 throw KS", (3, 1)),
    (at("keilty", [1, 1], phase="pickup", stock=[None]), "0 draw", (2, 1)),
    (at("basic", [7, 1], options={"hand": 6}), "0 declare meld 2S 3S 4S meld 9C 9D 9H throw 5S", (0, 1)),
    (at("basic", [3, 1]), "0 meld 2S 3S 4S", (0, 1)),
    (at("basic", [1, 1], phase="penalty", stock=[None] * 3), "0 penalty draw", (3, 1)),
    (do(at("basic", [1, 1], phase="pickup", discard="2S 3S 4S"), "0 turn"), "0 draw", (1, 1)),
    (at("joker", [4, "5C *2"]), "0 meld 5H 6H *1=7H", (1, 0)),
    (at("joker", ["2C", 1]), "0 throw 2C", (0, 1)),
    (at("crummy", [9, "3C"], discard="9C"), "0 contract 4H 5H *1=6H 7H / KC KD 2S=K?", (2, 0)),
    (at("crummy", [7, "3C"]), f"0 {ROUND_2}", (0, 0)),
    (at("crummy", [12, "3C"], round=7), "0 contract 3H 4H 5H 6H / 9C TC JC QC / 3D 4D 5D 6D", (0, 0)),
]
"""A position, what is played of hidden cards, and how many of each hand are hidden then."""
ELSEWHERE: Final[list[tuple[State, list[str]]]] = [
    (at("keilty", [4, 1], discard="9C JD", melds=["5H 6H 7H"]), ["throw 9C", "throw 5H", "throw JD"]),
    (do(at("keilty", [4, 1]), "0 meld 2C 3C 4C"), ["throw 3C"]),
    (at("keilty", [2, 2]), ["meld 2C 3C 4C"]),
    (at("basic", [7, 1], options={"hand": 6}, discard="KC"), ["declare meld 2S 3S 4S meld KC KD KH throw 5S"]),
    (at("joker", [4, "5C *2"], discard="KD"), ["meld 5H 6H *2=7H", "meld 5C 5D 5H", "throw KD"]),
    (at("joker", [3, "5C"]), ["meld 5H 6H 7H 8H"]),
    (at("crummy", [9, "3C"], discard="9C"), ["throw 9C", "throw 3C", "contract 4H 5H 6H 7H / 9C 9D 9H"]),
    (at("crummy", [6, "3C"]), [ROUND_2]),
]
"""Cards that are known to lie elsewhere, and more cards than the hand has."""


def test_a_hidden_card_can_be_any_that_is_not_known_to_be_elsewhere() -> None:
    for state, step, hidden in PLAYED:
        with case(state.variety, step):
            after, told = variety(state.variety).apply(state, 0, parse(step.removeprefix("0 ")))
            assert after.hidden == hidden
            drawn = [one.card for one in told if isinstance(one, Drew)]
            assert not drawn or drawn.count(None) == hidden[0] - state.hidden[0]
    for state, refused in ELSEWHERE:
        for action in refused:
            with case(state.variety, action), raises(IllegalAction, "card_not_held"):
                do(state, f"0 {action}")


def test_what_was_taken_openly_is_known_to_all() -> None:
    state = do(at("keilty", [3, 1], phase="pickup", discard="6S KD"), "0 take 6S meld 5S 6S 7S")
    assert state.hands[0] == cards.mask([cards.code("KD")]) and state.hidden == (1, 1)
    assert [text(action) for action in variety("keilty").legal(state, 0)] == ["throw KD"]


@pytest.mark.parametrize(
    ("state", "seat", "codes"),
    [
        (at("keilty", ["2C 3C", 1], discard="9C", melds=["5H 6H 7H"]), 1, "2C 9C 5H *1"),
        (at("keilty", ["2C 3C", 1]), 0, "KS"),
        (at("vegas", [1, "2S"], discard="JS", stock="TS"), 0, "2S JS TS"),
        (do(at("basic", [4, 1]), "0 meld 2S 3S 4S"), 0, "3S"),
        (at("joker", [1, "5C"], discard="2C"), 0, "2C 5C"),
        (at("crummy", [2, "3C"], discard="9C", stock="8C"), 0, "9C 8C 3C"),
    ],
    ids=lambda one: one.variety if isinstance(one, State) else "",
)
def test_a_card_that_is_elsewhere_cannot_be_revealed(state: State, seat: int, codes: str) -> None:
    game = variety(state.variety)
    for code in [*(cards.FACE_OF[name] for name in codes.split()), 54 * 4, -1]:
        with case(code), pytest.raises(HiddenCard):
            game.reveal(state, seat, code)


@pytest.mark.parametrize(
    ("state", "last", "shown", "scores"),
    [
        (at("keilty", ["2D", 2], melds=["JC QC KC"]), "0 throw 2D", "AS 4H", (30, -20)),
        (do(at("basic", ["", 4], phase="final", out=0, turn=1), "1 meld 2S 3S 4S"), "1 pass", "QS", (65, -40)),
        (at("joker", ["2C", 1]), "0 throw 2C", "*1", (0, -25)),
        (at("crummy", ["KD", 1]), "0 throw KD", "*1", (0, 15)),
    ],
    ids=lambda one: one.variety if isinstance(one, State) else "",
)
def test_a_round_is_scored_when_the_last_hand_is_known(
    state: State, last: str, shown: str, scores: tuple[int, int]
) -> None:
    game, over = variety(state.variety), do(state, last)
    for name in shown.split():
        assert (over.phase, over.out, over.round_scores, over.scores) == ("over", 0, None, (0, 0))
        with pytest.raises(HiddenCard):
            game.next_round(over, game.deck(over.options, over, 2))
        over = game.reveal(over, 1, cards.FACE_OF[name])
    assert over.round_scores == scores


def test_what_a_play_may_leave_is_judged_by_the_number_of_hidden_cards() -> None:
    hands = [["9S", None, None, None], 1]
    for state in (at("basic", [4, 1], pickups=[1, 0]), at("basic", hands, taken="9S")):
        with raises(IllegalAction, "nothing_left_to_throw"):
            do(state, "0 meld 2S 3S 4S")
    assert do(at("basic", hands, taken="9S", melds=["9C 9D 9H"]), "0 meld 2S 3S 4S").out is None


@pytest.mark.parametrize(
    ("name", "steps", "shown"),
    [("keilty", (), ""), ("basic", (), ""), ("joker", (), "5H 6H"), ("crummy", ("1 waive",), "KH 3H")],
)
def test_the_clock_names_no_card_that_is_not_known(name: str, steps: tuple[str, ...], shown: str) -> None:
    keys: dict[str, Any] = {"options": {"turn_seconds": 20}, "phase": "pickup", "stock": [None, None], "discard": "9C"}
    game, state = variety(name), at(name, [1, "5C"], **keys)
    assert clock_texts(game, state)[0] == "draw"
    drawn, told = game.apply(state, 0, parse("draw"))
    assert isinstance(told[0], Drew) and told[0].card is None
    drawn = do(drawn, *steps)
    for card in shown.split():
        assert clock_texts(game, drawn)[0] is None
        drawn = game.reveal(drawn, 0, cards.FACE_OF[card])
    assert clock_texts(game, drawn)[0] == (f"throw {shown.split()[-1]}" if shown else None)


@pytest.mark.parametrize(("name", "size"), [("basic", 52), ("joker", 54)])
def test_the_card_turned_up_has_to_be_known(name: str, size: int) -> None:
    game = variety(name)
    with pytest.raises(HiddenCard):
        game.deal(game.resolve({}), 2, 0, [HIDDEN] * size)
    with pytest.raises(BadDeck):
        game.deal(game.resolve({}), 2, 0, [HIDDEN] * 16 + [7, 7] + [HIDDEN] * (size - 18))


# -- vegas: several decks, and aces that are counted


def test_a_face_of_a_hidden_hand_is_the_lowest_copy_that_may_be_there() -> None:
    state = at("vegas", [[None, None, "9C.2"], "9C.0"], decks=3, discard="JS.1", stock="TS.0")
    for card, code in (("9C", 8 + 108), ("9C.1", 8 + 54), ("8C", 7)):
        assert do(state, f"0 throw {card}").discard[-1] == code
    with raises(IllegalAction, "card_not_held"):
        do(state, "0 throw 9C.0")


def test_no_more_unknown_cards_are_played_than_there_are() -> None:
    words = read_words(("5H", "6H", "7H"))
    assert given_out(words, 1 << 30, 1, hidden=2) == (30, 31, 32)
    with raises(IllegalAction, "card_not_held"):
        given_out(words, 1 << 30, 1, hidden=1)
    assert with_decks(("5H", "6H=9C"), (30, 31), 1, 0) == ("5H", "6H=9C")


def test_aces_wait_for_the_hands() -> None:
    game, state = variety("vegas"), vegas_positions.vegas(do(at("vegas", ["2D", 2, "3C"]), "0 throw 2D"))
    assert (state.phase, state.aces, state.round_scores, state.out) == ("aces", None, None, 0)
    assert game.actors(state) == () and game.legal(state, state.turn) == [] and game.timers(state) == []
    with pytest.raises(HiddenCard):
        do(state, f"{state.turn} aces 0")
    with pytest.raises(HiddenCard):
        game.next_round(state, list(range(54)))
    known = vegas_positions.vegas(game.reveal(game.reveal(state, 1, 12), 1, 13))
    assert (known.turn, known.aces) == (1, (0, None, 0))
    assert game.positions.read(game.positions.write(state)) == state


def test_the_clock_says_nothing_where_it_depends_on_an_unknown_card() -> None:
    state = at("vegas", [[None, "QC"], "2S"], options={"turn_seconds": 20})
    assert clock_texts(variety("vegas"), state) == [None]
