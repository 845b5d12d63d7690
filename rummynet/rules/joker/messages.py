"""What people should see of a position of joker rummy beside cards and points, in words."""

from collections.abc import Iterator

from rummynet.rules.core.state import State
from rummynet.rules.core.wording import round_of_deals
from rummynet.rules.shared.one_deck import OneDeckPresentation
from rummynet.rules.shared.position_json import dealer
from rummynet.rules.shared.stock import stock_words
from rummynet_protocol import cards
from rummynet_protocol.sentences import player_in, sentence


class JokerPresentation(OneDeckPresentation):
    """The jokers on the table beside what every such game has."""

    melds_count = True
    spread_pile = True

    def facts(self, state: State) -> Iterator[str]:
        """What the jokers on the table stand for, who deals, and the next stock."""
        for meld in state.melds:
            for code, face in zip(meld.cards, meld.stands, strict=True):
                if cards.is_joker(code):
                    yield sentence("{card} is {face}", card=cards.face(code), face=cards.face(face))
        yield sentence("{player} dealt", player=player_in(dealer(state)))
        yield from round_of_deals(state)
        yield from stock_words(state)

    def rule_of_the_moment(self, state: State, seat: int | None, asked: bool) -> tuple[str, ...]:
        """Picking up, plays, and what is due where the game has more."""
        return (_moment(state, seat, asked),)


def _moment(state: State, seat: int | None, asked: bool) -> str:
    if not asked:
        return sentence("Others play; in this game nobody plays out of turn.")
    if state.phase == "pickup":
        return sentence(
            "Pick up: draw, or take any card of the pile with everything thrown on top of it and use it at "
            "once, in a meld, as a lay-off, or in a trade for a joker."
        )
    return sentence(
        "Lay what you like and throw out. To lay a joker, name the card it stands for, one that is not on "
        "the table; the real card can be traded for it. The round ends the moment a hand is empty, even by "
        "a play."
    )
