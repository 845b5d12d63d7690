"""What ``steady`` minds: cards that can still come, what others collect, who is about to go out."""

import pytest

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.evaluation.outlook import Outlook
from rummynet.bots.evaluation.partners import lay_offs, pairs_of
from rummynet.bots.evaluation.weights import LAID_POINTS
from rummynet.bots.seat_view import SeatView, view_without_log
from rummynet.bots.strategies.named import strategy
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.events import Took
from rummynet_protocol.values import replace
from tests.bots.test_strategies import chosen, position

KEILTY = variety("keilty")


def code(name: str) -> int:
    return cards.code(name)


def outlook(state: State) -> Outlook:
    return Outlook(KEILTY, view_without_log(state, 0).position, 0, LAID_POINTS)


class TestPartners:
    def test_a_card_in_the_middle_has_three_sets_and_three_runs(self) -> None:
        assert len(pairs_of(KEILTY.aces, KEILTY.has_sets)[code("7H")]) == 6

    def test_an_ace_goes_below_the_two_or_above_the_king(self) -> None:
        runs = {
            frozenset(pair)
            for pair in pairs_of(KEILTY.aces, KEILTY.has_sets)[code("AS")]
            if pair[0] // 13 == pair[1] // 13 == 3
        }
        assert runs == {frozenset((code("2S"), code("3S"))), frozenset((code("QS"), code("KS")))}

    @pytest.mark.parametrize(
        ("meld", "is_run", "fits"),
        [
            ("5S 6S 7S", True, {"4S": None, "3S": "4S", "8S": None, "9S": "8S"}),
            ("QS KS AS", True, {"JS": None, "TS": "JS"}),
            ("2S 3S 4S", True, {"AS": None, "5S": None, "6S": "5S"}),
            ("7C 7D 7H", False, {"7S": None}),
            ("7C 7D 7H 7S", False, {}),
        ],
    )
    def test_what_goes_with_a_meld_now_and_then(self, meld: str, is_run: bool, fits: dict[str, str | None]) -> None:
        found = lay_offs(tuple(code(name) for name in meld.split()), is_run)
        assert {cards.face(face): cards.face(before) if before >= 0 else None for face, before in found} == fits

    def test_where_runs_go_on_past_the_ace(self) -> None:
        king, ace, two = map(code, ("KH", "AH", "2H"))
        around = pairs_of("around", True)
        assert (
            tuple(sorted((ace, two))) in around[king]
            and tuple(sorted((ace, two))) not in pairs_of("either", True)[king]
        )
        assert len(set(around[ace])) == len(around[ace]) == 3 + 3
        run = (code("QH"), king, ace)
        jack, ten, three = map(code, ("JH", "TH", "3H"))
        assert dict(lay_offs(run, True, "around")) == {jack: -1, two: -1, ten: jack, three: two}
        assert set(dict(lay_offs(run, True))) == {jack, ten}


class TestOutlook:
    def test_a_pair_whose_other_cards_lie_on_the_table_is_worth_less(self) -> None:
        alive = outlook(position("7C 7D 2H", pile="KC"))
        dead = outlook(position("7C 7D 2H", pile="KC", melds=(("7H 8H 9H", "111"), ("7S 8S 9S", "111"))))
        pair = [code("7C"), code("7D")]
        assert alive.hand_worth(pair) > dead.hand_worth(pair)

    def test_a_high_card_costs_more_the_nearer_another_is_to_the_end(self) -> None:
        far = position("KH 3C")
        near = replace(far, hands=(far.hands[0], 1 << code("4C")))
        assert outlook(near).hand_worth([code("KH")]) < outlook(far).hand_worth([code("KH")])

    def test_a_card_that_fits_the_table_lets_others_lay(self) -> None:
        state = position("8S 2D", melds=(("5S 6S 7S", "111"),))
        assert outlook(state).lays_for_others(code("8S")) > 0.9 > outlook(state).lays_for_others(code("2D"))


class TestChoices:
    def test_lays_a_meld_that_it_holds(self) -> None:
        assert chosen(position("7C 7D 7H KD 9S"), "steady") == "meld 7C 7D 7H"

    def test_lays_off_on_anybodys_meld(self) -> None:
        assert chosen(position("8S KD 2H", melds=(("5S 6S 7S", "111"),)), "steady") == "lay 8S on 0"

    def test_keeps_the_pair_and_throws_the_loner(self) -> None:
        assert chosen(position("7C 7D KH"), "steady") == "throw KH"

    def test_does_not_throw_what_makes_a_meld_of_the_pile(self) -> None:
        assert chosen(position("6S QD", pile="5S 7S"), "steady") == "throw QD"
        assert chosen(position("6S QD", pile="JD KD"), "steady") == "throw 6S"

    def test_does_not_throw_what_a_neighbour_has_been_collecting(self) -> None:
        """The neighbour took 9H and TH from the pile: 8H and JH would complete its run, 8C and JC would not."""
        for collected, wanted, other in (("9H TH", "8H", "8C"), ("9C TC", "8C", "8H")):
            state = position(f"{wanted} {other}", pile="4S")
            took = tuple(collected.split())
            log = RoundLog().extended([Took(1, took)])
            known = cards.mask(map(code, took))
            seen = view_without_log(state, 0).position
            view = SeatView(0, replace(seen, hands=(seen.hands[0], known), hidden=(0, seen.hidden[1] - 2)), log)
            action = strategy("steady").choose_action(KEILTY, view, lambda most: 0, Budget(1, StepClock(1)))
            assert notation.text(action) == f"throw {other}"

    def test_goes_out_when_it_is_ahead(self) -> None:
        state = position("2H", melds=(("KC KD KS", "000"),), pile="4S")
        assert chosen(state, "steady") == "throw 2H"
