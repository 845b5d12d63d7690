"""The hashed values of the ceremony: log and session ids, commitments, and the keys from which the deck follows.

Names follow FAIRNESS.md. All hashes, keys, nonces and secrets are 32 bytes; ``deal`` is always a deal id.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from rummynet_protocol import codec
from rummynet_protocol.fairness.hashing import SIZE, H, u8, u32
from rummynet_protocol.fairness.shuffle import Drbg

HostRole = Literal["host-deck", "host-pub"]

# A round's deal and three new stocks: committed to in advance, a new stock costs no round trip of commitments.
# 4 and then 3 at a time end with epoch 255 exactly, the last that a byte can name (FAIRNESS.md, check `end`).
FIRST_BATCH: Final = 4
NEXT_BATCH: Final = 3
"""Epochs committed to at once: at the start of a round, and when those are used up or void. Together up to the last."""

NO_EVIDENCE: Final = bytes(SIZE)  # what a refusal names as evidence that needs none

# -- the log and each player's consent to it


def log_id(host: bytes, table: bytes, game: int) -> bytes:
    """The id of a log: the host's key, the table's 32 bytes, the number of the game there."""
    return H("log", host, table, u32(game))


def players_hash(players: Sequence[tuple[bytes, str]], bots: Collection[int] = ()) -> bytes:
    """(key, name) of every player in seat order, and which seats are the host's own bots, as one hash."""
    # Bots are part of it: they have no vote, so a host that changed them would change who can decide.
    return H("players", bytes(sorted(bots)), *(part for key, name in players for part in (key, name.encode())))


def statement_hash(kind: str, payload: bytes) -> bytes:
    """The hash of a signed statement: the signer's next one contains it, and a refusal refers to it."""
    return H("statement", kind.encode(), payload)


def refusal_payload(
    log: bytes, head: bytes, key: bytes, statement: bytes, code: str, evidence: bytes = NO_EVIDENCE
) -> bytes:
    """The payload of a refusal (kind ``refusal``): this player's statement of this hash will never be in this log.

    *head* is that of the log when it was refused: what *code* claims has to be true there. *evidence* is the hash of a
    newer statement of the same player, with the code ``order`` alone.
    """
    return H("refusal", log, head, key, statement, code.encode(), evidence)


# -- the session: players and rules


def nonce_commit(log: bytes, seat: int, key: bytes, nonce: bytes) -> bytes:
    """A seat's commitment to its nonce; bound to log, seat and key so that nobody can copy it."""
    return H("nonce-commit", log, u8(seat), key, nonce)


def nonce_set(log: bytes, commits: Sequence[bytes]) -> bytes:
    """All commitments to nonces, in seat order; a seat shows its nonce only for the set that it saw."""
    return H("nonce-set", log, *commits)


def rules_hash(variant: str, options: Mapping[str, object]) -> bytes:
    """The rules agreed on: the variant and every option, in the order of their names."""
    agreed = [[name, options[name]] for name in sorted(options)]
    # The one value that everybody packs for themselves, hence the order by name: packed values have no canonical form.
    return H("rules", codec.pack([variant, agreed]))


def session_id(host: bytes, keys: Sequence[bytes], nonces: Sequence[bytes], rules: bytes) -> bytes:
    """The session id: host, seats in order with their nonces, rules.

    Raises ValueError for lists of different lengths.
    """
    if len(keys) != len(nonces):
        raise ValueError("a session takes one nonce per key")
    # The number of seats says where keys end and nonces begin; both have 32 bytes.
    return H("session", host, u8(len(keys)), *keys, *nonces, rules)


# -- one deal: a round's epoch


def deal_id(session: bytes, round: int, epoch: int) -> bytes:
    """The deal's id; epoch 0 is the round's first shuffle. No deal id is ever used twice."""
    return H("deal-id", session, u32(round), u8(epoch))


def host_commit(deal: bytes, which: HostRole, host: bytes, secret: bytes) -> bytes:
    """The host's commitment to s_deck (``host-deck``) or s_pub (``host-pub``)."""
    return H("commit", deal, which.encode(), host, secret)


def seat_commit(deal: bytes, seat: int, key: bytes, x: bytes) -> bytes:
    """A seat's commitment to its contribution; bound to deal, seat and key so that nobody can copy it."""
    return H("commit", deal, b"seat" + u8(seat), key, x)


def contribution(secret: bytes, deal: bytes, commits: tuple[bytes, bytes], nonce: bytes) -> bytes:
    """x: what a client contributes to *deal*, for these commitments (C_deck, C_pub) of the host.

    *secret* is the client's own 32 random bytes, which never leave its machine. *nonce* is 32 fresh random bytes for
    the batch of commitments, kept beside the transcript: with both, a client that was restarted after committing can
    still reveal. Neither another machine with a copy of the secret nor other commitments of the host give the same x.
    Raises ValueError if *secret* or *nonce* is not 32 bytes.
    """
    if len(secret) != SIZE or len(nonce) != SIZE:
        raise ValueError(f"a contribution's secret and nonce have {SIZE} bytes each")
    # With the host's commitments: a host that commits anew after a restart cannot ask for the same x for another deck.
    return H("contribution", secret, deal, *commits, nonce)


def commit_set(deal: bytes, c_deck: bytes, c_pub: bytes, seats: Sequence[bytes]) -> bytes:
    """All commitments of a deal, the host's first, then the seats' in order."""
    return H("commit-set", deal, c_deck, c_pub, *seats)


def mix(deal: bytes, cset: bytes, head: bytes, cards: bytes, xs: Sequence[bytes]) -> bytes:
    """Z: all contributions to a shuffle of *cards* (a byte each, ascending), at this head of the log."""
    # The head pins the log before the shuffle, so nobody knows Z, or a deck, before all that led here is fixed.
    return H("mix", deal, cset, head, cards, *xs)


def first_key(z: bytes, s_pub: bytes) -> bytes:
    """The key of the draw for the first seat; s_pub is published with the co-signatures, so all can check it."""
    return H("first-key", z, s_pub)


def first_seat(z: bytes, s_pub: bytes, seats: int) -> int:
    """The seat drawn to begin round 1, among *seats* seats."""
    # By a secret of its own: s_deck stays hidden until the round's end, and all have to check the first seat at once.
    return Drbg(first_key(z, s_pub)).below(seats)


def deck_key(z: bytes, s_deck: bytes) -> bytes:
    """The key of the shuffle; only the host can compute it before s_deck is published."""
    return H("deck-key", z, s_deck)


def salt_key(z: bytes, s_deck: bytes) -> bytes:
    """The key of the leaves' salts; separate from the deck's, so that a salt reveals nothing about the order."""
    return H("salt-key", z, s_deck)


def insert_places(z: bytes, s_deck: bytes, stock_sizes: Sequence[int]) -> list[int]:
    """Where cards go back into the stock: for each, how many of the stock's cards (its size then) are above it."""
    draws = Drbg(H("insert-key", z, s_deck))
    # One more place than cards: a card may go below the last one.
    return [draws.below(size + 1) for size in stock_sizes]


def deal_root(deal: bytes, cset: bytes, z: bytes, size: int, root: bytes) -> bytes:
    """The hash that all seats sign: this deck of *size* cards, and all that determines it."""
    return H("deal-root", deal, cset, z, u8(size), root)
