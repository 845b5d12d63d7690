"""The log of a forged game up to a deck that everybody signed: writing, consent, session, commitments, shuffles."""

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rummynet.rules.core.state import State
from rummynet.rules.varieties import variety
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.ceremony import HostDeal, HostShuffle
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.deck import SealedDeck
from rummynet_protocol.fairness.entries import Entry, Envelope, OpeningRow, pack_entry, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import (
    Agreed,
    Committed,
    Cosigned,
    LastWord,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
)
from rummynet_protocol.fairness.transcript import (
    HEADER,
    LastWordRecord,
    RefusalRecord,
    SignedStatement,
    pack_entry_record,
    pack_last_word_record,
    pack_opening_record,
    pack_refusal_record,
)
from rummynet_protocol.values import replace
from tests.support.forged_players import Conditions, OwnClock, Player, Time

LEFT_OUT = b"\5" * 32
"""The hash of a statement that a file's owner left out."""


@dataclass
class Written:
    """One entry of a log as the host sent it."""

    entry: bytes
    signature: bytes


@dataclass
class Shown:
    """An opening, sent to one seat after the entry with this index."""

    after: int
    seat: int
    round: int
    epoch: int
    row: OpeningRow


class ForgedLog:
    """A host and its players, who sign what they are shown."""

    def __init__(
        self, variant: str, options: dict[str, object] | None, players: int, seed: int, conditions: Conditions
    ,
    ) -> None:  # fmt: skip
        self.chance = random.Random(seed)
        self.time = Time(conditions, random.Random(-1 - seed))
        self.game = variety(variant)
        self.options = self.game.resolve(options or {})
        self.host = Signer(self.fresh())
        self.players = [self.player(f"player {seat}") for seat in range(players)]
        self.table = self.fresh()
        self.number, self.before = 1, NO_HEAD
        self.written: list[Written] = []
        self.shown: list[Shown] = []
        self.refused: list[tuple[int, RefusalRecord]] = []
        """Each with the index of the entry after which it was sent."""
        self.last_words: list[tuple[int, LastWordRecord]] = []
        """Each with the index of the entry after which it was signed."""
        self.head = NO_HEAD
        self.aims = [NO_HEAD]
        """The heads of all positions."""
        self.session = b""
        self.joining: tuple[int, ...] = ()
        self.bots: tuple[int, ...] = ()
        """The seats that are the host's own bots."""
        self.settled = 0
        """How many players have agreed on a session."""
        self.round = 0
        self.full: State | None = None
        self.public: State | None = None
        self.deals: list[HostDeal] = []
        self.seat_commits: list[list[bytes]] = []
        self.next_epoch = 0
        self.used: list[tuple[int, HostShuffle]] = []
        self.position = 0
        self.moved = False
        self.gap: int | None = None
        self.shuffle_millis = 0
        """How long a shuffle takes beyond what its messages take."""
        self.falsified: list[tuple[type[Statement] | type[Entry], int | None, dict[str, Any]]] = []
        self.stacks: Callable[[list[int]], list[int]] | None = None
        """What the host makes of the order of a deck before it is sealed."""
        self.answers: list[dict[int, str]] = []
        """By void since the last commitments: what each seat says about it (``acknowledged`` where nothing else)."""

    @property
    def aim(self) -> bytes:
        """What an ordinary action is aimed at."""
        return self.aims[-1]

    # -- writing

    def fresh(self) -> bytes:
        return self.chance.randbytes(32)

    def player(self, name: str) -> Player:
        return Player(Signer(self.fresh()), name, self.fresh(), OwnClock(self.time))

    def exactly(self, millis: int) -> None:
        """The next entry comes so long after the last one, to the millisecond."""
        self.gap = millis

    def tick(self) -> int:
        """The time of the next entry."""
        gap, self.gap = self.gap, None
        return self.time.entry() if gap is None else self.time.entry_after(gap)

    def falsify(self, kind: type[Statement] | type[Entry], seat: int | None = None, /, **fields: Any) -> None:  # noqa: ANN401
        """From now on entries of this kind, or what this seat signs, have other fields.

        A field may be a function of the honest value.
        """
        self.falsified.append((kind, seat, fields))

    def _altered_fields(
        self, kind: type[Statement] | type[Entry], seat: int | None, honest: Callable[[str], Any]
    ) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for about, who, fields in self.falsified:
            if about is kind and who in (None, seat):
                told |= {name: new(honest(name)) if callable(new) else new for name, new in fields.items()}
        return told

    def write(self, entry: Entry) -> None:
        entry = replace(entry, **self._altered_fields(type(entry), None, lambda name: getattr(entry, name)))
        data = pack_entry(entry)
        self.head = next_head(self.head, data)
        self.written.append(Written(data, self.host.sign("head", self.head)))
        if isinstance(entry, log.CardsDealt | log.Inserted | log.Acted | log.Shown):
            self.aims.append(self.head)

    def resign(self, order: Sequence[bytes]) -> None:
        """Write the log anew with these entries."""
        self.written, self.head = [], NO_HEAD
        for data in order:
            self.head = next_head(self.head, data)
            self.written.append(Written(data, self.host.sign("head", self.head)))

    def cut(self, count: int) -> None:
        """Leave so many entries."""
        self.resign([one.entry for one in self.written[:count]])

    def alter(self, kind: type[Entry], nth: int = 0, /, **fields: Any) -> None:  # noqa: ANN401
        """The *nth* entry of this kind, from the end if negative, has other fields, and the host signs all anew."""
        order = [one.entry for one in self.written]
        at = [at for at, data in enumerate(order) if isinstance(read_entry(data), kind)][nth]
        entry = read_entry(order[at])
        new = {name: value(getattr(entry, name)) if callable(value) else value for name, value in fields.items()}
        order[at] = pack_entry(replace(entry, **new))
        self.resign(order)

    def transcript(self, seat: int | None = None) -> bytes:
        """The file as the host (None) or a seat would have written it."""
        after: dict[int, list[bytes]] = defaultdict(list)
        for opening in self.shown:
            if opening.seat == seat:
                record = pack_opening_record(opening.seat, opening.round, opening.epoch, opening.row)
                after[opening.after].append(record)
        for at, said in self.last_words:
            if said.seat == seat:
                after[at].append(pack_last_word_record(said))
        for at, refused in self.refused:
            if refused.seat == seat:
                after[at].append(pack_refusal_record(refused))
        parts = [HEADER]
        for index, one in enumerate(self.written):
            parts += [pack_entry_record(one.entry, one.signature), *after.get(index, ())]
        return b"".join(parts)

    # -- what players sign

    @property
    def log(self) -> bytes:
        return fair.log_id(self.host.public, self.table, self.number)

    def statement(self, seat: int, kind: type[Statement], /, **fields: Any) -> Statement:  # noqa: ANN401
        """The next statement of the seat, as of now; *fields* may replace those that every statement has."""
        player = self.players[seat]
        common = {
            "log": self.log, "n": player.n, "prev": player.prev, "head": self.head, "clock": player.clock.name,
            "t": player.clock.read(self.time.now),
        }  # fmt: skip
        fields = {**common, **fields}
        return kind(**{**fields, **self._altered_fields(kind, seat, fields.__getitem__)})

    def say(self, seat: int, kind: type[Statement], /, **fields: Any) -> Envelope:  # noqa: ANN401
        """The player takes a moment, then signs its next statement."""
        self.time.now += self.time.some()
        if self.time.chance.random() < self.time.conditions.restarts:
            self.players[seat].clock = OwnClock(self.time)
        return self.players[seat].say(self.statement(seat, kind, **fields))

    def everyone(self, kind: type[Statement], make: Callable[[int], dict[str, Any]]) -> tuple[Envelope, ...]:
        """One statement of each seat; they sign at the same time, not one after the other."""
        began, said, last = self.time.now, [], 0
        for seat in range(len(self.players)):
            self.time.now = began
            said.append(self.say(seat, kind, **make(seat)))
            last = max(last, self.time.now)
        self.time.now = last
        return tuple(said)

    def refuse(
        self, seat: int, kind: type[Statement], envelope: Envelope, code: str = "", head: bytes | None = None,
        evidence: bytes | None = None, shown: SignedStatement | None = None, blob: bytes = b"",
    ) -> RefusalRecord:  # fmt: skip
        """The host refuses what the seat has signed, for what no log shows if nothing else is said.

        It signs *evidence*, by default the hash of what is *shown*.
        """
        head = self.head if head is None else head
        if evidence is None and shown is not None:
            evidence = fair.statement_hash(*shown[:2])
        elif evidence is None:
            evidence = fair.NO_EVIDENCE if code or kind.kind == "vote" else LEFT_OUT
        code = code or ("not_absent" if kind.kind == "vote" else "order")
        payload, signature = envelope
        promise = fair.refusal_payload(
            self.log, head, self.players[seat].signer.public, fair.statement_hash(kind.kind, payload), code, evidence
        )
        by_host = self.host.sign("refusal", promise)
        record = RefusalRecord(seat, kind.kind, payload, signature, code, by_host, head, evidence, shown, blob)
        self.refused.append((len(self.written) - 1, record))
        return record

    # -- who plays

    @property
    def seated(self) -> tuple[tuple[bytes, str], ...]:
        return tuple((one.signer.public, one.name) for one in self.players)

    @property
    def rules(self) -> bytes:
        return fair.rules_hash(self.game.name, self.options)

    def seat_all(self) -> None:
        """The opening and everybody's consent."""
        ready = self.consents()
        options = {name: list(v) if isinstance(v, tuple) else v for name, v in self.options.items()}
        self.write(
            log.Opened(
                log.VERSION, self.table, self.number, self.before, self.host.public, "kitchen", self.game.name, options,
                1_700_000_000,
            )
        )  # fmt: skip
        self.write(log.Seated(self.seated, (), self.bots, ready, self.tick()))

    def begin(self) -> None:
        """The opening, everybody's consent, the session."""
        self.seat_all()
        self.agree()

    def consents(self) -> tuple[Envelope, ...]:
        """What everybody signs before the game."""
        self.fresh()  # the seeds of the vectors' games were tried with a draw here, and one before contributions
        said = {"head": self.before, "rules": self.rules, "players": fair.players_hash(self.seated, self.bots)}
        return self.everyone(Agreed, lambda _: said)

    def agree(self) -> None:
        """Both steps of the nonces; all players have a session."""
        keys = [key for key, _ in self.seated]
        nonces = [self.fresh() for _ in keys]
        commits = [fair.nonce_commit(self.log, s, k, n) for s, (k, n) in enumerate(zip(keys, nonces, strict=True))]
        signed = self.everyone(NonceCommitted, lambda s: {"seat": s, "commit": commits[s]})
        self.write(log.NonceCommits(signed, self.tick()))
        all_commits = fair.nonce_set(self.log, commits)
        signed = self.everyone(NonceShown, lambda s: {"commits": all_commits, "nonce": nonces[s]})
        self.write(log.Nonces(signed, self.tick()))
        self.session = fair.session_id(self.host.public, keys, nonces, self.rules)
        self.settled = len(keys)

    def ask_in(self, new: Sequence[Player], back: Sequence[int] = ()) -> dict[int, Envelope]:
        """Between two rounds: seats that come in again, and new players, agree to; the consent by seat."""
        before = fair.players_hash(self.seated[: self.settled], self.bots)
        self.players += new
        self.joining = (*back, *range(self.settled, len(self.players)))
        said = {"head": self.before, "rules": self.rules, "players": before}
        return {seat: self.say(seat, Agreed, **said) for seat in self.joining}

    def let_in(self, consents: dict[int, Envelope]) -> None:
        self.write(
            log.Seated(self.seated, self.joining, self.bots, tuple(consents[s] for s in self.joining), self.tick())
        )

    # -- shuffles

    def commit(self, count: int, first: int | None = None) -> None:
        first = self.next_epoch if first is None else first
        deals = []
        for epoch in range(first, first + count):
            deal = fair.deal_id(self.session, self.round, epoch)
            deals.append(HostDeal(deal, self.host.public, self.fresh(), self.fresh()))
        self.write(log.HostCommit(self.round, first, tuple(one.commits for one in deals), self.tick()))
        for player in self.players:
            player.nonces[self.round, first] = self.fresh()
        self.deals = deals
        commits = [
            [fair.seat_commit(d.deal, seat, p.signer.public, self.contribution(p, d, first)) for d in deals]
            for seat, p in enumerate(self.players)
        ]
        answers, self.answers = self.answers, []
        signed = self.everyone(
            Committed,
            lambda s: {
                "session": self.session, "round": self.round, "first": first,
                "commits": tuple(commits[s]), "answered": tuple(one.get(s, "acknowledged") for one in answers),
            },
        )  # fmt: skip
        self.write(log.Commits(self.round, first, signed, self.tick()))
        self.seat_commits = [[commits[seat][at] for seat in range(len(self.players))] for at in range(count)]
        self.next_epoch = first + count
        self.first_of_batch = first

    def contribution(self, player: Player, deal: HostDeal, first: int) -> bytes:
        return fair.contribution(player.secret, deal.deal, deal.commits, player.nonces[self.round, first])

    def void(self, *silent: int, protests: Sequence[int] = (), **changed: Any) -> None:  # noqa: ANN401
        """Seats stay silent in the shuffle that is due, or so the host says; *changed* are fields of the entry."""
        epoch = self.next_epoch - len(self.deals)
        self.write(log.Shuffle(self.round, epoch, bytes(self.due()), self.tick()))
        signed = self.reveals(self.deals[0], self.seat_commits[0])
        self.put_aside(epoch, tuple(None if s in silent else one for s, one in enumerate(signed)), protests, **changed)

    def put_aside(
        self,
        epoch: int,
        parts: tuple[Envelope | None, ...],
        /,
        protests: Sequence[int] = (),
        **changed: Any,  # noqa: ANN401
    ) -> None:
        """Void the shuffle whose *parts* came; *protests* are seats of which the host had the part."""
        self.time.wait(log.VOID_MILLIS)
        void = log.Voided(self.round, epoch, parts, self.tick())
        self.write(replace(void, **changed))
        self.answers.append({seat: "acknowledged" if seat in protests else "silent" for seat in void.silent})
        self.deals, self.seat_commits = [], []

    def last_word(self, seat: int, *answered: str, **fields: Any) -> bytes:  # noqa: ANN401
        """The file of a seat's player with its last word."""
        payload, signature = self.say(seat, LastWord, answered=answered, **fields)
        self.last_words.append((len(self.written) - 1, LastWordRecord(seat, payload, signature)))
        return self.transcript(seat)

    def due(self) -> list[int]:
        """The cards of the shuffle that is due."""
        if self.public is None or self.public.round != self.round:
            return self.game.deck(self.options, self.full, len(self.players), len(self.joining))
        due = self.game.chance.reshuffle_cards(self.public)
        assert due
        return due

    def reveals(self, deal: HostDeal, commits: Sequence[bytes]) -> tuple[Envelope, ...]:
        """Everybody's contribution to the shuffle whose entry is the newest."""
        self.fresh()
        xs = [self.contribution(player, deal, self.first_of_batch) for player in self.players]
        said = {"session": self.session, "deal": deal.deal, "cset": deal.commit_set(commits)}
        return self.everyone(Revealed, lambda s: {**said, "x": xs[s]})

    def mix(self, cards: Sequence[int]) -> HostShuffle:
        """From the shuffle entry to the co-signed root."""
        deal, commits, epoch = self.deals.pop(0), self.seat_commits.pop(0), self.next_epoch - len(self.deals) - 1
        self.write(log.Shuffle(self.round, epoch, bytes(cards), self.tick()))
        head = self.head
        if self.shuffle_millis:
            self.time.wait(self.shuffle_millis)
        xs = [self.contribution(player, deal, self.first_of_batch) for player in self.players]
        signed = self.reveals(deal, commits)
        self.write(log.Reveals(self.round, epoch, signed, self.tick()))
        done = deal.shuffled(commits, head, cards, xs)
        if self.stacks is not None:
            order = self.stacks(list(done.deck.order))
            done = replace(done, deck=SealedDeck(deal.deal, order, fair.salt_key(done.z, deal.s_deck)))
        self.write(log.Root(self.round, epoch, done.deck.root, done.deal_root, self.tick()))
        said = {"session": self.session, "deal": deal.deal, "root": done.deal_root}
        cosigned = self.everyone(Cosigned, lambda _: said)
        self.write(log.Cosigns(self.round, epoch, cosigned, deal.s_pub, self.tick()))
        self.used.append((epoch, done))
        self.position, self.moved = 0, False
        return done
