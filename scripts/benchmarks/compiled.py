"""Figures with compiled rules: the sources are copied, the rules compiled beside them, the benchmark run there."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("rummynet", "protocol", "client", "scripts", "tests")


def compiled_figures(names: Sequence[str]) -> dict[str, Any]:
    """What ``scripts/bench.py`` prints for these names. Needs a C compiler and ``mypy[mypyc]``; takes some minutes."""
    with tempfile.TemporaryDirectory(prefix="rummynet-compiled-") as folder:
        copy = Path(folder)
        for name in FOLDERS:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        out = copy / "compiled"
        line = [sys.executable, str(copy / "scripts" / "packages" / "compile_rules.py"), str(out)]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, stderr=sys.stderr)
        shutil.copytree(out / "lib", copy, dirs_exist_ok=True)
        paths = os.pathsep.join(str(copy / name) for name in ("", "protocol", "client"))
        line = [sys.executable, str(copy / "scripts" / "bench.py"), *names]
        child = subprocess.run(line, check=True, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths})
    result: dict[str, Any] = json.loads(child.stdout)
    return result
