#!/usr/bin/env python3
"""Write the fairness protocol's vectors (protocol/vectors/fairness.json, words.txt) from the package itself.

    scripts/make_vectors.py             write them where they belong
    scripts/make_vectors.py --into DIR  write them to another folder

All is made from fixed keys and secrets, so that every run writes the same bytes. Bytes stand as ``{"hex": "…"}`` where
the field could be text too, and as plain hex where it could not. scripts/check_vectors.py checks the file without the
package; whoever changes bytes on purpose runs both and says so in the change log.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "protocol"))

from rummynet_protocol import codec  # noqa: E402
from rummynet_protocol.cards import full_deck  # noqa: E402
from rummynet_protocol.fairness import commitment, entries, merkle, statements, transcript, words  # noqa: E402
from rummynet_protocol.fairness.ceremony import HostDeal  # noqa: E402
from rummynet_protocol.fairness.chain import NO_HEAD, next_head  # noqa: E402
from rummynet_protocol.fairness.deck import SealedDeck, leaf, salt  # noqa: E402
from rummynet_protocol.fairness.hashing import TAGS, H, u8  # noqa: E402
from rummynet_protocol.fairness.shuffle import Drbg, shuffle  # noqa: E402
from rummynet_protocol.fairness.signing import Signer, hello_payload  # noqa: E402
from rummynet_protocol.shapes import record_fields  # noqa: E402

Vector = dict[str, Any]

HOST = Signer(b"\x51" * 32)
SEATS = (Signer(b"\x52" * 32), Signer(b"\x53" * 32))
TABLE = b"\x61" * 32
OPTIONS = {"target": 500, "hand_size": None, "rummy_hints": False, "first_starter": "draw", "hands": [10, 7, 7, 6, 6]}


def full(byte: int) -> bytes:
    """Thirty-two times this byte."""
    return bytes([byte]) * 32


def plain(value: object) -> Any:  # noqa: ANN401
    """The value as JSON, bytes as {"hex": …}."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def hashes() -> list[Vector]:
    """The hash alone: no fields, an empty field, where one field ends and the next begins."""
    fields: list[tuple[str, list[bytes]]] = [
        ("chain", []),
        ("chain", [b""]),
        ("node", [b"ab", b"c"]),
        ("node", [b"a", b"bc"]),
        ("leaf", [b"ab", b"c"]),
        ("commit", [full(1), b"seat\x00", full(2), full(3)]),
        ("rules", [bytes(300)]),
    ]
    return [{"tag": t, "fields": [f.hex() for f in fs], "hash": H(t, *fs).hex()} for t, fs in fields]


def whole_deal() -> Vector:
    """One deal from its secrets to the deck, with everything on the way."""
    session, head, keys, xs = full(1), bytes(32), [full(0xB0), full(0xB1)], [full(0x21), full(0x22)]
    deal = commitment.deal_id(session, 0, 0)
    host = HostDeal(deal, full(0xA0), full(0x11), full(0x12))
    commits = [commitment.seat_commit(deal, seat, key, xs[seat]) for seat, key in enumerate(keys)]
    made = host.shuffled(commits, head, full_deck(), xs)
    kd, ks = commitment.deck_key(made.z, host.s_deck), commitment.salt_key(made.z, host.s_deck)
    draws = Drbg(kd)
    for last in range(51, 0, -1):
        draws.below(last + 1)
    return {
        "session": session.hex(),
        "round": 0,
        "epoch": 0,
        "head": head.hex(),
        "cards": bytes(full_deck()).hex(),
        "host": host.host.hex(),
        "s_deck": host.s_deck.hex(),
        "s_pub": host.s_pub.hex(),
        "seats": [{"key": key.hex(), "x": x.hex()} for key, x in zip(keys, xs, strict=True)],
        "deal_id": deal.hex(),
        "c_deck": host.commits[0].hex(),
        "c_pub": host.commits[1].hex(),
        "c_seats": [commit.hex() for commit in commits],
        "cset": made.cset.hex(),
        "z": made.z.hex(),
        "first_key": commitment.first_key(made.z, host.s_pub).hex(),
        "first_seat": made.first_seat(2),
        "deck_key": kd.hex(),
        "salt_key": ks.hex(),
        "deck": bytes(made.deck.order).hex(),
        "used": draws.used,
        "rejected": draws.rejected,
        "salt_0": salt(ks, 0).hex(),
        "leaf_0": leaf(deal, 0, made.deck.order[0], salt(ks, 0)).hex(),
        "root": made.deck.root.hex(),
        "deal_root": made.deal_root.hex(),
    }


