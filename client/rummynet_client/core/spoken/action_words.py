"""Actions that a player may choose, as they are said, with the melds that lie on the table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet_client.core.spoken.spoken_cards import and_list, card_words, cards_words, is_set
from rummynet_client.language import N_, _
from rummynet_protocol.actions import (
    AcceptPenalty,
    Action,
    BuyIn,
    CountAces,
    Declare,
    Decline,
    Draw,
    LayContract,
    LayDown,
    LayOff,
    Pass,
    Swap,
    Take,
    ThrowOut,
    Trade,
    TurnOver,
    Waive,
    Want,
)

_FIXED: Final[dict[type[Action], str]] = {
    Draw: N_("draw a card"),
    Pass: N_("pass"),
    TurnOver: N_("turn the pile over as the new stock"),
    Waive: N_("let the offered card go"),
    BuyIn: N_("buy in and go on"),
    Decline: N_("sit out"),
}


def action_words(action: Action, position: Mapping[str, Any]) -> str:
    """What the action does, in words. *position* names the cards of the pile and of the melds."""
    kind = type(action)
    if kind in _FIXED:
        return _(_FIXED[kind])
    match action:
        case ThrowOut(card):
            return _("throw out the {card}", card=card_words(card))
        case Take(card, play):
            return _take(card, play, position)
        case LayDown() | LayOff() | Trade():
            return _play(action, position)
        case Swap(card, meld, onward):
            first = _("put the {card} into {meld}", card=card_words(card), meld=meld_words(meld, position))
            return first if onward is None else _("{first} and {then}", first=first, then=_play(onward, position))
        case LayContract(melds):
            return _("lay the contract: {melds}", melds=and_list(map(cards_words, melds)))
        case Declare(melds, throw):
            laid = _("lay your whole hand: {melds}", melds=and_list(map(cards_words, melds)))
            return (
                laid if throw is None else _("{first} and {then}", first=laid, then=action_words(ThrowOut(throw), {}))
            )
        case Want(card):
            return _("take the offered {card}", card=card_words(card))
        case CountAces(high):
            return _("count {n} of your aces high", n=high)
        case AcceptPenalty(source):
            return _("pick up two cards from the stock") if source == "draw" else _("pick up the pile")
    return ""


def meld_words(number: int, position: Mapping[str, Any]) -> str:
    """A meld by its cards."""
    melds = position["melds"]
    if not 0 <= number < len(melds):
        return _("a meld")
    cards = melds[number]["cards"]
    words = cards_words(cards)
    return _("the set {cards}", cards=words) if is_set(cards) else _("the run {cards}", cards=words)


def _play(play: LayDown | LayOff | Trade, position: Mapping[str, Any]) -> str:
    match play:
        case LayDown(cards):
            return _("lay {cards}", cards=cards_words(cards))
        case LayOff(cards, meld):
            return _("lay off {cards} on {meld}", cards=cards_words(cards), meld=meld_words(meld, position))
        case Trade(card, joker):
            return _("put the {card} in place of the {joker}", card=card_words(card), joker=card_words(joker))


def _take(card: str, play: LayDown | LayOff | Trade | None, position: Mapping[str, Any]) -> str:
    above = _above(card, position["discard"])
    if play is None:
        return _("take {cards} from the pile", cards=cards_words([card, *above]))
    if not above:
        return _("take the {card} and {then}", card=card_words(card), then=_play(play, position))
    return _(
        "take the {card} and {then}; {rest} come with it",
        card=card_words(card), then=_play(play, position), rest=cards_words(above),
    )  # fmt: skip


def _above(card: str, pile: Sequence[str]) -> Sequence[str]:
    """The cards of the pile above this one."""
    # An action may name a card without its deck; the pile names decks where there are several.
    faces = [name.partition(".")[0] if "." not in card else name for name in pile]
    return pile[len(faces) - faces[::-1].index(card) :] if card in faces else ()
