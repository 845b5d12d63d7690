"""The ids of actions: fixed, and the same back and forth."""

import hashlib
import random

from rummynet import rules
from rummynet.rules import ActionSpace, ChanceOutcome
from rummynet.rules.core.errors import NoSuchMove
from rummynet.rules.varieties import variety, variety_of
from rummynet_protocol import notation
from tests.library.test_play import moves
from tests.support import keilty_play
from tests.support.errors import raises


def space() -> ActionSpace:
    found = rules.variety("keilty").deal(2).action_space
    assert found is not None
    return found


def test_keiltys_table_never_changes() -> None:
    labels = "\n".join(space().labels)
    assert len(space().labels) == 4688
    assert hashlib.sha256(labels.encode()).hexdigest() == (
        "e6926d4c1b4f5fdc706c892b212b90e2b9f56c0191c260cf726bc2858c26804c"
    )


def test_every_legal_action_has_an_id_of_its_own_that_leads_back_to_it() -> None:
    rng, seen = random.Random(1), set[str]()
    for _ in range(400):
        state = variety("keilty").positions.read(keilty_play.scattered(rng))
        for seat in range(state.players):
            actions = list(variety_of(state).all_legal(state, seat))
            ids = [space().id_of(state, action) for action in actions]
            assert len(set(ids)) == len(ids)
            assert [space().action_of(state, number) for number in ids] == actions
            seen.update(space().labels[number].split()[0] for number in ids)
    assert seen == {"draw", "pass", "meld", "lay", "take", "rummy", "throw"}


def test_ids_through_a_state() -> None:
    for state in moves(3, rules.variety("keilty").deal(3).resolved(3))[::4]:
        for action in state.legal():
            assert not isinstance(action, ChanceOutcome)
            number = state.action_id(action)
            assert isinstance(number, int) and state.action_of(number) == action
            assert state.action_id(notation.text(action)) == number


def test_what_means_nothing_is_refused() -> None:
    state = rules.variety("keilty").deal(2).resolved(1)
    for number in (-1, 4688):
        with raises(NoSuchMove, "no_such_move", 0, 4687):
            state.action_of(number)
    with raises(NoSuchMove, "no_such_move", "5S"):
        state.action_of(space().labels.index("lay 5S above"))
    for action in ("turn", "throw *1", "lay 5S on 3", "take 5S", "meld 5S 7S 9S"):
        with raises(NoSuchMove, "no_such_move", f"'{action}'"):
            state.action_id(action)
