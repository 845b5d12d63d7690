#!/usr/bin/env python3
"""Write the fairness protocol's vectors (protocol/vectors/fairness.json, words.txt) from the package itself.

    scripts/make/vectors.py             write them where they belong
    scripts/make/vectors.py --into DIR  write them to another folder

All is made from fixed keys and secrets, so that every run writes the same bytes. Bytes stand as ``{"hex": "…"}`` where
the field could be text too, and as plain hex where it could not. web/tests/core.test.js checks the file without the
package; whoever changes bytes on purpose runs both and says so in the change log.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "protocol"), str(ROOT)]

from rummynet_protocol import codec  # noqa: E402
from rummynet_protocol.cards import full_deck  # noqa: E402
from rummynet_protocol.fairness import commitment, entries, merkle, six_words, statements, transcript  # noqa: E402
from rummynet_protocol.fairness.ceremony import HostDeal  # noqa: E402
from rummynet_protocol.fairness.chain import NO_HEAD, next_head  # noqa: E402
from rummynet_protocol.fairness.deck import SealedDeck, leaf, salt  # noqa: E402
from rummynet_protocol.fairness.hashing import TAGS, H, u8, u16, u32  # noqa: E402
from rummynet_protocol.fairness.shuffle import Drbg, shuffle  # noqa: E402
from rummynet_protocol.fairness.signing import Signer, hello_payload, web_payload  # noqa: E402
from rummynet_protocol.values import asdict, replace  # noqa: E402
from tests.support import curve  # noqa: E402

Vector = dict[str, Any]

HOST = Signer(b"\x51" * 32)
SEATS = (Signer(b"\x52" * 32), Signer(b"\x53" * 32))
TABLE = b"\x61" * 32
OPTIONS = {
    "target": 500, "deals": 0, "hand": 0, "first_starter": "draw", "reshuffle_limit": 10, "idle_stocks": 1,
    "turn_seconds": 0,
    "voids": 3, "idle_seconds": 180, "break_seconds": 30, "hints": False, "deck": "plain", "escrow": True,
    "rummy_hints": False, "cooldown_seconds": 3,
}  # fmt: skip
"""Every option of Keilty rummy."""
VEGAS = {
    "buy_in": 1, "max_score": 100, "handicaps": [0, 20], "hand": 7, "solidarity": True, "strict": False,
    "wild": "rank", "aces": "ask", "split": [70, 30], "third_buy_in": False, "decks": None,
    "reshuffle_limit": 10, "idle_stocks": 1, "turn_seconds": 0, "voids": 3, "idle_seconds": 180, "break_seconds": 30,
    "hints": False, "deck": "plain", "escrow": True,
}  # fmt: skip
"""Those of Vegas rummy: nil and lists are among the values."""
PLAYERS = ((SEATS[0].public, "Ann"), (SEATS[1].public, "Börje"))
LOG = commitment.log_id(HOST.public, TABLE, 1)
CLOCK = bytes(range(0xC0, 0xC8))


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


def hexed(value: object) -> Any:  # noqa: ANN401
    """The value as JSON, bytes as plain hex."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list):
        return [hexed(item) for item in value]
    if isinstance(value, dict):
        return {key: hexed(item) for key, item in value.items()}
    return value


def hashes() -> list[Vector]:
    """The hash alone: no fields, an empty field, different boundaries between fields."""
    fields: list[tuple[str, list[bytes]]] = [
        ("chain", []),
        ("chain", [b""]),
        ("node", [b"ab", b"c"]),
        ("node", [b"a", b"bc"]),
        ("leaf", [b"ab", b"c"]),
        ("commit", [full(1), b"seat\x00", full(2), full(3)]),
        ("rules", [bytes(300)]),
    ]
    return [{"tag": t, "fields": fs, "hash": H(t, *fs)} for t, fs in fields]


