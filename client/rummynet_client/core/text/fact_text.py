"""A game's facts as sentences; those about the player say "you". Pure."""

from collections.abc import Sequence
from typing import Final

from rummynet_client.language import N_, translated
from rummynet_protocol.sentences import PLAYER, Sentence

_OURS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "{player} dealt": (("player", N_("you dealt")),),
    "{player} has declared: what they win in this round counts twice": (
        ("player", N_("you have declared: what you win in this round counts twice")),
    ),
    "it is {player}'s first turn, in which they cannot go out": (
        ("player", N_("it is your first turn, in which you cannot go out")),
    ),
    "{player} has thrown out their last card, and is out if nobody calls it in time": (
        ("player", N_("you have thrown out your last card, and are out if nobody calls it in time")),
    ),
    "{player}'s throw was called: they have to pick up {choices}": (
        ("player", N_("your throw was called: you have to pick up {choices}")),
    ),
    "{out} is out: the others lay a last time, now {player}": (
        ("player", N_("{out} is out: now you lay a last time")),
        ("out", N_("you are out: the others lay a last time, now {player}")),
    ),
    "{player} says how many of their aces count 13, of {aces}": (
        ("player", N_("you say how many of your aces count 13, of {aces}")),
    ),
    "{player} has expired: they buy in for {chips} and go on with {total} points, or decline": (
        ("player", N_("you have expired: buy in for {chips} and go on with {total} points, or decline")),
    ),
    "{player} has expired once": (("player", N_("you have expired once")),),
    "{player} has expired {times} times": (("player", N_("you have expired {times} times")),),
    "{players} sits out": (("players", N_("you sit out")),),
    "{players} paid {paid}": (("players", N_("you paid {paid}")),),
    "{players} gets {won}": (("players", N_("you get {won}")),),
    "laid by {players}": (("players", N_("laid by you")),),
    "{card} is offered to {player}, then to {then}": (
        ("player", N_("{card} is offered to you, then to {then}")),
        ("then", N_("{card} is offered to {player}, then to you")),
    ),
    "{card} is offered to {player}": (("player", N_("{card} is offered to you")),),
}
"""By what the rules say: the value that may be the player, and the sentence then. Languages inflect the verb."""


def fact_text(fact: str, names: Sequence[str], me: int | None) -> str:
    """The fact in the player's language; *names* are those of the players by seat."""
    return translated(_about(fact, me) if isinstance(fact, Sentence) and me is not None else fact, names)


def _about(fact: Sentence, me: int) -> Sentence:
    """The same, of the player where it or a sentence in it is about *me*."""
    values = {name: _about(value, me) if isinstance(value, Sentence) else value for name, value in fact.values.items()}
    for name, ours in _OURS.get(fact.template if fact.number == 1 else fact.many, ()):
        who = fact.values[name]
        if isinstance(who, Sentence) and who.template == PLAYER and who.values["seat"] == me:
            return Sentence(ours, values)
    return Sentence(fact.template, values, fact.many, fact.number)
