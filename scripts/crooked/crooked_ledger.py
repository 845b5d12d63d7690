"""The ledger of a host that cheats: it goes on behind an entry that no honest host writes."""

from collections.abc import Mapping
from contextlib import suppress

from rummynet.ledger.checks import ASIDES
from rummynet.ledger.ledger import POSITIONS, Ledger
from rummynet.ledger.sealed_play import SealedPlay
from rummynet.ledger.sealed_shuffles import SealedCeremony
from rummynet.ledger.signed_statements import NOTHING_KNOWN, Known
from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat, RummynetError
from rummynet_protocol.fairness.entries import Acted, Ended, Entry, PauseChanged, Voided


class CrookedLedger(Ledger):
    """As ``Ledger``; an entry that it refuses counts all the same, as far as its host needs it to go on."""

    def push(self, entry: Entry, head: bytes, known: Mapping[tuple[bytes, bytes], Known] = NOTHING_KNOWN) -> None:
        """As ``Ledger.push``; raises nothing."""
        index = self.index
        try:
            super().push(entry, head, known)
        except (Cheat, AssertionError) as problem:  # the latter where an entry before this one had no place
            self._previous, self.head, self.clock, self.index = (
                self.head,
                head,
                getattr(entry, "t", self.clock),
                index + 1,
            )
            self._signatures.heads[head] = index, self.clock
            # An entry that is out of place is for those who read it: the host itself goes on as if it were not there.
            if isinstance(problem, Cheat) and problem.check == "chain" and not isinstance(entry, PauseChanged | Ended):
                return
            with suppress(RummynetError):
                self._take(entry, index)
            self._wait_checks.entry_added(entry, head, self.clock)

    def _take(self, entry: Entry, index: int) -> None:
        play = self.play
        match entry:
            case PauseChanged():
                self.paused_at = entry.t if entry.on else None
                return
            case Acted() if play is not None:
                action, before = notation.parse(entry.do), play.present
                state, _ = play.table.variety.apply(before, entry.seat, action)
                if entry.position is not None:
                    play.epoch.take_position(entry.seat, entry.position)
                play.steps.append(entry)
                play._set_state(state, action, entry.seat)
            case Voided() if self.ceremony is not None:
                self.ceremony.epochs, self.ceremony.shuffling = {}, None
                if isinstance(self.ceremony, SealedCeremony) and isinstance(play, SealedPlay):
                    self.ceremony.sealed = play.sealed = None
            case Ended():
                self.ended = entry.why
        if type(entry) not in ASIDES:
            self.last = entry
        if play is not None and isinstance(entry, POSITIONS):
            self._action_checks.add_position(self.head, index, play.present, keeps_aim=False)
