"""The numbers of an observation hold what the seat knows, and nothing of what it does not know."""

from rummynet import rules
from rummynet.env import tensor
from rummynet_protocol import cards

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
        assert [code for code in range(52) if seen["hands"][code]] == list(
            cards.members(state.position.hands[seat])
        )  # fmt: skip
        assert not any(seen["hands"][52:]) and not any(seen["stock"])
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
    assert [code for code in range(52) if any(seen["laid"][code::52])] == sorted(laid)
    assert seen["sets"] == [float(any(code in m.cards and not m.is_run for m in position.melds)) for code in range(52)]
    assert [code for code in range(52) if seen["pile"][code]] == sorted(position.discard)
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