def whole_deal() -> Vector:
    """One deal from its secrets to the deck, with every intermediate value."""
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
        "session": session, "round": 0, "epoch": 0, "head": head, "cards": bytes(full_deck()), "host": host.host,
        "s_deck": host.s_deck, "s_pub": host.s_pub,
        "seats": [{"key": key, "x": x} for key, x in zip(keys, xs, strict=True)], "deal_id": deal,
        "c_deck": host.commits[0], "c_pub": host.commits[1], "c_seats": commits,
        "cset": made.cset, "z": made.z, "first_key": commitment.first_key(made.z, host.s_pub),
        "first_seat": made.first_seat(2), "deck_key": kd, "salt_key": ks, "deck": bytes(made.deck.order),
        "used": draws.used, "rejected": draws.rejected, "salt_0": salt(ks, 0),
        "leaf_0": leaf(deal, 0, made.deck.order[0], salt(ks, 0)), "root": made.deck.root, "deal_root": made.deal_root
    }  # fmt: skip


def sessions() -> Vector:
    """From nonces to the six words."""
    nonces = [full(0x71), full(0x72)]
    keys = [seat.public for seat in SEATS]
    commits = [commitment.nonce_commit(LOG, seat, key, nonces[seat]) for seat, key in enumerate(keys)]
    rules = commitment.rules_hash("keilty", OPTIONS)
    session = commitment.session_id(HOST.public, keys, nonces, rules)
    agreed = ["keilty", [[name, OPTIONS[name]] for name in sorted(OPTIONS)]]
    six = six_words.fingerprint(session)
    return {
        "log": LOG, "host": HOST.public, "keys": keys, "nonces": nonces,
        "nonce_commits": commits, "nonce_set": commitment.nonce_set(LOG, commits),
        "rules": agreed, "rules_packed": codec.pack(agreed), "rules_hash": rules,
        "other_rules": ["vegas", [[name, VEGAS[name]] for name in sorted(VEGAS)]],
        "other_rules_hash": commitment.rules_hash("vegas", VEGAS), "session": session,
        "fingerprint": H("fingerprint", session), "indexes": [six_words.WORDS.index(word) for word in six],
        "words": list(six)
    }  # fmt: skip


def contributions() -> list[Vector]:
    """A client's contribution to a deal, from its secret, the host's commitments and a batch's nonce."""
    deals = [commitment.deal_id(full(1), 1, epoch) for epoch in range(2)]
    given = [(deal, (full(0x51), full(0x52)), full(nonce)) for deal in deals for nonce in (0x61, 0x62)]
    given.append((deals[0], (full(0x51), full(0x53)), full(0x61)))
    return [
        {
            "secret": full(9),
            "deal": deal,
            "c_deck": commits[0],
            "c_pub": commits[1],
            "nonce": nonce,
            "x": commitment.contribution(full(9), deal, commits, nonce),
        }
        for deal, commits, nonce in given
    ]


def consent() -> Vector:
    """The id of a log, what two players sign to play in it, and a refusal of one of them."""
    rules, players = commitment.rules_hash("keilty", OPTIONS), commitment.players_hash(PLAYERS, (1,))
    agreed = [
        statements.Agreed(LOG, 0, NO_HEAD, NO_HEAD, bytes([0xC0 + seat] * 8), 1000 * seat, rules, players)
        for seat in range(2)
    ]
    payloads = [statements.pack_statement(one) for one in agreed]
    name = commitment.statement_hash("ready", payloads[1])
    promise = commitment.refusal_payload(LOG, full(0x0C), PLAYERS[1][0], name, "stale")
    late = commitment.refusal_payload(LOG, full(0x0C), PLAYERS[1][0], name, "order", full(0x0B))
    return {
        "host": HOST.public, "table": TABLE, "game": 1, "log": LOG, "players": [[key, name] for key, name in PLAYERS],
        "bots": [1], "players_hash": players, "rules_hash": rules,
        "ready": [
            {"payload": payload, "signature": seat.sign("ready", payload)}
            for seat, payload in zip(SEATS, payloads, strict=True)
        ],
        "statement_hash": name,
        "refusal": {
            "statement": name, "head": full(0x0C), "code": "stale", "payload": promise,
            "signature": HOST.sign("refusal", promise),
        },
        "refusal_with_evidence": {"evidence": full(0x0B), "code": "order", "payload": late}
    }  # fmt: skip


