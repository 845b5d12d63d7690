"""Signatures of seats and host, verified over the bytes received, before anything in them is read."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.signing import BadSignature, verify
from rummynet_protocol.fairness.statements import (
    Acting,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Voting,
    read_statement,
)

S = TypeVar("S", NonceCommitted, NonceShown, Committed, Revealed, Cosigned, Acting, Voting)


class Signatures:
    """Whose signatures hold in one log, and how often which check has passed."""

    def __init__(self) -> None:
        self.keys: tuple[bytes, ...] = ()
        """The players' public keys by seat."""
        self.passed: Counter[str] = Counter()

    def hold(self, key: bytes, kind: str, payload: bytes, signature: bytes, check: str, whose: str) -> None:
        """Verify one signature for *check*. Raises Cheat."""
        try:
            verify(key, kind, payload, signature)
        except BadSignature:
            raise Cheat(check, f"{whose} does not verify") from None
        self.passed[check] += 1

    def statement(self, kind: type[S], seat: int, signed: Envelope, check: str, whose: str) -> S:
        """What the seat signed. Raises Cheat."""
        payload, signature = signed
        self.hold(self.keys[seat], kind.kind, payload, signature, check, whose)
        said = read_statement(kind.kind, payload)
        assert isinstance(said, kind)
        return said

    def statements(self, kind: type[S], signed: Sequence[Envelope], check: str) -> list[S]:
        """One signed statement of every seat, in seat order. Raises Cheat, also for a missing one."""
        if len(signed) != len(self.keys):
            raise Cheat(check, f"{len(self.keys)} seats have to sign here, but {len(signed)} signatures are shown")
        return [self.statement(kind, seat, one, check, f"seat {seat}'s signature") for seat, one in enumerate(signed)]
