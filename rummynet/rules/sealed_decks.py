"""What a table with a sealed deck asks of its game: who holds a key, and whether keys are kept in parts."""

from collections.abc import Iterable, Sequence

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety


def is_sealed(options: Options) -> bool:
    """Whether nobody but its holder sees a card of this table, the host neither."""
    return options.get("deck") == "sealed"


def key_holders(variety: Variety, before: State | None, players: int, joining: Sequence[int]) -> tuple[int, ...]:
    """The seats that play the coming round; *before* is the end of the last one."""
    outside = set() if before is None else set(variety.newcomers.outside(before)) - set(joining)
    return tuple(seat for seat in range(players) if seat not in outside)


def has_escrow(options: Options, holders: Sequence[int], bots: Iterable[int]) -> bool:
    """Whether all others together can open a lost program's hand."""
    # With fewer people the host, which runs the bots, would be all others by itself.
    return bool(options["escrow"]) and len(holders) > 2 and len({*holders} - {*bots}) > 1
