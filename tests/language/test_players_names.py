"""Players are called by their names: no sentence for people calls one by the number of a seat."""

import re
from collections.abc import Sequence
from typing import Final

import pytest
from make import catalogue as make_catalogue

from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.text.news import FairnessReported, WasRefused
from rummynet_client.core.text.second_person import in_second_person
from rummynet_client.language import sentence_of, translated, use_catalogue
from rummynet_client.language.catalogues import LANGUAGES, catalogue
from rummynet_protocol.fairness.entries import Acted, Entry
from rummynet_protocol.sentences import PLAYER, player_in, sentence
from rummynet_protocol.values import replace
from tests.support.crooked import Rewrites
from tests.support.fake_host import seated
from tests.support.games import random_round

PLAYERS: Final = ("anna", "bob", "cleo", "dan")
SEAT_NUMBER: Final = re.compile(r"\b(?:seats?|Platz|Plätze)\s+[\d{]|\{seat\}")
CHOSEN: Final = {
    PLAYER: "where nobody's name is known, and the label of a seat in the lobby",
    "{name} has to be one of the seats 0 to {last}, not {seat}": "the value of an option",
    "this table has the seats 0 to {last}": "what may be typed",
    "there is no seat {seat} in this game; its seats are 0 to {last}": "what was typed",
    "Enter: next · 12: step · +5 -5 · round 2 · call · end · seat 0, everybody, nobody: whose cards · q": "typed",
    "12, round 2, call, end, seat 0, everybody, nobody; enter goes there": "what is typed",
    "{text!r} is not a place in the game; try 12, round 2, call or seat 0": "what is typed",
}
"""Sentences with numbers of seats, and what they are for: seats are chosen by number, people are not called by it."""


def wordings(text: str | Sequence[str]) -> tuple[str, ...]:
    """Of a sentence, or of its forms by number."""
    return (text,) if isinstance(text, str) else tuple(text)


def test_no_template_calls_a_player_by_the_number_of_a_seat() -> None:
    templates = [message for message in make_catalogue.language("de") if message.id]
    assert len(templates) > 1000
    numbered = [
        message for message in templates
        if any(SEAT_NUMBER.search(one) for one in (*wordings(message.id), *wordings(message.string or "")))
    ]  # fmt: skip
    assert {wordings(message.id) for message in numbered} == {(text,) for text in CHOSEN}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_a_position_has_names(name: str, language: str) -> None:
    use_catalogue(catalogue(language))
    game, named = variety(name), set[str]()
    for seed in range(3):
        for state, seat, action in random_round(name, seed):
            says = [translated(fact, PLAYERS) for fact in game.presentation.facts(state)]
            for other in (other for other in range(state.players) if other != seat):
                says += [
                    translated(rule, PLAYERS) for rule in game.presentation.rule_of_the_moment(state, other, False)
                ]
                try:
                    game.apply(state, other, action)
                except IllegalAction as refusal:
                    says.append(sentence_of(refusal, PLAYERS))
            assert not [one for one in says if SEAT_NUMBER.search(one)]
            named |= {player for player in PLAYERS for one in says if player in one}
    assert {"anna", "bob"} <= named


@pytest.mark.parametrize("name", NAMES)
def test_a_fact_about_oneself_says_you(name: str) -> None:
    use_catalogue(catalogue("en"))
    told, named = set[str](), False
    for seed in range(3):
        for state, _seat, _action in random_round(name, seed):
            for me, own in enumerate(PLAYERS[: state.players]):
                named |= any(own in translated(fact, PLAYERS) for fact in variety(name).presentation.facts(state))
                says = {in_second_person(fact, PLAYERS, me) for fact in variety(name).presentation.facts(state)}
                # In a list of several the own name stands as the others' do.
                assert [one for one in says if own in one and not re.search(f"(and|,) {own}|{own}( and|,)", one)] == []
                told |= says
    assert any(re.search(r"\byour?\b", one) for one in told) is named


def test_a_seat_without_a_player_keeps_its_number() -> None:
    use_catalogue(catalogue("en"))
    for seat in (2, 99, -1):
        assert translated(
            sentence("it is {player}'s turn; wait for yours", player=player_in(seat)), ["anna", "bob"]
        ) == (f"it is seat {seat}'s turn; wait for yours")


def test_the_alarm_of_a_cheat_has_names() -> None:
    use_catalogue(catalogue("en"))
    host, guests = seated("Ann", "Bob")

    def altered(entry: Entry) -> Entry:
        return replace(entry, do="pass") if isinstance(entry, Acted) else entry

    guests[0].tamper = Rewrites(host, altered)
    host.all("ready")
    model = guests[1].session.model
    assert model.state is not None
    turn, names = model.state.turn, model.names
    host.do(guests[turn], "draw")
    (alarm,) = [one.says for one in guests[0].news if isinstance(one, FairnessReported) and one.cheat]
    assert f"{names[turn]} signed 'draw', the log says 'pass'" in alarm
    assert guests[0].session.model.fairness.cheat == f"{names[turn]} signed 'draw', the log says 'pass'"


def test_who_is_refused_reads_whose_turn_it_is() -> None:
    use_catalogue(catalogue("en"))
    host, guests = seated("Ann", "Bob")
    host.all("ready")
    turn = next(guest.session.model.state.turn for guest in guests if guest.session.model.state is not None)
    host.do(guests[1 - turn], "draw")
    says = [one.says for one in guests[1 - turn].news if isinstance(one, WasRefused)]
    names = guests[0].session.model.names
    own = sentence("it is {player}'s turn; wait for yours", player=player_in(1))
    assert in_second_person(own, names, 1) == "answer first what you are asked", "asked out of turn"
    assert says and says[-1].startswith(f"it is {names[turn]}'s turn; wait for yours")