def times() -> list[Vector]:
    """Statements of one seat in their order: [clock, t, time of the entry at their head or null, time of their entry].

    ``leads`` is the index of the first impossible one, null if there is none.
    """
    one, other = CLOCK, CLOCK[::-1]
    cases: list[tuple[str, list[list[Any]], int | None]] = [
        ("a player that answers at once", [[one, 5000, None, 0], [one, 5400, 300, 500], [one, 9400, 4300, 4400]], None),
        ("as far ahead as is allowed", [[one, 5000, None, 0], [one, 5000, 1000, 1000]], None),
        ("a millisecond further", [[one, 5000, None, 0], [one, 5000, 1001, 1001]], 1),
        ("half a percent of an hour", [[one, 0, None, 0], [one, 3_600_000, 3_619_000, 3_619_000]], None),
        ("a millisecond more than that", [[one, 0, None, 0], [one, 3_600_000, 3_619_001, 3_619_001]], 1),
        ("log time that stood still", [[one, 0, None, 0], [one, 9_000_000, 20, 30], [one, 9_000_500, 900, 950]], None),
        (
            "held against the earliest of all entries",
            [[one, 0, None, 0], [one, 100_000, 100, 200], [one, 101_000, 2100, 2100], [one, 102_000, 3500, 3600]],
            3,
        ),
        ("a new clock says nothing about before", [[one, 5000, None, 0], [other, 70, 60_000, 60_100]], None),
        ("a clock that comes back", [[one, 5000, None, 0], [other, 70, 9000, 9100], [one, 6000, 9200, 9300]], 2),
        ("a clock that runs backwards", [[one, 5000, None, 0], [one, 4999, 0, 10]], 1),
        ("a consent in the middle of a game", [[one, 5000, None, 0], [one, 5001, None, 90_000]], None),
    ]
    return [{"about": about, "statements": said, "leads": leads} for about, said, leads in cases]


def draws() -> list[Vector]:
    """Draws from one stream: every kind of limit, and more bytes than one block."""
    asked = [1, 2, 3, 52, 129, 200, 216, 255, 256] * 40
    found = []
    for key in (bytes(32), bytes(range(32))):
        stream = Drbg(key)
        values = [stream.below(m) for m in asked]
        found.append({"key": key, "below": asked, "values": values, "used": stream.used, "rejected": stream.rejected})
    return found


def shuffles() -> list[Vector]:
    """Whole decks: one and more, with jokers and without, and the rest of a pile."""
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
    return [{"key": key, "cards": bytes(d), "deck": bytes(shuffle(d, key))} for d in decks]


def inserts() -> list[Vector]:
    """Places for cards that go back into a stock, which grows by each."""
    sizes = [[31], [31, 32, 33], [0, 1], [215]]
    return [
        {
            "z": full(0x31),
            "s_deck": full(0x32),
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
                "deal": deal,
                "salt_key": full(0x42),
                "deck": bytes(order),
                "root": deck.root,
                "openings": [{"position": p, "card": card, "salt": its, "path": path} for p, card, its, path in rows],
            }
        )
    return found


def signatures() -> list[Vector]:
    """One of each kind, over the same bytes: all differ."""
    payload = b"the same bytes"
    kinds = ("head", "hello", "web", "refusal", "forwarded", *statements.KINDS)
    return [
        {
            "private": full(0x52),
            "public": SEATS[0].public,
            "kind": kind,
            "payload": payload,
            "signature": SEATS[0].sign(kind, payload),
        }
        for kind in kinds
    ]


def strict() -> list[Vector]:
    """Signatures that not every library accepts, and the verdict on each here."""
    kind, payload = "root", b"taken everywhere or nowhere"
    return [
        {
            "what": one.what,
            "public": one.key,
            "kind": kind,
            "payload": payload,
            "signature": one.signature,
            "holds": one.holds,
        }
        for one in curve.cases(b"rummynet/v1/sig/" + kind.encode() + b"\0" + payload)
    ]


def hellos() -> Vector:
    """The proof of a client's key."""
    payload = hello_payload(HOST.public, full(0x77), SEATS[0].public)
    return {
        "host": HOST.public, "challenge": full(0x77), "client": SEATS[0].public, "payload": payload,
        "signature": SEATS[0].sign("hello", payload)
    }  # fmt: skip


