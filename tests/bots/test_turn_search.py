"""The search over the next turn, by which ``master`` plays joker and basic rummy between two; and what else it sees."""

import random
from collections.abc import Sequence

import pytest

import rummynet.rules as rules
from rummynet.bots.budget import Budget, StepClock, TimeUp
from rummynet.bots.evaluation.hand_sampling import unseen_codes
from rummynet.bots.evaluation.weighing import Weigher, best_of
from rummynet.bots.patterns.pattern_play import planned_by_patterns, ranked_by_patterns
from rummynet.bots.patterns.tables import PatternTables, tables_for
from rummynet.bots.seat_view import view_without_log
from rummynet.bots.strategies import master_strategy
from rummynet.bots.strategies.master_strategy import ImaginedRound, searched, worth_after
from rummynet.bots.strategies.named import strategy
from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Draw, LayOff, ThrowOut
from rummynet_protocol.values import replace
from tests.support.rows import at

BASIC, JOKER = variety("basic"), variety("joker")


def position(hand: str, other: str, pile: str = "KC", phase: str = "play") -> State:
    """Two players; seat 0 is on turn."""
    used = {*hand.split(), *other.split(), *pile.split()}
    stock = [name for name in map(cards.face, range(54)) if name not in used]
    return at("joker", hands=[hand, other], discard=pile, phase=phase, stock=stock)


def tables() -> PatternTables:
    found = tables_for("joker", 2)
    assert found is not None
    return found


class TestNextTurn:
    def test_a_card_with_which_the_other_is_out_is_worth_what_the_round_is(self) -> None:
        world = position("7S KD KH", "5S 6S")

        def worth(action: str) -> float:
            return worth_after(ImaginedRound(JOKER, tables(), world, 0), notation.parse(action), draws=False)

        assert worth("throw 7S") == -(10 + 10) - (5 + 5 + 5), "the other lays 5S 6S 7S, two kings stay in the hand"
        assert worth("throw KD") > worth("throw 7S")

    def test_cards_that_all_have_seen_in_a_hand_are_known_there(self) -> None:
        world, throw = position("7S KD KH", "5S 8C QH", "QC"), notation.parse("throw 7S")
        hidden, known = (
            worth_after(ImaginedRound(JOKER, tables(), world, shown), throw, draws=False)
            for shown in (0, cards.mask([cards.FACE_OF["QH"]]))
        )
        assert known != hidden

    def basic(self, hand: str, other: str, action: str, *stock: str) -> float:
        fitted = tables_for("basic", 2)
        assert fitted is not None
        world = at("basic", phase="play", hands=[hand, other], stock=list(stock))
        return worth_after(ImaginedRound(BASIC, fitted, world, 0), notation.parse(action), draws=True)

    def test_in_basic_rummy_the_last_melds_are_laid(self) -> None:
        """The other takes K♠ and is out; seat 0 holds Q♥ alone at the end."""
        assert self.basic("KS 7C 7D 7H QH", "KC KD", "throw KS", "2C", "3C") == -10 - 10 - 25

    def test_in_basic_rummy_the_next_card_is_drawn(self) -> None:
        fits, does_not = (
            self.basic("7C 7D 4H KS", "2S 9H QD", "throw KS", *stock) for stock in (["7S", "7H"], ["JC", "TC"])
        )
        assert fits > does_not + 5


def test_a_joker_is_not_laid_as_a_card_that_the_hand_has() -> None:
    """To lay *2 as the two of clubs and to trade it back with 2C brings as much as 2C itself."""
    at = position("2C 5C 2D 6D TD QH 2S KS *2", "QD", "3C 6S 4S 4D")
    ranked = ranked_by_patterns(JOKER, view_without_log(at, 0), tables())
    assert notation.text(best_of(ranked, lambda most: most - 1)) == "meld 2C 2D 2S"
    assert ranked[0][0] == pytest.approx(ranked[1][0], abs=1e-3)


def test_master_values_a_draw_by_each_card_that_it_may_bring() -> None:
    basic, fitted = variety("basic"), tables_for("basic", 2)
    assert fitted is not None
    observed = rules.variety("basic").deal(2).resolved(3).observation(0)
    assert observed.position.turn == 0
    view = view_without_log(observed.position, 0)
    ends = []
    for code in unseen_codes(view.position, 0):
        drawn, _ = basic.apply(replace(view.position, stock=(code, *view.position.stock[1:])), 0, Draw())
        ends.append(planned_by_patterns(basic, view_without_log(drawn, 0), fitted)[0])
    assert len(ends) == 52 - 11
    for name, worth in (("master", sum(ends) / len(ends)), ("expert", None)):
        level = strategy(name)
        assert isinstance(level, Weigher)
        ranked = level.rank(basic, view, random.Random(1).randrange, Budget(200, StepClock(1)))
        (found,) = (points for points, one in ranked if one == Draw())
        assert (found == pytest.approx(worth)) is (worth is not None)


