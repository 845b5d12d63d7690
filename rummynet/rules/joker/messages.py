"""What people should see of a position of joker rummy beside cards and points, in words."""

from collections.abc import Iterator

from rummynet.rules.core.state import State
from rummynet.rules.core.wording import times
from rummynet.rules.shared.one_deck_parts import OneDeckPresentation, dealer
from rummynet_protocol import cards
from rummynet_protocol.sentences import said


class JokerPresentation(OneDeckPresentation):
    """The jokers on the table beside what every such game has."""

    def facts(self, state: State) -> tuple[str, ...]:
        """What the jokers on the table stand for, who deals, how often the pile can still become the stock."""
        return tuple(_facts(state))


def _facts(state: State) -> Iterator[str]:
    for number, meld in enumerate(state.melds):
        for code, face in zip(meld.cards, meld.stands, strict=True):
            if cards.is_joker(code):
                yield said(
                    "{card} is {face} in meld {number}", card=cards.face(code), face=cards.face(face), number=number
                )
    yield said("seat {dealer} dealt", dealer=dealer(state))
    left = times(state.options["reshuffle_limit"] - state.reshuffles)
    yield said("the pile can become the stock {left}", left=left)
