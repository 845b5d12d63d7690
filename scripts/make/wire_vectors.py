#!/usr/bin/env python3
"""Write the wire's vectors (protocol/vectors/wire.json): frames, messages of every kind, a whole conversation.

    scripts/make/wire_vectors.py             write them where they belong
    scripts/make/wire_vectors.py --into DIR  write them to another folder

All is made from fixed keys, so that every run writes the same bytes. Bytes stand as ``{"hex": "…"}`` where the field
could be text too, and as plain hex where it could not. web/tests/core.test.js checks the file without the
package. PROTOCOL.md prints parts of it: scripts/make/docs.py puts them there.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "protocol"))

from rummynet_protocol import codec  # noqa: E402
from rummynet_protocol.cards import full_deck  # noqa: E402
from rummynet_protocol.errors import RummynetError  # noqa: E402
from rummynet_protocol.fairness.chain import NO_HEAD, next_head  # noqa: E402
from rummynet_protocol.fairness.commitment import (  # noqa: E402
    log_id,
    players_hash,
    refusal_payload,
    rules_hash,
    statement_hash,
)
from rummynet_protocol.fairness.deck import SealedDeck  # noqa: E402
from rummynet_protocol.fairness.entries import VERSION, Opened, pack_entry  # noqa: E402
from rummynet_protocol.fairness.signing import Signer, hello_payload  # noqa: E402
from rummynet_protocol.fairness.statement_order import FIRST_PREV  # noqa: E402
from rummynet_protocol.fairness.statements import Acting, Agreed, pack_statement  # noqa: E402
from rummynet_protocol.sentences import Sentence, plural_sentence, sentence  # noqa: E402
from rummynet_protocol.values import asdict  # noqa: E402
from rummynet_protocol.wire import messages as m  # noqa: E402
from rummynet_protocol.wire.address import key_fingerprint  # noqa: E402
from rummynet_protocol.wire.framing import MOST_BODY, frame  # noqa: E402
from rummynet_protocol.wire.lifecycle import LIFECYCLE  # noqa: E402
from rummynet_protocol.wire.message_codec import pack_message  # noqa: E402
from rummynet_protocol.wire.sentence_form import wire_form  # noqa: E402
from rummynet_protocol.wire.versions import agree  # noqa: E402

Vector = dict[str, Any]

HOST = Signer(b"\x51" * 32)
ADA = Signer(b"\x52" * 32)
BORJE = Signer(b"\x53" * 32)
CHALLENGE = b"\x71" * 32
OPTIONS = {"target": 300, "rummy_hints": False, "first_starter": "draw"}
TABLE = b"\x61" * 32
LOG = log_id(HOST.public, TABLE, 1)
SESSION = b"\x01" * 32
CLOCK = b"\x33" * 8
PLAYERS = ((ADA.public, "Ada"), (BORJE.public, "Börje"))
CONSENT = pack_statement(
    Agreed(LOG, 0, FIRST_PREV, NO_HEAD, CLOCK, 1200, rules_hash("keilty", OPTIONS), players_hash(PLAYERS))
)
ACTION = pack_statement(Acting(LOG, 6, b"\x88" * 32, b"\x89" * 32, CLOCK, 65_000, SESSION, 1, "take 6S meld 5S 6S 7S"))
CALL = pack_statement(Acting(LOG, 9, b"\x88" * 32, b"\x8a" * 32, CLOCK, 71_500, SESSION, 1, "rummy lay 8S on 0"))
HEAD = b"\x8b" * 32
REFUSAL = HOST.sign(
    "refusal", refusal_payload(LOG, HEAD, ADA.public, statement_hash("action", ACTION), "not_your_turn")
)
LATE = HOST.sign(
    "refusal",
    refusal_payload(LOG, HEAD, ADA.public, statement_hash("action", ACTION), "order", statement_hash("action", CALL)),
)
ENTRY = pack_entry(Opened(VERSION, TABLE, 1, NO_HEAD, HOST.public, "hearth", "keilty", OPTIONS, 1_700_000_000))


def plain(value: object) -> Any:  # noqa: ANN401
    """The value as JSON, bytes as {"hex": …}."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, Sentence):
        return plain(wire_form(value))
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def conversation() -> list[m.Message]:
    """From the first byte to the last: a greeting, a table, a refusal, a ping, a farewell."""
    proof = ADA.sign("hello", hello_payload(HOST.public, CHALLENGE, ADA.public))
    seats = ((0, ADA.public, "Ada", False, True, False),)
    return [
        m.Hello(7, 7, "Ada", ADA.public, "rummynet 0.1.0"),
        m.Challenge(7, CHALLENGE),
        m.Proof(proof),
        m.Welcome("hearth", "Ada", "rummynet 0.1.0"),
        m.LobbyShown(()),
        m.Create(1, "keilty", OPTIONS, "Sunday"),
        m.Done(1, 1),
        m.Sit(2, 1, None),
        m.TableShown(1, "Sunday", "keilty", OPTIONS, "waiting", 0, seats, (), TABLE, NO_HEAD, owner=ADA.public),
        m.Done(2, None),
        m.Sit(3, 1, 1),
        m.Refused(3, "seated", "you sit at this table already; stand up first"),
        m.Ping(7),
        m.Pong(7),
        m.Bye("quit", "good night"),
    ]


