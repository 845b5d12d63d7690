"""Actions as people say them: ``take 9C and lay 9C 9D 9H`` for ``take 9C meld 9C 9D 9H``, with no number of a meld."""

from collections.abc import Callable, Sequence
from typing import Any, Final

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
_PENALTIES: Final = {
    "draw": N_("pick up the top two cards of the stock"),
    "pile": N_("pick up the whole pile"),
}


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
    return _(plain) if plain is not None else _TEXTS[type(action)](action, melds, voice)


def meld_name(melds: Melds, number: int, voice: Voice = WRITTEN) -> str:
    """A meld by its cards."""
    return voice.meld(melds[number]) if number < len(melds) else _("a meld that is not there")


def _take(action: actions.Take, melds: Melds, voice: Voice) -> str:
    if action.play is None:
        return _("take {card}", card=voice.card(action.card))
    return _("take {card} and {play}", card=voice.card(action.card), play=worded(action.play, melds, voice))


def _declare(action: actions.Declare, _melds: Melds, voice: Voice) -> str:
    laid = voice.between.join(map(voice.cards, action.melds))
    if action.throw is None:
        return _("declare {melds}", melds=laid)
    return _("declare {melds} and throw {card}", melds=laid, card=voice.card(action.throw))


def _swap(action: actions.Swap, melds: Melds, voice: Voice) -> str:
    card, meld = voice.card(action.card), meld_name(melds, action.meld, voice)
    if action.onward is None:
        return _("swap {card} for the wild card in {meld}", card=card, meld=meld)
    return _(
        "swap {card} for the wild card in {meld} and {play}",
        card=card, meld=meld, play=worded(action.onward, melds, voice),
    )  # fmt: skip


def _aces(action: actions.CountAces, _melds: Melds, _voice: Voice) -> str:
    return _("count {high} of my aces as 13", high=action.high) if action.high else _("count all my aces as 1")


_TEXTS: Final[dict[type[actions.Action], Callable[[Any, Melds, Voice], str]]] = {
    actions.LayDown: lambda action, melds, voice: _("lay {cards}", cards=voice.cards(action.cards)),
    actions.LayOff: lambda action, melds, voice: _(
        "lay {cards} on {meld}", cards=voice.cards(action.cards), meld=meld_name(melds, action.meld, voice)
    ),
    actions.Trade: lambda action, melds, voice: _(
        "trade {card} for {joker}", card=voice.card(action.card), joker=voice.card(action.joker)
    ),
    actions.Take: _take,
    actions.ThrowOut: lambda action, melds, voice: _("throw {card}", card=voice.card(action.card)),
    actions.CallRummy: lambda action, melds, voice: _("RUMMY: {play}", play=worded(action.play, melds, voice)),
    actions.Declare: _declare,
    actions.AcceptPenalty: lambda action, melds, voice: _(_PENALTIES[action.source]),
    actions.Swap: _swap,
    actions.LayContract: lambda action, melds, voice: _(
        "lay the contract {melds}", melds=voice.between.join(map(voice.cards, action.melds))
    ),
    actions.Want: lambda action, melds, voice: _("want {card}", card=voice.card(action.card)),
    actions.CountAces: _aces,
}
