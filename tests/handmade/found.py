"""What both verifiers find in a log that was written by hand."""

from __future__ import annotations

import json

from rummynet.verifier import offline
from tests.handmade.log import Handmade
from tests.support.pages import page_verdict


def found(made: Handmade | bytes) -> str | None:
    """The check that fails, or None. Both verifiers have to name it, at the same record."""
    data = made if isinstance(made, bytes) else made.transcript()
    report = offline.check(data)
    page = page_verdict(data)
    assert (page["check"], page["record"]) == (report.check, report.record), (json.dumps(page), report.verdict)
    if report.check is None:
        assert page["clock_breaks"] == report.to_dict()["clock_breaks"], json.dumps(page)
        assert page["missing"] == report.to_dict()["missing"], json.dumps(page)
    return report.check


def dealt(players: int = 2, **options: int) -> Handmade:
    """A Keilty game just after its first deal."""
    made = Handmade(players, options=options)
    made.begin()
    made.commits()
    made.seal(bytes(range(52)))
    made.deal()
    return made