def others() -> list[m.Message]:
    """One of every kind that the conversation lacks, and some fields at their limits."""
    seats = (
        (0, ADA.public, "Ada", True, True, False),
        (1, BORJE.public, "Börje", True, False, False),
        (2, HOST.public, "simple 1", True, True, True),
    )
    head = next_head(NO_HEAD, ENTRY)
    return [
        m.Forwarded("192.0.2.7", HOST.sign("forwarded", b"192.0.2.7")),
        m.Hello(0, 65535, "n" * 200, ADA.public, ""),
        m.Create(2**31, "joker", {"limits": [1, 2, 3], "named": None, "text": "x"}, "", True),
        m.Sit(4, 1, 11),
        m.Stand(5, 1),
        m.Ready(6, 1, (CONSENT, ADA.sign("ready", CONSENT))),
        m.Ready(7, 1, None),
        m.Watch(7, 2),
        m.Leave(8, 2),
        m.Say(9, 1, "good cards, Börje"),
        m.SeatBot(10, 1, "add", "simple"),
        m.Submit(11, 1, 1, "action", ACTION, ADA.sign("action", ACTION)),
        m.AskLog(12, 1, 0),
        m.AskView(13, 1, 0),
        m.AskView(13, 1, 1500),
        m.Here(14, 1),
        m.Manage(15, 1, "hand-on", 1),
        m.Manage(16, 1, "pause", None),
        m.Manage(17, 1, "admit", 2),
        m.Manage(18, 1, "let-in", None, BORJE.public),
        m.View(
            13, '{"game": 1, "entries": 12, "position": {"variant": "keilty"}, "seat": 0, "legal": ["draw"], "more": 0}'
        ),
        m.Refused(11, "not_your_turn", "it is the turn of Börje; wait for it", REFUSAL, HEAD),
        m.Refused(
            12,
            "order",
            "you have already signed something newer; look again",
            LATE,
            HEAD,
            ("action", CALL, ADA.sign("action", CALL)),
        ),
        m.Refused(
            14, "cooling_down", plural_sentence("{seconds} second left", "{seconds} seconds left", 4, seconds=4), None
        ),
        m.LobbyShown(
            (
                (1, "Sunday", "keilty", "playing", ("Ada", "Börje"), 6, 1, True, True),
                (2, "", "joker", "waiting", (), 4, 0, False, False),
            ),
            1000,
            (1,),
        ),
        m.TableShown(
            1,
            "Sunday",
            "keilty",
            OPTIONS,
            "playing",
            1,
            seats,
            ("Cleo",),
            TABLE,
            NO_HEAD,
            1,
            (2,),
            ADA.public,
            True,
            paused_millis=200_000,
            closed=True,
            knocks=((BORJE.public, "Börje"),),
            delays=((1, 120),),
        ),
        m.Closed(2),
        m.LogEntry(1, 1, 0, ENTRY, HOST.sign("head", head)),
        m.Openings(1, 1, 1, 0, (SealedDeck(b"\x41" * 32, full_deck(), b"\x42" * 32).opening(23),)),
        m.Said(1, "Cleo", None, "who leads?", "watcher"),
        m.Said(1, "Ada", 0, "good cards, Börje", "player"),
        m.Said(1, "hearth", None, sentence("{name} comes in when the next round begins", name="Cleo"), "host"),
        m.Race(1, 1, 1, 0, 184, CALL, BORJE.sign("action", CALL)),
        m.Dropped(
            1, 1, statement_hash("action", ACTION), "stale", "the table has changed since you looked", REFUSAL, HEAD
        ),
        m.ClockShown(1, 1, "draw", 30_000),
        m.ClockShown(1, 1, "draw", 90_000, "lost"),
        m.Welcome("hearth", "Ada", "rummynet 0.1.0", ("192.0.2.2:7866", "[2001:db8::3]:7866")),
        m.HostsShown(("192.0.2.2:7866",)),
        m.Redirect(3, ("192.0.2.2:7866",)),
        m.Redirect(None, ("192.0.2.2:7866", "[2001:db8::3]:7866")),
        m.Pong(0),
    ]


def sender(message: m.Message) -> str:
    """Who sends such a message: client, host or either."""
    found = {step.sender.value for step in LIFECYCLE if type(message) in step.kinds}
    return found.pop() if len(found) == 1 else "either"


def message_vector(message: m.Message) -> Vector:
    """A message with its fields and its frame."""
    fields = plain(asdict(message))
    return {
        "sender": sender(message),
        "kind": message.kind,
        "fields": fields,
        "frame": frame(pack_message(message)).hex(),
    }


