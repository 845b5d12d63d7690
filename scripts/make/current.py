"""Files that scripts of this folder write: written, or with ``--check`` compared."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


def renew(files: Mapping[Path, str | bytes], *, only_check: bool) -> int:
    """Write those that are not current, or name them; how many there were."""
    contents = {path: one.encode() if isinstance(one, str) else one for path, one in files.items()}
    stale = [path for path, data in contents.items() if not path.exists() or path.read_bytes() != data]
    for path in stale:
        print(path.relative_to(ROOT), f"is not current; run {sys.argv[0]}" if only_check else "written")
        if not only_check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents[path])
    return len(stale)


def main(files: Callable[[], Mapping[Path, str | bytes]]) -> int:
    """Write or check, as the command line says; the exit status."""
    only_check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not only_check:
        raise SystemExit(f"usage: {sys.argv[0]} [--check]")
    return int(renew(files(), only_check=only_check) > 0 and only_check)
