"""Invalid input gets a one-sentence answer from client and host: options, player counts, what a wild card is."""

import json
from itertools import combinations

import pytest

from rummynet.rules.varieties import NAMES
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.core.text.news import WentWrong
from rummynet_protocol import cards
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


ASKED_TOO_MUCH = {
    "vegas decks=1 hand=12": (5, "5 players need 66 cards; set decks higher, or null for as many as are needed"),
    "keilty hand=13": (4, "hand is at most 12 with 4 players, so that a stock is left"),
    "basic hand=13": (4, "hand is at most 12 with 4 players, so that a stock is left"),
    "joker hand=12": (5, "hand is at most 10 with 5 players, so that a stock is left"),
    "joker first_dealer=3": (2, "first_dealer has to be one of the seats 0 to 1, not 3"),
    "vegas handicaps=1,2": (3, "handicaps are 3 totals, one for each seat, or none at all"),
}


@pytest.mark.parametrize("words", ASKED_TOO_MUCH)
def test_a_game_that_cannot_be_with_so_many_does_not_begin(words: str) -> None:
    count, sentence = ASKED_TOO_MUCH[words]
    host, guests = FakeHost(), [Guest(f"P{number}") for number in range(count)]
    for guest in guests:
        host.connect(guest)
    host.do(guests[0], f"create {words}")
    for guest in guests:
        host.do(guest, "sit 1")
    for guest in guests[:-1]:
        assert not [line for line in host.do(guest, "ready") if line.startswith("refused")]
    assert says(host, guests[-1], "ready") == sentence
    assert host.lobby.tables[1].stage == "waiting"


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
        f"'{most}' is not the number of a seat",
    )


def holding_a_wild_card(variant: str) -> tuple[FakeHost, Guest, str, str, str]:
    """A player in phase play with a wild card and two other cards of one rank."""
    for number in range(60):
        host, guests = FakeHost(), [Guest(f"Ann{number}"), Guest(f"Bob{number}")]
        for guest in guests:
            host.connect(guest)
        host.do(guests[0], f"create {variant}")
        for guest in guests:
            host.do(guest, "sit 1")
        for guest in guests:
            host.do(guest, "ready")
        mover, other = sorted(guests, key=lambda guest: not guest.session.model.my_turn)
        host.do(mover, "draw")
        if other.session.model.my_turn:
            host.do(other, "waive")
        found = a_pair_and_a_wild_card(mover.session.model)
        if found is not None and mover.session.model.my_turn:
            return host, mover, *found
    raise AssertionError("no hand with a wild card and a pair")


def a_pair_and_a_wild_card(picture: ViewModel) -> tuple[str, str, str] | None:
    assert picture.variety is not None and picture.state is not None
    held = list(cards.members(picture.state.hands[picture.me or 0]))
    wild = [card for card in held if picture.variety.presentation.is_wild(picture.state, card)]
    pairs = [two for two in combinations(held, 2) if two[0] % 13 == two[1] % 13 and not {*two} & {*wild}]
    return (cards.face(pairs[0][0]), cards.face(pairs[0][1]), cards.face(wild[0])) if pairs and wild else None


@pytest.mark.parametrize("variant", ["vegas", "crummy", "joker"])
def test_a_wild_card_is_no_card_that_it_cannot_be(variant: str) -> None:
    host, ann, one, two, wild = holding_a_wild_card(variant)
    stranger = "KC" if one[0] != "K" else "QC"
    before = ann.session.model.state
    two_sets = f"contract {one} {two} {wild}={stranger} / KC KD KH"
    wrong = {
        "vegas": (f"meld {one} {two} {wild}={stranger}", f"meld {one} {two} {wild}={one}", f"lay {wild}={one} on 0"),
        "crummy": (
            two_sets,
            f"lay {wild}={one} on 0",
            f"swap {one} on 0 lay {wild}={two} on 0",
        ),
        "joker": (f"meld {one} {two} {wild}={stranger}", f"meld {one} {two} {wild}={one}", f"trade {one} for {wild}"),
    }[variant]
    for action in (*wrong, f"meld {one} {two} {wild}=*1", f"meld {one} {two} {wild}=XX", f"throw {wild}={one}"):
        says(host, ann, action)
    assert ann.session.model.state == before
