#!/usr/bin/env python3
"""Check the wire's vectors (protocol/vectors/wire.json) from PROTOCOL.md alone, without the package.

Needs the standard library and ``cryptography``; packing and signatures come from check_vectors.py beside it, which
shares no code with the package either. Exit status 0 if all agree.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from check_vectors import check_signature, digest, pack, same, x
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

Json = Any
NOTHING = bytes(32)
"""The head before the first entry."""
FILE = Path(__file__).resolve().parent.parent / "protocol" / "vectors" / "wire.json"


def frames(all_of: Json) -> None:
    """The length in four bytes, big-endian; more than the limit is refused."""
    same("limit", all_of["most"], 65536)
    for one in all_of["headers"]:
        same("header", one["header"], f"{one['size']:08x}")
    for header in all_of["refused_headers"]:
        same("refused header", int(header, 16) > 65536, True)


def versions(all_of: Json) -> None:
    """The newest version in both ranges; the side whose versions are all below the other's is upgraded."""
    for one in all_of:
        (low, high), (host_low, host_high) = one["client"], one["host"]
        common = set(range(low, high + 1)) & set(range(host_low, host_high + 1))
        same("version", one["agreed"], max(common, default=None))
        if not common:
            same("upgrade", one["upgrade"], "client" if high < host_low else "host")


def messages(all_of: Json) -> None:
    """A map of the kind and the fields, in the smallest forms, behind its length."""
    for one in all_of:
        body = pack({"m": one["kind"], **one["fields"]})
        same(one["kind"], one["frame"], len(body).to_bytes(4, "big").hex() + body.hex())


def greeting(one: Json, spoken: Json) -> None:
    """The client's proof: its signature over a hash of the host's key, the challenge and its own key."""
    host, client = (
        Ed25519PrivateKey.from_private_bytes(x(one[seed])).public_key().public_bytes_raw()
        for seed in ("host_seed", "client_seed")
    )
    same("client's key", spoken[0]["fields"]["key"], {"hex": client.hex()})
    same("challenge", spoken[1]["fields"]["nonce"], {"hex": one["challenge"]})
    payload = digest("hello", host, x(one["challenge"]), client)
    check_signature(client.hex(), "hello", payload, spoken[2]["fields"]["signature"]["hex"])


def fingerprints(all_of: Json) -> None:
    """SHA-256 of the key as a SubjectPublicKeyInfo, encoded by cryptography."""
    for one in all_of:
        key = Ed25519PublicKey.from_public_bytes(x(one["public"]))
        spki = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        same("fingerprint", one["text"], "sha256:" + sha256(spki).hexdigest())


def signed_messages(all_of: Json, host: bytes) -> None:
    """The signatures inside: an action's by its seat, an entry's head by the host."""
    for one in all_of:
        fields = one["fields"]
        if one["kind"] == "entry":
            head = digest("chain", NOTHING, x(fields["entry"]["hex"]))
            check_signature(host.hex(), "head", head, fields["signature"]["hex"])


def main(arguments: list[str]) -> int:
    """Check every section; 0 if all agree."""
    vectors = json.loads(Path(arguments[0] if arguments else FILE).read_text(encoding="utf-8"))
    host = Ed25519PrivateKey.from_private_bytes(x(vectors["greeting"]["host_seed"])).public_key().public_bytes_raw()
    try:
        frames(vectors["frames"])
        versions(vectors["versions"])
        messages(vectors["conversation"] + vectors["messages"])
        greeting(vectors["greeting"], vectors["conversation"])
        fingerprints(vectors["fingerprints"])
        signed_messages(vectors["messages"], host)
    except Exception as problem:
        sys.stdout.write(f"wire: WRONG, {type(problem).__name__} {problem}\n")
        return 1
    sys.stdout.write(f"wire: {len(vectors['conversation']) + len(vectors['messages'])} messages agree\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
