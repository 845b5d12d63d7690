"""A folder that one program uses at a time."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def own_folder(folder: Path) -> Iterator[Path]:
    """*folder*, made if it is missing; a temporary one while another program has it. Raises OSError."""
    import fcntl  # not on Windows, where nobody comes here

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            with tempfile.TemporaryDirectory(prefix=f"rummynet-{folder.name}-") as own:
                yield Path(own)
            return
        yield folder
