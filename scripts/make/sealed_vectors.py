#!/usr/bin/env python3
"""Write the vectors of the sealed deck (protocol/vectors/sealed/*.json) from the package itself.

    scripts/make/sealed_vectors.py             write them where they belong
    scripts/make/sealed_vectors.py --into DIR  write them to another folder

Fresh bytes come from SHA-256 of a counter, so every run writes the same bytes. Bytes are hex; a number is a number. A
case with ``check`` has to be refused, and names the check; one without has to hold.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "protocol")]

from pages.agree_sealed import Round  # noqa: E402

from rummynet_protocol.errors import Cheat  # noqa: E402
from rummynet_protocol.fairness.commitment import deal_id  # noqa: E402
from rummynet_protocol.sealed import ciphertexts, constants, contexts, escrow, group, shares  # noqa: E402
from rummynet_protocol.sealed.ciphertexts import Ciphertexts, listed_cards  # noqa: E402
from rummynet_protocol.sealed.contexts import HOST, EpochContext, RoundContext  # noqa: E402
from rummynet_protocol.sealed.group import L, Scalar, base, scalar_minus, times  # noqa: E402
from rummynet_protocol.sealed.hedged_nonces import HedgedNonces  # noqa: E402
from rummynet_protocol.sealed.hidden_hand import HiddenHand, check_play, make_play  # noqa: E402
from rummynet_protocol.sealed.key_holder import KeyHolder  # noqa: E402
from rummynet_protocol.sealed.mix import Mix, mix  # noqa: E402
from rummynet_protocol.sealed.mix_proof import (  # noqa: E402
    check_mix,
    mix_weights,
    prove_mix,
    read_mix_proof,
    recomputed,
)
from rummynet_protocol.sealed.round_audit import audit_round, decrypted  # noqa: E402
from rummynet_protocol.sealed.round_keys import (  # noqa: E402
    RoundKey,
    check_possession,
    joint_key,
    possession_challenge,
    prove_possession,
    round_key,
)
from rummynet_protocol.sealed.wide_hash import S, frame, listed, weight  # noqa: E402

Vector = dict[str, Any]
VECTORS = ROOT / "protocol" / "vectors" / "sealed"
deck = ciphertexts.pack_cards
SESSION, Z, HEAD = b"\x01" * 32, b"\x02" * 32, b"\x03" * 32
DEAL = deal_id(SESSION, 1, 0)
IDENTITIES = [bytes([0xB0 + seat]) * 32 for seat in range(3)]


class Counter:
    """32 bytes a call: SHA-256 of the ASCII text "name number", numbers from 1 on."""

    def __init__(self, name: str) -> None:
        self.name, self.number = name, 0

    def __call__(self) -> bytes:
        """The next."""
        self.number += 1
        return sha256(f"{self.name} {self.number}".encode()).digest()


def plain(value: object) -> Any:  # noqa: ANN401
    """The value as JSON: bytes as hex, tuples as lists."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value


def refusal(call: Callable[..., object], *given: object) -> str:
    """The check that refuses this. Raises AssertionError if nothing does."""
    try:
        call(*given)
    except Cheat as cheat:
        return cheat.check
    raise AssertionError("this should have been refused")


def spoilt(blob: bytes, places: Iterable[tuple[str, int]]) -> list[tuple[str, bytes]]:
    """The blob with one bit turned at each of these places; one byte shorter; one byte longer."""
    turned = [(about, blob[:at] + bytes([blob[at] ^ 2]) + blob[at + 1 :]) for about, at in places]
    return [*turned, ("a byte too few", blob[:-1]), ("a byte too many", blob + b"\0")]


def number(value: int) -> bytes:
    """Thirty-two bytes, little-endian."""
    return value.to_bytes(32, "little")


def read_cases(name: str, read: Callable[[bytes], object]) -> list[Vector]:
    """The cases of this file, each with the check that refuses it, if one does."""
    found: list[Vector] = []
    for one in json.loads((VECTORS / f"{name}.json").read_text("utf-8")):
        found.append({"about": one["about"], "bytes": one["bytes"]})
        try:
            read(bytes.fromhex(one["bytes"]))
        except Cheat as cheat:
            found[-1]["check"] = cheat.check
    return found


