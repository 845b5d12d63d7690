"""What the protocol forbids, as far as it can be seen in the values themselves.

The numbers are those of the list in protocol/FAIRNESS.md; the rest of the list needs a host or a verifier and is tested
with those.
"""

import ast
import inspect
from pathlib import Path

import pytest

from rummynet_protocol import codec, fairness
from rummynet_protocol.cards import full_deck
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.ceremony import HostDeal
from rummynet_protocol.fairness.deck import SealedDeck, leaf, salt
from rummynet_protocol.fairness.hashing import H, u8
from rummynet_protocol.fairness.signing import BadSignature, Signer, verify
from rummynet_protocol.fairness.statements import Acting, pack_statement, read_statement

SESSION, HEAD = b"\x01" * 32, b"\x02" * 32
DEAL = fair.deal_id(SESSION, 1, 0)
KEYS, XS = [b"\xb0" * 32, b"\xb1" * 32], [b"\x21" * 32, b"\x22" * 32]
HOST = HostDeal(DEAL, b"\xa0" * 32, b"\x11" * 32, b"\x12" * 32)
COMMITS = [fair.seat_commit(DEAL, seat, key, x) for seat, (key, x) in enumerate(zip(KEYS, XS, strict=True))]


SOURCES = sorted(Path(inspect.getfile(fairness)).parent.glob("*.py"))
TREES = {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}


def test_forbidden_01_nothing_is_derived_from_a_value_published_as_a_commitment() -> None:
    made = HOST.shuffled(COMMITS, HEAD, full_deck(), XS)
    public = [*HOST.commits, *COMMITS, made.cset, made.z, made.deal_root, made.deck.root, HOST.s_pub, *XS, DEAL, HEAD]
    true = {fair.deck_key(made.z, HOST.s_deck), fair.salt_key(made.z, HOST.s_deck)}
    tags = ("deck-key", "salt-key", "commit", "mix", "insert-key", "first-key")
    guesses = {H(tag, *given) for tag in tags for one in public for given in ((one,), (made.z, one), (one, made.z))}
    assert not true & guesses
    assert not true & set(public)


def test_forbidden_03_no_other_source_of_chance() -> None:
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                modules = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
                assert not {"random", "secrets", "numpy", "time", "os", "uuid"} & set(modules), name


def test_forbidden_03_no_hash_is_cut_short() -> None:
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call):
                assert ast.unparse(node.value.func) not in {"H", "sha256", "digest"}, name
    made = HOST.shuffled(COMMITS, HEAD, full_deck(), XS)
    values = [DEAL, made.cset, made.z, made.deal_root, fair.deck_key(made.z, XS[0]), salt(XS[0], 0), *COMMITS]
    assert {len(value) for value in values} == {32}


def test_forbidden_04_no_hash_without_a_tag() -> None:
    with pytest.raises(KeyError):
        H("", b"field")
    users = {
        (name, alias.name)
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "hashlib"
        for alias in node.names
    }
    assert users == {("hashing.py", "sha256"), ("shuffle.py", "shake_256")}


def test_forbidden_06_contributions_do_not_cancel_out() -> None:
    """Under xor two equal contributions would vanish; here any one of them, and its place, changes Z."""

    def z(*xs: bytes) -> bytes:
        return fair.mix(DEAL, HEAD, HEAD, b"", xs)

    a, b = XS
    assert len({z(a, a), z(b, b), z(bytes(32), bytes(32)), z(a, b), z(b, a), z(a, bytes(32)), z(a), z()}) == 8


def test_forbidden_09_leaves_are_salted_each_by_its_own_salt() -> None:
    deck = SealedDeck(DEAL, full_deck(), HEAD)
    openings = [deck.opening(position) for position in range(52)]
    salts = [its for _, _, its, _ in openings]
    assert len(set(salts)) == 52
    neighbour = openings[0][3][:32]  # the leaf of position 1, given away with position 0
    unsalted = {leaf(DEAL, 1, card, b"") for card in range(52)} | {H("leaf", DEAL, u8(1), u8(c)) for c in range(52)}
    by_a_known_salt = {leaf(DEAL, 1, card, salts[0]) for card in range(52)}
    assert neighbour == leaf(DEAL, 1, 1, salts[1])
    assert neighbour not in unsalted | by_a_known_salt


def test_forbidden_13_signatures_are_over_the_bytes_received() -> None:
    """A longer encoding of the same statement is valid as it was sent, and would not be if it were packed again."""
    seat = Signer(b"\x51" * 32)
    said = Acting(HEAD, 0, bytes(32), HEAD, bytes(8), 1000, SESSION, 1, "draw")
    short = pack_statement(said)
    mark = codec.pack("n") + b"\x00"
    longer = short.replace(mark, codec.pack("n") + b"\xcd\x00\x00")
    assert longer != short
    signature = seat.sign("action", longer)
    verify(seat.public, "action", longer, signature)
    again = read_statement("action", longer)
    assert again == said
    with pytest.raises(BadSignature):
        verify(seat.public, "action", pack_statement(again), signature)
