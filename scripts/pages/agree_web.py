#!/usr/bin/env python3
"""Hold the verifier of the pages (web/) against `rummynet verify`: games of every variety, and alterations of them.

    scripts/pages/agree_web.py                           a hundred games, a thousand alterations; some minutes
    scripts/pages/agree_web.py --games 10 --alterations 40
    scripts/pages/agree_web.py --games 0 --sealed 25     games with a sealed deck, forty alterations of each

All games, every number of players, players by chance and bots of several levels, clocks, votes and objections, games
that are given up, players who come in late, shuffles that are voided. Half of the games have a host that writes one
entry which is not so (an action against the rules, a wrong score, a starter, another act of a clock) and goes on. Among
the alterations are aimed ones: false refusals, also behind a time that is up; two faults in a deal; entries of
an unknown game; files that gzip has packed, in several parts or with something behind. Both have to name the same check
and record. Exit status 1 where they do not; the files are kept then. Needs Node.
"""

import argparse
import gzip
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
for folder in ("scripts", "protocol", "client", "."):
    sys.path.insert(0, str(ROOT / folder))

from pages.agree_rules import OPTIONS  # noqa: E402

from rummynet.rules.varieties import variety  # noqa: E402
from rummynet.verifier.offline import check  # noqa: E402
from rummynet_protocol import codec  # noqa: E402
from rummynet_protocol.fairness import commitment as fair  # noqa: E402
from rummynet_protocol.fairness import entries as log  # noqa: E402
from rummynet_protocol.fairness.chain import NO_HEAD, next_head  # noqa: E402
from rummynet_protocol.fairness.entries import read_entry  # noqa: E402
from rummynet_protocol.fairness.statements import Acting, pack_statement, read_statement  # noqa: E402
from rummynet_protocol.fairness.transcript import (  # noqa: E402
    HEADER,
    EntryRecord,
    NotATranscript,
    OtherVersion,
    Record,
    pack_record,
    read_transcript,
)
from rummynet_protocol.values import replace  # noqa: E402
from tests.support.alterations import ALTERATIONS, changed, entries, put  # noqa: E402
from tests.support.forge import Forge, anything, calling_falsely  # noqa: E402
from tests.support.forged_log import ForgedLog  # noqa: E402
from tests.support.lying_host import LIES, LyingHost, by_bots  # noqa: E402
from tests.support.lying_seat import LyingSeat, sealed_game  # noqa: E402

ROUNDS: Final = {"crummy": 3, "vegas": 5}
"""Others are played for two: cards put back, decks that change with the players."""
LEVELS: Final = ("", "", "simple", "steady")
"""Bots that think longer play the same rules, so they would only be slower."""
Case = tuple[str, str, bytes]
"""Name, variety, file."""


def games(count: int, chance: random.Random) -> Iterator[tuple[str, Forge]]:
    """So many games; the turn clock acts in some of them, and hosts lie in half of them."""
    names = list(OPTIONS)
    for number in range(count):
        name, turn = names[number % len(names)], number // len(names)
        seats = variety(name).seats
        options = {**OPTIONS[name][turn % len(OPTIONS[name])]}
        options.pop("decks", None)  # as many as its players need: here are up to twelve
        clocked = chance.random() < 0.4
        if clocked:
            options["turn_seconds"] = 20
        level = LEVELS[chance.randrange(len(LEVELS))]
        forge = LyingHost(
            name, options, seats[turn % len(seats)], seed=chance.getrandbits(32),
            choose=calling_falsely(by_bots(level) if level else anything),
            idles_in=chance.choice(("pickup", "play", "offer", "penalty", "aces")) if clocked else "",
            lie=chance.choice(LIES) if chance.random() < 0.5 else "", after=int(chance.expovariate(0.1)),
        )  # fmt: skip
        forge.begin()
        if chance.random() < 0.2:
            forge.silences = {
                one: tuple(chance.randrange(len(forge.players)) for _ in range(chance.randrange(5)))
                for one in range(1, 4)
            }
        for _ in range(ROUNDS.get(name, 2)):
            forge.play_round()
            if forge.state.finished:
                forge.write(log.Ended("played", forge.tick()))
                break
            if chance.random() < 0.2:
                chance.choice((forge.give_up, forge.play_a_while))()
                break
            if name == "vegas" and chance.random() < 0.3:
                forge.welcome(chance)
        yield name, forge