def hashes() -> Vector:
    """The wide hash, frames, lists, weights, nonces and permutations."""
    fields: list[list[bytes]] = [[], [b""], [b"ab", b"c"], [b"a", b"bc"], [bytes(300)]]
    nonces = HedgedNonces(Scalar(number(5)), b"\x07" * 32, b"share", b"statement")
    seed = S("nonce", number(5), b"\x07" * 32, b"share", b"statement")
    return {
        "wide": [
            {
                "tag": "share", "fields": f, "frame": frame(*f), "hash": S("share", *f),
                "scalar": group.hash_to_scalar("share", *f), "element": group.hash_to_element("share", *f),
            } for f in fields
        ],
        "weights": [{"statement": b"statement", "index": i, "weight": weight(b"statement", i)} for i in (0, 1, 255)],
        "nonces": {
            "secret": number(5), "fresh": b"\x07" * 32, "statement": [b"share", b"statement"], "seed": seed,
            "w_0": nonces.scalar("w"), "w_1": nonces.scalar("w", 1), "rho_0": nonces.scalar("rho"),
            "order_8": nonces.order(8), "order_52": nonces.order(52),
        },
    }  # fmt: skip


def made_keys(fresh: Counter, seats: int = 3) -> dict[int, RoundKey]:
    """The keys of the seats."""
    return {seat: round_key(fresh(), DEAL, seat) for seat in range(seats)}


def keys() -> Vector:
    """Round keys and proofs of possession."""
    made, fresh = [], Counter("keys")
    for seat, identity in enumerate(IDENTITIES):
        secret, nonce = fresh(), fresh()
        key = round_key(secret, DEAL, seat)
        context = contexts.possession_context(SESSION, DEAL, seat, identity)
        proof = prove_possession(key, context, nonce)
        made.append(
            {
                "seat": seat, "identity": identity, "secret": secret, "x": key.secret, "Y": key.public,
                "context": context, "fresh": nonce,
                "w": HedgedNonces(key.secret, nonce, b"pop", context, key.public).scalar("w"),
                "c": possession_challenge(context, key.public, group.Element(proof[:32])), "proof": proof,
                "key_commit": contexts.key_commit(DEAL, seat, identity, key.public, proof),
            }
        )  # fmt: skip
    first, second = made[:2]
    bad = [(about, first["Y"], first["context"], blob) for about, blob in spoilt(first["proof"], [("T", 0), ("s", 32)])]
    bad += [
        ("of another seat", first["Y"], second["context"], first["proof"]),
        ("for another key", second["Y"], first["context"], first["proof"]),
        ("s and the order", first["Y"], first["context"], _beyond(first["proof"], 32)),
    ]
    return {
        "session": SESSION, "deal": DEAL, "keys": made,
        "J": joint_key({one["seat"]: one["Y"] for one in made}),
        "bad": [{"about": about, "Y": y, "context": context, "proof": proof,
                 "check": refusal(check_possession, y, context, proof)} for about, y, context, proof in bad],
    }  # fmt: skip


def _beyond(blob: bytes, at: int) -> bytes:
    """With L added to the scalar at this place: a second spelling."""
    return blob[:at] + number(int.from_bytes(blob[at : at + 32], "little") + L) + blob[at + 32 :]


def share_batches() -> list[Vector]:
    """Batches of 1, 2 and 5 shares with each intermediate value."""
    fresh = Counter("shares")
    key = made_keys(fresh)[0]
    found = []
    for count in (1, 2, 5):
        points = [base(Scalar(number(100 + index))) for index in range(count)]
        context = EpochContext(SESSION, DEAL, Z, key.public).give(0, HEAD, range(count))
        nonce = fresh()
        blob = shares.make_shares(key, points, context, nonce)
        given, c, s = shares.read_shares(blob, count)
        weights = shares.share_weights(context, key.public, points, given)
        a = shares.weighted(weights, points)
        statement = (b"share", context, key.public, listed(points), listed(given))
        w = HedgedNonces(key.secret, nonce, *statement).scalar("w")
        bad = spoilt(blob, [("the last share", 32 * count - 32), ("c", 32 * count), ("s", 32 * count + 32)])
        bad += [("s and the order", _beyond(blob, 32 * count + 32)), ("a share is the identity", bytes(32) + blob[32:])]
        if count > 1:
            bad.append(("two shares change places", blob[32:64] + blob[:32] + blob[64:]))
        found.append(
            {
                "x": key.secret, "Y": key.public, "points": points, "context": context, "fresh": nonce,
                "shares": given, "weights": weights, "a": a, "d": shares.weighted(weights, given), "w": w,
                "T1": base(w), "T2": times(w, a), "c": c, "s": s, "blob": blob,
                "bad": [
                    {"about": about, "blob": one,
                     "check": refusal(shares.check_shares, key.public, points, context, one)} for about, one in bad
                ],
            }
        )  # fmt: skip
    return found


