"""Writes the log of a game with a sealed deck, from the page of the protocol: a host without cards, and its players.

The forge knows every key, so it can say which card lies where; what it writes goes by the log alone. The auditor that
it feeds stands for each player's own copy of the log.
"""

from collections.abc import Collection, Sequence
from typing import Any

from rummynet.ledger.ledger import Ledger
from rummynet.ledger.sealed_shuffles import SealedCeremony
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import stand_in
from rummynet.rules.sealed_decks import key_holders
from rummynet.verifier.auditor import Auditor
from rummynet_protocol.actions import Action
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.entries import Entry
from rummynet_protocol.fairness.statements import Committed, Cosigned, KeyShown, PartGiven
from rummynet_protocol.sealed.ciphertexts import card_under
from rummynet_protocol.sealed.contexts import HOST, blob_hash, key_commit, possession_context
from rummynet_protocol.sealed.escrow import open_part
from rummynet_protocol.sealed.group import scalar_total
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_keys import RoundKey, prove_possession, round_key
from rummynet_protocol.sealed.sealed_round import SealedRound
from rummynet_protocol.values import replace
from tests.support.forge import Choose, Conditions, Forge, anything
from tests.support.sealed_table import part_bytes


class SealedForge(Forge):
    """The log of one game; ``lost`` are seats whose programs give nothing more."""

    def __init__(
        self, variant: str = "keilty", options: dict[str, object] | None = None, players: int = 2, *, seed: int = 0,
        choose: Choose = anything, bots: tuple[int, ...] = (),
        conditions: Conditions = Conditions(),  # noqa: B008 - a value
    ) -> None:  # fmt: skip
        super().__init__(
            variant, {"deck": "sealed", **(options or {})}, players, seed=seed, choose=choose, conditions=conditions
        )
        self.bots = bots
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

    @property
    def sealed(self) -> SealedRound:
        assert self.view.sealed is not None
        return self.view.sealed

    @property
    def is_ending(self) -> bool:
        return self.sealed.is_ending

    @property
    def opened(self) -> Collection[int]:
        return self.sealed.cards.opened

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
        self.give_cards()

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
        while due := [seat for seat, one in self.sealed.due.items() if seat not in self.lost and one.what != "action"]:
            self.give_part(self.chance.choice(sorted(due)))

    def give_part(self, seat: int) -> None:
        """A program gives what it owes."""
        due = self.sealed.due[seat]
        self.part(seat, due.what, self.make_part(seat, due.what), due.head)

    def make_part(self, seat: int, what: str) -> bytes:
        """The bytes that a seat's program gives."""
        return part_bytes(what, self.holder(seat), self.sealed, self.mixers, self.fresh)

    # -- play

    def give_cards(self) -> None:
        epoch = self.view.play.used[0]  # type: ignore[union-attr]
        full, ups, to = self.dealt(self.order(), epoch.z, epoch.s_pub)
        self.full, self.joining = full, ()
        self.write(log.CardsDealt(self.round, full.starter, to, (), self.tick()))
        self.give_parts()
        for _ in range(ups - 1):
            self.write(log.TurnUp(self.round, self.tick()))
            self.give_parts()
        count = self.game.chance.insertions(full)
        if count:
            self.write(log.Inserted(self.round, count, self.tick()))
            self.give_parts()
            self.cosign(fair.deal_id(self.session, self.round, self.sealed.epoch), None)
            state, _ = self.game.chance.insert(full, None)
            self.full = replace(state, stock=self.order())

    def act(self, seat: int, action: Action) -> None:
        """The seat signs this, the end of a call too."""
        self.sign_and_log(seat, action)

    def proof_of(self, seat: int, action: Action) -> bytes:
        try:
            _, events = self.game.apply(self.state, seat, action)
        except NeedsShuffle:
            return b""
        hidden = self.sealed.hidden_among(seat, events)
        if not hidden:
            return b""
        return self.holder(seat).make_play(self.players[seat].n, self.aim, hidden, self.fresh())

    def places(self, seat: int, action: Action, drawn: int) -> tuple[int | None, Sequence[int]]:
        return self.sealed.top if drawn and self.public_state.stock[:1] == (HIDDEN,) else None, ()

    def open_drawn(self, seat: int, positions: Sequence[int]) -> None:
        """All give their shares."""
        self.give_parts()

    def run_out(self, why: str = "turn", wait: int = 0) -> None:
        """The time of the seat on turn is up: its program does what is safe, or the host for one that was given up."""
        self.time.wait(wait)
        asked = [one for one in self.game.timers(self.state) if one.kind == "rule"]
        timer = (asked or stand_in(self.game, self.state, 1))[0]
        if asked:
            self.time.wait(1000 * timer.seconds)
            why = "rule"
        assert timer.action is not None
        if timer.seat in self.sealed.cards.opened and not asked:
            self.apply_and_log(timer.seat, timer.action, None, "gone")
        elif not asked and stand_in(self.game, self.public_state, 1)[0].action is None:
            self.write(log.TurnLate(self.round, timer.seat, why, self.tick()))
            self.act(timer.seat, timer.action)
        else:
            self.apply_and_log(timer.seat, timer.action, None, why)

    @property
    def followed(self) -> Ledger:
        return self.view

    @property
    def public_state(self) -> State:
        assert self.view.state is not None
        return self.view.state

    def give_up(self, about: int, voters: Sequence[int], less: int = 0) -> None:
        """These people want to go on without a seat; the host and all others open its key, *less* millis too soon."""
        for seat in voters:
            self.vote(seat, about)
        self.go_on(about, less)
        part = self.sealed.part_of(about, HOST)
        z = open_part(part, HOST, self.host_key.secret, self.sealed.cards.context.escrow(about))
        self.write(log.HostPart(self.round, about, z, self.tick()))
        self.give_parts()

    def show_all(self) -> None:
        """The keys of all."""
        self.give_parts()
