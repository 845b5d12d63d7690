"""Audits a transcript on several processors: signatures in processes of their own, everything else in this one.

More than half of the time goes into signatures, and they do not depend on each other. The audit runs as if each were
valid while worker processes verify them; if one is not, the whole file is audited once more, one step after another,
and that result is the one that counts.
"""

import multiprocessing
import os
import signal
import sys
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
BATCH: Final = 128
"""Signatures handed to a worker at once."""
MOST_WORKERS: Final = 4

R = TypeVar("R")
Signed = tuple[bytes, str, bytes, bytes]
"""The arguments of ``signing.verify``."""


class SignatureWorkers:
    """Processes that verify signatures; a context manager. ``verify`` hands one out and ``all_valid`` waits for all."""

    def __init__(self, workers: int) -> None:
        self._batch: list[Signed] = []
        self._results: list[AsyncResult[bool]] = []
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
            self._send_batch()

    def all_valid(self) -> bool:
        """Whether every signature handed out since the last call is valid."""
        self._send_batch()
        results, self._results = self._results, []
        return all([result.get() for result in results])

    def _send_batch(self) -> None:
        batch, self._batch = self._batch, []
        if batch:
            self._results.append(self._pool.apply_async(are_valid, (batch,)))


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
    processors = os.cpu_count() or 1
    if processors > 1 and size >= WORTHWHILE_BYTES:
        # As many as there are processors, though the audit needs one too: it is done first, and leaves that to them.
        with SignatureWorkers(min(MOST_WORKERS, processors)) as signatures:
            result = audit(signatures.verify)
            if signatures.all_valid():
                return result
    return audit(verify)


def check_on_all_processors(data: bytes, *, partial: bool, progress: Progress | None = None) -> Report:
    """The report of ``offline.check``. Raises NotATranscript."""
    return on_all_processors(len(data), lambda verify: check(data, partial=partial, verify=verify, progress=progress))
