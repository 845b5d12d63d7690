"""The entries of the public log, as records and as bytes.

Everybody at a table, the host included, has the same entries in the same order. They name positions of the deck, never
a hidden card. An entry's bytes are a MessagePack map with ``e`` (the kind) first; they are hashed and signed as
received, never packed again. Which kind may follow which is checked by the verifier.
"""

from typing import Annotated, Any, ClassVar, Final

from rummynet_protocol import codec
from rummynet_protocol.codec import CodecError
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.sentences import sentence
from rummynet_protocol.shapes import (
    ShapeError,
    integer,
    list_of,
    maybe,
    octets,
    octets_to,
    one_of,
    option_map,
    read_record,
    row,
    words,
)
from rummynet_protocol.values import Value, asdict

# Read strictly: a field more or less is another version, since a verifier must not skip what it does not know.
VERSION: Final = 5
VOID_MILLIS: Final = 10_000
"""Log time that a part has at least before its shuffle may be voided.

TCP sends a lost packet again after 1, 2 and 4 seconds: so long a part and the answer to it need on a bad network.
"""
KEY: Final = 32  # Ed25519 (RFC 8032)
# Vegas rummy, the largest game, seats as many. It bounds the lists of seats, players and envelopes in logs.
MOST_SEATS: Final = 12

_hash = octets(32)
_seat = integer(0, MOST_SEATS - 1)
# Far above any game; a bound at all keeps u32 of the deal id from overflowing.
_round = integer(1, 100_000)
_epoch = integer(0, 255)  # a byte in the deal id
_card = integer(0, 215)  # four decks of 54
# The largest number that a verifier in JavaScript holds exactly.
_millis = integer(0, 2**53)
# Both signs: games with penalties go below zero. A verifier recomputes it, the bound only keeps integers small.
_score = integer(-(10**9), 10**9)
# The longest statement, commitments to four epochs with twenty answers, has some 630 bytes.
_signed = row(octets_to(1024), octets(64))
_signed_by_all = list_of(_signed, MOST_SEATS)
# A path has at most eight hashes: a tree of 216 leaves is eight deep.
_opening = row(integer(0, 215), _card, octets(32), octets_to(8 * 32))

# The proof of 216 cards has 27,808 bytes, a play out of as many 48,664; an entry has room for it in a frame of 64 KiB.
MOST_BLOB: Final = 50_000  # bytes that stand beside a statement of a sealed deck

Envelope = tuple[bytes, bytes]  # (payload, signature); the signer and the kind follow from its place in the entry
OpeningRow = tuple[int, int, bytes, bytes]
"""(position, card, salt, path): the path is the sibling hashes from the leaf up, 32 bytes each."""


class Opened(Value):
    """The start of the log: the host, the game, all of its options."""

    kind: ClassVar = "open"
    version: Annotated[int, one_of(VERSION)]
    table: Annotated[bytes, _hash]  # 32 random bytes: the table's id for as long as it is open
    game: Annotated[int, integer(1, 2**31)]  # the number of the game at this table, from 1
    before: Annotated[bytes, _hash]  # the last head of the table's log before this one; zeros for game 1
    host: Annotated[bytes, octets(KEY)]
    host_name: Annotated[str, words(64)]
    variant: Annotated[str, words(20)]
    options: Annotated[dict[str, Any], option_map]
    at: Annotated[int, integer(0, 2**53)]  # Unix time by the host's clock, seconds


class Seated(Value):
    """The players in seat order; repeated before a round in which somebody joins."""

    kind: ClassVar = "seats"
    players: Annotated[tuple[tuple[bytes, str], ...], list_of(row(octets(KEY), words(64)), MOST_SEATS)]
    joining: Annotated[tuple[int, ...], list_of(_seat, MOST_SEATS)]
    """Seats that join as new players with the coming round, ascending; empty before round 1."""
    bots: Annotated[tuple[int, ...], list_of(_seat, MOST_SEATS)]
    """Seats of programs that the host itself runs, ascending: they have no vote. The same in the whole log."""
    ready: Annotated[tuple[Envelope, ...], _signed_by_all]
    """The consent (kind ``ready``) of every seat before round 1, later of every seat of ``joining``, in their order."""
    t: Annotated[int, _millis]  # milliseconds since the log began, like every ``t``; never decreasing


