"""One short whole game of each variety for protocol/vectors/transcripts, with as much in it as a log can hold."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rummynet.rules.core.state import State
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy, Draw, Waive
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import Voting
from tests.support.bots import bot_action
from tests.support.forge import Choose, Conditions, Forge, anything, calling_falsely
from tests.support.forge_scripts import LAZY, entries

CONDITIONS: Final = Conditions(delay=900, drift=0.0005, pauses=0.01, restarts=0.02)
HOST: Final = b"\x51" * 32
"""The host's private key: whoever alters a log signs it anew with it."""
NAMES: Final = ("anna", "Börje", "cem", "dot", "eve")


def _digging(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
    """Draw and throw until the stock has been made anew once; then anything. What can be called is called."""
    calls = [one for one in legal if isinstance(one, CallRummy)]
    if calls:
        return chance.choice(calls)
    plain = [one for one in legal if notation.text(one).split(" ")[0] in LAZY]
    return chance.choice(plain) if plain and not state.reshuffles else anything(state, seat, legal, chance)


def _calling(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
    """Anything, and what can be called is called."""
    calls = [one for one in legal if isinstance(one, CallRummy)]
    return chance.choice(calls) if calls else anything(state, seat, legal, chance)


def _laying(state: State, seat: int, legal: list[Action], chance: random.Random) -> Action:
    """Anything but to take the top card and lay nothing: two who do that to each other make a file of 400 kB."""
    plays = [one for one in legal if not notation.text(one).startswith("take") or " " in notation.text(one)[5:]]
    return anything(state, seat, plays, chance)


class Told(Forge):
    """A forged game with names, some of whose turns are left to the clock in the phase *idles_in*."""

    def __init__(
        self, variant: str, options: dict[str, object], players: int, seed: int, idles_in: str = "",
        choose: Choose = _digging,
    ) -> None:  # fmt: skip
        super().__init__(variant, options, players, seed=seed, choose=choose, conditions=CONDITIONS, idles_in=idles_in)
        self.host = Signer(HOST)
        for player, name in zip(self.players, NAMES, strict=False):
            player.name = name


class Voided(Told):
    """The first shuffle is voided: a seat is named that says it had answered.

    Later two votes of seat 0 are refused, the older one since it came behind the newer; the table rests for a while.
    The others wait long for a seat, have it played for, and one of them takes that back.
    """

    def commit(self, count: int, first: int | None = None) -> None:
        super().commit(count, first)
        if (self.round, self.next_epoch) == (1, 4):
            self.void(1, 2, protests=(1,))
            self.commit(3)

    def step(self) -> None:
        state = self.state
        if self.round == 1 and len(entries(self)) > 40 and not self.refused and state.phase == "pickup":
            about = state.turn or 1
            older, newer = self.ballot(0, about), self.ballot(0, about)
            self.refuse(0, Voting, newer)
            self.refuse(0, Voting, older, "order", shown=("vote", *newer))
            self.pause(True)
            self.time.wait(90_000)
            self.pause(False)
            self.time.wait(1000 * int(self.options["idle_seconds"]))
            for voter in range(len(self.players)):
                if voter != state.turn:
                    self.vote(voter, state.turn)
            self.stand_in()
            self.stand_in()
            self.vote((state.turn + 1) % len(self.players), state.turn, yes=False)
            return
        super().step()


class Joined(Told):
    """After round 1 two people want to come in, one of whom then stays silent."""

    def play_round(self) -> None:
        if self.round == 1:
            consents = self.ask_in([self.player(NAMES[3]), self.player(NAMES[4])])
            self.let_in(consents)
            del self.players[2]
            self.joining = (2,)
            self.let_in({2: consents[3]})
            self.agree()
        super().play_round()


class Clever(Told):
    """Played by the project's bot, so that rounds end soon. Draws and waived offers are left to the clocks."""

    def step(self) -> None:
        state = self.state
        seat = self.game.actors(state)[0]
        action = bot_action("simple", self.game, state, seat, self.chance.randrange)
        timer = next(one for one in self.game.timers(state) if one.seat == seat)
        if isinstance(action, Draw | Waive) and timer.action == action:
            return self._left_to_the_clock(timer)
        self.act(seat, self.game.explicit(state, seat, action))


@dataclass(frozen=True)
class Game:
    """A game of the vectors and whose file of it is kept."""

    make: Callable[[], Forge]
    seat: int | None
    is_altered: bool = True
    """Whether alterations of it are among the vectors: what is found in them differs little between games."""

    def transcript(self) -> bytes:
        """The file, which ends with its owner's last word; the host's has none."""
        forge = self.make().play()
        return forge.transcript() if self.seat is None else forge.last_word(self.seat)


GAMES: Final[dict[str, Game]] = {
    "keilty": Game(lambda: Voided("keilty", {"target": 80, "turn_seconds": 30}, 3, 10, "pickup"), 0),
    "basic": Game(lambda: Told("basic", {"deals": 2, "turn_seconds": 20}, 3, 29, "play", _calling), 1),
    "vegas": Game(lambda: Joined("vegas", {"max_score": 20, "turn_seconds": 60}, 2, 92, "play", _laying), 0),
    "crummy": Game(
        lambda: Clever("crummy", {"offer_seconds": 3, "turn_seconds": 20, "reshuffle_limit": 1}, 2, 1), None
    ),
    "joker": Game(lambda: Told("joker", {"target": 40, "reshuffle_limit": 3}, 2, 10), 1),
    "keilty-priced-calls": Game(
        lambda: Told(
            "keilty", {"deals": 1, "lapse_seconds": 2, "false_call_points": 10, "false_call_cards": 2}, 3, 6, "",
            calling_falsely(anything),
        ),
        0,
        is_altered=False,
    ),
    "basic-around-the-corner": Game(
        lambda: Told(
            "basic", {"deals": 1, "around_the_corner": True, "false_call_points": 5, "false_call_cards": 1}, 3, 22, "",
            calling_falsely(anything),
        ),
        1,
        is_altered=False,
    ),
}  # fmt: skip
"""By variety, and with options that change what a log holds.

Seeds were tried until the games were short and had in them what their tests ask for."""
