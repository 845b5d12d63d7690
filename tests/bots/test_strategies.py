"""Strategies alone: what they choose, what they notice, and that they get through whole games of every variety."""

from collections.abc import Callable
from functools import cache
from time import thread_time

import pytest

from rummynet.bots.evaluation.worth import neighbours_of, promise, word_value, worth
from rummynet.bots.levels import NAMES
from rummynet.bots.strategies.named import NoSuchStrategy, strategy
from rummynet.bots.strategy import MIDDLING, NothingToDo, choices
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.fairness.shuffle import Drbg, shuffle
from rummynet_protocol.values import replace
from tests.support.bots import bot_action
from tests.support.errors import raises
from tests.support.games import EVERY
from tests.support.in_notation import call, claim

KEILTY = variety("keilty")


def position(hand: str, pile: str = "KC", melds: tuple[tuple[str, str], ...] = (), phase: str = "play") -> State:
    """Two players; seat 0 is on turn with *hand*, seat 1 holds three hidden-to-the-test low clubs."""
    hands = [hand.split(), ["2C", "4C", "6C"]]
    laid = [{"cards": shown.split(), "by": [int(seat) for seat in by]} for shown, by in melds]
    used = {*hands[0], *hands[1], *pile.split(), *" ".join(shown for shown, _ in melds).split()}
    stock = [cards.face(code) for code in cards.full_deck() if cards.face(code) not in used]
    return KEILTY.positions.read(
        {
            **{"variant": "keilty", "options": {}, "players": 2, "round": 1, "starter": 0, "turn": 0, "phase": phase},
            **{"hands": hands, "discard": pile.split()},
            **{"stock": stock, "melds": laid, "reshuffles": 0, "scores": [0, 0], "round_scores": None},
        }
    )


def chosen(state: State, name: str = "simple", chance: Callable[[int], int] = lambda most: 0) -> str:
    return notation.text(bot_action(name, KEILTY, state, 0, chance))


class TestSimple:
    def test_lays_a_meld_that_it_holds(self) -> None:
        assert chosen(position("7C 7D 7H KD 9S")) == "meld 7C 7D 7H"

    def test_lays_off_on_anybodys_meld(self) -> None:
        assert chosen(position("8S KD 2H", melds=(("5S 6S 7S", "111"),))) == "lay 8S on 0"

    def test_throws_the_dear_loner_and_keeps_the_pair(self) -> None:
        assert chosen(position("7C 7D KH")) == "throw KH"

    def test_throws_no_card_that_fits_a_meld_on_the_table(self) -> None:
        state = position("8S AD", melds=(("5S 6S 7S", "111"),))
        assert chosen(replace(state, phase="play")) == "lay 8S on 0"

    def test_takes_from_the_pile_what_makes_a_meld(self) -> None:
        assert chosen(position("7C 7D KH 3S", pile="7H", phase="pickup")) == "take 7H meld 7C 7D 7H"

    def test_draws_where_nothing_in_the_pile_helps(self) -> None:
        assert chosen(position("7C 9D KH 3S", pile="JH", phase="pickup")) == "draw"

    def test_goes_deep_when_more_can_be_laid_then(self) -> None:
        taken = chosen(position("7C 7D KH 3S", pile="7H 4D 5D 6D", phase="pickup"))
        assert taken.startswith("take ")

    def test_chance_decides_among_equals_only(self) -> None:
        state = position("KC KD 2H", pile="9S")
        assert {chosen(state, chance=lambda most, n=n: n % most) for n in range(4)} == {"throw 2H"}  # type: ignore[misc]


class TestNoticing:
    claims = (claim("rummy meld 5S 6S 7S", 1), claim("rummy lay KC on 0", 1))

    def test_calls_the_dearer_one_after_a_human_time(self) -> None:
        planned = strategy("simple").notice_call(self.claims, 0, lambda most: most - 1)
        assert planned is not None
        assert planned.action == call("rummy meld 5S 6S 7S")
        assert 1.5 <= planned.seconds <= 5

    def test_misses_some(self) -> None:
        missed = sum(strategy("simple").notice_call(self.claims[:1], 0, SeededChance(n)) is None for n in range(400))
        assert 40 < missed < 130

    def test_never_its_own_doing(self) -> None:
        for name in NAMES:
            assert strategy(name).notice_call(self.claims, 1, lambda most: most - 1) is None
            assert strategy(name).notice_call((), 0, lambda most: 0) is None

    def test_random_notices_few(self) -> None:
        noticed = sum(strategy("random").notice_call(self.claims, 0, SeededChance(n)) is not None for n in range(400))
        assert 50 < noticed < 150

    def test_pauses_are_human(self) -> None:
        for name in NAMES:
            assert all(0.4 <= strategy(name).thinking_seconds(SeededChance(n), MIDDLING) <= 3 for n in range(50))


