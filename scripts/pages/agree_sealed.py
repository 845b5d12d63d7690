#!/usr/bin/env python3
"""Hold the sealed deck of the pages (web/sealed/) against the package's: whole rounds, and alterations of them.

    scripts/pages/agree_sealed.py                             twelve rounds, ten thousand alterations; some minutes
    scripts/pages/agree_sealed.py --rounds 4 --alterations 40

Both make each round from one plan and the same fresh bytes: they have to write the same bytes, and each takes what the
other wrote. Then single proofs are altered, by bits, fields, lists and contexts: both have to refuse them for the same
check, or take them with the same outcome. No altered key, share or mix may hold. Exit status 1 where they differ.
Whole logs are altered by ``agree_web.py --sealed``. Needs Node and rbcl.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "protocol"))

from rummynet_protocol.errors import Cheat  # noqa: E402
from rummynet_protocol.fairness.commitment import deal_id  # noqa: E402
from rummynet_protocol.fairness.hashing import u32  # noqa: E402
from rummynet_protocol.sealed.ciphertexts import Ciphertext, Ciphertexts, pack_cards, read_cards  # noqa: E402
from rummynet_protocol.sealed.contexts import HOST, RoundContext, epoch_z, possession_context  # noqa: E402
from rummynet_protocol.sealed.escrow import (  # noqa: E402
    EscrowPart,
    check_escrow,
    complain,
    judge_complaint,
    keepers,
    open_part,
    rebuilt_key,
)
from rummynet_protocol.sealed.group import IDENTITY, L, P, element, scalar  # noqa: E402
from rummynet_protocol.sealed.hidden_hand import HiddenHand, check_play  # noqa: E402
from rummynet_protocol.sealed.key_holder import KeyHolder  # noqa: E402
from rummynet_protocol.sealed.mix_proof import check_mix  # noqa: E402
from rummynet_protocol.sealed.round_audit import audit_round  # noqa: E402
from rummynet_protocol.sealed.round_cards import RoundCards  # noqa: E402
from rummynet_protocol.sealed.round_keys import key_of, prove_possession, round_key, shown_key  # noqa: E402
from rummynet_protocol.sealed.shares import check_shares  # noqa: E402

Json = dict[str, Any]
x = bytes.fromhex
CHECKS: Final = ("element", "key", "escrow", "mix", "share", "due", "hand", "key-open")
BOUND: Final = ("key", "mix", "shares")
"""Kinds of proofs that hash all that they are about: none that is altered may hold."""


# -- rounds


def plan(chance: random.Random) -> Json:
    """What happens in a round, as far as it can be said without knowing a card."""
    seats = sorted(chance.sample(range(6), chance.choice((2, 2, 3, 3, 4))))
    codes = chance.sample(range(216), 30)
    steps: list[Json] = []
    stock, hands, lost = 0, dict.fromkeys(seats, 0), set[int]()

    def start(event: str, count: int) -> None:
        nonlocal stock
        taken = [codes.pop() for _ in range(count)]
        steps.append({"do": event, "cards": sorted(taken) if event == "start" else taken})
        stock = count + (stock if event == "put-back" else 0)

    def give(to: list[int | None]) -> None:
        nonlocal stock
        steps.append({"do": "give", "to": to})
        stock -= len(to)
        for seat in to:
            if seat is not None:
                hands[seat] += 1

    start("start", chance.randrange(5, 9))
    give([chance.choice([*seats, seats[0], None]) for _ in range(chance.randrange(1, 5))])
    for _ in range(chance.randrange(2, 6)):
        match chance.randrange(6):
            case 0 | 1 if stock:
                give([chance.choice([*seats, None]) for _ in range(min(stock, chance.choice((1, 1, 2))))])
            case 2 | 3 if able := [seat for seat in seats if hands[seat] and seat not in lost]:
                seat = chance.choice(able)
                which = chance.sample(range(hands[seat]), chance.randrange(1, min(hands[seat], 3) + 1))
                steps.append({"do": "play", "seat": seat, "which": which})
                hands[seat] -= len(which)
            case 4 if len(codes) > 8:
                start("put-back" if stock and chance.random() < 0.6 else "start", chance.randrange(1, 4))
            case 5 if len(seats) > 2 and not lost:
                lost.add(chance.choice(seats))
                steps.append({"do": "lose", "seat": next(iter(lost))})
            case _:
                pass
    hexed = {name: chance.randbytes(32).hex() for name in ("session", "z", "seed")}
    return {
        "kind": "plan", **hexed, "seats": seats, "steps": steps,
        "identities": {str(seat): chance.randbytes(32).hex() for seat in seats},
    }  # fmt: skip


class Round:
    """A round that events happen to."""

    def __init__(self, whole: Json) -> None:
        self.context = RoundContext(x(whole["session"]), x(whole["deal"]), x(whole["z"]))
        self.keys = {int(seat): element(x(key)) for seat, key in whole["keys"].items()}
        self.cards = RoundCards(self.context, self.keys)
        self.parts: dict[int, dict[int, EscrowPart]] = {}

    def take(self, one: Json) -> list[int] | None:
        """What an event turns up, if it can. Raises Cheat."""
        cards, seat = self.cards, one.get("seat", 0)
        match one["event"]:
            case "key":
                context = possession_context(self.context.session, self.context.deal, seat, x(one["identity"]))
                shown_key(x(one["Y"]), context, x(one["proof"]))
            case "escrow":
                self.parts[seat] = check_escrow(self.keys[seat], keepers(seat, [*self.keys]), x(one["blob"]))
            case "start":
                cards.start_stock(x(one["deal"]), x(one["z"]), one["cards"])
            case "put-back":
                cards.put_back(x(one["deal"]), x(one["z"]), one["cards"])
            case "deck":
                cards.add_deck(seat, x(one["deck"]))
            case "proof":
                cards.add_proof(seat, x(one["proof"]))
            case "finish":
                cards.finish_mixing()
            case "give":
                return cards.give(x(one["head"]), one["position"], one["to"])
            case "shares":
                return cards.add_shares(seat, x(one["blob"]))
            case "play":
                cards.play(seat, one["number"], x(one["head"]), one["named"], x(one["blob"]))
            case "open-key":
                opened = {int(keeper): scalar(x(z)) for keeper, z in one["opened"].items()}
                return cards.open_key(seat, rebuilt_key(self.keys[seat], self.parts.get(seat, {}), opened))
            case _:
                raise ValueError(one["event"])
        return None

    def state(self) -> str:
        """All that everybody holds, as text, in the form of the other program."""
        cards = self.cards
        mixing, stock, due = cards.mixing, cards.stock, cards.due
        found = {
            "mixing": mixing and [[*mixing.mixers], [pack_cards(deck).hex() for deck in mixing.decks],
                                  sorted(mixing.proven)],
            "stock": stock and [pack_cards(stock.deck).hex(), stock.position],
            "due": due and [due.head.hex(), due.position, [*due.to], sorted(due.shares)],
            "hands": [[seat, pack_cards(hand.cards).hex(), hand.aged] for seat, hand in cards.hands.items()],
        }  # fmt: skip
        return json.dumps(found, separators=(",", ":"))


def made(plan: Json) -> Json:
    """The round that a plan describes."""
    count, seed, session, z = 0, x(plan["seed"]), x(plan["session"]), x(plan["z"])

    def fresh() -> bytes:
        nonlocal count
        count += 1
        return sha256(seed + u32(count)).digest()

    deal, head = deal_id(session, 1, 0), sha256(seed).digest()
    keys = {seat: round_key(fresh(), deal, seat) for seat in [*plan["seats"], HOST]}
    host = keys.pop(HOST)
    whole: Json = {
        "session": plan["session"], "deal": deal.hex(), "z": plan["z"],
        "keys": {str(seat): key.public.hex() for seat, key in keys.items()},
        "secrets": {str(seat): key.secret.hex() for seat, key in keys.items()},
        "host": host.secret.hex(), "events": [],
    }  # fmt: skip
    round = Round(whole)
    cards = round.cards
    holders = {seat: KeyHolder(seat, key, cards) for seat, key in keys.items()}

    def happens(event: str, **fields: object) -> None:
        one = {"event": event, **fields}
        whole["events"].append(one)
        round.take(one)

    for seat, key in keys.items():
        identity = plan["identities"][str(seat)]
        proof = prove_possession(key, possession_context(session, deal, seat, x(identity)), fresh())
        happens("key", seat=seat, identity=identity, Y=key.public.hex(), proof=proof.hex())
    if len(keys) > 2:
        for seat, holder in holders.items():
            happens("escrow", seat=seat, blob=holder.make_escrow(host.public, fresh()).hex())
    epoch = number = 0
    for step in plan["steps"]:
        if step["do"] == "give":
            assert cards.stock is not None
            happens("give", head=head.hex(), position=cards.stock.position, to=step["to"])
            for seat, holder in holders.items():
                if cards.owed(seat):
                    happens("shares", seat=seat, blob=holder.make_shares(fresh()).hex())
        elif step["do"] == "play":
            seat, held, number = step["seat"], holders[step["seat"]].hand(), number + 1
            named = [card for card in (held[at] for at in step["which"]) if card is not None]
            blob = holders[seat].make_play(number, head, named, fresh())
            happens("play", seat=seat, number=number, head=head.hex(), named=named, blob=blob.hex())
        elif step["do"] == "lose":
            seat, parts = step["seat"], round.parts[step["seat"]]
            secrets = {**{other: key.secret for other, key in keys.items() if other != seat}, HOST: host.secret}
            context = round.context.escrow(seat)
            opened = {t: open_part(parts[t], t, secret, context) for t, secret in secrets.items()}
            del holders[seat]
            happens("open-key", seat=seat, opened={str(t): part.hex() for t, part in opened.items()})
        else:
            id = deal_id(session, 1, epoch)
            of_epoch = z if epoch == 0 else epoch_z(id, z, head)
            epoch += 1
            happens(step["do"], deal=id.hex(), z=of_epoch.hex(), cards=step["cards"])
            for seat, holder in holders.items():
                happens("deck", seat=seat, deck=holder.make_deck(fresh()).hex())
                happens("proof", seat=seat, proof=holder.make_proof(fresh()).hex())
            happens("finish")
    return whole


# -- verdicts


def own_cards(text: str) -> Ciphertexts:
    """A deck of a program's own state, where the identity may be in."""
    pieces = [x(text[at : at + 128]) for at in range(0, len(text), 128)]
    return tuple(Ciphertext(element(one[:32]) if any(one[:32]) else IDENTITY, element(one[32:])) for one in pieces)


