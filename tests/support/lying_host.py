"""A host that writes one entry which is not so, and goes on: its players sign what they are shown.

Unlike ``Forge``'s crooks, which each do one thing that a test names, these lie at any place and about anything that the
rules decide. They are for holding two verifiers against each other.
"""

import random
from typing import Any, Final

from rummynet.bots.budget import Budget, StepClock
from rummynet.bots.seat_view import view_without_log
from rummynet.bots.strategies.named import strategy
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Timer, stand_in
from rummynet.rules.varieties import variety
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.entries import Entry, Envelope
from rummynet_protocol.values import replace
from tests.support.bent_actions import bent
from tests.support.forge import Choose, Forge, anything

LIES: Final = ("action", "clock", "score", "deal", "draw", "shuffle", "insert", "show")
BUDGET_MS: Final = 200
STEP_MS: Final = 5
"""A bot looks at its clock 40 times for a decision: strong ones think, and a game takes seconds."""


def by_bots(level: str) -> Choose:
    """The choices of bots of this level; calls are made by chance."""
    player = strategy(level)

    def choose(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
        if len(legal) == 1 or state.turn != seat or state.phase in ("aces", "buyin"):
            return anything(state, seat, legal, chance)
        budget = Budget(BUDGET_MS, StepClock(STEP_MS))
        return player.choose_action(variety(state.variety), view_without_log(state, seat), chance.randrange, budget)

    return choose


class LyingHost(Forge):
    """Lies once about what ``lie`` names, at the ``after``-th chance to; votes and late joins happen now and then."""

    def __init__(self, *given: Any, lie: str = "", after: int = 0, **named: Any) -> None:  # noqa: ANN401
        super().__init__(*given, **named)
        self.lie, self.after = lie, after
        self.voted_about: set[tuple[int, int]] = set()
        self.told: str | None = None
        """What the seat signs in place of what it does, for the next entry."""

    def _lies_about(self, what: str) -> bool:
        if self.lie != what:
            return False
        self.after -= 1
        return self.after < 0

    def _done(self) -> None:
        self.lie = ""

    # -- actions that were not so

    def action(self, seat: int, do: str, proof: bytes = b"", **fields: Any) -> Envelope:  # noqa: ANN401
        if self._lies_about("action"):
            self._done()
            self.told = do = self._other_action(do)
        return super().action(seat, do, proof, **fields)

    def _other_action(self, do: str) -> str:
        """Something that can be read, as a rule: what cannot is found before any rule is asked."""
        for _ in range(20):
            text = bent(do, self.state, self.chance)
            try:
                if text != do and notation.text(notation.parse(text)) == text:
                    break
            except BadNotation:
                continue
        return text

    def _left_to_the_clock(self, timer: Timer) -> None:
        if self._lies_about("clock"):
            self._done()
            legal = [notation.text(one) for one in self.game.legal(self.state, timer.seat)]
            self.told = self.chance.choice([*legal, bent(legal[0], self.state, self.chance)])
            if self.chance.random() < 0.3:
                self.told, timer = None, replace(timer, seconds=max(0, timer.seconds - 1))
        super()._left_to_the_clock(timer)

    def step(self) -> None:
        """Now and then the others vote that the host plays for the seat on turn."""
        timers = stand_in(self.game, self.state, 1)
        if (
            timers
            and not self.told
            and len(self.players) > 2  # two have no votes about each other
            and self.chance.random() < 0.03
            and (self.round, timers[0].seat) not in self.voted_about
        ):
            about = timers[0].seat
            self.voted_about.add((self.round, about))
            voters = [voter for voter in range(len(self.players)) if voter != about]
            for voter in voters if self.chance.random() < 0.99 else voters[: len(voters) // 2]:
                self.vote(voter, about)
            objects = self.chance.random() < 0.4
            if objects:
                self.vote(about, about, yes=False)
            enough = self.chance.random() < 0.9
            self.stand_in(less=0 if enough else 1000)
            return
        super().step()

    def give_up(self) -> None:
        """Others end the game for want of a seat, now and then too soon; it may say that it is there."""
        timers = [] if self.public is None else stand_in(self.game, self.state, 1)
        about = timers[0].seat if timers and self.chance.random() < 0.9 else self.chance.randrange(len(self.players))
        if self.chance.random() < 0.3:
            self.vote(about, about, yes=False)
        for seat in range(len(self.players)):
            if seat != about and self.chance.random() < 0.5:
                self.vote(seat, about)
        if self.chance.random() < 0.2:
            self.exactly(1000 * (self.options["idle_seconds"] - 1))
        self.end()

    def play_a_while(self) -> None:
        """A round that its players give up after some actions, or between this one and the next."""
        left = self.chance.randrange(40)
        self.begin_round()
        while left and not self.game.hands_are_shown(self.state):
            self.step()
            left -= 1
        self.give_up()

    def welcome(self, chance: random.Random) -> None:
        """Between two rounds: somebody comes in, and perhaps one who sits out."""
        outside = self.game.newcomers.outside(self.state)
        back = [seat for seat in outside if chance.random() < 0.5]
        new = [self.player(f"player {len(self.players)}")] if len(self.players) < self.game.seats[-1] else []
        if back or new:
            self.let_in(self.ask_in(new, back))
            self.agree()

    # -- entries that were not so

    def write(self, entry: Entry) -> None:
        super().write(self._altered(entry))

    def _altered(self, entry: Entry) -> Entry:
        chance = self.chance
        match entry:
            case log.Acted() | log.Wanted() if self.told is not None:
                told, self.told = self.told, None
                return replace(entry, do=told)
            case log.Acted() if entry.drawn and self._lies_about("draw"):
                self._done()
                at = None if entry.position is None else entry.position + chance.choice((-1, 1))
                drawn: list[dict[str, Any]] = [{"drawn": entry.drawn + 1}, {"position": at or 0}, {"drawn": 0}]
                return replace(entry, **chance.choice(drawn))
            case log.CardsDealt() if self._lies_about("deal"):
                self._done()
                to = bytes([*entry.to[1:], entry.to[0]])
                seats = len(self.players)
                wrong: list[dict[str, Any]] = [
                    {"starter": (entry.starter + 1) % seats},
                    {"to": to},
                    {"to": entry.to[:-1]},
                    {"up": ()},
                ]
                return replace(entry, **chance.choice(wrong))
            case log.Scored() if self._lies_about("score"):
                self._done()
                return replace(entry, **chance.choice(self._wrong_scores(entry)))
            case log.Shuffle() if self._lies_about("shuffle"):
                self._done()
                return replace(entry, cards=entry.cards[:-1])
            case log.Inserted() if self._lies_about("insert"):
                self._done()
                return replace(entry, count=entry.count + 1)
            case log.Shown() if self._lies_about("show"):
                self._done()
                return replace(entry, secrets=entry.secrets[:-1])
        return entry

    def _wrong_scores(self, entry: log.Scored) -> list[dict[str, Any]]:
        seats = range(len(entry.scores))
        other = next((seat for seat in seats if seat != entry.out), None)
        more = (entry.scores[0] + 1, *entry.scores[1:])
        found: list[dict[str, Any]] = [
            {"scores": entry.scores[::-1]}, {"round_scores": entry.round_scores[::-1]}, {"scores": more},
            {"out": other},
            {"winner": 0 if entry.winner != 0 else 1}, {"finished": not entry.finished},
        ]  # fmt: skip
        return [one for one in found if any(getattr(entry, name) != value for name, value in one.items())]


__all__ = ["LIES", "LyingHost", "by_bots"]
