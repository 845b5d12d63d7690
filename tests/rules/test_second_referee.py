"""A plain second implementation of each game agrees on thousands of positions, on what is listed and on what is not."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import NAMES, variety
from rummynet.rules.vegas.game import VARIETY as VEGAS
from rummynet_protocol.cards import name as card_name
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.notation import parse, text
from tests.support import (
    basic_positions,
    crummy_positions,
    joker_positions,
    keilty_play,
    naive_keilty,
    naive_vegas,
    vegas_positions,
)
from tests.support.cases import seeds
from tests.support.random_games import random_game
from tests.support.referees import REFEREES, Position, sorted_hands


class Play(NamedTuple):
    """How positions of a game come about."""

    made: Callable[[Random], Position]
    options: Callable[[Random], dict[str, Any]]
    rounds: int = 3
    for_a_seed: int = 150
    """How many positions are put together for a seed."""
    share: float = 1
    """How many of the positions of random play are looked at; those in which something is settled all are."""


def keilty_options(rng: Random) -> dict[str, Any]:
    return {
        "target": rng.choice((1, 60, 500)), "reshuffle_limit": 1, "lapse_seconds": rng.choice((None, None, 0)),
        "false_call_points": rng.choice((0, 0, 10)),
    }  # fmt: skip


def crummy_options(rng: Random) -> dict[str, Any]:
    return {
        "ace_low": rng.random() < 0.5, "reshuffle_limit": 1, "buys": rng.choice((None, 0, 1, 2)),
        "contracts": rng.sample(range(1, 8), 7),
    }  # fmt: skip


def keilty_made(rng: Random) -> Position:
    """With the calls that the referee finds, some of which may have lapsed."""
    position = keilty_play.scattered(rng)
    lapses = position["options"]["lapse_seconds"] is not None
    found = [call for call in naive_keilty.calls(position) if not lapses or rng.random() < 0.5]
    return position | {"claims": [{"action": call, "by": rng.randrange(position["players"])} for call in found]}


PLAYS: Final = {
    "keilty": Play(keilty_made, keilty_options, for_a_seed=250),
    "basic": Play(basic_positions.made, basic_positions.random_options),
    "vegas": Play(lambda rng: vegas_positions.made(rng, rng.choice(("play", "play", "pickup"))),
                  vegas_positions.any_options, share=0.2, for_a_seed=70),
    "crummy": Play(crummy_positions.scattered, crummy_options, rounds=5, share=0.25, for_a_seed=200),
    "joker": Play(joker_positions.made, lambda rng: {"reshuffle_limit": rng.randint(0, 3), "target": 60},
                  for_a_seed=200),
}  # fmt: skip
assert PLAYS.keys() == {*NAMES}
each_game = pytest.mark.parametrize("name", NAMES)


def same_step(game: Variety, state: State, position: Position, seat: int, action: str) -> bool:
    """Both do the action alike, or both refuse it; whether it was done."""
    theirs = REFEREES[game.name].after(position, seat, action)
    try:
        after, _ = game.apply(state, seat, parse(action))
    except (IllegalAction, NeedsShuffle) as problem:
        assert theirs is None, action
        assert isinstance(problem, IllegalAction) or (not state.stock and parse(action) in game.legal(state, seat))
        return False
    assert sorted_hands(game.positions.write(after)) == theirs, action
    return True


def compare(game: Variety, state: State, rng: Random, tries: int) -> None:
    """The lists agree for every seat, and so do the results of some of the actions, and of a call of any kind."""
    position = game.positions.write(state)
    for seat in range(state.players):
        listed = [text(action) for action in game.legal(state, seat)]
        assert listed == REFEREES[game.name].legal(position, seat)
        for action in rng.sample(listed, min(tries, len(listed))):
            assert same_step(game, state, position, seat, action) or not state.stock
        if state.phase != "over":
            card = rng.choice([*position["discard"][-1:], "7H"])
            more = [f"rummy lay {card} on {rng.randrange(3)}", f"rummy meld {card} 8H 9H"]
            same_step(game, state, position, seat, rng.choice([*more, *calls(position)]))


def calls(position: Position) -> list[str]:
    """What can be called, and a call of some cards of the pile."""
    if position["variant"] != "keilty":
        return []
    pile = " ".join(position["discard"][-3:])
    return [*naive_keilty.calls(position), *([f"rummy meld {pile}"] if pile else [])]


@each_game
@pytest.mark.parametrize("seed", seeds(2, 12))
def test_positions_of_random_play(name: str, seed: int) -> None:
    game, rng, play = variety(name), Random(seed), PLAYS[name]
    seen = 0
    for state in random_game(game, seed, play.rounds, most=6, **play.options(rng)):
        if rng.random() < play.share or state.phase in ("aces", "buyin", "over", "call", "final", "penalty"):
            compare(game, state, rng, 2)
            seen += 1
    assert seen > 10


@pytest.mark.drawn(5)
@each_game
@pytest.mark.parametrize("seed", seeds(6, 20))
def test_positions_made_at_random(name: str, seed: int) -> None:
    game, rng = variety(name), Random(1000 + seed)
    for _ in range(PLAYS[name].for_a_seed):
        given = PLAYS[name].made(rng)
        state = game.positions.read(given)
        compare(game, state, rng, 5)
        if name == "keilty" and given["options"]["lapse_seconds"] is None:
            assert [text(claim.action) for claim in state.claims] == naive_keilty.calls(given)


# -- actions that nobody listed


def words_about(position: Position, seat: int, rng: Random) -> list[str]:
    """Cards of the hand most of all, those that lie open, and wild cards in places."""
    hand = position["hands"][seat]
    laid = [word for meld in position["melds"] for word in meld["cards"]]
    faces = [card.partition(".")[0] for card in [*hand, *position["discard"][-3:]]]
    places = [word.rpartition("=")[2].partition(".")[0] for word in laid] + faces + ["7?", "KD", "AS", "2H"]
    rank = position.get("wild", "2" if position["variant"] == "crummy" else "*")
    wild = [card for card in [*hand, *faces] if card.startswith(("*", rank))] + [rng.choice(("*1", "*2", "2C"))]
    named = [f"{rng.choice(wild)}={rng.choice(places)}" for _ in range(6)]
    named += [f"{word[:-1]}?" for word in named[:2]]
    return [*hand, *faces, *hand, *laid, *position["discard"], *named, "7H.0", "2C=9D"]


def changed(rng: Random, listed: list[str], pool: list[str]) -> str:
    """A text near what is legal: words exchanged, dropped, doubled, replaced or added."""
    laying = [one for one in listed if one.split()[0] in ("contract", "lay", "swap", "meld", "trade", "declare")]
    words = rng.choice(laying if laying and rng.random() < 0.9 else listed).split()
    for _ in range(rng.choice((1, 1, 2))):
        at, other = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.randrange(9):
            case 0:
                words[at], words[other] = words[other], words[at]
            case 1 if len(words) > 1:
                del words[at]
            case 2:
                words.insert(at, words[at])
            case 3:
                words[-1] = str(rng.randrange(6))
            case 4 if "=" in words[at]:
                words[at] = f"{words[at].partition('=')[0]}={rng.choice(pool)[:2]}"
            case 5 if "=" in words[at]:
                words[at] = f"{rng.choice(pool)}={words[at].partition('=')[2]}"
            case 6 if "/" in words:
                melds = " ".join(words[1:]).split(" / ")
                rng.shuffle(melds)
                words = ["contract", *" / ".join(melds).split()]
            case 7:
                words.insert(at, rng.choice(pool))
            case _:
                words[at] = rng.choice(pool)
    return " ".join(words)


def composed(rng: Random, pool: list[str], melds: int) -> str:
    """Any play of the notation, of cards that are about."""
    cards, one = " ".join(rng.choice(pool) for _ in range(rng.choice((1, 1, 3, 4)))), rng.choice(pool)
    number, plain = rng.randrange(melds + 2), one.partition("=")[0]
    wild = rng.choice([word for word in pool if "=" in word])
    return rng.choice(
        (f"meld {cards}", f"lay {cards} on {number}", f"lay {wild} on {number}", f"throw {plain}",
         f"trade {plain} for *1", f"take {plain}", f"take {plain} meld {cards}",
         f"take {plain} lay {cards} on {number}", f"take {plain} trade {plain} for *2",
         f"swap {plain} on {number} lay {wild} on {rng.randrange(melds + 1)}",
         "draw", "pass", "turn", "out", "waive", f"want {plain}", f"rummy lay {cards} on {number}",
         f"rummy meld {cards}", "penalty draw", "penalty pile", f"declare meld {cards} throw {one}",
         f"declare meld {cards}"),
    )  # fmt: skip


@pytest.mark.drawn(5)
@each_game
@pytest.mark.parametrize("seed", range(9))
def test_what_is_not_listed_is_done_alike_or_refused(name: str, seed: int) -> None:
    """The list and ``apply`` are two pieces of code; some games take more than they list, and the two agree on what."""
    game, rng = variety(name), Random(77 + seed)
    seen = done = unlisted = 0
    for _ in range(100):
        state = game.positions.read(PLAYS[name].made(rng))
        position = game.positions.write(state)
        seat = rng.choice((game.actors(state)[0], game.actors(state)[0], rng.randrange(state.players)))
        listed, pool = [text(action) for action in game.legal(state, seat)], words_about(position, seat, rng)
        for _ in range(40):
            is_near = listed and rng.random() < 0.7
            action = changed(rng, listed, pool) if is_near else composed(rng, pool, len(state.melds))
            try:
                parse(action)
            except BadNotation:
                continue
            seen += 1
            accepted = same_step(game, state, position, seat, action)
            done, unlisted = done + accepted, unlisted + (accepted and action not in listed)
    assert seen > 500 and done > 20 and (unlisted > 10 or name == "joker"), (seen, done, unlisted)


# -- vegas: wild cards in any number, and who comes in


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_made_up_melds(seed: int) -> None:
    """Melds of whole shapes with wild cards strewn in: all wild, for held faces, open suits, any order of a set."""
    rng = Random(300 + seed)
    shapes = [m for m in naive_vegas.all_melds() if len(m) < 6 and m[0] != m[1]]
    accepted = 0
    for _ in range(150):
        state = VEGAS.positions.read(vegas_positions.made(rng, "play"))
        position = VEGAS.positions.write(state)
        hand = position["hands"][state.turn]
        wild = [card for card in hand if card.startswith(("*", position["wild"]))]
        for _ in range(15):
            shape = rng.choice(shapes)
            spare = rng.sample(wild, len(wild))
            words = []
            for one in shape:
                plain = [card for card in hand if card.split(".")[0] == one]
                card = spare.pop() if spare and (not plain or rng.random() < 0.5) else None
                open_suit = shape[0][0] == shape[1][0] and rng.random() < 0.4
                words.append(f"{card}={one[0] + '?' if open_suit else one}" if card else rng.choice([one, *plain]))
            if rng.random() < 0.3:
                rng.shuffle(words)
            accepted += same_step(VEGAS, state, position, state.turn, "meld " + " ".join(words))
    assert accepted > 20


@pytest.mark.parametrize("seed", seeds(2, 5))
def test_the_next_round(seed: int) -> None:
    rng = Random(500 + seed)
    for _, _, after in vegas_positions.play_game(rng, 5, vegas_positions.any_options(rng) | {"max_score": 100}):
        if after.phase == "over" and not after.finished:
            join = [seat for seat in range(after.players) if not after.playing[seat] and rng.random() < 0.5]
            if after.players < 11 and rng.random() < 0.6:
                join += [after.players, after.players + 1][: rng.randint(1, 2)]
            rng.shuffle(join)
            deck = VEGAS.deck(after.options, after, after.players, len(join))
            rng.shuffle(deck)
            dealt = vegas_positions.vegas(VEGAS.next_round(after, deck, join)[0])
            named = [card_name(code, dealt.decks) for code in deck]
            theirs = naive_vegas.follow(VEGAS.positions.write(after), named, join)
            assert sorted_hands(VEGAS.positions.write(dealt)) == sorted_hands(theirs)
