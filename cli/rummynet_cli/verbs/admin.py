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
    """Ask the host, each of its processes. 0, or 1 if all refuse. Raises NoHostHere, NoCode."""
    data = home(args.data)
    answers = ask([data, *sorted((data / "processes").glob("[0-9]*"))], args.order, args.words)
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
