"""The self-play that fits the networks of crummy rummy: against the rules, and against what the bot plays."""

import subprocess
from array import array
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path

import pytest

from rummynet.bots.contracts.network import networks_for
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.expert_strategy import ranked_by_networks
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.crummy.game import VARIETY
from rummynet.rules.crummy.state import decks_for
from rummynet.rules.varieties import variety as variety_called
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Draw, LayContract, Swap, Take
from rummynet_protocol.values import replace
from rummynet_research.training.fit import CONTRACTS


@pytest.fixture(scope="module")
def selfplay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return CONTRACTS.compiled(tmp_path_factory.mktemp("selfplay"), "-O1")


def rounds_of(selfplay: Path, *words: str) -> Iterator[list[str]]:
    """The lines of each round that the program prints."""
    printed = subprocess.run([selfplay, "rounds", *words], capture_output=True, text=True, check=True).stdout
    for one in printed.split("round ")[1:]:
        yield one.splitlines()


def codes_of(names: Sequence[str], free: list[int]) -> list[int]:
    """A copy of each of these faces among the free cards."""
    found = []
    for name in names:
        found.append(next(code for code in free if code % cards.PER_DECK == cards.FACE_OF[name]))
        free.remove(found[-1])
    return found


def dealt(lines: Sequence[str]) -> State:
    """The position dealt."""
    players, starter, number = map(int, lines[0].split())
    *hands, pile, stock = (line.split()[1:] for line in lines[1 : players + 3])
    clockwise = [hands[(starter + step) % players] for step in range(players)]
    words = [word for turn in zip(*clockwise, strict=True) for word in turn] + pile + stock[::-1]
    deck = codes_of(words, cards.full_deck(decks_for(players), jokers=True))
    options = variety_called("crummy").resolve({})
    first, _ = VARIETY.deal(options, players, starter, cards.full_deck(decks_for(players), jokers=True))
    none = (0,) * players
    before = replace(
        first, phase="over", round=number - 1, starter=(starter - 1) % players, scores=none, round_scores=none
    )
    return VARIETY.next_round(before, deck)[0]


def seen(state: State, seat: int, shown: int) -> SeatView:
    """What the seat knows where all have seen *shown*."""
    hands = [hand if one == seat else hand & shown for one, hand in enumerate(state.hands)]
    hidden = [one.bit_count() - known.bit_count() for one, known in zip(state.hands, hands, strict=True)]
    stock = (HIDDEN,) * len(state.stock)
    known = replace(state, hands=tuple(hands), hidden=tuple(hidden), stock=stock)
    return SeatView(seat, known, RoundLog((), shown))


def played(lines: Sequence[str]) -> Iterator[tuple[State, int, Action, int]]:
    """Each position with the action done there, and what all had seen of the cards; the scores are compared."""
    state, shown = dealt(lines), 0
    waiting: tuple[int, Action] | None = None
    for line in lines[state.players + 3 :]:
        key, _, rest = line.partition(" ")
        if key == "scores":
            assert state.round_scores == tuple(map(int, rest.split()))
            return
        if key == "renewed":
            assert waiting is not None
            order = codes_of(rest.split()[::-1], sorted(state.discard[:-1]))
            state, _ = VARIETY.chance.reshuffle(state, order)
            state, _ = VARIETY.apply(state, *waiting)
            continue
        seat, action = int(key), notation.parse(rest)
        shown |= cards.mask(state.discard)
        yield state, seat, action, shown
        try:
            state, _ = VARIETY.apply(state, seat, action)
        except NeedsShuffle:
            waiting = seat, action
            shown = cards.mask(state.discard[-1:]) | sum(state.hands) & shown
    raise AssertionError("the round has no end")


@pytest.mark.parametrize("players", [2, 4, 5])
def test_its_rounds_are_rounds_of_the_rules(selfplay: Path, players: int) -> None:
    """Actions that the rules take, contracts and swaps among them, and the same scores."""
    done = {type(action) for lines in rounds_of(selfplay, str(players), "14", "5") for *_, action, _ in played(lines)}
    assert done >= {LayContract, Swap}


@pytest.mark.parametrize("players", [2, 3])
def test_the_bot_chooses_as_it_does(selfplay: Path, players: int, tmp_path: Path) -> None:
    """Ways to lay wild cards differ: the rules list others."""
    networks, same, decisions = networks_for(players), 0, 0
    for lines in rounds_of(
        selfplay, str(players), "7", "2", str(CONTRACTS.floats_file("two" if players == 2 else "more", tmp_path))
    ):
        for state, seat, action, shown in played(lines):
            ranked = ranked_by_networks(VARIETY, seen(state, seat, shown), networks)
            worth = {one: points for points, one in ranked}
            # The bot takes no card only to throw it out again: that is worth a point less than a draw. Self-play does.
            is_idle = isinstance(action, Take) and worth.get(action) == pytest.approx(worth.get(Draw(), inf) - 1)
            if len(ranked) > 1 and action in worth and not is_idle:
                same += worth[action] == pytest.approx(ranked[0][0], abs=0.01)
                decisions += 1
    assert decisions > 150
    assert same >= 0.97 * decisions


def test_the_result_follows_from_the_seed(selfplay: Path, tmp_path: Path) -> None:
    first, again, other = (CONTRACTS.fitted(selfplay, "two", 28, seed, tmp_path) for seed in (1, 1, 2))
    assert first == again != other


def test_it_refuses_what_it_does_not_know(selfplay: Path) -> None:
    asked = subprocess.run([selfplay, "dance"], capture_output=True, text=True, check=False)
    assert asked.returncode == 2
    assert "selfplay fit" in asked.stderr


def test_what_is_packed_is_what_is_loaded(tmp_path: Path) -> None:
    for name, file in CONTRACTS.files.items():
        numbers = array("f")
        numbers.frombytes(CONTRACTS.floats_file(name, tmp_path).read_bytes())
        assert CONTRACTS.packed(numbers) == (CONTRACTS.folder / file).read_bytes()
