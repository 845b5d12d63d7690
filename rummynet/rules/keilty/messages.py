"""Keilty rummy: the rule of the moment, and why an action is refused, in sentences a player can act on.

They speak of the asking player's own cards and of what everybody sees, never of a rummy that nobody has called.
"""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.core.errors import CardTwice, DoesNotFit, IllegalAction, NoSuchCall, NotAMeld, WrongOrder
from rummynet.rules.core.state import State
from rummynet.rules.keilty.legal import take_texts
from rummynet.rules.shared.melds import SHAPES, canonical
from rummynet.rules.shared.one_deck_parts import OneDeckPresentation
from rummynet_protocol.actions import LayDown, LayOff
from rummynet_protocol.cards import FACE_OF, FACES
from rummynet_protocol.sentences import either, said


class KeiltyPresentation(OneDeckPresentation):
    """What a player of Keilty rummy needs to know."""

    def rule_of_the_moment(self, state: State, seat: int | None, asked: bool) -> tuple[str, ...]:
        """Picking up, plays, and what is due where the game has more."""
        return (_moment(state, seat, asked),)


NOTHING_LEFT: Final = said("after this play no card would be left to throw out; keep one in your hand")


def wrong_phase(state: State) -> str:
    """The action belongs to the other half of the turn."""
    if state.phase == "pickup":
        return said("pick up first: draw, or take from the discard pile")
    return said("you have picked up already; lay what you want to lay, then throw out a card")


def nothing_left_after_take(card: str) -> str:
    """The card could be used, with the last card of the hand."""
    return said("you may take {card} only if you lay it this turn; then no card would be left to throw out", card=card)


def take_alone(state: State, card: str) -> str:
    """A card cannot be taken without its use."""
    plays = [text for text in take_texts(state) if text.startswith(f"take {card} ")]
    if plays:
        return said(
            "you may take {card} only if you lay it this turn; say how, such as {play!r}", card=card, play=min(plays)
        )
    if any(text.startswith(f"take {card} ") for text in take_texts(state, keep=0)):
        return nothing_left_after_take(card)
    return said("you may take {card} only if you lay it this turn; nothing you would then hold goes with it", card=card)


def not_a_meld(words: Sequence[str]) -> IllegalAction:
    """The cards make no meld, or not in this order."""
    shape = canonical(words)
    if shape is not None:
        return WrongOrder(said("write that meld in order: {meld!r}", meld=shape.text))
    twice = next((word for at, word in enumerate(words) if word in words[:at]), None)
    if twice is not None:
        return CardTwice(said("{twice} is named twice; there is one of each card", twice=twice))
    strange = next((word for word in words if FACE_OF.get(word, 52) >= 52), None)
    if strange is not None:
        return NotAMeld(said("there is no card {strange} in Keilty rummy", strange=strange))
    return NotAMeld("that is neither a set (3 or 4 of a rank) nor a run (3 or more of a suit in a row)")


def does_not_fit(state: State, play: LayOff) -> IllegalAction:
    """The cards do not extend the meld, or there is no such meld."""
    if play.meld >= len(state.melds):
        there = (
            said("melds are numbered 0 to {last}", last=len(state.melds) - 1)
            if state.melds
            else said("none has been laid yet")
        )
        return DoesNotFit(said("there is no meld {meld}; {there}", meld=play.meld, there=there))
    fitting = [FACES[end[0]] for end in SHAPES[state.melds[play.meld].cards].stretches]
    if not fitting:
        return DoesNotFit(said("nothing fits on meld {meld}; it is full", meld=play.meld))
    if len(play.cards) > 1:
        return DoesNotFit(
            said(
                "{cards} do not fit in this order at one end of meld {meld}",
                cards=" ".join(play.cards)[:60],
                meld=play.meld,
            )
        )
    return DoesNotFit(
        said(
            "{card} does not fit on meld {meld}; what fits is {fitting}",
            card=play.cards[0],
            meld=play.meld,
            fitting=either(fitting),
        )
    )


def no_such_call(state: State, play: LayDown | LayOff) -> IllegalAction:
    """The call names a play that is not there; its cause is what is wrong with the play."""
    for word in play.cards:
        if FACE_OF.get(word) not in state.discard:
            return NoSuchCall(
                said("no rummy: {word} is not in the discard pile, and every card of a call comes from it", word=word)
            )
    why = not_a_meld(play.cards) if isinstance(play, LayDown) else does_not_fit(state, play)
    refusal = NoSuchCall(said("no rummy: {why}", why=why))
    refusal.__cause__ = why
    return refusal


def _moment(state: State, seat: int | None, asked: bool) -> str:
    if not asked:
        return said(
            "Others play; watch the pile. When it holds a whole meld, or a card that fits a meld on the "
            "table, that is a rummy: whoever sees it first calls it, but not the one whose play made it "
            "possible."
        )
    if state.phase == "pickup":
        return said(
            "Pick up: draw, or take any card of the pile with everything thrown on top of it, if you play "
            "that card at once. The play has to leave you a card to throw out."
        )
    return said(
        "Lay sets (3 or 4 of a rank) and runs (3 or more of a suit in a row), add to the melds of "
        "anybody, and end the turn by throwing out a card. You always keep one for that; the last one "
        "thrown is the only way out."
    )
