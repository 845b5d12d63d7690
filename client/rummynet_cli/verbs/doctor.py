"""``rummynet doctor``: what may be in the way, one line a finding, and what to do about it."""

import argparse
import asyncio
import json
import sys
from contextlib import ExitStack

from rummynet.far.way_process import NoEngine
from rummynet.keyfile import home
from rummynet_client.checkup.examination import examine
from rummynet_client.checkup.finding import Finding
from rummynet_client.checkup.host_checks import far_play
from rummynet_client.language import N_, _, sentence_of
from rummynet_client.net.tls import CannotConnect
from rummynet_client.net.way import Way, way_to
from rummynet_client.storage.settings import apply_kept_language
from rummynet_client.surface import CHECKS, write_text


def run(args: argparse.Namespace) -> int:
    """Look at everything; 1 if something fails. Raises BadAddress."""
    data = home(args.data)
    apply_kept_language(data)
    with ExitStack() as opened:
        where: Way | Finding | None = None
        if args.address is not None:
            try:
                where = opened.enter_context(way_to(args.address, data, args.rendezvous, args.relay))
            except (NoEngine, CannotConnect) as problem:
                advice = _("'rummynet doctor --far' says which of the two servers answers")
                where = Finding(N_("other home"), "fail", sentence_of(problem), advice)
        far = far_play(args.rendezvous, args.relay) if args.far else None
        found = asyncio.run(examine(where, data, far))
    failing = any(finding.verdict == "fail" for finding in found)
    if args.json:
        told = {"healthy": not failing, "findings": [finding.to_dict() for finding in found]}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    else:
        write_text("\n".join(finding.line for finding in found), indent=CHECKS)
    return 1 if failing else 0
