"""``rummynet doctor``: what may be in the way, one line a finding, and what to do about it."""

import argparse
import asyncio
import json
import sys

from rummynet.keyfile import home
from rummynet_client.checkup.examination import examine
from rummynet_client.checkup.far_checks import far_play
from rummynet_client.storage.settings import apply_kept_language
from rummynet_protocol.wire.invitation import read_place


def run(args: argparse.Namespace) -> int:
    """Look at everything; 1 if something fails. Raises BadAddress."""
    data = home(args.data)
    apply_kept_language(data)
    where = read_place(args.address) if args.address is not None else None
    far = far_play(args.rendezvous, args.relay) if args.far else None
    found = asyncio.run(examine(where, data, far))
    failing = any(finding.verdict == "fail" for finding in found)
    if args.json:
        told = {"healthy": not failing, "findings": [finding.to_dict() for finding in found]}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    else:
        sys.stdout.writelines(finding.line + "\n" for finding in found)
    return 1 if failing else 0