def mixed_twice(name: str, count: int) -> tuple[dict[int, RoundKey], group.Element, Mix, Mix, bytes, bytes]:
    """The keys, the joint key, both mixes of so many cards, and fresh bytes: of the second mix, and for its proof."""
    fresh = Counter(name)
    made = made_keys(fresh)
    joint = joint_key({seat: key.public for seat, key in made.items()})
    epoch = EpochContext(SESSION, DEAL, Z, joint)
    first = mix(ciphertexts.first_deck(range(count)), joint, epoch.mix(0), made[0].secret, fresh())
    nonce, for_proof = fresh(), fresh()
    return made, joint, first, mix(first.after, joint, epoch.mix(1), made[1].secret, nonce), nonce, for_proof


def small_mix() -> Vector:
    """Eight cards mixed twice; of the second mix everything, and what is refused."""
    made, joint, first, one, nonce, for_proof = mixed_twice("mix", 8)
    key = made[1]
    proof = prove_mix(one, key.secret, for_proof)
    lists = listed_cards(one.before), listed_cards(one.after)
    nonces = HedgedNonces(key.secret, for_proof, b"mix-proof", one.context, joint, *lists)
    u = mix_weights(one.context, joint, *lists, proof.commits, 8)
    commitments = recomputed(one.before, one.after, joint, proof, u)
    blob = proof.pack()
    places = [("c", 0), ("chain", 8 * 32), ("x", 16 * 32), ("s1", 17 * 32), ("s2", 18 * 32), ("s3", 19 * 32),
              ("s4", 20 * 32), ("chain answers", 21 * 32), ("answers", 29 * 32)]  # fmt: skip
    bad: list[tuple[str, bytes, bytes]] = [(about, deck(one.after), wrong) for about, wrong in spoilt(blob, places)]
    doubled = (one.after[1], *one.after[1:])
    bad += [
        ("s1 and the order", deck(one.after), _beyond(blob, 17 * 32)),
        ("for a card more", deck(one.after), _one_more(blob)),
        ("a card twice", deck(doubled), blob),
        ("two cards change places", deck((one.after[1], one.after[0], *one.after[2:])), blob),
        ("no mix at all", deck(one.before), blob),
        ("a card fewer", deck(one.after[:-1]), blob),
        ("the honest prover on a card twice", deck(doubled), _proved(one, doubled, key.secret, for_proof)),
    ]

    def check(after: bytes, wrong: bytes) -> None:
        check_mix(one.before, ciphertexts.read_cards(after, 8), joint, one.context, wrong)

    check(deck(one.after), blob)
    return {
        "J": joint, "cards": list(range(8)),
        "first": _mixed(first, made[0].secret),
        "second": _mixed(one, key.secret), "mix_fresh": nonce,
        "proof": {
            "fresh": for_proof, "rho": nonces.scalars("rho", 8), "h": nonces.scalars("h", 8),
            "w": nonces.scalars("w", 4), "w_chain": nonces.scalars("w-chain", 8),
            "w_answers": nonces.scalars("w-answers", 8), "c": proof.commits, "u": u, "chain": proof.chain,
            "T": commitments[:5], "T_chain": commitments[5:], "x": proof.challenge, "s": proof.sums,
            "chain_answers": proof.chain_answers, "answers": proof.answers, "blob": blob,
        },
        "bad": [
            {"about": about, "after": after, "proof": wrong, "check": refusal(check, after, wrong)}
            for about, after, wrong in bad
        ],
    }  # fmt: skip


def _mixed(one: Mix, secret: Scalar) -> Vector:
    return {
        "x": secret, "context": one.context, "before": deck(one.before), "order": one.order, "masks": one.masks,
        "after": deck(one.after),
    }  # fmt: skip


