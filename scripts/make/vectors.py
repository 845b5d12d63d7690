#!/usr/bin/env python3
"""Compute what follows in the fairness protocol's vectors (protocol/vectors/fairness.json); write words.txt.

    scripts/make/vectors.py             write them where they belong
    scripts/make/vectors.py --into DIR  write them to another folder

The file holds what is hashed, drawn, packed and signed: to add a case write what is given there, or here what is made
of other parts, and run this. Keys and secrets are fixed, so that every run writes the same bytes. Bytes stand as
``{"hex": "…"}`` where the field could be text too, and as plain hex where it could not. web/tests/core.test.js checks
the file without the package; whoever changes bytes on purpose runs both and says so in the change log.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "protocol"), str(ROOT)]

from rummynet_protocol import codec  # noqa: E402
from rummynet_protocol.fairness import commitment, entries, six_words, statements, transcript  # noqa: E402
from rummynet_protocol.fairness.ceremony import HostDeal  # noqa: E402
from rummynet_protocol.fairness.chain import NO_HEAD, next_head  # noqa: E402
from rummynet_protocol.fairness.deck import SealedDeck, leaf, salt  # noqa: E402
from rummynet_protocol.fairness.hashing import TAGS, H, u8, u16, u32  # noqa: E402
from rummynet_protocol.fairness.shuffle import Drbg, shuffle  # noqa: E402
from rummynet_protocol.fairness.signing import Signer, hello_payload, web_payload  # noqa: E402
from rummynet_protocol.shapes import read_record  # noqa: E402
from rummynet_protocol.values import replace  # noqa: E402
from tests.support import curve  # noqa: E402

Vector = dict[str, Any]

HOST = Signer(b"\x51" * 32)
SEATS = (Signer(b"\x52" * 32), Signer(b"\x53" * 32))
VECTORS = ROOT / "protocol" / "vectors"
x = bytes.fromhex


def full(byte: int) -> bytes:
    """Thirty-two times this byte."""
    return bytes([byte]) * 32


def valued(value: Any) -> Any:  # noqa: ANN401
    """What JSON holds, with bytes in the place of {"hex": …}."""
    if isinstance(value, list):
        return [valued(item) for item in value]
    if isinstance(value, dict):
        return x(value["hex"]) if value.keys() == {"hex"} else {key: valued(item) for key, item in value.items()}
    return value


def write(name: str, renew: Callable[[Vector], None]) -> Path:
    """Write the file of vectors of this name with all that follows in it; return its folder."""
    parser = argparse.ArgumentParser(description=f"Compute protocol/vectors/{name} anew.")
    parser.add_argument("--into", type=Path, default=VECTORS, help="folder to write to")
    into: Path = parser.parse_args().into
    into.mkdir(parents=True, exist_ok=True)
    vectors = json.loads((VECTORS / name).read_text("utf-8"))
    renew(vectors)
    (into / name).write_text(json.dumps(vectors, indent=1, ensure_ascii=False, default=bytes.hex) + "\n", "utf-8")
    print(f"wrote {into / name}")
    return into


def renew_deal(one: Vector) -> None:
    """One deal from its secrets to the deck, with every intermediate value."""
    keys, xs = ([x(seat[name]) for seat in one["seats"]] for name in ("key", "x"))
    deal = commitment.deal_id(x(one["session"]), one["round"], one["epoch"])
    host = HostDeal(deal, x(one["host"]), x(one["s_deck"]), x(one["s_pub"]))
    commits = [commitment.seat_commit(deal, seat, key, xs[seat]) for seat, key in enumerate(keys)]
    made = host.shuffled(commits, x(one["head"]), list(x(one["cards"])), xs)
    kd, ks = commitment.deck_key(made.z, host.s_deck), commitment.salt_key(made.z, host.s_deck)
    draws = Drbg(kd)
    for last in range(len(made.deck.order) - 1, 0, -1):
        draws.below(last + 1)
    one |= {
        "deal_id": deal, "c_deck": host.commits[0], "c_pub": host.commits[1], "c_seats": commits,
        "cset": made.cset, "z": made.z, "first_key": commitment.first_key(made.z, host.s_pub),
        "first_seat": commitment.first_seat(made.z, host.s_pub, 2), "deck_key": kd, "salt_key": ks,
        "deck": bytes(made.deck.order), "used": draws.used, "rejected": draws.rejected, "salt_0": salt(ks, 0),
        "leaf_0": leaf(deal, 0, made.deck.order[0], salt(ks, 0)), "root": made.deck.root, "deal_root": made.deal_root
    }  # fmt: skip


def renew_session(one: Vector) -> None:
    """From nonces to the six words."""
    log, keys, nonces = x(one["log"]), [*map(x, one["keys"])], [*map(x, one["nonces"])]
    commits = [commitment.nonce_commit(log, seat, key, nonces[seat]) for seat, key in enumerate(keys)]
    rules, other = (commitment.rules_hash(name, dict(options)) for name, options in (one["rules"], one["other_rules"]))
    session = commitment.session_id(x(one["host"]), keys, nonces, rules)
    six = six_words.fingerprint(session)
    one |= {
        "nonce_commits": commits, "nonce_set": commitment.nonce_set(log, commits),
        "rules_packed": codec.pack(one["rules"]), "rules_hash": rules, "other_rules_hash": other, "session": session,
        "fingerprint": H("fingerprint", session), "indexes": [six_words.WORDS.index(word) for word in six], "words": six
    }  # fmt: skip


def renew_consent(one: Vector, rules: bytes) -> None:
    """The id of a log, what two players sign to play in it, and a refusal of one of them."""
    log = commitment.log_id(x(one["host"]), x(one["table"]), one["game"])
    players = commitment.players_hash(tuple((x(key), name) for key, name in one["players"]), tuple(one["bots"]))
    ready = []
    for number, seat in enumerate(SEATS):
        agreed = statements.Agreed(log, 0, NO_HEAD, NO_HEAD, bytes([0xC0 + number] * 8), 1000 * number, rules, players)
        payload = statements.pack_statement(agreed)
        ready.append({"payload": payload, "signature": seat.sign("ready", payload)})
    name, refusal, late = commitment.statement_hash("ready", payload), one["refusal"], one["refusal_with_evidence"]
    about = log, x(refusal["head"]), SEATS[1].public, name
    promise = commitment.refusal_payload(*about, refusal["code"])
    one |= {"log": log, "players_hash": players, "rules_hash": rules, "ready": ready, "statement_hash": name}
    refusal |= {"statement": name, "payload": promise, "signature": HOST.sign("refusal", promise)}
    late["payload"] = commitment.refusal_payload(*about, late["code"], x(late["evidence"]))


def renew_draws(one: Vector) -> None:
    """Draws from one stream: every kind of limit, and more bytes than one block."""
    stream = Drbg(x(one["key"]))
    one |= {"values": [stream.below(most) for most in one["below"]], "used": stream.used, "rejected": stream.rejected}


def renew_openings(one: Vector) -> None:
    """A sealed deck, with the openings of its first, middle and last cards."""
    deck = SealedDeck(x(one["deal"]), list(x(one["deck"])), x(one["salt_key"]))
    one["root"] = deck.root
    for opened in one["openings"]:
        _, opened["card"], opened["salt"], opened["path"] = deck.opening(opened["position"])


def signatures() -> list[Vector]:
    """One of each kind, over the same bytes: all differ."""
    payload, kinds = b"the same bytes", ("head", "hello", "web", "refusal", "forwarded", *statements.KINDS)
    known = {"private": full(0x52), "public": SEATS[0].public}
    return [{**known, "kind": one, "payload": payload, "signature": SEATS[0].sign(one, payload)} for one in kinds]


def strict() -> list[Vector]:
    """Signatures that not every library accepts, and the verdict on each here."""
    kind, payload = "root", b"taken everywhere or nowhere"
    return [
        {
            "what": one.what, "public": one.key, "kind": kind, "payload": payload, "signature": one.signature,
            "holds": one.holds,
        } for one in curve.cases(b"rummynet/v1/sig/" + kind.encode() + b"\0" + payload)
    ]  # fmt: skip


def renew_statement(one: Vector) -> None:
    """A statement's bytes and signature by seat 0."""
    made = read_record(statements.KINDS[one["kind"]], valued(one["fields"]), strict=True)
    payload = statements.pack_statement(made)
    signature = SEATS[0].sign(made.kind, payload)
    one |= {"payload": payload, "hash": statements.hash_statement(made), "signature": signature}


