"""What people should see of a position of Keilty rummy beside cards and points, in words.

Never a rummy that nobody has called.
"""

from collections.abc import Iterator

from rummynet.rules.core.state import State
from rummynet.rules.shared.calls import call_facts
from rummynet.rules.shared.one_deck import OneDeckPresentation
from rummynet_protocol.sentences import sentence


class KeiltyPresentation(OneDeckPresentation):
    """What a player of Keilty rummy needs to know."""

    melds_count = True
    spread_pile = True

    def facts(self, state: State) -> Iterator[str]:
        """As in every game; until when a rummy can be called, and what a false call costs."""
        yield from super().facts(state)
        if state.options["lapse_seconds"] is not None:
            yield sentence("a rummy can be called only until the next player picks up")
        yield from call_facts(state)

    def rule_of_the_moment(self, state: State, seat: int | None, asked: bool) -> tuple[str, ...]:
        """Picking up, plays, and what is due where the game has more."""
        return (_moment(state, seat, asked),)


def _moment(state: State, seat: int | None, asked: bool) -> str:
    if not asked:
        return sentence(
            "Others play; watch the pile. If it holds a whole meld, or a card that fits a meld on the table, "
            "that is a rummy. The first player to see it calls it, but not the player who made it possible."
        )
    if state.phase == "pickup":
        return sentence(
            "Pick up: draw, or take any card of the pile with everything thrown on top of it, if you play that "
            "card at once. The play must leave you a card to throw out."
        )
    return sentence(
        "Lay sets (3 or 4 of a rank) and runs (3 or more of a suit in a row), add to anybody's melds, and end "
        "the turn by throwing out a card. Always keep one for that: you can go out only by throwing out your "
        "last card."
    )
