#!/usr/bin/env python3
"""Hold the verifier of the pages (web/) against `rummynet verify`: games of every variety, and alterations of them.

    scripts/agree_web.py                           a hundred games, a thousand alterations; some minutes
    scripts/agree_web.py --games 6 --alterations 40

Of Keilty rummy both have to name the same check and record. The pages do not know the rules of other games: what only
those show they do not find, and say so; everything else they have to find at the same record. Exit status 1 where the
two differ; the files are kept then. Needs Node.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
for folder in ("protocol", "client", "."):
    sys.path.insert(0, str(ROOT / folder))

from rummynet.verifier.offline import check  # noqa: E402
from rummynet_protocol.fairness.chain import NO_HEAD, next_head  # noqa: E402
from rummynet_protocol.fairness.transcript import (  # noqa: E402
    HEADER,
    EntryRecord,
    NotATranscript,
    OtherVersion,
    Record,
    pack_record,
    read_transcript,
)
from tests.support.altered_transcripts import ALTERATIONS  # noqa: E402
from tests.support.forge import Forge  # noqa: E402

OPTIONS: Final[dict[str, dict[str, object]]] = {
    "keilty": {"target": 60}, "basic": {"deals": 1}, "vegas": {"max_score": 20}, "crummy": {"reshuffle_limit": 1},
    "joker": {"target": 40},
}  # fmt: skip
VARIETIES: Final = ("keilty", "keilty", "keilty", "basic", "keilty", "vegas", "keilty", "joker", "keilty", "crummy")
"""Half of the games are of the variety whose rules the pages know."""
OF_RULES: Final = frozenset({"rules", "score", "clock", "first-seat", "position", "stale-action", "opening"})
"""Checks that depend on the rules somewhere: which action races, how many cards are dealt, what is seen of a card."""
Case = tuple[str, str, bytes]
"""Name, variety, file."""


def games(count: int, chance: random.Random) -> Iterator[tuple[str, Forge]]:
    """So many games; the turn clock acts in some of them."""
    for number in range(count):
        variety = VARIETIES[number % len(VARIETIES)]
        options = dict(OPTIONS[variety])
        clocked = number % 3 == 0
        if clocked:
            options["turn_seconds"] = 20
        players = chance.randint(2, 4 if variety != "crummy" else 2)
        rounds = {"crummy": 2, "vegas": 6}.get(variety, 3)  # cards put back; decks that become fewer with the players
        forge = Forge(variety, options, players, seed=chance.getrandbits(32), idles_in="pickup" if clocked else "")
        yield variety, forge.play(rounds)


def altered(data: bytes, forge: Forge, chance: random.Random) -> tuple[str, bytes] | None:
    """One alteration, and its name; None where this file has nothing of the kind."""
    records = list(read_transcript(data).records)
    at = chance.randrange(len(records))
    match chance.randrange(5):
        case 0:
            place = chance.randrange(len(data))
            return "a byte", data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]
        case 1:
            named = chance.choice(ALTERATIONS)
            made = named.make(records)
            return None if made is None else (named.name, packed(made, forge if named.resigned else None))
        case 2:
            record = records[at]
            if not isinstance(record, EntryRecord):
                return None
            place = chance.randrange(len(record.entry))
            entry = bytearray(record.entry)
            entry[place] ^= 1 << chance.randrange(8)
            records[at] = EntryRecord(bytes(entry), record.signature)
            return "a byte of an entry, resigned", packed(records, forge)
        case 3:
            del records[at]
            return "a record left out, resigned", packed(records, forge)
        case _:
            other = min(at + 1, len(records) - 1)
            records[at], records[other] = records[other], records[at]
            return "two records exchanged, resigned", packed(records, forge)


def packed(records: list[Record], signer: Forge | None) -> bytes:
    """The file of these records, the host's signatures made anew where a signer is given."""
    head, parts = NO_HEAD, [HEADER]
    for one in records:
        record = one
        if signer is not None and isinstance(one, EntryRecord):
            head = next_head(head, one.entry)
            record = EntryRecord(one.entry, signer.host.sign("head", head))
        parts.append(pack_record(record))
    return b"".join(parts)


def found_here(data: bytes) -> dict[str, Any]:
    """What `rummynet verify` finds."""
    try:
        report = check(data)
    except NotATranscript as problem:
        verdict = "unknown" if isinstance(problem, OtherVersion) else "unreadable"
        return {"check": None, "record": None, "verdict": verdict, "none": True}
    return {"check": report.check, "record": report.record, "verdict": report.kind, "none": False}


def found_there(folder: Path) -> dict[str, dict[str, Any]]:
    """What the verifier of the pages finds, by file."""
    lines = subprocess.run(
        ["node", "tests/agree.js", str(folder)], cwd=ROOT / "web", check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return {one["file"]: one for one in map(json.loads, lines)}


def differs(variety: str, here: dict[str, Any], there: dict[str, Any]) -> bool:
    """Whether the two contradict each other."""
    if here["none"]:
        return bool(there["status"][0] != 2)
    if variety == "keilty" or "unknown" in (here["verdict"], there["verdict"]):
        parts = ("verdict", "check", "record")
        return any(here[part] != there[part] for part in parts)
    if here["check"] is None or here["check"] not in OF_RULES:
        return (here["check"], here["record"]) != (there["check"], there["record"])
    return there["check"] is not None and there["record"] < here["record"]


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--alterations", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    wish = parser.parse_args()
    if shutil.which("node") is None:
        print("skipped: there is no node, so the verifier of the pages cannot run", file=sys.stderr)
        return 0
    chance = random.Random(wish.seed)
    folder = Path(tempfile.mkdtemp(prefix="rummynet-agree-"))
    cases: list[Case] = []
    for number, (variety, forge) in enumerate(games(wish.games, chance)):
        data = forge.transcript(chance.choice([None, *range(len(forge.players))]))
        cases.append((f"game-{number:03d}", variety, data))
        due = (number + 1) * wish.alterations // wish.games - number * wish.alterations // wish.games
        while due:
            made = altered(data, forge, chance)
            if made is not None:
                cases.append((f"game-{number:03d}-{due:03d} {made[0]}", variety, made[1]))
                due -= 1
    for at, (_, _, data) in enumerate(cases):
        (folder / f"{at:05d}.rummy").write_bytes(data)
    there, wrong = found_there(folder), 0
    checks: Counter[str] = Counter()
    unseen = 0
    for at, (name, variety, data) in enumerate(cases):
        here, other = found_here(data), there[f"{at:05d}.rummy"]
        checks[here["check"] or ("no transcript" if here["none"] else "holds")] += 1
        unseen += here["check"] is not None and other["check"] is None
        if differs(variety, here, other):
            wrong += 1
            print(f"{variety} {name} ({folder}/{at:05d}.rummy): here {here}, there {other}")
    print(f"{wish.games} games, {len(cases) - wish.games} alterations: {wrong} differ")
    print(f"found here: {dict(checks.most_common())}; {unseen} of them need rules that the pages do not have")
    if wrong == 0:
        shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
