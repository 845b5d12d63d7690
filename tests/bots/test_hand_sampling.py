"""Positions drawn from what a seat knows: they agree with it, and are weighted by what others did."""

import random
from collections import Counter

import pytest

from rummynet.bots.evaluation.hand_sampling import HandSampler
from rummynet.bots.seat_view import SeatView, view_of, view_without_log
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.shared.melds import melds_in
from rummynet.rules.shared.rounds import known_cards
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol import cards
from rummynet_protocol.events import ThrewOut
from tests.bots.test_seat_view import some_round
from tests.bots.test_strategies import position
from tests.support.games import EVERY


def sampler(view: SeatView, name: str = "keilty", *, inferring: bool = True) -> HandSampler:
    return HandSampler(variety_called(name), view, random.Random(1).randrange, inferring=inferring)


class TestHandSampler:
    @pytest.mark.parametrize("name", EVERY)
    def test_what_is_drawn_agrees_with_the_view(self, name: str) -> None:
        for seed in range(4):
            state, log = some_round(name, seed, 6 * seed)
            seat = state.actor
            assert seat is not None
            view = view_of(state.public, state.position, seat, log)
            drawn = sampler(view, name).draw()
            if drawn is None:  # a card lies aside and nobody can say which
                continue
            assert drawn.all_known and -1 not in drawn.stock
            assert drawn.hands[seat] == view.hand and drawn.discard == view.position.discard
            sizes = range(drawn.players)
            assert [drawn.count(one) for one in sizes] == [state.position.count(one) for one in sizes]
            assert all(not view.position.hands[one] & ~drawn.hands[one] for one in sizes)
            everywhere = [*drawn.stock, *cards.members(known_cards(drawn))]
            assert len(everywhere) >= len(set(everywhere))

    def test_what_goes_with_a_card_thrown_out_is_seldom_held(self) -> None:
        state = position("2S 4S", pile="KC 7H")
        log = RoundLog().extended([ThrewOut(1, "7H")])
        seen = view_without_log(state, 0).position
        held: Counter[str] = Counter()
        draws = sampler(SeatView(0, seen, log))
        for _ in range(1000):
            drawn = draws.draw()
            assert drawn is not None
            held.update(cards.face(code) for code in cards.members(drawn.hands[1]))
        assert held["8H"] + held["6H"] < 0.8 * (held["8D"] + held["6D"])

    def test_a_hand_that_could_have_laid_is_seldom_drawn(self) -> None:
        view = view_without_log(position("2S 4S 9D JD", pile="KC 7H"), 0)
        melds = {True: 0, False: 0}
        for inferring in melds:
            draws = sampler(view, inferring=inferring)
            for _ in range(2000):
                drawn = draws.draw()
                assert drawn is not None
                melds[inferring] += bool(melds_in(drawn.hands[1]))
        assert melds[True] < 0.6 * melds[False]
