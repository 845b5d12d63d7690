"""``rummynet verify``: transcripts checked offline."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from rummynet.files import read_file
from rummynet.keyfile import home
from rummynet.pages import page_text
from rummynet.verifier.offline import Progress
from rummynet_cli.console import progress_line
from rummynet_cli.signature_workers import check_on_all_processors
from rummynet_cli.transcript_files import kept_games, transcript_path
from rummynet_client.language import _, sentence_of, system_words, translated
from rummynet_client.storage.settings import apply_kept_language
from rummynet_client.surface import CHECKS, write_text
from rummynet_protocol.fairness.transcript import MOST_FILE, NotATranscript, OtherVersion
from rummynet_protocol.text import harmless


def run(args: argparse.Namespace) -> int:
    """Check every file, or write the page that does: 0 all verified, 1 one is not, 2 one cannot be read or checked.

    Without a file list the kept games. Raises NotOneTranscript.
    """
    data = home(args.data)
    apply_kept_language(data)
    if args.page is not None:
        return _write_page(Path(args.page))
    if not args.files:
        print("\n".join(kept_games("verify", data)))
        return 0
    # The worst of all files: a script that checks a folder needs one status.
    return max(_tell(path, args) for path in [transcript_path(name, data) for name in args.files])


def _write_page(out: Path) -> int:
    """The page into which any transcript is dropped; 2 if it cannot be written."""
    try:
        out.write_text(page_text("verify"), "utf-8")
    except OSError as problem:
        return _unreadable(out, _("cannot be written: {reason}", reason=system_words(problem)), as_json=False)
    print(harmless(_("{path} is written; open it in a browser, it works offline", path=out)))
    return 0


def _tell(path: Path, args: argparse.Namespace) -> int:
    try:
        data = read_file(path, MOST_FILE)
        with progress_line() as show:
            report = check_on_all_processors(data, partial=args.partial, progress=_progress(path, show))
    except OtherVersion as problem:
        # A subclass of NotATranscript: it is whole, and a newer program can read it.
        return _unreadable(path, sentence_of(problem), as_json=args.json, verdict="unknown")
    except NotATranscript as problem:
        return _unreadable(path, sentence_of(problem), as_json=args.json)
    except OSError as problem:
        return _unreadable(path, _("cannot be read: {reason}", reason=system_words(problem)), as_json=args.json)
    if args.json:
        print(json.dumps({"file": str(path), **report.to_dict()}))
    else:
        write_text("\n".join(map(harmless, [str(path), *map(translated, report.lines)])), indent=CHECKS)
    return report.status


def _progress(path: Path, show: Callable[[str], None] | None) -> Progress | None:
    return None if show is None else lambda done, records: show(f"{path.name}: {done}/{records}")


def _unreadable(path: Path, problem: str, *, as_json: bool, verdict: str = "unreadable") -> int:
    if as_json:
        print(json.dumps({"file": str(path), "verdict": verdict, "verified": False, "error": problem}))
    print(harmless(f"rummynet verify: {path}: {problem}"), file=sys.stderr)
    return 2
