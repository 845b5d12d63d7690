"""What seats sign: consent to a game, each part of the ceremony, each action and vote, as records and bytes.

Every statement begins with the same six fields. They chain a player's statements in the order in which they were
signed, place them in the log, and carry the signer's own time, so that a file alone bounds the host's clock. The
signature's kind is not repeated inside. Source: FAIRNESS.md, "Statements".
"""

from functools import cache
from typing import Annotated, ClassVar, Final

from rummynet_protocol import codec
from rummynet_protocol.codec import MOST_BYTES, CodecError
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.commitment import statement_hash
from rummynet_protocol.fairness.hashing import SIZE
from rummynet_protocol.shapes import (
    FlatForm,
    ShapeError,
    integer,
    list_of,
    maybe,
    octets,
    octets_to,
    one_of,
    read_record,
    words,
)
from rummynet_protocol.values import Value, asdict

# Random, so that two runs never name the same clock: their times would be compared and call an honest host a cheat.
CLOCK_SIZE: Final = 8  # bytes that name a signer's clock

ANSWERS: Final = ("silent", "sent", "read", "acknowledged")
"""What a player says about its part in a shuffle that was voided; each says more than the one before.

``silent``: it was not sent on the connection of that time. ``sent``: it was, and nothing came back. ``read``: the host
answered something that was sent after it. ``acknowledged``: the host acknowledged it.
"""
CONTRADICTS: Final = ("read", "acknowledged")  # the answers that contradict a host that has named their seat silent
# It bounds `answered`, which has an item for each void, and so how often a host may look for a deck that it likes.
MOST_VOIDS: Final = 20  # the largest value of the option ``voids``

_hash = octets(SIZE)
_seat = integer(0, 11)  # FAIRNESS.md, "Statements"
_round = integer(1, 100_000)
_epoch = integer(0, 255)
_answered = list_of(one_of(*ANSWERS), MOST_VOIDS)
PARTS: Final = ("escrow", "complain", "mix", "proof", "share", "open", "key")
"""What a seat gives to a sealed deck beside its key, by what it is called (SEALED.md, "The log")."""


class Signed(Value):
    """The fields that every statement begins with."""

    kind: ClassVar[str]
    log: Annotated[bytes, _hash]  # the id of the log (``commitment.log_id``)
    n: Annotated[int, integer(0, 2**31)]
    """The number of this statement among all that the player has signed for this log, from 0."""
    prev: Annotated[bytes, _hash]
    """The hash of the player's statement ``n - 1`` (``commitment.statement_hash``); zeros for the first."""
    head: Annotated[bytes, _hash]
    """The head of the log that the statement answers or is aimed at; for ``Agreed`` that of the log before."""
    clock: Annotated[bytes, octets(CLOCK_SIZE)]
    """Identifies the clock that ``t`` was read from; a restart begins another one."""
    t: Annotated[int, integer(0, 2**53)]  # milliseconds on that clock when this was signed


class Agreed(Signed):
    """The player agrees to play this one game, by these rules, with these players. It is part of the log."""

    kind: ClassVar = "ready"
    rules: Annotated[bytes, _hash]  # the rules hash
    players: Annotated[bytes, _hash]
    """The players hash: of all in seat order; of one who comes in later: of those who played before."""


class NonceCommitted(Signed):
    """The seat has chosen its nonce for the session and shows only the commitment."""

    kind: ClassVar = "nonce-commit"
    seat: Annotated[int, _seat]
    commit: Annotated[bytes, _hash]


class NonceShown(Signed):
    """The nonce, shown only for this set of commitments."""

    kind: ClassVar = "nonce"
    commits: Annotated[bytes, _hash]
    unprinted: ClassVar = ("nonce",)
    nonce: Annotated[bytes, _hash]


class Committed(Signed):
    """The seat's commitments for the epochs from ``first`` on; ``head`` is that after the host's commitments."""

    kind: ClassVar = "commit"
    session: Annotated[bytes, _hash]
    round: Annotated[int, _round]
    first: Annotated[int, _epoch]
    commits: Annotated[tuple[bytes, ...], list_of(_hash, 4)]
    answered: Annotated[tuple[str, ...], _answered]
    """One of ANSWERS for each void since the last ``commits`` entry, oldest first."""