def webs() -> Vector:
    """The proof of a host's key to a page."""
    origin = "https://192.168.1.20:7867"
    payload = web_payload(HOST.public, full(0x78), origin)
    return {
        "host": HOST.public, "challenge": full(0x78), "origin": origin, "payload": payload,
        "signature": HOST.sign("web", payload)
    }  # fmt: skip


def sample_statements() -> list[statements.Statement]:
    """One of each kind, and both forms of those with a choice."""

    def begin(n: int, head: bytes) -> tuple[bytes, int, bytes, bytes, bytes, int]:
        return (LOG, n, NO_HEAD if n == 0 else full(0xD0 + n), head, CLOCK, 86_400_000 + 1234 * n)

    four = tuple(full(0x90 + n) for n in range(4))
    return [
        statements.Agreed(*begin(0, full(0x80)), full(0x7F), full(0x7E)),
        statements.NonceCommitted(*begin(1, full(0x8B)), 0, full(0x81)),
        statements.NonceShown(*begin(2, full(0x8C)), full(0x82), full(0x71)),
        statements.Committed(*begin(3, full(0x83)), full(1), 1, 0, four, ()),
        statements.Committed(*begin(6, full(0x83)), full(1), 1, 4, four[:3], ("read", "acknowledged")),
        statements.Revealed(*begin(7, full(0x86)), full(1), full(0x84), full(0x85), full(0x21)),
        statements.KeyShown(
            *begin(7, full(0x86)), full(1), full(0x84), full(0x85), full(0x21), full(0x22), full(0x23) + full(0x24)
        ),
        statements.PartGiven(*begin(8, full(0x88)), full(1), 1, "share", full(0x25)),
        statements.Cosigned(*begin(8, full(0x88)), full(1), full(0x84), full(0x87)),
        statements.Acting(*begin(9, full(0x89)), full(1), 1, "take 6S meld 5S 6S 7S"),
        statements.Acting(*begin(9, full(0x89)), full(1), 1, "throw 6S", full(0x26)),
        statements.Voting(*begin(10, full(0x8A)), full(1), 1, 1, True),
        statements.Voting(*begin(13, full(0x8A)), full(1), 1, 1, False),
        statements.Closing(*begin(14, full(0x8D)), 1),
        statements.LastWord(*begin(15, full(0x8E)), ("silent", "sent")),
    ]


def signed_statements() -> list[Vector]:
    """Each statement's fields, bytes and signature by seat 0."""
    found = []
    for one in sample_statements():
        payload = statements.pack_statement(one)
        found.append(
            {
                "kind": one.kind,
                "fields": plain(asdict(one)),
                "payload": payload,
                "hash": statements.hash_statement(one),
                "public": SEATS[0].public,
                "signature": SEATS[0].sign(one.kind, payload),
            }
        )
    return found


