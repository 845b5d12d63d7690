"""What people should see of a position of crummy rummy beside cards and points, in words."""

from collections.abc import Iterator

from rummynet.rules.core.variety import Contract, Presentation
from rummynet.rules.core.wording import players_named
from rummynet.rules.crummy.contracts import in_words
from rummynet.rules.crummy.melds import is_wild
from rummynet.rules.crummy.state import CrummyState
from rummynet.rules.shared.stock import stock_words
from rummynet_protocol import cards
from rummynet_protocol.sentences import player_in, sentence


class CrummyPresentation(Presentation[CrummyState]):
    """A contract before anything else, wild cards, and who is asked."""

    def facts(self, state: CrummyState) -> Iterator[str]:
        """The contract and who has laid it, what is wild, who is asked, what is left of picking up."""
        yield sentence("contract: {contract}", contract=in_words(state.contract))
        laid = [seat for seat, has_laid in enumerate(state.laid) if has_laid]
        yield sentence("laid by {players}", players=players_named(laid))
        yield sentence("twos and jokers are wild")
        if state.asked is not None:
            card, player = cards.face(state.discard[-1]), player_in(state.asked)
            after = state.asked_after(state.asked)
            if after:
                then = players_named(after)
                yield sentence("{card} is offered to {player}, then to {then}", card=card, player=player, then=then)
            else:
                yield sentence("{card} is offered to {player}", card=card, player=player)
        if state.discard and not state.can_take:
            yield sentence("{takes} turns in a row began with a take: somebody has to draw now", takes=state.takes)
        yield from stock_words(state)

    def contract(self, state: CrummyState, seat: int) -> Contract | None:
        """The contract of the round, until the seat has laid it."""
        return None if state.laid[seat] else state.contract

    def is_wild(self, state: CrummyState, card: int) -> bool:
        """Jokers and twos."""
        return is_wild(card)

    def rule_of_the_moment(self, state: CrummyState, seat: int | None, asked: bool) -> tuple[str, ...]:
        """Picking up, plays, and what is due where the game has more."""
        return (_moment(state, seat, asked),)


def _moment(state: CrummyState, seat: int | None, asked: bool) -> str:
    match state.phase:
        case "turnup":
            return sentence("A wild card was turned up; it goes back into the stock at a place that nobody knows.")
        case "offer" if asked:
            return sentence("Want the top of the pile? The top of the stock comes too. No answer means no.")
        case "offer":
            return sentence("You drew, so the others are asked about the top of the pile.") if seat == state.turn else (
                sentence("Another player is asked first about the top of the pile.")
            )  # fmt: skip
    if not asked:
        return sentence(
            "Others play. When a player draws, the others may have the top of the pile: you may be asked "
            "whether you want it."
        )
    if state.phase == "pickup":
        return sentence(
            "Pick up the top of the pile or of the stock. If you draw, the others may want the top of the pile."
        )
    if seat is not None and state.laid[seat]:
        return sentence(
            "Your contract is on the table: add single cards to any meld, or swap a real card for a wild one, "
            "which moves on at once. You cannot lay new melds. Then throw out. The round ends when a hand is "
            "empty."
        )
    if state.contract.whole_hand:
        return sentence(
            "The last contract is three runs. It takes your whole hand with the card just picked up, and ends "
            "the round. Until you have it, just throw out."
        )
    return sentence(
        "Lay your contract first, all at once; before it you can lay nothing else. Twos and jokers are wild, "
        "at most half of a meld. Until you have it, just throw out."
    )
