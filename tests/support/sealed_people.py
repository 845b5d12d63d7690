"""Players of a sealed deck without a network: each keeps a key and a copy of the log, and gives what is due by that."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from rummynet.ledger.sealed_play import SealedPlay
from rummynet.ledger.sealed_shuffles import SealedCeremony
from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, stand_in
from rummynet.table.api.effects import TimerId
from rummynet.table.api.inputs import Connected
from rummynet.table.table import Table
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, Draw
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness.statements import Acting, Committed, Cosigned, KeyShown, PartGiven, Statement
from rummynet_protocol.sealed.contexts import blob_hash, key_commit, possession_context
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.sealed.round_keys import RoundKey, prove_possession, round_key
from rummynet_protocol.sealed.sealed_round import SealedRound
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Done, LogEntry, Message, Request, Submit
from tests.support.people import Choose, Person, TableHarness, anything
from tests.support.sealed_table import part_bytes


class SealedPerson(Person):
    """Somebody at a table with a sealed deck. Kinds of parts in ``silent`` are not given, nor ``late`` actions."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.drawn = 0
        self.given: set[tuple[str, bytes]] = set()
        self.made: dict[tuple[str, bytes], bytes] = {}
        self.mixers: dict[int, KeyHolder] = {}
        self.learned: tuple[int, set[int]] = (0, set())

    def fresh(self) -> bytes:
        self.drawn += 1
        return sha256(f"{self.name} {self.drawn}".encode()).digest()

    @property
    def sealed(self) -> SealedRound | None:
        return self.auditor.sealed

    # -- keys

    def key_of(self, deal: bytes, seat: int) -> RoundKey:
        return round_key(sha256(self.key + deal).digest(), deal, seat)

    def possession(self, deal: bytes, seat: int) -> tuple[bytes, bytes]:
        """Key and proof of possession, the same whenever they are asked for."""
        key = self.key_of(deal, seat)
        assert self.auditor.session is not None
        return key.public, prove_possession(
            key, possession_context(self.auditor.session.id, deal, seat, self.key), bytes(32)
        )

    @property
    def holder(self) -> KeyHolder:
        seat, sealed = self.auditor.me_seat, self.sealed
        assert seat is not None and sealed is not None
        return KeyHolder(seat, self.key_of(sealed.cards.context.deal, seat), sealed.cards)

    def plays(self, seat: int) -> bool:
        ceremony = self.auditor.ceremony
        return isinstance(ceremony, SealedCeremony) and seat in ceremony.holders

    def statement(self, seat: int) -> Statement:
        a, expects = self.auditor, self.auditor.expects
        assert expects is not None and a.session is not None
        if not isinstance(a.ceremony, SealedCeremony):
            return super().statement(seat)
        common = self.next(a.log, expects.head)
        if expects.owed is Committed:
            (epoch,) = expects.epochs
            commits = [fair.seat_commit(epoch.deal, seat, self.key, self.x(epoch.deal))]
            if self.plays(seat):
                commits.append(key_commit(epoch.deal, seat, self.key, *self.possession(epoch.deal, seat)))
            count = len(a.open_voids)
            answered = tuple(self._answers[-count:]) if count else ()
            return Committed(*common, a.session.id, expects.round, epoch.number, tuple(commits), answered)
        if expects.owed is KeyShown:
            (epoch,) = expects.epochs
            key = self.possession(epoch.deal, seat) if self.plays(seat) else (b"", b"")
            return KeyShown(*common, a.session.id, epoch.deal, epoch.cset, self.x(epoch.deal), *key)
        return super().statement(seat)

    # -- what is due

    def hear(self, message: Message) -> list[Request]:
        requests = super().hear(message)
        if isinstance(message, LogEntry) and not self.behind and message.index == self.auditor.index - 1:
            self._learn_own()
            requests += self.parts(message.table)
        return requests

    def _learn_own(self) -> None:
        """Look at the own hidden hand: what has come is known from here on."""
        play, seat, sealed = self.auditor.play, self.auditor.me_seat, self.sealed
        if not isinstance(play, SealedPlay) or play.state is None or play.open or sealed is None:
            return
        if seat not in sealed.cards.hands or seat in sealed.cards.opened:
            return
        for card in self.holder.hand():
            assert card is not None
            if not play.state.hands[seat] >> card & 1:
                play.learn_own(seat, card)

    def parts(self, table: int) -> list[Request]:
        """All that this program owes now and has not given yet."""
        sealed, seat, a = self.sealed, self.auditor.me_seat, self.auditor
        if sealed is None or seat is None or a.session is None or a.finished:
            return []
        root = sealed.root
        due = sealed.due.get(seat)
        if root is not None and due is None and seat not in sealed.cards.opened:
            return self._root(table, *root)
        if due is None or due.what in self.silent or (due.what, due.head) in self.given:
            return []
        self.given.add((due.what, due.head))
        if due.what == "action":
            return [self.submit(table, self.acting(self.clock_action()))]
        return [self.part(table, due.what, due.head, self.blob(due.what, due.head))]

    def _root(self, table: int, root: bytes, head: bytes) -> list[Request]:
        a, sealed = self.auditor, self.sealed
        assert a.session is not None and sealed is not None
        if ("root", head) in self.given or "root" in self.silent:
            return []
        self.given.add(("root", head))
        self._answering = head
        deal = fair.deal_id(a.session.id, a.round, sealed.epoch)
        return [self.submit(table, Cosigned(*self.next(a.log, head), a.session.id, deal, root))]

    def part(self, table: int, what: str, head: bytes, blob: bytes) -> Submit:
        a = self.auditor
        assert a.session is not None
        self._answering = head
        part = PartGiven(*self.next(a.log, head), a.session.id, a.round, what, blob_hash(blob))
        return self.submit(table, part, blob=blob)

    def blob(self, what: str, head: bytes) -> bytes:
        """The bytes of a part; what was made once is given again as it was."""
        if (what, head) not in self.made:
            assert self.sealed is not None
            self.made[what, head] = part_bytes(what, self.holder, self.sealed, self.mixers, self.fresh)
        return self.made[what, head]

    # -- actions

    def clock_action(self) -> str:
        """What the turn clock would do for the hand that this program sees."""
        play = self.auditor.play
        assert play is not None
        v: Variety = play.table.variety
        (timer,) = stand_in(v, play.present, 1)
        assert timer.action is not None
        return notation.text(v.explicit(play.present, timer.seat, timer.action))

    def submit(self, table: int, statement: Statement, renew: bool = True, blob: bytes = b"") -> Submit:
        if isinstance(statement, Acting) and self.sealed is not None and renew:
            statement = self.renewed(statement)
            assert isinstance(statement, Acting)
            blob = blob or self.proof(statement)
            statement, renew = replace(statement, proof=blob_hash(blob) if blob else None), False
        payload, signature = self.sign(self.renewed(statement) if renew else statement)
        made = Submit(self.request(), table, self.game, statement.kind, payload, signature, blob)
        self.asks(made)
        self.sent.append(made)
        return made

    def proof(self, acting: Acting) -> bytes:
        """What proves the hidden cards of an action."""
        play, seat, sealed = self.auditor.play, self.auditor.me_seat, self.sealed
        assert play is not None and seat is not None and sealed is not None
        try:
            _, events = play.table.variety.apply(play.present, seat, notation.parse(acting.do))
        except IllegalAction:
            return b""
        hidden = sealed.hidden_among(seat, events)
        return self.holder.make_play(acting.n, acting.head, hidden, self.fresh()) if hidden else b""