class NonceCommits(Value):
    """Every seat's signed commitment to its nonce (kind ``nonce-commit``)."""

    kind: ClassVar = "nonce-commits"
    signed: Annotated[tuple[Envelope, ...], _signed_by_all]
    t: Annotated[int, _millis]


class Nonces(Value):
    """Every seat's signed nonce (kind ``nonce``); the session and the table's words follow from them."""

    kind: ClassVar = "nonces"
    signed: Annotated[tuple[Envelope, ...], _signed_by_all]
    t: Annotated[int, _millis]


class HostCommit(Value):
    """The host's commitments (C_deck, C_pub) for ``len(commits)`` epochs beginning with ``first``."""

    kind: ClassVar = "host-commit"
    round: Annotated[int, _round]
    first: Annotated[int, _epoch]
    commits: Annotated[tuple[tuple[bytes, bytes], ...], list_of(row(_hash, _hash), 4)]
    t: Annotated[int, _millis]


class Commits(Value):
    """Every seat's signed commitments for the same epochs (kind ``commit``), made after the host's."""

    kind: ClassVar = "commits"
    round: Annotated[int, _round]
    first: Annotated[int, _epoch]
    signed: Annotated[tuple[Envelope, ...], _signed_by_all]
    t: Annotated[int, _millis]


class Shuffle(Value):
    """These cards (one byte each, ascending) are to be shuffled. The head after this entry is part of Z."""

    kind: ClassVar = "shuffle"
    round: Annotated[int, _round]
    epoch: Annotated[int, _epoch]
    cards: Annotated[bytes, octets_to(216)]
    t: Annotated[int, _millis]


class Reveals(Value):
    """Every seat's signed contribution (kind ``reveal``)."""

    kind: ClassVar = "reveals"
    round: Annotated[int, _round]
    epoch: Annotated[int, _epoch]
    signed: Annotated[tuple[Envelope, ...], _signed_by_all]
    t: Annotated[int, _millis]


class Keys(Value):
    """Every seat's contribution and key for a sealed deck (kind ``key``), and the host's key for its parts of keys."""

    kind: ClassVar = "keys"
    round: Annotated[int, _round]
    epoch: Annotated[int, _epoch]
    signed: Annotated[tuple[Envelope, ...], _signed_by_all]
    public: Annotated[bytes, octets(32)]
    proof: Annotated[bytes, octets(64)]
    t: Annotated[int, _millis]


class PartLogged(Value):
    """A seat's part of a sealed deck (kind ``part``): ``blob`` is what its hash in the statement is of."""

    kind: ClassVar = "part"
    round: Annotated[int, _round]
    seat: Annotated[int, _seat]
    signed: Annotated[Envelope, _signed]
    blob: Annotated[bytes, octets_to(MOST_BLOB)]
    t: Annotated[int, _millis]


class HostPart(Value):
    """The host's part of the key of seat ``about``, after all others have given that seat up."""

    kind: ClassVar = "host-part"
    round: Annotated[int, _round]
    about: Annotated[int, _seat]
    unprinted: ClassVar = ("z",)
    z: Annotated[bytes, octets(32)]
    t: Annotated[int, _millis]


class Root(Value):
    """The shuffled deck is fixed: the Merkle root of its salted leaves, and the hash that seats sign."""

    kind: ClassVar = "root"
    round: Annotated[int, _round]
    epoch: Annotated[int, _epoch]
    root: Annotated[bytes, _hash]
    deal_root: Annotated[bytes, _hash]
    t: Annotated[int, _millis]


