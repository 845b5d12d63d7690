"""What hosts say, in the person's language. They speak English, and not always the same version of it. Pure.

A refusal comes over the wire as a code and a sentence. The sentences that hosts are known to say are listed here; one
with names or numbers in it is recognised by what stands round them. Any other is shown as it came.
"""

import re
from functools import cache
from typing import Final

from rummynet_client.language import N_, _

KNOWN: Final = (
    N_("there is no table {number}; look at the lobby"),
    N_("this host has its {tables} tables open already; join one, or wait"),
    N_("you have opened {tables} tables already; use one of them"),
    N_("this host has its {bots} bots at its tables already; try again later"),
    N_("you have asked for {bots} bots already; take one away first"),
    N_("you already have seat {seat} at this table"),
    N_("this table has the seats 0 to {last}"),
    N_("seat {seat} is taken; free: {free}"),
    N_("{name} is here; only for one who is not connected the host plays"),
    N_("there is no bot {name!r}; there are: {known}"),
    N_("two equal cards could be meant; write {action!r}"),
    N_("{name} was {millis} ms quicker with a call that took these cards"),
    N_("your last call was not valid; you can call again in {seconds} second"),
    N_("your last call was not valid; you can call again in {seconds} seconds"),
    N_("a game is being played at this table; nobody can sit down; you can watch"),
    N_("a game is being played at this table; your seat stays yours until it is over"),
    N_("a game is being played at this table; a seat can be freed before it begins or after it"),
    N_("a game is being played at this table; bots come and go before it begins or after it"),
    N_("the host is closing; everything is kept, come back when it runs again"),
    N_("you have not proven that this key is yours; check that you know the right host"),
    N_("your key proves nothing, since it is no proper Ed25519 key; make another one"),
    N_("you are connected from somewhere else now; this connection is closed"),
    N_("you send too many messages; connect again and send fewer"),
    N_("nothing was heard from you; connect again"),
    N_("the greeting took too long; connect again"),
    N_("this host has as many connections as it takes; try again later"),
    N_("this host takes no more connections from your address than {most}; end one of them and try again"),
    N_("your place was needed by somebody who plays here; try again later"),
    N_("you connect too often; wait a minute and connect again"),
    N_("you have said {most} lines within a minute; wait a little and say it again"),
    N_("people at your address have said very much within a minute; wait a little"),
    N_("people at your address have opened {most} tables already; use one of them"),
    N_("tables are opened too fast; wait a minute, or use one that is open"),
    N_("you are at {most} tables already; leave one of them first"),
    N_("this host has its {bots} bots at tables already; wait until one is free"),
    N_("tables opened from one address have no more bots than {most}; send one away first"),
    N_("bots are called too fast; wait a minute"),
    N_("that was very often within a minute; wait a little"),
)
"""Sentences of hosts that are no refusal of the rules, nor one without places (the catalogue has those anyway)."""


def heard(says: str) -> str:
    """The sentence of a host in the person's language, as far as it is known."""
    for sentence in KNOWN:
        found = _pattern(sentence).fullmatch(says)
        if found is not None:
            return _(sentence, **found.groupdict())
    return _(says)


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    """What the sentence looks like with its places filled; a place with ``!r`` is in quotes there."""
    parts = re.split(r"\{(\w+)(!r)?\}", sentence)
    made = re.escape(parts[0])
    for name, quoted, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        made += (f"'(?P<{name}>.+?)'" if quoted else f"(?P<{name}>.+?)") + re.escape(text)
    return re.compile(made)
