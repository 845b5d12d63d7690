"""The incidents known about a host: loaded from earlier runs, and found since this program started."""

from collections.abc import Iterable

from rummynet_client.core.session.watch.incidents import CLEARED, WEIGHTS, Incident, Weight, sentences
from rummynet_client.core.session.watch.watches import VOID


class Alarms:
    """The incidents of one host. Each is added once, however often it is found."""

    def __init__(self) -> None:
        self.incidents: tuple[Incident, ...] = ()  # all incidents not cleared, oldest first
        self._fresh: list[Incident] = []

    def load_incidents(self, past: Iterable[Incident]) -> None:
        """Load the incidents that earlier runs have kept."""
        self.incidents = tuple(past)

    def add_incident(self, incident: Incident) -> bool:
        """Add an incident. Returns whether it is new."""
        if incident.identity in {one.identity for one in self.incidents}:
            return False
        self.incidents += (incident,)
        self._fresh.append(incident)
        return True

    def clear_incidents(self) -> Incident:
        """Clear all of them, on the player's command. Returns the incident that says so, to be kept."""
        self.incidents = ()
        # Also those of now: the player has seen them, and the screen would go on warning.
        self._fresh.clear()
        return Incident(CLEARED)

    @property
    def cheated(self) -> bool:
        """Whether the host was caught cheating."""
        return any(WEIGHTS[one.kind] is Weight.CHEAT for one in self.incidents)

    @property
    def cheat(self) -> str | None:
        """The last cheat found since this program started, as a sentence; None without one."""
        found = [one for one in self._fresh if WEIGHTS[one.kind] is Weight.CHEAT]
        return sentences(found[-1:])[0] if found else None

    @property
    def doubts(self) -> tuple[str, ...]:
        """The doubts about the host since this program started; voided shuffles have a count of their own."""
        doubts = (one for one in self._fresh if WEIGHTS[one.kind] is Weight.DOUBT and one.kind != VOID)
        return tuple(sentences(tuple(doubts)))
