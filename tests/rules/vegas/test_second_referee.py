"""A plain second implementation agrees on thousands of positions."""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol.cards import name
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.notation import parse, text
from tests.support import naive_vegas
from tests.support.cases import seeds
from tests.support.naive_vegas import Position
from tests.support.referees import sorted_hands
from tests.support.vegas_positions import any_options, full_names, made, play_game, texts, vegas


def compare(state: VegasState, rng: Random, tries: int) -> None:
    """The lists agree for every seat, and so do the results of some of the actions."""
    position = VARIETY.positions.write(state)
    for seat in range(state.players):
        assert texts(state, seat) == naive_vegas.legal(position, seat)
    listed = texts(state)
    for action in rng.sample(listed, min(tries, len(listed))):
        compare_apply(state, position, action)


def compare_apply(state: VegasState, position: Position, action: str) -> bool:
    """Whether both accept the action; they have to agree on that and on the result."""
    try:
        ours = VARIETY.positions.write(VARIETY.apply(state, state.turn, parse(action))[0])
    except NeedsShuffle:
        assert action == "draw" and not state.stock
        return True
    except IllegalAction:
        with pytest.raises(naive_vegas.Refused):
            naive_vegas.apply(position, state.turn, action)
        return False
    assert sorted_hands(ours) == sorted_hands(naive_vegas.apply(position, state.turn, action)), action
    return True


@pytest.mark.parametrize("seed", seeds(4, 10))
def test_positions_of_whole_games(seed: int) -> None:
    rng = Random(seed)
    for game in range(2):
        steps = enumerate(play_game(rng, rng.randint(2, 8), any_options(rng)))
        for number, (state, _, after) in steps:
            if state.phase in ("aces", "buyin") or after.phase == "over" or number % 5 == game:
                compare(state, rng, 2)
            if number > 600:
                break


@pytest.mark.parametrize("seed", seeds(4, 10))
def test_positions_made_by_hand(seed: int) -> None:
    rng = Random(1000 + seed)
    for _ in range(100):
        compare(vegas(VARIETY.positions.read(made(rng, rng.choice(("play", "play", "pickup"))))), rng, 5)


def near(rng: Random, state: VegasState, position: Mapping[str, Any], listed: list[str]) -> str:
    """A text near what is legal: words changed, dropped, doubled or exchanged, or a play made up of cards about."""
    hand = [card for card in position["hands"][state.turn]]
    about = [*hand, *(card.split(".")[0] for card in hand), *full_names(state.decks)[:54:9]]
    melds = [word for meld in position["melds"] for word in meld["cards"]]
    faces = [word.split("=")[-1].split(".")[0] for word in [*about, *melds]]
    wild = [card for card in about if state.wilds.has(parse_face(card))]
    named = [f"{card}={one}" for card in wild for one in rng.sample(faces, min(6, len(faces))) if one[0] != "*"]
    named += [word[:-1] + "?" for word in named]
    words = rng.choice(listed).split(" ")
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(words))
        match rng.randrange(6):
            case 0 if len(words) > 2:
                other = rng.randrange(1, len(words))
                words[at], words[other] = words[other], words[at]
            case 1:
                words.insert(at, words[at])
            case 2 if words[-1].isdigit():
                words[-1] = str(rng.randrange(6))
            case 3 if named:
                words[at] = rng.choice(named)
            case _:
                words[at] = rng.choice(about)
    return " ".join(words)


@cache
def parse_face(card: str) -> int:
    return full_names(1).index(card.split(".")[0])


@pytest.mark.parametrize("seed", seeds(4, 10))
def test_actions_near_the_listed_ones(seed: int) -> None:
    """The rules allow more than they list; both referees draw the same line."""
    rng = Random(77 + seed)
    seen = unlisted = 0
    for _ in range(50):
        state = vegas(VARIETY.positions.read(made(rng, "play")))
        listed, position = texts(state), VARIETY.positions.write(state)
        for _ in range(40):
            action = near(rng, state, position, listed)
            try:
                parse(action)
            except BadNotation:
                continue
            seen += 1
            unlisted += compare_apply(state, position, action) and action not in listed
    assert seen > 500 and unlisted > 20


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_made_up_melds(seed: int) -> None:
    """Melds of whole shapes with wild cards strewn in: all wild, for held faces, open suits, any order of a set."""
    rng = Random(300 + seed)
    shapes = [m for m in naive_vegas.all_melds() if len(m) < 6 and m[0] != m[1]]
    accepted = 0
    for _ in range(150):
        state = vegas(VARIETY.positions.read(made(rng, "play")))
        position = VARIETY.positions.write(state)
        hand = position["hands"][state.turn]
        wild = [card for card in hand if state.wilds.has(parse_face(card))]
        for _ in range(15):
            shape = [one for one in rng.choice(shapes)]
            spare = rng.sample(wild, len(wild))
            words = []
            for one in shape:
                plain = [card for card in hand if card.split(".")[0] == one]
                card = spare.pop() if spare and (not plain or rng.random() < 0.5) else None
                open_suit = shape[0][0] == shape[1][0] and rng.random() < 0.4
                words.append(f"{card}={one[0] + '?' if open_suit else one}" if card else rng.choice([one, *plain]))
            if rng.random() < 0.3:
                rng.shuffle(words)
            accepted += compare_apply(state, position, "meld " + " ".join(words))
    assert accepted > 20


@pytest.mark.parametrize("seed", seeds(2, 5))
def test_the_next_round(seed: int) -> None:
    rng = Random(500 + seed)
    for _, _, after in play_game(rng, 5, any_options(rng) | {"max_score": 100}):
        if after.phase == "over" and not after.finished:
            join = [seat for seat in range(after.players) if not after.playing[seat] and rng.random() < 0.5]
            if after.players < 11 and rng.random() < 0.6:
                join += [after.players, after.players + 1][: rng.randint(1, 2)]
            rng.shuffle(join)
            deck = VARIETY.deck(after.options, after, after.players, len(join))
            rng.shuffle(deck)
            dealt = vegas(VARIETY.next_round(after, deck, join)[0])
            named = [name(code, dealt.decks) for code in deck]
            ours, theirs = (
                VARIETY.positions.write(dealt),
                naive_vegas.follow(VARIETY.positions.write(after), named, join),
            )
            assert sorted_hands(ours) == sorted_hands(theirs)


def test_the_texts_of_the_list_are_canonical() -> None:
    rng = Random(9)
    for _ in range(50):
        state = vegas(VARIETY.positions.read(made(rng)))
        assert all(text(parse(one)) == one for one in texts(state))