def sessions() -> Vector:
    """From nonces to the six words."""
    nonces = [full(0x71), full(0x72)]
    keys = [seat.public for seat in SEATS]
    commits = [commitment.nonce_commit(TABLE, seat, key, nonces[seat]) for seat, key in enumerate(keys)]
    rules = commitment.rules_hash("keilty", OPTIONS)
    session = commitment.session_id(HOST.public, keys, nonces, rules)
    agreed = ["keilty", [[name, OPTIONS[name]] for name in sorted(OPTIONS)]]
    six = words.fingerprint(session)
    return {
        "table": TABLE.hex(),
        "host": HOST.public.hex(),
        "keys": [key.hex() for key in keys],
        "nonces": [nonce.hex() for nonce in nonces],
        "nonce_commits": [commit.hex() for commit in commits],
        "nonce_set": commitment.nonce_set(TABLE, commits).hex(),
        "rules": agreed,
        "rules_packed": codec.pack(agreed).hex(),
        "rules_hash": rules.hex(),
        "session": session.hex(),
        "fingerprint": H("fingerprint", session).hex(),
        "indexes": [words.WORDS.index(word) for word in six],
        "words": list(six),
    }


def contributions() -> list[Vector]:
    """What a client contributes to a deal, from its secret."""
    deals = [commitment.deal_id(full(1), 1, epoch) for epoch in range(2)]
    return [
        {"secret": full(9).hex(), "deal": deal.hex(), "x": commitment.contribution(full(9), deal).hex()}
        for deal in deals
    ]


def draws() -> list[Vector]:
    """Draws from one stream: every kind of limit, and more bytes than any block."""
    asked = [1, 2, 3, 52, 129, 200, 216, 255, 256] * 40
    found = []
    for key in (bytes(32), bytes(range(32))):
        stream = Drbg(key)
        values = [stream.below(m) for m in asked]
        found.append(
            {
                "key": key.hex(),
                "below": asked,
                "values": values,
                "used": stream.used,
                "rejected": stream.rejected,
            }
        )
    return found


def shuffles() -> list[Vector]:
    """Whole decks: one and more, with jokers and without, and the remains of a pile."""
    decks = [
        full_deck(),
        full_deck(jokers=True),
        full_deck(2),
        full_deck(2, jokers=True),
        full_deck(4, jokers=True),
        [3, 9, 14, 27, 40],
        [7],
    ]
    key = bytes(range(32))
    return [{"key": key.hex(), "cards": bytes(d).hex(), "deck": bytes(shuffle(d, key)).hex()} for d in decks]


def inserts() -> list[Vector]:
    """Places for cards that go back into a stock which grows by each."""
    sizes = [[31], [31, 32, 33], [0, 1], [215]]
    return [
        {
            "z": full(0x31).hex(),
            "s_deck": full(0x32).hex(),
            "stock_sizes": one,
            "places": commitment.insert_places(full(0x31), full(0x32), one),
        }
        for one in sizes
    ]


def openings() -> list[Vector]:
    """Sealed decks of many sizes, with the openings of their first, middle and last cards."""
    found = []
    for size in (1, 2, 3, 51, 52, 54, 108, 216):
        deal, order = full(0x41), shuffle(full_deck(4, jokers=True)[:size], full(size))
        deck = SealedDeck(deal, order, full(0x42))
        places = sorted({0, 1, merkle.split(size) - 1, merkle.split(size), size - 1} if size > 1 else {0})
        rows = [deck.opening(place) for place in places]
        found.append(
            {
                "deal": deal.hex(),
                "salt_key": full(0x42).hex(),
                "deck": bytes(order).hex(),
                "root": deck.root.hex(),
                "openings": [
                    {"position": p, "card": card, "salt": its.hex(), "path": path.hex()} for p, card, its, path in rows
                ],
            }
        )
    return found


