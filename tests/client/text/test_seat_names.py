"""``vote anna``: players by name in commands about seats."""

from types import SimpleNamespace
from typing import cast

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import commands
from rummynet_client.core.text.verbs import seat_word, with_seats
from rummynet_client.line_client import JsonFormat

NAMES = {0: "Ben", 1: "Anna", 2: "Anna (2)", 3: "Carla", 4: "7"}


def test_what_is_to_be_typed_names_the_seat_again() -> None:
    for seat, name in NAMES.items():
        assert with_seats(f"vote {seat_word(seat, name)}", NAMES) == f"vote {seat}"


def test_programs_may_name_people_as_sentences_tell_them_to() -> None:
    seats = [SimpleNamespace(seat=seat, name=name) for seat, name in NAMES.items()]
    model = cast(ViewModel, SimpleNamespace(state=None, seats=seats, legal=list))
    for seat, name in NAMES.items():
        assert JsonFormat().read(f"vote {seat_word(seat, name)}", model) == commands.Do("vote", (seat,))
