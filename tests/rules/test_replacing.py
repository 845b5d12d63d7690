import copy
import dataclasses
import pickle
import random
from dataclasses import FrozenInstanceError, dataclass

import pytest

from rummynet.rules.core.replacing import replace
from rummynet.rules.core.state import State
from rummynet.rules.library.chance import Chance
from tests.support.games import EVERY, new_round


class Odd(Exception):
    """What a check raises that belongs to no part of Python."""


@dataclass(frozen=True, slots=True)
class Doubled:
    """Refuses odd numbers when it is made."""

    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise Odd


@pytest.mark.parametrize("name", EVERY)
class TestPositions:
    def position(self, name: str) -> State:
        return new_round(name, random.Random(1))

    def test_a_copy_is_what_dataclasses_make(self, name: str) -> None:
        state = self.position(name)
        ours, theirs = replace(state, turn=2, drawn=3), dataclasses.replace(state, turn=2, drawn=3)
        assert type(ours) is type(state) and repr(ours) == repr(theirs)
        assert ours == theirs and hash(ours) == hash(theirs) and ours != state

    def test_it_is_frozen_pickled_and_copied_like_any_other(self, name: str) -> None:
        changed = replace(self.position(name), turn=2)
        with pytest.raises(FrozenInstanceError):
            changed.turn = 1  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            del changed.turn
        assert pickle.loads(pickle.dumps(changed)) == copy.copy(changed) == copy.deepcopy(changed) == changed

    def test_the_original_stays(self, name: str) -> None:
        state = self.position(name)
        before = repr(state)
        replace(state, turn=2, phase="over")
        assert repr(state) == before

    def test_a_field_that_is_not_there_is_refused(self, name: str) -> None:
        with pytest.raises(TypeError) as refused:
            replace(self.position(name), colour="red")  # type: ignore[call-arg]
        assert "colour" in str(refused.value)


def test_a_field_may_have_any_name() -> None:
    chance = Chance("insert", (-1,), 1)
    assert replace(chance, kind="deal") == dataclasses.replace(chance, kind="deal")


def test_what_a_class_checks_when_it_is_made_is_checked() -> None:
    assert replace(Doubled(2), number=4) == Doubled(4)
    with pytest.raises(Odd):
        replace(Doubled(2), number=3)
