#!/usr/bin/env python3
"""Confirm protocol/vectors/fairness.json and words.txt without the package: standard library and cryptography only.

    scripts/check_vectors.py [FILE]

Everything is computed a second time, from protocol/FAIRNESS.md alone, in another way where there is one (the Merkle
tree from its leaves upward by levels, MessagePack by hand). One line per section; status 1 at the first difference.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

Json = Any
FILE = Path(__file__).resolve().parent.parent / "protocol" / "vectors" / "fairness.json"
WORDS = FILE.parent / "words.txt"
PRIME, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
"""A y of points of order 8."""


class Different(Exception):
    """A vector does not follow from its inputs."""


def same(what: str, stated: object, found: object) -> None:
    """Raise Different unless both are equal."""
    if stated != found:
        raise Different(f"{what}: the file says {stated!r}, computed {found!r}")


def x(text: str) -> bytes:
    """Bytes from hex."""
    return bytes.fromhex(text)


def digest(tag: str, *fields: bytes) -> bytes:
    """The protocol's hash."""
    hasher = hashlib.sha256(b"rummynet/v1/%s\x00" % tag.encode())
    for field in fields:
        hasher.update(len(field).to_bytes(4, "big") + field)
    return hasher.digest()


def stream(key: bytes) -> Iterator[int]:
    """The bytes of the generator, one by one."""
    yield from hashlib.shake_256(b"rummynet/v1/drbg\x00" + key).digest(1 << 16)


def below(source: Iterator[int], m: int) -> int:
    """A uniform number below m."""
    while True:
        value = next(source)
        if value < 256 // m * m:
            return value % m


def shuffled(cards: bytes, key: bytes) -> bytes:
    """The deck, top first."""
    deck, source = bytearray(cards), stream(key)
    for top in reversed(range(1, len(deck))):
        other = below(source, top + 1)
        deck[top], deck[other] = deck[other], deck[top]
    return bytes(deck)


def pack(value: Json) -> bytes:
    """MessagePack in its smallest forms; bytes are {"hex": …}."""
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return pack_int(value)
    if isinstance(value, str):
        text = value.encode()
        return sized(len(text), 0xA0, 32, (0xD9, 0xDA, 0xDB)) + text
    if isinstance(value, list):
        return sized(len(value), 0x90, 16, (None, 0xDC, 0xDD)) + b"".join(map(pack, value))
    if list(value) == ["hex"]:
        return sized(len(x(value["hex"])), 0, 0, (0xC4, 0xC5, 0xC6)) + x(value["hex"])
    items = b"".join(pack(key) + pack(item) for key, item in value.items())
    return sized(len(value), 0x80, 16, (None, 0xDE, 0xDF)) + items


def pack_int(value: int) -> bytes:
    """The smallest form of a whole number."""
    if -32 <= value < 128:
        return value.to_bytes(1, "big", signed=True)
    size = next(n for n in (1, 2, 4, 8) if -(1 << 8 * n - 1) <= value < (1 << 8 * n if value >= 0 else 0))
    return bytes([(0xCC if value >= 0 else 0xD0) + size.bit_length() - 1]) + value.to_bytes(
        size, "big", signed=value < 0
    )


def sized(size: int, small: int, under: int, marks: tuple[int | None, int, int]) -> bytes:
    """The head of a value that has a length."""
    if size < under:
        return bytes([small + size])
    mark, width = next((m, w) for m, w in zip(marks, (1, 2, 4), strict=True) if m is not None and size < 1 << 8 * w)
    return bytes([mark]) + size.to_bytes(width, "big")


def levels(leaves: list[bytes]) -> list[list[bytes]]:
    """The tree by levels; a last node without a partner moves up as it is (the shape of RFC 6962)."""
    found = [leaves]
    while len(found[-1]) > 1:
        row = found[-1]
        pairs = [digest("node", *row[n : n + 2]) for n in range(0, len(row) - 1, 2)]
        found.append(pairs + row[len(row) - len(row) % 2 :])
    return found


