"""An entry that a ledger refuses has changed nothing of it, where it holds what a player alone has signed.

So a host can try an entry, and refuse to its author what no reader would accept.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rummynet.ledger.asked import AskedPart
from rummynet.ledger.ledger import Ledger
from rummynet.rules.core.errors import NeedsShuffle
from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.fairness.chain import next_head
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.entries import (
    Acted,
    Commits,
    Cosigns,
    Entry,
    Keys,
    NonceCommits,
    Nonces,
    Opened,
    PartLogged,
    Reveals,
    Voted,
    pack_entry,
    read_entry,
)
from rummynet_protocol.fairness.statements import Acting, PartGiven, Statement, pack_statement, read_statement
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.values import replace
from tests.support.journal import attributes
from tests.support.kept import is_kept

GATHERED: Final[dict[type[Any], str]] = {
    NonceCommits: "nonce-commit", Nonces: "nonce", Commits: "commit", Reveals: "reveal", Keys: "key", Cosigns: "root",
}  # fmt: skip
FOLDER: Final = Path(__file__).parents[2] / "protocol" / "vectors" / "transcripts"
BESIDE: Final[dict[type[Any], str]] = {Acting: "proof", PartGiven: "blob"}
KINDS: Final[dict[type[Any], str]] = {Acted: "action", Voted: "vote", PartLogged: "part"}
LOOKED_AT: Final = 8  # entries of a file, from first to last: to compare a whole ledger takes a while


def altered(
    ledger: Ledger, seat: int, statement: Statement, blob: bytes
) -> Iterator[tuple[Statement, bytes, dict[str, Any]]]:
    """The same with something wrong in it: the statement, what stands beside it, and fields of its entry."""
    yield replace(statement, n=0), blob, {}
    yield replace(statement, log=bytes(32)), blob, {}
    yield replace(statement, head=bytes(32)), blob, {}
    if not isinstance(statement, Acting | PartGiven):
        yield replace(statement, about=9), blob, {}
        return
    yield replace(statement, session=bytes(32)), blob, {}
    if isinstance(statement, Acting):
        for do in ("draw", "throw AC", "pass"):
            if not is_legal(ledger, seat, do):
                yield replace(statement, do=do), blob, {"do": do, "drawn": 0, "position": None}
        yield replace(statement, proof=blob_hash(b"x")), b"x", {}
    if blob:
        yield statement, blob[:-1], {}
        yield replace(statement, **{BESIDE[type(statement)]: blob_hash(blob[:-1])}), blob[:-1], {}


def is_legal(ledger: Ledger, seat: int, do: str) -> bool:
    assert ledger.play is not None
    try:
        ledger.play.table.variety.apply(ledger.play.present, seat, notation.parse(do))
    except NeedsShuffle:
        return True
    except Refusal:
        return False
    return True


def tries(ledger: Ledger, entry: Any) -> Iterator[tuple[Entry, dict[tuple[bytes, bytes], tuple[Statement, bytes]]]]:  # noqa: ANN401
    """Entries in place of this one, each with its statement, as if that had been signed."""
    kind, key = KINDS[type(entry)], ledger.players[entry.seat][0]
    signed = read_statement(kind, entry.signed[0])
    beside = BESIDE.get(type(signed))
    for statement, blob, fields in altered(ledger, entry.seat, signed, getattr(entry, beside or "", b"")):
        payload = pack_statement(statement)
        other = {**fields, **({beside: blob} if beside else {}), "signed": (payload, bytes(64))}
        yield replace(entry, **other), {(key, payload): (statement, statement_hash(kind, payload))}


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.rummy")))
def test_a_refused_entry_changes_nothing(name: str) -> None:
    records = read_transcript((FOLDER / name).read_bytes()).records
    rows = [(read_entry(one.entry), one.entry) for one in records if isinstance(one, EntryRecord)]
    alone = [index for index, (entry, _) in enumerate(rows) if type(entry) in KINDS and getattr(entry, "signed", None)]
    chosen, refused = set(alone[:: max(1, len(alone) // LOOKED_AT)]), 0
    opened = rows[0][0]
    assert isinstance(opened, Opened)
    ledger = Ledger(host=opened.host)
    for index, (entry, data) in enumerate(rows):
        for other, known in tries(ledger, entry) if index in chosen else ():
            before = attributes(ledger)
            try:
                ledger.push(other, next_head(ledger.head, pack_entry(other)), known)
            except Cheat:
                refused += 1
            else:
                pytest.fail(f"{other} was accepted in place of entry {index}")
            assert attributes(ledger) == before, (index, other)
        ledger.push(entry, next_head(ledger.head, data))
    assert refused >= 3 * len(chosen) > 0


def otherwise(value: object) -> list[object]:
    """Other values of a field."""
    match value:
        case bytes():
            return [value[:-1] + bytes([value[-1] ^ 1]), b""] if value else [b"x"]
        case int():
            return [value + 1, value - 1]
        case tuple():
            return [value[:-1], (*value, *value[:1])] if value else [("read",)]
    return []


def faults(asked: AskedPart, seat: int, part: Statement) -> Iterator[str]:
    """What is said of the part as it is, from another seat, and with another value in each of its fields."""
    yield f"{part.kind}: {asked.fault_of(seat, part)} {asked.fits(seat, part)}"
    yield f"{part.kind} of another seat: {asked.fault_of((seat + 1) % len(asked.keys), part)}"
    for name in sorted({*part.__struct_fields__} - {"n", "prev", "clock", "t"}):
        for value in otherwise(getattr(part, name)):
            other = replace(part, **{name: value})
            yield f"{part.kind} {name}: {asked.fault_of(seat, other)} {asked.fits(seat, other)}"


@pytest.mark.parametrize("name", ["keilty", "vegas", "sealed-keilty", "sealed-vegas"])
def test_what_is_wrong_with_a_part_is_said_in_a_sentence(name: str) -> None:
    records = read_transcript((FOLDER / f"{name}.rummy").read_bytes()).records
    said, ledger = dict[str, None](), Ledger()
    rows: list[tuple[Any, bytes]] = [
        (read_entry(one.entry), one.entry) for one in records if isinstance(one, EntryRecord)
    ]
    for entry, data in rows:
        asked, kind = ledger.asked, GATHERED.get(type(entry))
        for seat, signed in enumerate(entry.signed if asked is not None and kind is not None else ()):
            if signed is not None and asked is not None and kind is not None:
                said.update(dict.fromkeys(faults(asked, seat, read_statement(kind, signed[0]))))
        ledger.host = getattr(entry, "host", ledger.host)
        ledger.push(entry, next_head(ledger.head, data))
    assert is_kept(Path(__file__).parent / "faults.txt", name, said)
