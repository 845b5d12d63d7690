"""What the rules say about the player, alone or among others, is said to them."""

import pytest

from rummynet.rules.core.wording import players_named
from rummynet_client.core.spoken.spoken_cards import codes_in_words
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.event_text import event_sentences
from rummynet_client.core.text.second_person import in_second_person
from rummynet_protocol.events import Chose
from rummynet_protocol.sentences import comma_list, player_in, plural_sentence, sentence

NAMES = ("anna", "bo", "carla", "dan")


def paid(seats: list[int]) -> str:
    players = players_named(seats)
    return plural_sentence("{players} paid {paid}", "{players} paid {paid} each", len(seats), players=players, paid=1)


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        ([0], "you paid 1"),
        ([1], "bo paid 1"),
        ([0, 1], "you and bo paid 1 each"),
        ([1, 2], "bo and carla paid 1 each"),
        ([0, 1, 2, 3], "you, bo, carla and dan paid 1 each"),
    ],
)
def test_among_several_players_the_reader_is_you(seats: list[int], says: str) -> None:
    assert in_second_person(paid(seats), NAMES, 0) == says
    whole = sentence("pot {chips}: {paid}", chips="3 chips", paid=comma_list([paid(seats), paid([2])]))
    assert in_second_person(whole, NAMES, 0) == f"pot 3 chips: {says}, carla paid 1"
    assert "you" not in in_second_person(whole, NAMES, None)


def test_places_name_the_reader_as_you() -> None:
    place = sentence("{place}. {players}", place=1, players=players_named([2, 0]))
    assert in_second_person(place, NAMES, 0) == "1. you and carla"
    assert in_second_person(sentence("{place}. {players}", place=2, players=player_in(0)), NAMES, 0) == "2. you"


def test_a_wild_card_and_what_it_stands_for_are_said_in_words() -> None:
    assert codes_in_words("such as *1=7H") == "such as the joker as 7 of hearts"
    assert codes_in_words("(2S=5D, *2.1=7?)") == "(the 2 of spades as 5 of diamonds, the joker as 7 of any suit)"


def test_how_aces_count_is_said_of_who_says_it() -> None:
    by = Wording(NAMES, 0)
    told = [event_sentences([Chose(seat, f"aces {high}")], by)[0] for seat, high in ((0, 0), (1, 0), (0, 2), (1, 1))]
    assert told == [
        "you count every ace as 1",
        "bo counts every ace as 1",
        "you count 2 of your aces as 13",
        "bo counts 1 of their aces as 13",
    ]
