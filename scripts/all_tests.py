#!/usr/bin/env python3
"""Run all tests in parts beside each other, each in a process that collects its own files alone.

    scripts/all_tests.py --parts 5 [--keep] [what pytest is to be told]

How long each file takes stands in ``tests/seconds.json``; ``--keep`` writes what this run took. Exit status 1 where a
test fails.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

ROOT: Final = Path(__file__).resolve().parents[1]
SECONDS: Final = ROOT / "tests" / "seconds.json"
UNKNOWN: Final = 5.0
LAST: Final = "tests/end_to_end/test_network.py"
"""Asks only how something ended that runs beside the others."""
IN_BROWSER: Final = "tests/web/"
"""One after the other, these share a browser."""


def parts(count: int, seconds: dict[str, float]) -> list[list[str]]:
    """So many lists of files that take about as long, each with those in a browser, then the longest, first."""
    files = [str(one.relative_to(ROOT)) for one in (ROOT / "tests").rglob("test_*.py")]
    found: list[list[str]] = [[] for _ in range(count)]
    spent = [0.0] * count
    for file in sorted(files, key=lambda one: (one != LAST, -seconds.get(one, UNKNOWN), one)):
        least = spent.index(min(spent))
        found[least].append(file)
        spent[least] += seconds.get(file, UNKNOWN)
    return [sorted(one, key=lambda file: (file == LAST, not file.startswith(IN_BROWSER))) for one in found]


def run(files: list[list[str]], told: list[str], folder: Path) -> tuple[int, Counter[str], dict[str, float]]:
    """Run them; the status, how many tests passed, were skipped or failed, and the seconds of each file."""

    def part(at: int) -> tuple[Path, subprocess.CompletedProcess[str]]:
        report = folder / f"{at}.xml"
        words = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *told, *files[at]]
        pipe = subprocess.PIPE
        return report, subprocess.run(
            words, cwd=ROOT, stdout=pipe, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
        )

    status, counted, seconds = 0, Counter[str](), Counter[str]()
    with ThreadPoolExecutor(len(files)) as pool:
        for one in as_completed([pool.submit(part, at) for at in range(len(files))]):
            report, ended = one.result()
            print(ended.stdout, flush=True)
            status |= ended.returncode not in (0, 5)  # 5: all of them are for another run
            for case in ElementTree.parse(report).iter("testcase") if report.exists() else ():
                outcome = next((one.tag for one in case if one.tag in ("failure", "error", "skipped")), "passed")
                counted[outcome] += 1
                seconds[file_of(case.get("classname", ""))] += float(case.get("time", 0))
    return status, counted, seconds


def file_of(name: str) -> str:
    """The file of a module of tests, or of a class in it; empty where a run was interrupted in none."""
    words = name.split(".")
    module = next((at for at, word in enumerate(words) if word.startswith("test_")), -1)
    return "/".join(words[: module + 1]) + ".py" if module >= 0 else ""


def main() -> int:
    """Entry point."""
    reads = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reads.add_argument("--parts", type=int, default=2)
    reads.add_argument("--keep", action="store_true")
    wish, told = reads.parse_known_args()
    known: dict[str, float] = json.loads(SECONDS.read_text()) if SECONDS.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        status, counted, seconds = run(parts(wish.parts, known), told, Path(folder))
    if wish.keep:
        rounded = {file: round(one, 1) for file, one in sorted(seconds.items()) if file}
        SECONDS.write_text(json.dumps(rounded, indent=0) + "\n")
    print(", ".join(f"{count} {outcome}" for outcome, count in counted.most_common()))
    return status


if __name__ == "__main__":
    sys.exit(main())
