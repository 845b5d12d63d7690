"""Logs written entry by entry after protocol/FAIRNESS.md, with the rules as their only help: honest ones and others.

Every method writes one honest part; keyword arguments replace fields of the entry, and `said` fields of what one seat
signs for it.
"""

from __future__ import annotations

from typing import Any

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.handmade.epochs import Epoch, deal_id, seat_commitment
from tests.handmade.keilty import Round
from tests.handmade.proofs import leaf, left_part, root_of, shuffle, tagged, u8, u32

HEADER = b"rummynet transcript\n\x08" + bytes(48)
LEFT_OUT = b"\5" * 32
"""The hash of a statement that a file's owner left out."""
STATEMENT_KINDS = ("ready", "nonce-commit", "nonce", "commit", "reveal", "root", "action", "vote", "close", "last-word")
HANDS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
Envelope = list[bytes]
Entry = dict[str, Any]
OPTIONS: dict[str, Any] = {
    "target": 60,
    "deals": 0,
    "hand": 0,
    "first_starter": "draw",
    "reshuffle_limit": 1,
    "idle_stocks": 0,
    "turn_seconds": 60,
    "voids": 3,
    "idle_seconds": 180,
    "break_seconds": 30,
    "hints": False,
    "deck": "plain",
    "escrow": True,
    "rummy_hints": False,
    "cooldown_seconds": 3,
}


def sign(private: Ed25519PrivateKey, kind: str, payload: bytes) -> bytes:
    return private.sign(b"rummynet/v1/sig/" + kind.encode() + b"\0" + payload)


def path_of(leaves: list[bytes], place: int) -> bytes:
    """The sibling hashes from a leaf upward, joined."""
    if len(leaves) == 1:
        return b""
    split = left_part(len(leaves))
    left, right = leaves[:split], leaves[split:]
    return path_of(left, place) + root_of(right) if place < split else path_of(right, place - split) + root_of(left)


def statement_hash(kind: str, payload: bytes) -> bytes:
    return tagged("statement", kind.encode(), payload)


class Person:
    """A player with a key, a clock and a chain of statements."""

    def __init__(self, number: int, name: str) -> None:
        self.private = Ed25519PrivateKey.from_private_bytes(bytes([64 + number] * 32))
        self.key, self.name = self.private.public_key().public_bytes_raw(), name
        self.clock, self.ahead = bytes([number] * 8), 5000 * (number + 1)
        self.n, self.prev = 0, bytes(32)

    def say(self, kind: str, fields: Entry) -> Envelope:
        """Sign the next statement; `fields` begins with log and head."""
        common = {"log": fields["log"], "n": self.n, "prev": self.prev, "head": fields["head"], "clock": self.clock}
        payload: bytes = msgpack.packb({**common, **fields})
        self.n, self.prev = self.n + 1, statement_hash(kind, payload)
        return [payload, sign(self.private, kind, payload)]


