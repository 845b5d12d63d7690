"""Advice: by what the seat sees alone, always legal, with reasons that hold; and what cost most in a round."""

from collections.abc import Sequence
from functools import cache

import pytest
from bots import judge_hints

from rummynet import players
from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.coach import advice
from rummynet.bots.coach.advice import advise
from rummynet.bots.coach.costly_moments import Suspect, costly_moments
from rummynet.bots.coach.explaining import Explainer, Whereabouts
from rummynet.bots.coach.findings import Advice, Decision, is_told
from rummynet.bots.coach.play_reasons import (
    Better,
    BreaksMeld,
    Brings,
    Close,
    FitsMeld,
    GoesOut,
    GoesWithNothing,
    Lays,
    NeedsTwo,
    NothingInPile,
    OnlyChoice,
    OpensTo,
    Reason,
    Safe,
    TakesBack,
    ThenThrow,
    WouldBring,
)
from rummynet.bots.evaluation.bot_plays import broken_meld
from rummynet.bots.evaluation.partners import companions
from rummynet.bots.seat_view import SeatView, view_of, view_without_log
from rummynet.bots.strategy import NothingToDo
from rummynet.rules import CardGame, GameState
from rummynet.rules.core.state import State
from rummynet.rules.library.game_state import determinize
from rummynet.rules.varieties import variety
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Draw, LayDown, Take, ThrowOut
from rummynet_protocol.values import replace
from tests.bots.test_seat_view import some_round
from tests.support import keilty_play
from tests.support.games import EVERY

KEILTY = variety("keilty")


def budget(steps: int = 4) -> Budget:
    return Budget(steps, StepClock(1))


def keilty(
    hands: tuple[str, str], pile: str, melds: str = "", phase: str = "play", stock: str = "AD 2D"
) -> State:  # fmt: skip
    """A position of two; melds are separated by slashes and were laid by seat 1."""
    laid = tuple(f"{one} by 1" for one in melds.split("/") if one)
    rest = keilty_play.position([*hands, stock], pile, laid)["stock"]
    return keilty_play.at([*hands], pile, laid, phase=phase, stock=[*stock.split(), *rest])


def reasons(state: State, action: str) -> tuple[Reason, ...]:
    """Why seat 0 would do this, at a look."""
    view = view_without_log(state, 0)
    view = SeatView(0, replace(view.position, claims=()))
    legal = [one for one in KEILTY.legal(view.position, 0) if notation.text(one) != action]
    ranked = [(9.0, notation.parse(action)), *((1.0, one) for one in legal)]
    return Explainer(KEILTY, view, ranked).reasons(notation.parse(action))


EVERY_NTH_SEED = pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.long)])
"""Advice takes its time; the gate asks for half as much."""


@pytest.mark.drawn(1)
@EVERY_NTH_SEED
@pytest.mark.parametrize("name", EVERY)
def test_advice_is_legal_has_reasons_and_is_the_same_where_hidden_cards_alone_differ(name: str, step: int) -> None:
    differed = 0
    for seed in range(0, 5, step):
        state, log = some_round(name, seed, 4 * seed)
        seat = state.actor
        assert seat is not None
        advice = advise(variety_called(name), view_of(state.public, state.position, seat, log), budget())
        assert state.is_legal(advice.action, seat) and 1 <= len(advice.reasons) <= 3
        for other in range(2):
            twin = determinize(state.observation(seat), other)
            differed += twin.position != state.position
            assert advise(variety_called(name), view_of(twin.public, twin.position, seat, log), budget()) == advice
    assert differed > 5 // step


def test_a_seat_from_which_nothing_is_due_gets_none() -> None:
    state, log = some_round("keilty", 3, 0)
    other = (state.position.turn + 1) % 3
    with pytest.raises(NothingToDo):
        advise(KEILTY, view_of(state.public, state.position, other, log), budget())


