"""Writes events of a game as sentences, for the log on the screen and ``says`` in plain lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class _Teller:
    """Player names by seat, and the seat that is addressed as "you"."""

    names: Sequence[str]
    me: int | None

    def name(self, seat: int) -> str:
        return _("you") if seat == self.me else player_name(seat, self.names)

    def did(self, seat: int, theirs: str, ours: str, **values: object) -> str:
        """What a seat did; separate sentences for the own seat, because languages inflect the verb."""
        return _(ours, **values) if seat == self.me else _(theirs, who=self.name(seat), **values)


def event_sentence(event: Event, names: Sequence[str], me: int | None = None) -> str:
    """One sentence without a full stop; *names* by seat, *me* is addressed as "you"."""
    return _SAYS[type(event)](event, _Teller(names, me))


def events_line(events: Sequence[Event], names: Sequence[str], me: int | None = None) -> str:
    """The events of one action in one line. A RoundEnded names who went out, so WentOut is left out beside it."""
    ended = any(isinstance(event, RoundEnded) for event in events)
    return ", ".join(event_sentence(event, names, me) for event in events if not (ended and isinstance(event, WentOut)))


def faces(names: Sequence[str]) -> str:
    """Cards without their deck numbers, separated by spaces."""
    return " ".join(face(name) for name in names)


def face(name: str) -> str:
    """``7H`` for ``7H.1``, ``7C=9D`` for ``7C.0=9D``."""
    card, equals, stands = name.partition("=")
    return card.partition(".")[0] + equals + stands


def _drew(event: Drew, by: _Teller) -> str:
    if not event.card:
        return by.did(event.seat, N_("{who} drew a card"), N_("you drew a card"))
    return by.did(event.seat, N_("{who} drew {card}"), N_("you drew {card}"), card=face(event.card))


def _took(event: Took, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} took {cards}"), N_("you took {cards}"), cards=faces(event.cards))


def _laid_down(event: LaidDown, by: _Teller) -> str:
    return by.did(
        event.seat,
        N_("{who} laid down {cards} as meld {meld}"),
        N_("you laid down {cards} as meld {meld}"),
        cards=faces(event.cards),
        meld=event.meld,
    )


def _laid_off(event: LaidOff, by: _Teller) -> str:
    return by.did(
        event.seat,
        N_("{who} laid off {cards} on meld {meld}"),
        N_("you laid off {cards} on meld {meld}"),
        cards=faces(event.cards),
        meld=event.meld,
    )


def _exchanged(event: Exchanged, by: _Teller) -> str:
    return by.did(
        event.seat,
        N_("{who} put {card} in the place of {wild} in meld {meld}"),
        N_("you put {card} in the place of {wild} in meld {meld}"),
        card=face(event.card),
        wild=face(event.wild),
        meld=event.meld,
    )


def _threw_out(event: ThrewOut, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} threw out {card}"), N_("you threw out {card}"), card=face(event.card))


def _called(event: CalledRummy, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} called RUMMY"), N_("you called RUMMY"))


def _declared(event: Declared, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} declared the whole hand"), N_("you declared the whole hand"))


def _turned_over(event: TurnedOver, by: _Teller) -> str:
    return by.did(
        event.seat,
        N_("{who} turned the pile over as a stock of {cards}"),
        N_("you turned the pile over as a stock of {cards}"),
        cards=event.count,
    )


def _passed(event: Passed, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} said {action!r}"), N_("you said {action!r}"), action=event.action)


def _chose(event: Chose, by: _Teller) -> str:
    return by.did(event.seat, N_("{who} chose {action!r}"), N_("you chose {action!r}"), action=event.action)


def _went_out(seat: int, by: _Teller) -> str:
    return by.did(seat, N_("{who} went out"), N_("you went out"))


def _round_ended(event: RoundEnded, by: _Teller) -> str:
    how = _("nobody could go on") if event.out is None else _went_out(event.out, by)
    scores = ", ".join(f"{by.name(seat)} {score:+d}" for seat, score in enumerate(event.round_scores))
    return _("the round is over, {how}: {scores}", how=how, scores=scores)


def _game_ended(event: GameEnded, by: _Teller) -> str:
    if event.winner is None:
        return _("the game is over, the first place is shared")
    return by.did(event.winner, N_("{who} won the game"), N_("you won the game"))


_Says = Callable[..., str]
_SAYS: dict[type[Event], _Says] = {
    Dealt: lambda event, by: _("the cards were dealt"),
    TurnedUp: lambda event, by: _("{card} was turned up", card=face(event.card)),
    Drew: _drew,
    Took: _took,
    LaidDown: _laid_down,
    LaidOff: _laid_off,
    Exchanged: _exchanged,
    ThrewOut: _threw_out,
    CalledRummy: _called,
    Declared: _declared,
    Shuffled: lambda event, by: _("{cards} cards of the pile were shuffled into a new stock", cards=event.count),
    TurnedOver: _turned_over,
    Passed: _passed,
    Chose: _chose,
    WentOut: lambda event, by: _went_out(event.seat, by),
    RoundEnded: _round_ended,
    GameEnded: _game_ended,
}
