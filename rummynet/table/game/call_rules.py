"""Calls out of turn: stale ones, the cool-down after an invalid one, and the evidence of a race.

Whether and how a call is refused follows from that call alone, so that a refusal never tells whether another play is
possible. Nor does it tell more about this one than the pile, which everybody sees. The order of the checks ensures
that: during a cool-down every call gets the same answer, and a call whose cards have changed is stale whether it was
valid or not, unless it has lost a race, which everybody is shown.
"""

from collections.abc import Sequence

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.table.api.effects import Effects
from rummynet.table.api.refusals import CoolingDown, LostRace, Stale, TooLate
from rummynet.table.game.aims import Aimed
from rummynet.table.game.game_log import GameLog
from rummynet_protocol.actions import Action
from rummynet_protocol.sentences import plural_sentence, sentence
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import Race


class PastCall(Value):
    """A valid call: its index in the log, its seat, when it was received, the positions before and after it."""

    index: int
    seat: int
    ms: int
    before: State
    after: State


class Calls:
    """Calls of one game. A cool-down outlives the round; the evidence of races is that of one round."""

    def __init__(self, variety: Variety, options: Options) -> None:
        self._variety = variety
        self._cooldown = 1000 * int(options.get("cooldown_seconds", 0))  # only games with calls have the option
        self._until: dict[int, int] = {}
        self._valid_calls: list[PastCall] = []

    def begin_round(self) -> None:
        """Delete the calls of the last round, which no later call can race."""
        # Cool-downs stay: a new deal right after an invalid call would otherwise undo it.
        self._valid_calls.clear()

    def add_valid_call(self, call: PastCall) -> None:
        """Add a call that was valid and is in the log."""
        self._valid_calls.append(call)

    def check_call(
        self, aimed: Aimed, seen: State, now: State, names: Sequence[str], game_log: GameLog, effects: Effects
    ) -> None:
        """Check a call before it is applied. *seen* is the position that it was aimed at, *names* are the seats'.

        Raises CoolingDown during the seat's cool-down; LostRace (the evidence is sent to everybody) or Stale if it
        would not bring now what it was aimed at.
        """
        # Before all else: during a cool-down the answer must not depend on the cards.
        left = self._until.get(aimed.seat, 0) - effects.ms
        if left > 0:
            seconds = -(-left // 1000)
            raise CoolingDown(
                plural_sentence(
                    "your last call was not valid; you can call again in {seconds} second",
                    "your last call was not valid; you can call again in {seconds} seconds",
                    seconds,
                    seconds=seconds,
                )
            )
        # Before the call is tried: a refusal by the rules would tell that the stale call was invalid, and begin a cool-
        # down.
        if self._brings(seen, aimed) != self._brings(now, aimed):
            # Everybody sees a race, so it may be named; a call that is merely stale says nothing about its cards.
            self._check_race(aimed, seen, now, names, game_log, effects)
            raise Stale("the pile has changed since you looked; look again")

    def handle_failed_call(
        self, aimed: Aimed, seen: State, now: State, names: Sequence[str], game_log: GameLog, effects: Effects
    ) -> None:
        """Distinguish a late call from an invalid one, after it failed although it aimed at the cards in the pile.

        Raises LostRace, TooLate; otherwise it begins the seat's cool-down.
        """
        self._check_race(aimed, seen, now, names, game_log, effects)
        # It was valid when its author looked: too late is no offence, so no cool-down.
        if self._legal(seen, aimed.seat, aimed.action):
            raise TooLate("you could call this when you looked, but not any more; look again")
        self._until[aimed.seat] = effects.ms + self._cooldown

    def _check_race(
        self, aimed: Aimed, seen: State, now: State, names: Sequence[str], game_log: GameLog, effects: Effects
    ) -> None:
        """Raises LostRace if the call of another seat came first and made this one impossible for good."""
        call = self._winner(aimed, seen, game_log.ledger.index_of(aimed.head))
        if call is None or self._legal(now, aimed.seat, aimed.action):
            return
        # Between the arrivals here, which is all that the host knows; the way over the network is not in it.
        millis = max(0, effects.ms - call.ms)
        race = Race(game_log.table, game_log.game, aimed.seat, call.seat, millis, *aimed.signed.envelope)
        effects.send(game_log.seating.members, race)
        raise LostRace(
            sentence(
                "{name} was {millis} ms quicker with a call that took these cards",
                name=names[call.seat],
                millis=millis,
            )
        )

    def _winner(self, aimed: Aimed, seen: State, aim: int) -> PastCall | None:
        """The call of another seat, logged after the entry *aim*, without which this one would have been valid."""
        # Newest first, as only calls behind the aim can have taken the cards.
        for call in reversed(self._valid_calls):
            if call.index <= aim:
                break
            # Where the pile was another one already, it was not this call that made the difference.
            if call.seat == aimed.seat or self._brings(call.before, aimed) != self._brings(seen, aimed):
                continue
            could = self._legal(call.before, aimed.seat, aimed.action)
            if could and not self._legal(call.after, aimed.seat, aimed.action):
                return call
        return None

    def _brings(self, state: State, aimed: Aimed) -> tuple[int, ...]:
        return self._variety.offers.call_brings(state, aimed.action)

    def _legal(self, state: State, seat: int, action: Action) -> bool:
        """Whether the seat could make this call there."""
        return any(claim.action == action and claim.by != seat for claim in state.claims)