def proof(tree: list[list[bytes]], place: int) -> bytes:
    """The siblings of a leaf, lowest first."""
    path = b""
    for row in tree[:-1]:
        sibling = place ^ 1
        path += row[sibling] if sibling < len(row) else b""
        place //= 2
    return path


def leaves_of(deal: bytes, deck: bytes, key: bytes) -> list[bytes]:
    """The salted leaves of a deck."""
    salts = [digest("salt", key, bytes([n])) for n in range(len(deck))]
    return [digest("leaf", deal, bytes([n]), deck[n : n + 1], salts[n]) for n in range(len(deck))]


def small_or_twofold(point: bytes) -> bool:
    """Whether a point has an order of 8 or less, or more than one encoding."""
    y = int.from_bytes(point, "little") % 2**255
    return y >= PRIME or y in (0, 1, PRIME - 1, EIGHTH, PRIME - EIGHTH)


def check_signature(public: str, kind: str, payload: bytes, signature: str) -> None:
    """Raise InvalidSignature, also for encodings that the page refuses and `cryptography` may accept."""
    if small_or_twofold(x(public)) or small_or_twofold(x(signature)[:32]):
        raise InvalidSignature
    if int.from_bytes(x(signature)[32:], "little") >= ORDER:
        raise InvalidSignature
    Ed25519PublicKey.from_public_bytes(x(public)).verify(
        x(signature), b"rummynet/v1/sig/%s\x00" % kind.encode() + payload
    )


def hashes(all_of: Json) -> None:
    """The hash alone."""
    for one in all_of:
        same("hash", one["hash"], digest(one["tag"], *map(x, one["fields"])).hex())


def deal(one: Json) -> None:
    """A whole deal, in the order in which its values are computed."""
    name = digest("deal-id", x(one["session"]), one["round"].to_bytes(4, "big"), bytes([one["epoch"]]))
    host, s_deck, s_pub = x(one["host"]), x(one["s_deck"]), x(one["s_pub"])
    c_deck = digest("commit", name, b"host-deck", host, s_deck)
    c_pub = digest("commit", name, b"host-pub", host, s_pub)
    seats = [digest("commit", name, b"seat" + bytes([n]), x(s["key"]), x(s["x"])) for n, s in enumerate(one["seats"])]
    cset = digest("commit-set", name, c_deck, c_pub, *seats)
    z = digest("mix", name, cset, x(one["head"]), x(one["cards"]), *(x(s["x"]) for s in one["seats"]))
    first, kd, ks = digest("first-key", z, s_pub), digest("deck-key", z, s_deck), digest("salt-key", z, s_deck)
    deck = shuffled(x(one["cards"]), kd)
    leaves = leaves_of(name, deck, ks)
    root = levels(leaves)[-1][0]
    signed = digest("deal-root", name, cset, z, bytes([len(deck)]), root)
    found = {
        "deal_id": name,
        "c_deck": c_deck,
        "c_pub": c_pub,
        "cset": cset,
        "z": z,
        "first_key": first,
        "deck_key": kd,
        "salt_key": ks,
        "deck": deck,
        "salt_0": digest("salt", ks, b"\0"),
        "leaf_0": leaves[0],
        "root": root,
        "deal_root": signed,
    }
    for key, value in found.items():
        same(key, one[key], value.hex())
    same("c_seats", one["c_seats"], [commit.hex() for commit in seats])
    same("first_seat", one["first_seat"], below(stream(first), len(seats)))
    same("used, rejected", (one["used"], one["rejected"]), spent(kd, list(range(52, 1, -1))))


def spent(key: bytes, limits: list[int]) -> tuple[int, int]:
    """The number of bytes that the draws take, and of those that are rejected."""
    taken, source = 0, stream(key)
    for m in limits:
        taken += 1
        while next(source) >= 256 - 256 % m:
            taken += 1
    return taken, taken - len(limits)


