"""What people should know of the stock: how often it can be made anew, and that a round ends when nobody lays."""

from rummynet.rules.core.state import State
from rummynet.rules.core.wording import times
from rummynet.rules.shared.rounds import is_dead, is_last_stock
from rummynet_protocol.sentences import said


def stock_words(state: State) -> str:
    """One sentence: how often the pile can become the stock, or that the round ends, or has ended, without a lay."""
    left: int = state.options["reshuffle_limit"] - state.reshuffles
    if state.phase not in ("pickup", "play", "offer"):
        if is_dead(state):
            return said("the round ended because nobody laid anything while a whole new stock was drawn")
    elif state.phase == "pickup" and is_dead(state):
        return said(
            "nobody laid anything while a whole new stock was drawn: there is no other one unless somebody lays"
        )
    elif left and is_last_stock(state):
        return said(
            "nobody has laid anything since the cards were shuffled: if nobody lays before this stock is used up, "
            "the round ends"
        )
    return said("the pile can become the stock {times}", times=times(left))
