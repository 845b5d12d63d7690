"""Events of a game as sentences, for the log on the screen and the ``says`` of plain lines."""

from collections.abc import Callable, Sequence

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


def sentence(event: Event, names: Sequence[str], me: int | None = None) -> str:
    """One sentence without a full stop; *names* by seat, *me* is spoken to."""

    def who(seat: int) -> str:
        return "you" if seat == me else names[seat] if seat < len(names) else f"seat {seat}"

    return _SAYS[type(event)](event, who)


def told(events: Sequence[Event], names: Sequence[str], me: int | None = None) -> str:
    """What one action did, in one line."""
    return ", ".join(sentence(event, names, me) for event in events)


def faces(names: Sequence[str]) -> str:
    """Cards as people say them: without the deck they come from."""
    return " ".join(face(name) for name in names)


def face(name: str) -> str:
    """``7H`` for ``7H.1``, ``7C=9D`` for ``7C.0=9D``."""
    card, equals, stands = name.partition("=")
    return card.partition(".")[0] + equals + stands


def _round_ended(event: RoundEnded, who: Callable[[int], str]) -> str:
    how = "nobody could go on" if event.out is None else f"{who(event.out)} went out"
    scores = ", ".join(f"{who(seat)} {score:+d}" for seat, score in enumerate(event.round_scores))
    return f"the round is over, {how}: {scores}"


def _game_ended(event: GameEnded, who: Callable[[int], str]) -> str:
    return (
        "the game is over, the first place is shared" if event.winner is None else f"{who(event.winner)} won the game"
    )


def _exchanged(event: Exchanged, who: Callable[[int], str]) -> str:
    return f"{who(event.seat)} put {face(event.card)} in the place of {face(event.wild)} in meld {event.meld}"


_Says = Callable[..., str]
_SAYS: dict[type[Event], _Says] = {
    Dealt: lambda event, who: "the cards were dealt",
    TurnedUp: lambda event, who: f"{face(event.card)} was turned up",
    Drew: lambda event, who: f"{who(event.seat)} drew {face(event.card) if event.card else 'a card'}",
    Took: lambda event, who: f"{who(event.seat)} took {faces(event.cards)}",
    LaidDown: lambda event, who: f"{who(event.seat)} laid down {faces(event.cards)} as meld {event.meld}",
    LaidOff: lambda event, who: f"{who(event.seat)} laid off {faces(event.cards)} on meld {event.meld}",
    Exchanged: _exchanged,
    ThrewOut: lambda event, who: f"{who(event.seat)} threw out {face(event.card)}",
    CalledRummy: lambda event, who: f"{who(event.seat)} called RUMMY",
    Declared: lambda event, who: f"{who(event.seat)} declared the whole hand",
    Shuffled: lambda event, who: f"{event.count} cards of the pile were shuffled into a new stock",
    TurnedOver: lambda event, who: f"{who(event.seat)} turned the pile over as a stock of {event.count}",
    Passed: lambda event, who: f"{who(event.seat)} said {event.action!r}",
    Chose: lambda event, who: f"{who(event.seat)} chose {event.action!r}",
    WentOut: lambda event, who: f"{who(event.seat)} went out",
    RoundEnded: _round_ended,
    GameEnded: _game_ended,
}