def session(one: Json) -> None:
    """From nonces to words."""
    log, keys, nonces = x(one["log"]), list(map(x, one["keys"])), list(map(x, one["nonces"]))
    commits = [digest("nonce-commit", log, bytes([n]), keys[n], nonces[n]) for n in range(len(keys))]
    same("nonce commits", one["nonce_commits"], [commit.hex() for commit in commits])
    same("nonce set", one["nonce_set"], digest("nonce-set", log, *commits).hex())
    same("rules, packed", one["rules_packed"], pack(one["rules"]).hex())
    same("rules, names ascending", one["rules"][1], sorted(one["rules"][1]))
    same("rules hash", one["rules_hash"], digest("rules", x(one["rules_packed"])).hex())
    same("other rules", one["other_rules_hash"], digest("rules", pack(one["other_rules"])).hex())
    name = digest("session", x(one["host"]), bytes([len(keys)]), *keys, *nonces, x(one["rules_hash"]))
    same("session", one["session"], name.hex())
    print_ = digest("fingerprint", name)
    same("fingerprint", one["fingerprint"], print_.hex())
    bits = "".join(f"{byte:08b}" for byte in print_)
    same("indexes", one["indexes"], [int(bits[n : n + 11], 2) for n in range(0, 66, 11)])
    listed = WORDS.read_text(encoding="ascii").splitlines()
    same("words listed", 2048, len({word[:4] for word in listed}))
    same("words", one["words"], [listed[index] for index in one["indexes"]])


def contributions(all_of: Json) -> None:
    """A client's contributions."""
    for one in all_of:
        given = [x(one[name]) for name in ("secret", "deal", "c_deck", "c_pub", "nonce")]
        same("x", one["x"], digest("contribution", *given).hex())


def consent(one: Json) -> None:
    """The id of a log, the players, what they signed, and a refusal."""
    log = digest("log", x(one["host"]), x(one["table"]), one["game"].to_bytes(4, "big"))
    same("log", one["log"], log.hex())
    players = digest(
        "players", bytes(one["bots"]), *(part for key, name in one["players"] for part in (x(key), name.encode()))
    )
    same("players hash", one["players_hash"], players.hex())
    for (key, _), statements in zip(one["players"], one["ready"], strict=True):
        check_signature(key, "ready", x(statements["payload"]), statements["signature"])
        for part in (log, players, x(one["rules_hash"])):
            same("named in the consent", True, part in x(statements["payload"]))
    name = digest("statement", b"ready", x(one["ready"][-1]["payload"]))
    same("statement hash", one["statement_hash"], name.hex())
    refusal = one["refusal"]
    same("refused", refusal["statement"], name.hex())
    begin = log, x(refusal["head"]), x(one["players"][-1][0]), name
    promise = digest("refusal", *begin, refusal["code"].encode(), bytes(32))
    same("refusal", refusal["payload"], promise.hex())
    check_signature(one["host"], "refusal", promise, refusal["signature"])
    late = one["refusal_with_evidence"]
    same("evidence", late["payload"], digest("refusal", *begin, late["code"].encode(), x(late["evidence"])).hex())


def time(all_of: Json) -> None:
    """Whether log time runs ahead of a player's clock: every pair of statements of one clock."""
    for one in all_of:
        statements = one["statements"]
        found = next(
            (n for n, later in enumerate(statements) if any(ahead(before, later) for before in statements[:n])), None
        )
        same(one["about"], one["leads"], found)


def ahead(first: Json, later: Json) -> bool:
    """Whether the later of two statements of a seat is impossible."""
    (clock, a, _, entry), (other, c, head, _) = first, later
    if clock != other:
        return False
    return bool(c < a or (head is not None and 200 * (head - entry) > 201 * (c - a) + 200 * 1000))