def _one_more(blob: bytes) -> bytes:
    """The proof with an item more in each list: each list's last comes twice."""
    proof = read_mix_proof(blob)
    longer = ([*one, one[-1]] for one in (proof.commits, proof.chain, proof.chain_answers, proof.answers))
    c, chain, chain_answers, answers = longer
    return b"".join([*c, *chain, proof.challenge, *proof.sums, *chain_answers, *answers])


def _proved(one: Mix, after: Ciphertexts, secret: Scalar, fresh: bytes) -> bytes:
    return prove_mix(Mix(one.key, one.context, one.before, after, one.order, one.masks), secret, fresh).pack()


def whole_deck() -> Vector:
    """Fifty-two cards mixed twice: the second mix with its proof."""
    made, joint, _, second, nonce, for_proof = mixed_twice("52", 52)
    proof = prove_mix(second, made[1].secret, for_proof).pack()
    X = group.scalar_total(key.secret for key in made.values())
    return {
        "J": joint, "secrets": [key.secret for key in made.values()], "context": second.context,
        "before": deck(second.before), "fresh": nonce, "after": deck(second.after), "proof_fresh": for_proof,
        "proof": proof, "cards": decrypted(second.after, X),
    }  # fmt: skip


def escrows() -> Vector:
    """A key in parts, opened, complained of, rebuilt."""
    fresh = Counter("escrow")
    made, host = made_keys(fresh), round_key(b"\x99" * 32, DEAL, HOST)
    public = {seat: key.public for seat, key in made.items()} | {HOST: host.public}
    round_context = RoundContext(SESSION, DEAL, Z)
    context, keeping = round_context.escrow(0), escrow.keepers(0, [0, 1, 2])
    nonce = fresh()
    blob = escrow.make_escrow(made[0], {keeper: public[keeper] for keeper in keeping}, context, nonce)
    parts = escrow.check_escrow(public[0], keeping, blob)
    secrets = {1: made[1].secret, 2: made[2].secret, HOST: host.secret}
    opened = {t: escrow.open_part(parts[t], t, secrets[t], context) for t in keeping}
    lie = escrow.EscrowPart(parts[1].point, parts[1].ephemeral, scalar_minus(parts[1].sealed, group.ONE))
    complaint_context, for_complaint = round_context.complaint(0, 1), fresh()

    def judged(part: escrow.EscrowPart) -> Vector:
        complaint = escrow.complain(part, made[1], complaint_context, for_complaint)
        to_blame = escrow.judge_complaint(part, 1, public[1], context, complaint_context, complaint)
        return {"part": part.point + part.ephemeral + part.sealed, "complaint": complaint, "to_blame": to_blame}

    bad = spoilt(blob, [("S", 0), ("E of nothing", 32)])
    bad += [("the identity", bytes(32) + blob[32:]), ("q and the order", _beyond(blob, 64))]
    return {
        "context": context, "x": made[0].secret, "Y": public[0], "fresh": nonce, "keepers": keeping,
        "keys": {t: public[t] for t in keeping}, "secrets": secrets, "blob": blob, "opened": opened,
        "complaint_context": complaint_context, "complaint_fresh": for_complaint,
        "complaints": [judged(parts[1]), judged(lie)],
        "bad": [{"about": about, "blob": one, "check": refusal(escrow.check_escrow, public[0], keeping, one)}
                for about, one in bad],
        "does_not_open": {"part": lie.point + lie.ephemeral + lie.sealed,
                          "check": refusal(escrow.open_part, lie, 1, secrets[1], context)},
        "bad_opening": {"opened": opened | {1: group.ONE},
                        "check": refusal(escrow.rebuilt_key, public[0], parts, opened | {1: group.ONE})},
    }  # fmt: skip


