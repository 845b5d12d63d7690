"""``rummynet admin``: look after a host that runs on this machine."""

import argparse
import json
import socket
import sys
import time
from pathlib import Path
from typing import Any, Final

from rummynet.host.administration import SOCKET
from rummynet.keyfile import home
from rummynet_client.language import _
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.text import harmless

# A host answers at once; one that is stopped does not answer at all.
SECONDS: Final = 10.0


LOOK_SECONDS: Final = 0.2
"""Between two looks whether the code is there: a person hardly waits."""


class NoCode(RummynetError):
    """A host cannot get a code for people in other homes."""

    code = "no_code"


class NoHostHere(RummynetError):
    """No host runs on this data directory, or it does not answer."""

    code = "host"


def run(args: argparse.Namespace) -> int:
    """Ask the host, each of its processes. 0, or 1 if all refuse. Raises NoHostHere, NoCode."""
    data = home(args.data)
    folders = [data, *sorted((data / "processes").glob("[0-9]*"))]
    end = time.monotonic() + SECONDS
    while True:
        asked = [ask(path, args.order, args.words) for one in folders if (path := one / "host" / SOCKET).exists()]
        answers = [answer for answer in asked if answer is not None]
        # A code comes from a server on the internet, for which the host does not keep its other orders waiting.
        if args.order != "far" or {"lines": []} not in answers:
            break
        if time.monotonic() >= end:
            raise NoCode(_("the server that gives codes does not answer; 'rummynet doctor --far' says more"))
        time.sleep(LOOK_SECONDS)
    if not answers:
        raise NoHostHere(_("no host runs on {data}; name its folder with --data DIR", data=str(data)))
    for answer in answers:
        for line in answer.get("lines", ()):
            sys.stdout.write(harmless(line) + "\n")
    refused = [answer["refused"] for answer in answers if "refused" in answer]
    if len(refused) < len(answers):  # of several processes only one has the table or the person
        return 0
    print(harmless(f"rummynet: {refused[0]}"), file=sys.stderr)
    return 1


def ask(path: Path, order: str, words: list[str]) -> dict[str, Any] | None:
    """The answer of the process with this socket; None if it does not run."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as way:
        way.settimeout(SECONDS)
        try:
            way.connect(str(path))
            way.sendall(json.dumps({"do": order, "words": words}).encode() + b"\n")
            with way.makefile("rb") as lines:
                return dict(json.loads(lines.readline()))
        except (OSError, ValueError):
            return None
