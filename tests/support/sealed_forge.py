"""Writes the log of a game with a sealed deck, from the page of the protocol: a host without cards, and its players.

The forge knows every key, so it can say which card lies where; what it writes goes by the log alone. The auditor that
it feeds stands for each player's own copy of the log.
"""

from collections.abc import Callable, Sequence
from typing import Any, Self

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import stand_in
from rummynet.rules.sealed_decks import key_holders
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.sealed_ceremony import SealedCeremony
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.events import Drew, TurnedUp
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.entries import Entry, Envelope
from rummynet_protocol.fairness.shuffle import shuffle
from rummynet_protocol.fairness.statements import Acting, Committed, Cosigned, KeyShown, PartGiven
from rummynet_protocol.sealed.ciphertexts import card_under
from rummynet_protocol.sealed.contexts import HOST, blob_hash, key_commit, possession_context
from rummynet_protocol.sealed.escrow import open_part
from rummynet_protocol.sealed.group import scalar_total
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_keys import RoundKey, prove_possession, round_key
from rummynet_protocol.sealed.sealed_round import GONE_MILLIS, SealedRound
from rummynet_protocol.values import replace
from tests.support.forge import Choose, Conditions, anything
from tests.support.forged_log import ForgedLog

Change = Callable[[Entry], Entry]


