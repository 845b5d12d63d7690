"""The package and the program that shares no code with it agree about altered proofs, check by check."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import check_sealed_vectors as second
import pytest

from rummynet_protocol.errors import Cheat
from rummynet_protocol.sealed.ciphertexts import Ciphertext, read_cards
from rummynet_protocol.sealed.escrow import check_escrow
from rummynet_protocol.sealed.group import Element
from rummynet_protocol.sealed.hidden_hand import HiddenHand, check_play
from rummynet_protocol.sealed.mix_proof import check_mix
from rummynet_protocol.sealed.round_keys import check_possession
from rummynet_protocol.sealed.shares import check_shares
from tests.support.cases import case
from tests.support.mutations import mutated

VECTORS = Path(__file__).resolve().parents[3] / "protocol" / "vectors" / "sealed"
EACH = 40
"""Alterations of each kind; plain integers take a quarter of a second for some."""


def file(name: str) -> Any:  # noqa: ANN401
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


def x(text: str) -> bytes:
    return bytes.fromhex(text)


def verdict(call: Callable[[bytes], object], blob: bytes) -> str | None:
    try:
        call(blob)
    except Cheat as cheat:
        return cheat.check
    except second.Refused as refused:
        return str(refused)
    return None


def altered(blob: bytes, chance: random.Random) -> bytes:
    """One byte changed, a field exchanged for another, a scalar with the order added, or wilder mutations."""
    at = 32 * chance.randrange(len(blob) // 32)
    match chance.randrange(5):
        case 0:
            place = chance.randrange(len(blob))
            return blob[:place] + bytes([blob[place] ^ 1 << chance.randrange(8)]) + blob[place + 1 :]
        case 1:
            other = 32 * chance.randrange(len(blob) // 32)
            return blob[:at] + blob[other : other + 32] + blob[at + 32 :]
        case 2:
            beyond = int.from_bytes(blob[at : at + 32], "little") + chance.choice((second.L, second.P, 1 << 255))
            return blob[:at] + (beyond % (1 << 256)).to_bytes(32, "little") + blob[at + 32 :]
        case 3:
            small = chance.choice((0, 1, 2, second.L, second.L - 1, second.P, second.P - 1)).to_bytes(32, "little")
            return blob[:at] + small + blob[at + 32 :]
        case _:
            return mutated(blob, blob, chance)


def keys() -> tuple[bytes, Callable[[bytes], object], Callable[[bytes], object]]:
    one = file("keys")["keys"][0]
    given = x(one["Y"]), x(one["context"])
    return (
        x(one["proof"]),
        lambda blob: check_possession(Element(given[0]), given[1], blob),
        lambda blob: second.check_possession(*given, blob),
    )


def shares() -> tuple[bytes, Callable[[bytes], object], Callable[[bytes], object]]:
    one = file("shares")[1]
    Y, points, context = x(one["Y"]), [x(point) for point in one["points"]], x(one["context"])
    return (
        x(one["blob"]),
        lambda blob: check_shares(Element(Y), [Element(point) for point in points], context, blob),
        lambda blob: second.check_shares(Y, points, context, blob),
    )


def escrow() -> tuple[bytes, Callable[[bytes], object], Callable[[bytes], object]]:
    one = file("escrow")
    Y, keepers = x(one["Y"]), one["keepers"]
    return (
        x(one["blob"]),
        lambda blob: check_escrow(Element(Y), keepers, blob),
        lambda blob: second.check_escrow(Y, keepers, blob),
    )


def mixes() -> tuple[bytes, Callable[[bytes], object], Callable[[bytes], object]]:
    """Deck and proof as one blob, cut where the deck should end."""
    one, K = file("mix")["second"], x(file("mix")["J"])
    before, context = x(one["before"]), x(one["context"])
    size = len(before)

    def package(blob: bytes) -> None:
        cards = read_cards(before, size // 64)
        check_mix(cards, read_cards(blob[:size], size // 64), Element(K), context, blob[size:])

    return (
        x(one["after"]) + x(file("mix")["proof"]["blob"]),
        package,
        lambda blob: second.check_mix(before, blob[:size], K, context, blob[size:]),
    )


def plays() -> tuple[bytes, Callable[[bytes], object], Callable[[bytes], object]]:
    one = file("hands")[1]
    Y, hand, named, context = x(one["Y"]), x(one["hand"]), one["named"], x(one["context"])
    cards: tuple[Ciphertext, ...] = read_cards(hand, len(hand) // 64)
    return (
        x(one["blob"]),
        lambda blob: check_play(HiddenHand(Element(Y), cards, True), named, context, blob),
        lambda blob: second.check_play(Y, hand, True, named, context, blob),
    )


@pytest.mark.parametrize("kind", [keys, shares, escrow, mixes, plays])
def test_both_refuse_the_same_for_the_same_reason(
    kind: Callable[[], tuple[bytes, Callable[[bytes], object], Callable[[bytes], object]]],
) -> None:
    good, package, other = kind()
    assert verdict(package, good) is None and verdict(other, good) is None
    chance, found = random.Random(kind.__name__), set()
    for number in range(EACH):
        with case(number):
            blob = altered(good, chance)
            said = verdict(package, blob)
            assert said == verdict(other, blob)
            # What covers a part only its keeper can look under.
            assert (said is None) == (blob == good) or kind is escrow
            found.add(said)
    assert len(found - {None}) >= 2