def test_what_a_take_brings_and_lays_and_the_throw_that_follows() -> None:
    state = keilty(("9D 9H KC 2S", "3H 4H JS QH"), "9C 5D 7H", phase="pickup")
    assert reasons(state, "take 9C meld 9C 9D 9H") == (Brings(3), Lays(15))
    more = keilty(("9D 9H KC KD KS 2S", "3H 4H JS QH"), "9C 5D 7H", phase="pickup")
    assert reasons(more, "take 9C meld 9C 9D 9H")[:2] == (Brings(3), Lays(15, turn=45))
    then = keilty(("9C 9D 9H AD AH", "3H 4H QS"), "AC", "8C 8D 8H/TC TD TH/9S TS JS", "pickup", "2D")
    lays, throws = reasons(then, "take AC meld AC AD AH")
    assert (lays, throws) == (Lays(45), ThenThrow("9C"))


def test_a_throw_is_safe_only_if_nothing_can_go_with_it() -> None:
    """The other nines are in the hand or lie, and so do both neighbours."""
    melds = "9D 9H 9S/6C 7C 8C/TC TD TH"
    assert Safe() not in reasons(keilty(("9C KD 2S", "3H 4H"), "5D", melds), "throw 9C")
    safe = keilty(("9C KD 2S", "3H 4H"), "5D", "8C 8D 8H/TC TD TH", stock="9D 9H 9S")
    assert Safe() not in reasons(safe, "throw 9C")
    alone = keilty(("9C 9D 9S KD", "3H 4H"), "5D", "8C 8D 8H/TC TD TH")
    assert Safe() in reasons(alone, "throw 9C")


def test_a_throw_that_fits_a_meld_says_so() -> None:
    found = reasons(keilty(("9C KD 2S", "3H 4H JS"), "5D", "6C 7C 8C"), "throw 9C")
    assert found[0] == FitsMeld(0)


def test_a_throw_that_needs_two_unseen_cards_says_so_until_one_is_seen() -> None:
    assert NeedsTwo() in reasons(keilty(("9C KD 2S", "3H 4H JS QS"), "5D"), "throw 9C")
    assert NeedsTwo() not in reasons(keilty(("9C KD 2S", "3H 4H JS QS"), "8C"), "throw 9C")
    assert TakesBack() in reasons(keilty(("9C 9D 2S", "3H 4H JS QS"), "9S"), "throw 9C")
    assert TakesBack() not in reasons(keilty(("9C 9D 2S", "3H 4H JS QS"), "8C"), "throw 9C")


def test_a_throw_of_what_goes_with_nothing_and_the_last_card() -> None:
    assert GoesWithNothing("9C") in reasons(keilty(("9C KD 2S", "3H 4H JS QS"), "8C"), "throw 9C")
    assert not any(isinstance(one, GoesWithNothing) for one in reasons(keilty(("9C 9D 2S", "3H 4H"), "8C"), "throw 9C"))
    assert reasons(keilty(("9C", "3H 4H JS QS"), "8C"), "throw 9C") == (GoesOut(),)


def test_a_draw_says_that_nothing_can_be_taken_or_what_taking_would_bring() -> None:
    assert reasons(keilty(("9D 4H KC 2S", "3H JS"), "5D 7H", phase="pickup"), "draw")[0] == NothingInPile()
    state = keilty(("9D 9H KC 2S", "3H JS"), "9C 5D 7H", phase="pickup")
    first, compared, *_rest = reasons(state, "draw")
    assert first == WouldBring("9C", 2)
    # Alone it would hide that the card could be laid at once.
    assert isinstance(compared, (Better, Close)) and "take 9C meld" in notation.text(
        compared.than if isinstance(compared, Better) else compared.to
    )


def test_without_facts_the_figure_of_the_search_is_the_reason() -> None:
    view = view_without_log(keilty(("9C 9D KC KD 2S 3S", "3H 4H JS QS"), "8C"), 0)
    throw, other = ThrowOut("9C"), ThrowOut("KC")
    assert Better(other, 4) in Explainer(KEILTY, view, [(5.0, throw), (1.2, other)]).reasons(throw)
    assert Explainer(KEILTY, view, [(5.0, throw), (4.9, other)]).reasons(throw) == (Close(other),)


def test_one_legal_action_is_the_only_choice() -> None:
    vegas = variety("vegas")
    state, log = some_round("vegas", 0, 0)
    seat = state.actor
    assert seat is not None
    view = view_of(state.public, state.position, seat, log)
    emptied = SeatView(seat, replace(view.position, discard=()), log)
    assert Explainer(vegas, emptied, [(0.0, Draw())]).reasons(Draw()) == (OnlyChoice(),)


