"""Checks the end of a game that waits for somebody: who wanted it, whether the wait was long enough."""

from dataclasses import dataclass, field

from rummynet.ledger.agreed_session import SessionReplay
from rummynet.ledger.aimed_actions import check_voter
from rummynet.ledger.checks import WAIT_GOES_ON
from rummynet.ledger.signed_statements import Signatures
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Entry,
    Inserted,
    Shown,
    WaitClosed,
    Wanted,
)
from rummynet_protocol.fairness.statements import Closing
from rummynet_protocol.fairness.votes import Closes
from rummynet_protocol.values import Value

_IN_PLAY = CardsDealt | Inserted | Acted | Shown


class WaitedEnd(Value):
    """A game that was ended because somebody kept it waiting."""

    seat: int
    by: tuple[int, ...]  # the seats that ended it
    protested: bool  # the seat says that it had done its part


@dataclass(slots=True)
class WaitChecks:
    """The wishes to end the game, and the entry that it has stood at since ``since`` (log time, milliseconds)."""

    closes: Closes = field(default_factory=Closes)
    since: int = 0
    closing: Closing | None = None  # the content of the newest close
    owed_since: dict[int, int] | None = None
    """With a sealed deck, from deal to score: since when each seat owes a part. Empty while nobody does."""
    aims: list[bytes] = field(default_factory=list)
    _stands_at: Entry | None = None

    def entry_added(self, entry: Entry, head: bytes, t: int) -> None:
        """Record an entry and the head after it."""
        if type(entry) in WAIT_GOES_ON:
            self.aims.append(head)
            if type(entry) is not WaitClosed:
                # An end follows the close that made enough; behind anything else it takes another one.
                self.closes.newest = None
            return
        if self.closing is not None:  # else nobody has ever wanted it
            self.closes = Closes()
        self.since, self.aims, self._stands_at = t, [head], entry

    def stood_still(self, millis: int) -> None:
        """A pause took so long: none of that is waiting."""
        self.since += millis

    @property
    def stands_head(self) -> bytes:
        """The head after the newest entry that is no vote, close or pause: what parts of ceremonies are aimed at."""
        return self.aims[0] if self.aims else NO_HEAD

    @property
    def is_in_play(self) -> bool:
        """Whether the log stands at a position of a round, and not at a ceremony."""
        if self.owed_since is not None:
            return not self.owed_since and not isinstance(self._stands_at, Wanted)
        return isinstance(self._stands_at, _IN_PLAY)

    def check_close(self, entry: WaitClosed, session: SessionReplay, signatures: Signatures) -> None:
        """Check a wish to end the game. Raises Cheat."""
        seat, seats = entry.seat, len(signatures.keys)
        check_voter(seat, session, seats, "close")
        whose = f"seat {seat}'s wish to end the game"
        closing = signatures.check_statement(Closing, seat, entry.signed, "action-signature", whose)
        if closing.about >= seats:
            raise Cheat("action-signature", f"{whose} is about a seat that is not there")
        if closing.head not in self.aims:
            raise Cheat("stale-action", f"{whose} was signed before the log went on")
        self.closes.add(seat, closing.about)
        self.closing = closing
        signatures.passed["stale-action"] += 1

    def check_end(
        self, about: int, waits: dict[int, int], now: int, idle_seconds: int, break_seconds: int
    ) -> WaitedEnd:
        """The end of the game for want of *about* at log time *now*; *waits*: by seat on turn since when it is.

        Raises Cheat.
        """
        if self.is_in_play and about not in waits:
            raise Cheat("end", f"the game was ended for want of seat {about}, which was not on turn")
        # A ceremony begins with the break between rounds, in which nobody is late yet.
        began, needed = (waits[about], idle_seconds) if self.is_in_play else (self.since, idle_seconds + break_seconds)
        if self.owed_since:
            if about not in self.owed_since:
                raise Cheat("end", f"the game was ended for want of seat {about}, which owed nothing")
            began = self.owed_since[about]
        if now - began < 1000 * needed:
            waited = f"{(now - began) / 1000:g} of {needed} seconds"
            raise Cheat("end", f"the game was ended for want of seat {about} after {waited}")
        return WaitedEnd(about, tuple(sorted(self.closes.supporters(about))), about in self.closes.protests)
