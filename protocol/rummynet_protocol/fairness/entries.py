"""The entries of the public log, as records and as bytes.

Everybody at a table, the host included, has the same entries in the same order. They name positions of the deck, never
a hidden card. An entry's bytes are a MessagePack map with ``e`` (the kind) first; they are hashed and signed as
received, never packed again. Which kind may follow which is checked by the verifier.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from rummynet_protocol.errors import Cheat
from rummynet_protocol.shapes import (
    ShapeError,
    listed,
    maybe,
    octets,
    octets_to,
    one_of,
    option_map,
    read_record,
    record_fields,
    row,
    shaped,
    whole,
    words,
)

VERSION: Final = 2
KEY: Final = 32
MOST_SEATS: Final = 12

_hash = octets(32)
_seat = whole(0, MOST_SEATS - 1)
_round = whole(1, 100_000)
_epoch = whole(0, 255)
_card = whole(0, 215)
_millis = whole(0, 2**53)
_score = whole(-(10**9), 10**9)
_signed = row(octets_to(1024), octets(64))
_signed_by_all = listed(_signed, MOST_SEATS)
_opening = row(whole(0, 215), _card, octets(32), octets_to(8 * 32))

Envelope = tuple[bytes, bytes]
"""(payload, signature); the signer and the kind follow from its place in the entry."""
OpeningRow = tuple[int, int, bytes, bytes]
"""(position, card, salt, path): the path is the sibling hashes from the leaf up, 32 bytes each."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The start of the log: the host, the game, all of its options."""

    kind: ClassVar = "open"
    version: int = shaped(one_of(VERSION))
    table: bytes = shaped(_hash)
    """32 random bytes: the table's id for as long as it is open."""
    game: int = shaped(whole(1, 2**31))
    """The number of the game at this table, from 1."""
    before: bytes = shaped(_hash)
    """The last head of the table's log before this one; zeros for game 1."""
    host: bytes = shaped(octets(KEY))
    host_name: str = shaped(words(64))
    variant: str = shaped(words(20))
    options: dict[str, Any] = shaped(option_map)
    at: int = shaped(whole(0, 2**53))
    """Unix time by the host's clock, seconds."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The players in seat order; repeated before a round in which somebody joins."""

    kind: ClassVar = "seats"
    players: tuple[tuple[bytes, str], ...] = shaped(listed(row(octets(KEY), words(64)), MOST_SEATS))
    joining: tuple[int, ...] = shaped(listed(_seat, MOST_SEATS))
    """Seats that join as new players with the coming round, ascending; empty before round 1."""
    ready: tuple[Envelope, ...] = shaped(_signed_by_all)
    """The consent (kind ``ready``) of every seat before round 1, later of every seat of ``joining``, in their order."""
    t: int = shaped(_millis)
    """Milliseconds since the log began, like every ``t``; never decreasing."""


