"""What a ledger says behind each entry of a log, for whoever waits, votes or signs: it is kept, as what has changed."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from rummynet.ledger.ledger import Ledger
from rummynet_protocol.fairness.chain import next_head
from rummynet_protocol.fairness.entries import HostCommit, read_entry
from tests.support.forge import Forge
from tests.support.forge_scripts import called_off, joined, played, stock_empty, voided, voted
from tests.support.kept import is_kept
from tests.support.sealed_vector_games import SEALED_GAMES

STATES: Final = (
    "is_paused", "finished", "voided", "is_called_off", "is_shown", "stands_at", "stands_since", "owed_since",
    "forgiven_voids", "takes_votes", "round", "ended", "is_undealt",
)  # fmt: skip
RESUMED: Final = "a second round"


def _votes_next(forge: Forge) -> Forge:
    """Another round, in which there are votes."""
    forge.begin_round()
    forge.vote(0, 1)
    forge.vote(2, 1)
    return forge


LOGS: Final[dict[str, Callable[[], Any]]] = {
    "a game": played, "votes": voted, "voids": partial(voided, 2), "called off": called_off, "a newcomer": joined,
    "an empty stock": stock_empty, "a sealed deck": lambda: SEALED_GAMES["sealed-keilty"]().play(),
    RESUMED: lambda: _votes_next(Forge("keilty", {"target": 500, "hand": 3}, 3, seed=1).play(1)),
    "crummy": lambda: Forge("crummy", {"offer_seconds": 4}, 3, seed=1, idles_in="offer").play(1),
}  # fmt: skip


def said(ledger: Ledger) -> dict[str, object]:
    """What may be asked of it."""
    found: dict[str, object] = {name: getattr(ledger, name) for name in STATES if hasattr(ledger, name)}
    expects, asked = ledger.expects, ledger.asked
    found["expects"] = expects and f"{expects.owed.kind} {expects.round} {[one.number for one in expects.epochs]}"
    found["asked"] = asked and f"{asked.kind.kind} {asked.round} {asked.voids} {asked.holders} {sorted(asked.lost)}"
    found["aims"] = len(ledger.aims), ledger.index_of(ledger.turn_began) if ledger.aims else None
    found["protests"], found["voids"] = sorted(ledger.has_protested), len(ledger.open_voids)
    for seat in range(len(ledger.players)):
        ways = [one and f"{one.what} {one.at} {one.need} {sorted(one.by)}" for one in
                (ledger.outcome(seat), ledger.without(seat))]  # fmt: skip
        found[f"seat {seat}"] = ledger.waits_since(seat), *ways, ledger.is_wanted_gone(seat), ledger.clocked_since(seat)
    ends = [ledger.ends_for(ledger.clock + millis) for millis in (0, 181_000, 10**6)]
    return found | {"ends": [one and one.seat for one in ends], "counts": dict(ledger.unsigned + ledger.objected)}


def states(forge: Any, *, resumes: bool) -> Iterator[str]:  # noqa: ANN401
    """By entry: what has changed with it. *resumes*: from the second round on with a ledger that was packed."""
    ledger, before, passed = Ledger(host=forge.host.public), dict[str, object](), dict[str, int]()
    for index, one in enumerate(forge.written):
        entry = read_entry(one.entry)
        ledger.push(entry, next_head(ledger.head, one.entry))
        if resumes and isinstance(entry, HostCommit) and ledger.round > 1:
            packed, ledger = ledger.pack(), Ledger()
            ledger.restore(packed)
        now = said(ledger)
        changed = {key: value for key, value in now.items() if before.get(key) != value}
        counted = [f"{name} {count}" for name, count in ledger.passed.items() if passed.get(name) != count]
        before, passed = now, dict(ledger.passed)
        yield f"{index} {type(entry).__name__} {changed} {' '.join(counted)}"


@pytest.mark.parametrize("name", LOGS)
def test_a_ledger_says_what_was_kept(name: str) -> None:
    assert is_kept(Path(__file__).parent / "ledger_states.txt", name, states(LOGS[name](), resumes=name == RESUMED))