def spoken() -> list[Vector]:
    """The conversation, with the sender of each message."""
    host = {"challenge", "welcome", "pong", "lobby", "table", "done", "refused"}
    return [{**message_vector(one), "sender": "host" if one.kind in host else "client"} for one in conversation()]


def tolerated() -> list[Vector]:
    """Bodies that differ from those written here and are accepted all the same."""
    return [
        {"about": about, "kind": "ping", "fields": {"number": 7}, "body": body.hex()}
        for about, body in [
            ("an unknown key", codec.pack({"m": "ping", "number": 7, "mood": "good"})),
            ("another order of keys", codec.pack({"number": 7, "m": "ping"})),
            ("a number in a longer form than needed", bytes.fromhex("82a16da470696e67a66e756d626572cd0007")),
        ]
    ]


def refused_bodies() -> list[Vector]:
    """Bodies that end the connection."""
    ping = codec.pack({"m": "ping", "number": 7})
    wrong: list[tuple[str, bytes]] = [
        ("no bytes at all", b""),
        ("not MessagePack: the byte c1 is never used", b"\xc1"),
        ("a body cut short", ping[:-1]),
        ("bytes after the value", ping + b"\xc0"),
        ("a list, not a map", codec.pack(["ping", 7])),
        ("no kind", codec.pack({"number": 7})),
        ("a kind that is no text", codec.pack({"m": 1, "number": 7})),
        ("an unknown kind", codec.pack({"m": "dance", "number": 7})),
        ("a field is missing", codec.pack({"m": "ping"})),
        ("a number out of range", codec.pack({"m": "ping", "number": -1})),
        ("true is no number", codec.pack({"m": "ping", "number": True})),
        ("text where bytes belong", codec.pack({"m": "proof", "signature": "s" * 64})),
        ("a signature of 63 bytes", codec.pack({"m": "proof", "signature": bytes(63)})),
        ("a key that stands twice", bytes.fromhex("83a16da470696e67a66e756d62657207a66e756d62657207")),
        ("a key that is no text", bytes.fromhex("8107a470696e67")),
        ("a floating-point number", bytes.fromhex("82a16da470696e67a66e756d626572cb401c000000000000")),
        ("an extension type", bytes.fromhex("82a16da470696e67a66e756d626572d60100000000")),
        ("text that is no UTF-8", bytes.fromhex("81a16da470696eff")),
        ("lists nested nine deep", codec.pack({"m": "ping", "number": 7, "x": [[[[[[[[[]]]]]]]]]})),
        ("a list announced with four thousand million items", bytes.fromhex("81a16dddffffffff")),
    ]
    return [{"about": about, "body": body.hex()} for about, body in wrong]


def frames() -> Vector:
    """Lengths alone."""
    sizes = (0, 1, 255, 256, MOST_BODY)
    return {
        "most": MOST_BODY,
        "headers": [{"size": size, "header": frame(bytes(size))[:4].hex()} for size in sizes],
        "refused_headers": [(MOST_BODY + 1).to_bytes(4, "big").hex(), "ffffffff"],
    }


def versions() -> list[Vector]:
    """The version that two ranges agree on, or the side to upgrade."""
    found = []
    for client, host in (((1, 1), (1, 1)), ((1, 3), (2, 5)), ((2, 9), (1, 4)), ((1, 1), (2, 3)), ((3, 4), (1, 2))):
        outcome: Vector = {"client": list(client), "host": list(host)}
        try:
            outcome["agreed"] = agree(*client, ours=range(host[0], host[1] + 1))
        except RummynetError as problem:
            outcome |= {"agreed": None, "upgrade": str(problem).rsplit(" ", 1)[1], "says": str(problem)}
        found.append(outcome)
    return found


def wire() -> Vector:
    """The whole file."""
    return {
        "about": "Known answers of the wire, version 7; protocol/PROTOCOL.md says what each means.",
        "frames": frames(),
        "versions": versions(),
        "fingerprints": [{"public": key.public.hex(), "text": key_fingerprint(key.public)} for key in (HOST, ADA)],
        "greeting": {"host_seed": "51" * 32, "client_seed": "52" * 32, "challenge": CHALLENGE.hex()},
        "conversation": spoken(),
        "messages": [message_vector(one) for one in others()],
        "tolerated": tolerated(),
        "refused": refused_bodies(),
    }


def main() -> int:
    """Write the file; print where."""
    parser = argparse.ArgumentParser(description="Write the wire's vectors.")
    parser.add_argument("--into", type=Path, default=ROOT / "protocol" / "vectors", help="folder to write to")
    into: Path = parser.parse_args().into
    into.mkdir(parents=True, exist_ok=True)
    content = json.dumps(wire(), indent=1, ensure_ascii=False) + "\n"
    (into / "wire.json").write_text(content, encoding="utf-8")
    sys.stdout.write(f"wrote {into / 'wire.json'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
