"""A host's DNS-SD announcement: the keys of its TXT record, written by hosts and read by clients.

It is not authenticated: enough for a list to choose from. Only the key proves who a host is, once it is connected.
"""

import re
from collections.abc import Mapping
from typing import Final

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import NAME

SERVICE: Final = "_rummynet._tcp.local."  # the DNS-SD service type of hosts
# The list chooses a host, not a table; with eight long names the record is nearly full anyway (MOST_BYTES).
MOST_TABLES: Final = 8  # tables that are described; further ones are only counted
MOST_BYTES: Final = 900  # bytes of the whole record, so that an answer with its addresses fits one Ethernet frame

_FINGERPRINT: Final = re.compile(r"sha256:[0-9a-f]{64}\Z")
_RANGE: Final = re.compile(r"(\d{1,5})-(\d{1,5})\Z", re.ASCII)
_TABLE: Final = re.compile(r"(\d{1,10}) ([a-z]{1,20}) (waiting|playing) (\d{1,2})/(\d{1,2})(?: (.*))?\Z", re.ASCII)
_GAME: Final = re.compile(r"[a-z]{1,20}\Z")
_LABEL_BYTES: Final = 63  # bytes of one label of a DNS name. Source: RFC 1035, section 2.3.4.


class BadAnnouncement(RummynetError):
    """A TXT record is not what a host announces."""

    code = "announcement"


class TableAnnounced(Value):
    """One table: how many sit at it and how many may; ``stage`` is ``waiting`` or ``playing``."""

    table: int
    variant: str
    stage: str
    seated: int
    seats: int
    name: str


class Announcement(Value):
    """A host: versions ``low`` to ``high`` of the protocol, how many people sit at its tables, and its first tables."""

    name: str
    fingerprint: str
    low: int
    high: int
    games: tuple[str, ...]
    players: int = 0
    open: int = 0  # the number of tables; ``tables`` may have fewer
    tables: tuple[TableAnnounced, ...] = ()


def write_txt(announced: Announcement) -> dict[str, str]:
    """The TXT record's keys and values, with as many tables as fit."""
    written = {
        "v": f"{announced.low}-{announced.high}",
        "name": clean(announced.name, NAME),
        "fp": announced.fingerprint,
        "games": ",".join(announced.games),
        "players": str(announced.players),
        "tables": str(announced.open),
    }
    for place, table in enumerate(announced.tables[:MOST_TABLES], 1):
        text = f"{table.table} {table.variant} {table.stage} {table.seated}/{table.seats} {clean(table.name, NAME)}"
        # Stop, not skip: tables are numbered without gaps, so a reader can count on `t1` to `tn`.
        if _size(written) + _size({f"t{place}": text}) > MOST_BYTES:
            break
        written[f"t{place}"] = text.rstrip()
    return written


def read_txt(record: Mapping[bytes, bytes | None]) -> Announcement:
    """The announcement in a TXT record, its texts sanitized. Unknown keys are ignored. Raises BadAnnouncement."""
    # A key without a value is allowed by DNS-SD (RFC 6763, section 6.4) and says nothing here.
    texts = {key: _text(value) for key, value in record.items() if value is not None}
    fingerprint, versions = texts.get(b"fp", ""), _RANGE.match(texts.get(b"v", ""))
    if not _FINGERPRINT.match(fingerprint):
        raise BadAnnouncement("the announcement names no key (fp)")
    if versions is None or int(versions[1]) > int(versions[2]):
        raise BadAnnouncement("the announcement names no range of versions (v)")
    return Announcement(
        clean(texts.get(b"name", ""), NAME) or "nameless",
        fingerprint,
        int(versions[1]),
        int(versions[2]),
        tuple(game for game in texts.get(b"games", "").split(",") if _GAME.match(game)),
        _count(texts.get(b"players", "")),
        _count(texts.get(b"tables", "")),
        tuple(_tables(texts)),
    )


def instance(announced: Announcement) -> str:
    """The name of the service: the host's name, for people who browse, and the beginning of its fingerprint.

    With the fingerprint no two hosts ever claim the same name, also when two parts of a network are joined.
    """
    name = clean(announced.name, NAME).replace(".", " ")  # a dot would end the label
    ending = f" {short(announced.fingerprint)}"
    # The fingerprint stays whole: it is what keeps two hosts of one name apart.
    while len((name + ending).encode()) > _LABEL_BYTES:
        name = name[:-1]
    return f"{(name + ending).strip()}.{SERVICE}"


def short(fingerprint: str) -> str:
    """The first twelve hexadecimal digits: enough to distinguish two hosts of one name, not to trust one."""
    return fingerprint.removeprefix("sha256:")[:12]


def _tables(texts: Mapping[bytes, str]) -> list[TableAnnounced]:
    found = [_TABLE.match(texts.get(b"t%d" % place, "")) for place in range(1, MOST_TABLES + 1)]
    return [
        TableAnnounced(int(table[1]), table[2], table[3], int(table[4]), int(table[5]), clean(table[6] or "", NAME))
        for table in found
        if table is not None
    ]


def _text(value: bytes) -> str:
    """The value as text without control characters, whatever the key is."""
    return clean(value.decode("utf-8", "replace"), 255)


def _count(text: str) -> int:
    # A number that makes no sense is no reason to leave the host out of the list.
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _size(written: Mapping[str, str]) -> int:
    """Bytes in the record: each ``key=value`` has one byte of length before it."""
    return sum(len(f"{key}={value}".encode()) + 1 for key, value in written.items())
