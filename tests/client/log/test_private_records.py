"""A client's private records of a log: format, what can be read again, and the statements they hold."""

import pytest

from rummynet_client.core.log import private_records as private
from rummynet_client.core.log.own_statements import OwnStatements
from rummynet_protocol.fairness.hashing import SIZE
from rummynet_protocol.fairness.signing import Signer, verify
from rummynet_protocol.fairness.statement_order import StatementOrder
from rummynet_protocol.fairness.statements import Agreed, NonceCommitted, hash_statement, pack_statement
from tests.support.fake_host import HandClock

A, B, LOG = b"\1" * SIZE, b"\2" * SIZE, b"\3" * SIZE
EACH: list[private.Kept] = [
    private.StatementKept("commit", b"payload", bytes(64)),
    private.AcknowledgedKept(A),
    private.RefusedKept(A, "stale", b"\4" * 64, b"\5" * 32),
    private.RefusedKept(A, "no_game", b"", b""),
    private.RefusedKept(A, "order", b"\4" * 64, b"\5" * 32, ("vote", b"payload", b"\6" * 64)),
    private.WithdrawnKept(B),
    private.SessionNonceKept(A, B),
    private.BatchNonceKept(B, A),
    private.SigningTimeKept(A, 2**40 + 3),
    private.DeliveredKept(B, "read"),
    private.RoundSecretKept(A, B),
    private.BlobKept(b"a blob"),
    private.MixKept(B, A),
]
SIGNER = Signer(b"\5" * 32)


@pytest.mark.parametrize("record", EACH, ids=lambda one: type(one).__name__)
def test_each_is_read_as_it_was_written(record: private.Kept) -> None:
    data = private.HEADER + private.pack_kept(record)
    assert private.read_kept(data) == [record]


def test_what_was_cut_off_is_left_out() -> None:
    whole = private.HEADER + b"".join(map(private.pack_kept, EACH))
    ends = [len(private.HEADER)]
    for one in EACH:
        ends.append(ends[-1] + len(private.pack_kept(one)))
    for cut in range(len(private.HEADER), len(whole) + 1):
        complete = sum(end <= cut for end in ends) - 1
        assert private.read_kept(whole[:cut]) == EACH[:complete]
        assert private.sound_prefix(whole[:cut]) == (whole[: ends[complete]], False)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"rummynet transcript\n",
        private.HEADER + b"\x09\0\0\0\0",
        private.HEADER + b"\0\0\0\0\0",
        private.HEADER + b"\x02\0\0\0\x01x",
        private.HEADER + b"\x01\0\0\0\0",
        private.HEADER + b"\x03\0\0\0\x01x",
    ],
)
def test_what_is_none_is_said(data: bytes) -> None:
    with pytest.raises(private.NotPrivateRecords):
        private.read_kept(data)
    readable = private.HEADER if data.startswith(private.HEADER) else b""
    assert private.sound_prefix(data) == (readable, data != b"")


def restored_statements(kept: bytes = b"") -> OwnStatements:
    made = OwnStatements(SIGNER, HandClock(), LOG, "keilty")
    made.restore(kept)
    return made


def test_statements_are_numbered_chained_signed_and_kept() -> None:
    one = restored_statements()
    first = one.sign(Agreed, A, None, rules=A, players=B)
    second = one.sign(NonceCommitted, B, StatementOrder(LOG), seat=0, commit=A)
    assert (first.statement.n, first.statement.prev, second.statement.n, second.statement.prev) == (
        0,
        bytes(SIZE),
        1,
        first.hash,
    )
    assert second.hash == hash_statement(second.statement) and second.payload == pack_statement(second.statement)
    verify(SIGNER.public, "nonce-commit", second.payload, second.signature)
    again = restored_statements(private.HEADER + b"".join(one.take_new_records()))
    assert [(kept.payload, kept.signature) for kept in again.by_hash.values()] == [first.envelope, second.envelope]
    third = again.sign(NonceCommitted, B, StatementOrder(LOG), seat=0, commit=B)
    assert (third.statement.n, third.statement.prev) == (2, second.hash)
    assert one.take_new_records() == []


def test_what_became_of_each_is_remembered() -> None:
    one = restored_statements()
    first, second, third = (one.sign(Agreed, A, None, rules=A, players=bytes([n]) * SIZE) for n in range(3))
    one.mark_acknowledged(first)
    one.mark_withdrawn(first)
    one.mark_refused(second, private.RefusedKept(second.hash, "stale", b"\4" * 64, b"\5" * 32))
    one.mark_refused(second, private.RefusedKept(second.hash, "later", b"", b""))
    assert one.mark_logged(third.envelope, "ready") is third
    one.mark_withdrawn(third)  # a log has begun with it: too late
    again = restored_statements(private.HEADER + b"".join(one.take_new_records()))
    a, b, c = again.by_hash.values()
    assert (a.acknowledged, a.withdrawn, b.refused, b.refusal_signature, c.withdrawn) == (
        True,
        True,
        "stale",
        b"\4" * 64,
        False,
    )
    assert again.newest("ready", A) is c and again.mark_logged((b"other", bytes(64)), "ready") is None


def test_what_cannot_be_read_is_as_good_as_not_kept() -> None:
    assert restored_statements(b"nonsense").by_hash == {}
    unreadable = private.pack_kept(private.StatementKept("ready", b"\x80", bytes(64)))
    assert restored_statements(private.HEADER + unreadable).by_hash == {}
