"""The incidents known about a host: loaded from earlier runs, and found since this program started."""

from collections.abc import Iterable
from typing import Final

from rummynet_client.core.session import incidents
from rummynet_client.core.session.incidents import Incident, sentences

_LOUD: Final = frozenset({incidents.CHEAT, incidents.NO_END, incidents.HELD_BACK, incidents.BLAMED})
"""Kinds that stay on the screen until the player clears them."""


class Alarms:
    """The incidents of one host. Each is added once, however often it is found."""

    def __init__(self) -> None:
        self.incidents: tuple[Incident, ...] = ()
        """All incidents not cleared, oldest first."""
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

    def clear_incidents(self) -> None:
        """Clear all of them, on the player's command."""
        self.incidents = ()
        self._fresh.clear()

    @property
    def cheated(self) -> bool:
        """Whether the host was caught cheating."""
        return any(one.kind == incidents.CHEAT for one in self.incidents)

    @property
    def cheat(self) -> str | None:
        """The last cheat found since this program started, as a sentence; None without one."""
        found = [one for one in self._fresh if one.kind == incidents.CHEAT]
        return sentences(found[-1:])[0] if found else None

    @property
    def on_screen(self) -> tuple[str, ...]:
        """The sentences of the loud incidents found since this program started, cheats aside."""
        return tuple(sentences([one for one in self._fresh if one.kind in _LOUD and one.kind != incidents.CHEAT]))