def renew_entries(rows: list[Vector]) -> None:
    """Each entry's bytes, the head after it, and the host's signature of that head."""
    head = NO_HEAD
    for one in rows:
        fields = valued(one["fields"])
        one["entry"] = entries.pack_entry(read_record(entries.KINDS[fields.pop("e")], fields, strict=True))
        head = next_head(head, one["entry"])
        one |= {"head": head, "signature": HOST.sign("head", head)}


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


def renew(fairness: Vector) -> None:
    """Compute all that follows from what the file gives."""
    fairness["tags"] = list(TAGS)
    for one in fairness["hashes"]:
        one["hash"] = H(one["tag"], *map(x, one["fields"]))
    renew_deal(fairness["deal"])
    renew_session(fairness["session"])
    for one in fairness["contributions"]:
        secret, deal, nonce = (x(one[name]) for name in ("secret", "deal", "nonce"))
        one["x"] = commitment.contribution(secret, deal, (x(one["c_deck"]), x(one["c_pub"])), nonce)
    renew_consent(fairness["consent"], fairness["session"]["rules_hash"])
    for one in fairness["draws"]:
        renew_draws(one)
    for one in fairness["shuffles"]:
        one["deck"] = bytes(shuffle(list(x(one["cards"])), x(one["key"])))
    for one in fairness["inserts"]:
        one["places"] = commitment.insert_places(x(one["z"]), x(one["s_deck"]), one["stock_sizes"])
    for one in fairness["openings"]:
        renew_openings(one)
    fairness |= {"signatures": signatures(), "strict": strict()}
    hello, web = fairness["hello"], fairness["web"]
    hello["payload"] = hello_payload(*(x(hello[name]) for name in ("host", "challenge", "client")))
    hello["signature"] = SEATS[0].sign("hello", hello["payload"])
    web["payload"] = web_payload(x(web["host"]), x(web["challenge"]), web["origin"])
    web["signature"] = HOST.sign("web", web["payload"])
    for one in fairness["statements"]:
        renew_statement(one)
    renew_entries(fairness["entries"])
    fairness["transcripts"] = files()


if __name__ == "__main__":
    (write("fairness.json", renew) / "words.txt").write_text("\n".join(six_words.WORDS) + "\n", "utf-8")
