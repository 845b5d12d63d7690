"""The socket by which a running host takes orders of its operator, and how it is asked there."""

import json
import os
import socket
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from rummynet_protocol.errors import RummynetError
from rummynet_protocol.sentences import sentence

SOCKET: Final = "admin.sock"  # in the host's folder; only its user can open it
LONGEST_PATH: Final = 100  # bytes: macOS takes 103 for a socket, Linux 107
# A host answers at once; one that is stopped does not answer at all.
_SECONDS: Final = 10.0
_LOOK_SECONDS: Final = 0.2  # between two looks whether a code for another home is there: a person hardly waits


class NoCode(RummynetError):
    """A host cannot get a code for people in other homes."""

    code = "no_code"


def ask(data: Path, order: str, words: Sequence[str] = ()) -> dict[str, Any] | None:
    """The answer of the host with this data directory; None if it does not run.

    The order for a code is given again until there is one. Raises NoCode.
    """
    end = time.monotonic() + _SECONDS
    while True:
        answer = _answer(data / "host", order, words)
        # A code comes from a server on the internet, for which the host does not keep its other orders waiting.
        if order != "far" or answer != {"lines": []}:
            return answer
        if time.monotonic() >= end:
            raise NoCode(sentence("the server that gives codes does not answer; 'rummynet doctor --far' says more"))
        time.sleep(_LOOK_SECONDS)


@cache
def socket_path(folder: Path) -> str:
    """The path of the socket; if it is too long for one, by an open descriptor of the folder. Raises OSError."""
    path = folder / SOCKET
    if len(os.fsencode(path)) <= LONGEST_PATH:
        return str(path)
    return f"/proc/self/fd/{os.open(folder, os.O_RDONLY)}/{SOCKET}"


def _answer(folder: Path, order: str, words: Sequence[str]) -> dict[str, Any] | None:
    """That of the host in this folder; None if it does not run."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as way:
        way.settimeout(_SECONDS)
        try:
            way.connect(socket_path(folder))
            way.sendall(json.dumps({"do": order, "words": list(words)}).encode() + b"\n")
            with way.makefile("rb") as lines:
                return dict(json.loads(lines.readline()))
        except (OSError, ValueError):
            return None
