"""Why a connection ends: the codes of ``bye``. Programs compare them, the sentence beside each is for people."""

from typing import Final

FAREWELLS: Final = {
    "quit": ("client", "the person leaves; a seat in a running game stays theirs"),
    "closing": ("host", "the host is being shut down"),
    "version": ("host", "no common version; the sentence says which side to upgrade"),
    "proof": ("host", "the signature of the greeting is not that key's, or the key is one that can prove nothing"),
    "greeting": ("host", "the greeting took too long"),
    "replaced": ("host", "the same key has connected again; that connection counts now"),
    "full": ("host", "too many connections, or too many from one place; try again later"),
    "too_fast": ("host", "too many messages in too short a time; connect again and send fewer"),
    "idle": ("host", "nothing was heard for too long, a ping was not answered; connect again"),
    "trouble": ("host", "the host made a mistake on this connection; connect again"),
    "removed": ("host", "the host's operator ended the connection, or does not let this person in"),
    "remote_protocol": ("either", "the other side sent what this page forbids; the sentence says what"),
}
"""By code: which side sends it, and its meaning. A client that receives an unknown code shows the sentence."""
