"""Codes and links as people type them, and the codes by which known ones meet."""

import pytest

from rummynet.far.codes import SLOTS, BadFarCode, FarPlace, guest_id, read_far, return_code
from rummynet.far.way_maker import is_return_code, unknown_word
from tests.support.cases import case


def test_what_is_a_code_and_what_is_an_address() -> None:
    for text in (
        "7-crossover-clockwork",
        " 7-Crossover-Clockwork ",
        "7 crossover clockwork",
        "7–crossover—clockwork",
        "„7-crossover-clockwork“.",
        '"7 - crossover - clockwork"',
    ):
        with case(text):
            assert read_far(text) == FarPlace("7-crossover-clockwork")
    for text in (
        "192.168.1.20",
        "host",
        "my-host",
        "7-eleven",
        "7-crossover-clockwork:7866",
        "[::1]:7866",
        "rummynet://h/",
    ):
        with case(text):
            assert read_far(text) is None


def test_a_link_is_read_back_with_its_servers() -> None:
    for place in (
        FarPlace("7-crossover-clockwork"),
        FarPlace("12-a" + "bc-def", "ws://club.example:4000/v1", "tcp:club.example:4001"),
    ):
        with case(place):
            assert read_far(place.link) == place
    with pytest.raises(BadFarCode):
        read_far("rummynet://far/7-cross")


def test_two_who_know_each_other_have_codes_that_nobody_else_has() -> None:
    secrets = bytes(32), b"\1" * 32
    codes = {return_code(secret, slot) for secret in secrets for slot in range(SLOTS)}
    assert all(map(is_return_code, codes))
    assert not is_return_code("7-crossover-clockwork")
    assert len(codes) == 2 * SLOTS == len({code.partition("-")[0] for code in codes})
    assert all(int(code.partition("-")[0]) >= 10**6 for code in codes), "the numbers of new codes are shorter"
    assert guest_id(secrets[0]) != guest_id(secrets[1])


def test_a_mistyped_word_is_known_before_it_costs_the_code() -> None:
    assert unknown_word("7-crossover-clockwork") is None
    assert unknown_word(return_code(bytes(32), 0)) is None
    assert unknown_word("7-crossover-clokwork") == ["clokwork", "clockwork"]
