"""The rules run where hands are not known, and never disagree with the truth."""

import pytest

from rummynet.rules.basic.game import VARIETY
from rummynet.rules.core.errors import HiddenCard, IllegalAction
from rummynet_protocol.cards import code
from rummynet_protocol.events import Drew
from rummynet_protocol.notation import parse
from tests.rules.basic import after, meld, position, state
from tests.support.errors import raises
from tests.support.in_notation import call


def test_a_declaration_of_a_hidden_hand_is_taken_at_its_word() -> None:
    line = parse("declare meld 2S 3S 4S meld 9C 9D 9H throw 5S")
    blind = state(phase="play", hands=[[None] * 7, [None]], options={"hand": 6}, discard=["KC"])
    down, _ = VARIETY.apply(blind, 0, line)
    assert (down.phase, down.hidden) == ("call", (0, 1))
    assert [claim.action for claim in down.claims] == [call("rummy lay 5S on 0")]
    with raises(IllegalAction, "card_not_held"):
        VARIETY.apply(blind, 0, parse("declare meld 2S 3S 4S meld KC KD KH throw 5S"))


def test_what_a_play_may_leave_is_judged_by_the_number_of_hidden_cards() -> None:
    first = state(phase="play", hands=[[None] * 4, [None]], pickups=[1, 0])
    with raises(IllegalAction, "nothing_left_to_throw", "two cards"):
        after(first, "meld 2S 3S 4S")
    later = after(state(phase="play", hands=[[None] * 3, [None]]), "meld 2S 3S 4S")
    assert (later.out, later.phase) == (0, "final")
    taken = state(phase="play", hands=[["9S", *[None] * 3], [None]], taken="9S")
    with raises(IllegalAction, "nothing_left_to_throw", "no card"):
        after(taken, "meld 2S 3S 4S")
    assert after(state(**position(phase="play", hands=[["9S", *[None] * 3], [None]], taken="9S",
                                  melds=[meld("9C 9D 9H")])), "meld 2S 3S 4S").phase == "play"  # fmt: skip


def test_hidden_hands_stay_hidden_in_the_last_melds_and_are_scored_when_shown() -> None:
    at = state(phase="final", out=0, turn=1, hands=[[], [None] * 4])
    assert not VARIETY.hands_are_shown(at)
    over = after(at, "meld 2S 3S 4S", "pass")
    assert VARIETY.hands_are_shown(over)
    assert (over.phase, over.hidden, over.round_scores) == ("over", (0, 1), None)
    with pytest.raises(HiddenCard):
        VARIETY.next_round(over, range(52))
    with pytest.raises(HiddenCard):
        VARIETY.reveal(over, 1, 40)  # 2S is on the table
    assert VARIETY.reveal(over, 1, 50).round_scores == (40 + 25, -40)


def test_penalty_cards_of_the_stock_are_for_the_one_who_pays() -> None:
    at = state(phase="penalty", stock=[None, None, None], hands=[[None], [None]])
    paid, told = VARIETY.apply(at, 0, parse("penalty draw"))
    assert (paid.hidden, len(paid.stock)) == ((3, 1), 1)
    assert [getattr(event, "card", "-") for event in told] == ["-", None, None]


def test_a_turned_stock_is_known_to_all() -> None:
    at = after(state(discard=["2S", "3S", "4S"]), "turn")
    blind = VARIETY.positions.read(VARIETY.positions.write(at) | {"hands": [[None], [None]]})
    known, told = VARIETY.apply(blind, 0, parse("draw"))
    assert known.hands[0] == 1 << code("3S") and told == (Drew(0, "3S"),)
