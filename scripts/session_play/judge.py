"""What a session is judged by. Pure, but for the two verifiers that it calls."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from session_play.programs import STARTUP, TREE, package_path

AFTERMATH: Final = 90.0
"""Fast seconds after a disturbance in which a void comes of it: a shuffle waits for everybody for 20, after a start of
the host for 30 more; a client's next try to connect comes up to 30 after the last. A sum with ten to spare, not a
measure: a void later than that is looked at by somebody."""
HARMLESS: Final = ("covered",)
"""What is told and does not fail a run: a phone can be scrolled, and a message goes away."""
MOST_ACTIONS: Final = {"keilty": 900, "basic": 900, "joker": 900, "crummy": 1200, "vegas": 1500, "tiny": 600}
"""By game: actions of a round of up to four players after which it has no end; with more players, as many more. Far
above what is seen (``longest_round``): robots take whatever they may, and up to two laps of takes stand between two
draws in crummy and Vegas."""


@dataclass(frozen=True)
class Span:
    """A time in which the machine did something to somebody: fast Unix seconds."""

    kind: str
    who: str
    begin: float
    end: float


def explains(spans: Iterable[Span], at: float) -> bool:
    """Whether something at this time may come of what the machine did."""
    return any(span.begin - 5 <= at <= span.end + AFTERMATH for span in spans)


def incidents_without_cause(lines: Iterable[str], spans: Sequence[Span]) -> list[str]:
    """Of the lines of a client's file ``incidents`` those that an honest host must not leave there.

    A voided shuffle is the network's affair where the network was disturbed; everything else accuses the host.
    """
    found = []
    for line in lines:
        try:
            incident = json.loads(line)
        except ValueError:
            found.append(f"not readable: {line[:200]}")
            continue
        if incident.get("kind") == "cleared":
            continue
        if incident.get("kind") == "void" and explains(spans, float(incident.get("at", 0))):
            continue
        found.append(line.strip())
    return found


def is_stuck(now: float, changed_at: float, free_since: float, patience: float) -> bool:
    """Whether nothing has happened for too long although nothing was in the way since *free_since*."""
    return now - max(changed_at, free_since) > patience


def are_too_few(people: int, bots: int, is_paused: bool) -> bool:
    """Whether so many people, and bots that players run for themselves, cannot go on without one who is not there.

    Such bots vote as most of the others do, and never say ``resume``.
    """
    return people == 0 or (people <= bots if is_paused else people < bots)


def differ(here: dict[str, Any], there: dict[str, Any], is_unknown_there: bool = False) -> str:
    """How the verdicts of `rummynet verify` and of the pages' verifier on one file differ; "" if they agree.

    A game that the pages do not know (*is_unknown_there*) they may call ``unknown`` alone.
    """
    one, other = here["verdict"], there["verdict"]
    if is_unknown_there:
        return "" if other == "unknown" else f"the pages do not know the game and say {other}"
    if one != other:
        return f"one says {one}, the other {other}"
    if one == "not-verified" and here.get("check") != there.get("check"):
        return "they find different checks"
    return ""


def judge_files(files: Sequence[Path], scratch: Path, extra: Mapping[str, str] | None = None) -> list[tuple[str, str]]:
    """Findings on these transcripts: what does not verify, and on what the verifiers differ."""
    found: list[tuple[str, str]] = []
    if not files:
        return found
    folder = scratch / "verify"
    folder.mkdir(parents=True, exist_ok=True)
    copies = {}
    for at, path in enumerate(files):
        copy = folder / f"{at:05d}.rummy"
        shutil.copyfile(path, copy)
        copies[copy.name] = path
    packages = os.pathsep.join((str(STARTUP), package_path()))
    ran = subprocess.run(
        [sys.executable, "-m", "rummynet", "verify", "--partial", "--json", *(str(folder / name) for name in copies)],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": packages, **(extra or {})}, cwd=scratch,
    )  # fmt: skip
    errors = ran.stderr[-800:]
    here = {Path(one["file"]).name: one for one in map(json.loads, ran.stdout.splitlines())}
    there: dict[str, Any] = {}
    if (TREE[0] / "web" / "node_modules").exists():
        ran = subprocess.run(
            ["node", "tests/agree.js", str(folder)], cwd=TREE[0] / "web", capture_output=True, text=True
        )
        there = {one["file"]: one for one in map(json.loads, ran.stdout.splitlines())}
        if ran.returncode:
            found.append(("disagreement", f"the verifier of the pages failed: {ran.stderr[-500:]}"))
    for name, path in copies.items():
        one = here.get(name)
        if one is None:
            found.append(("disagreement", f"{path}: rummynet verify says nothing: {errors}"))
            continue
        if not one.get("verified"):
            found.append(("disagreement", f"{path}: not verified here: {json.dumps(one)[:600]}"))
        if name in there and (how := differ(one, there[name], is_unknown_there=bool(extra))):
            found.append(
                ("disagreement", f"{path}: {how}: here {json.dumps(one)[:400]}, there {json.dumps(there[name])[:400]}")
            )
        elif there and name not in there:
            found.append(("disagreement", f"{path}: the verifier of the pages says nothing"))
    shutil.rmtree(folder)
    return found
