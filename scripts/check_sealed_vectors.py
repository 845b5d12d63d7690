#!/usr/bin/env python3
"""Confirm protocol/vectors/sealed/*.json without the package and without libsodium: the standard library only.

    scripts/check_sealed_vectors.py [DIR [FILE …]]      names of files without .json; all of them by default

Everything is computed a second time, from protocol/SEALED.md and RFC 9496 alone: the group in plain integers, slow and
not secret, and one round's state from its events. One line per file; status 1 at the first difference.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

Json = Any
FOLDER = Path(__file__).resolve().parent.parent / "protocol" / "vectors" / "sealed"
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
HOST = 255


class Different(Exception):
    """A vector does not follow from its inputs."""


class Refused(Exception):
    """What a verifier refuses; ``str()`` is the check."""


def same(what: str, stated: object, found: object) -> None:
    """Raise Different unless both are equal."""
    if stated != found:
        raise Different(f"{what}: the file says {str(stated)[:80]}, computed {str(found)[:80]}")


def need(check: str, holds: bool) -> None:
    """Raise Refused with this check unless it holds."""
    if not holds:
        raise Refused(check)


def judged(case: Json, call: Callable[..., object], *given: object) -> None:
    """Raise Different unless the case is refused as it says, or holds."""
    try:
        call(*given)
        found = None
    except Refused as refused:
        found = str(refused)
    same(case.get("about", "a case"), case.get("check"), found)


def x(text: str) -> bytes:
    """Bytes from hex."""
    return bytes.fromhex(text)


# -- ristretto255, RFC 9496, over extended coordinates


class Point(NamedTuple):
    """X, Y, Z, T with x = X / Z, y = Y / Z, x y = T / Z."""

    X: int
    Y: int
    Z: int
    T: int

    def __add__(self, other: tuple[int, ...]) -> "Point":  # type: ignore[override]
        a = (self.Y - self.X) * (other[1] - other[0]) % P
        b = (self.Y + self.X) * (other[1] + other[0]) % P
        c, d = 2 * D * self.T * other[3] % P, 2 * self.Z * other[2] % P
        e, f, g, h = b - a, d - c, d + c, b + a
        return Point(e * f % P, g * h % P, f * g % P, e * h % P)

    def __neg__(self) -> "Point":
        return Point(-self.X % P, self.Y, self.Z, -self.T % P)

    def __sub__(self, other: "Point") -> "Point":
        return self + -other

    def __rmul__(self, times: int) -> "Point":  # type: ignore[override]
        found, double, times = ZERO, self, times % L
        while times:
            if times & 1:
                found += double
            double, times = double + double, times >> 1
        return found

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Point)
        return (self.X * other.Y - self.Y * other.X) % P == 0 or (self.Y * other.Y - self.X * other.X) % P == 0

    def __hash__(self) -> int:
        return hash(written(self))


ZERO = Point(0, 1, 1, 0)


def root_of(u: int, v: int) -> tuple[bool, int]:
    """SQRT_RATIO_M1: whether u / v is a square, and the root with an even number."""
    r = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    check = v * r * r % P
    good, flipped, flipped_i = check == u % P, check == -u % P, check == -u * ROOT % P
    if flipped or flipped_i:
        r = r * ROOT % P
    return good or flipped, -r % P if r & 1 else r


def element(data: bytes) -> Point:
    """Decode, with the four tests of SEALED.md."""
    need("element", len(data) == 32)
    s = int.from_bytes(data, "little")
    need("element", s < P and not s & 1 and s != 0)
    return decoded(s)


@cache
def decoded(s: int) -> Point:
    """Section 4.3.1, behind the tests of the number."""
    u1, u2 = 1 - s * s, 1 + s * s
    v = (-D * u1 * u1 - u2 * u2) % P
    square, inverse = root_of(1, v * u2 * u2 % P)
    den_x = inverse * u2 % P
    X = 2 * s * den_x % P
    X = -X % P if X & 1 else X
    Y = u1 * inverse * den_x * v % P
    T = X * Y % P
    need("element", square and not T & 1 and Y != 0)
    return Point(X, Y, 1, T)


def written(p: Point) -> bytes:
    """Section 4.3.2."""
    u1, u2 = (p.Z + p.Y) * (p.Z - p.Y) % P, p.X * p.Y % P
    _, inverse = root_of(1, u1 * u2 * u2 % P)
    den1, den2 = inverse * u1 % P, inverse * u2 % P
    z_inverse = den1 * den2 * p.T % P
    X, Y, den = p.X, p.Y, den2
    if p.T * z_inverse % P & 1:
        X, Y, den = p.Y * ROOT % P, p.X * ROOT % P, den1 * root_of(1, (-1 - D) % P)[1] % P
    if X * z_inverse % P & 1:
        Y = -Y % P
    s = den * (p.Z - Y) % P
    return (-s % P if s & 1 else s).to_bytes(32, "little")


def from_hash(data: bytes) -> Point:
    """Section 4.3.4."""
    return _mapped(data[:32]) + _mapped(data[32:])


def _mapped(data: bytes) -> Point:
    t = int.from_bytes(data, "little") % 2**255 % P
    r = ROOT * t * t % P
    u, v = (r + 1) * (1 - D * D) % P, (-1 - r * D) * (r + D) % P
    square, s = root_of(u, v)
    c = -1
    if not square:
        s = s * t % P
        s, c = s if not s else (-s % P if not s & 1 else s), r
    n = (c * (r - 1) * (D - 1) ** 2 - v) % P
    w0, w1 = 2 * s * v % P, n * SQRT_AD_MINUS_ONE % P
    w2, w3 = (1 - s * s) % P, (1 + s * s) % P
    return Point(w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P)


SQRT_AD_MINUS_ONE = 25063068953384623474111414158702152701244531502492656460079210482610430750235
BASE = decoded(int.from_bytes(x("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"), "little"))


def scalar(data: bytes) -> int:
    """A number below L."""
    need("element", len(data) == 32)
    found = int.from_bytes(data, "little")
    need("element", found < L)
    return found


def number(data: bytes) -> int:
    """A number of any size."""
    return int.from_bytes(data, "little")


def pieces(data: bytes) -> list[bytes]:
    """Thirty-two bytes each."""
    return [data[at : at + 32] for at in range(0, len(data), 32)]


def points(data: bytes) -> list[Point]:
    """A list of elements."""
    return [element(one) for one in pieces(data)]


def total(values: Iterable[Point]) -> Point:
    """The sum."""
    found = ZERO
    for one in values:
        found += one
    return found


def mixed(weights: Sequence[int], values: Sequence[Point]) -> Point:
    """Σ s_i P_i."""
    return total(w * v for w, v in zip(weights, values, strict=True))


# -- hashes


def frame(*fields: bytes) -> bytes:
    """Each field with its length."""
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def S(tag: str, *fields: bytes) -> bytes:
    """The wide hash."""
    return hashlib.sha512(b"rummynet/v1/sealed/%s\x00" % tag.encode() + frame(*fields)).digest()


def hs(tag: str, *fields: bytes) -> int:
    """A scalar."""
    return number(S(tag, *fields)) % L


def hg(tag: str, *fields: bytes) -> Point:
    """An element."""
    return from_hash(S(tag, *fields))


def H(tag: str, *fields: bytes) -> bytes:
    """The hash of FAIRNESS.md."""
    return hashlib.sha256(b"rummynet/v1/%s\x00" % tag.encode() + frame(*fields)).digest()


def weights(statement: bytes, count: int) -> list[int]:
    """Numbers of 16 bytes."""
    return [number(hashlib.sha512(statement + i.to_bytes(2, "big")).digest()[:16]) for i in range(count)]


def seed(secret: bytes, fresh: str, *statement: bytes) -> bytes:
    """The seed of the nonces of one proof."""
    return S("nonce", secret, x(fresh), *statement)


def nonce(of: bytes, name: str, index: int = 0) -> int:
    """One nonce."""
    return hs("nonce-scalar", of, name.encode(), index.to_bytes(2, "big"))


def order(of: bytes, count: int) -> list[int]:
    """A permutation."""
    stream = iter(hashlib.shake_256(b"rummynet/v1/drbg\x00" + S("nonce-order", of)).digest(4096))
    found = list(range(count))
    for last in range(count - 1, 0, -1):
        limit = 256 // (last + 1) * (last + 1)
        other = next(byte for byte in stream if byte < limit) % (last + 1)
        found[last], found[other] = found[other], found[last]
    return found


@cache
def face(card: int) -> Point:
    """F_c."""
    return hg("face", bytes([card]))


@cache
def generator(index: int) -> Point:
    """G_i."""
    return hg("gen", bytes([index]))


@cache
def chain_start() -> Point:
    """G*."""
    return hg("gen0")


@cache
def faces() -> dict[bytes, int]:
    """The card of each face."""
    return {written(face(card)): card for card in range(216)}


# -- proofs


def check_possession(Y: bytes, context: bytes, proof: bytes) -> None:
    """The equation sB = T + cY."""
    need("key", len(proof) == 64)
    T, s = element(proof[:32]), scalar(proof[32:])
    need("key", s * BASE == T + hs("pop", context, Y, proof[:32]) * element(Y))


def check_shares(Y: bytes, a: list[bytes], context: bytes, blob: bytes) -> list[bytes]:
    """The shares of one batch."""
    need("share", len(blob) == 32 * len(a) + 64)
    d = pieces(blob[:-64])
    elements, c, s = [element(one) for one in d], scalar(blob[-64:-32]), scalar(blob[-32:])
    v = [1, *weights(S("share-w", context, Y, frame(*a), frame(*d)), len(a))[1:]]
    sum_a, sum_d = mixed(v, [element(one) for one in a]), mixed(v, elements)
    t1, t2 = s * BASE - c * element(Y), s * sum_a - c * sum_d
    need("share", c == hs("share", context, Y, frame(*a), frame(*d), written(t1), written(t2)))
    return d


class Proof(NamedTuple):
    """A mix's proof."""

    c: list[bytes]
    chain: list[bytes]
    x: int
    s: list[int]
    chain_answers: list[int]
    answers: list[int]