@pytest.mark.parametrize(("milliseconds", "most"), [(20, 30), (10_000, 10_000)])
def test_a_plan_with_thousands_of_takes_ends_in_time(milliseconds: int, most: int) -> None:
    """One of a whole pile with two jokers in the hand took seconds of a budget that was asked before it alone."""
    looks = 0

    def slow_clock() -> float:
        nonlocal looks
        looks += 1
        return looks / 1000

    state = position("*1 *2 5S 6S 7H 8H", "2C", "KC QC 9S 8S 4S 7C 7D 3H", "pickup")
    budget = Budget(milliseconds, slow_clock)
    if milliseconds < 100:
        with pytest.raises(TimeUp):
            planned_by_patterns(JOKER, view_without_log(state, 0), tables(), budget)
    else:
        planned_by_patterns(JOKER, view_without_log(state, 0), tables(), budget)
        assert looks > 100
    assert looks <= most


WEIGHED = ((9.0, ThrowOut("7S")), (8.0, ThrowOut("KD")), (-9.0, ThrowOut("KH")))


class TestSearched:
    def search(
        self, monkeypatch: pytest.MonkeyPatch, worth: Sequence[Sequence[float]], steps: int = 200
    ) -> tuple[list[str], set[str]]:
        """The actions, the best first, where those of each position are worth so much; and those that were tried."""
        tried, rows = set[str](), iter([one for row in worth for one in row])

        def given(_imagined: ImaginedRound, action: Action, *, draws: bool) -> float:
            assert not draws
            tried.add(notation.text(action))
            return next(rows)

        monkeypatch.setattr(master_strategy, "worth_after", given)
        view = view_without_log(position("7S KD KH", "5S 6S"), 0)
        chance = random.Random(1).randrange
        budget = Budget(steps, StepClock(1))
        found = searched(JOKER, view, list(WEIGHED), list(WEIGHED), tables(), chance, budget, draws=False)
        return [notation.text(action) for _, action in found], tried

    def test_what_is_better_after_the_turn_of_the_other_is_done(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found, tried = self.search(monkeypatch, [(0.0, 6.0 + number % 3) for number in range(10)])
        assert found == ["throw KD", "throw 7S", "throw KH"]
        assert tried == {"throw 7S", "throw KD"}, "what the tables value much lower is not tried"

    def test_what_could_be_laid_off_is_not_thrown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(globals(), "WEIGHED", (*WEIGHED, (7.5, LayOff(("KD",), 0))))
        found, tried = self.search(monkeypatch, [(0.0, 6.0 + number % 3) for number in range(10)])
        assert found[0] == "lay KD on 0"
        assert tried == {"throw 7S", "lay KD on 0"}

    def test_where_chance_may_have_decided_the_tables_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found, _ = self.search(monkeypatch, [(0.0, 30.0 if number % 2 else -28.0) for number in range(10)])
        assert found[0] == "throw 7S"

    def test_without_time_the_tables_decide(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found, tried = self.search(monkeypatch, [], steps=0)
        assert (found[0], tried) == ("throw 7S", set())


def test_master_searches_in_joker_rummy_between_two() -> None:
    """The other has one card left: master lets a dear one go, the tables alone a cheap one."""
    view = view_without_log(position("5D KD QH", "2D", "QS 8H KC 5C TC 2H TH 9C"), 0)
    for name, throw in (("expert", "throw 5D"), ("master", "throw KD")):
        budget = Budget(200, StepClock(1))
        chosen = strategy(name).choose_action(JOKER, view, random.Random(1).randrange, budget)
        assert notation.text(chosen) == throw


@pytest.mark.parametrize(("name", "pile", "throw"), [("expert", 10, "KC"), ("master", 10, "6S"), ("master", 11, "KC")])
def test_master_searches_in_basic_rummy_between_two(name: str, pile: int, throw: str) -> None:
    """While the pile is small."""
    hands = [["TC", "6S", "TH", "KC"], ["2H"]]
    thrown = "4H 9C 3D QS KH JH AH KD 4C 3S QD".split()[-pile:]
    left = [one for one in map(cards.face, range(52)) if one not in [*hands[0], *hands[1], *thrown]]
    state = at("basic", phase="play", hands=hands, discard=thrown, stock=left)
    level, budget = strategy(name), Budget(200, StepClock(1))
    chosen = level.choose_action(BASIC, view_without_log(state, 0), random.Random(1).randrange, budget)
    assert notation.text(chosen) == f"throw {throw}"


def test_master_has_tables_that_were_fitted_with_the_jokers() -> None:
    view = view_without_log(position("5D KD QH *1", "2D 4C", "QS 8H QC", phase="pickup"), 0)
    for name, game in (("expert", "joker"), ("master", "jokers")):
        fitted = tables_for(game, 2)
        assert fitted is not None
        level = strategy(name)
        assert isinstance(level, Weigher)
        ranked = level.rank(JOKER, view, random.Random(1).randrange, Budget(200, StepClock(1)))
        assert ranked == ranked_by_patterns(JOKER, view, fitted)
