"""``rummynet verify``: transcripts checked offline."""

import argparse
import json
import sys
from pathlib import Path

from rummynet.files import read_file
from rummynet.verifier.offline import check
from rummynet_protocol.fairness.transcript import MOST_FILE, NotATranscript
from rummynet_protocol.text import harmless


def run(args: argparse.Namespace) -> int:
    """Check every file: 0 all verified, 1 one is not, 2 one is no transcript that can be read."""
    return max(_tell(Path(name), args) for name in args.files)


def _tell(path: Path, args: argparse.Namespace) -> int:
    try:
        report = check(read_file(path, MOST_FILE), partial=args.partial)
    except NotATranscript as problem:
        return _unreadable(path, str(problem), args.json)
    except OSError as problem:
        return _unreadable(path, f"cannot be read: {problem.strerror}", args.json)
    if args.json:
        print(json.dumps({"file": str(path), **report.to_dict()}))
    else:
        print("\n".join(map(harmless, [str(path), *report.lines])))
    return 0 if report.verified else 1


def _unreadable(path: Path, problem: str, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"file": str(path), "verified": False, "error": problem}))
    print(harmless(f"rummynet verify: {path}: {problem}"), file=sys.stderr)
    return 2