def test_what_goes_with_a_card() -> None:
    hand = [cards.FACE_OF[card] for card in ("AS", "KS", "QS", "JS", "2S", "3S", "4S", "AD", "9H")]
    found = {cards.face(code) for code in companions(cards.FACE_OF["AS"], hand, KEILTY.aces, KEILTY.has_sets)}
    assert found == {"KS", "QS", "2S", "3S", "AD"}


def test_in_basic_rummy_a_run_goes_on_past_a_card_in_a_set_so_nothing_beside_it_is_safe() -> None:
    lying = keilty(("TC KD 2S", "3H 4H"), "5D", "6C 7C 8C/9C 9D 9H", stock="AD")
    state = replace(lying, variety="basic", options=variety_called("basic").resolve({}))
    assert not Whereabouts(variety("basic"), state, 0).is_safe(cards.FACE_OF["TC"])


def decision(state: State, action: str) -> Decision:
    return Decision(view_without_log(state, 0), notation.parse(action))


def test_what_cost_most_is_told_with_the_better_play_and_what_was_well_done_is_not() -> None:
    missed = keilty(("AD AH 2S", "3H 4H 6D"), "AC", phase="pickup", stock="TD TH")
    out = keilty(("QD", "3H 4H JS QH"), "9C 5D")
    told: list[tuple[int, int]] = []
    found = costly_moments(
        KEILTY, [decision(missed, "draw"), decision(out, "throw QD")], lambda *one: told.append(one), positions=24
    )
    assert [one.number for one in found] == [0] and told == [(1, 1)]
    moment = found[0]
    assert moment.turn == 1 and isinstance(moment.better.action, Take) and moment.cost > 1.5 * moment.error
    assert isinstance(moment.better, Advice) and Lays(45) in moment.better.reasons
    good = [decision(missed, "take AC meld AC AD AH")]
    assert costly_moments(KEILTY, good, positions=4) == ()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", EVERY)
def test_a_random_round_can_be_coached_in_every_game(name: str) -> None:
    decisions = []
    for turns in range(0, 12, 3):
        state, log = some_round(name, 7, turns)
        seat = state.actor
        assert seat is not None
        view = view_of(state.public, state.position, seat, log)
        worst = variety_called(name).legal(view.position, seat)[-1]
        decisions.append(Decision(view, worst))
    for moment in costly_moments(variety_called(name), decisions, positions=2):
        view = moment.decision.view
        assert variety_called(name).is_legal(view.position, view.seat, moment.better.action)


def test_a_throw_breaks_up_a_meld_if_what_is_left_of_it_is_none() -> None:
    state = keilty(("9C 9D 9H 5S 6S 7S 8S KD", "3H 4H"), "2C")
    assert broken_meld(KEILTY, state, 0, ThrowOut("9C")) == ("9C", "9D", "9H")
    assert broken_meld(KEILTY, state, 0, ThrowOut("8S")) is None
    assert broken_meld(KEILTY, state, 0, ThrowOut("6S")) == ("5S", "6S", "7S", "8S")
    assert broken_meld(KEILTY, state, 0, ThrowOut("KD")) is None
    assert broken_meld(KEILTY, state, 0, Draw()) is None


def test_a_hint_breaks_up_a_meld_only_where_a_search_finds_that_better_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for state, seat in broken_by_expert():
        view = view_of(state.public, state.position, seat, state.log)
        assert broken_meld(KEILTY, state.position, seat, advise(KEILTY, view, budget()).action) is None
        with monkeypatch.context() as found:
            # Rounds played to their end in which the choice of ``expert``, which is the first, gains 50 points or so.
            found.setattr(advice, "leads_of", lambda _game, _view, plays, *_: [
                [50.0 + row % 3, *[0.0] * (len(plays) - 1)] for row in range(40)
            ])  # fmt: skip
            hint = advise(KEILTY, view, budget())
        assert broken_meld(KEILTY, state.position, seat, hint.action) is not None
        figure = hint.reasons[-1]
        assert any(isinstance(one, BreaksMeld) for one in hint.reasons) and isinstance(figure, Better)
        assert figure.points > figure.error > 0 and broken_meld(KEILTY, state.position, seat, figure.than) is None