def part_of(text: str) -> EscrowPart:
    """S, E and q."""
    data = x(text)
    return EscrowPart(element(data[:32]), element(data[32:64]), scalar(data[64:]))


def checked(one: Json) -> str | None:
    """What checking one thing gives. Raises Cheat."""
    context = x(one["context"]) if "context" in one else b""
    match one["kind"]:
        case "key":
            return shown_key(x(one["Y"]), context, x(one["proof"])).hex()
        case "shares":
            points = (element(x(one["Y"])), [element(x(point)) for point in one["points"]])
            return b"".join(check_shares(*points, context, x(one["blob"]))).hex()
        case "mix":
            before = own_cards(one["before"])
            after = read_cards(x(one["after"]), len(before))
            check_mix(before, after, element(x(one["Y"])), context, x(one["blob"]))
            return None
        case "escrow":
            return ",".join(map(str, check_escrow(element(x(one["Y"])), one["keepers"], x(one["blob"]))))
        case "part":
            return open_part(part_of(one["part"]), one["keeper"], scalar(x(one["x"])), context).hex()
        case "complaint":
            part, public = part_of(one["part"]), element(x(one["Y"]))
            return judge_complaint(part, one["keeper"], public, x(one["escrow"]), context, x(one["blob"]))
        case "opening":
            public = element(x(one["Y"]))
            parts = check_escrow(public, one["keepers"], x(one["parts"]))
            return rebuilt_key(public, parts, {int(t): scalar(x(z)) for t, z in one["opened"].items()}).hex()
        case "play":
            hand = HiddenHand(element(x(one["Y"])), own_cards(one["hand"]), one["aged"])
            return pack_cards(check_play(hand, one["named"], context, x(one["blob"])).hand.cards).hex()
    raise ValueError(one["kind"])