def hands() -> list[Vector]:
    """Plays from a hidden list, aged and not."""
    fresh = Counter("hands")
    key = made_keys(fresh)[0]
    context = RoundContext(SESSION, DEAL, Z).play(0, 1, HEAD)
    cards = mix(ciphertexts.first_deck([3, 14, 15, 92]), key.public, b"", key.secret, fresh()).after
    found = []
    for aged in (False, True):
        hand, nonce = HiddenHand(key.public, cards, aged), fresh()
        blob = make_play(hand, key, [92, 14], context, nonce)
        left = check_play(hand, [92, 14], context, blob).hand
        at = len(blob) - 2 - 128
        bad: list[tuple[str, HiddenHand, Sequence[int], bytes]] = [
            (about, hand, [92, 14], one) for about, one in spoilt(blob, [("a share", at + 2), ("s", at + 98)])
        ]
        bad += [
            ("an index twice", hand, [92, 14], blob[:at] + blob[at : at + 1] * 2 + blob[at + 2 :]),
            ("an index that is not there", hand, [92, 14], blob[:at] + b"\x04" + blob[at + 1 :]),
            ("other cards than named", hand, [14, 92], blob),
            ("one card more than opened", hand, [92, 14, 3], blob),
            ("a mix where none is due, or none where it is", HiddenHand(key.public, cards, not aged), [92, 14], blob),
        ]
        found.append(
            {
                "x": key.secret, "Y": key.public, "hand": deck(cards), "aged": aged, "named": [92, 14],
                "context": context, "fresh": nonce, "blob": blob, "left": deck(left.cards),
                "bad": [{"about": about, "aged": h.aged, "named": named, "blob": one,
                         "check": refusal(check_play, h, named, context, one)} for about, h, named, one in bad],
            }
        )  # fmt: skip
    return found


class Recorder(Round):
    """A round of three seats as events, each with what it does; events that are refused stand before the good one."""

    def __init__(self) -> None:
        self.fresh, self.events, self.epoch = Counter("round"), list[Vector](), 0
        self.of_seats = made_keys(self.fresh)
        self.host = round_key(self.fresh(), DEAL, HOST)
        keys = {seat: key.public for seat, key in self.of_seats.items()}
        super().__init__(plain({"session": SESSION, "deal": DEAL, "z": Z, "keys": keys}))
        self.holders = {seat: KeyHolder(seat, key, self.cards) for seat, key in self.of_seats.items()}
        for seat, holder in self.holders.items():
            self.do("escrow", seat=seat, blob=holder.make_escrow(self.host.public, self.fresh()))

    def do(self, event: str, **fields: object) -> None:
        """A good event."""
        self.events.append(plain({"event": event, **fields}))
        turned_up = self.take(self.events[-1])
        self.events[-1] |= {} if turned_up is None else {"turned_up": turned_up}

    def refuse(self, event: str, about: str, **fields: object) -> None:
        """One that is refused; nothing changes by it."""
        one = plain({"event": event, "about": about, **fields})
        self.events.append({**one, "check": refusal(self.take, one)})

    def mix(self, event: str, cards: list[int]) -> None:
        """A stock, mixed by all who are left."""
        deal = deal_id(SESSION, 1, self.epoch)
        z = Z if self.epoch == 0 else contexts.epoch_z(deal, Z, HEAD)
        self.epoch += 1
        self.do(event, deal=deal, z=z, cards=cards)
        self.refuse("finish", "nobody has mixed")
        for seat, holder in self.holders.items():
            made = holder.make_deck(self.fresh())
            self.refuse("deck", "not its turn", seat=(seat + 1) % 3, deck=made)
            self.do("deck", seat=seat, deck=made)
            proof = holder.make_proof(self.fresh())
            self.refuse("proof", "wrong", seat=seat, proof=proof[:-1] + bytes([proof[-1] ^ 1]))
            self.do("proof", seat=seat, proof=proof)
        self.do("finish")

    def give(self, to: list[int | None], silent: int | None = None) -> None:
        """Cards from the stock, and the shares."""
        assert self.cards.stock is not None
        top = self.cards.stock.position
        self.refuse("give", "not on top", head=HEAD, position=top + 1, to=to)
        self.do("give", head=HEAD, position=top, to=to)
        for seat, holder in self.holders.items():
            if seat != silent and self.cards.owed(seat):
                blob = holder.make_shares(self.fresh())
                self.refuse("shares", "wrong", seat=seat, blob=self.cards.points([top])[0] + blob[32:])
                self.do("shares", seat=seat, blob=blob)

    def play(self, seat: int, number: int, named: list[int]) -> None:
        """A seat plays."""
        given = {"head": HEAD, "named": named, "blob": self.holders[seat].make_play(number, HEAD, named, self.fresh())}
        self.refuse("play", "of another number", seat=seat, number=number + 1, **given)
        self.do("play", seat=seat, number=number, **given)

    def lose(self, seat: int) -> None:
        """A key opened by all others and the host."""
        parts, x = self.parts[seat], self.context.escrow(seat)
        opened = {t: holder.open_part(seat, parts) for t, holder in self.holders.items() if t != seat}
        opened[HOST] = escrow.open_part(parts[HOST], HOST, self.host.secret, x)
        del self.holders[seat]
        self.do("open-key", seat=seat, opened=opened, x=self.of_seats[seat].secret)
        self.events[-1]["hand"] = self.cards.open_hand(seat)


