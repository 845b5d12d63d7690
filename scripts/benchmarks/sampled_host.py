"""``rummynet host`` with a sampler: at every millisecond of processor time it notes where the main thread is.

Run as a program with the file to write first and the words of ``rummynet`` after it; ``scripts/bench.py profile`` does.
Code in C counts for the Python function that called it.
"""

import json
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "client"), str(ROOT / "protocol")]

EVERY_SECONDS = 0.001
DEEPEST = 60

_counts: Counter[tuple[str, ...]] = Counter()


def _sample(_number: int, frame: FrameType | None) -> None:
    stack: list[str] = []
    while frame is not None and len(stack) < DEEPEST:
        stack.append(f"{frame.f_code.co_filename}:{frame.f_code.co_qualname}")
        frame = frame.f_back
    _counts[tuple(stack)] += 1


def _toggle(_number: int, _frame: FrameType | None) -> None:
    """Begin sampling, or end it and write what was found."""
    running = signal.getitimer(signal.ITIMER_PROF)[0] > 0
    signal.setitimer(signal.ITIMER_PROF, 0 if running else EVERY_SECONDS, 0 if running else EVERY_SECONDS)
    if running:
        part = Path(sys.argv[1] + ".part")  # whoever waits for the file finds it whole
        part.write_text(json.dumps([[list(stack), count] for stack, count in _counts.items()]))
        part.rename(sys.argv[1])


def main() -> int:
    """Run the program given on the command line; SIGUSR1 begins and ends the sampling."""
    from rummynet_cli.main import main as run

    signal.signal(signal.SIGPROF, _sample)
    signal.siginterrupt(signal.SIGPROF, False)
    signal.signal(signal.SIGUSR1, _toggle)
    return run(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