@dataclass(frozen=True, slots=True)
class NonceCommits:
    """Every seat's signed commitment to its nonce (kind ``nonce-commit``)."""

    kind: ClassVar = "nonce-commits"
    signed: tuple[Envelope, ...] = shaped(_signed_by_all)
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Nonces:
    """Every seat's signed nonce (kind ``nonce``); the session and the table's words follow from them."""

    kind: ClassVar = "nonces"
    signed: tuple[Envelope, ...] = shaped(_signed_by_all)
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class HostCommit:
    """The host's commitments (C_deck, C_pub) for ``len(commits)`` epochs beginning with ``first``."""

    kind: ClassVar = "host-commit"
    round: int = shaped(_round)
    first: int = shaped(_epoch)
    commits: tuple[tuple[bytes, bytes], ...] = shaped(listed(row(_hash, _hash), 4))
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Commits:
    """Every seat's signed commitments for the same epochs (kind ``commit``), made after the host's."""

    kind: ClassVar = "commits"
    round: int = shaped(_round)
    first: int = shaped(_epoch)
    signed: tuple[Envelope, ...] = shaped(_signed_by_all)
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """These cards (one byte each, ascending) are to be shuffled. The head after this entry is part of Z."""

    kind: ClassVar = "shuffle"
    round: int = shaped(_round)
    epoch: int = shaped(_epoch)
    cards: bytes = shaped(octets_to(216))
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Reveals:
    """Every seat's signed contribution (kind ``reveal``)."""

    kind: ClassVar = "reveals"
    round: int = shaped(_round)
    epoch: int = shaped(_epoch)
    signed: tuple[Envelope, ...] = shaped(_signed_by_all)
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Root:
    """The shuffled deck is fixed: the Merkle root of its salted leaves, and the hash that seats sign."""

    kind: ClassVar = "root"
    round: int = shaped(_round)
    epoch: int = shaped(_epoch)
    root: bytes = shaped(_hash)
    deal_root: bytes = shaped(_hash)
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Cosigns:
    """Every seat's signature on that root (kind ``root``). From here on cards of the epoch may be accepted."""

    kind: ClassVar = "cosigns"
    round: int = shaped(_round)
    epoch: int = shaped(_epoch)
    signed: tuple[Envelope, ...] = shaped(_signed_by_all)
    pub: bytes = shaped(_hash)
    """s_pub, the host's secret for the first seat: published once nobody can void this shuffle."""
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Voided:
    """These seats, ascending, stayed silent: the epochs committed so far are void."""

    kind: ClassVar = "void"
    round: int = shaped(_round)
    epoch: int = shaped(_epoch)
    silent: tuple[int, ...] = shaped(listed(_seat, MOST_SEATS))
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Position j of the deck goes to seat ``to[j]``; the positions after those are turned up, each opened to all."""

    kind: ClassVar = "deal"
    round: int = shaped(_round)
    starter: int = shaped(_seat)
    to: bytes = shaped(octets_to(216))
    up: tuple[OpeningRow, ...] = shaped(listed(_opening, 64))
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Inserted:
    """Cards turned up went back into the stock at places that follow from the host's secret (crummy rummy)."""

    kind: ClassVar = "insert"
    round: int = shaped(_round)
    count: int = shaped(whole(1, 64))
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The draw that a new stock is made for; the shuffle follows it, and then an ``act`` with why ``want``.

    ``signed`` and ``why`` as in ``Acted``.
    """

    kind: ClassVar = "want"
    seat: int = shaped(_seat)
    do: str = shaped(words(400))
    signed: Envelope | None = shaped(maybe(_signed))
    why: str | None = shaped(maybe(one_of("turn", "rule", "vote")))
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Acted:
    """An action of a seat. ``signed`` is the player's envelope (kind ``action``), None where the host acted for it.

    ``why`` is then ``turn`` (the turn clock), ``rule`` (a wait that belongs to the game), ``vote`` (of the others), or
    ``want`` (the draw of the ``want`` entry, whose stock is there now).
    """

    kind: ClassVar = "act"
    seat: int = shaped(_seat)
    do: str = shaped(words(400))
    signed: Envelope | None = shaped(maybe(_signed))
    why: str | None = shaped(maybe(one_of("turn", "rule", "vote", "want")))
    drawn: int = shaped(whole(0, 4))
    """The number of cards of the stock that the seat got by it."""
    position: int | None = shaped(maybe(whole(0, 215)))
    """The deck position of the first of them; None if there is none, if the stock's order is public, or after cards
    were put back into this stock."""
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat wants the host to play for another one, or withdraws that, as stated in the envelope (kind ``vote``)."""

    kind: ClassVar = "vote"
    seat: int = shaped(_seat)
    """The seat that votes."""
    signed: Envelope = shaped(_signed)
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Shown:
    """The host's secrets (epoch, s_deck) of every epoch used in the round."""

    kind: ClassVar = "show"
    round: int = shaped(_round)
    secrets: tuple[tuple[int, bytes], ...] = shaped(listed(row(_epoch, _hash), 256))
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Scored:
    """The round's result, to be recomputed by everybody."""

    kind: ClassVar = "score"
    round: int = shaped(_round)
    out: int | None = shaped(maybe(_seat))
    round_scores: tuple[int, ...] = shaped(listed(_score, MOST_SEATS))
    scores: tuple[int, ...] = shaped(listed(_score, MOST_SEATS))
    winner: int | None = shaped(maybe(_seat))
    finished: bool = shaped(one_of(True, False))
    t: int = shaped(_millis)


@dataclass(frozen=True, slots=True)
class Ended:
    """The log is complete.

    ``why``: ``played`` to its end; ``voids``, as many shuffles were voided as the table allows; ``epochs``, a round has
    used all its 256; ``no-session``, a seat stayed silent before the first session was agreed on.
    """

    kind: ClassVar = "end"
    why: str = shaped(one_of("played", "voids", "epochs", "no-session"))
    t: int = shaped(_millis)


Entry = (
    Opened
    | Seated
    | NonceCommits
    | Nonces
    | HostCommit
    | Commits
    | Shuffle
    | Reveals
    | Root
    | Cosigns
    | Voided
    | CardsDealt
    | Inserted
    | Wanted
    | Acted
    | Voted
    | Shown
    | Scored
    | Ended
)
KINDS: Final[dict[str, type[Entry]]] = {kind.kind: kind for kind in Entry.__args__}


def pack_entry(entry: Entry) -> bytes:
    """The bytes of an entry, packed once, by the host."""
    return codec.pack({"e": entry.kind, **record_fields(entry)})


def read_entry(data: bytes) -> Entry:
    """The entry in *data*. Raises Cheat("format") if it is not valid, or has keys unknown to this version."""
    try:
        values = codec.unpack(data)
        kind = values.pop("e", None) if isinstance(values, dict) else None
        if not isinstance(kind, str) or kind not in KINDS:
            raise ShapeError("is of no known kind")
        return read_record(KINDS[kind], values, strict=True)
    except (CodecError, ShapeError) as problem:
        raise Cheat("format", f"a log entry {problem}") from None
