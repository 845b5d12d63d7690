#!/usr/bin/env python3
"""Run the tests nearest to what has changed since the last commit, or in it if nothing has, within some seconds.

    scripts/nearest_tests.py --seconds 40

Near is a test whose module imports what was changed by the fewest steps; of two as near the smaller file comes first.
Tests that wait for programs and browsers come last. Exit status 1 where one fails; the last line says how many ran.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import grimp
import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("rummynet", "rummynet_cli", "rummynet_client", "rummynet_protocol", "tests")
WAITING: Final = ("tests.web", "tests.end_to_end", "tests.cluster", "tests.far")


class Deadline:
    """Ends a run of tests in time."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self.failed = self.passed = 0
        self.is_over = False

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count."""
        self.failed += report.failed
        self.passed += report.passed and report.when == "call"

    @pytest.hookimpl
    def pytest_runtest_logfinish(self) -> None:
        """Stop where the time is up."""
        if time.monotonic() > self._end and not self.is_over:
            self.is_over = True
            pytest.exit("the time is up", returncode=0)


def changed() -> list[str]:
    """The files that have changed, as paths in the tree."""
    words = [("diff", "--name-only", "HEAD"), ("ls-files", "--others", "--exclude-standard")]
    files = {line for one in words for line in git(*one)}
    return sorted(files or git("diff", "--name-only", "HEAD~1"))


def git(*words: str) -> list[str]:
    """The lines of what git says."""
    return subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def nearest(files: list[str]) -> list[str]:
    """The files of tests, the nearest one first; those that import nothing of it are left out."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    modules = {
        path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for one in files
        if (path := one.removeprefix("client/").removeprefix("protocol/")).endswith(".py")
    }
    steps = {one: 0 for one in modules & graph.modules}
    ring = [*steps]
    while ring:
        ring = [up for one in ring for up in sorted(graph.find_modules_that_directly_import(one)) if up not in steps
                and not steps.update({up: steps[one] + 1})]  # fmt: skip
    tests = {one: ROOT / (one.replace(".", "/") + ".py") for one in steps if one.rpartition(".")[2].startswith("test_")}
    order = sorted(tests, key=lambda one: (one.startswith(WAITING), steps[one], tests[one].stat().st_size))
    return [str(tests[one].relative_to(ROOT)) for one in order if tests[one].exists()]


def main() -> int:
    """Entry point."""
    reads = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reads.add_argument("--seconds", type=float, default=40.0)
    wish = reads.parse_args()
    sys.path.insert(0, str(ROOT))
    found = nearest(changed())
    if not found:
        print("no test imports what has changed")
        return 0
    deadline = Deadline(wish.seconds)
    status = pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow and not long", *found], plugins=[deadline])
    print(f"{deadline.passed} tests of {len(found)} files" + (", until the time was up" if deadline.is_over else ""))
    return 1 if deadline.failed else 0 if deadline.is_over else int(status) % 5  # 5: all are left to the gate


if __name__ == "__main__":
    sys.exit(main())
