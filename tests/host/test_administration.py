"""Orders of an operator: what they do to tables and people, and that the host takes them at its socket."""

import json
from pathlib import Path
from typing import Any

import pytest

from rummynet.host.administration import BANNED, KEY_DIGITS, Administration
from rummynet_protocol.wire.messages import Bye, Message, Welcome
from tests.support.dialling import Building, Dialler


class Operator:
    """Gives orders to a host in memory; ``ended`` says whether it was told to end."""

    def __init__(self, building: Building, folder: Path) -> None:
        self.ended = False
        self.building = building
        self.orders = Administration(building.factory, folder, building.factory.logbook, self.end, self.invite)
        self.codes: list[int | None] = []

    def end(self) -> None:
        self.ended = True

    def invite(self, table: int | None) -> list[str]:
        self.codes.append(table)
        return [f"open for {table}"]

    def answer(self, do: str, *words: str) -> dict[str, Any]:
        found = self.orders.answer(json.dumps({"do": do, "words": words}).encode())
        self.building.settle()
        return found

    def lines(self, do: str, *words: str) -> list[str]:
        found: list[str] = self.answer(do, *words)["lines"]
        return found

    def refused(self, do: str, *words: str) -> str:
        return str(self.answer(do, *words)["refused"])


@pytest.fixture
def operator(building: Building, tmp_path: Path) -> Operator:
    return Operator(building, tmp_path)


def hears(person: Dialler, kind: type[Any]) -> list[Any]:
    person.hear()
    return [one for one in person.told if isinstance(one, kind)]


def greeted(building: Building, person: Dialler) -> Message:
    """What a new connection of this person's is told."""
    building.diallers.append(Dialler(building, person.person))
    return building.diallers[-1].greet()


def test_who_is_removed_may_come_back_and_who_is_banned_may_not(
    building: Building, operator: Operator, tmp_path: Path
) -> None:
    ann, bob = building.guest("Ann"), building.guest("Bob")
    operator.lines("remove", "Ann")
    assert hears(ann, Bye)[-1].code == "removed"
    assert isinstance(greeted(building, ann), Welcome)
    key = bob.person.key.hex()
    operator.lines("ban", key[:KEY_DIGITS])
    assert hears(bob, Bye)[-1].code == "removed"
    for _ in ("now", "after a start"):
        again = greeted(building, bob)
        assert isinstance(again, Bye) and again.code == "removed"
        building.factory.banned = set()
        operator = Operator(building, tmp_path)
    assert (tmp_path / BANNED).read_text() == key + "\n"
    assert "not banned" in operator.refused("unban", key[1:])
    operator.lines("unban", key)
    assert isinstance(greeted(building, bob), Welcome)
    assert "nobody is connected" in operator.refused("remove", "Cid")
    building.guest("Dan")
    (tmp_path / BANNED).unlink()
    (tmp_path / BANNED).mkdir()
    assert f"{tmp_path / BANNED} cannot be written" in operator.refused("ban", "Dan")
    assert not building.factory.banned


def test_several_people_of_one_name_are_told_apart_by_their_keys(building: Building, operator: Operator) -> None:
    first, other = building.guest("Ann"), building.guest("Bob")
    other.protocol.name = "Ann"
    assert "name the key" in operator.refused("remove", "Ann")
    assert "nobody is connected" in operator.refused("remove", first.person.key.hex()[: KEY_DIGITS - 1])
    operator.lines("remove", first.person.key.hex())
    assert hears(first, Bye) and not hears(other, Bye)


def test_maintenance_is_told_and_comes(building: Building, operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[str]()  # not by clients: those who say nothing for a minute are let go
    monkeypatch.setattr(building.dispatcher, "say_to_tables", told.append)
    operator.lines("maintenance", "12")
    for minutes in (2, 5, 4):
        building.clock.advance(60 * minutes)
    assert [int(text.split(" minute")[0].split()[-1]) for text in told] == [12, 10, 5, 1]
    assert operator.lines("maintenance", "off") == ["no maintenance is planned"]
    building.clock.advance(600)
    assert not operator.ended
    for wrong in ("x", "-1", "1.5", "", "1441"):
        assert "whole minutes" in operator.refused("maintenance", wrong)
    building.clock.advance(600)
    assert not operator.ended
    operator.lines("maintenance", "0")
    building.clock.advance(0)
    assert operator.ended


@pytest.mark.parametrize("line", [b"", b"{}", b"[" * 5000, b"\xff", b'{"do": "say", "words": [1]}'])
def test_what_is_no_order_is_refused(operator: Operator, line: bytes) -> None:
    assert "refused" in operator.orders.answer(line)