def verdict(call: Callable[[], Any]) -> Any:  # noqa: ANN401
    """What a call gives, or the name of the check that refuses it."""
    try:
        found = call()
    except Cheat as cheat:
        return cheat.check
    return "holds" if found is None else found


def taken(one: Json) -> Json:
    """Take the events of a round, and audit it."""
    round = Round(one)
    said = [verdict(lambda: "turned up " + ",".join(map(str, round.take(event) or ()))) for event in one["events"]]  # noqa: B023
    secrets = {int(seat): scalar(x(secret)) for seat, secret in one["secrets"].items()}
    left = verdict(lambda: {str(seat): cards for seat, cards in audit_round(round.cards, secrets).items()})
    return {"said": said, "state": round.state(), "left": left}


# -- alterations


def proofs_of(whole: Json) -> list[Json]:
    """Every proof of a round with what it is checked against."""
    round, found = Round(whole), list[Json]()
    secrets = {int(seat): scalar(x(secret)) for seat, secret in whole["secrets"].items()}
    secrets[HOST] = scalar(x(whole["host"]))
    for one in whole["events"]:
        seat, cards = one.get("seat", 0), round.cards
        Y = cards.keys[seat].hex() if seat in cards.keys else ""
        match one["event"]:
            case "key":
                context = possession_context(round.context.session, round.context.deal, seat, x(one["identity"]))
                found.append({"kind": "key", "Y": one["Y"], "context": context.hex(), "proof": one["proof"]})
            case "escrow":
                keeping, context = keepers(seat, [*cards.keys]), round.context.escrow(seat)
                parts = check_escrow(cards.keys[seat], keeping, x(one["blob"]))
                found.append({"kind": "escrow", "Y": Y, "keepers": [*keeping], "blob": one["blob"]})
                opened = {str(t): open_part(parts[t], t, secrets[t], context).hex() for t in keeping}
                found.append({**found[-1], "kind": "opening", "parts": one["blob"], "opened": opened})
                del found[-1]["blob"]
                for at, t in enumerate(keeping[:-1]):
                    part = one["blob"][192 * at : 192 * at + 192]
                    found.append({"kind": "part", "part": part, "keeper": t, "x": secrets[t].hex(),
                                  "context": context.hex()})  # fmt: skip
                    complaint = round.context.complaint(seat, t)
                    blob = complain(parts[t], key_of(secrets[t]), complaint, sha256(parts[t].point).digest())
                    found.append({"kind": "complaint", "part": part, "keeper": t, "Y": cards.keys[t].hex(),
                                  "escrow": context.hex(), "context": complaint.hex(), "blob": blob.hex()})  # fmt: skip
            case "proof":
                mixing, context = cards.mixing, cards.mix_context(seat)
                assert mixing is not None
                before, after = mixing.decks[-2:]
                decks = {"before": pack_cards(before).hex(), "after": pack_cards(after).hex()}
                found.append({"kind": "mix", "Y": mixing.epoch.joint.hex(), **decks, "context": context.hex(),
                              "blob": one["proof"]})  # fmt: skip
            case "shares":
                points = [point.hex() for point in cards.points(cards.owed(seat))]
                found.append({"kind": "shares", "Y": Y, "points": points,
                              "context": cards.share_context(seat).hex(), "blob": one["blob"]})  # fmt: skip
            case "play":
                hand, context = cards.hands[seat], round.context.play(seat, one["number"], x(one["head"]))
                found.append({"kind": "play", "Y": Y, "hand": pack_cards(hand.cards).hex(), "aged": hand.aged,
                              "named": one["named"], "context": context.hex(), "blob": one["blob"]})  # fmt: skip
        round.take(one)
    return found


