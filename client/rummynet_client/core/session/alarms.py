"""What stands against the host: remembered from earlier runs, and come to light since this program began."""

from collections.abc import Iterable
from typing import Final

from rummynet_client.core.session import incidents
from rummynet_client.core.session.incidents import Incident, sentences

_LOUD: Final = frozenset({incidents.CHEAT, incidents.NO_END, incidents.HELD_BACK, incidents.BLAMED})
"""What stays on the screen until the person puts it away."""


class Alarms:
    """Of one host. An incident is added once, however often it comes to light."""

    def __init__(self) -> None:
        self.standing: tuple[Incident, ...] = ()
        """All that has not been put away, oldest first."""
        self._fresh: list[Incident] = []

    def remember(self, past: Iterable[Incident]) -> None:
        """Begin with what earlier runs have kept."""
        self.standing = tuple(past)

    def add(self, incident: Incident) -> bool:
        """One more; whether it is new."""
        if incident.identity in {one.identity for one in self.standing}:
            return False
        self.standing += (incident,)
        self._fresh.append(incident)
        return True

    def clear(self) -> None:
        """The person has put away all of them."""
        self.standing = ()
        self._fresh.clear()

    @property
    def cheated(self) -> bool:
        """Whether the host was caught cheating."""
        return any(one.kind == incidents.CHEAT for one in self.standing)

    @property
    def cheat(self) -> str | None:
        """The cheat found last since this program began, in a sentence."""
        found = [one for one in self._fresh if one.kind == incidents.CHEAT]
        return sentences(found[-1:])[0] if found else None

    @property
    def on_screen(self) -> tuple[str, ...]:
        """Everything loud since this program began but cheats, in sentences."""
        return tuple(sentences([one for one in self._fresh if one.kind in _LOUD and one.kind != incidents.CHEAT]))