def small_round() -> Vector:
    """Three seats and eight cards: deal, draws, plays, a new stock, cards put back, a lost seat, the audit."""
    one = Recorder()
    one.mix("start", list(range(8)))
    one.give([0, 1, 2, 0, 1, None])
    before = {seat: holder.hand() for seat, holder in one.holders.items()}
    own = [card for card in before[0] if card is not None]
    one.play(0, 1, own[:1])
    one.give([0])
    drawn = one.holders[0].hand()[-1]
    assert drawn is not None
    one.play(0, 2, [drawn])
    one.mix("put-back", [54, 107])
    one.give([2], silent=1)
    one.lose(1)
    one.mix("start", [20, 30, 40])
    one.give([2, None])
    secrets = {seat: key.secret for seat, key in one.of_seats.items()}
    left = audit_round(one.cards, secrets)
    return {
        "session": SESSION, "deal": DEAL, "z": Z, "keys": one.cards.keys, "host": one.host.public, "secrets": secrets,
        "host_secret": one.host.secret, "dealt": before, "events": one.events, "left": left,
        "stock_left": deck(one.cards.stock.deck[one.cards.stock.position :]) if one.cards.stock else b"",
        "root": contexts.sealed_root(
            EpochContext(SESSION, DEAL, Z, joint_key(one.cards.keys)), one.cards.keys,
            [bytes.fromhex(e["blob"]) for e in one.events if e["event"] == "escrow"], _first_mixes(one.events), 8,
        ),
    }  # fmt: skip


def _first_mixes(events: Sequence[Vector]) -> list[bytes]:
    good = [event for event in events if "check" not in event]
    decks, proofs = ([bytes.fromhex(one[name]) for one in good if name in one][:3] for name in ("deck", "proof"))
    return [made + proof for made, proof in zip(decks, proofs, strict=True)]


def all_constants() -> Vector:
    """Faces, generators, and where the chain begins."""
    return {"faces": constants.faces(), "generators": constants.generators(), "chain_start": constants.chain_start()}


def all_contexts() -> Vector:
    """One of each context, and the hashes of 32 bytes."""
    epoch, whole = EpochContext(SESSION, DEAL, Z, base(group.ONE)), RoundContext(SESSION, DEAL, Z)
    return {
        "session": SESSION, "deal": DEAL, "z": Z, "joint": base(group.ONE), "head": HEAD, "identity": IDENTITIES[1],
        "possession": contexts.possession_context(SESSION, DEAL, 1, IDENTITIES[1]),
        "mix": epoch.mix(2), "give": epoch.give(1, HEAD, [0, 3, 51]), "play": whole.play(1, 7, HEAD),
        "escrow": whole.escrow(1), "complaint": whole.complaint(0, 1),
        "epoch_z": contexts.epoch_z(DEAL, Z, HEAD), "blob": b"abc", "blob_hash": contexts.blob_hash(b"abc"),
    }  # fmt: skip


SECTIONS: dict[str, Callable[[], Any]] = {
    "constants": all_constants,
    "elements": lambda: read_cases("elements", group.element),
    "scalars": lambda: read_cases("scalars", group.scalar),
    "hashes": hashes,
    "contexts": all_contexts,
    "keys": keys,
    "shares": share_batches,
    "mix": small_mix,
    "mix52": whole_deck,
    "escrow": escrows,
    "hands": hands,
    "round": small_round,
}


def main() -> int:
    """Write every section to its file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, default=VECTORS, metavar="DIR")
    folder = parser.parse_args().into
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in SECTIONS.items():
        text = json.dumps(plain(make()), indent=1, ensure_ascii=False)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