def sample_entries() -> list[entries.Entry]:
    """One of each kind, as a log might have them (each by itself; together they are no game)."""
    envelope = (b"payload", bytes(64))
    deck = SealedDeck(full(0x41), full_deck(), full(0x42))
    return [
        entries.Opened(entries.VERSION, TABLE, 1, NO_HEAD, HOST.public, "hearth", "keilty", OPTIONS, 1_700_000_000),
        entries.Seated(PLAYERS, (), (1,), (envelope, envelope), 0),
        entries.NonceCommits((envelope, envelope), 127),
        entries.Nonces((envelope, envelope), 128),
        entries.HostCommit(1, 0, tuple((full(0xA0 + n), full(0xB0 + n)) for n in range(4)), 255),
        entries.Commits(1, 0, (envelope, envelope), 256),
        entries.Shuffle(1, 0, bytes(full_deck()), 4000),
        entries.Reveals(1, 0, (envelope, envelope), 4100),
        entries.Keys(1, 0, (envelope, envelope), full(0x22), full(0x23) + full(0x24), 4100),
        entries.PartLogged(1, 1, envelope, full(0x25), 4100),
        entries.HostPart(1, 1, full(0x27), 4100),
        entries.Root(1, 0, deck.root, full(0xC1), 4100),
        entries.Cosigns(1, 0, (envelope, envelope), full(0x12), 4300),
        entries.Cosigns(1, 1, (envelope, None), None, 4300),
        entries.Voided(1, 0, (envelope, None), 30_000),
        entries.CardsDealt(1, 1, bytes([1, 0] * 10), (deck.opening(20),), 65_536),
        entries.TurnUp(1, 65_536),
        entries.Inserted(1, 2, 65_537),
        entries.Acted(1, "draw", envelope, None, 1, 21, 70_000),
        entries.Acted(0, "pass", None, "turn", 0, None, 2**32 - 1),
        entries.Acted(0, "pass", None, "vote", 0, None, 2**32),
        entries.Wanted(1, "draw", envelope, None, 2**33),
        entries.Wanted(1, "draw", None, "turn", 2**33),
        entries.Acted(1, "draw", None, "want", 1, 0, 2**33),
        entries.Acted(1, "throw 6S", envelope, None, 0, None, 2**33, full(0x26)),
        entries.TurnLate(1, 1, "turn", 2**33),
        entries.Voted(1, envelope, 2**33 + 1),
        entries.WaitClosed(1, envelope, 2**33 + 1),
        entries.PauseChanged(True, 2**33 + 1),
        entries.Shown(1, ((0, full(0x11)), (1, full(0x13))), 2**33 + 1),
        entries.Scored(1, 0, (95, -40), (95, -40), None, False, 2**33 + 1),
        entries.Ended("played", 2**53),
    ]


def packed_entries() -> list[Vector]:
    """Each entry's fields and bytes, the head after it, and the host's signature of that head."""
    found, head = [], NO_HEAD
    for one in sample_entries():
        packed = entries.pack_entry(one)
        head = next_head(head, packed)
        found.append(
            {
                "fields": plain({"e": one.kind, **asdict(one)}),
                "entry": packed,
                "head": head,
                "host": HOST.public,
                "signature": HOST.sign("head", head),
            }
        )
    return found


