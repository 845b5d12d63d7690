#!/usr/bin/env python3
"""Run the tests of what has changed since the last commit, or in it if nothing has, within some seconds.

    scripts/nearest_tests.py --seconds 40      run them
    scripts/nearest_tests.py --keep LINES      make the map anew, of what `scripts/mutate.py --map LINES` has written

Which test takes which function stands in ``tests/coverage.json``. First come the tests that have changed themselves,
then those that take a function that has changed, the cheapest first, then the few that together take nine lines of ten.
A file that no test takes by that map brings none of its own. Exit status 1 where one fails.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
MAP: Final = ROOT / "tests" / "coverage.json"
OF_EACH: Final = 4
"""So many tests are kept of each function."""
MOST: Final = 0.9


class InTime:
    """Runs tests in the order of *wanted*, and no more when the time is up."""

    def __init__(self, wanted: list[str], seconds: float) -> None:
        self._place = {name: at for at, name in enumerate(wanted)}
        self._end = time.monotonic() + seconds
        self.failed = self.passed = 0
        self.is_over = False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """In order; tests/conftest.py has another one for all tests."""
        items.sort(key=lambda item: self._place.get(name_of(item.nodeid), self._place.get(file_of(item.nodeid), 0)))

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


def name_of(test: str) -> str:
    """The name of a test, without the case."""
    return test.partition("[")[0]


def file_of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


def git(*words: str) -> list[str]:
    """The lines of what git says."""
    return subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def changed() -> dict[str, set[int]]:
    """The lines that have changed, by file; none of a file that is new."""
    since = "HEAD" if git("diff", "--name-only", "HEAD") else "HEAD~1"
    found: dict[str, set[int]] = {one: set() for one in git("ls-files", "--others", "--exclude-standard")}
    file = ""
    for line in git("diff", "--unified=0", since):
        if line.startswith("+++ b/"):
            file = line.removeprefix("+++ b/")
        elif match := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(match[1]), int(match[2] or 1)
            found.setdefault(file, set()).update(range(first, first + max(1, count)))
    return found


def functions(path: Path) -> Iterator[tuple[str, range]]:
    """The functions of a file, and their lines; those inside of others belong to them."""

    def within(node: ast.AST, name: str) -> Iterator[tuple[str, range]]:
        for one in ast.iter_child_nodes(node):
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                yield name + one.name, range(one.lineno, (one.end_lineno or one.lineno) + 1)
            elif isinstance(one, ast.ClassDef):
                yield from within(one, f"{name}{one.name}.")

    yield from within(ast.parse(path.read_bytes()), "")


def nearest(lines_of: dict[str, set[int]], known: dict[str, Any]) -> list[str]:
    """The tests to run, in order; those of changed files of tests by the file's name."""
    names = known["tests"]
    own = [one for one in lines_of if re.fullmatch(r"tests/.*/?test_\w+\.py", one) and (ROOT / one).exists()]
    taken: set[int] = set()
    for file, lines in lines_of.items():
        tests = known["takes"].get(file)
        if tests is None or not (ROOT / file).exists():
            continue
        touched = {name for name, span in functions(ROOT / file) if lines & {*span}}
        taken |= {one for name in touched or tests for one in tests.get(name, ())}
    wanted = sorted(taken, key=lambda one: known["seconds"][one])
    wanted += [one for one in known["most"] if one not in taken]
    return own + [names[one] for one in wanted if is_there(names[one]) and file_of(names[one]) not in own]


def is_there(test: str) -> bool:
    """Whether the tree still has it: the map is older than the tree."""
    path = ROOT / file_of(test)
    return path.exists() and re.search(rf"def {test.rpartition('::')[2]}\b", path.read_text()) is not None


def kept(mapped: dict[str, Any]) -> dict[str, Any]:
    """The map by functions, of one by lines."""
    names = list(dict.fromkeys(map(name_of, mapped["tests"])))
    place = {name: at for at, name in enumerate(names)}
    number = [place[name_of(one)] for one in mapped["tests"]]
    seconds = [0.0] * len(names)
    for at, cost in zip(number, mapped["seconds"], strict=True):
        seconds[at] += cost
    takes: dict[str, dict[str, list[int]]] = {}
    lines: dict[int, set[tuple[str, int]]] = defaultdict(set)
    for file, by_line in sorted(mapped["lines"].items()):
        of_line = {int(line): {number[one] for one in tests} for line, tests in by_line.items()}
        for line, tests in of_line.items():
            for one in tests:
                lines[one].add((file, line))
        for name, span in functions(ROOT / file):
            inside = {one for line in span[1:] for one in of_line.get(line, ())}
            if inside:
                cheapest = sorted(inside, key=lambda one: (seconds[one], one))[:OF_EACH]
                takes.setdefault(file, {})[name] = cheapest
    few = most(lines, seconds)
    used = sorted({*few, *(one for of in takes.values() for tests in of.values() for one in tests)})
    now = {one: at for at, one in enumerate(used)}
    return {
        "tests": [names[one] for one in used],
        "seconds": [round(seconds[one], 2) for one in used],
        "most": [now[one] for one in few],
        "takes": {
            file: {name: [now[one] for one in tests] for name, tests in of.items()} for file, of in takes.items()
        },
    }


def most(lines: dict[int, set[tuple[str, int]]], seconds: list[float]) -> list[int]:
    """Tests that together take MOST of all lines: always the one that brings most lines for its time."""
    left = set[tuple[str, int]]().union(*lines.values())
    enough, chosen = (1 - MOST) * len(left), list[int]()
    gain = {one: len(taken) / (0.02 + seconds[one]) for one, taken in lines.items()}
    while len(left) > enough:
        best = max(gain, key=gain.__getitem__)
        now = len(lines[best] & left) / (0.02 + seconds[best])
        if now < gain[best]:
            gain[best] = now  # others have taken some of its lines
            continue
        left -= lines[best]
        chosen.append(best)
        del gain[best]
    return chosen


def main() -> int:
    """Entry point."""
    reads = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reads.add_argument("--seconds", type=float, default=40.0)
    reads.add_argument("--keep", type=Path, metavar="LINES")
    wish = reads.parse_args()
    if wish.keep:
        MAP.write_text(json.dumps(kept(json.loads(wish.keep.read_text())), separators=(",", ":")))
        return 0
    wanted = nearest(changed(), json.loads(MAP.read_text()))
    in_time = InTime(wanted, wish.seconds)
    status = pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow and not long", *wanted], plugins=[in_time])
    print(f"{in_time.passed} tests" + (", until the time was up" if in_time.is_over else ""))
    return 1 if in_time.failed else 0 if in_time.is_over else int(status) % 5  # 5: all are left to the gate


if __name__ == "__main__":
    sys.exit(main())
