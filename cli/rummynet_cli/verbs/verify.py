"""``rummynet verify``: transcripts checked offline."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rummynet.files import read_file
from rummynet.verifier.offline import Progress
from rummynet_cli.signature_workers import check_on_all_processors
from rummynet_cli.transcript_files import kept_games, transcript_path
from rummynet_protocol.fairness.transcript import MOST_FILE, NotATranscript
from rummynet_protocol.text import harmless

PROGRESS_SECONDS: Final = 0.3
"""Time between two lines of progress."""


def run(args: argparse.Namespace) -> int:
    """Check every file: 0 all verified, 1 one is not, 2 one is no transcript that can be read.

    Without a file list the kept games. Raises NotOneTranscript.
    """
    if not args.files:
        print("\n".join(kept_games("verify")))
        return 0
    return max(_tell(path, args) for path in [transcript_path(name) for name in args.files])


def _tell(path: Path, args: argparse.Namespace) -> int:
    try:
        data = read_file(path, MOST_FILE)
        with _progress(path) as progress:
            report = check_on_all_processors(data, partial=args.partial, progress=progress)
    except NotATranscript as problem:
        return _unreadable(path, str(problem), args.json)
    except OSError as problem:
        return _unreadable(path, f"cannot be read: {problem.strerror}", args.json)
    if args.json:
        print(json.dumps({"file": str(path), **report.to_dict()}))
    else:
        print("\n".join(map(harmless, [str(path), *report.lines])))
    return 0 if report.verified else 1


@contextmanager
def _progress(path: Path) -> Iterator[Progress | None]:
    """A line on a terminal while a long file is checked, which is cleared in the end; None in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    due, is_shown = time.monotonic() + PROGRESS_SECONDS, False

    def show(done: int, records: int) -> None:
        nonlocal due, is_shown
        if time.monotonic() >= due:
            due, is_shown = time.monotonic() + PROGRESS_SECONDS, True
            says = harmless(f"{path.name}: {done}/{records}")[:70]
            sys.stderr.write(f"\r{says:<70}")
            sys.stderr.flush()

    yield show
    if is_shown:
        sys.stderr.write(f"\r{'':<70}\r")


def _unreadable(path: Path, problem: str, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"file": str(path), "verified": False, "error": problem}))
    print(harmless(f"rummynet verify: {path}: {problem}"), file=sys.stderr)
    return 2
