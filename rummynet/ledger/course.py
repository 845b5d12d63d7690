"""Checks which entry may come next in a log: its kind, round, epoch and time, and how a game may be called off."""

from typing import Any, Final

from rummynet.ledger.checks import NEXT, NEXT_SEALED, SEALED_ASIDES
from rummynet.ledger.play import RoundPlay
from rummynet.ledger.sealed_play import SealedPlay
from rummynet.ledger.shuffles import Ceremony
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Commits,
    Cosigns,
    Ended,
    Entry,
    HostCommit,
    HostPart,
    Inserted,
    Keys,
    NonceCommits,
    Nonces,
    Opened,
    PartLogged,
    PauseChanged,
    Reveals,
    Root,
    Scored,
    Seated,
    Shown,
    Shuffle,
    TurnLate,
    TurnUp,
    Voided,
    Voted,
    Wanted,
)

# Sets of types, as `isinstance` of a value asks its metaclass, for each type anew.
_OF_A_ROUND: Final = frozenset({
    HostCommit, Commits, Shuffle, Reveals, Keys, PartLogged, HostPart, Root, Cosigns, Voided, CardsDealt, TurnUp,
    Inserted, TurnLate, Shown, Scored,
})  # fmt: skip
_A_VOTE: Final = Voted(0, (b"", b""), 0)
_OF_AN_EPOCH: Final = frozenset({Shuffle, Reveals, Keys, Root, Cosigns})


