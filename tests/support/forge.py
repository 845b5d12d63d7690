"""A host with its players in one object, writing logs straight from the protocol's page: honest, or crooked in one way.

It shares the primitives (hashes, signatures, rules) with the product, and none of its table, so that the auditor is not
tested against the code that feeds it in real life. A crook changes what the host writes or shows; the players stay
honest and sign what they are shown, as a deceived client without an auditor would.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rummynet.rules.refusals import NeedsShuffle
from rummynet.rules.state import HIDDEN, State
from rummynet.rules.varieties import variety
from rummynet.rules.variety import Timer, stand_in
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, Draw
from rummynet_protocol.events import Drew, TurnedUp
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.ceremony import HostDeal, HostShuffle
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.deck import SealedDeck
from rummynet_protocol.fairness.entries import Entry, Envelope, OpeningRow, pack_entry
from rummynet_protocol.fairness.shuffle import shuffle
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import (
    Acting,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
    Voting,
    pack_statement,
)
from rummynet_protocol.fairness.transcript import HEADER, pack_entry_record, pack_opening_record


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


@dataclass
class Player:
    """An honest player: signs what it is shown."""

    signer: Signer
    name: str
    secret: bytes
    acts: int = 0
    votes: int = 0

    def sign(self, statement: Statement) -> Envelope:
        payload = pack_statement(statement)
        return payload, self.signer.sign(statement.kind, payload)


Choose = Callable[[State, int, list[Action], random.Random], Action]


def anything(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
    """Any legal action; plays rather than throws where there is a choice, so that games come to an end."""
    plays = [one for one in legal if not isinstance(one, Draw) and notation.text(one)[:5] != "throw"]
    return chance.choice(plays) if plays and chance.random() < 0.8 else chance.choice(legal)


class Forge:
    """Writes the log of one game. ``crook`` names the one thing it does wrong, None for an honest host."""

    def __init__(
        self, variant: str = "keilty", options: dict[str, object] | None = None, players: int = 2, *, seed: int = 0,
        crook: str | None = None, choose: Choose = anything, idles_in: str = "",
    ) -> None:  # fmt: skip
        """In the phase *idles_in* seats let the turn clock act for them now and then."""
        self.chance = random.Random(seed)
        self.crook = crook
        self.choose = choose
        self.idles_in = idles_in
        self.game = variety(variant)
        self.options = self.game.resolve(options or {})
        self.host = Signer(self.fresh())
        self.players = [Player(Signer(self.fresh()), f"player {seat}", self.fresh()) for seat in range(players)]
        self.table = self.fresh()
        self.written: list[Written] = []
        self.shown: list[Shown] = []
        self.head = NO_HEAD
        self.aim = NO_HEAD
        self.session = b""
        self.round = 0
        self.full: State | None = None
        self.public: State | None = None
        self.deals: list[HostDeal] = []
        self.seat_commits: list[list[bytes]] = []
        self.next_epoch = 0
        self.used: list[tuple[int, HostShuffle]] = []
        self.position = 0
        self.moved = False
        self.clock = 0

    # -- writing

    def fresh(self) -> bytes:
        return self.chance.randbytes(32)

    def write(self, entry: Entry) -> None:
        data = pack_entry(entry)
        self.head = next_head(self.head, data)
        self.written.append(Written(data, self.host.sign("head", self.head)))
        if isinstance(entry, log.Dealt | log.Inserted | log.Acted | log.Shown):
            self.aim = self.head

    def resign(self, order: Sequence[bytes]) -> None:
        """Write the log anew with these entries."""
        self.written, self.head = [], NO_HEAD
        for data in order:
            self.head = next_head(self.head, data)
            self.written.append(Written(data, self.host.sign("head", self.head)))

    def transcript(self, seat: int | None = None) -> bytes:
        """The file as the host (None) or a seat would have written it."""
        parts = [HEADER]
        for index, one in enumerate(self.written):
            parts.append(pack_entry_record(one.entry, one.signature))
            for opening in self.shown:
                if opening.after == index and opening.seat == seat:
                    parts.append(pack_opening_record(opening.seat, opening.round, opening.epoch, opening.row))
        return b"".join(parts)

    def everyone(self, make: Callable[[int, Player], Statement]) -> tuple[Envelope, ...]:
        return tuple(player.sign(make(seat, player)) for seat, player in enumerate(self.players))

    # -- the game

    def play(self, rounds: int = 1000) -> "Forge":
        """The whole game, or so many rounds of it."""
        self.begin()
        for _ in range(rounds):
            self.play_round()
            assert self.full is not None
            if self.full.finished:
                self.write(log.Ended(self.tick()))
                break
        return self

    def begin(self) -> None:
        keys = [player.signer.public for player in self.players]
        options = {name: list(v) if isinstance(v, tuple) else v for name, v in self.options.items()}
        self.write(log.Opened(1, self.table, self.host.public, "kitchen", self.game.name, options, 1_700_000_000))
        self.write(log.Seated(tuple((key, one.name) for key, one in zip(keys, self.players, strict=True))))
        nonces = [self.fresh() for _ in keys]
        commits = [fair.nonce_commit(self.table, s, k, n) for s, (k, n) in enumerate(zip(keys, nonces, strict=True))]
        self.write(log.NonceCommits(self.everyone(lambda s, _: NonceCommitted(self.table, s, commits[s]))))
        all_commits = fair.nonce_set(self.table, commits)
        if self.crook == "changes-a-nonce":
            nonces[0] = self.fresh()
        self.write(log.Nonces(self.everyone(lambda s, _: NonceShown(self.table, all_commits, nonces[s]))))
        rules = fair.rules_hash(self.game.name, self.options)
        self.session = fair.session_id(self.host.public, keys, nonces, rules)

    def commit(self, count: int, first: int | None = None) -> None:
        first = self.next_epoch if first is None else first
        deals = []
        for epoch in range(first, first + count):
            deal = fair.deal_id(self.session, self.round, epoch)
            deals.append(HostDeal(deal, self.host.public, self.fresh(), self.fresh()))
        early = self.head
        self.write(log.HostCommit(self.round, first, tuple(one.commits for one in deals)))
        head = early if self.crook == "commits-after-the-players" else self.head
        commits = [
            [fair.seat_commit(d.deal, seat, p.signer.public, fair.contribution(p.secret, d.deal)) for d in deals]
            for seat, p in enumerate(self.players)
        ]
        if self.crook == "copies-a-commitment":
            commits[1] = commits[0]
        signed = self.everyone(lambda s, _: Committed(self.session, self.round, head, first, tuple(commits[s])))
        self.write(log.Commits(self.round, first, signed))
        self.deals = deals
        self.seat_commits = [[commits[seat][at] for seat in range(len(self.players))] for at in range(count)]
        self.next_epoch = first + count

    def void(self, silent: int) -> None:
        """A seat stays silent in the shuffle that is due."""
        epoch = self.next_epoch - len(self.deals)
        cards = self.due()
        self.write(log.Shuffle(self.round, epoch, bytes(cards)))
        self.write(log.Voided(self.round, epoch, (silent,)))
        self.deals = []

    def due(self) -> list[int]:
        if self.public is None or self.public.round != self.round:
            return self.game.deck(self.options, self.full, len(self.players))
        due = self.game.reshuffle_cards(self.public)
        assert due
        return due

    def mix(self, cards: Sequence[int]) -> HostShuffle:
        """From the shuffle entry to the co-signed root."""
        deal, commits, epoch = self.deals.pop(0), self.seat_commits.pop(0), self.next_epoch - len(self.deals) - 1
        self.write(log.Shuffle(self.round, epoch, bytes(cards)))
        head, cset = self.head, deal.commit_set(commits)
        other = deal.commit_set([*commits[:-1], self.fresh()])
        last = len(self.players) - 1
        xs = [fair.contribution(player.secret, deal.deal) for player in self.players]
        seen = [other if s == last and self.crook == "shows-two-commit-sets" else cset for s in range(last + 1)]
        signed = self.everyone(lambda s, _: Revealed(self.session, deal.deal, seen[s], head, xs[s]))
        self.write(log.Reveals(self.round, epoch, signed, deal.s_pub))
        done = deal.shuffled(commits, head, cards, xs)
        if self.crook == "swaps-undealt-cards":
            done = self._swapped(done)
        if self.crook == "stacks-the-deck":
            done = replace(done, deck=SealedDeck(deal.deal, sorted(cards), fair.salt_key(done.z, deal.s_deck)))
        self.write(log.Root(self.round, epoch, done.deck.root, done.deal_root))
        roots = [done.deal_root] * (last + 1)
        if self.crook == "shows-two-roots":
            roots[last] = fair.deal_root(deal.deal, cset, done.z, len(cards), self.fresh())
        here = self.head
        cosigned = self.everyone(lambda s, _: Cosigned(self.session, deal.deal, roots[s], here))
        self.write(log.Cosigns(self.round, epoch, cosigned[:-1] if self.crook == "withholds-a-signature" else cosigned))
        self.used.append((epoch, done))
        self.position, self.moved = 0, False
        return done

    def _swapped(self, done: HostShuffle) -> HostShuffle:
        order = list(done.deck.order)
        order[-1], order[-2] = order[-2], order[-1]
        sealed = SealedDeck(done.secrets.deal, order, fair.salt_key(done.z, done.secrets.s_deck))
        return replace(done, deck=sealed)

    # -- a round

    def play_round(self) -> None:
        self.round += 1
        self.next_epoch, self.used = 0, []
        for player in self.players:
            player.acts = player.votes = 0
        self.commit(4)
        if self.crook == "commits-again":
            self.void(0)
            self.commit(4, first=0)
        if self.crook == "deals-without-the-silent":
            self.void(0)
            self.deals = [HostDeal(b"\1" * 32, self.host.public, self.fresh(), self.fresh())]
            self.write(log.Commits(self.round, 0, ()))
        self.deal(self.mix(self.due()))
        while self.public is None or not self.game.hands_are_shown(self._full):
            self.step()
        self.finish()

    @property
    def _full(self) -> State:
        assert self.full is not None
        return self.full

    def starter(self, done: HostShuffle) -> int:
        named, seats = self.game.named_starter(self.options, len(self.players)), len(self.players)
        if named is not None:
            return named
        if self.game.draws_cards_for_deal:
            deck = shuffle(range(52), fair.first_key(done.z, done.secrets.s_pub))
            return self.game.starter_from_seat(self.game.draw_for_deal(seats, deck)[1], seats)
        return self.game.starter_from_seat(done.first_seat(seats), seats)

    def deal(self, done: HostShuffle) -> None:
        seats, before = len(self.players), self.full
        starter = self.starter(done)
        if self.crook == "lets-another-begin":
            starter = (starter + 1) % seats
        if self.crook == "lets-the-highest-deal":
            starter = self._by_another_draw(done)
        order = done.deck.order
        if before is None:
            full, events = self.game.deal(self.options, seats, starter, order)
        else:
            full, events = self.game.next_round(before, order)
        ups = sum(isinstance(event, TurnedUp) for event in events)
        first = full.starter
        playing = [s % seats for s in range(first, first + seats) if full.count(s % seats)]
        hands = sum(full.count(s) for s in range(seats))
        to = bytes(playing[at % len(playing)] for at in range(hands))
        up = tuple(done.deck.opening(at) for at in range(hands, hands + ups))
        deck = [HIDDEN] * len(order)
        for position, card, _, _ in up:
            deck[position] = card
        if before is None:
            self.public, _ = self.game.deal(self.options, seats, starter, deck)
        else:
            self.public, _ = self.game.next_round(before, deck)
        self.full = full
        told = bytes([*to[1:], to[0]]) if self.crook == "deals-out-of-turn" else to
        if self.crook == "turns-up-another":
            up = (done.deck.opening(hands + ups), *up[1:])
        self.write(log.Dealt(self.round, full.starter, told, up, self.tick()))
        for position, seat in enumerate(to):
            self.open(seat, position)
        self.position = hands + ups
        count = self.game.insertions(full)
        if count:
            self.insert(count, done)

    def _by_another_draw(self, done: HostShuffle) -> int:
        """Whom the draw does not make the first dealer."""
        honest = self.starter(done)
        return next(seat for seat in range(len(self.players)) if seat != honest)

    def insert(self, count: int, done: HostShuffle) -> None:
        assert self.public is not None
        size = len(self._full.stock)
        places = done.insert_places(range(size, size + count))
        if self.crook == "puts-the-wild-elsewhere":
            places = [0] * count if places != [0] * count else [1] * count
        self.full, _ = self.game.insert(self._full, places)
        self.public, _ = self.game.insert(self.public, None)
        self.moved = True
        self.write(log.Inserted(self.round, count + (self.crook == "puts-back-one-too-many")))
        if self.crook == "puts-back-twice":
            self.write(log.Inserted(self.round, count))

    def open(self, seat: int, position: int) -> None:
        epoch, done = self.used[-1]
        row = done.deck.opening(position)
        if self.crook == "deals-another-card":
            row = (row[0], (row[1] + 1) % 52, row[2], row[3])
        if self.crook == "deals-the-equal-card":
            row = (row[0], (row[1] + 54) % len(done.deck), row[2], row[3])
        self.shown.append(Shown(len(self.written) - 1, seat, self.round, epoch, row))

    def step(self) -> None:
        """One action of a seat: the one that has to act, now and then one that may call."""
        state = self._full
        seats = [*self.game.actors(state)] if self.chance.random() < 0.8 else list(range(state.players))
        seat = self.chance.choice(seats)
        legal = self.game.legal(state, seat)
        if not legal:
            return
        due = next((one for one in self.game.timers(state) if one.seat == seat), None)
        if due is not None and state.phase == self.idles_in and self.chance.random() < 0.3:
            return self._left_to_the_clock(due)
        action = self.choose(state, seat, legal, self.chance)
        self.act(seat, self.game.explicit(state, seat, action))

    def act(self, seat: int, action: Action) -> None:
        assert self.public is not None
        said = notation.text(action)
        if said == "out":
            return self._left_to_the_clock(next(one for one in self.game.timers(self._full) if one.action == said))
        player = self.players[seat]
        payload = pack_statement(Acting(self.session, self.round, player.acts, self.aim, said))
        signed = payload, player.signer.sign("action", payload)
        player.acts += 1
        self._applied(seat, action, signed, None)

    def _left_to_the_clock(self, timer: Timer) -> None:
        """The seat lets its time go by; a crook does not wait for all of it."""
        if self.crook == "hurries-for-nobody":
            self.clock += 2500
        else:
            self.clock += 1000 * timer.seconds - (600 if self.crook == "hurries-a-clock" else 0)
        self._applied(timer.seat, notation.parse(timer.action), None, timer.kind)

    def ballot(self, voter: int, seat: int, yes: bool = True) -> Envelope:
        """What *voter* signs about *seat* now."""
        player = self.players[voter]
        player.votes += 1
        return player.sign(Voting(self.session, self.round, player.votes - 1, self.head, seat, yes))

    def vote(self, voter: int, seat: int, yes: bool = True) -> None:
        self.write(log.Voted(voter, self.ballot(voter, seat, yes), self.tick()))

    def stand_in(self, do: str | None = None) -> None:
        """The host acts for the seat on turn as if it had been voted for: what is safe, or *do*."""
        (timer,) = stand_in(self.game, self._full, 1)
        self._applied(timer.seat, notation.parse(do or timer.action), None, "vote")

    def _applied(self, seat: int, action: Action, signed: Envelope | None, why: str | None) -> None:
        assert self.public is not None
        try:
            full, events = self.game.apply(self._full, seat, action)
        except NeedsShuffle:
            if not self.deals:
                self.commit(3)
            done = self.mix(self.due())
            self.full, _ = self.game.reshuffle(self._full, done.deck.order)
            self.public, _ = self.game.reshuffle(self.public, [HIDDEN] * len(done.deck))
            return self._applied(seat, action, signed, why)
        drawn = sum(isinstance(event, Drew) for event in events)
        named = drawn > 0 and self.public.stock[0] == HIDDEN and not self.moved
        positions = self._positions(full, drawn, named)
        self.public, _ = self.game.apply(self.public, seat, action)
        told = notation.text(action)
        if self.crook == "alters-an-action" and told.startswith("throw") and signed:
            told = next((text for a in self.game.legal(self._full, seat) if (text := notation.text(a)) != told), told)
        self.full = full
        self.write(log.Acted(seat, told, signed, why, drawn, positions[0] if named else None, self.tick()))
        for position in positions:
            self.open(seat, position)

    def _positions(self, full: State, drawn: int, named: bool) -> list[int]:
        if not drawn or (not named and not self.moved):
            return []
        deck = self.used[-1][1].deck
        if not named:
            return [deck.order.index(card) for card in self._full.stock[:drawn]]
        first = self.position
        self.position += drawn
        if self.crook == "skips-a-position":
            first += 1
        if self.crook == "repeats-a-position":
            first -= 1
        return list(range(first, first + drawn))

    def finish(self) -> None:
        """The end of a round: secrets, what is left to settle, the scores."""
        secrets = [(epoch, done.secrets.s_deck) for epoch, done in self.used]
        if self.crook == "opens-another-seed":
            secrets[0] = (secrets[0][0], self.fresh())
        self.write(log.Shown(self.round, tuple(secrets)))
        self.public = self._full
        while self._full.phase != "over":
            self.step()
        state = self._full
        assert state.round_scores is not None
        scores = state.scores
        if self.crook == "writes-a-wrong-score":
            scores = (scores[0] + 5, *scores[1:])
        self.write(
            log.Scored(self.round, state.out, state.round_scores, scores, state.winner, state.finished, self.tick())
        )

    def tick(self) -> int:
        self.clock += self.chance.randrange(1, 500)
        return self.clock
