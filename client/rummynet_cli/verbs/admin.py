"""``rummynet admin``: look after a host that runs on this machine."""

import argparse
import sys

from rummynet.keyfile import home
from rummynet.operator_socket import ask
from rummynet_client.language import _
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.text import harmless


class NoHostHere(RummynetError):
    """No host runs on this data directory, or it does not answer."""

    code = "host"


def run(args: argparse.Namespace) -> int:
    """Ask the host. 0, or 1 if it refuses. Raises NoHostHere, NoCode."""
    data = home(args.data)
    answer = ask(data, args.order, args.words)
    if answer is None:
        raise NoHostHere(_("no host runs on {data}; name its folder with --data DIR", data=str(data)))
    for line in answer.get("lines", ()):
        sys.stdout.write(harmless(line) + "\n")
    if "refused" not in answer:
        return 0
    print(harmless(f"rummynet: {answer['refused']}"), file=sys.stderr)
    return 1
