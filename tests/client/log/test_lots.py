"""Lots between calls: a call that the host had acknowledged is in them."""

from types import SimpleNamespace

import pytest

from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.log.own_statements import OwnStatement
from rummynet_protocol.fairness.entries import LotsDrawn
from rummynet_protocol.fairness.statements import Acting

ZERO = bytes(32)


@pytest.mark.parametrize(
    ("do", "is_acknowledged", "is_in", "is_found"),
    [
        ("rummy lay 4H on 0", True, False, True),
        ("rummy lay 4H on 0", True, True, False),
        ("rummy lay 4H on 0", False, False, False),
        ("draw", True, False, False),
    ],
)
def test_an_acknowledged_call_that_lots_leave_out_is_held_back(
    do: str, is_acknowledged: bool, is_in: bool, is_found: bool
) -> None:
    acting = Acting(ZERO, 3, ZERO, ZERO, bytes(8), 0, ZERO, 1, do)
    own = OwnStatement("action", b"call", bytes(64), acting, ZERO, acknowledged=is_acknowledged)
    entry = LotsDrawn(1, ((0, do, own.envelope if is_in else (b"other", bytes(64))),), 0)
    follower = SimpleNamespace(own=SimpleNamespace(of_kind=lambda kind: iter([own] if kind == "action" else [])))
    found = GameFollower.find_passed_over(follower, entry, ())  # type: ignore[arg-type]
    assert (found is own) is is_found