def altered_bytes(data: bytes, size: int, chance: random.Random) -> bytes:
    """A bit, a field of *size* bytes, or the length changed."""
    at, other = (32 * chance.randrange(max(len(data) // 32, 1)) for _ in range(2))
    number = int.from_bytes(data[at : at + 32], "little")
    match chance.randrange(9):
        case 0 | 1 if data:
            place = chance.randrange(len(data))
            return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]
        case 2:
            return data[:at] + data[other : other + 32] + data[at + 32 :]
        case 3:
            low, high = sorted((at, other))
            exchanged = data[high : high + 32], data[low + 32 : high], data[low : low + 32]
            return data[:low] + b"".join(exchanged if low < high else exchanged[:1]) + data[high + 32 :]
        case 4:
            beyond = (number + chance.choice((L, P, 1 << 255))) % (1 << 256)
            return data[:at] + beyond.to_bytes(32, "little") + data[at + 32 :]
        case 5:
            special = chance.choice((0, 1, 2, L - 1, L, P - 1, P, P - number % P, L - number % L))
            return data[:at] + special.to_bytes(32, "little") + data[at + 32 :]
        case 6:
            at -= at % size
            return data[:at] + data[at + size :]
        case 7:
            at -= at % size
            return data[: at + size] + data[at:]
        case _:
            return chance.choice((data[:-1], data + b"\0", data[1:], data[:at], data + data[-size:], data[size:]))


ITEMS: Final = {"after": 64, "parts": 96}
"""Sizes of the items of a field of bytes, where they are not 32."""


def altered(one: Json, others: list[Json], chance: random.Random) -> Json:
    """The same with one field changed, or exchanged for that of another proof."""
    name = chance.choice([*(name for name in one if name != "kind"), *({"blob", "proof"} & {*one})])
    value, found = one[name], dict(one)
    other = chance.choice([other for other in others if other["kind"] == one["kind"]])
    if chance.random() < 0.12:
        found[name] = other[name]
    elif name in ("before", "hand"):  # a deck of a program's own
        found[name] = "".join(altered_list([value[at : at + 128] for at in range(0, len(value), 128)], chance))
    elif isinstance(value, str):
        found[name] = altered_bytes(x(value), ITEMS.get(name, 32), chance).hex()
    elif isinstance(value, bool):
        found[name] = not value
    elif isinstance(value, int):
        found[name] = chance.randrange(256)
    elif isinstance(value, dict):
        found[name] = dict(altered_list([*value.items()], chance))
    else:
        found[name] = altered_list(value, chance)
    return found


def altered_list(values: list[Any], chance: random.Random) -> list[Any]:
    """Points, cards, seats or parts exchanged, left out, doubled; or one of them another."""
    found = list(values)
    at, other = chance.randrange(len(found)), chance.randrange(len(found))
    match chance.randrange(4):
        case 0:
            found[at], found[other] = found[other], found[at]
        case 1 if len(found) > 1:
            del found[at]
        case 2:
            found.insert(at, found[other])
        case _:
            found[at] = altered_item(found[at], found[other], chance)
    return found


def altered_item(one: Any, other: Any, chance: random.Random) -> Any:  # noqa: ANN401
    """An item that is another: a card under the point of another one, a part of somebody else, bytes or a number."""
    match one:
        case (keeper, part):
            keepers = (str(chance.randrange(7)), part), (keeper, other[1])
            return chance.choice([*keepers, (keeper, altered_bytes(x(part), 32, chance).hex())])
        case str() if len(one) == 128:
            return one[:64] + other[64:]
        case str():
            return altered_bytes(x(one), 32, chance).hex()
    return chance.randrange(216)


# -- both


class Other:
    """The program of the pages."""

    def __init__(self) -> None:
        command, pipe = ["node", "tests/agree_sealed.js"], subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT / "web", stdin=pipe, stdout=pipe, text=True)

    def __call__(self, asked: Json) -> Any:  # noqa: ANN401
        """Its answer."""
        pipes: tuple[IO[str] | None, IO[str] | None] = self._process.stdin, self._process.stdout
        assert pipes[0] is not None and pipes[1] is not None
        pipes[0].write(json.dumps(asked) + "\n")
        pipes[0].flush()
        return json.loads(pipes[1].readline())

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=12, metavar="N")
    parser.add_argument("--alterations", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    wish = parser.parse_args()
    if shutil.which("node") is None:
        print("skipped: there is no node, so the program of the pages cannot run", file=sys.stderr)
        return 0
    chance, other, began = random.Random(wish.seed), Other(), time.monotonic()
    wrong, found, every = 0, Counter[str](), list[Json]()

    def compare(what: str, here: object, there: object, asked: Json) -> None:
        nonlocal wrong
        if here != there:
            wrong += 1
            print(f"{what}: here {str(here)[:300]}, there {str(there)[:300]}: {json.dumps(asked)}")

    for number in range(wish.rounds):
        asked = plan(chance)
        here, there = made(asked), other(asked)
        compare(f"round {number} made", here, there, asked)
        for whole in (here, there):
            audited = taken(whole)
            compare(f"round {number} taken", audited, other({"kind": "events", **whole}), whole)
            if isinstance(audited["left"], str):
                wrong += 1
                print(f"round {number} is refused: {audited}")
        every += proofs_of(here)
    kinds = sorted({one["kind"] for one in every})
    for number in range(wish.alterations):
        kind = chance.choice(kinds)
        original = chance.choice([one for one in every if one["kind"] == kind])
        asked = altered(original, every, chance)
        said = verdict(lambda: checked(asked))  # noqa: B023
        compare(f"alteration {number}, of {kind}", said, other(asked), asked)
        if kind in BOUND and (said in CHECKS) != (asked != original):
            wrong += 1
            print(f"alteration {number}, of {kind}, is {said}: {json.dumps(asked)}")
        found[f"{kind}: {said if said in CHECKS else 'holds'}"] += 1
    other.close()
    print(f"{wish.rounds} rounds, {wish.alterations} alterations, {time.monotonic() - began:.0f} s: {wrong} differ")
    print(f"found: {dict(sorted(found.items()))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