def draws(all_of: Json) -> None:
    """The generator's draws, and the bytes they take from the stream."""
    for one in all_of:
        source = stream(x(one["key"]))
        same("draws", one["values"], [below(source, m) for m in one["below"]])
        same("used, rejected", (one["used"], one["rejected"]), spent(x(one["key"]), one["below"]))


def shuffles(all_of: Json) -> None:
    """Decks of every kind."""
    for one in all_of:
        same("deck", one["deck"], shuffled(x(one["cards"]), x(one["key"])).hex())


def inserts(all_of: Json) -> None:
    """Cards that go back into the stock."""
    for one in all_of:
        source = stream(digest("insert-key", x(one["z"]), x(one["s_deck"])))
        same("places", one["places"], [below(source, size + 1) for size in one["stock_sizes"]])


def openings(all_of: Json) -> None:
    """Sealed decks and their proofs."""
    for one in all_of:
        deck, key = x(one["deck"]), x(one["salt_key"])
        tree = levels(leaves_of(x(one["deal"]), deck, key))
        same("root", one["root"], tree[-1][0].hex())
        for row in one["openings"]:
            place = row["position"]
            same("card", row["card"], deck[place])
            same("salt", row["salt"], digest("salt", key, bytes([place])).hex())
            same("path", row["path"], proof(tree, place).hex())


def signatures(all_of: Json) -> None:
    """One signature of each kind, from its private key."""
    for one in all_of:
        private = Ed25519PrivateKey.from_private_bytes(x(one["private"]))
        same("public key", one["public"], private.public_key().public_bytes_raw().hex())
        signed = b"rummynet/v1/sig/" + one["kind"].encode() + b"\0" + x(one["payload"])
        same("signature", one["signature"], private.sign(signed).hex())


def strict(all_of: Json) -> None:
    """Signatures on which libraries differ."""
    for one in all_of:
        try:
            check_signature(one["public"], one["kind"], x(one["payload"]), one["signature"])
        except InvalidSignature:
            same(one["what"], one["holds"], False)
        else:
            same(one["what"], one["holds"], True)


def hello(one: Json) -> None:
    """The proof of a client's key."""
    payload = digest("hello", x(one["host"]), x(one["challenge"]), x(one["client"]))
    same("payload", one["payload"], payload.hex())
    check_signature(one["client"], "hello", payload, one["signature"])


def web(one: Json) -> None:
    """The proof of a host's key to a page."""
    payload = digest("web", x(one["host"]), x(one["challenge"]), one["origin"].encode())
    same("payload", one["payload"], payload.hex())
    check_signature(one["host"], "web", payload, one["signature"])


def statements(all_of: Json) -> None:
    """Signed statements."""
    for one in all_of:
        same("payload", one["payload"], pack(one["fields"]).hex())
        same("hash", one["hash"], digest("statement", one["kind"].encode(), x(one["payload"])).hex())
        check_signature(one["public"], one["kind"], x(one["payload"]), one["signature"])


def entries(all_of: Json) -> None:
    """Log entries, the chain over them and its signatures."""
    head = bytes(32)
    for one in all_of:
        same("entry", one["entry"], pack(one["fields"]).hex())
        head = digest("chain", head, x(one["entry"]))
        same("head", one["head"], head.hex())
        check_signature(one["host"], "head", head, one["signature"])


def transcripts(all_of: Json) -> None:
    """Files: whole, cut and invalid."""
    for one in all_of:
        same(one["about"], (one["records"], one["cut"]), read_file(x(one["bytes"])))


def read_file(data: bytes) -> tuple[list[Json] | None, bool]:
    """(records, cut); records is None for what is no transcript of version 8."""
    if data[:21] != b"rummynet transcript\n\x08" or len(data) < 69:
        return None, False
    rest = data[69:]
    records: list[Json] = []
    while rest:
        if len(rest) < 5:
            return records, True
        kind, size = rest[0], int.from_bytes(rest[1:5], "big")
        least, most = {1: (65, 60_064), 2: (40, 296), 3: (201, 52_342), 4: (66, 1089)}.get(kind, (1, 0))
        if not least <= size <= most:
            return None, False
        body, rest = rest[5 : 5 + size], rest[5 + size :]
        if len(body) < size:
            return records, True
        if not possible(kind, body):
            return None, False
        records.append(read_body(kind, body))
    return records, False


