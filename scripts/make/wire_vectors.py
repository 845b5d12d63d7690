#!/usr/bin/env python3
"""Compute what follows in the wire's vectors (protocol/vectors/wire.json): frames, senders, versions, fingerprints.

    scripts/make/wire_vectors.py             write them where they belong
    scripts/make/wire_vectors.py --into DIR  write them to another folder

The file holds what is packed, refused and agreed on; to add a message write its kind and fields there and run this.
Bytes stand as ``{"hex": "…"}`` where the field could be text too, and as plain hex where it could not.
web/tests/core.test.js checks the file without the package. PROTOCOL.md prints parts of it: scripts/make/docs.py puts
them there.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "protocol")]

from make.vectors import Vector, valued, write  # noqa: E402

from rummynet_protocol.errors import RummynetError  # noqa: E402
from rummynet_protocol.fairness.signing import Signer, hello_payload  # noqa: E402
from rummynet_protocol.shapes import read_record  # noqa: E402
from rummynet_protocol.wire.address import key_fingerprint  # noqa: E402
from rummynet_protocol.wire.framing import MOST_BODY, frame  # noqa: E402
from rummynet_protocol.wire.lifecycle import LIFECYCLE  # noqa: E402
from rummynet_protocol.wire.message_codec import pack_message  # noqa: E402
from rummynet_protocol.wire.messages import KINDS  # noqa: E402
from rummynet_protocol.wire.versions import agree  # noqa: E402


def renew(wire: Vector) -> None:
    """Compute all that follows from what the file gives."""
    wire["frames"] = {
        "most": MOST_BODY,
        "headers": [{"size": n, "header": frame(bytes(n))[:4]} for n in (0, 1, 255, 256, MOST_BODY)],
        "refused_headers": [(MOST_BODY + 1).to_bytes(4, "big"), b"\xff" * 4],
    }
    for one in wire["versions"]:
        low, high = one["host"]
        try:
            one["agreed"] = agree(*one["client"], ours=range(low, high + 1))
        except RummynetError as problem:
            one |= {"agreed": None, "upgrade": str(problem).rsplit(" ", 1)[1], "says": str(problem)}
    for one in wire["fingerprints"]:
        one["text"] = key_fingerprint(bytes.fromhex(one["public"]))
    host, client, challenge = (bytes.fromhex(text) for text in wire["greeting"].values())
    guest = Signer(client)
    proof = guest.sign("hello", hello_payload(Signer(host).public, challenge, guest.public))
    next(one for one in wire["conversation"] if one["kind"] == "proof")["fields"]["signature"]["hex"] = proof.hex()
    for one in (*wire["conversation"], *wire["messages"]):
        message = read_record(KINDS[one["kind"]], valued(one["fields"]), strict=True)
        one["frame"] = frame(pack_message(message))
    for one in wire["messages"]:
        senders = {step.sender.value for step in LIFECYCLE if KINDS[one["kind"]] in step.kinds}
        one["sender"] = senders.pop() if len(senders) == 1 else "either"


if __name__ == "__main__":
    write("wire.json", renew)
