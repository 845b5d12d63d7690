"""Errors as one line on standard error and an exit status.

Statuses: 0 done; 1 the answer is no; 2 usage or unreadable input; 3 the network or the host failed, or a bug;
130 Ctrl-C; 141 the reader of our output went away.
"""

import sys
from typing import Final

from rummynet_client.language import _, sentence_of, system_words
from rummynet_protocol.errors import Cheat, Refusal, RummynetError
from rummynet_protocol.text import clean, harmless

DEBUG_VARIABLE: Final = "RUMMYNET_DEBUG"
_UNREADABLE: Final = frozenset(
    {"key_file", "known_hosts", "settings", "transcript", "unknown", "bot_program", "identity_file"}
)
"""Codes of errors about files and programs on this machine: neither refusals nor faults of the host."""


def explain(problem: Exception) -> int:
    """Write one line about *problem* to standard error; the exit status."""
    says = sentence_of(problem) if isinstance(problem, RummynetError) else str(problem)
    text, status = one_line(says), 3
    match problem:
        case Cheat():
            # A cheat is an answer of the check, not a failure of the command.
            status = 1
        case Refusal():
            status = 2
        case RummynetError():
            # Scripts tell a wrong file, which they can put right, from a host that cannot be reached.
            status = 1 if problem.code == "wrong_password" else 2 if problem.code in _UNREADABLE else 3
        # With a file the person can do something; without one it is about the network, or a bug.
        case OSError() if problem.filename is not None:
            says = _(
                "{file}: {reason}; check that it exists and that you may use it",
                file=problem.filename,
                reason=system_words(problem),
            )
            text, status = says, 2
        case _:
            text = _(
                "unexpected {kind}: {text}. This is a bug: please report this line and what you did "
                "({variable}=1 shows where it happened)",
                kind=type(problem).__name__, text=text, variable=DEBUG_VARIABLE,
            )  # fmt: skip
    # Messages may quote what a host or a file sent: control characters would move the cursor.
    print(harmless(f"rummynet: {text}"), file=sys.stderr)
    return status


def one_line(text: str) -> str:
    """The text without line ends and control characters, cut where it is very long."""
    return clean(text, 1000)  # some screens of a narrow terminal; a hostile text could otherwise fill the scrollback
