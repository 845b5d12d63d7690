"""Every choice of a host, by the identifier that it has in FAIRNESS.md, "What a host may choose"."""

from typing import Final

from crooked.deviations import PLAYED
from rummynet_protocol.values import Value


class Choice(Value):
    """One choice."""

    id: str
    does: str
    unplayed: str = ""
    """Why the machine does not play it; empty if it does."""


UNPLAYED: Final = {
    "serve-page": "a page is not this client core; the page's own tests have it",
    "new-key": "no part of a table: tests of the list of known hosts have it",
    "old-key": "no part of a table: tests of the list of known hosts have it",
    "redirect": "leads to a host with the same key, which is this one",
    "tell-friend": "changes nothing that anybody is sent",
    "friend-first": "within the jitter of a network, which the oracle allows",
    "chat": "no part of a game",
    "clock-display": "no part of a game: what happens is what the log says",
    "keep-clock": "others' time to think: the oracle knows no time that somebody should not have had",
    "race": "evidence that does not hold is not shown; a test of the client has it",
    "refuse-request": "no part of a log: a seat or a table that is refused before a game gains nothing in one",
    "let-in": "the owner decides it, and who comes in has signed for it",
    "hosts": "leads to hosts with the same key, as redirect does",
    "stop": "the whole host is silent: nothing is gained that a pulled plug does not give",
}
"""By identifier: why it is not played."""


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "it needs a sentence").strip().splitlines()[0]


CHOICES: Final = (
    *(Choice(name, _first_line(kind)) for name, kind in PLAYED.items()),
    *(Choice(name, "not played", why) for name, why in UNPLAYED.items()),
)
