"""How figures are measured and written: a rate over a fixed time, and a figure beside its baseline."""

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

SECONDS: Final = 3.0
"""Duration of each measured loop."""


def rate(steps: Iterator[int], clock: Callable[[], float] = time.perf_counter) -> float:
    """Steps a second, measured for ``SECONDS`` of this clock; what only computes is measured in processor time."""
    begin, count = clock(), 0
    for made in steps:
        count += made
        if (spent := clock() - begin) > SECONDS:
            return count / spent
    raise AssertionError("a measured loop has to go on")


def beside(figure: float, baseline: float, unit: str, what: str, against: str) -> dict[str, Any]:
    """A figure with its baseline."""
    return {
        "what": what,
        "unit": unit,
        "figure": round(figure, 3),
        "baseline": round(baseline, 3),
        "baseline_is": against,
        "ratio": round(figure / baseline, 3),
    }
