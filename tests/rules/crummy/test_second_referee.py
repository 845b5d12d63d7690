"""A plain second implementation agrees on thousands of positions, on what is listed and on what is not."""

from random import Random
from typing import Any

import pytest

from rummynet.rules.core.errors import IllegalAction, NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol.errors import BadNotation
from rummynet_protocol.notation import parse, text
from tests.support import naive_crummy as naive
from tests.support.cases import seeds
from tests.support.crummy_positions import WILD, Position, dealt, play_round, scattered
from tests.support.referees import sorted_hands


def same_step(state: State, position: Position, seat: int, action: str) -> bool:
    """Both do the action alike, or both refuse it; whether it was done."""
    try:
        after, _ = VARIETY.apply(state, seat, parse(action))
    except NeedsShuffle:
        with pytest.raises(naive.NeedsShuffle):
            naive.apply(position, seat, action)
        return False
    except IllegalAction:
        with pytest.raises(naive.No):
            naive.apply(position, seat, action)
        return False
    assert sorted_hands(VARIETY.positions.write(after)) == sorted_hands(naive.apply(position, seat, action)), action
    return True


def compare(state: State, rng: Random, tries: int) -> None:
    position = VARIETY.positions.write(state)
    for seat in range(state.players):
        listed = [text(action) for action in VARIETY.legal(state, seat)]
        assert listed == naive.legal(position, seat)
        for action in rng.sample(listed, min(tries, len(listed))):
            assert same_step(state, position, seat, action) or not state.stock


@pytest.mark.parametrize("seed", seeds(3, 8))
def test_positions_of_random_play(seed: int) -> None:
    rng = Random(seed)
    for number in range(1, 8):
        buys, low = rng.choice((None, 0, 1, 2)), rng.random() < 0.5
        start = dealt(rng, rng.choice((2, 2, 3, 4)), number, ace_low=low, reshuffle_limit=1, buys=buys)
        for step, (state, _, _, after) in enumerate(play_round(rng, start)):
            if state.melds or step % 8 == 0:
                compare(state, rng, 2)
            if step > 150:
                break
            assert after.round == number


@pytest.mark.drawn(3)
@pytest.mark.parametrize("seed", seeds(5, 16))
def test_scattered_positions(seed: int) -> None:
    rng = Random(1000 + seed)
    for _ in range(250):
        compare(VARIETY.positions.read(scattered(rng)), rng, 5)


def words_about(position: Position, rng: Random) -> list[str]:
    hand = position["hands"][position["turn"]]
    laid = [word for meld in position["melds"] for word in meld["cards"]]
    names = [card.partition(".")[0] for card in hand]
    stands = [word.partition("=")[2] or word.partition(".")[0] for word in laid] + ["7?", "KD", "AS", "2H"]
    wild = [f"{rng.choice(names if n else WILD)}={rng.choice([*stands, *names])}" for n in (0, 0, 0, 1, 1, 1)]
    return [*hand, *names, *laid, *wild, *position["discard"]]


def changed(rng: Random, listed: list[str], pool: list[str]) -> str:
    """A text near what is legal: words exchanged, dropped, doubled, replaced or added."""
    laying = [action for action in listed if action.split()[0] in ("contract", "lay", "swap")]
    words = rng.choice(laying or listed).split()
    for _ in range(rng.choice((1, 1, 2))):
        at, other = rng.randrange(len(words)), rng.randrange(len(words))
        change = rng.choice(("swap", "drop", "double", "other", "number", "stands", "wild", "melds"))
        if change == "swap":
            words[at], words[other] = words[other], words[at]
        elif change == "drop" and len(words) > 1:
            del words[at]
        elif change == "double":
            words.insert(at, words[at])
        elif change == "number":
            words[-1] = str(rng.randrange(6))
        elif change == "stands" and "=" in words[at]:
            words[at] = words[at].partition("=")[0] + "=" + rng.choice(pool)[:2]
        elif change == "wild" and "=" in words[at]:
            words[at] = rng.choice(WILD) + "=" + words[at].partition("=")[2]
        elif change == "melds" and "/" in words:
            melds = " ".join(words[1:]).split(" / ")
            rng.shuffle(melds)
            words = ["contract", *" / ".join(melds).split()]
        else:
            words.insert(at, rng.choice(pool))
    return " ".join(words)


def composed(rng: Random, pool: list[str], melds: int) -> str:
    """A lay-off or a swap put together from cards that are about."""
    card, wild = rng.choice(pool), rng.choice([word for word in pool if "=" in word] or ["*1=7H"])
    return rng.choice(
        (f"lay {card} on {rng.randrange(melds + 1)}",
         f"lay {wild} on {rng.randrange(melds + 1)}",
         f"swap {card.partition('=')[0]} on {rng.randrange(melds + 1)} lay {wild} on {rng.randrange(melds + 1)}"),
    )  # fmt: skip


@pytest.mark.parametrize("seed", seeds(2, 4))
def test_actions_that_nobody_listed(seed: int) -> None:
    """``apply`` takes more than the list holds; the two agree on what."""
    rng = Random(77 + seed)
    seen, done = 0, 0
    for _ in range(200):
        state = VARIETY.positions.read(scattered(rng))
        position: dict[str, Any] = VARIETY.positions.write(state)
        seat = VARIETY.actors(state)[0]
        listed = [text(action) for action in VARIETY.legal(state, seat)]
        pool = words_about(position, rng)
        for _ in range(25):
            more = changed(rng, listed, pool) if rng.random() < 0.6 else composed(rng, pool, len(state.melds))
            try:
                parse(more)
            except BadNotation:
                continue
            seen += 1
            done += same_step(state, position, seat, more) and more not in listed
    assert seen > 2000 and done > 10