def test_a_play_that_is_better_kept_back_says_what_it_would_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def kept_back(_game: object, _view: object, plays: Sequence[Action], *_more: object) -> list[list[float]]:
        throw = next(one for one in plays if isinstance(one, ThrowOut))
        return [[50.0 + row % 3 if one == throw else 0.0 for one in plays] for row in range(40)]

    monkeypatch.setattr(advice, "leads_of", kept_back)
    hint = advise(KEILTY, view_without_log(keilty(("5S 6S 7S KD 2C", "3H 4H JS"), "9D 4S"), 0), budget())
    *_, opens, figure = hint.reasons
    assert isinstance(hint.action, ThrowOut) and opens == OpensTo(("4S", "8S")) and isinstance(figure, Better)


@cache
def broken_by_expert() -> list[tuple[GameState, int]]:
    """Two decisions in which ``expert`` threw a card out of a meld that it could have laid."""
    found: list[tuple[GameState, int]] = []
    expert = players.named("expert")
    for seed in range(1, 100):
        state = CardGame("keilty", variety_called("keilty").resolve({})).deal(2).resolved(seed)
        while not state.over and len(found) < 2:
            seat = state.actor
            if seat is None:
                state = state.resolved(seed)
                continue
            action = expert.choose(state.observation(seat))
            if not state.position.claims and broken_meld(KEILTY, state.position, seat, action) is not None:
                found.append((state, seat))
            state = state.apply(action)
    return found


def test_a_figure_has_its_error_and_is_clear_of_it() -> None:
    figures = [
        one
        for state, seat in judge_hints.positions("joker", 2, 5)
        for one in advise(variety("joker"), view_of(state.public, state.position, seat, state.log), budget(16)).reasons
        if isinstance(one, Better) and one.error
    ]
    assert figures and all(one.points >= one.error for one in figures)


def test_without_time_for_a_search_the_plain_rule_holds_and_has_a_reason() -> None:
    """Of two holding a meld that ``expert`` would break up, each is told to lay it."""
    for state, seat in broken_by_expert():
        hint = advise(KEILTY, view_of(state.public, state.position, seat, state.log), budget(0))
        assert isinstance(hint.action, LayDown) and any(isinstance(one, Lays) for one in hint.reasons), hint
        assert not any(isinstance(one, Better) and one.error for one in hint.reasons)


def test_no_reason_speaks_of_another_card_than_the_one_advised() -> None:
    """That TC goes with 9C is no reason to throw 9C."""
    view = view_without_log(keilty(("9C TC 4H", "3H 4S JS QS"), "9D 5D"), 0)
    throw, other = ThrowOut("9C"), ThrowOut("TC")
    assert Explainer(KEILTY, view, [(9.0, throw), (0.0, other)]).reasons(throw) == (Better(other, 9),)
    assert Explainer(KEILTY, view, [(0.0, throw), (0.0, other)]).reasons(throw) == (Close(other),)


def test_a_figure_with_an_error_nearly_as_large_is_not_told() -> None:
    assert is_told(30, 5) and is_told(-30, 5) is False
    assert not is_told(30, 14.8), "30 ± 29"
    assert not is_told(8, 4.5), "8 ± 9"


def test_what_the_coach_calls_better_is_what_the_hint_said() -> None:
    """The only decision is a throw, of which a hint has said another."""
    state = keilty(("2C 2D 2H KD 9S", "3H 4H JS QS"), "5D", stock="AD 4D")
    view = view_without_log(state, 0)
    hint = Advice(ThrowOut("9S"), (NeedsTwo(),))
    suspect = Suspect(KEILTY, 0, Decision(view, ThrowOut("2D")), [(view, hint)])
    assert suspect.better == hint


def test_the_judge_finds_hints_that_are_wrong() -> None:
    """An illegal one, one with a reason that does not hold, and one that breaks up a meld in silence."""
    state, seat = broken_by_expert()[0]
    throws = [one for one in state.legal(seat) if isinstance(one, ThrowOut)]
    throw = next(one for one in throws if judge_hints.broken_melds(state, seat, one))
    rules = [
        rule for rule, _ in judge_hints.failures(state, seat, Advice(throw, (GoesOut(), Lays(5))), 1, plays_out=False)
    ]
    assert rules.count("true") == 2 and "melds" in rules
    assert [rule for rule, _ in judge_hints.failures(state, seat, Advice(Draw(), ()), 1)] == ["legal"]
