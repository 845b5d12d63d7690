"""Actions as people say them: ``take 9C and lay 9C 9D 9H`` for ``take 9C meld 9C 9D 9H``, with no number of a meld."""

from collections.abc import Sequence
from typing import Final

from rummynet_client.core.text.card_names import WRITTEN, Melds, Voice
from rummynet_client.language import N_, _, player_name
from rummynet_protocol import actions, notation
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import Value

_PLAIN: Final[dict[type[actions.Action], str]] = {
    actions.Draw: N_("draw"),
    actions.Pass: N_("pass"),
    actions.TurnOver: N_("turn the pile over"),
    actions.CloseCall: N_("go out"),
    actions.Waive: N_("leave it"),
    actions.BuyIn: N_("buy in"),
    actions.Decline: N_("sit out"),
}
_PENALTIES: Final = {"draw": N_("pick up the top two cards of the stock"), "pile": N_("pick up the whole pile")}


class Wording(Value):
    """What a sentence about a game needs: who plays, who is addressed as "you", what lies there, how cards are named.

    An action or an event is one sentence for all who read or hear it; only the voice differs.
    """

    names: Sequence[str]  # the players by seat
    me: int | None = None
    melds: Melds = ()  # of a sentence about an event, the melds after it
    voice: Voice = WRITTEN

    def name(self, seat: int) -> str:
        """A player's name, or "you"."""
        return _("you") if seat == self.me else player_name(seat, self.names)

    def did(self, seat: int, theirs: str, ours: str, **values: object) -> str:
        """What a seat did; separate sentences for the own seat, because languages inflect the verb."""
        return _(ours, **values) if seat == self.me else _(theirs, who=self.name(seat), **values)

    def action(self, action: actions.Action) -> str:
        """An action in words."""
        return worded(action, self.melds, self.voice)


def action_text(action: str, melds: Melds = (), voice: Voice = WRITTEN) -> str:
    """An action in notation, in words; as it is if it cannot be read."""
    try:
        return worded(notation.parse(action), melds, voice)
    # A newer host may send an action that this program does not know.
    except Refusal:
        return action


def worded(action: actions.Action, melds: Melds, voice: Voice = WRITTEN) -> str:
    """An action in words."""
    plain = _PLAIN.get(type(action))
    if plain is not None:
        return _(plain)
    match action:
        case actions.LayDown(cards):
            return _("lay {cards}", cards=voice.cards(cards))
        case actions.LayOff(cards, meld):
            return _("lay {cards} on {meld}", cards=voice.cards(cards), meld=meld_name(melds, meld, voice))
        case actions.Trade(card, joker):
            return _("trade {card} for {joker}", card=voice.card(card), joker=voice.card(joker))
        case actions.Take(card, None):
            return _("take {card}", card=voice.card(card))
        case actions.Take(card, actions.Action() as play):
            return _("take {card} and {play}", card=voice.card(card), play=worded(play, melds, voice))
        case actions.ThrowOut(card):
            return _("throw {card}", card=voice.card(card))
        case actions.CallRummy(play):
            return _("RUMMY: {play}", play=worded(play, melds, voice))
        case actions.Declare(laid, None):
            return _("declare {melds}", melds=voice.between.join(map(voice.cards, laid)))
        case actions.Declare(laid, str(card)):
            laid_words = voice.between.join(map(voice.cards, laid))
            return _("declare {melds} and throw {card}", melds=laid_words, card=voice.card(card))
        case actions.AcceptPenalty(source):
            return _(_PENALTIES[source])
        case actions.Swap(card, meld, onward):
            values = {"card": voice.card(card), "meld": meld_name(melds, meld, voice)}
            if onward is None:
                return _("swap {card} for the wild card in {meld}", **values)
            goes_on = worded(onward, melds, voice)
            return _("swap {card} for the wild card in {meld} and {play}", **values, play=goes_on)
        case actions.LayContract(laid):
            return _("lay the contract {melds}", melds=voice.between.join(map(voice.cards, laid)))
        case actions.Want(card):
            return _("buy {card}", card=voice.card(card))
        case actions.CountAces(0):
            return _("count all my aces as 1")
        case actions.CountAces(high):
            return _("count {high} of my aces as 13", high=high)
    raise TypeError(action)


def meld_name(melds: Melds, number: int, voice: Voice = WRITTEN) -> str:
    """A meld by its cards."""
    return voice.meld(melds[number]) if number < len(melds) else _("a meld that is not there")
