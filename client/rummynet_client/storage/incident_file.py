"""The file of incidents in the data directory: append-only, readable by its owner only, shared by several programs."""

import os
from pathlib import Path
from typing import Final

from rummynet_client.core.session.watch.incidents import Incident, logs_known, read_lines, to_line
from rummynet_client.language import _, system_words
from rummynet_client.storage.known_hosts import fingerprints
from rummynet_protocol.errors import RummynetError

NAME: Final = "incidents"


class IncidentFileError(RummynetError):
    """The file cannot be read or written."""

    code = "incidents"


class IncidentFile:
    """The file ``incidents`` in the data directory *data*.

    What was kept under a key that the host had before counts too.
    """

    def __init__(self, data: Path) -> None:
        self._data: Final = data
        self.path: Final = data / NAME

    def incidents_of(self, host: str) -> tuple[Incident, ...]:
        """The incidents of the host with this fingerprint that are not cleared, oldest first.

        Raises IncidentFileError, KnownHostsError.
        """
        return read_lines(self._lines(), fingerprints(self._data, host))

    def logs_known(self, host: str) -> frozenset[str]:
        """The logs of that host that are known to go no further, also of incidents that are cleared.

        Raises IncidentFileError, KnownHostsError.
        """
        return logs_known(self._lines(), fingerprints(self._data, host))

    def _lines(self) -> list[str]:
        try:
            return self.path.read_text("utf-8").splitlines()
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError) as problem:
            why = system_words(problem)
            raise IncidentFileError(
                _("{path} cannot be read ({problem}); repair it or move it away", path=self.path, problem=why)
            ) from None

    def append_incident(self, host: str, incident: Incident) -> None:
        """Append an incident. Raises IncidentFileError."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                # One write of a whole line to a file opened for appending: lines of two programs do not mix.
                os.write(file, (to_line(host, incident) + "\n").encode())
            finally:
                os.close(file)
        except OSError as problem:
            raise IncidentFileError(
                _("{path} cannot be written ({reason})", path=self.path, reason=system_words(problem))
            ) from None
