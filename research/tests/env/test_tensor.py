"""The numbers of an observation hold what the seat knows, and nothing of what it does not know."""

import pytest

from rummynet import rules
from rummynet_protocol import cards
from rummynet_protocol.cards import FACES
from rummynet_protocol.events import ThrewOut
from rummynet_research.env import tensor
from rummynet_research.env.words import WORDS

GAME = rules.variety("keilty")


def parts(state: rules.GameState, seat: int) -> dict[str, list[float]]:
    numbers = tensor.vector(state.observation(seat), state.actor, False)
    assert len(numbers) == tensor.size(state.players)
    found, at = {}, 0
    for name, shape in tensor.layout(state.players).items():
        length = shape[0] * (shape[1] if len(shape) > 1 else 1)
        found[name] = numbers[at : at + length]
        at += length
    assert at == len(numbers)
    return found


def test_the_own_hand_comes_first_and_other_hands_are_not_there() -> None:
    state = GAME.deal(3, rules.shuffled(GAME, seed=4))
    for seat in range(3):
        seen = parts(state, seat)
        assert [code for code in range(54) if seen["hands"][code]] == list(
            cards.members(state.position.hands[seat])
        )  # fmt: skip
        assert not any(seen["hands"][54:]) and not any(seen["stock"])
        assert seen["counts"] == [7 / 52] * 3
        assert seen["actor"].index(1.0) == -seat % 3


def test_two_states_that_a_seat_cannot_tell_apart_have_the_same_numbers() -> None:
    state = GAME.deal(3, rules.shuffled(GAME, seed=5))
    for step in range(30):
        for seat in range(3):
            other = rules.determinize(state.observation(seat), step)
            assert parts(other, seat) == parts(state, seat)
        state = state.apply(state.legal()[-1] if step % 3 else state.legal()[0])


def test_the_table_the_pile_and_known_cards_are_in_it() -> None:
    state = GAME.deal(2, rules.shuffled(GAME, seed=1))
    while not state.position.melds:
        takes = [action for action in state.legal() if "Take" in type(action).__name__]
        state = state.apply(takes[0] if takes else state.legal()[0])
    seen, position = parts(state, state.position.turn), state.position
    laid = [code for meld in position.melds for code in meld.cards]
    assert [code for code in range(54) if any(seen["laid"][code::54])] == sorted(laid)
    assert seen["sets"] == [float(any(code in m.cards and not m.is_run for m in position.melds)) for code in range(54)]
    assert [code for code in range(54) if seen["pile"][code]] == sorted(position.discard)
    if position.discard:
        assert seen["pile"][position.discard[-1]] == 1.0


def test_new_stocks_and_those_without_a_lay_are_in_it() -> None:
    state, chance = GAME.deal(2, rules.shuffled(GAME, seed=1)), 0
    while not state.position.reshuffles:
        plain = [action for action in state.legal() if type(action).__name__ in ("Draw", "ThrowOut")]
        state, chance = state.apply(plain[0]).resolved(chance), chance + 1
    seen = parts(state, state.position.turn)
    assert (seen["reshuffles"], seen["stocks_since_lay"]) == ([0.1], [0.1])
    other = rules.determinize(state.observation(0), 1)
    assert other.position.stocks_since_lay == state.public.stocks_since_lay == 1


@pytest.mark.parametrize("name", rules.NAMES)
@pytest.mark.parametrize("recalls", [False, True])
def test_each_number_has_its_own_label_and_says_what_the_label_says(name: str, recalls: bool) -> None:
    game = rules.variety(name)
    labels = tensor.labels(3, recalls=recalls)
    assert len(set(labels)) == len(labels) == tensor.size(3, recalls=recalls)
    state = game.deal(3).resolved(7)
    for step in range(60):
        if state.over:
            break
        seat = step % 3
        numbers = tensor.vector(state.observation(seat), state.actor, False, (3, 4), recalls=recalls)
        assert all(-1 <= number <= 1 for number in numbers)
        told = dict(zip(labels, numbers, strict=True))
        assert {face for face in FACES if told[f"hands 0 {face}"]} == {card[:2] for card in state.hand(seat)}
        assert told[f"pile {cards.face(state.position.discard[-1])}"] == 1 if state.position.discard else True
        assert told[f"phase {state.position.phase}"] == 1
        assert (told["words " + WORDS[4]], told["words " + WORDS[3]]) == (1, 1 - 1 / len(WORDS))
        state = state.apply(state.legal()[-1]).resolved(step)
    if recalls:
        told = dict(zip(labels, tensor.vector(state.observation(seat), None, False, recalls=True), strict=True))
        threw = [event for event in state.observation(0).log.events if isinstance(event, ThrewOut)]
        assert told[f"threw {(threw[-1].seat - seat) % 3} {threw[-1].card[:2]}"] == 1
