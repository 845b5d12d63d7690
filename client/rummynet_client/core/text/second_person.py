"""Sentences of the rules about the player themselves, which say "you". Pure."""

from collections.abc import Sequence
from typing import Final

from rummynet_client.language import N_, translated
from rummynet_protocol.sentences import PLAYER, Sentence, both, comma_list, player_in, sentence

_OURS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    N_("{player} dealt"): (("player", N_("you dealt")),),
    N_("{player} has declared: what they win in this round counts twice"): (
        ("player", N_("you have declared: what you win in this round counts twice")),
    ),
    N_("it is {player}'s first turn, in which they cannot go out"): (
        ("player", N_("it is your first turn, in which you cannot go out")),
    ),
    N_("{player} has thrown out their last card, and is out if nobody calls it in time"): (
        ("player", N_("you have thrown out your last card, and are out if nobody calls it in time")),
    ),
    N_("{player}'s throw was called: they have to pick up {choices}"): (
        ("player", N_("your throw was called: you have to pick up {choices}")),
    ),
    N_("{out} is out: the others lay a last time, now {player}"): (
        ("player", N_("{out} is out: now you lay a last time")),
        ("out", N_("you are out: the others lay a last time, now {player}")),
    ),
    N_("{player} says how many of their aces count 13, of {aces}"): (
        ("player", N_("you say how many of your aces count 13, of {aces}")),
    ),
    N_("{player} is out: they buy in for {chips} and go on with {total} points, or decline"): (
        ("player", N_("you are out: buy in for {chips} and go on with {total} points, or decline")),
    ),
    "{player} was out once": (("player", N_("you were out once")),),
    "{player} was out {times} times": (("player", N_("you were out {times} times")),),
    "{players} sits out": (("players", N_("you sit out")),),
    "{players} paid {paid}": (("players", N_("you paid {paid}")),),
    "{players} gets {won}": (("players", N_("you get {won}")),),
    N_("laid by {players}"): (("players", N_("laid by you")),),
    N_("{place}. {players}"): (("players", N_("{place}. you")),),
    N_("{card} is offered to {player}, then to {then}"): (
        ("player", N_("{card} is offered to you, then to {then}")),
        ("then", N_("{card} is offered to {player}, then to you")),
    ),
    N_("{card} is offered to {player}"): (("player", N_("{card} is offered to you")),),
    N_("it is {player}'s turn; wait for yours"): (("player", N_("answer first what you are asked")),),
}
"""By what the rules say: the value that may be the player, and the sentence then. Languages inflect the verb."""

_WITH_OTHERS: Final[dict[str, str]] = {
    "{players} sits out": N_("{you} sit out"),
    "{players} paid {paid}": N_("{you} paid {paid} each"),
    "{players} gets {won}": N_("{you} get {won} each"),
    N_("laid by {players}"): N_("laid by {you}"),
    N_("{place}. {players}"): N_("{place}. {you}"),
}
"""By what the rules say of several players: the sentence where the player is one of them, as "you, anna and bo"."""


def in_second_person(says: str, names: Sequence[str], me: int | None) -> str:
    """The sentence in the language of the player in seat *me*; *names* are those of the players by seat."""
    return translated(_about(says, me) if isinstance(says, Sentence) and me is not None else says, names)


def _about(says: Sentence, me: int) -> Sentence:
    """The same, of the player where it or a sentence in it is about *me*."""
    values = {name: _about(value, me) if isinstance(value, Sentence) else value for name, value in says.values.items()}
    template = says.template if says.number == 1 else says.many
    for name, ours in _OURS.get(template, ()):
        if _seats(says.values[name]) == (me,):
            return Sentence(ours, values)
    seats = _seats(says.values["players"]) if says.template in _WITH_OTHERS else ()
    if me in seats:
        *others, last = [sentence(N_("you")), *(player_in(seat) for seat in seats if seat != me)]
        return Sentence(_WITH_OTHERS[says.template], {**values, "you": both([comma_list(others), last])})
    return Sentence(says.template, values, says.many, says.number)


def _seats(who: object) -> tuple[int, ...]:
    """The seats of the players that a value of a sentence names."""
    if not isinstance(who, Sentence):
        return ()
    if who.template == PLAYER:
        return (int(str(who.values["seat"])),)
    return tuple(seat for value in who.values.values() for seat in _seats(value))