class Cosigns(Value):
    """Every seat's signature on that root (kind ``root``). From here on cards of the epoch may be accepted."""

    kind: ClassVar = "cosigns"
    round: Annotated[int, _round]
    epoch: Annotated[int, _epoch]
    signed: Annotated[tuple[Envelope | None, ...], list_of(maybe(_signed), MOST_SEATS)]
    """By seat; None for a seat whose key of a sealed deck is open, and that is not waited for."""
    pub: Annotated[bytes | None, maybe(_hash)]
    """s_pub, the host's secret for the first seat: published once nobody can void this shuffle. None of a sealed deck
    after the round's first: nobody begins by it."""
    t: Annotated[int, _millis]


class Voided(Value):
    """A part of a shuffle did not come from every seat: the epochs committed so far are void."""

    kind: ClassVar = "void"
    round: Annotated[int, _round]
    epoch: Annotated[int, _epoch]
    signed: Annotated[tuple[Envelope | None, ...], list_of(maybe(_signed), MOST_SEATS)]
    """By seat: its part, of the kind that was asked for; None for a seat that stayed silent."""
    t: Annotated[int, _millis]

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats whose part is not here; none while a sealed deck is mixed: whose was due then the log shows."""
        return tuple(seat for seat, part in enumerate(self.signed) if part is None)


class CardsDealt(Value):
    """Position j of the deck goes to seat ``to[j]``; the positions after those are turned up, each opened to all."""

    kind: ClassVar = "deal"
    round: Annotated[int, _round]
    starter: Annotated[int, _seat]
    to: Annotated[bytes, octets_to(216)]
    up: Annotated[tuple[OpeningRow, ...], list_of(_opening, 64)]
    t: Annotated[int, _millis]


class TurnUp(Value):
    """One more card of a sealed deck is turned up, since the last was wild (crummy rummy)."""

    kind: ClassVar = "up"
    round: Annotated[int, _round]
    t: Annotated[int, _millis]


class Inserted(Value):
    """Cards turned up went back into the stock at places that follow from the host's secret (crummy rummy)."""

    kind: ClassVar = "insert"
    round: Annotated[int, _round]
    count: Annotated[int, integer(1, 64)]
    t: Annotated[int, _millis]


class Wanted(Value):
    """The draw that a new stock is made for; the shuffle follows it, and then an ``act`` with why ``want``.

    ``signed`` and ``why`` as in ``Acted``.
    """

    kind: ClassVar = "want"
    seat: Annotated[int, _seat]
    do: Annotated[str, words(400)]
    signed: Annotated[Envelope | None, maybe(_signed)]
    why: Annotated[str | None, maybe(one_of("turn", "rule", "vote", "gone"))]
    t: Annotated[int, _millis]


class Acted(Value):
    """An action of a seat. ``signed`` is the player's envelope (kind ``action``), None where the host acted for it.

    ``why`` is then ``turn`` (the turn clock), ``rule`` (a wait that belongs to the game), ``vote`` (of the others),
    ``want`` (the draw of the ``want`` entry, whose stock is there now), or ``gone`` (the seat's key was opened).
    """

    kind: ClassVar = "act"
    seat: Annotated[int, _seat]
    do: Annotated[str, words(400)]
    signed: Annotated[Envelope | None, maybe(_signed)]
    why: Annotated[str | None, maybe(one_of("turn", "rule", "vote", "want", "gone"))]
    drawn: Annotated[int, integer(0, 4)]  # the number of cards of the stock that the seat got by it
    position: Annotated[int | None, maybe(integer(0, 215))]
    """The deck position of the first of them; None if there is none, if the stock's order is public, or after cards
    were put back into this stock."""
    t: Annotated[int, _millis]
    proof: Annotated[bytes, octets_to(MOST_BLOB)] = b""
    """With a sealed deck what proves that the hidden cards named are held; empty where none is named."""


