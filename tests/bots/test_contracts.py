"""Crummy rummy by networks. The self-play that fits them is tested in research/."""

from array import array

import pytest
from make.puzzles import next_move

from rummynet import players, rules
from rummynet.bots.arena.figures import standings
from rummynet.bots.arena.match import Match
from rummynet.bots.budget import StepClock
from rummynet.bots.contracts.features import Unseen, progress_of, span_of, windows_of
from rummynet.bots.contracts.holding import Holding
from rummynet.bots.contracts.network import NETWORKS, SIZE, Networks, networks_for
from rummynet.bots.strategies.expert_strategy import ranked_by_networks
from rummynet.rules.core.state import State
from rummynet.rules.crummy.game import VARIETY
from rummynet.rules.crummy.state import CONTRACTS
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Take, ThrowOut
from rummynet_protocol.values import replace
from tests.bots.seat_views import seen
from tests.support import crummy_positions as crummy


class TestNetworks:
    def test_networks_of_another_size_are_refused(self) -> None:
        with pytest.raises(ValueError, match="in place of"):
            Networks(array("h", [0] * (NETWORKS * SIZE - 1)))


def held(names: str) -> Holding:
    return Holding(cards.FACE_OF[name] for name in names.split())


class TestProgress:
    NOTHING_SEEN = Unseen([1] * 54, 1)

    def test_a_suit_shows_its_best_windows(self) -> None:
        places = held("4H 5H 7H").places[2]
        windows = windows_of(places, 4)
        assert (windows.lacking, windows.ways, windows.outs) == (1, 1, (5,))
        assert windows_of(places, 7).lacking == 4
        assert span_of(places) == (3, 1, (5,), (2, 7))

    @pytest.mark.parametrize(
        ("number", "hand", "lacking", "outs"),
        [
            (1, "9C 9D KC KD 4S", 2, 14),
            (1, "9C 9D KC KD *1", 1, 14),
            (1, "9C 9D 9S KC KD KH", 0, 0),
            (2, "4H 5H 6H 9C 9D KS", 2, 2 + 4 + 6),
            (2, "4H 5H 6H 7H 7C 7D", 1, 4 + 6),
            (3, "4H 5H 6H TC JC QC *1", 1, 2 + 2 + 6),
            (5, "4H 5H 6H 7H 8H 9H 9C 9D 9S", 1, 2 + 6),
            (7, "4H 5H 6H 7H 8D 9D TD JD 3S 4S 5S 6S", 0, 2 + 2 + 1 + 6),
            (7, "4H 5H 6H 7H 8D 9D TD JD 3S 4S 6S KC", 2, 1 + 6),
        ],
    )
    def test_what_a_hand_lacks_and_what_helps(self, number: int, hand: str, lacking: int, outs: int) -> None:
        found = progress_of(held(hand), self.NOTHING_SEEN, CONTRACTS[number - 1])
        assert (found.lacking, found.outs) == (lacking, outs)

    def test_what_is_dropped_was_never_there(self) -> None:
        hand, other = held("4H 4H *1 2C KS"), held("4H KS")
        for name in ("4H", "*1", "2C"):
            hand.drop(cards.FACE_OF[name])
        assert all(getattr(hand, name) == getattr(other, name) for name in Holding.__slots__)


class TestExpert:
    def chosen(self, state: State, seat: int = 0) -> str:
        view = seen(state, seat, cards.mask(state.discard))
        return notation.text(ranked_by_networks(VARIETY, view, networks_for(state.players))[0][1])

    def test_it_lays_the_contract_and_lays_off(self) -> None:
        state = crummy.at(["4H 5H 6H 7H 9C 9D 9S KD QC", "3C 4C"], phase="play", discard="3S")
        assert self.chosen(state) == "contract 4H 5H 6H 7H / 9C 9D 9S"
        state = crummy.at(["8H KD", "3C 4C"], ("4H 5H 6H 7H",), phase="play", laid=[True, False], discard="3S")
        assert self.chosen(state) == "lay 8H on 0"

    def test_it_throws_no_wild_card_while_it_has_others(self) -> None:
        state = crummy.at(["*1 2C QS TD", "3C 4C"], phase="play", discard="3S")
        assert self.chosen(state) == "throw QS"

    def test_it_takes_no_card_to_throw_it_out_again(self) -> None:
        bots, chance = [players.named("expert", seat) for seat in range(3)], rules.Seeded(2)
        state, taken, takes = rules.variety("crummy").deal(3).resolved(chance), "", 0
        while not state.over:
            seat, move = next_move(state, bots, chance)
            if isinstance(move, Take):
                taken, takes = move.card.partition(".")[0], takes + 1
            elif seat == state.position.turn:
                assert not (isinstance(move, ThrowOut) and move.card.partition(".")[0] == taken)
                taken = ""
            state = state.apply(move, seat)
        assert takes

    def test_what_a_seat_cannot_see_changes_nothing(self) -> None:
        state = crummy.at(["7C 8C 9D KH", "3C 4C"], phase="pickup", discard="3S", stock="5D 6D")
        other = replace(state, hands=(state.hands[0], cards.mask(state.stock)), stock=(2, 3))
        views = [seen(one, 0, cards.mask(state.discard)) for one in (state, other)]
        one, two = (ranked_by_networks(VARIETY, view, networks_for(2)) for view in views)
        assert one == two

    def test_it_is_above_strong(self) -> None:
        """On these deals; how far it is above on many is in docs/bots.md."""
        match = Match(("expert", "strong"), "crummy", variety_called("crummy").resolve({}), 2, 3, 7, 4, 10)
        ours, _ = standings(match, [match.play_game(number, StepClock(1)) for number in match.jobs()])
        assert ours.over_last is not None
        assert ours.over_last.mean > 0
