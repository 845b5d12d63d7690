"""Mutation test: change one operator, constant, return or raise of the pure code, and see whether a test fails.

Mutants are drawn at random, with a seed, from all of them. Each is written into a copy of the tree, where the tests of
its folder (of one game, say, or of the whole package) run until one fails: the mutant is killed. Where they use more
than ``--seconds`` of processor time (``timeout``), either they hang or there are many of them: such a mutant counts
neither way until it was tried again, with more seconds or with the tests that concern it. Prints one line per mutant
and a table; with ``--json`` all of it in a file. ``--only`` takes mutants of one folder, file or line (``FILE:LINE``).
"""

import argparse
import ast
import copy
import json
import os
import queue
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = {  # and their tests: first those of the package, then those that look at it too, for --wide
    "rummynet/rules": ["tests/rules", "tests/library"],
    "rummynet/verifier": ["tests/verifier"],
    "protocol/rummynet_protocol/fairness": ["tests/protocol/fairness", "tests/verifier"],
}
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
COPIED = ("rummynet", "client", "protocol", "tests", "scripts", "docs", "packaging", "pyproject.toml", "README.md")
PROFILE = """
from hypothesis import Phase, settings
settings.register_profile("mutation", derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))
settings.load_profile("mutation")
"""  # an example that fails is enough; none is shrunk


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from *start* to *end* of a file become *text*."""

    file: str
    line: int
    kind: str
    start: int
    end: int
    before: str
    text: str

    @property
    def package(self) -> str:
        """One of PACKAGES."""
        return next(name for name in PACKAGES if self.file.startswith(name + "/"))


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST, ast.AST | None]]:
    """Each mutation of one node: its kind, the node that goes, and what comes (None: ``pass``)."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
        for at, op in enumerate(new.ops):
            one = copy.deepcopy(new)
            one.ops[at] = COMPARISONS[type(op)]()
            yield "comparison", node, one
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        yield "and/or", node, new
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        yield "not", node, new.operand
    elif isinstance(new, ast.BinOp | ast.AugAssign) and type(new.op) in ARITHMETIC:
        new.op = ARITHMETIC[type(new.op)]()
        yield "arithmetic", node, new
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "constant", node, ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for step in (1, -1):
            yield "constant", node, ast.Constant(node.value + step)
    elif isinstance(node, ast.Return) and node.value is not None:
        if isinstance(node.value, ast.Constant | ast.Compare | ast.BoolOp):
            yield "return", node.value, ast.UnaryOp(ast.Not(), copy.deepcopy(node.value))
        else:
            yield "return", node.value, ast.Constant(None)
    elif isinstance(node, ast.Raise):
        yield "raise", node, None


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run: no annotations and decorators, no ``strict=True``, nothing in f-strings (columns unknown)."""
    yield node
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in ("annotation", "returns", "decorator_list"):
                yield from executed(child)


def sites(path: Path) -> Iterator[Mutant]:
    """Every mutant of one file."""
    source = path.read_bytes()
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    for node in executed(ast.parse(source)):
        for kind, old, new in changes(node):
            start = starts[old.lineno - 1] + old.col_offset  # type: ignore[attr-defined]
            end = starts[old.end_lineno - 1] + old.end_col_offset  # type: ignore[attr-defined]
            text = "pass" if new is None else f"({ast.unparse(new)})" if isinstance(new, ast.expr) else ast.unparse(new)
            file, before = str(path.relative_to(ROOT)), source[start:end].decode()
            yield Mutant(file, old.lineno, kind, start, end, before, text)  # type: ignore[attr-defined]


def copied(folder: Path) -> Path:
    """A copy of the tree in which the tests run without shrinking and without chance."""
    for name in COPIED:
        put = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        put(ROOT / name, folder / name)
    with (folder / "tests" / "conftest.py").open("a") as conftest:
        conftest.write(PROFILE)
    return folder


def noticed(tree: Path, mutant: Mutant, seconds: int, wide: bool) -> str:
    """Run the tests on one mutant: ``killed``, ``timeout`` or ``survived``."""
    file = tree / mutant.file
    original, stat = file.read_bytes(), file.stat()
    file.write_bytes(original[: mutant.start] + mutant.text.encode() + original[mutant.end :])
    tests, folder = PACKAGES[mutant.package], Path(mutant.file).parent.name
    own = [name for name in (f"{tests[0]}/{folder}", f"tests/{folder}") if (tree / name).is_dir()][:1]
    try:
        ended = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-x",
                "-q",
                "-p",
                "no:cacheprovider",
                *(tests if wide else own or tests[:1]),
            ],
            cwd=tree,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1)),
        ).returncode
        return "survived" if ended == 0 else "timeout" if ended == -signal.SIGXCPU else "killed"
    finally:
        file.write_bytes(original)
        os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def main() -> int:
    """Try the sample; 0 also when mutants survive, as each of them has to be looked at."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, default in (("--sample", 200), ("--seed", 1), ("--jobs", 1), ("--seconds", 120)):
        parser.add_argument(name, type=int, default=default)
    parser.add_argument("--only", metavar="PATH[:LINE]", default="")
    parser.add_argument("--wide", action="store_true", help="run all tests of the package")
    parser.add_argument("--json", type=Path)
    flags = parser.parse_args()
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    everything = [one for path in paths for one in sites(path) if f"{one.file}:{one.line}".startswith(flags.only)]
    sample = random.Random(flags.seed).sample(everything, min(flags.sample, len(everything)))
    print(f"{len(sample)} of {len(everything)} mutants", flush=True)
    trees: queue.Queue[Path] = queue.Queue()
    outcomes: list[dict[str, object]] = []

    def attempt(mutant: Mutant) -> None:
        tree, began = trees.get(), time.monotonic()
        outcome = noticed(tree, mutant, flags.seconds, flags.wide)
        trees.put(tree)
        outcomes.append({"outcome": outcome, "package": mutant.package, **vars(mutant)})
        place = f"{mutant.file}:{mutant.line} {mutant.kind}"
        print(f"{outcome:9}{time.monotonic() - began:6.1f}s {place}: {mutant.before!r} -> {mutant.text!r}", flush=True)

    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(flags.jobs) as pool:
        for number in range(flags.jobs):
            trees.put(copied(Path(scratch) / str(number)))
        list(pool.map(attempt, sample))
    for name in PACKAGES:
        print(name, dict(Counter(one["outcome"] for one in outcomes if one["package"] == name)))
    if flags.json:
        flags.json.write_text(json.dumps(outcomes, indent=1, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