def sealed_games(count: int, chance: random.Random) -> Iterator[tuple[str, LyingSeat]]:
    """So many beginnings of games with a sealed deck; in half of them a seat signs a part that is not so."""
    names = list(OPTIONS)
    for number in range(count):
        name = names[number % len(names)]
        yield name, sealed_game(name, 2 + number // len(names) % 3, chance)


def altered(data: bytes, forge: ForgedLog, chance: random.Random) -> tuple[str, bytes] | None:
    """One alteration, and its name; None where this file has nothing of the kind."""
    records = list(read_transcript(data).records)
    at = chance.randrange(len(records))
    if chance.random() < 0.4:
        return chance.choice(AIMED)(data, records, forge, chance)
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


def false_refusal(
    data: bytes, records: list[Record], forge: ForgedLog, chance: random.Random
) -> tuple[str, bytes] | None:
    """The host refuses what a seat signs in the place of its next action, or that action itself."""
    read = [read_entry(one.entry) if isinstance(one, EntryRecord) else None for one in records]
    asides = [at for at, one in enumerate(read) if isinstance(one, log.TurnLate)]
    at = chance.choice(asides) if asides and chance.random() < 0.7 else chance.randrange(len(records))
    acts = [one for one in read[at + 1 :] if isinstance(one, log.Acted | log.Wanted) and one.signed is not None]
    heads = [next_head_of(records, at), *(next_head_of(records, one) for one in range(max(0, at - 4), at))]
    if not acts or heads[0] == NO_HEAD:
        return None
    act = chance.choice(acts[:3])
    assert act.signed is not None
    signed = read_statement("action", act.signed[0])
    dos = [one.do for one in read if isinstance(one, log.Acted)]
    mine = replace(signed, do=chance.choice((act.do, act.do, *dos)), head=chance.choice((signed.head, *heads)))
    payload, signer = pack_statement(mine), forge.players[act.seat].signer
    made = forge.refuse(
        act.seat, Acting, (payload, signer.sign("action", payload)), chance.choice(CODES),
        chance.choice([one for one in heads if one != NO_HEAD]),
        evidence=fair.NO_EVIDENCE, blob=act.proof if isinstance(act, log.Acted) else b"",
    )  # fmt: skip
    forge.refused.pop()
    owned = [one for one in records if isinstance(one, EntryRecord) or getattr(one, "seat", None) == act.seat]
    place = owned.index(records[at]) + 1 if records[at] in owned else len(owned)
    return f"refused as {made.code}", packed([*owned[:place], made, *owned[place:]], None)


def next_head_of(records: list[Record], at: int) -> bytes:
    """The head behind the entry at this record; none at a record of another kind."""
    head = NO_HEAD
    for one in records[: at + 1]:
        head = next_head(head, one.entry) if isinstance(one, EntryRecord) else head
    return head if isinstance(records[at], EntryRecord) else NO_HEAD


def two_faults(data: bytes, records: list[Record], forge: ForgedLog, chance: random.Random) -> tuple[str, bytes] | None:
    """A deal with two faults, or one."""
    deals = [number for number, entry in entries(records) if isinstance(entry, log.CardsDealt)]
    if not deals:
        return None
    number = chance.choice(deals)
    deal = read_entry(records[number].entry)  # type: ignore[union-attr]
    assert isinstance(deal, log.CardsDealt)
    for _ in range(2):
        to, up = list(deal.to), [list(one) for one in deal.up]
        match chance.randrange(8):
            case 0:
                deal = replace(deal, starter=chance.randrange(12))
            case 1 if to:
                to[chance.randrange(len(to))] = chance.randrange(12)
            case 2 if to:
                to = to[: chance.randrange(len(to))]
            case 3:
                to += [chance.randrange(12)] * chance.choice((1, 2, 60, 200))
            case 4:
                chance.shuffle(to)
            case 5 if up:
                up[-1][0] = chance.randrange(216)
            case 6 if up:
                up[-1][1] = chance.randrange(54)
            case _:
                up += [[len(to) + len(up), chance.randrange(54), bytes(32), b""]]
        deal = replace(deal, to=bytes(to[:216]), up=tuple(map(tuple, up)))
    return "two faults in a deal", packed(put(records, number, deal), forge)


def of_an_unknown_game(
    data: bytes, records: list[Record], forge: ForgedLog, chance: random.Random
) -> tuple[str, bytes] | None:
    """A game that no program knows, with an entry of another form."""
    unknown = changed(records, log.Opened, variant="whist")
    assert unknown is not None
    number, _ = chance.choice(list(entries(records)))
    values = codec.unpack(records[number].entry)  # type: ignore[union-attr]
    name = chance.choice(list(values))
    signed = values.get("signed")
    if chance.random() < 0.5 and signed:
        sign = lambda one: [b"" if chance.random() < 0.7 else bytes(1025), one[1]] if one else one  # noqa: E731
        values["signed"] = sign(signed) if isinstance(signed[0], bytes) else [*map(sign, signed)]
    else:
        values[name] = chance.choice((b"", None, 0, -1, 2**53, "", [], True, [[b"", bytes(64)]], values[name]))
    if number == 0:
        return None
    made = [*unknown[:number], EntryRecord(codec.pack(values), bytes(64)), *unknown[number + 1 :]]
    return "an unknown game", packed(made, forge)


def packed_by_gzip(
    data: bytes, records: list[Record], forge: ForgedLog, chance: random.Random
) -> tuple[str, bytes] | None:
    """The file as gzip packs it, in parts or with something behind."""
    whole, half, none = gzip.compress(data), chance.randrange(len(data)), gzip.compress(b"")
    size, name = whole[-4:], bytes([*whole[:3], 8, *whole[4:10]]) + b"a name\0" + whole[10:]
    return "packed", chance.choice((
        whole, name, whole + none, none + whole, none + none + whole, whole[: chance.randrange(len(whole))],
        gzip.compress(data[:half]) + gzip.compress(data[half:]), whole + bytes(chance.randrange(1, 20)),
        whole + bytes(4) + size, whole + bytes(8) + size, whole + chance.randbytes(5),
        whole + chance.randbytes(4) + size,
        bytes([*whole[:3], 4, *whole[4:10]]) + b"\4\0abcd" + whole[10:], name + bytes(4) + size,
    ))  # fmt: skip


AIMED: Final = (false_refusal, two_faults, of_an_unknown_game, packed_by_gzip)
CODES: Final = (
    "not_your_turn", "illegal", "not_allowed", "stale", "wrong_statement", "shuffling", "no_such_call", "race",
    "too_late", "paused", "not_due", "clock", "order", "no_game", "cooldown", "trouble", "rules",
)  # fmt: skip


def packed(records: list[Record], signer: ForgedLog | None) -> bytes:
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


def differs(here: dict[str, Any], there: dict[str, Any]) -> bool:
    """Whether the two contradict each other."""
    if here["none"]:
        return bool(there["status"][0] != 2)
    return any(here[part] != there[part] for part in ("verdict", "check", "record"))


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--alterations", type=int, default=1000, metavar="N")
    parser.add_argument("--sealed", type=int, default=0, metavar="N", help="games with a sealed deck besides")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    wish = parser.parse_args()
    if shutil.which("node") is None:
        print("skipped: there is no node, so the verifier of the pages cannot run", file=sys.stderr)
        return 0
    chance = random.Random(wish.seed)
    folder = Path(tempfile.mkdtemp(prefix="rummynet-agree-"))
    cases: list[Case] = []
    count = wish.games + wish.sealed
    for number, (game, forge) in enumerate(chain(games(wish.games, chance), sealed_games(wish.sealed, chance))):
        data = forge.transcript(chance.choice([None, *range(len(forge.players))]))
        cases.append((f"game-{number:03d}", game, data))
        due = (number + 1) * wish.alterations // count - number * wish.alterations // count
        while due:
            made = altered(data, forge, chance)
            if made is not None:
                cases.append((f"game-{number:03d}-{due:03d} {made[0]}", game, made[1]))
                due -= 1
    for at, (_, _, data) in enumerate(cases):
        (folder / f"{at:05d}.rummy").write_bytes(data)
    there, wrong = found_there(folder), 0
    checks: Counter[str] = Counter()
    for at, (name, game, data) in enumerate(cases):
        here, other = found_here(data), there[f"{at:05d}.rummy"]
        checks[here["check"] or ("no transcript" if here["none"] else "holds")] += 1
        if differs(here, other):
            wrong += 1
            print(f"{game} {name} ({folder}/{at:05d}.rummy): here {here}, there {other}")
    print(f"{count} games, {len(cases) - count} alterations: {wrong} differ")
    print(f"found: {dict(checks.most_common())}")
    if wrong == 0:
        shutil.rmtree(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
