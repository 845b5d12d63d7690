"""Files at the edges of what FAIRNESS.md allows: both verifiers say the same of each, and which check finds it."""

from collections.abc import Callable
from typing import Final

import pytest

from rummynet.verifier.offline import check
from rummynet_protocol import notation
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.statements import Acting, Committed
from rummynet_protocol.values import replace
from tests.support.forge import Forge
from tests.support.forge_scripts import dealt, out_of_points
from tests.support.pages import page_verdict

LATEST: Final = 2**53
"""The largest time that FAIRNESS.md allows."""


def acted_late() -> Forge:
    """A player whose clock shows the latest time."""
    forge = dealt()
    turn = forge.state.turn
    assert turn is not None
    legal = forge.game.legal(forge.state, turn)
    action = forge.game.explicit(forge.state, turn, forge.choose(forge.state, turn, legal, forge.chance))
    signed = forge.action(turn, notation.text(action), clock=b"\7" * 8, t=LATEST)
    forge.apply_and_log(turn, action, signed, None)
    return forge


def opened_late() -> Forge:
    """A game that begins at the latest time."""

    class Late(Forge):
        def write(self, entry: log.Entry) -> None:
            super().write(replace(entry, at=LATEST) if isinstance(entry, log.Opened) else entry)

    forge = Late("keilty", {"target": 40}, 2, seed=5)
    forge.play()
    return forge


def refused_late() -> Forge:
    """An action at the latest time, refused."""
    forge = dealt()
    signed = forge.say(0, Acting, session=forge.session, round=1, do="draw", t=LATEST, clock=b"\7" * 8)
    forge.refuse(0, Acting, signed, "illegal")
    return forge


def refused_empty() -> Forge:
    """A part without commitments, refused: it is wrong, and the refusal is true."""
    forge = dealt()
    signed = forge.say(0, Committed, session=forge.session, round=1, first=0, commits=(), answered=())
    forge.refuse(0, Committed, signed, "not_due")
    return forge


def left_out() -> Forge:
    """Who was to come in again is silent, and keeps the seat outside."""
    forge = out_of_points()
    outside = forge.outside
    forge.let_in(forge.ask_in([], outside))
    forge.joining = ()
    forge.let_in({})
    forge.agree()
    forge.play_round()
    return forge


def left_out_beside_a_newcomer() -> Forge:
    """A newcomer comes in, and who was to come in again does not."""
    forge = out_of_points()
    outside = forge.outside
    consents = forge.ask_in([forge.player("dot")], outside)
    forge.let_in(consents)
    forge.joining = (3,)
    forge.let_in({3: consents[3]})
    forge.agree()
    forge.play_round()
    return forge


def long_option(length: int) -> Callable[[], Forge]:
    """A game with an option that nobody knows, whose value is so long a text."""

    def made() -> Forge:
        class Optional(Forge):
            def write(self, entry: log.Entry) -> None:
                if isinstance(entry, log.Opened):
                    entry = replace(entry, options={**entry.options, "motto": "m" * length})
                super().write(entry)

        forge = Optional("keilty", {"target": 40}, 2, seed=5)
        forge.play()
        return forge

    return made


@pytest.mark.parametrize(
    ("made", "verdict", "found"),
    [
        (acted_late, None, None),
        (opened_late, "verified", None),
        (refused_late, None, None),
        (refused_empty, None, None),
        (left_out, None, None),
        (left_out_beside_a_newcomer, None, None),
        (long_option(200), "unknown", None),
        (long_option(201), "not-verified", "format"),
    ],
)
def test_both_verifiers_say_the_same(made: Callable[[], Forge], verdict: str | None, found: str | None) -> None:
    data = made().transcript(0)
    report, page = check(data, partial=verdict is None), page_verdict(data)
    assert report.check == found
    assert page["check"] == found or (verdict == "unknown" and page["check"] in (None, "unknown")), page
    if verdict is not None:
        assert (report.kind, page["verdict"]) == (verdict, verdict)