class SeededChance:
    """A deterministic ``Chance`` from a seed."""

    def __init__(self, number: int) -> None:
        self.source = Drbg(number.to_bytes(32, "big"))

    def __call__(self, most: int) -> int:
        return self.source.below(most) if most <= 256 else self.source.below(256) * (most // 256)


def promised(card: int, natural: int) -> int:
    return promise(card, natural, 0, neighbours_of(KEILTY.aces, KEILTY.has_sets))


class TestWorth:
    def test_what_is_laid_counts_for_who_laid_it(self) -> None:
        state = position("2H 9S", melds=(("KC KD KH", "001"),), pile="3C")
        assert worth(KEILTY, state, 0) == 20 - 5 - 5

    def test_neighbours_and_pairs_promise(self) -> None:
        held = [cards.code(name) for name in ("5S", "6S", "5D", "QH")]
        natural = cards.mask(held)
        assert promised(held[0], natural) > promised(held[1], natural) > promised(held[3], natural) == 0

    def test_aces_stand_next_to_kings_and_twos(self) -> None:
        held = [cards.code(name) for name in ("AS", "KS", "2S")]
        assert promised(held[0], cards.mask(held)) == 8

    def test_words_of_every_notation_have_a_value(self) -> None:
        assert [word_value(word) for word in ("AS", "TD.1", "9C", "*1=7H", "2C=9D")] == [15, 10, 5, 15, 5]


def test_unknown_strategies_are_refused() -> None:
    with raises(NoSuchStrategy, "strategy", "random, simple, steady, strong, expert, master"):
        strategy("clever")


def test_a_seat_that_is_not_due_has_nothing_to_do() -> None:
    with pytest.raises(NothingToDo):
        choices(KEILTY, position("2H 9S"), 1)


def test_calls_are_never_chosen() -> None:
    state = position("2H 9S QD", pile="5H 6H 7H")
    state = replace(state, claims=(claim("rummy meld 5H 6H 7H", 1),))
    assert not any(isinstance(action, CallRummy) for action in choices(KEILTY, state, 0))


@cache
def play_out(
    name: str, players: int, names: tuple[str, ...], seed: int
) -> tuple[State, tuple[tuple[State, Action], ...]]:
    """A whole game, everybody seeing all (strategies look at their own hand only): how it ends, and every choice."""
    v, done = variety(name), list[tuple[State, Action]]()
    chance = SeededChance(seed)
    keys = iter(range(10**6))

    def order(deck: list[int]) -> list[int]:
        return shuffle(deck, (seed * 10**6 + next(keys)).to_bytes(32, "big"))

    options = v.resolve({})
    state, _ = v.deal(options, players, 0, order(v.deck(options, None, players)))
    while True:
        while state.phase != "over":
            count = v.chance.insertions(state)
            if count:
                state, _ = v.chance.insert(state, [chance(len(state.stock) + 1) for _ in range(count)])
            seat = v.actors(state)[0]
            action = bot_action(names[seat % len(names)], v, state, seat, chance)
            done.append((state, action))
            try:
                state, _ = v.apply(state, seat, action)
            except NeedsShuffle:
                state, _ = v.chance.reshuffle(state, order(v.chance.reshuffle_cards(state) or []))
        if state.finished or state.round >= 30:
            return state, tuple(done)
        state, _ = v.next_round(state, order(v.deck(options, state, players)))


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("minds", [("simple",), ("simple", "random"), ("random",)])
def test_whole_games_of_every_variety(name: str, minds: tuple[str, ...]) -> None:
    assert play_out(name, 3, minds, 5)[0].round >= 1


def test_simple_beats_random() -> None:
    won = sum(play_out("keilty", 2, ("simple", "random"), seed)[0].winner == 0 for seed in range(12))
    assert won >= 8


def test_a_long_list_of_actions_is_chosen_from_quickly() -> None:
    """The whole pile is spread and the hand is large: hundreds of takes, weighed in a fraction of a second."""
    names = [cards.face(code) for code in cards.full_deck()]
    hand = " ".join(name for name in names if name[0] in "3579J")
    pile = " ".join(name for name in names if name[0] in "8TQKA")
    state = position(hand, pile=pile, phase="pickup")
    assert len(choices(KEILTY, state, 0)) > 50
    began = thread_time()  # and not the time that other programs take
    chosen(state)
    assert thread_time() - began < 5
