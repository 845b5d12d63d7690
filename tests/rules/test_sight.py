"""What a viewer may see: nothing hidden, and no word of a rummy."""

import json
import random
import re

import pytest

from rummynet.rules.core.sight import seen_by, told_to, view
from rummynet.rules.core.state import State
from rummynet.rules.keilty.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.events import Drew, ThrewOut
from rummynet_protocol.values import replace
from tests.support.in_notation import clock_texts
from tests.support.keilty_play import at
from tests.support.random_games import random_game
from tests.support.rows import do

CARD = re.compile(r"\b[A23456789TJQK][CDHS]\b")


def covered(full: State, taken: dict[int, int]) -> State:
    """The public position: of each hand only what was *taken* openly and is still there."""
    hands = tuple(hand & taken.get(seat, 0) for seat, hand in enumerate(full.hands))
    hidden = tuple((hand & ~known).bit_count() for hand, known in zip(full.hands, hands, strict=True))
    stock = (HIDDEN,) * len(full.stock)
    return replace(full, hands=hands, hidden=hidden, stock=stock, drawn=None if full.drawn is None else HIDDEN)


@pytest.mark.parametrize("seed", range(20))
def test_every_card_in_a_view_is_one_that_its_viewer_may_know(seed: int) -> None:
    chance = random.Random(seed)
    for full in [one for one in random_game(VARIETY, seed, 1, most=6) if one.phase != "over"]:
        public = covered(full, {0: chance.getrandbits(52)})
        table = cards.mask(code for meld in full.melds for code in meld.cards)
        everybodys = table | cards.mask(full.discard)
        for hand in public.hands:
            everybodys |= hand
        for seat in (None, *range(full.players)):
            own = 0 if seat is None else full.hands[seat]
            said = json.dumps(view(VARIETY, seen_by(public, full, seat), seat))
            assert {cards.code(word) for word in CARD.findall(said)} <= set(cards.members(everybodys | own))
            assert "rummy l" not in said and "rummy m" not in said and "claims" not in said


def test_a_view_has_the_keys_of_a_position_and_what_may_be_done() -> None:
    full = at(["2C 3D", "4H KD"], "9C", stock="QS QD QH")
    shown = view(VARIETY, seen_by(covered(full, {1: cards.mask([cards.code("KD")])}), full, 0), 0)
    assert (shown["hands"], shown["hidden"], shown["stock"]) == ([["2C", "3D"], ["KD"]], [0, 1], 3)
    assert shown["legal"] == ["draw"] and shown["discard"] == ["9C"]
    assert set(VARIETY.positions.write(full)) - set(shown) == {"claims"}
    assert set(shown) - set(VARIETY.positions.write(full)) == {"hidden", "legal"}


def test_a_spectator_has_no_hand_and_nothing_to_do() -> None:
    full = at(["2C 3D", "4H KD"], "9C")
    public = covered(full, {})
    assert seen_by(public, full, None) is public
    shown = view(VARIETY, public, None)
    assert shown["hands"] == [[], []] and shown["hidden"] == [2, 2] and shown["legal"] == []


def test_a_rummy_is_listed_for_a_seat_only_where_the_table_plays_with_hints() -> None:
    for hints, expected in ((False, []), (True, ["rummy meld 5S 6S 7S"])):
        full = at(["6S 2D", "4H", "KC"], "5S 7S", phase="play", options={"rummy_hints": hints})
        full = do(full, "0 throw 6S")
        assert view(VARIETY, seen_by(covered(full, {}), full, 2), 2)["legal"] == expected


def test_a_possible_rummy_changes_nothing_in_any_view() -> None:
    with_call = do(at(["6S 2D", "4H", "KC"], "5S 7S", phase="play"), "0 throw 6S")
    without = replace(with_call, claims=())
    for seat in (None, 0, 1, 2):
        views = [view(VARIETY, seen_by(covered(full, {}), full, seat), seat) for full in (with_call, without)]
        assert views[0] == views[1]


def test_a_drawn_card_is_told_to_its_drawer_alone() -> None:
    drew, threw = Drew(1, "KD"), ThrewOut(1, "KD")
    assert told_to(drew, 1) == drew and told_to(threw, 0) == threw
    assert told_to(drew, 0) == told_to(drew, None) == Drew(1, None)


def test_the_drawer_alone_knows_which_card_the_clock_would_throw() -> None:
    full = do(at(["2C 3D", "4H"], "9C", stock="QS", options={"turn_seconds": 9}), "0 draw")
    public = covered(full, {})
    clocks = [clock_texts(VARIETY, seen_by(public, full, seat)) for seat in (0, 1, None)]
    assert clocks == [["throw QS"], [None], [None]]
