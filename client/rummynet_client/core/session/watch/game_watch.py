"""What is found about the host in one game: the news of it, and the incidents that are kept with the host's key."""

from collections.abc import Sequence

from rummynet.verifier.report import with_names
from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.session.watch import watches
from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.core.text import news
from rummynet_client.core.text.news import News
from rummynet_client.language import _, sentence_of
from rummynet_protocol.errors import Cheat
from rummynet_protocol.values import replace


class GameWatch:
    """Watches the host in game *number*. What it tells is also added to *lines*."""

    def __init__(self, number: int, follower: GameFollower, lines: list[str]) -> None:
        self.is_restoring = False
        """Entries of an earlier run are read again. That run has kept the incidents, so none is recorded."""
        self._number, self._follower, self._lines = number, follower, lines
        self._incidents: list[Incident] = []
        self._has_told_cheat = self._doubts_time = False

    def take_incidents(self) -> list[Incident]:
        """Take the incidents found since the last call."""
        found, self._incidents = self._incidents, []
        return found

    def tell(self, check: str, says: str, *, cheat: bool = False) -> News:
        """News about fairness; no incident."""
        self._lines.append(says)
        return news.FairnessReported(check, cheat, self._follower.auditor.voided, says)

    def report_doubt(self, kind: str, says: str, about: str = "") -> News:
        """Report what may be the network, with what it is *about*."""
        self._add(Incident(kind, says=about))
        return self.tell(kind, says)

    def report_missing_end(self, kind: str, says: str) -> News:
        """Report that the log has no end, or that its end is not shown."""
        self._add(Incident(kind))
        return self.tell("end", says)

    def report_cheat(self, cheat: Cheat, names: tuple[str, ...]) -> list[News]:
        """Report a cheat, once: the game stops at the first."""
        # After the first fault every entry fails; one alarm with the cause is read, a hundred are not.
        if self._has_told_cheat:
            return []
        self._has_told_cheat = True
        self._add(Incident(watches.CHEAT, check=cheat.check, says=with_names(str(cheat), names)))
        says = _(
            "THE HOST IS CHEATING, or something between you and it is: {cheat} (check {check}). This client "
            "takes no further part in the game; the transcript holds the evidence.",
            cheat=with_names(sentence_of(cheat), names),
            check=cheat.check,
        )
        return [self.tell(cheat.check, says, cheat=True)]

    def report_time(self) -> list[News]:
        """Report, once, if log time has run ahead since an earlier run of the program."""
        if not self._follower.time_leads or self.is_restoring or self._doubts_time:
            return []
        self._doubts_time = True
        says = _(
            "since your program restarted, more time has passed in the log than here, or this computer's clock "
            "was set back"
        )
        return [self.report_doubt(watches.TIME_LEADS, says)]

    def report_void(self, place: str, names: Sequence[str]) -> list[News]:
        """Report the void of the shuffle at *place*, for the silence of the players of these *names*."""
        self._add(Incident(watches.VOID, place=place, names=tuple(names)))
        says = _(
            "a shuffle was put aside, because the host says that nothing came from {who}; a new one follows "
            "with new contributions",
            who=", ".join(names),
        )
        items = [self.tell("void", says)]
        if self._follower.own_part.blame is not None:
            self._add(Incident(watches.BLAMED, place=place))
            says = _(
                "the host read or confirmed your part of the shuffle, and then named you silent. This client "
                "says so in the log, where everybody sees it"
            )
            items.append(self.tell("void", says))
        return items

    def _add(self, incident: Incident) -> None:
        if not self.is_restoring:
            self._incidents.append(replace(incident, log=self._follower.own.log.hex(), game=self._number))
