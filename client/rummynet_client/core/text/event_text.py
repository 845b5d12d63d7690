"""Writes events of a game as sentences, for the log on the screen and ``says`` in plain lines."""

from collections.abc import Callable, Sequence

from rummynet_client.core.text.action_text import Melds, action_text
from rummynet_client.core.text.card_names import face, faces
from rummynet_client.language import N_, _, player_name
from rummynet_protocol.events import (
    CalledRummy,
    Chose,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    GameEnded,
    LaidDown,
    LaidOff,
    Passed,
    RoundEnded,
    Shuffled,
    ThrewOut,
    Took,
    TurnedOver,
    TurnedUp,
    WentOut,
)
from rummynet_protocol.values import Value


class _Teller(Value):
    """Player names by seat, and the seat that is addressed as "you"."""

    names: Sequence[str]
    me: int | None
    melds: Melds = ()
    """The melds after the event."""

    def name(self, seat: int) -> str:
        return _("you") if seat == self.me else player_name(seat, self.names)

    def did(self, seat: int, theirs: str, ours: str, **values: object) -> str:
        """What a seat did; separate sentences for the own seat, because languages inflect the verb."""
        return _(ours, **values) if seat == self.me else _(theirs, who=self.name(seat), **values)


def event_sentence(event: Event, names: Sequence[str], me: int | None = None, melds: Melds = ()) -> str:
    """One sentence without a full stop; *names* by seat, *me* is addressed as "you", *melds* lie there afterwards."""
    return _SAYS[type(event)](event, _Teller(names, me, melds))


def events_line(events: Sequence[Event], names: Sequence[str], me: int | None = None, melds: Melds = ()) -> str:
    """The events of one action in one line. A RoundEnded names who went out, so WentOut is left out beside it.

    A card taken and one drawn by the same seat is one bought out of turn, as only crummy rummy has it.
    """
    match events:
        case [Took(seat=seat, cards=cards), Drew(seat=drawer, card=penalty)] if seat == drawer:
            return _buy_text(seat, cards, penalty, _Teller(names, me, melds))
    # Who went out is told with the points, and would stand there twice.
    ended = any(isinstance(event, RoundEnded) for event in events)
    shown = [event for event in events if not (ended and isinstance(event, WentOut))]
    said: list[str] = []
    teller = _Teller(names, me, melds)
    before: int | None = None
    for event in shown:
        actor: int | None = getattr(event, "seat", None)
        says = _SAYS[type(event)](event, teller)
        # "ben took 4♥, laid 4♥ 4♠ 4♦": in all our languages a sentence begins with who did it
        said.append(says.removeprefix(f"{teller.name(actor)} ") if actor is not None and actor == before else says)
        before = actor
    return ", ".join(said)


def _draw_text(event: Drew, by: _Teller) -> str:
    if not event.card:
        return by.did(event.seat, N_("{who} drew a card"), N_("you drew a card"))
    return by.did(event.seat, N_("{who} drew {card}"), N_("you drew {card}"), card=face(event.card))


def _take_text(event: Took, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} took {cards}"), N_("you took {cards}"), cards=faces(event.cards))


def _buy_text(seat: int, cards: Sequence[str], penalty: str | None, by: _Teller) -> str:
    if not penalty:
        return by.did(
            seat, N_("{who} bought {cards} for a penalty card"), N_("you bought {cards} for a penalty card"),
            cards=faces(cards),
        )  # fmt: skip
    return by.did(
        seat, N_("{who} bought {cards} for a penalty card, {penalty}"),
        N_("you bought {cards} for a penalty card, {penalty}"), cards=faces(cards), penalty=face(penalty),
    )  # fmt: skip


def _lay_down_text(event: LaidDown, by: _Teller) -> str:
    return by.did(
        event.seat,
        N_("{who} laid {cards}"),
        N_("you laid {cards}"),
        cards=faces(event.cards),
    )


def _lay_off_text(event: LaidOff, by: _Teller) -> str:
    cards, before = faces(event.cards), _without(by.melds, event)
    if not before:
        return by.did(event.seat, N_("{who} laid off {cards}"), N_("you laid off {cards}"), cards=cards)
    return by.did(
        event.seat,
        N_("{who} laid off {cards} on {meld}"),
        N_("you laid off {cards} on {meld}"),
        cards=cards,
        meld=before,
    )


def _without(melds: Melds, event: LaidOff) -> str:
    """The meld as it was before these cards came to it; "" if it is not known."""
    rest = list(melds[event.meld]) if event.meld < len(melds) else []
    for card in event.cards:
        # A wild card lies in the meld by its own name; the event also tells what it stands for.
        natural = face(card).partition("=")[0]
        if natural in rest:
            rest.remove(natural)
    return " ".join(rest)


def _exchange_text(event: Exchanged, by: _Teller) -> str:
    return by.did(
        event.seat,
        N_("{who} put {card} in place of {wild}"),
        N_("you put {card} in place of {wild}"),
        card=face(event.card),
        wild=face(event.wild),
    )


def _throw_out_text(event: ThrewOut, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} threw out {card}"), N_("you threw out {card}"), card=face(event.card))


def _call_text(event: CalledRummy, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} called RUMMY"), N_("you called RUMMY"))


def _declare_text(event: Declared, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} declared the whole hand"), N_("you declared the whole hand"))


def _turn_over_text(event: TurnedOver, by: _Teller) -> str:
    return by.did(
        event.seat,
        N_("{who} turned the pile over as a stock of {cards}"),
        N_("you turned the pile over as a stock of {cards}"),
        cards=event.count,
    )


def _pass_text(event: Passed, by: _Teller) -> str:
    return _announcement_text(event.seat, event.action, by)


def _choice_text(event: Chose, by: _Teller) -> str:
    return _announcement_text(event.seat, event.action, by)


def _announcement_text(seat: int, action: str, by: _Teller) -> str:
    return by.did(seat, N_("{who}: {action}"), N_("you: {action}"), action=action_text(action, by.melds))


def _out_text(seat: int, by: _Teller) -> str:
    return by.did(seat, N_("{who} went out"), N_("you went out"))


def _round_end_text(event: RoundEnded, by: _Teller) -> str:
    how = _("nobody could go on") if event.out is None else _out_text(event.out, by)
    scores = ", ".join(f"{by.name(seat)} {score:+d}" for seat, score in enumerate(event.round_scores))
    return _("the round is over, {how}: {scores}", how=how, scores=scores)


def _game_end_text(event: GameEnded, by: _Teller) -> str:
    if event.winner is None:
        return _("the game is over, the first place is shared")
    return by.did(event.winner, N_("{who} won the game"), N_("you won the game"))


_Says = Callable[..., str]
_SAYS: dict[type[Event], _Says] = {
    Dealt: lambda event, by: _("the cards were dealt"),
    TurnedUp: lambda event, by: _("{card} was turned up", card=face(event.card)),
    Drew: _draw_text,
    Took: _take_text,
    LaidDown: _lay_down_text,
    LaidOff: _lay_off_text,
    Exchanged: _exchange_text,
    ThrewOut: _throw_out_text,
    CalledRummy: _call_text,
    Declared: _declare_text,
    Shuffled: lambda event, by: _("{cards} cards of the pile were shuffled into a new stock", cards=event.count),
    TurnedOver: _turn_over_text,
    Passed: _pass_text,
    Chose: _choice_text,
    WentOut: lambda event, by: _out_text(event.seat, by),
    RoundEnded: _round_end_text,
    GameEnded: _game_end_text,
}
