"""Scripts that no other test runs still find what they import."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
IMPORT_ALL = """
import runpy, sys
sys.path.insert(0, "scripts")
for path in sys.argv[1:]:
    try:
        runpy.run_path(path, run_name="imported")
    except ModuleNotFoundError as error:
        if error.name in ("hatchling", "regex"):
            continue  # of a build, and of a table that is made once in years
        raise SystemExit(f"{path}: {error}")
    except ImportError as error:
        raise SystemExit(f"{path}: {error}")
"""


PACKAGES = ("benchmarks", "crooked", "session_play")
"""Folders of modules that other scripts import."""


def is_python(path: Path) -> bool:
    return path.is_file() and (path.suffix == ".py" or b"python" in path.read_bytes().partition(b"\n")[0])


def test_every_script_finds_what_it_imports() -> None:
    files = [path for pattern in ("*", "[!_]*/*") for path in sorted((ROOT / "scripts").glob(pattern))]
    paths = [str(path.relative_to(ROOT)) for path in files if is_python(path) and path.parent.name not in PACKAGES]
    assert len(paths) > 30
    words = [sys.executable, "-c", IMPORT_ALL, *paths]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_each_entry_has_one_line_in_the_readme() -> None:
    entries = sorted(
        path.name for path in (ROOT / "scripts").iterdir() if path.name not in ("README.md", "__pycache__")
    )
    lines = (ROOT / "scripts" / "README.md").read_text("utf-8").splitlines()
    listed = [found[1].rstrip("/") for line in lines if (found := re.match(r"\| `([^`]+)` \|", line))]
    assert sorted(listed) == entries
    assert len(entries) < 25
