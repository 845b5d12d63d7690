"""The simple bot in each game: it lays what it can, beats chance, and does what only this game asks for."""

from random import Random
from typing import Any

import pytest
from make.puzzles import next_move

from rummynet import players, rules
from rummynet.bots.evaluation.bot_plays import is_play
from rummynet.bots.evaluation.collecting import missing_cards
from rummynet.bots.levels import NAMES as LEVELS
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Contract
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import ThrowOut
from tests.bots.test_strategies import play_out
from tests.support import crummy_positions as crummy
from tests.support.bots import bot_action
from tests.support.games import EVERY
from tests.support.rows import at


def chosen(state: State, seat: int = 0, level: str = "simple") -> str:
    return notation.text(bot_action(level, variety(state.variety), state, seat))


@pytest.mark.drawn(2)
@pytest.mark.parametrize("name", EVERY)
def test_it_beats_chance_clearly_in_every_game(name: str) -> None:
    won, games = 0, {"basic": 4, "crummy": 4}.get(name, 8)
    for seed in range(games):
        names = ("simple", "random") if seed % 2 else ("random", "simple")
        won += play_out(name, 2, names, seed).winner == seed % 2 ^ 1
    assert won >= games - 1 - games // 8


@pytest.mark.parametrize("name", EVERY)
def test_it_throws_a_card_out_only_when_it_can_lay_none(name: str) -> None:
    throws = 0
    for seed in range(3):
        bots, chance = [players.named("simple", 2 * seed + seat) for seat in range(2)], rules.Seeded(seed)
        state = rules.variety(name).deal(2).resolved(chance)
        while not state.over:
            seat, move = next_move(state, bots, chance)
            if isinstance(move, ThrowOut) and state.position.count(state.position.turn) > 1:
                plays = [one for one in state.legal() if not isinstance(one, rules.ChanceOutcome) and is_play(one)]
                assert not plays, (seed, move)
                throws += 1
            state = state.apply(move, seat)
    assert throws > 10


class TestCrummy:
    def offered(self, near: str, far: str, top: str) -> State:
        """Three players, two decks; seat 0 has drawn and seat 1 is asked first."""

        def first(names: str) -> str:
            return " ".join(f"{name}.0" for name in names.split())

        hands = [first("3C 4C 5C"), first(near), first(far)]
        return crummy.at(hands, phase="offer", asked=1, discard=first(top), stock=first("3S 8C 4S 5S"))

    def test_it_buys_the_card_that_completes_its_contract(self) -> None:
        assert chosen(self.offered("4H 5H 6H 9C 9D 9S KD", "KC KS 3D", "7H"), 1) == "want 7H"

    def test_round_seven_is_finished_now_and_then(self) -> None:
        """Three runs of all cards: the hardest contract, so somebody has to collect for it."""
        ends = [play_out("crummy", 3, ("simple",), seed) for seed in range(3)]
        assert all(end.round == 7 for end in ends)
        assert sum(end.out is not None for end in ends) >= 2


class TestMissing:
    TWO_SETS, RUN_AND_SET, LONG = Contract(0, 2, 4), Contract(1, 1, 4), Contract(1, 1, 7)
    ALL = Contract(3, 0, 4, whole_hand=True)

    @pytest.mark.parametrize(
        ("contract", "hand", "wild", "lack"),
        [
            (TWO_SETS, "9C 9D 9S KC KD KH", 0, 0),
            (TWO_SETS, "9C 9D KC KD 4S", 0, 2),
            (TWO_SETS, "9C 9D KC KD 4S", 1, 1),
            (TWO_SETS, "9C", 0, 5),
            (RUN_AND_SET, "4H 5H 6H 7H 9C 9D 9S", 0, 0),
            (RUN_AND_SET, "4H 5H 6H 7H 7C 7D", 0, 1),
            (RUN_AND_SET, "4H 5H 7H 9C 9D", 2, 0),
            (LONG, "4H 5H 6H 7H 8H 9H 9C 9D 9S", 0, 1),
            (ALL, "4H 5H 6H 7H 8D 9D TD JD 3S 4S 5S 6S", 0, 0),
            (ALL, "4H 5H 6H 7H 8D 9D TD JD 3S 4S 6S", 0, 1),
            (ALL, "4H 5H 6H 7H 8D 9D TD JD 3S 4S 5S 6S KC", 0, 1),
        ],
    )
    def test_it_counts_the_cards_that_are_lacking(self, contract: Contract, hand: str, wild: int, lack: int) -> None:
        assert missing_cards(contract, [cards.code(name) for name in hand.split()], wild) == lack


class TestVegas:
    def test_it_counts_its_aces_low(self) -> None:
        state = at("vegas", hands=["AS AD 5C", "KD"], phase="aces", aces=[None, 0], out=None, **{"in": [True, True]})
        assert chosen(state) == "aces 0"


class TestBasic:
    def test_it_declares_when_it_can(self) -> None:
        state = at("basic", phase="play", hands=["2S 3S 4S 9C 9D 9H 5H 6H 7H 8H KD", "4C 5D"], stock="QS")
        assert chosen(state).startswith("declare ")

    def test_every_level_lays_a_last_time_when_another_is_out(self) -> None:
        final: dict[str, Any] = {"phase": "final", "turn": 0, "out": 1, "discard": "2D"}
        state = at("basic", hands=["9H KC", ""], melds=["6H 7H 8H by 1"], **final)
        for level in ("simple", "steady", "strong", "expert"):
            assert chosen(state, 0, level) == "lay 9H on 0", level
        melds = ["7C 7D 7H by 1", "2H 3H 4H by 1", "9C 9D 9H by 1", "QC QD QH QS by 1"]
        held = at("basic", hands=["9S TH TS KD", ""], melds=melds, **final)
        assert chosen(held, 0, "strong") == "lay 9S on 2", "what stays in the hand only costs"

    @pytest.mark.parametrize("level", LEVELS)
    def test_no_bot_takes_the_top_of_the_pile_for_ever(self, level: str) -> None:
        """The top fits the hand, so that it is taken; after two laps of that somebody has to draw."""
        took = 0
        for idle in (0, 4):
            for seed in range(8):
                state = at("basic", hands=["7C 7D KS 2H", "4C 5D"], discard="QD 7H", stock="8S 3C", idle=idle)
                action = bot_action(level, variety("basic"), state, 0, Random(seed).randrange)
                took += notation.text(action) == "take 7H"
                assert not (idle and notation.text(action) == "take 7H")
        assert took
