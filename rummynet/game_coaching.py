"""What cost each player most in a finished game, from its transcript: every seat by what it saw at the time."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from rummynet.bots.coach.findings import Decision, Moment
from rummynet.bots.seat_view import view_of
from rummynet.ledger.play import ReplayStep
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.auditor import Auditor
from rummynet_protocol import notation
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import Acted, Scored, Shown
from rummynet_protocol.fairness.transcript import EntryRecord, Transcript
from rummynet_protocol.values import Value


class NotFinished(Refusal):
    """A game that is still played gets no coach."""

    code = "not_finished"


class CoachedRound(Value):
    """One seat's costly moments of one round."""

    variety: Variety

    round: int
    seat: int
    names: tuple[str, ...]  # the players by seat
    moments: tuple[Moment, ...]

    @property
    def name(self) -> str:
        """The player's name."""
        return self.names[self.seat]


class SeatRound(Value):
    """One seat's decisions of one round."""

    variety: Variety
    round: int
    seat: int
    names: tuple[str, ...]  # the players by seat
    decisions: tuple[Decision, ...]


class _Seen(Value):
    """What everybody knew before an action, and its entry."""

    public: State
    log: RoundLog
    entry: Acted


def coach_game(
    transcript: Transcript, progress: Callable[[int, int], None] | None = None, seat: int | None = None
) -> Iterator[CoachedRound]:
    """The costly moments, round by round and seat by seat, or of one seat alone.

    ``progress(done, all)`` counts rounds of seats.

    Raises NotFinished, and Cheat where the log is wrong.
    """
    from rummynet.bots.coach.costly_moments import costly_moments  # the strategies are loaded when a game is coached

    every = [one for one in decisions_of(transcript) if seat in (None, one.seat)]
    for done, one in enumerate(every, 1):
        moments = costly_moments(one.variety, one.decisions)
        yield CoachedRound(one.variety, one.round, one.seat, one.names, moments)
        if progress is not None:
            progress(done, len(every))


def decisions_of(transcript: Transcript) -> list[SeatRound]:
    """Every seat's own decisions of every round, without what host and clock did for it. Raises NotFinished, Cheat."""
    auditor, log = Auditor(), RoundLog()
    seen: list[_Seen] = []
    found: list[SeatRound] = []
    for record in transcript.records:
        if not isinstance(record, EntryRecord):
            continue
        before = auditor.state
        entry = auditor.feed(record.entry, record.signature)
        if isinstance(entry, Acted) and before is not None:
            seen.append(_Seen(before, log, entry))
        if auditor.events and not isinstance(entry, Shown):
            log = log.extended(auditor.events)
        if isinstance(entry, Scored):
            found += _seat_rounds(auditor, seen)
            seen = []
    if not auditor.finished:
        raise NotFinished("this game is not finished; the coach speaks when it is over")
    return found


def _seat_rounds(auditor: Auditor, seen: Sequence[_Seen]) -> Iterator[SeatRound]:
    """The round that has just been scored, by seat."""
    variety, play = auditor.variety, auditor.play
    if variety is None or play is None:
        return
    full = list(_before_actions(play.replay_steps))
    by_seat: dict[int, list[Decision]] = {}
    for one, state in zip(seen, full, strict=True):
        # What the clock or a vote did was no decision of the player.
        if one.entry.signed is not None:
            view = view_of(one.public, state, one.entry.seat, one.log)
            by_seat.setdefault(one.entry.seat, []).append(Decision(view, notation.parse(one.entry.do)))
    names = tuple(name for _, name in auditor.players)
    for seat, decisions in sorted(by_seat.items()):
        yield SeatRound(variety, auditor.round, seat, names, tuple(decisions))


def _before_actions(steps: Sequence[ReplayStep]) -> Iterator[State]:
    """The position, every card known, before each action of a round."""
    for before, step in pairwise(steps):
        if isinstance(step.entry, Acted):
            yield before.state