REFUSED = (
    "ready",
    "nonce-commit",
    "nonce",
    "commit",
    "reveal",
    "root",
    "action",
    "vote",
    "close",
    "last-word",
    "key",
    "part",
)


def possible(kind: int, body: bytes) -> bool:
    """Whether a body of an allowed length has the form of its kind."""
    if kind == 2:
        return (len(body) - 40) % 32 == 0
    if kind == 3:
        code, payload, blob, shown = refused_parts(body)
        is_shown = not shown or (shown[0] < len(REFUSED) and 66 <= len(shown) <= 1089)
        is_whole = 199 + body[194] + len(payload) + len(blob) + len(shown) == len(body) and len(blob) <= 50_000
        is_refusal = body[1] < len(REFUSED) and 1 <= body[194] <= 30 and code.isascii()
        return is_refusal and 1 <= len(payload) <= 1024 and is_whole and is_shown
    return True


def refused_parts(body: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """Code and statement of a refusal, what stood beside that, and the evidence behind it."""
    at = 195 + body[194]
    end = at + 2 + int.from_bytes(body[at : at + 2], "big")
    last = end + 2 + int.from_bytes(body[end : end + 2], "big")
    return body[195:at], body[at + 2 : end], body[end + 2 : last], body[last:]


def read_body(kind: int, body: bytes) -> Json:
    """One record."""
    if kind == 1:
        return {"kind": 1, "signature": body[:64].hex(), "entry": body[64:].hex()}
    if kind == 2:
        return {
            "kind": 2,
            "seat": body[0],
            "round": int.from_bytes(body[1:5], "big"),
            "epoch": body[5],
            "position": body[6],
            "card": body[7],
            "salt": body[8:40].hex(),
            "path": body[40:].hex(),
        }
    if kind == 4:
        return {"kind": 4, "seat": body[0], "signature": body[1:65].hex(), "payload": body[65:].hex()}
    code, payload, blob, shown = refused_parts(body)
    return {
        "kind": 3,
        "seat": body[0],
        "of": REFUSED[body[1]],
        "signature": body[2:66].hex(),
        "by_host": body[66:130].hex(),
        "head": body[130:162].hex(),
        "evidence": body[162:194].hex(),
        "code": code.decode("ascii"),
        "payload": payload.hex(),
        "blob": blob.hex(),
        "shown": {"of": REFUSED[shown[0]], "signature": shown[1:65].hex(), "payload": shown[65:].hex()}
        if shown
        else None,
    }


CHECKS: dict[str, Callable[[Json], None]] = {
    "hashes": hashes,
    "deal": deal,
    "session": session,
    "contributions": contributions,
    "consent": consent,
    "time": time,
    "draws": draws,
    "shuffles": shuffles,
    "inserts": inserts,
    "openings": openings,
    "signatures": signatures,
    "strict": strict,
    "hello": hello,
    "web": web,
    "statements": statements,
    "entries": entries,
    "transcripts": transcripts,
}


def main(arguments: list[str]) -> int:
    """Check every section; 0 if all agree."""
    vectors = json.loads(Path(arguments[0] if arguments else FILE).read_text(encoding="utf-8"))
    for name, check in CHECKS.items():
        try:
            check(vectors[name])
        except Exception as problem:
            sys.stdout.write(f"{name}: WRONG, {type(problem).__name__} {problem}\n")
            return 1
        count = len(vectors[name]) if isinstance(vectors[name], list) else 1
        sys.stdout.write(f"{name}: {count} agree\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