class SealedHarness(TableHarness):
    """As ``TableHarness``, with people at tables of a sealed deck."""

    def person(self, name: str) -> Person:
        made = SealedPerson(name, lambda: self.ms)
        self.people[made.key] = made
        self.take(Connected(made.key, name))
        return made

    def game(self, names: Any, variant: str = "keilty", **options: object) -> tuple[Table, list[Person]]:  # noqa: ANN401
        return super().game(names, variant, **{"deck": "sealed", **MORE.get(variant, {}), **options})

    def play(
        self, table: Table, people: Sequence[Person], acts: int = 100_000, choose: Choose | None = None
    ) -> Counter[str]:
        """As ``TableHarness.play``; each chooses by what their own program knows."""
        count: Counter[str] = Counter()
        for _ in range(acts):
            game = table.game
            if table.stage != "playing" or game is None or game.dealer.busy or game.play is None:
                break
            v, seats = game.terms.variety, game.keys
            if self._hold(table):
                continue
            asked = v.actors(game.play.full)
            person = next(one for one in people if one.key == seats[asked[0]])
            state = person.auditor.state
            assert state is not None
            seat, action = (choose or anything)(v, state, self.chance)
            person = next(one for one in people if one.key == seats[seat])
            answer = self.act(person, notation.text(action), table.number)
            assert isinstance(answer, Done), (answer, notation.text(action))
            count[notation.text(action).split(" ")[0]] += 1
            self.ms += 7
        return count

    def _hold(self, table: Table) -> bool:
        """Let the time go by for which an action is held back."""
        due = self.clocks.get(TimerId(table.number, "hold"))
        if due is None:
            return False
        self.advance(max(0, due - self.ms))
        return True


def quickly(variety: Variety, state: State, chance: random.Random) -> tuple[int, Action]:
    """Whatever is laid is laid, and else a card is drawn: rounds end soon."""
    seat = variety.actors(state)[0]
    legal = variety.legal(state, seat)
    legal = [one for one in legal if not isinstance(one, CallRummy)]
    plays = [one for one in legal if notation.text(one).split(" ")[0] not in ("draw", "take", "throw", "pass", "want")]
    draws = [one for one in legal if isinstance(one, Draw)]
    return seat, variety.explicit(state, seat, chance.choice(plays or draws or legal))


def remembered(check: Callable[..., None]) -> Callable[..., None]:
    """The same check, made once for the same arguments: in tests all programs are in one process."""
    held = set[bytes]()

    def checked(*args: object) -> None:
        mark = sha256(repr(args).encode()).digest()
        if mark not in held:
            check(*args)
            held.add(mark)

    return checked


MORE: dict[str, dict[str, object]] = {"crummy": {"offer_seconds": 10}}
"""Options that a sealed deck asks for."""
