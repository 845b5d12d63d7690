"""Scripts that no other test runs still find what they import."""

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


def is_python(path: Path) -> bool:
    return path.is_file() and (path.suffix == ".py" or b"python" in path.read_bytes().partition(b"\n")[0])


def test_every_script_finds_what_it_imports() -> None:
    paths = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "scripts").iterdir()) if is_python(path)]
    assert len(paths) > 30
    words = [sys.executable, "-c", IMPORT_ALL, *paths]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