class TurnLate(Value):
    """The time of seat ``seat`` is up, and what is done for it depends on hidden cards: its own program does it.

    ``why`` is the clock, as in ``Acted``.
    """

    kind: ClassVar = "late"
    round: Annotated[int, _round]
    seat: Annotated[int, _seat]
    why: Annotated[str, one_of("turn", "rule", "vote")]
    t: Annotated[int, _millis]


class Voted(Value):
    """A seat wants the game to go on without another one, or to wait, as stated in the envelope (kind ``vote``).

    A vote about the voter's own seat objects to going on without it.
    """

    kind: ClassVar = "vote"
    seat: Annotated[int, _seat]
    signed: Annotated[Envelope, _signed]
    t: Annotated[int, _millis]


class PauseChanged(Value):
    """The owner of the table lets it rest, or it goes on: between two of these no clock runs and nobody acts."""

    kind: ClassVar = "pause"
    on: Annotated[bool, one_of(True, False)]
    t: Annotated[int, _millis]


class Shown(Value):
    """The host's secrets (epoch, s_deck) of every epoch used in the round."""

    kind: ClassVar = "show"
    round: Annotated[int, _round]
    secrets: Annotated[tuple[tuple[int, bytes], ...], list_of(row(_epoch, _hash), 256)]
    t: Annotated[int, _millis]


class Scored(Value):
    """The round's result, to be recomputed by everybody."""

    kind: ClassVar = "score"
    round: Annotated[int, _round]
    out: Annotated[int | None, maybe(_seat)]
    round_scores: Annotated[tuple[int, ...], list_of(_score, MOST_SEATS)]
    scores: Annotated[tuple[int, ...], list_of(_score, MOST_SEATS)]
    winner: Annotated[int | None, maybe(_seat)]
    finished: Annotated[bool, one_of(True, False)]
    t: Annotated[int, _millis]


class Ended(Value):
    """The log is complete.

    ``why``: ``played`` to its end; ``voids``, as many shuffles were voided as the table allows; ``epochs``, a round has
    used all its 256; ``no-session``, a seat stayed silent before the first session was agreed on; ``waited``, one
    seat kept the others waiting until the game ended.
    """

    kind: ClassVar = "end"
    why: Annotated[str, one_of("played", "voids", "epochs", "no-session", "waited")]
    t: Annotated[int, _millis]


Entry = (
    Opened
    | Seated
    | NonceCommits
    | Nonces
    | HostCommit
    | Commits
    | Shuffle
    | Reveals
    | Keys
    | PartLogged
    | HostPart
    | Root
    | Cosigns
    | Voided
    | CardsDealt
    | TurnUp
    | Inserted
    | Wanted
    | TurnLate
    | Acted
    | Voted
    | PauseChanged
    | Shown
    | Scored
    | Ended
)
KINDS: Final[dict[str, type[Entry]]] = {kind.kind: kind for kind in Entry.__args__}


def pack_entry(entry: Entry) -> bytes:
    """The bytes of an entry, packed once, by the host."""
    return codec.pack({"e": entry.kind, **asdict(entry)})


def read_entry(data: bytes) -> Entry:
    """The entry in *data*. Raises Cheat("format") if it is not valid, or has keys unknown to this version.

    Raises Unknown for the opening entry of a log of another version.
    """
    try:
        values = codec.unpack(data)
        kind = values.pop("e", None) if isinstance(values, dict) else None
        if not isinstance(kind, str) or kind not in KINDS:
            raise ShapeError("is of no known kind")
        # Before the fields are read: another version may have others, and is no evidence against the host.
        if kind == Opened.kind and type(version := values.get("version")) is int and version != VERSION:
            raise Unknown(
                sentence("the log has version {version}; this program knows {known}", version=version, known=VERSION)
            )
        return read_record(KINDS[kind], values, strict=True)
    except (CodecError, ShapeError) as problem:
        raise Cheat("format", f"a log entry {problem}") from None
