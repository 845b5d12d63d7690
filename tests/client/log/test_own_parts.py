"""What a program decides of its own parts, by the cases that the pages decide too (web/tests/own_parts.test.js)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from rummynet_client.core.log.contributions import is_same_part
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.statements import KINDS, Committed, Cosigned, KeyShown, Statement
from tests.support.cases import case
from tests.support.sealed_clients import ClientForge

CASES: Final = json.loads((Path(__file__).parents[3] / "protocol/vectors/own_parts.json").read_text("utf-8"))
OF_ALL: Final[dict[type[Statement], str]] = {Committed: "commit", KeyShown: "key", Cosigned: "root"}


def fields(of: dict[str, Any]) -> dict[str, Any]:
    read = {name: bytes.fromhex(value) if isinstance(value, str) else value for name, value in of.items()}
    return {**read, "commits": (bytes(32),) * of["commits"]} if "commits" in of else read


def test_whether_a_part_was_signed_already_in_another_log_of_the_same_game() -> None:
    for one in CASES["same_part"]:
        kind = KINDS[one["what"]]
        signed = kind(**{**dict.fromkeys(kind.__struct_fields__, b""), **fields(one["signed"])})
        with case(one):
            assert is_same_part(signed, fields(one["now"]), one_epoch=one["sealed"]) == one["same"]


class Owed(Exception):
    """Seat 0 owes what is to be voided; *others*: the part of seat 1, where a void holds those of all."""

    def __init__(self, *others: Envelope) -> None:
        self.others = others


class Voiding(ClientForge):
    """A log of two that stops where seat 0 owes this."""

    stops_at = ""

    def everyone(self, kind: type[Statement], make: Callable[[int], dict[str, Any]]) -> tuple[Envelope, ...]:
        if self.stops_at and OF_ALL.get(kind) == self.stops_at:
            raise Owed(self.say(1, kind, **make(1)))
        return super().everyone(kind, make)

    def give_parts(self) -> None:
        while self.stops_at and (due := self.sealed.due):
            if 0 in due and due[0].what == self.stops_at:
                raise Owed
            self.give_part(min(due))

    def void_at(self, what: str, part: str) -> None:
        """Void a shuffle in which seat 0 owes this; so far its part has come."""
        epoch, self.stops_at = self.next_epoch, what
        with pytest.raises(Owed) as owed:
            self.commit_and_show()
        self.stops_at, self.next_epoch = "", epoch + 1
        (program,) = self.programs.values()
        for own in program.follower.own.by_hash.values():
            own.acknowledged |= own.logged  # as an honest host does
        if part != "not made":
            own = program.owed()
            own.acknowledged = part == "acknowledged"
            own.is_on_its_way = part in ("sent", "read")
            own.delivered = "read" if part.startswith("read") else ""
        others = owed.value.others
        self.put_aside(epoch, (None, *others) if others else ())


@pytest.mark.parametrize("one", CASES["voids_of_a_sealed_deck"], ids=lambda one: " ".join(map(str, one.values())))
def test_a_void_is_answered_and_the_next_shuffle_is_signed(one: dict[str, Any]) -> None:
    forge = Voiding("keilty", players=2)
    forge.begin()
    forge.round, forge.holders = 1, (0, 1)
    before = [one["after"]] if "after" in one else []
    for what, part in [*before, (one["owed"], one["part"])]:
        forge.void_at(what, part)
    follower = forge.programs[0].follower
    assert (follower.own_part.blame is not None) == one["blamed"]
    forge.stops_at = "key"
    with pytest.raises(Owed):
        forge.commit_and_show()
    signed = next(follower.own.of_kind("commit")).statement
    assert isinstance(signed, Committed)
    assert signed.answered[-1] == one["answered"]
