"""What a program decides of its own parts, by the cases that the pages decide too (web/tests/own_parts.test.js)."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from rummynet_client.core.log.contributions import is_same_part
from rummynet_protocol.fairness.statements import KINDS, Committed, Cosigned, KeyShown, Statement
from rummynet_protocol.wire.messages import Here
from tests.support.cases import case
from tests.support.people import SealedHarness

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


@pytest.mark.parametrize("one", CASES["voids_of_a_sealed_deck"], ids=lambda one: " ".join(map(str, one.values())))
def test_a_void_is_answered_and_the_next_shuffle_is_signed(one: dict[str, Any]) -> None:
    hall = SealedHarness()
    number, (ann, bob) = hall.table(["Ann", "Bob"], deck="sealed", voids=20)
    voids = [*([one["after"]] if "after" in one else []), (one["owed"], one["part"]), ("key", "")]
    ann.silent = {voids[0][0]}
    for person in (ann, bob):
        hall.ready(person, number)
    for (what, part), (then, _) in pairwise(voids):
        assert ann.owes == what
        if part != "not made":
            own = ann.follower.owed_statement()
            assert own is not None
            own.acknowledged = part == "acknowledged"
            own.is_on_its_way = part in ("sent", "read")
            own.delivered = "read" if part.startswith("read") else ""
        ann.silent, ann.blames = {then}, []
        hall.advance(31_000)
        hall.done(ann, Here, number)
    assert bool(ann.blames) == one["blamed"]
    signed = next(ann.follower.own.of_kind("commit")).statement
    assert isinstance(signed, Committed)
    assert signed.answered[-1] == one["answered"]