class Handmade:
    """A host that writes a log, and the people at its table."""

    def __init__(self, players: int = 2, variant: str = "keilty", game: int = 1, options: Entry | None = None) -> None:
        self.private = Ed25519PrivateKey.from_private_bytes(bytes([7] * 32))
        self.host = self.private.public_key().public_bytes_raw()
        self.table, self.game, self.before = bytes([9] * 32), game, bytes([5] * 32) if game > 1 else bytes(32)
        self.log = tagged("log", self.host, self.table, u32(game))
        self.variant, self.options = variant, OPTIONS | (options or {})
        rules: bytes = msgpack.packb([variant, [[name, self.options[name]] for name in sorted(self.options)]])
        self.rules = tagged("rules", rules)
        self.people = [Person(number, f"P{number}") for number in range(players)]
        self.agreed: list[Person] = []
        self.head, self.time, self.round, self.starter = bytes(32), 0, 0, -1
        self.heads: list[bytes] = []
        self.records: list[bytes] = []
        self.session = b""
        self.epochs: dict[int, Epoch] = {}
        self.secrets: dict[int, tuple[bytes, bytes, list[bytes]]] = {}
        self.next = self.committed = self.batch = 0
        self.scores = [0] * players
        self.voids, self.last = 0, ""

    def write(self, kind: str, fields: Entry) -> None:
        """Write any entry, signed."""
        timed = {} if kind == "open" else {"t": self.time}
        data: bytes = msgpack.packb({"e": kind, **fields} | timed | {k: v for k, v in fields.items() if k == "t"})
        self.head = tagged("chain", self.head, data)
        self.heads.append(self.head)
        self.last = kind
        body = sign(self.private, "head", self.head) + data
        self.records.append(b"\1" + u32(len(body)) + body)

    def transcript(self) -> bytes:
        return HEADER + b"".join(self.records)

    def say(self, seat: int, kind: str, fields: Entry, said: Entry | None = None) -> Envelope:
        person = self.people[seat]
        t = {"t": self.time + person.ahead}
        return person.say(kind, {"log": self.log, "head": self.head, **t, **fields, **(said or {})})

    def all_say(self, kind: str, fields: Entry, said: dict[int, Entry] | None = None) -> list[Envelope]:
        return [self.say(seat, kind, fields, (said or {}).get(seat)) for seat in range(len(self.people))]

    def refuse(
        self,
        seat: int,
        kind: str,
        envelope: Envelope,
        code: str = "",
        log: bytes = b"",
        head: bytes | None = None,
        evidence: bytes | None = None,
        shown: bytes = b"",
    ) -> None:
        """Put a refusal of `seat` into the file, for what no log shows if nothing else is said."""
        head = self.head if head is None else head
        evidence = evidence or (bytes(32) if code else LEFT_OUT)
        code = code or "order"
        payload, signature = envelope
        key, name = self.people[min(seat, len(self.people) - 1)].key, statement_hash(kind, payload)
        sealed = tagged("refusal", log or self.log, head, key, name, code.encode(), evidence)
        body = bytes([seat, STATEMENT_KINDS.index(kind)]) + signature + sign(self.private, "refusal", sealed)
        body += head + evidence + bytes([len(code)]) + code.encode() + len(payload).to_bytes(2, "big") + payload
        body += bytes(2) + shown  # nothing stands beside a statement of a deck that is not sealed
        self.records.append(b"\3" + u32(len(body)) + body)

    def opening(self, seat: int, epoch: int, place: int) -> None:
        """Put an opening of `seat` into the file."""
        card, salt, path = self.proof(epoch, place)
        body = bytes([seat]) + u32(self.round) + bytes([epoch, place, card]) + salt + path
        self.records.append(b"\2" + u32(len(body)) + body)

    def open(self, **other: object) -> None:
        named = {"table": self.table, "game": self.game, "before": self.before, "host": self.host, "host_name": "H"}
        rules = {"variant": self.variant, "options": self.options, "at": 0}
        self.write("open", {"version": 5, **named, **rules, **other})

    def players_hash(self, people: list[Person]) -> bytes:
        return tagged("players", b"", *[part for one in people for part in (one.key, one.name.encode())])

    def ready(self, seat: int, **said: object) -> Envelope:
        """The consent of a seat."""
        fields = {"rules": self.rules, "players": self.players_hash(self.agreed or self.people)}
        return self.say(seat, "ready", {"head": self.before, **fields}, said)

    def seats(self, joining: list[int] | None = None, **other: object) -> None:
        asked = range(len(self.people)) if joining is None else joining
        players = [[one.key, one.name] for one in self.people]
        ready = {} if "ready" in other else {"ready": [self.ready(seat) for seat in asked]}
        self.write("seats", {"players": players, "joining": joining or [], "bots": [], **ready, **other})

    def nonces(self, said: dict[int, Entry] | None = None) -> None:
        """Both steps of the session."""
        nonces = [bytes([100 + seat, self.round] * 16) for seat in range(len(self.people))]
        commits = [
            tagged("nonce-commit", self.log, u8(seat), one.key, nonces[seat]) for seat, one in enumerate(self.people)
        ]
        each = {seat: {"seat": seat, "commit": commits[seat]} for seat in range(len(nonces))}
        self.write("nonce-commits", {"signed": self.all_say("nonce-commit", {}, each)})
        shown = tagged("nonce-set", self.log, *commits)
        each = {seat: {"commits": shown, "nonce": nonces[seat], **(said or {}).get(seat, {})} for seat in each}
        self.write("nonces", {"signed": self.all_say("nonce", {}, each)})
        keys = [one.key for one in self.people]
        self.session = tagged("session", self.host, u8(len(keys)), *keys, *nonces, self.rules)
        self.agreed = list(self.people)

    def host_commit(self, new_round: bool = False, **other: object) -> None:
        """Commit to the batch that is due."""
        if new_round:
            self.round, self.next, self.committed = self.round + 1, 0, 0
            self.epochs, self.secrets = {}, {}
        count, self.batch = (3, self.committed) if self.committed else (4, 0)
        for number in range(self.committed, min(self.committed + count, 256)):
            deal = deal_id(self.session, self.round, number)
            deck, pub = tagged("s", deal, b"deck"), tagged("s", deal, b"pub")
            xs = [tagged("x", deal, one.key) for one in self.people]
            sealed = tagged("commit", deal, b"host-deck", self.host, deck)
            pair = sealed, tagged("commit", deal, b"host-pub", self.host, pub)
            seats = [seat_commitment(deal, seat, one.key, xs[seat]) for seat, one in enumerate(self.people)]
            self.epochs[number], self.secrets[number] = Epoch(deal, pair, seats), (deck, pub, xs)
        self.committed += count
        pairs = [list(self.epochs[number].host) for number in range(self.batch, min(self.committed, 256))]
        self.write("host-commit", {"round": self.round, "first": self.batch, "commits": pairs, **other})

    def part(self, kind: str, seat: int, said: Entry | None = None) -> Envelope:
        """What a seat owes after `host-commit` (kind `commit`), `shuffle` (`reveal`) or `root` (`root`)."""
        fields: Entry = {"session": self.session}
        if kind == "commit":
            mine = [self.epochs[number].seats[seat] for number in range(self.batch, self.committed)]
            answered = ["silent"] * self.voids
            fields |= {"round": self.round, "first": self.batch, "commits": mine, "answered": answered}
        else:
            epoch = self.epochs[self.next]
            x = self.secrets[self.next][2][seat]
            more = {"cset": epoch.cset(), "x": x} if kind == "reveal" else {"root": epoch.deal_root}
            fields |= {"deal": epoch.deal} | more
        return self.say(seat, kind, fields, said)

    def parts(self, kind: str, said: dict[int, Entry] | None) -> list[Envelope]:
        return [self.part(kind, seat, (said or {}).get(seat)) for seat in range(len(self.people))]

    def commits(self, said: dict[int, Entry] | None = None, **other: object) -> None:
        signed = {"signed": self.parts("commit", said)}
        self.voids = 0
        self.write("commits", {"round": self.round, "first": self.batch, **signed, **other})

    def here(self) -> Entry:
        return {"round": self.round, "epoch": self.next}

    def shuffle(self, cards: bytes, **other: object) -> None:
        self.write("shuffle", {**self.here(), "cards": cards, **other})
        self.epochs[self.next].cards, self.epochs[self.next].head = cards, self.head

    def reveals(self, said: dict[int, Entry] | None = None, **other: object) -> None:
        epoch, xs = self.epochs[self.next], self.secrets[self.next][2]
        self.write("reveals", {**self.here(), "signed": self.parts("reveal", said), **other})
        epoch.mix(xs)
        epoch.deck = shuffle(epoch.cards, tagged("deck-key", epoch.z, self.secrets[self.next][0]))

    def leaves(self, number: int) -> list[bytes]:
        epoch = self.epochs[number]
        key = tagged("salt-key", epoch.z, self.secrets[number][0])
        salts = [tagged("salt", key, u8(place)) for place in range(len(epoch.deck))]
        return [leaf(epoch.deal, place, card, salts[place]) for place, card in enumerate(epoch.deck)]

    def proof(self, number: int, place: int) -> tuple[int, bytes, bytes]:
        """Card, salt and path of a position."""
        epoch = self.epochs[number]
        salt = tagged("salt", tagged("salt-key", epoch.z, self.secrets[number][0]), u8(place))
        return epoch.deck[place], salt, path_of(self.leaves(number), place)

    def root(self, **other: object) -> None:
        epoch = self.epochs[self.next]
        epoch.root = root_of(self.leaves(self.next))
        epoch.deal_root = epoch.sealed_as(epoch.root)
        self.write("root", {**self.here(), "root": epoch.root, "deal_root": epoch.deal_root, **other})

    def cosigns(self, said: dict[int, Entry] | None = None, **other: object) -> None:
        epoch = self.epochs[self.next]
        epoch.pub = self.secrets[self.next][1]
        signed = {"signed": self.parts("root", said)}
        self.write("cosigns", {**self.here(), **signed, "pub": epoch.pub, **other})
        epoch.signed, self.next = True, self.next + 1

    def void(self, *silent: int, wait: int = 10_000, said: dict[int, Entry] | None = None, **other: object) -> None:
        """Put the shuffle aside that is being made; these seats' parts are not there."""
        kind = {"host-commit": "commit", "shuffle": "reveal", "root": "root"}[self.last]
        signed = [
            None if seat in silent else self.part(kind, seat, (said or {}).get(seat))
            for seat in range(len(self.people))
        ]
        self.time += wait
        self.write("void", {**self.here(), "signed": signed, **other})
        self.next, self.voids = self.committed, self.voids + 1

    def last_word(self, seat: int, *answered: str, **said: object) -> None:
        """Put the last word of `seat` into the file."""
        payload, signature = self.say(seat, "last-word", {"answered": list(answered)}, said)
        body = bytes([seat]) + signature + payload
        self.records.append(b"\4" + u32(len(body)) + body)

    def seal(self, cards: bytes) -> None:
        """From `shuffle` to `cosigns`."""
        self.shuffle(cards)
        self.reveals()
        self.root()
        self.cosigns()

    def begin(self) -> None:
        """Everything until the first shuffle can begin."""
        self.open()
        self.seats()
        self.nonces()
        self.host_commit(new_round=True)

    def vote(self, seat: int, about: int, yes: bool = True, **said: object) -> None:
        fields = {"session": self.session, "round": self.round, "about": about, "yes": yes}
        self.write("vote", {"seat": seat, "signed": self.say(seat, "vote", fields, said)})

    def close(self, seat: int, about: int, **said: object) -> None:
        self.write("close", {"seat": seat, "signed": self.say(seat, "close", {"about": about}, said)})

    def pause(self, on: bool, lasts: int = 0) -> None:
        """The table begins to rest, and does so for some time; or it goes on."""
        self.write("pause", {"on": on})
        self.time += lasts

    def action(self, seat: int, do: str, **said: object) -> Envelope:
        """What a seat signs to act."""
        fields = {"head": self.aim, "session": self.session, "round": self.round, "do": do, "proof": None}
        return self.say(seat, "action", fields, said)

    def deal(self, **other: object) -> None:
        """Deal, for Keilty, and note the position."""
        players, epoch = len(self.people), self.epochs[self.next - 1]
        self.starter = epoch.first_seat(players) if self.round == 1 else (self.starter - 1) % players
        size = HANDS[players]
        to = bytes((self.starter + place) % players for place in range(size * players))
        up = [[len(to), *self.proof(self.next - 1, len(to))]]
        self.write("deal", {"round": self.round, "starter": self.starter, "to": to, "up": up, **other})
        epoch.handed_out, self.aim = len(to) + 1, self.head
        self.rules_round = Round(players, self.starter, epoch.deck, self.options)

    def act(self, seat: int, do: str, signed: Envelope | None = None, why: str | None = None, **other: object) -> None:
        """Do an action, in the log and in the round that is played beside it."""
        number = self.next - 1
        drawn = int(do == "draw")
        place = self.epochs[number].handed_out if drawn else None
        self.epochs[number].handed_out += drawn
        envelope = None if why else signed or self.action(seat, do)
        fields = {"seat": seat, "do": do, "signed": envelope, "why": why, "drawn": drawn, "position": place}
        fields["proof"] = b""
        self.write("act", {**fields, **other})
        self.aim = self.head
        self.rules_round.act(seat, do)

    def want(self, seat: int, why: str | None = None, **other: object) -> None:
        """The draw that needs a new stock."""
        signed = None if why else self.action(seat, "draw")
        self.write("want", {"seat": seat, "do": "draw", "signed": signed, "why": why, **other})

    def restock(self) -> None:
        """A new stock of the pile but its top, with new commitments if they are due."""
        if self.next == self.committed:
            self.host_commit()
            self.commits()
        self.seal(bytes(sorted(self.rules_round.pile[:-1])))
        self.rules_round.restock(self.epochs[self.next - 1].deck)

    def step(self) -> None:
        """One honest step: a call if there is one, else what the turn clock would do."""
        round_ = self.rules_round
        self.time += 700
        for maker, call in round_.calls():
            self.act((maker + 1) % len(self.people), call)
            return
        do = round_.play() or round_.clock_action()
        if do == "draw" and not round_.stock:
            self.want(round_.turn)
            self.restock()
            self.act(round_.turn, "draw", why="want")
        else:
            self.act(round_.turn, do)

    def show(self, **other: object) -> None:
        used = [number for number, epoch in self.epochs.items() if epoch.signed]
        secrets = [[number, self.secrets[number][0]] for number in used]
        self.write("show", {"round": self.round, "secrets": secrets, **other})
        self.aim = self.head

    def score(self, **other: object) -> bool:
        """Score the round; whether the game is over."""
        points, before = self.rules_round.points, self.scores
        self.scores = [a + b for a, b in zip(before, points, strict=True)]
        ranked = sorted(zip(self.scores, before, range(len(points)), strict=True), reverse=True)
        over = ranked[0][0] >= self.options["target"] and ranked[0][:2] != ranked[1][:2]
        out = self.rules_round.state.out
        sums = {"round_scores": points, "scores": self.scores, "winner": ranked[0][2] if over else None}
        self.write("score", {"round": self.round, "out": out, **sums, "finished": over, **other})
        return over

    def play_round(self) -> bool:
        """Play a round that has its commitments from the host; whether the game is over."""
        self.commits()
        self.seal(bytes(range(52)))
        self.deal()
        while not self.rules_round.over:
            self.step()
        self.show()
        return self.score()

    def play(self) -> None:
        """Play a whole game."""
        self.begin()
        while not self.play_round():
            self.host_commit(new_round=True)
        self.end("played")

    def end(self, why: str) -> None:
        self.write("end", {"why": why})
