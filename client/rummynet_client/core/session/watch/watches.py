"""What this program watches its host for in a game: after which wait, in which words, and where it is judged.

Pages have the same list (``WATCHES`` in ``web/client/watches.js``), and a test holds the two against each other.
"""

from typing import Final

from rummynet_client.core.log.own_statements import WALL_SLACK_MILLIS
from rummynet_client.language import N_, _
from rummynet_protocol.values import Value

CHEAT: Final = "cheat"
NO_END: Final = "no-end"
VOID: Final = "void"
HELD_BACK: Final = "held-back"
BLAMED: Final = "blamed"
UNANSWERED: Final = "unanswered"
BLIND: Final = "blind"
TIME_LEADS: Final = "time-leads"
UNSEEN_END: Final = "unseen-end"
WITHHELD: Final = "withheld"
GONE: Final = "gone"  # no finding: kept so that it is told once that a table was gone after a long absence

# Ticks come once a second: five leave room for a busy machine, and a sleep is no host's silence.
LONGEST_TICK: Final = 5_000
"""Cap in milliseconds on what one tick counts: after a longer gap this client was not running."""


class WatchedFor(Value):
    """One kind of finding that is kept with the host's key."""

    says: str  # the sentence, a template; empty for voided shuffles, which are counted in one
    by: str  # the module of this folder or of the session that reports it
    millis: int = 0
    """How long a silence lasts before it is one; of ``time-leads``, how far a wall clock may be corrected;
    of ``unseen-end``, for how long a host keeps a table without people, after which one that is gone is no finding."""


WATCHES: Final = {
    CHEAT: WatchedFor(N_("game {game}: CHEAT, check {check}: {says}"), "game_watch"),
    NO_END: WatchedFor(N_("game {game}: its log has no end"), "missing_end"),
    UNSEEN_END: WatchedFor(N_("game {game}: the host did not show how it ended"), "missing_end", 600_000),
    VOID: WatchedFor("", "game_watch"),
    HELD_BACK: WatchedFor(N_("game {game}: the host neither logged nor refused {action!r}"), "host_watch", 60_000),
    BLAMED: WatchedFor(
        N_("game {game}: the host named you silent in a shuffle, although it had read or confirmed your part"),
        "game_watch",
    ),
    UNANSWERED: WatchedFor(N_("game {game}: the host did not answer a request of your program"), "host_watch", 60_000),
    BLIND: WatchedFor(N_("game {game}: the host did not show you all of your cards"), "host_watch", 10_000),
    TIME_LEADS: WatchedFor(
        N_("game {game}: its time ran ahead of your computer's while your program was not running"),
        "game_watch",
        WALL_SLACK_MILLIS,
    ),
    WITHHELD: WatchedFor(
        N_(
            "game {game}: the host showed you late what happened, or let the game's time run faster, by {says} seconds "
            "or more"
        ),
        "host_watch",
    ),
}
"""By kind."""
LEFT_OUT: Final = N_("game {game}: the host skipped some of what happened, and showed you what came after it")
"""The sentence of ``withheld`` where no time is known: an entry came without those before it."""
_OF_WORDS: Final = N_("your part of the six words")
_OF_SHUFFLE: Final = N_("your part of the shuffle")
PART_NAMES: Final = {
    "nonce-commit": _OF_WORDS,
    "nonce": _OF_WORDS,
    "commit": _OF_SHUFFLE,
    "reveal": _OF_SHUFFLE,
    "key": _OF_SHUFFLE,
    "part": N_("your part of the sealed deck"),
    "root": _OF_SHUFFLE,
}
"""What a part of a ceremony is called, by its kind: no player has asked for it. English until it is shown."""


def name_shown(name: str) -> str:
    """The name of a statement in the player's language: what a player has typed stays as it is."""
    return _(name) if name in PART_NAMES.values() else name