def signatures() -> list[Vector]:
    """One of each kind, over the same bytes: all differ."""
    payload = b"the same bytes"
    kinds = ("head", "hello", *statements.KINDS)
    return [
        {
            "private": full(0x52).hex(),
            "public": SEATS[0].public.hex(),
            "kind": kind,
            "payload": payload.hex(),
            "signature": SEATS[0].sign(kind, payload).hex(),
        }
        for kind in kinds
    ]


def hellos() -> Vector:
    """The proof of a client's key."""
    payload = hello_payload(HOST.public, full(0x77), SEATS[0].public)
    return {
        "host": HOST.public.hex(),
        "challenge": full(0x77).hex(),
        "client": SEATS[0].public.hex(),
        "payload": payload.hex(),
        "signature": SEATS[0].sign("hello", payload).hex(),
    }


def sample_statements() -> list[statements.Statement]:
    """One of each kind."""
    return [
        statements.NonceCommitted(TABLE, 0, full(0x81)),
        statements.NonceShown(TABLE, full(0x82), full(0x71)),
        statements.Committed(full(1), 1, full(0x83), 0, tuple(full(0x90 + n) for n in range(4))),
        statements.Revealed(full(1), full(0x84), full(0x85), full(0x86), full(0x21)),
        statements.Cosigned(full(1), full(0x84), full(0x87), full(0x88)),
        statements.Acting(full(1), 1, 0, full(0x89), "take 6S meld 5S 6S 7S"),
        statements.Voting(full(1), 1, 0, full(0x8A), 1, True),
    ]


def signed_statements() -> list[Vector]:
    """Each statement's fields, bytes and signature by seat 0."""
    found = []
    for one in sample_statements():
        payload = statements.pack_statement(one)
        found.append(
            {
                "kind": one.kind,
                "fields": plain(record_fields(one)),
                "payload": payload.hex(),
                "public": SEATS[0].public.hex(),
                "signature": SEATS[0].sign(one.kind, payload).hex(),
            }
        )
    return found


def sample_entries() -> list[entries.Entry]:
    """One of each kind, as a log might hold them (each by itself; together they are no game)."""
    envelope = (b"payload", bytes(64))
    deck = SealedDeck(full(0x41), full_deck(), full(0x42))
    return [
        entries.Opened(1, TABLE, HOST.public, "hearth", "keilty", OPTIONS, 1_700_000_000),
        entries.Seated(((SEATS[0].public, "Ann"), (SEATS[1].public, "Börje")), ()),
        entries.NonceCommits((envelope, envelope)),
        entries.Nonces((envelope, envelope)),
        entries.HostCommit(1, 0, tuple((full(0xA0 + n), full(0xB0 + n)) for n in range(4))),
        entries.Commits(1, 0, (envelope, envelope)),
        entries.Shuffle(1, 0, bytes(full_deck())),
        entries.Reveals(1, 0, (envelope, envelope), full(0x12)),
        entries.Root(1, 0, deck.root, full(0xC1)),
        entries.Cosigns(1, 0, (envelope, envelope)),
        entries.Voided(1, 0, (1,)),
        entries.Dealt(1, 1, bytes([1, 0] * 10), (deck.opening(20),), 65_536),
        entries.Inserted(1, 2),
        entries.Acted(1, "draw", envelope, None, 1, 21, 70_000),
        entries.Acted(0, "pass", None, "turn", 0, None, 2**33),
        entries.Acted(0, "pass", None, "vote", 0, None, 2**33),
        entries.Voted(1, envelope, 2**33 + 1),
        entries.Shown(1, ((0, full(0x11)), (1, full(0x13)))),
        entries.Scored(1, 0, (95, -40), (95, -40), None, False, 90_000),
        entries.Ended(90_001),
    ]


