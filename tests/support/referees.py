"""The plain second referee of each game, all asked in one way."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from tests.support import naive_basic, naive_crummy, naive_joker, naive_keilty, naive_vegas

Position = dict[str, Any]


class Referee(NamedTuple):
    """What one says of a position."""

    legal: Callable[[Position, int], list[str]]
    apply: Callable[[Position, int, str], Position]
    refusals: tuple[type[Exception], ...]
    """What ``apply`` raises; empty where it is to be asked about legal actions only."""
    is_false_call: Callable[[Position, int, str], bool] = lambda position, seat, action: False

    def after(self, position: Position, seat: int, action: str) -> Position | None:
        """The position after the action, its hands sorted; None where the action is refused, or needs a new stock."""
        if not self.refusals and not self.accepts(position, seat, action):
            return None
        if action == "draw" and not position["stock"]:
            return None
        try:
            return sorted_hands(self.apply(position, seat, action))
        except self.refusals:
            return None

    def accepts(self, position: Position, seat: int, action: str) -> bool:
        """Whether the action is listed, or a call that costs something."""
        if action in self.legal(position, seat):
            return True
        return action.startswith("rummy ") and self.is_false_call(position, seat, action)


def sorted_hands(position: Mapping[str, Any]) -> Position:
    """The position as two referees can compare it: the order of hands and calls says nothing."""
    claims = sorted(position["claims"], key=lambda claim: str(claim["action"]))
    return {**position, "hands": [sorted(hand) for hand in position["hands"]], "claims": claims}


REFEREES: Final = {
    "keilty": Referee(naive_keilty.legal, naive_keilty.apply, (naive_keilty.No,)),
    "basic": Referee(naive_basic.legal, naive_basic.apply, (), naive_basic.is_false_call),
    "vegas": Referee(naive_vegas.legal, naive_vegas.apply, (naive_vegas.Refused,)),
    "crummy": Referee(naive_crummy.legal, naive_crummy.apply, (naive_crummy.No, naive_crummy.NeedsShuffle)),
    "joker": Referee(naive_joker.legal, naive_joker.apply, ()),
}