class Course:
    """The progress of a log. ``ceremony`` and ``play`` are those of its newest round."""

    def __init__(self) -> None:
        self.last: Entry | None = None
        """The newest entry except votes and pauses, which do not affect what may follow them."""
        self.paused_at: int | None = None
        """Log time at which the pause began that the log is in: nobody acts, and no clock runs. None outside one."""
        self.round = 0  # the newest round, from 1; 0 before the first
        self.clock = 0  # log time of the newest entry, milliseconds
        self.ceremony: Ceremony | None = None
        self.play: RoundPlay | None = None
        self.is_sealed = False  # whether the table has a sealed deck

    @property
    def is_undealt(self) -> bool:
        """Whether the newest round waits for its deal."""
        return self.play is not None and not self.play.is_dealt

    @property
    def coming_round(self) -> int:
        """The round that the next session is for."""
        return self.round if self.is_undealt else self.round + 1

    def _check_place(self, entry: Any) -> None:  # noqa: ANN401 - fields are read behind a look at the type
        """Check that the entry may stand here. Raises Cheat("chain")."""
        last, is_paused, kind = self.last, self.paused_at is not None, type(entry)
        if not self._is_possible(entry):
            raise Cheat("chain", _out_of_place(entry, last))
        if kind is PauseChanged and isinstance(entry, PauseChanged) and entry.on == is_paused:
            raise Cheat("chain", "a pause begins in a pause, or ends outside one")
        if is_paused and kind not in (PauseChanged, Voted):
            raise Cheat("chain", f"an entry of kind {entry.kind} stands in a pause")
        if kind in _OF_A_ROUND:
            begins = kind is HostCommit and isinstance(self.last, Scored | Nonces) and not self.is_undealt
            if entry.round != self.round + begins:
                raise Cheat("chain", f"an entry of round {entry.round} stands in round {self.round + begins}")
        if kind in _OF_AN_EPOCH and self.ceremony is not None and entry.epoch != self.ceremony.due:
            raise Cheat("chain", f"an entry of shuffle {entry.epoch} stands in shuffle {self.ceremony.due}")
        if kind is not Opened:
            # Waits and bounds are differences of log time: a step back would shorten all of them.
            if entry.t < self.clock:
                raise Cheat("chain", "the host's clock runs backwards in the log")
            self.clock = entry.t

    def _is_possible(self, entry: Any) -> bool:  # noqa: ANN401 - fields are read behind a look at the type
        """Whether an entry of this kind may stand here, but for pauses and numbers."""
        last, kind = self.last, type(entry)
        follows, after = NEXT_SEALED if self.is_sealed else NEXT, type(last) if last is not None else None
        possible = kind in follows[after]
        if self.is_sealed:
            possible = self._may_stand(entry, possible)
        if after in (Seated, NonceCommits) and kind in (Seated, Voted):
            # Before round 1 nobody joins and there is no session to end: who stays silent ends the game (`no-session`).
            possible = self.round > 0
        elif after is Voided and kind is Seated:
            # Only players who are to come in can be left out; else a host could drop who plays well and deal anew.
            possible = self.is_undealt and self.play is not None and bool(self.play.joining)
        elif after is Scored:
            possible = possible and (kind is Ended or not (isinstance(last, Scored) and last.finished))
        elif after is Cosigns:
            # A shuffle without a use would be a try for better cards.
            possible = self._uses_the_stock(entry, possible)
        elif kind is Acted:
            possible = possible and isinstance(entry, Acted) and entry.why != "want"
        elif kind is Shown:
            possible = possible and not (self.play is not None and self.play.open)
        return possible

    @property
    def takes_votes(self) -> bool:
        """Whether a vote may stand here."""
        return self._is_possible(_A_VOTE)

    def _may_stand(self, entry: Entry, possible: bool) -> bool:
        """Whether the entry may stand here as far as the hidden cards are concerned; *possible* by its kind."""
        sealed = self.play.sealed if isinstance(self.play, SealedPlay) else None
        if sealed is not None and sealed.blamed is not None:
            return isinstance(entry, Voided)
        if type(entry) in SEALED_ASIDES and isinstance(self.last, Scored | Ended):
            return False
        if type(entry) in SEALED_ASIDES:
            is_known = self.play is not None and self.play.state is not None
            match entry:
                case TurnUp():
                    return sealed is not None and not sealed.is_waiting and not is_known
                case TurnLate():
                    return sealed is not None and not sealed.is_waiting and is_known
            return sealed is not None
        if isinstance(entry, Keys):
            return possible and sealed is None
        if isinstance(self.last, Shuffle) and sealed is None:
            return isinstance(entry, Keys | Voided)
        if isinstance(entry, Voided) and self.play is not None:
            # Nothing is ever dealt anew once somebody may have seen a card.
            return possible and not self.play.used
        # While parts are due nobody acts; the others may vote, or the game ends that waits for too long.
        if sealed is not None and (sealed.is_waiting or self.is_half_dealt):
            return possible and isinstance(entry, Cosigns | Voted | Ended)
        return possible

    @property
    def is_half_dealt(self) -> bool:
        """Whether a deal of a sealed deck has begun, and the card that it turns up is not known yet."""
        return isinstance(self.last, CardsDealt) and self.play is not None and self.play.state is None

    def _uses_the_stock(self, entry: Entry, possible: bool) -> bool:
        """Whether the entry is the one that the newest shuffle was made for: the deal, or the draw that was wanted."""
        wanted = self.play.wanted if self.play is not None else None
        if wanted is None and isinstance(self.play, SealedPlay) and self.play.is_dealt:
            return possible and not isinstance(entry, CardsDealt)  # cards were put back, and the round goes on
        if wanted is None:
            return isinstance(entry, CardsDealt)
        return isinstance(entry, Acted) and (entry.why, entry.seat, entry.do) == ("want", wanted.seat, wanted.do)

    def _check_end(self, entry: Ended, *, is_called_off: bool, is_over: bool) -> None:
        """Check that a log may end here for this reason. Raises Cheat("end")."""
        used_up = self.ceremony is not None and self.ceremony.used_up
        match entry.why:
            case "played":
                right = isinstance(self.last, Scored) and is_over
            case "voids":
                right = is_called_off
            case "epochs":
                right = isinstance(self.last, Voided | Wanted) and used_up
            case _:
                right = isinstance(self.last, Seated | NonceCommits) and not self.round
        if not right:
            reason = {
                "played": "the host closed the game before anybody had won it",
                "voids": "the host called the game off for voided shuffles, before as many were as the table allows",
                "epochs": "the host called the game off for want of shuffles, of which the round has some left",
            }.get(entry.why, "the host called the game off although there was a session")
            raise Cheat("end", reason)


def _out_of_place(entry: Entry, last: Entry | None) -> str:
    if isinstance(last, Voided):
        seats = " and ".join(f"seat {seat}" for seat in last.silent)
        return f"the host went on with a shuffle that was void, since {seats} stayed silent: {entry.kind} came next"
    if isinstance(last, Cosigns) and isinstance(entry, Acted):
        return f"after the shuffle came another action than the draw that it was for: {entry.do!r} of seat {entry.seat}"
    return f"an entry of kind {entry.kind} cannot follow {last.kind if last is not None else 'nothing'}"
