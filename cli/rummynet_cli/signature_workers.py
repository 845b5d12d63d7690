"""Audits a transcript on several processors: signatures in processes of their own, everything else in this one.

More than half of the time goes into signatures, and they do not depend on each other. The audit runs as if each were
valid while worker processes verify them, and this process verifies the ones left when the audit is done. If one is not
valid, the whole file is audited once more, one step after another, and that result is the one that counts.
"""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.pool import AsyncResult, Pool
from types import TracebackType
from typing import Final, Self, TypeVar

from rummynet.verifier.offline import Progress, check
from rummynet.verifier.report import Report
from rummynet.verifier.signatures import Verify
from rummynet_protocol.fairness.signing import BadSignature, check_key, verify

WORTHWHILE_BYTES: Final = 256 * 1024
"""Shorter transcripts are checked before a process could be started."""
BATCH: Final = 64
"""Signatures handed to a worker at once."""
AHEAD: Final = 3
"""Batches that a worker has or waits for; all others this process may still take back."""
MOST_WORKERS: Final = 4

R = TypeVar("R")
Signed = tuple[bytes, str, bytes, bytes]
"""The arguments of ``signing.verify``."""


class SignatureWorkers:
    """Processes that verify signatures; a context manager. ``verify`` hands one out and ``all_valid`` waits for all."""

    def __init__(self, workers: int) -> None:
        self._batch: list[Signed] = []
        self._waiting: deque[list[Signed]] = deque()
        """Batches that no worker has."""
        self._results: deque[AsyncResult[bool]] = deque()
        self._most_results = AHEAD * workers
        self._are_valid = True
        context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        # Ctrl-C reaches every process of the terminal: this one ends the workers, who say nothing.
        self._pool: Pool = context.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.terminate()

    def verify(self, public: bytes, kind: str, payload: bytes, signature: bytes) -> None:
        """Hand out one signature. Raises BadKey for a key that can be nobody's."""
        check_key(public)
        self._batch.append((public, kind, payload, signature))
        if len(self._batch) >= BATCH:
            self._end_batch()

    def all_valid(self) -> bool:
        """Whether every signature handed out since the last call is valid; verifies what no worker has begun."""
        self._end_batch()
        while self._waiting:
            self._are_valid &= are_valid(self._waiting.popleft())
            self._hand_out()
        while self._results:
            self._are_valid &= self._results.popleft().get()
        found, self._are_valid = self._are_valid, True
        return found

    def _end_batch(self) -> None:
        batch, self._batch = self._batch, []
        if batch:
            self._waiting.append(batch)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._results and self._results[0].ready():
            self._are_valid &= self._results.popleft().get()
        while self._waiting and len(self._results) < self._most_results:
            self._results.append(self._pool.apply_async(are_valid, (self._waiting.popleft(),)))


def are_valid(batch: Sequence[Signed]) -> bool:
    """Whether all of these signatures are valid."""
    try:
        for signed in batch:
            verify(*signed)
    except BadSignature:
        return False
    return True


def on_all_processors(size: int, audit: Callable[[Verify], R]) -> R:
    """What *audit* returns for a file of this *size*, sooner where there is more than one processor.

    It is called with the function that verifies signatures, and a second time if not all that it let pass are valid.
    """
    workers = min(MOST_WORKERS, (os.cpu_count() or 1) - 1)
    if workers >= 1 and size >= WORTHWHILE_BYTES:
        with SignatureWorkers(workers) as signatures:
            result = audit(signatures.verify)
            if signatures.all_valid():
                return result
    return audit(verify)


def check_on_all_processors(data: bytes, *, partial: bool, progress: Progress | None = None) -> Report:
    """The report of ``offline.check``. Raises NotATranscript."""
    return on_all_processors(len(data), lambda verify: check(data, partial=partial, verify=verify, progress=progress))
