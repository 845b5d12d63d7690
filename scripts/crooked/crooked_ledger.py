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

    instead: Entry | None = None
    """What the host itself goes by where its next entry is forged."""
    is_forging = False
    """Whether the next entry is one more than the host would write: it goes on as if it were not there."""

    def push(self, entry: Entry, head: bytes, known: Mapping[tuple[bytes, bytes], Known] = NOTHING_KNOWN) -> None:
        """As ``Ledger.push``; raises nothing."""
        index, before, clock = self.index, self.head, getattr(entry, "t", self.clock)
        entry, self.instead = self.instead or entry, None
        try:
            if not self.is_forging:
                super().push(entry, head, known)
                return
        # The second where an entry before this one had no place.
        except (Cheat, AssertionError):
            with suppress(RummynetError):
                self._take(entry, index, head)
            self._standing.entry_added(entry, head, index, clock)
        self._previous, self.head, self.clock, self.index = before, head, clock, index + 1
        self._signatures.heads[head] = index, clock

    def _take(self, entry: Entry, index: int, head: bytes) -> None:
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
            self._action_checks.add_position(head, index, play.present, keeps_aim=False)