class SealedForge(ForgedLog):
    """The log of one game; ``lost`` are seats whose programs give nothing more."""

    def __init__(
        self, variant: str = "keilty", options: dict[str, object] | None = None, players: int = 2, *, seed: int = 0,
        choose: Choose = anything, bots: tuple[int, ...] = (),
        conditions: Conditions = Conditions(),  # noqa: B008 - a value
    ) -> None:  # fmt: skip
        super().__init__(variant, {"deck": "sealed", **(options or {})}, players, seed, conditions)
        self.choose, self.bots = choose, bots
        self.view = Auditor(host=self.host.public)
        self.lost: set[int] = set()
        self.keys: dict[int, RoundKey] = {}
        self.mixers: dict[int, KeyHolder] = {}
        """Programs that have given a deck and owe its proof."""
        self.host_key = round_key(bytes(32), b"", HOST)
        self.s_pub = b""

    def write(self, entry: Entry) -> None:
        super().write(entry)
        last = self.written[-1]
        self.view.feed(last.entry, last.signature)
        if self.view.aims and self.view.aim != self.aims[-1]:
            self.aims.append(self.view.aim)

    # -- the game

    def play(self, rounds: int = 1000) -> Self:
        """The whole game, or so many rounds of it."""
        self.begin()
        for _ in range(rounds):
            self.play_round()
            if self.state.finished:
                self.write(log.Ended("played", self.tick()))
                break
        return self

    def play_round(self) -> None:
        self.begin_round()
        while not self.sealed.is_ending:
            self.step()
        self.finish()

    @property
    def state(self) -> State:
        assert self.full is not None
        return self.full

    @property
    def sealed(self) -> SealedRound:
        assert self.view.sealed is not None
        return self.view.sealed

    def holder(self, seat: int) -> KeyHolder:
        """A seat's program. It keeps nothing that the log does not give but its key."""
        return KeyHolder(seat, self.keys[seat], self.sealed.cards)

    # -- stocks

    def begin_round(self) -> None:
        self.round += 1
        self.next_epoch, self.used = 0, []
        self.lost = set()
        self.holders = key_holders(self.game, self.full, len(self.players), self.joining)
        self.commit_and_show()
        self.deal()

    def commit_and_show(self) -> None:
        """From the host's commitment to the keys of all."""
        epoch = self.next_epoch
        deal = fair.deal_id(self.session, self.round, epoch)
        self.s_pub, host = self.fresh(), self.host.public
        self.host_key = round_key(self.fresh(), deal, HOST)
        host_proof = prove_possession(self.host_key, possession_context(self.session, deal, HOST, host), self.fresh())
        c_host = key_commit(deal, HOST, host, self.host_key.public, host_proof)
        c_pub = fair.host_commit(deal, "host-pub", host, self.s_pub)
        self.write(log.HostCommit(self.round, epoch, ((c_host, c_pub),), self.tick()))
        identities = [player.signer.public for player in self.players]
        self.keys = {seat: round_key(self.fresh(), deal, seat) for seat in self.holders}
        proofs = {
            seat: prove_possession(key, possession_context(self.session, deal, seat, identities[seat]), self.fresh())
            for seat, key in self.keys.items()
        }
        xs = [self.fresh() for _ in identities]
        commits = []
        for seat, identity in enumerate(identities):
            own = [fair.seat_commit(deal, seat, identity, xs[seat])]
            if seat in self.keys:
                own.append(key_commit(deal, seat, identity, self.keys[seat].public, proofs[seat]))
            commits.append(own)
        answers, self.answers = self.answers, []
        signed = self.everyone(Committed, lambda s: {
            "session": self.session, "round": self.round, "first": epoch, "commits": tuple(commits[s]),
            "answered": tuple(one.get(s, "acknowledged") for one in answers)})  # fmt: skip
        self.write(log.Commits(self.round, epoch, signed, self.tick()))
        cards = self.game.deck(self.options, self.full, len(self.players), len(self.joining))
        self.write(log.Shuffle(self.round, epoch, bytes(cards), self.tick()))
        assert isinstance(self.view.ceremony, SealedCeremony)
        cset = self.view.ceremony.current.cset
        signed = self.everyone(KeyShown, lambda s: {
            "session": self.session, "deal": deal, "cset": cset, "x": xs[s],
            "public": self.keys[s].public if s in self.keys else b"", "proof": proofs.get(s, b"")})  # fmt: skip
        self.write(log.Keys(self.round, epoch, signed, self.host_key.public, host_proof, self.tick()))
        self.next_epoch = epoch + 1
        self.give_parts()
        self.cosign(deal, self.s_pub)

    def cosign(self, deal: bytes, pub: bytes | None) -> None:
        root = self.sealed.root
        assert root is not None
        signed = self.everyone(
            Cosigned, lambda s: {"session": self.session, "deal": deal, "root": root[0], "head": root[1]}
        )
        left = tuple(None if seat in self.sealed.cards.opened else one for seat, one in enumerate(signed))
        self.write(log.Cosigns(self.round, self.sealed.epoch, left, pub, self.tick()))

    def restock(self) -> None:
        """A new stock, after the ``want``."""
        cards = self.game.chance.reshuffle_cards(self.state)
        assert cards
        epoch = self.sealed.epoch + 1
        self.write(log.Shuffle(self.round, epoch, bytes(cards), self.tick()))
        self.give_parts()
        self.cosign(fair.deal_id(self.session, self.round, epoch), None)
        self.full, _ = self.game.chance.reshuffle(self.state, self.order())

    def order(self) -> tuple[int, ...]:
        """The cards of the stock, top first: the forge has all keys."""
        stock, joint = self.sealed.cards.stock, scalar_total([key.secret for key in self.keys.values()])
        assert stock is not None
        cards = [card_under(one, joint) for one in stock.deck]
        return tuple(card for card in cards if card is not None)

    # -- parts

    def part(self, seat: int, what: str, data: bytes, head: bytes | None = None, **fields: Any) -> None:  # noqa: ANN401
        said = {"session": self.session, "round": self.round, "what": what, "blob": blob_hash(data),
                "head": self.head if head is None else head}  # fmt: skip
        self.write(log.PartLogged(self.round, seat, self.say(seat, PartGiven, **{**said, **fields}), data, self.tick()))

    def give_parts(self) -> None:
        """Every program gives what it owes, until nothing is due that a program gives by itself."""
        while due := {
            seat: one for seat, one in self.sealed.due.items() if seat not in self.lost and one.what != "action"
        }:
            seat = self.chance.choice(sorted(due))
            self.part(seat, due[seat].what, self.make_part(seat, due[seat].what), due[seat].head)

    def make_part(self, seat: int, what: str) -> bytes:
        """The bytes that a seat's program gives."""
        holder = self.holder(seat)
        match what:
            case "escrow":
                return holder.make_escrow(self.sealed.host_key, self.fresh())
            case "mix":
                self.mixers[seat] = holder
                return holder.make_deck(self.fresh())
            case "proof":
                return self.mixers.pop(seat).make_proof(self.fresh())
            case "share":
                return holder.make_shares(self.fresh())
            case "open":
                return holder.open()
            case "key":
                about = self.sealed.opens_for(seat)
                return holder.open_part(about, {seat: self.sealed.part_of(about, seat)})
        raise AssertionError(what)

    # -- play

    def deal(self) -> None:
        order, seats = self.order(), len(self.players)
        if self.full is None:
            epoch = self.view.play.used[0]  # type: ignore[union-attr]
            starter = self.starter(epoch.z, epoch.s_pub)
            full, events = self.game.deal(self.options, seats, starter, order)
        else:
            full, events = self.game.next_round(self.full, order, self.joining)
        first = full.starter
        playing = [s % seats for s in range(first, first + seats) if full.count(s % seats)]
        to = bytes(playing[at % len(playing)] for at in range(sum(full.count(s) for s in range(seats))))
        self.full, self.joining = full, ()
        self.write(log.CardsDealt(self.round, first, to, (), self.tick()))
        self.give_parts()
        for _ in range(sum(isinstance(event, TurnedUp) for event in events) - 1):
            self.write(log.TurnUp(self.round, self.tick()))
            self.give_parts()
        count = self.game.chance.insertions(full)
        if count:
            self.write(log.Inserted(self.round, count, self.tick()))
            self.give_parts()
            self.cosign(fair.deal_id(self.session, self.round, self.sealed.epoch), None)
            state, _ = self.game.chance.insert(full, None)
            self.full = replace(state, stock=self.order())

    def starter(self, z: bytes, s_pub: bytes) -> int:
        named, seats = self.game.first_starter.named(self.options, len(self.players)), len(self.players)
        if named is not None:
            return named
        if self.game.first_starter.draws_cards:
            deck = fair_shuffle(z, s_pub)
            return self.game.first_starter.from_seat(self.game.first_starter.from_cards(seats, deck)[1], seats)
        return self.game.first_starter.from_seat(fair.first_seat(z, s_pub, seats), seats)

    def step(self) -> None:
        """One action of a seat."""
        state = self.state
        seats = [*self.game.actors(state)] if self.chance.random() < 0.8 else list(range(state.players))
        seat = self.chance.choice(seats)
        if {*self.game.actors(state)} & self.sealed.cards.opened.keys():
            return self.stand_in()
        if seat in self.sealed.cards.opened:
            return None
        legal = self.game.legal(state, seat)
        if legal:
            self.act(seat, self.game.explicit(state, seat, self.choose(state, seat, legal, self.chance)))
        return None

    def act(self, seat: int, action: Action) -> None:
        """The seat does this, with the proof of its hidden cards."""
        do = notation.text(action)
        try:
            _, events = self.game.apply(self.state, seat, action)
        except NeedsShuffle:
            self.write(log.Wanted(seat, do, self.action(seat, do, b""), None, self.tick()))
            self.restock()
            self.log_act(seat, action, None, "want", b"")
            return
        hidden = self.sealed.hidden_among(seat, events)
        proof = b""
        if hidden:
            proof = self.holder(seat).make_play(self.players[seat].n, self.aim, hidden, self.fresh())
        self.log_act(seat, action, self.action(seat, do, proof), None, proof)

    def action(self, seat: int, do: str, proof: bytes, **fields: Any) -> Envelope:  # noqa: ANN401
        said = {"head": self.aim, "session": self.session, "round": self.round, "do": do,
                "proof": blob_hash(proof) if proof else None}  # fmt: skip
        return self.say(seat, Acting, **{**said, **fields})

    def log_act(self, seat: int, action: Action, signed: Envelope | None, why: str | None, proof: bytes) -> None:
        """Log it with what it draws; all give their shares."""
        hidden_top = self.view.state is not None and self.view.state.stock[:1] == (HIDDEN,)
        self.full, events = self.game.apply(self.state, seat, action)
        drawn = sum(isinstance(event, Drew) for event in events)
        position = self.sealed.top if drawn and hidden_top else None
        self.write(log.Acted(seat, notation.text(action), signed, why, drawn, position, self.tick(), proof))
        self.give_parts()

    def stand_in(self, why: str = "turn", wait: int = 0) -> None:
        """The time of the seat on turn is up: its program does what is safe, or the host for one that was given up."""
        self.time.wait(wait)
        asked = [one for one in self.game.timers(self.state) if one.kind == "rule"]
        timer = (asked or stand_in(self.game, self.state, 1))[0]
        if asked:
            self.time.wait(1000 * timer.seconds)
            why = "rule"
        assert timer.action is not None
        if timer.seat in self.sealed.cards.opened and not asked:
            self.do_for(timer.seat, timer.action, "gone")
        elif not asked and stand_in(self.game, self.public_state, 1)[0].action is None:
            self.write(log.TurnLate(self.round, timer.seat, why, self.tick()))
            self.act(timer.seat, timer.action)
        else:
            self.do_for(timer.seat, timer.action, why)

    def do_for(self, seat: int, action: Action, why: str) -> None:
        """The host does this for a seat."""
        try:
            self.game.apply(self.state, seat, action)
        except NeedsShuffle:
            self.write(log.Wanted(seat, notation.text(action), None, why, self.tick()))
            self.restock()
            why = "want"
        self.log_act(seat, action, None, why, b"")

    @property
    def public_state(self) -> State:
        assert self.view.state is not None
        return self.view.state

    def give_up(self, about: int, voters: Sequence[int], wait: int = GONE_MILLIS) -> None:
        """These people give a seat up; the host and all others open its key."""
        self.time.wait(wait)
        waited = self.sealed.waited_for(about)
        for seat in voters:
            self.part(seat, "gone", bytes([about]), waited.head if waited is not None else self.head)
        part = self.sealed.part_of(about, HOST)
        z = open_part(part, HOST, self.host_key.secret, self.sealed.cards.context.escrow(about))
        self.write(log.HostPart(self.round, about, z, self.tick()))
        self.give_parts()

    def finish(self) -> None:
        """The keys of all, what is left to settle, the scores."""
        self.give_parts()
        while self.state.phase != "over":
            self.step()
        state = self.state
        assert state.round_scores is not None
        self.write(log.Scored(self.round, state.out, state.round_scores, state.scores, state.winner, state.finished,
                              self.tick()))  # fmt: skip


def fair_shuffle(z: bytes, s_pub: bytes) -> list[int]:
    """The deck from which cards are drawn for the deal."""
    return shuffle(range(52), fair.first_key(z, s_pub))
