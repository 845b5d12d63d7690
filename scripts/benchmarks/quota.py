"""A processor of its own for each process, of which it gets a part: what it would do with a whole one, in proportion.

For machines where what loads the processes needs the same processors. Linux, as root, with the ``cpu`` controller of
control groups, version 1 or 2.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

PERIOD_US: Final = 10_000
"""The quota is given anew after each: a tenth of the usual one, so that no message waits for long."""
V1: Final = Path("/sys/fs/cgroup/cpu")
V2: Final = Path("/sys/fs/cgroup")


def why_not() -> str:
    """Why there are no quotas here; empty if there are."""
    try:
        with _group("rummynet-bench-try", 0.5):
            return ""
    except OSError as problem:
        return f"skipped: no quotas of processor time can be set here ({problem.strerror}: {problem.filename})"


@contextmanager
def processors(pids: Sequence[int], part: float) -> Iterator[None]:
    """Pin each process to a processor, and limit it to this part of it. Raises OSError."""
    with ExitStack() as stack:
        for number, pid in enumerate(pids):
            folder = stack.enter_context(_group(f"rummynet-bench-{number}", part))
            for thread in os.listdir(f"/proc/{pid}/task"):
                os.sched_setaffinity(int(thread), {number})
            (folder / "cgroup.procs").write_text(str(pid))
        yield


@contextmanager
def _group(name: str, part: float) -> Iterator[Path]:
    """A control group with the quota; in the end its processes go back, and it is removed."""
    quota = round(part * PERIOD_US)
    top = V1 if (V1 / "cpu.cfs_quota_us").exists() else V2
    folder = top / name
    # The weight is the greatest there is: the quota alone is to be the limit, whatever else wants the processor.
    files = (
        {"cpu.cfs_period_us": PERIOD_US, "cpu.cfs_quota_us": quota, "cpu.shares": 2**18}
        if top == V1
        else {"cpu.max": f"{quota} {PERIOD_US}", "cpu.weight": 10_000}
    )
    with suppress(FileExistsError):
        folder.mkdir()
    try:
        for file, value in files.items():
            (folder / file).write_text(str(value))
        yield folder
    finally:
        for pid in (folder / "cgroup.procs").read_text().split():
            with suppress(OSError):  # it has ended meanwhile
                (top / "cgroup.procs").write_text(pid)
        folder.rmdir()