def read_proof(blob: bytes, count: int) -> Proof:
    """The lists, if they are for *count* cards."""
    need("mix", count >= 1 and len(blob) == 128 * count + 160)
    c, numbers = pieces(blob[: 64 * count]), [scalar(one) for one in pieces(blob[64 * count :])]
    points(blob[: 64 * count])
    return Proof(c[:count], c[count:], numbers[0], numbers[1:5], numbers[5 : 5 + count], numbers[5 + count :])


def u_of(context: bytes, K: bytes, before: bytes, after: bytes, c: list[bytes]) -> list[int]:
    """The weights of a mix."""
    statement = S("mix-u", context, K, frame(*pieces(before)), frame(*pieces(after)), frame(*c))
    return weights(statement, len(before) // 64)


def halves(deck: bytes) -> tuple[list[Point], list[Point]]:
    """The a and the b of a deck; the identity may be in a first one."""
    found = [ZERO if one == bytes(32) else element(one) for one in pieces(deck)]
    return found[::2], found[1::2]


def recomputed(before: bytes, after: bytes, K: bytes, proof: Proof, u: list[int]) -> list[bytes]:
    """T1 … T5, T̂_0 …."""
    n, key = len(u), element(K)
    (a, b), (a2, b2) = halves(before), halves(after)
    c, chain = [element(one) for one in proof.c], [chain_start(), *(element(one) for one in proof.chain)]
    s1, s2, s3, s4 = proof.s
    generators = [generator(i) for i in range(n)]
    found = [
        s1 * BASE - proof.x * (total(c) - total(generators)),
        s2 * BASE - proof.x * (chain[-1] - prod(u) % L * chain_start()),
        s3 * BASE + mixed(proof.answers, generators) - proof.x * mixed(u, c),
        -s4 * BASE + mixed(proof.answers, a2) - proof.x * mixed(u, a),
        -s4 * key + mixed(proof.answers, b2) - proof.x * mixed(u, b),
    ]
    found += [proof.chain_answers[i] * BASE + proof.answers[i] * chain[i] - proof.x * chain[i + 1] for i in range(n)]
    return [written(one) for one in found]


def check_mix(before: bytes, after: bytes, K: bytes, context: bytes, blob: bytes) -> None:
    """The whole proof of a mix."""
    need("mix", len(after) == len(before))
    points(after)
    proof = read_proof(blob, len(before) // 64)
    u = u_of(context, K, before, after, proof.c)
    T = recomputed(before, after, K, proof, u)
    lists = (frame(*pieces(before)), frame(*pieces(after)), frame(*proof.c), frame(*proof.chain), frame(*T))
    need("mix", proof.x == hs("mix-x", context, K, *lists))


def first_deck(cards: Iterable[int]) -> bytes:
    """(identity, F_c) for each card."""
    return b"".join(bytes(32) + written(face(card)) for card in cards)


def cards_under(deck: bytes, secret: int) -> list[int | None]:
    """The cards of a deck."""
    a, b = halves(deck)
    return [faces().get(written(one - secret * other)) for other, one in zip(a, b, strict=True)]


def check_escrow(Y: bytes, keepers: list[int], blob: bytes) -> dict[int, bytes]:
    """Each keeper's part."""
    need("escrow", len(blob) == 96 * len(keepers))
    parts = {t: blob[96 * i : 96 * i + 96] for i, t in enumerate(keepers)}
    for part in parts.values():
        element(part[:32]), element(part[32:64]), scalar(part[64:])
    need("escrow", total(element(part[:32]) for part in parts.values()) == element(Y))
    return parts


def unsealed(part: bytes, keeper: int, common: bytes, context: bytes) -> int:
    """z_t, if the dealer was honest."""
    return (scalar(part[64:]) - hs("pad", context, bytes([keeper]), part[32:64], common)) % L


def opened(part: bytes, keeper: int, secret: int, context: bytes) -> int:
    """z_t, checked."""
    z = unsealed(part, keeper, written(secret * element(part[32:64])), context)
    need("escrow", z * BASE == element(part[:32]))
    return z


def rebuilt(Y: bytes, parts: dict[int, bytes], z: dict[int, int]) -> int:
    """A lost seat's secret."""
    need("key-open", z.keys() == parts.keys())
    need("key-open", all(z[t] * BASE == element(part[:32]) for t, part in parts.items()))
    need("key-open", sum(z.values()) * BASE == element(Y))
    return sum(z.values()) % L


def check_play(Y: bytes, hand: bytes, aged: bool, named: list[int], context: bytes, blob: bytes) -> bytes:
    """What is left of the hand."""
    n, k = len(hand) // 64, len(named)
    need("hand", 1 <= k <= n)
    front = len(blob) - 33 * k - 64
    need("hand", front in (0, 192 * n + 160))
    need("hand", aged == bool(front))
    if front:
        points(blob[: 64 * n])
        check_mix(hand, blob[: 64 * n], Y, context, blob[64 * n : front])
        hand = blob[: 64 * n]
    indexes = blob[front : front + k]
    need("hand", len(set(indexes)) == k and max(indexes) < n)
    items = [hand[64 * i : 64 * i + 64] for i in indexes]
    shares = check_shares(Y, [item[:32] for item in items], context, blob[front + k :])
    for card, item, d in zip(named, items, shares, strict=True):
        need("hand", element(item[32:]) - element(d) == face(card))
    return b"".join(hand[64 * i : 64 * i + 64] for i in range(n) if i not in indexes)


# -- one round


class Round:
    """The state that everybody holds, by events."""

    def __init__(self, file: Json) -> None:
        self.session, self.deal, self.z = x(file["session"]), x(file["deal"]), x(file["z"])
        self.keys = {int(seat): x(key) for seat, key in file["keys"].items()}
        self.J = written(total(map(element, self.keys.values())))
        self.hands, self.aged = dict.fromkeys(self.keys, b""), dict.fromkeys(self.keys, False)
        self.parts: dict[int, dict[int, bytes]] = {}
        self.open: dict[int, int] = {}
        self.chain: list[bytes] = []
        self.proven: set[int] = set()
        self.mixers: list[int] = []
        self.epoch: tuple[bytes, bytes] = (b"", b"")
        self.stock: bytes | None = None
        self.top = 0
        self.due: tuple[bytes, int, list[int | None]] | None = None
        self.given: dict[int, list[bytes]] = {}
        self.mixes: list[bytes] = []

    def escrow(self, event: Json) -> None:
        """A key in parts."""
        seat = event["seat"]
        self.parts[seat] = check_escrow(self.keys[seat], [*sorted(self.keys.keys() - {seat}), HOST], x(event["blob"]))

    def start(self, event: Json) -> None:
        """A stock of public cards."""
        self._begin(event, first_deck(event["cards"]))

    def put_back(self, event: Json) -> None:
        """The rest of the stock, and cards that were turned up."""
        assert self.stock is not None
        self._begin(event, self.stock[64 * self.top :] + first_deck(event["cards"]))

    def _begin(self, event: Json, deck: bytes) -> None:
        need("due", self.due is None)
        self.epoch, self.stock, self.chain, self.proven = (x(event["deal"]), x(event["z"])), None, [deck], set()
        self.mixers = [seat for seat in self.keys if seat not in self.open]

    def deck(self, event: Json) -> None:
        """The next mix."""
        at, deck = len(self.chain) - 1, x(event["deck"])
        need("mix", at < len(self.mixers) and self.mixers[at] == event["seat"])
        need("mix", len(deck) == len(self.chain[0]))
        points(deck)
        self.chain.append(deck)

    def proof(self, event: Json) -> None:
        """The proof of a mix."""
        at, proof = self.mixers.index(event["seat"]), x(event["proof"])
        context = frame(b"mix", self.session, *self.epoch, self.J, bytes([at]))
        check_mix(self.chain[at], self.chain[at + 1], self.J, context, proof)
        self.proven.add(event["seat"])
        self.mixes.append(self.chain[at + 1] + proof)

    def finish(self, _event: Json) -> None:
        """The stock is ready."""
        need("mix", len(self.chain) == len(self.mixers) + 1 and self.proven == set(self.mixers))
        self.stock, self.top = self.chain[-1], 0

    def give(self, event: Json) -> list[int]:
        """Cards from the top."""
        need("due", self.stock is not None and self.due is None and event["position"] == self.top)
        self.due, self.given = (x(event["head"]), self.top, event["to"]), {}
        self.top += len(event["to"])
        return self._settle()

    def _owed(self, seat: int) -> list[int]:
        assert self.due is not None
        return [at for at, to in enumerate(self.due[2], self.due[1]) if to != seat]

    def _a(self, at: int) -> bytes:
        assert self.stock is not None
        return self.stock[64 * at : 64 * at + 32]

    def shares(self, event: Json) -> list[int]:
        """One seat's batch."""
        need("due", self.due is not None)
        assert self.due is not None
        seat, owed = event["seat"], self._owed(event["seat"])
        context = frame(b"give", self.session, *self.epoch, self.J, bytes([seat]), self.due[0], bytes(owed))
        self.given[seat] = check_shares(self.keys[seat], [self._a(at) for at in owed], context, x(event["blob"]))
        return self._settle()

    def _settle(self) -> list[int]:
        if self.due is None or any(
            self._owed(seat) and seat not in self.given and seat not in self.open for seat in self.keys
        ):
            return []
        assert self.stock is not None
        turned_up, received = list[int](), dict[int, bytes]()
        for at, to in enumerate(self.due[2], self.due[1]):
            a, b = self._a(at), element(self.stock[64 * at + 32 : 64 * at + 64])
            for seat in self.keys:
                if seat != to and seat in self.given:
                    b = b - element(self.given[seat][self._owed(seat).index(at)])
                elif seat != to:
                    b = b - self.open[seat] * element(a)
            if to is None:
                need("mix", written(b) in faces())
                turned_up.append(faces()[written(b)])
            else:
                received[to] = received.get(to, b"") + a + written(b)
        for seat, cards in received.items():
            self.aged[seat] |= bool(self.hands[seat])
            self.hands[seat] += cards
        self.due = None
        return turned_up

    def play(self, event: Json) -> None:
        """Hidden cards of a seat."""
        need("due", self.due is None)
        seat = event["seat"]
        where = (self.session, self.deal, self.z, bytes([seat]), event["number"].to_bytes(4, "big"), x(event["head"]))
        context = frame(b"play", *where)
        given = (self.keys[seat], self.hands[seat], self.aged[seat], event["named"], context, x(event["blob"]))
        self.hands[seat], self.aged[seat] = check_play(*given), False

    def open_key(self, event: Json) -> list[int]:
        """A lost seat."""
        seat = event["seat"]
        z = {int(keeper): scalar(x(one)) for keeper, one in event["opened"].items()}
        self.open[seat] = rebuilt(self.keys[seat], self.parts[seat], z)
        same("the key of a lost seat", event["x"], self.open[seat].to_bytes(32, "little").hex())
        same("an open hand", event["hand"], cards_under(self.hands[seat], self.open[seat]))
        return self._settle()


# -- the files


def constants(file: Json) -> None:
    """Faces and generators."""
    same("faces", file["faces"], [written(face(card)).hex() for card in range(216)])
    same("generators", file["generators"], [written(generator(index)).hex() for index in range(216)])
    same("the start of the chain", file["chain_start"], written(chain_start()).hex())


def elements(file: Json) -> None:
    """Encodings of elements."""
    for case in file:
        judged(case, element, x(case["bytes"]))
        if "check" not in case:
            same(case["about"], case["bytes"], written(element(x(case["bytes"]))).hex())


def scalars(file: Json) -> None:
    """Encodings of scalars."""
    for case in file:
        judged(case, scalar, x(case["bytes"]))


def hashes(file: Json) -> None:
    """Hashes and nonces."""
    for one in file["wide"]:
        fields = [x(field) for field in one["fields"]]
        same("a frame", one["frame"], frame(*fields).hex())
        same("a hash", one["hash"], S(one["tag"], *fields).hex())
        same("a scalar", one["scalar"], hs(one["tag"], *fields).to_bytes(32, "little").hex())
        same("an element", one["element"], written(hg(one["tag"], *fields)).hex())
    for one in file["weights"]:
        found = weights(x(one["statement"]), one["index"] + 1)[-1]
        same("a weight", one["weight"], found.to_bytes(32, "little").hex())
    one = file["nonces"]
    made = seed(x(one["secret"]), one["fresh"], *map(x, one["statement"]))
    same("a seed", one["seed"], made.hex())
    for name, (label, index) in {"w_0": ("w", 0), "w_1": ("w", 1), "rho_0": ("rho", 0)}.items():
        same(name, one[name], nonce(made, label, index).to_bytes(32, "little").hex())
    same("an order of 8", one["order_8"], order(made, 8))
    same("an order of 52", one["order_52"], order(made, 52))


def contexts(file: Json) -> None:
    """Contexts and hashes of 32 bytes."""
    session, deal, z, head = (x(file[name]) for name in ("session", "deal", "z", "head"))
    epoch, seat = (session, deal, z, x(file["joint"])), bytes([1])
    found = {
        "possession": frame(b"pop", session, deal, seat, x(file["identity"])),
        "mix": frame(b"mix", *epoch, bytes([2])),
        "give": frame(b"give", *epoch, seat, head, bytes([0, 3, 51])),
        "play": frame(b"play", session, deal, z, seat, bytes([0, 0, 0, 7]), head),
        "escrow": frame(b"escrow", session, deal, z, seat),
        "complaint": frame(b"complain", session, deal, z, bytes([0]), seat),
        "epoch_z": H("sealed-z", deal, z, head),
        "blob_hash": H("blob", x(file["blob"])),
    }
    for name, value in found.items():
        same(name, file[name], value.hex())


def text(value: int) -> str:
    """A scalar in hex."""
    return (value % L).to_bytes(32, "little").hex()


def keys(file: Json) -> None:
    """Round keys and possession."""
    deal = x(file["deal"])
    for one in file["keys"]:
        seat, context = bytes([one["seat"]]), x(one["context"])
        secret = hs("key", x(one["secret"]), deal, seat)
        same("x", one["x"], text(secret))
        same("Y", one["Y"], written(secret * BASE).hex())
        same("a context", one["context"], frame(b"pop", x(file["session"]), deal, seat, x(one["identity"])).hex())
        w = nonce(seed(x(one["x"]), one["fresh"], b"pop", context, x(one["Y"])), "w")
        T = written(w * BASE)
        c = hs("pop", context, x(one["Y"]), T)
        same("w and c", [one["w"], one["c"]], [text(w), text(c)])
        same("a proof", one["proof"], T.hex() + text(w + c * secret))
        check_possession(x(one["Y"]), context, x(one["proof"]))
        made = H("key-commit", deal, seat, x(one["identity"]), x(one["Y"]), x(one["proof"]))
        same("a commitment", one["key_commit"], made.hex())
    same("J", file["J"], written(total(element(x(one["Y"])) for one in file["keys"])).hex())
    for case in file["bad"]:
        judged(case, check_possession, x(case["Y"]), x(case["context"]), x(case["proof"]))


def shares(file: Json) -> None:
    """Batches of shares."""
    for one in file:
        secret, Y, context = scalar(x(one["x"])), x(one["Y"]), x(one["context"])
        a = [x(point) for point in one["points"]]
        d = [written(secret * element(point)) for point in a]
        same("shares", one["shares"], [share.hex() for share in d])
        v = [1, *weights(S("share-w", context, Y, frame(*a), frame(*d)), len(a))[1:]]
        same("weights", one["weights"], [text(weight) for weight in v[1:]])
        sum_a = mixed(v, [element(point) for point in a])
        same("sums", [one["a"], one["d"]], [written(sum_a).hex(), written(secret * sum_a).hex()])
        w = nonce(seed(x(one["x"]), one["fresh"], b"share", context, Y, frame(*a), frame(*d)), "w")
        T1, T2 = written(w * BASE), written(w * sum_a)
        same("w, T1, T2", [one["w"], one["T1"], one["T2"]], [text(w), T1.hex(), T2.hex()])
        c = hs("share", context, Y, frame(*a), frame(*d), T1, T2)
        same("c and s", [one["c"], one["s"]], [text(c), text(w + c * secret)])
        same("a blob", one["blob"], b"".join(d).hex() + text(c) + text(w + c * secret))
        check_shares(Y, a, context, x(one["blob"]))
        for case in one["bad"]:
            judged(case, check_shares, Y, a, context, x(case["blob"]))


def remade(one: Json, fresh: str, K: bytes) -> None:
    """A mix from its secrets."""
    before, n = x(one["before"]), len(x(one["before"])) // 64
    a, b = halves(before)
    made = seed(x(one["x"]), fresh, b"mix", x(one["context"]), K, frame(*pieces(before)))
    psi, r = order(made, n), [nonce(made, "r", i) for i in range(n)]
    same("order and masks", [one["order"], one["masks"]], [psi, [text(mask) for mask in r]])
    after = [(a[at] + mask * BASE, b[at] + mask * element(K)) for at, mask in zip(psi, r, strict=True)]
    same("a mixed deck", one["after"], "".join(written(p).hex() + written(q).hex() for p, q in after))


def mix(file: Json) -> None:
    """Two mixes, and the second one's proof step by step."""
    K, one, proof = x(file["J"]), file["second"], file["proof"]
    same("a first deck", file["first"]["before"], first_deck(file["cards"]).hex())
    same("the deck between", file["first"]["after"], one["before"])
    remade(one, file["mix_fresh"], K)
    before, after, context, n = x(one["before"]), x(one["after"]), x(one["context"]), len(file["cards"])
    statement = (context, K, frame(*pieces(before)), frame(*pieces(after)))
    made = seed(x(one["x"]), proof["fresh"], b"mix-proof", *statement)
    rho, h, w_chain, w2 = ([nonce(made, name, i) for i in range(n)] for name in ("rho", "h", "w-chain", "w-answers"))
    w = [nonce(made, "w", i) for i in range(4)]
    for name, values in (("rho", rho), ("h", h), ("w", w), ("w_chain", w_chain), ("w_answers", w2)):
        same(name, proof[name], [text(value) for value in values])
    psi = one["order"]
    c = [written(rho[j] * BASE + generator(psi.index(j))) for j in range(n)]
    u = u_of(context, K, before, after, c)
    v = [u[j] for j in psi]
    chain = list(accumulate(range(n), lambda last, i: h[i] * BASE + v[i] * last, initial=chain_start()))
    same("c", proof["c"], [point.hex() for point in c])
    same("u", proof["u"], [text(value) for value in u])
    same("the chain", proof["chain"], [written(point).hex() for point in chain[1:]])
    a2, b2 = halves(after)
    T = [
        w[0] * BASE, w[1] * BASE, w[2] * BASE + mixed(w2, [generator(i) for i in range(n)]),
        -w[3] * BASE + mixed(w2, a2), -w[3] * element(K) + mixed(w2, b2),
    ]  # fmt: skip
    T_chain = [w_chain[i] * BASE + w2[i] * chain[i] for i in range(n)]
    same("T", proof["T"] + proof["T_chain"], [written(point).hex() for point in T + T_chain])
    lists = [frame(*c), frame(*(written(point) for point in chain[1:])), frame(*(written(p) for p in T + T_chain))]
    challenge = hs("mix-x", *statement, *lists)
    same("x", proof["x"], text(challenge))
    r = [scalar(x(mask)) for mask in one["masks"]]
    hidden = [
        sum(rho),
        sum(h[i] * prod(v[i + 1 :]) for i in range(n)),
        sum(p * q for p, q in zip(rho, u, strict=True)),
        sum(p * q for p, q in zip(r, v, strict=True)),
    ]
    same("s", proof["s"], [text(w[i] + challenge * hidden[i]) for i in range(4)])
    same("chain answers", proof["chain_answers"], [text(w_chain[i] + challenge * h[i]) for i in range(n)])
    same("answers", proof["answers"], [text(w2[i] + challenge * v[i]) for i in range(n)])
    parts = (proof["c"], proof["chain"], [proof["x"]], proof["s"], proof["chain_answers"], proof["answers"])
    same("a proof", proof["blob"], "".join("".join(part) for part in parts))
    check_mix(before, after, K, context, x(proof["blob"]))
    for case in file["bad"]:
        judged(case, check_mix, before, x(case["after"]), K, context, x(case["proof"]))


def mix52(file: Json) -> None:
    """A deck of 52."""
    check_mix(x(file["before"]), x(file["after"]), x(file["J"]), x(file["context"]), x(file["proof"]))
    joint = sum(scalar(x(one)) for one in file["secrets"]) % L
    same("the cards", file["cards"], cards_under(x(file["after"]), joint))


def escrow(file: Json) -> None:
    """A key in parts."""
    Y, keepers, context = x(file["Y"]), file["keepers"], x(file["context"])
    made = seed(x(file["x"]), file["fresh"], b"escrow", context, frame(*(x(file["keys"][str(t)]) for t in keepers)))
    z = [nonce(made, "z", i) for i in range(len(keepers) - 1)]
    z.append((scalar(x(file["x"])) - sum(z)) % L)
    blob = b""
    for i, t in enumerate(keepers):
        e = nonce(made, "e", i)
        E, common = written(e * BASE), written(e * element(x(file["keys"][str(t)])))
        q = z[i] + hs("pad", context, bytes([t]), E, common)
        blob += written(z[i] * BASE) + E + x(text(q))
    same("the parts", file["blob"], blob.hex())
    parts = check_escrow(Y, keepers, blob)
    found = {t: opened(parts[t], t, scalar(x(file["secrets"][str(t)])), context) for t in keepers}
    same("openings", file["opened"], {str(t): text(one) for t, one in found.items()})
    same("the key", text(rebuilt(Y, parts, found)), file["x"])
    for one in file["complaints"]:
        part, key = x(one["part"]), x(file["keys"]["1"])
        (common,) = check_shares(key, [part[32:64]], x(file["complaint_context"]), x(one["complaint"]))
        opens = unsealed(part, 1, common, context) * BASE == element(part[:32])
        same("who is to blame", one["to_blame"], "keeper" if opens else "dealer")
    for case in file["bad"]:
        judged(case, check_escrow, Y, keepers, x(case["blob"]))
    case = file["does_not_open"]
    judged(case, opened, x(case["part"]), 1, scalar(x(file["secrets"]["1"])), context)
    case = file["bad_opening"]
    judged(case, rebuilt, Y, parts, {int(t): scalar(x(one)) for t, one in case["opened"].items()})


def hands(file: Json) -> None:
    """Plays."""
    for one in file:
        Y, hand, context = x(one["Y"]), x(one["hand"]), x(one["context"])
        left = check_play(Y, hand, one["aged"], one["named"], context, x(one["blob"]))
        same("what is left", one["left"], left.hex())
        for case in one["bad"]:
            judged(case, check_play, Y, hand, case["aged"], case["named"], context, x(case["blob"]))


def round_of_events(file: Json) -> None:
    """A whole round."""
    state, dealt = Round(file), False
    secrets = {int(seat): scalar(x(one)) for seat, one in file["secrets"].items()}
    for event in file["events"]:
        call: Callable[[Json], list[int] | None] = getattr(state, event["event"].replace("-", "_"))
        if "check" in event:
            judged(event, call, event)
            continue
        same(f"{event['event']}: what is turned up", event.get("turned_up", []), call(event) or [])
        if not dealt and state.top and state.due is None:
            held = {str(seat): cards_under(hand, secrets[seat]) for seat, hand in state.hands.items()}
            same("the hands", file["dealt"], held)
            dealt = True
    left = {str(seat): cards_under(hand, secrets[seat]) for seat, hand in state.hands.items()}
    same("the hands at the end", file["left"], left)
    assert state.stock is not None
    same("the rest of the stock", file["stock_left"], state.stock[64 * state.top :].hex())
    escrows = [H("blob", x(one["blob"])) for one in file["events"] if one["event"] == "escrow"]
    fields = [state.deal, state.z, state.J, bytes(sorted(state.keys)), *state.keys.values(), bytes([len(escrows)])]
    blobs = [*escrows, *(H("blob", one) for one in state.mixes[:3])]
    same("R", file["root"], H("sealed-root", *fields, *blobs, bytes([8])).hex())


FILES: dict[str, Callable[[Json], None]] = {
    "constants": constants,
    "elements": elements,
    "scalars": scalars,
    "hashes": hashes,
    "contexts": contexts,
    "keys": keys,
    "shares": shares,
    "mix": mix,
    "mix52": mix52,
    "escrow": escrow,
    "hands": hands,
    "round": round_of_events,
}


def main() -> int:
    """Check every file; print a line for each."""
    folder, status = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, 0
    for name in sys.argv[2:] or FILES:
        try:
            FILES[name](json.loads((folder / f"{name}.json").read_text("utf-8")))
            print(f"{name}: agrees")
        except Different as different:
            print(f"{name}: WRONG: {different}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
