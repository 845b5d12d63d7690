"""Why a connection ends: the codes of ``bye``. Programs compare them, the sentence beside each is for people."""

from typing import Final

FAREWELLS: Final = {
    "quit": ("client", "the person leaves; a seat in a running game stays theirs"),
    "closing": ("host", "the host is being shut down; games go on when it is back"),
    "version": ("host", "no common version; the sentence says which side to upgrade"),
    "proof": ("host", "the signature of the greeting is not that key's"),
    "busy": ("host", "too many connections, or too many from one place; try again later"),
    "slow": ("host", "the client does not read what it is told; it may come back and ask for the log"),
    "silent": ("either", "nothing was heard for too long, a ping was not answered"),
    "remote_protocol": ("either", "the other side sent what this page forbids; the sentence says what"),
    "trouble": ("either", "a mistake in the program that says bye"),
}
"""By code: who says it, and what it means. An unknown code is treated like ``trouble``."""
