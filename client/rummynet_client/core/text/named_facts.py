"""The rules' facts about a position with players' names in place of seat numbers. Pure.

The rules know seats alone; their sentences keep template and values, so names can be put in here.
"""

from collections.abc import Sequence
from typing import Final

from rummynet_client.language import N_, _, ngettext, translated
from rummynet_protocol.sentences import Sentence

_SEATS: Final = {
    N_("seat {last}"): N_("{last}"),
    N_("seats {others} and {last}"): N_("{others} and {last}"),
    N_("seat {seat} dealt"): N_("{seat} dealt"),
    N_("seat {dealer} dealt"): N_("{dealer} dealt"),
    N_("seat {seat} has declared: what it wins in this round counts twice"): N_(
        "{seat} has declared: what {seat} wins in this round counts twice"
    ),
    N_("it is the first turn of seat {seat}: it cannot go out in it"): N_(
        "the first turn of {seat}: no going out in it"
    ),
    N_("seat {seat} has thrown its last card and is out when nobody calls it in time"): N_(
        "{seat} has thrown the last card and is out when nobody calls it in time"
    ),
    N_("the throw of seat {seat} was called: it has to pick up {choices}"): N_(
        "the throw of {seat} was called: {seat} has to pick up {choices}"
    ),
    N_("seat {seat} is out: the others lay a last time, now seat {turn}"): N_(
        "{seat} is out: the others lay a last time, now {turn}"
    ),
    N_("{card} is offered to seat {seat}, then to {then}"): N_("{card} is offered to {seat}, then to {then}"),
    N_("{card} is offered to seat {seat}"): N_("{card} is offered to {seat}"),
    N_("seat {seat} says how many of its aces count 13, of {aces}"): N_(
        "{seat} says how many of {aces} aces in hand count 13"
    ),
    N_("seat {seat} has expired: it buys in for {chips} and goes on with {total} points, or declines"): N_(
        "{seat} has expired: buys in for {chips} and goes on with {total} points, or declines"
    ),
    N_("{card} is {face} in meld {number}"): N_("{card} is {face}"),
}
"""A template of the rules to the one with names."""
_EXPIRED: Final = "seat {seat} has expired once"
_PLACES: Final = frozenset({"seat", "dealer", "turn", "last"})
"""Places of templates that hold one seat."""


def named_facts(facts: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """The facts, translated, with names."""
    return tuple(with_names(fact, names) for fact in facts)


def with_names(sentence: str, names: Sequence[str]) -> str:
    """One sentence of the rules, translated, with names in place of seats."""
    if not isinstance(sentence, Sentence):
        return translated(sentence)
    values = {place: _value(place, value, names) for place, value in sentence.values.items()}
    if sentence.template == _EXPIRED:
        return ngettext("{seat} has expired once", "{seat} has expired {times} times", sentence.number, **values)
    if sentence.template in _SEATS:
        return _(_SEATS[sentence.template], **values)
    if sentence.many:
        return ngettext(sentence.template, sentence.many, sentence.number, **values)
    return _(sentence.template, **values)


def _value(place: str, value: object, names: Sequence[str]) -> object:
    if isinstance(value, Sentence):
        return with_names(value, names)
    if place in _PLACES:
        return _name(str(value), names)
    if place == "others" and isinstance(value, str):
        return ", ".join(_name(part, names) for part in value.split(", "))
    return value


def _name(seat: str, names: Sequence[str]) -> str:
    return names[int(seat)] if seat.isdigit() and int(seat) < len(names) else seat