def files() -> list[Vector]:
    """Transcripts as bytes: whole, cut, and invalid. ``records`` is null where a reader has to refuse."""
    entry, signature, by_host = b"entry", bytes(range(64)), bytes(range(64, 128))
    opening = (4, 51, full(0x0D), full(0x0E) + full(0x0F))
    first = transcript.pack_entry_record(entry, signature)
    second = transcript.pack_opening_record(1, 2, 3, opening)
    refused = transcript.RefusalRecord(1, "action", b"statement", signature, "too_late", by_host, full(0x0C))
    proven = replace(refused, code="wrong_statement", blob=b"what proves it")
    shown = "vote", b"a newer one", by_host
    late = transcript.RefusalRecord(
        1, "action", b"statement", signature, "order", by_host, full(0x0C), full(0x0B), shown
    )
    third = b"".join(transcript.pack_refusal_record(one) for one in (refused, late, proven))
    fourth = transcript.pack_last_word_record(transcript.LastWordRecord(1, b"statement", signature))
    of_action = {
        "kind": 3, "seat": 1, "of": "action", "signature": signature, "by_host": by_host, "head": full(0x0C),
        "evidence": bytes(32), "code": "too_late", "payload": b"statement", "blob": "", "shown": None
    }  # fmt: skip
    records = [
        {"kind": 1, "signature": signature, "entry": entry},
        {
            "kind": 2,
            "seat": 1,
            "round": 2,
            "epoch": 3,
            "position": 4,
            "card": 51,
            "salt": opening[2],
            "path": opening[3],
        },
        of_action,
        {
            **of_action,
            "evidence": full(0x0B),
            "code": "order",
            "shown": {"of": "vote", "signature": by_host, "payload": b"a newer one"},
        },
        {**of_action, "code": "wrong_statement", "blob": b"what proves it"},
        {"kind": 4, "seat": 1, "signature": signature, "payload": b"statement"},
    ]

    def head(kind: int, size: int) -> bytes:
        return transcript.HEADER + u8(kind) + u32(size)

    def refusal(of: int, code: bytes, payload: bytes, shown: bytes = b"", blob: bytes = b"") -> bytes:
        body = u8(1) + u8(of) + signature + by_host + full(0x0C) + full(0x0B) + u8(len(code)) + code
        body += u16(len(payload)) + payload + u16(len(blob)) + blob + shown
        return head(3, len(body)) + body

    whole = transcript.HEADER + first + second + third + fourth
    wrong = {
        "an empty file": b"",
        "another file": b"PK\x03\x04" + bytes(60),
        "stops in the header": transcript.HEADER[:9],
        "stops in the name of its writer": transcript.HEADER[:-1],
        "version 1": transcript.MAGIC + u8(1) + first,
        "a later version": transcript.MAGIC + u8(transcript.VERSION + 1) + transcript.HEADER[21:] + first,
        "an unknown kind of record": transcript.HEADER + b"\x05" + first[1:],
        "an entry of no bytes": head(1, 64) + signature,
        "an entry too long": head(1, 60_065),
        "an opening too short": head(2, 39),
        "an opening too long": head(2, 297),
        "a path of half a hash": head(2, 56) + bytes(56),
        "a refusal too short": head(3, 200),
        "a refusal too long": head(3, 52343),
        "a refusal of an unknown kind of statement": refusal(len(transcript.REFUSABLE), b"stale", b"statement"),
        "a refusal without a code": refusal(6, b"", b"statement"),
        "a refusal with a code too long": refusal(6, b"x" * 31, b"statement"),
        "a refusal with a code that is not ASCII": refusal(6, b"st\xc3\xa4le", b"statement"),
        "a refusal without a statement": refusal(6, b"stale", b""),
        "a refusal with a statement too long": refusal(6, b"stale", bytes(1025)),
        "a refusal with bytes beside it that are too many": refusal(6, b"stale", b"x", b"", bytes(50_001)),
        "a refusal that stops before the bytes beside it": head(3, 206) + refusal(6, b"stale", b"12345678")[5:-1],
        "a refusal with evidence of an unknown kind": refusal(6, b"order", b"statement", b"\x0c" + signature + b"x"),
        "a refusal with evidence of no bytes": refusal(6, b"order", b"statement", b"\x06" + signature),
        "a refusal with evidence too long": refusal(6, b"order", b"statement", b"\x06" + signature + bytes(1025)),
    }
    good = {
        "no records": (transcript.HEADER, [], False),
        "six records": (whole, records, False),
        "stops between records": (transcript.HEADER + first, records[:1], False),
        "stops in a body": (whole[:-1], records[:5], True),
        "stops in a record's head": (whole[: len(transcript.HEADER + first) + 3], records[:1], True),
        "stops in the first record's head": (whole[: len(transcript.HEADER) + 1], [], True),
    }
    return [
        *({"about": a, "bytes": b, "records": r, "cut": c} for a, (b, r, c) in good.items()),
        *({"about": about, "bytes": data, "records": None, "cut": False} for about, data in wrong.items()),
    ]


def fairness() -> Vector:
    """The whole file."""
    return {
        "about": "Known answers of the fairness protocol, version 2; protocol/FAIRNESS.md says what each means.",
        "tags": list(TAGS),
        "hashes": hashes(),
        "deal": whole_deal(),
        "session": sessions(),
        "contributions": contributions(),
        "consent": consent(),
        "time": times(),
        "draws": draws(),
        "shuffles": shuffles(),
        "inserts": inserts(),
        "openings": openings(),
        "signatures": signatures(),
        "strict": strict(),
        "hello": hellos(),
        "web": webs(),
        "statements": signed_statements(),
        "entries": packed_entries(),
        "transcripts": files(),
    }


def main() -> int:
    """Write the files; print where."""
    parser = argparse.ArgumentParser(description="Write the fairness protocol's vectors.")
    parser.add_argument("--into", type=Path, default=ROOT / "protocol" / "vectors", help="folder to write to")
    into: Path = parser.parse_args().into
    into.mkdir(parents=True, exist_ok=True)
    written = {
        "fairness.json": json.dumps(hexed(fairness()), indent=1, ensure_ascii=False) + "\n",
        "words.txt": "\n".join(six_words.WORDS) + "\n",
    }
    for name, content in written.items():
        (into / name).write_text(content, encoding="utf-8")
        sys.stdout.write(f"wrote {into / name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
