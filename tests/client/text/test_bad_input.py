"""Invalid input gets a one-sentence answer from client and host: options, player counts, what a wild card is."""

import json

import pytest

from rummynet.rules.varieties import NAMES
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.core.text.news import WentWrong
from rummynet_protocol.errors import Refusal
from tests.support.compact_lines import compact
from tests.support.fake_host import FakeHost, Guest

CREATED = {
    "keilty hand=14": "hand must be 0 or a whole number from 3 to 13, not 14",
    "basic call_seconds=31": "call_seconds must be a whole number from 0 to 30, not 31",
    "basic final_melds=perhaps": "final_melds must be true or false, not 'perhaps'",
    "vegas max_score=5": "max_score must be a whole number from 10 to 1000, not 5",
    "vegas split=60,30": "the parts of split make 100 together, not 90",
    "vegas handicaps=1,100": "handicaps are below max_score, here 0 to 99",
    "vegas decks=5": "decks must be null or a whole number from 1 to 4, not 5",
    "crummy move=twos": "move must be one of 'any', 'jokers', not 'twos'",
    "crummy players=9": "crummy has no option 'players'; 'help crummy' lists them",
    "joker target=0": "target must be a whole number from 1 to 100000, not 0",
    "joker hand=2": "hand must be a whole number from 3 to 12, not 2",
    "joker first_dealer=youngest": "first_dealer must be 'draw' or the number of a seat, not 'youngest'",
    "poker": "there is no variant 'poker'; the variants are: " + ", ".join(NAMES),
}


def says(host: FakeHost, guest: Guest, line: str) -> str:
    """The sentence with which a command is refused, by the client itself or by the host."""
    try:
        (told,) = host.do(guest, line)
    except Refusal as problem:
        (told,) = map(compact, news_lines(WentWrong(problem.code, str(problem))))
    assert told.split(" ")[0] in ("refused", "error"), told
    sentence = json.loads(told.partition(" says=")[2])
    assert sentence and sentence.isprintable() and "Error" not in sentence
    return str(sentence)


@pytest.mark.parametrize("words", CREATED)
def test_a_table_that_cannot_be_is_not_made(words: str) -> None:
    host, ann = FakeHost(), Guest("Ann")
    host.connect(ann)
    assert says(host, ann, f"create {words}") == CREATED[words]
    assert not host.lobby.tables


@pytest.mark.parametrize(("variant", "most"), [("keilty", 6), ("basic", 6), ("vegas", 12), ("crummy", 8), ("joker", 6)])
def test_more_than_can_play_find_no_seat(variant: str, most: int) -> None:
    host, guests = FakeHost(), [Guest(f"P{number}") for number in range(most + 1)]
    for guest in guests:
        host.connect(guest)
    host.do(guests[0], f"create {variant}")
    for guest in guests[:-1]:
        assert "me=true" in host.do(guest, "sit 1")[-1]
    assert says(host, guests[-1], "sit 1") == "every seat at this table is taken; you can watch"
    assert says(host, guests[-1], f"sit 1 {most}") in (
        f"this table has the seats 0 to {most - 1}",
        f"'{most}' is no seat, and nobody here, or more than one, is called so",
    )