class Revealed(Signed):
    """The seat's contribution, shown only for this commit set; ``head`` is that after the shuffle entry."""

    kind: ClassVar = "reveal"
    session: Annotated[bytes, _hash]
    deal: Annotated[bytes, _hash]
    cset: Annotated[bytes, _hash]
    unprinted: ClassVar = ("x",)
    x: Annotated[bytes, _hash]


class KeyShown(Signed):
    """The seat's contribution to a sealed deck, and its key of the round with the proof that it has the secret.

    A seat that does not play the round has no key: both are empty.
    """

    kind: ClassVar = "key"
    session: Annotated[bytes, _hash]
    deal: Annotated[bytes, _hash]
    cset: Annotated[bytes, _hash]
    unprinted: ClassVar = ("x",)
    x: Annotated[bytes, _hash]
    public: Annotated[bytes, octets_to(32)]
    proof: Annotated[bytes, octets_to(64)]


class PartGiven(Signed):
    """The seat's part of a sealed deck; its bytes stand beside the statement, which holds their hash."""

    kind: ClassVar = "part"
    session: Annotated[bytes, _hash]
    round: Annotated[int, _round]
    what: Annotated[str, one_of(*PARTS)]
    blob: Annotated[bytes, _hash]


class Cosigned(Signed):
    """The seat confirms this deck as fixed; ``root`` is the deal root, ``head`` that after the root entry.

    Of a sealed deck ``root`` is R, and ``head`` that after the last proof.
    """

    kind: ClassVar = "root"
    session: Annotated[bytes, _hash]
    deal: Annotated[bytes, _hash]
    root: Annotated[bytes, _hash]


class Acting(Signed):
    """The seat's action in this round, aimed at the log up to ``head``."""

    kind: ClassVar = "action"
    session: Annotated[bytes, _hash]
    round: Annotated[int, _round]
    do: Annotated[str, words(400)]  # the action in the notation
    proof: Annotated[bytes | None, maybe(_hash)] = None
    """With a sealed deck the hash of what proves that the hidden cards it names are held; None where it names none."""


class Voting(Signed):
    """The seat wants the game to go on without the seat ``about``, or to wait for it.

    ``head`` is that of an entry since which the seat ``about`` has signed nothing. A vote about the own seat says
    no: it objects to those of the others.
    """

    kind: ClassVar = "vote"
    about: Annotated[int, _seat]
    yes: Annotated[bool, one_of(True, False)]


class LastWord(Signed):
    """The last that the player signs in this log; it is sent to nobody and stands in the player's own file alone.

    ``head`` is that of the newest entry. Its time bounds that of the log behind the statement before it, and of voids
    after which nobody commits any more it says what became of the own part.
    """

    kind: ClassVar = "last-word"
    answered: Annotated[tuple[str, ...], _answered]  # as in ``Committed``


Statement = (
    Agreed
    | NonceCommitted
    | NonceShown
    | Committed
    | Revealed
    | KeyShown
    | PartGiven
    | Cosigned
    | Acting
    | Voting
    | LastWord
)
KINDS: Final[dict[str, type[Statement]]] = {kind.kind: kind for kind in Statement.__args__}


def pack_statement(statement: Statement) -> bytes:
    """The bytes to sign with kind ``statement.kind``: a MessagePack map of the fields in their order."""
    return codec.pack(asdict(statement))


def hash_statement(statement: Statement) -> bytes:
    """The hash of a statement packed here, which the signer's next statement contains."""
    return statement_hash(statement.kind, pack_statement(statement))


def read_statement(kind: str, payload: bytes) -> Statement:
    """The statement of *kind* in *payload*. Raises Cheat("format"), also for a field that does not belong there."""
    if kind in KINDS and len(payload) <= MOST_BYTES and (found := _flat_statements(kind).read(payload)) is not None:
        return found  # type: ignore[no-any-return]
    try:
        values = codec.unpack(payload)
        if not isinstance(values, dict) or kind not in KINDS:
            raise ShapeError("is of no known kind")
        # Strict: a field that one verifier reads and another skips would be a way to cheat one of them.
        return read_record(KINDS[kind], values, strict=True)
    except (CodecError, ShapeError) as problem:
        raise Cheat("format", f"a signed statement of kind {kind[:20]} {problem}") from None


@cache
def _flat_statements(kind: str) -> FlatForm:
    return FlatForm((KINDS[kind],))


def blob_of(statement: Statement) -> bytes | None:
    """The hash of what stands beside the statement; None if nothing does."""
    match statement:
        case PartGiven(blob=blob):
            return blob
        case Acting(proof=proof):
            return proof
    return None
