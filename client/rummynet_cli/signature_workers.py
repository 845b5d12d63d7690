"""Audits a transcript on several processors: signatures in processes of their own, everything else in this one.

More than half of the time goes into signatures, and they do not depend on each other. The audit runs as if each were
valid while worker processes verify them; if one is not, the whole file is audited once more, one step after another,
and that result is the one that counts.
"""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Final, Self, TypeVar

from rummynet.ledger.signed_statements import Verify
from rummynet.verifier.offline import Progress, check
from rummynet.verifier.report import Report
from rummynet_protocol.fairness.signing import check_key, verify

WORTHWHILE_BYTES: Final = 256 * 1024  # shorter transcripts are checked before a process could be started
# A signature verifies in tens of microseconds: one at a time, pickling and a pipe would cost as much as they save.
BATCH: Final = 64
# The one at work, and one more so that the worker need not wait; more only takes longer to end when one fails.
AHEAD: Final = 2
# Signatures are little more than half of the time: beyond that the rest, which one process does alone, decides.
MOST_WORKERS: Final = 4

R = TypeVar("R")
Signed = tuple[bytes, str, bytes, bytes]  # the arguments of ``signing.verify``


class SignatureWorkers:
    """Processes that verify signatures; a context manager. ``verify`` hands one out and ``all_valid`` waits for all.

    Pipes without threads, unlike multiprocessing's own pool: its three threads would take a tenth of the audit's time.
    """

    def __init__(self, workers: int) -> None:
        self._batch: list[Signed] = []
        self._waiting: deque[list[Signed]] = deque()
        self._unanswered: dict[Connection, int] = {}  # by the pipe to a worker: the batches that it has
        self._is_valid = True
        # Forking takes milliseconds where spawning imports all again; on macOS a fork may hang in the system's
        # libraries.
        can_fork = sys.platform == "linux"
        context = multiprocessing.get_context("fork") if can_fork else multiprocessing.get_context("spawn")
        self._processes: list[BaseProcess] = []
        for _ in range(workers):
            ours, theirs = context.Pipe()
            # A forked worker has our ends as well; it closes them, so that all workers end if this process is killed.
            inherited = [*self._unanswered, ours] if can_fork else []
            process = context.Process(target=_work, args=(theirs, inherited), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._unanswered[ours] = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe in self._unanswered:
            pipe.close()
        for process in self._processes:
            process.terminate()
            process.join()

    def verify(self, public: bytes, kind: str, payload: bytes, signature: bytes) -> None:
        """Hand out one signature. Raises BadKey for a key that can be nobody's."""
        # Here and not in a worker: a bad key is a fault of another check, with a line of its own.
        check_key(public)
        self._batch.append((public, kind, payload, signature))
        if len(self._batch) >= BATCH:
            self._hand_out(0)

    def all_valid(self) -> bool:
        """Whether every signature handed out since the last call is valid."""
        self._hand_out(0)
        while any(self._unanswered.values()):
            self._hand_out(None)
        valid, self._is_valid = self._is_valid, True
        return valid

    def _hand_out(self, seconds: float | None) -> None:
        """Take what has been answered, waiting at most so long for it, and give each worker as much as it may have."""
        batch, self._batch = self._batch, []
        if batch:
            self._waiting.append(batch)
        try:
            busy = [pipe for pipe, count in self._unanswered.items() if count]
            wait(busy, seconds)
            for pipe in busy:
                while self._unanswered[pipe] and pipe.poll():
                    self._is_valid &= pipe.recv()
                    self._unanswered[pipe] -= 1
            for count in range(AHEAD):
                for pipe in self._unanswered:
                    if self._waiting and self._unanswered[pipe] == count:
                        pipe.send(self._waiting.popleft())
                        self._unanswered[pipe] += 1
        except (EOFError, OSError):  # a worker was killed: let everything be checked once more, without any
            self._is_valid = False
            self._waiting.clear()
            self._unanswered = dict.fromkeys(self._unanswered, 0)


def _work(pipe: Connection, inherited: Sequence[Connection]) -> None:
    """A worker: answer each batch until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of the terminal; who started us ends us
    for other in inherited:
        other.close()
    try:
        while True:
            pipe.send(are_valid(pipe.recv()))
    except (EOFError, OSError):
        pass


def are_valid(batch: Sequence[Signed]) -> bool:
    """Whether all of these signatures are valid."""
    try:
        for signed in batch:
            verify(*signed)
    except Exception:  # whatever it was, the check without workers meets it too, and says so
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
