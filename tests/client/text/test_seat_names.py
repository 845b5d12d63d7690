"""``vote anna``: players by name in commands about seats."""

from types import SimpleNamespace
from typing import cast

import pytest

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import commands
from rummynet_client.core.text.verbs import seat_word, with_seats
from rummynet_client.line_client import JsonFormat

NAMES = {0: "Ben", 1: "Anna", 2: "Anna (2)", 3: "Carla", 4: "7"}


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("vote ben", "vote 0"),
        ("vote Anna", "vote 1"),
        ("vote anna (2) no", "vote 2 no"),
        ("VOTE car no", "VOTE 3 no"),
        ("owner  carla ", "owner 3"),
        ("vote 7", "vote 7"),
        ("vote a", "vote a"),  # two begin so
        ("vote nobody", "vote nobody"),
        ("vote", "vote"),
        ("say anna", "say anna"),
        ("remove ben", "remove 0"),
        ("admit ben no", "admit ben no"),
    ],
)
def test_a_name_stands_for_its_seat(line: str, same: str) -> None:
    assert with_seats(line, NAMES) == same


def test_what_is_to_be_typed_names_the_seat_again() -> None:
    for seat, name in NAMES.items():
        assert with_seats(f"vote {seat_word(seat, name)}", NAMES) == f"vote {seat}"


def test_programs_may_name_people_as_sentences_tell_them_to() -> None:
    seats = [SimpleNamespace(seat=seat, name=name) for seat, name in NAMES.items()]
    model = cast(ViewModel, SimpleNamespace(state=None, seats=seats, legal=list))
    for seat, name in NAMES.items():
        assert JsonFormat().read(f"vote {seat_word(seat, name)}", model) == commands.Do("vote", (seat,))
