"""What happened, as it is said. Melds are named by their cards, never by a number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rummynet_client.core.spoken.action_words import meld_words
from rummynet_client.core.spoken.spoken_cards import card_words, cards_words
from rummynet_client.language import N_, _
from rummynet_protocol.events import (
    CalledRummy,
    Chose,
    Declared,
    Drew,
    Event,
    Exchanged,
    LaidDown,
    LaidOff,
    Passed,
    ThrewOut,
    Took,
    TurnedOver,
)

Did = Callable[..., str]
"""Of (seat, sentence about another, sentence about oneself, values): the sentence."""


def events_words(
    events: Sequence[Event], names: Sequence[str], me: int | None, position: Mapping[str, Any] | None
) -> list[str]:
    """The sentences of one action. A card taken and one drawn at once is one bought out of turn."""
    match events:
        # Others alone: the player who bought it also hears which penalty card was drawn.
        case [Took(seat=seat, cards=cards), Drew(seat=drawer), *_more] if seat == drawer != me:
            who = names[seat] if seat < len(names) else ""
            return [_("{who} bought the {cards} for a penalty card", who=who, cards=cards_words(cards))]
    return [event_words(event, names, me, position) for event in events]


def event_words(event: Event, names: Sequence[str], me: int | None, position: Mapping[str, Any] | None) -> str:
    """One sentence without a full stop; "" for events that other news report (scores, deals).

    *position* is the one after the event, for the cards of a meld.
    """

    def did(seat: int, theirs: str, ours: str, **values: object) -> str:
        who = names[seat] if seat < len(names) else ""
        return _(ours, **values) if seat == me else _(theirs, who=who, **values)

    say = _SAYS.get(type(event))
    return "" if say is None else say(event, did, position)


def _draw_words(event: Drew, did: Did, _position: object) -> str:
    if event.card is None:
        return did(event.seat, N_("{who} drew a card"), N_("You drew a card"))
    return did(event.seat, N_("{who} drew the {card}"), N_("You drew the {card}"), card=card_words(event.card))


def _take_words(event: Took, did: Did, _position: object) -> str:
    cards = cards_words(event.cards)
    return did(event.seat, N_("{who} took {cards} from the pile"), N_("You took {cards} from the pile"), cards=cards)


def _lay_down_words(event: LaidDown, did: Did, _position: object) -> str:
    return did(event.seat, N_("{who} laid {cards}"), N_("You laid {cards}"), cards=cards_words(event.cards))


def _lay_off_words(event: LaidOff, did: Did, position: Mapping[str, Any] | None) -> str:
    cards = cards_words(event.cards)
    if position is None:
        return did(event.seat, N_("{who} laid off {cards}"), N_("You laid off {cards}"), cards=cards)
    return did(
        event.seat, N_("{who} laid off {cards}: now {meld}"), N_("You laid off {cards}: now {meld}"),
        cards=cards, meld=meld_words(event.meld, position),
    )  # fmt: skip


def _exchange_words(event: Exchanged, did: Did, _position: object) -> str:
    return did(
        event.seat,
        N_("{who} put the {card} in place of the {wild}"),
        N_("You put the {card} in place of the {wild}"),
        card=card_words(event.card), wild=card_words(event.wild.partition("=")[0]),
    )  # fmt: skip


def _throw_out_words(event: ThrewOut, did: Did, _position: object) -> str:
    return did(
        event.seat, N_("{who} threw out the {card}"), N_("You threw out the {card}"), card=card_words(event.card)
    )


def _turn_over_words(event: TurnedOver, did: Did, _position: object) -> str:
    return did(
        event.seat, N_("{who} turned the pile over: {cards} cards are the stock now"),
        N_("You turned the pile over: {cards} cards are the stock now"), cards=event.count,
    )  # fmt: skip


def _pass_words(event: Passed, did: Did, _position: object) -> str:
    match event.action.split(" ")[0]:
        case "waive":
            return did(event.seat, N_("{who} let the card go"), N_("You let the card go"))
        case "decline":
            return did(event.seat, N_("{who} sits out"), N_("You sit out"))
    return did(event.seat, N_("{who} passed"), N_("You passed"))


def _choice_words(event: Chose, did: Did, _position: object) -> str:
    match event.action.split(" "):
        case ["aces", number]:
            return did(event.seat, N_("{who} counts {n} aces high"), N_("You count {n} aces high"), n=number)
        case ["buy"]:
            return did(event.seat, N_("{who} bought in"), N_("You bought in"))
        case ["penalty", "pile"]:
            return did(event.seat, N_("{who} picks up the pile"), N_("You pick up the pile"))
        case ["penalty", _source]:
            # The sentence about the cards says how many they are: two, or the last one.
            return did(event.seat, N_("{who} picks up from the stock"), N_("You pick up from the stock"))
    return did(event.seat, N_("{who} chose {action}"), N_("You chose {action}"), action=event.action)


_SAYS: Final[dict[type[Event], Callable[..., str]]] = {
    Drew: _draw_words,
    Took: _take_words,
    LaidDown: _lay_down_words,
    LaidOff: _lay_off_words,
    Exchanged: _exchange_words,
    ThrewOut: _throw_out_words,
    CalledRummy: lambda event, did, _position: did(
        event.seat, N_("RUMMY, called by {who}!"), N_("RUMMY, called by you!")
    ),
    Declared: lambda event, did, _position: did(
        event.seat, N_("{who} laid the whole hand"), N_("You laid your whole hand")
    ),
    TurnedOver: _turn_over_words,
    Passed: _pass_words,
    Chose: _choice_words,
}
