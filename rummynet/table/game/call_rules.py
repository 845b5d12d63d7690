"""Calls out of turn: stale ones, the pause after an invalid one, and the evidence of a race.

Whether a call is refused, and how, follows from that call alone: a refusal never tells whether another play is there.
Nor does it tell more of this one than the pile does that everybody sees. The order of the checks sees to that: while a
pause runs every call gets the same answer, and a call whose cards have changed is stale whether it was right or not,
unless it has lost a race, which everybody is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.table.effects import Effects
from rummynet.table.game.aims import Aimed
from rummynet.table.game.game_log import GameLog
from rummynet.table.refusals import CoolingDown, LostRace, Stale, TooLate
from rummynet_protocol.actions import Action
from rummynet_protocol.sentences import counted, said
from rummynet_protocol.wire.messages import Race


@dataclass(frozen=True, slots=True)
class PastCall:
    """A call that was done: the log's index of it, whose it was, when it came, the position on both sides of it."""

    index: int
    seat: int
    ms: int
    before: State
    after: State


class Calls:
    """The calls of one game: a pause outlives the round, the evidence of races is that of one round."""

    def __init__(self, variety: Variety, options: Mapping[str, object]) -> None:
        self._variety = variety
        seconds = options.get("cooldown_seconds", 0)
        self._cooldown = 1000 * seconds if isinstance(seconds, int) else 0
        self._until: dict[int, int] = {}
        self._valid_calls: list[PastCall] = []

    def begin_round(self) -> None:
        """No call of an earlier round can be raced any more."""
        self._valid_calls.clear()

    def add_valid_call(self, call: PastCall) -> None:
        """A call was valid and is in the log."""
        self._valid_calls.append(call)

    def check_call(
        self, aimed: Aimed, seen: State, now: State, names: Sequence[str], game_log: GameLog, effects: Effects
    ) -> None:
        """Before it is tried. *seen* is the position at which it was aimed, *names* are the seats'.

        Raises CoolingDown while the seat's pause runs; LostRace (everybody is told the evidence), or Stale, if it would
        not bring now what it was aimed at.
        """
        left = self._until.get(aimed.seat, 0) - effects.ms
        if left > 0:
            seconds = -(-left // 1000)
            raise CoolingDown(
                counted(
                    "your last call was not valid; you can call again in {seconds} second",
                    "your last call was not valid; you can call again in {seconds} seconds",
                    seconds,
                    seconds=seconds,
                )
            )
        if self._brings(seen, aimed) != self._brings(now, aimed):
            self._check_race(aimed, seen, now, names, game_log, effects)
            raise Stale("the pile has changed since you looked; look again")

    def handle_failed_call(
        self, aimed: Aimed, seen: State, now: State, names: Sequence[str], game_log: GameLog, effects: Effects
    ) -> None:
        """A call could not be done, with the same cards in the pile: tell an invalid one from one that came too late.

        Raises LostRace, TooLate; else the seat's pause begins.
        """
        self._check_race(aimed, seen, now, names, game_log, effects)
        if self._legal(seen, aimed.seat, aimed.action):
            raise TooLate("this could be called when you looked, and cannot be any more; look again")
        self._until[aimed.seat] = effects.ms + self._cooldown

    def _check_race(
        self, aimed: Aimed, seen: State, now: State, names: Sequence[str], game_log: GameLog, effects: Effects
    ) -> None:
        """Raises LostRace if the call of another seat came first and made this one impossible, for good."""
        call = self._winner(aimed, seen)
        if call is None or self._legal(now, aimed.seat, aimed.action):
            return
        millis = max(0, effects.ms - call.ms)
        race = Race(game_log.table, game_log.game, aimed.seat, call.seat, millis, *aimed.signed.envelope)
        effects.send(game_log.members(), race)
        raise LostRace(
            said(
                "{name} was {millis} ms quicker with a call that took these cards",
                name=names[call.seat],
                millis=millis,
            )
        )

    def _winner(self, aimed: Aimed, seen: State) -> PastCall | None:
        """The call of another seat, logged after the aim of this one, without which this one would have been done."""
        for call in reversed(self._valid_calls):
            if call.index <= aimed.index:
                break
            if call.seat == aimed.seat or self._brings(call.before, aimed) != self._brings(seen, aimed):
                continue
            could = self._legal(call.before, aimed.seat, aimed.action)
            if could and not self._legal(call.after, aimed.seat, aimed.action):
                return call
        return None

    def _brings(self, state: State, aimed: Aimed) -> tuple[int, ...]:
        return self._variety.call_brings(state, aimed.action)

    def _legal(self, state: State, seat: int, action: Action) -> bool:
        """Whether the seat could have done this there."""
        try:
            self._variety.apply(state, seat, action)
        except IllegalAction:
            return False
        return True
