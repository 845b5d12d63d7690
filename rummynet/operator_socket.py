"""The socket by which a running host takes orders of its operator, and how it is asked there."""

import json
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rummynet_protocol.errors import RummynetError

SOCKET: Final = "admin.sock"
"""In the host's folder; only its user can open it."""
# A host answers at once; one that is stopped does not answer at all.
SECONDS: Final = 10.0
LOOK_SECONDS: Final = 0.2
"""Between two looks whether a code for another home is there: a person hardly waits."""


class NoCode(RummynetError):
    """A host cannot get a code for people in other homes."""

    code = "no_code"


def ask(path: Path, order: str, words: Sequence[str] = ()) -> dict[str, Any] | None:
    """The answer of the process with this socket; None if it does not run."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as way:
        way.settimeout(SECONDS)
        try:
            way.connect(str(path))
            way.sendall(json.dumps({"do": order, "words": list(words)}).encode() + b"\n")
            with way.makefile("rb") as lines:
                return dict(json.loads(lines.readline()))
        except (OSError, ValueError):
            return None