def packed_entries() -> list[Vector]:
    """Each entry's fields and bytes, the head after it, and the host's signature of that head."""
    found, head = [], NO_HEAD
    for one in sample_entries():
        packed = entries.pack_entry(one)
        head = next_head(head, packed)
        found.append(
            {
                "fields": plain({"e": one.kind, **record_fields(one)}),
                "entry": packed.hex(),
                "head": head.hex(),
                "host": HOST.public.hex(),
                "signature": HOST.sign("head", head).hex(),
            }
        )
    return found


def files() -> list[Vector]:
    """Transcripts as bytes: whole, cut, and none. ``records`` is null where a reader has to refuse."""
    entry, signature = b"entry", bytes(range(64))
    opening = (4, 51, full(0x0D), full(0x0E) + full(0x0F))
    first = transcript.pack_entry_record(entry, signature)
    second = transcript.pack_opening_record(1, 2, 3, opening)
    records = [
        {"kind": 1, "signature": signature.hex(), "entry": entry.hex()},
        {
            "kind": 2,
            "seat": 1,
            "round": 2,
            "epoch": 3,
            "position": 4,
            "card": 51,
            "salt": opening[2].hex(),
            "path": opening[3].hex(),
        },
    ]
    whole = transcript.HEADER + first + second
    wrong = {
        "an empty file": b"",
        "another file": b"PK\x03\x04" + bytes(60),
        "stops in the header": transcript.HEADER[:9],
        "another version": transcript.MAGIC + u8(2) + first,
        "an unknown kind of record": transcript.HEADER + b"\x03" + first[1:],
        "an entry of no bytes": transcript.HEADER + b"\x01" + (64).to_bytes(4, "big") + signature,
        "an entry too long": transcript.HEADER + b"\x01" + (60_065).to_bytes(4, "big"),
        "an opening too short": transcript.HEADER + b"\x02" + (39).to_bytes(4, "big"),
        "a path of half a hash": transcript.HEADER + b"\x02" + (56).to_bytes(4, "big") + bytes(56),
    }
    good = {
        "no records": (transcript.HEADER, [], False),
        "two records": (whole, records, False),
        "stops between records": (transcript.HEADER + first, records[:1], False),
        "stops in a body": (whole[:-1], records[:1], True),
        "stops in a record's head": (whole[: len(transcript.HEADER + first) + 3], records[:1], True),
    }
    return [
        *({"about": a, "bytes": b.hex(), "records": r, "cut": c} for a, (b, r, c) in good.items()),
        *({"about": about, "bytes": data.hex(), "records": None, "cut": False} for about, data in wrong.items()),
    ]


def fairness() -> Vector:
    """The whole file."""
    return {
        "about": "Known answers of the fairness protocol, version 1; protocol/FAIRNESS.md says what each means.",
        "tags": list(TAGS),
        "hashes": hashes(),
        "deal": whole_deal(),
        "session": sessions(),
        "contributions": contributions(),
        "draws": draws(),
        "shuffles": shuffles(),
        "inserts": inserts(),
        "openings": openings(),
        "signatures": signatures(),
        "hello": hellos(),
        "statements": signed_statements(),
        "entries": packed_entries(),
        "transcripts": files(),
    }


def main() -> int:
    """Write the files; say where."""
    parser = argparse.ArgumentParser(description="Write the fairness protocol's vectors.")
    parser.add_argument("--into", type=Path, default=ROOT / "protocol" / "vectors", help="folder to write to")
    into: Path = parser.parse_args().into
    into.mkdir(parents=True, exist_ok=True)
    written = {
        "fairness.json": json.dumps(fairness(), indent=1, ensure_ascii=False) + "\n",
        "words.txt": "\n".join(words.WORDS) + "\n",
    }
    for name, content in written.items():
        (into / name).write_text(content, encoding="utf-8")
        sys.stdout.write(f"wrote {into / name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
