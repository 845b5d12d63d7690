"""Crummy rummy by networks: the self-play that fits them against the rules, and the play that follows from them."""

import shutil
import subprocess
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rummynet.bots.arena.figures import standings
from rummynet.bots.arena.match import Match
from rummynet.bots.budget import StepClock
from rummynet.bots.contracts.contract_play import ranked_by_networks
from rummynet.bots.contracts.contract_progress import Unseen, progress_of
from rummynet.bots.contracts.holding import Holding
from rummynet.bots.contracts.network import FILES, NETWORKS, SIZE, STEP, Networks, networks_for
from rummynet.bots.contracts.windows import span_of, windows_of
from rummynet.bots.seat_view import SeatView
from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.crummy.contracts import CONTRACTS
from rummynet.rules.crummy.game import VARIETY
from rummynet.rules.crummy.state import decks_for
from rummynet.rules.library.port import resolved
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, LayContract, Swap
from rummynet_protocol.values import replace
from scripts import fit_contracts
from tests.support import crummy_positions as crummy

needs_a_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture(scope="module")
def selfplay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fit_contracts.PLAY.compiled(tmp_path_factory.mktemp("selfplay"), "-O1")


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
    options = resolved("crummy", {})
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


def floats_of(players: int, folder: Path) -> str:
    """A file of the networks as the program reads it."""
    file = folder / "networks.floats"
    file.write_bytes(array("f", [STEP * number for number in networks_for(players).numbers]).tobytes())
    return str(file)


@needs_a_compiler
class TestSelfplay:
    @pytest.mark.parametrize("players", [2, 4, 5])
    def test_its_rounds_are_rounds_of_the_rules(self, selfplay: Path, players: int) -> None:
        """Actions that the rules take, contracts and swaps among them, and the same scores."""
        done = {
            type(action) for lines in rounds_of(selfplay, str(players), "14", "5") for *_, action, _ in played(lines)
        }
        assert done >= {LayContract, Swap}

    @pytest.mark.parametrize("players", [2, 3])
    def test_the_bot_chooses_as_it_does(self, selfplay: Path, players: int, tmp_path: Path) -> None:
        """Ways to lay wild cards differ: the rules list others."""
        networks, same, decisions = networks_for(players), 0, 0
        for lines in rounds_of(selfplay, str(players), "7", "2", floats_of(players, tmp_path)):
            for state, seat, action, shown in played(lines):
                ranked = ranked_by_networks(VARIETY, seen(state, seat, shown), networks)
                worth = {one: points for points, one in ranked}
                if len(ranked) > 1 and action in worth:
                    same += worth[action] == pytest.approx(ranked[0][0], abs=0.01)
                    decisions += 1
        assert decisions > 150
        assert same >= 0.97 * decisions

    def test_the_result_follows_from_the_seed(self, selfplay: Path, tmp_path: Path) -> None:
        first, again, other = (fit_contracts.PLAY.fitted(selfplay, "two", 28, seed, tmp_path) for seed in (1, 1, 2))
        assert first == again != other

    def test_it_refuses_what_it_does_not_know(self, selfplay: Path) -> None:
        asked = subprocess.run([selfplay, "dance"], capture_output=True, text=True, check=False)
        assert asked.returncode == 2
        assert "selfplay fit" in asked.stderr


class TestNetworks:
    def test_what_is_packed_is_what_is_loaded(self) -> None:
        for name, players in (("two", 2), ("more", 3)):
            numbers = array("f", [STEP * number for number in networks_for(players).numbers])
            assert fit_contracts.PLAY.packed(numbers) == (fit_contracts.PLAY.folder / FILES[name]).read_bytes()

    def test_networks_of_another_size_are_refused(self) -> None:
        with pytest.raises(ValueError, match="in place of"):
            Networks(array("h", [0] * (NETWORKS * SIZE - 1)))
        with pytest.raises(ValueError, match="in place of"):
            fit_contracts.PLAY.packed(array("f", [0.0]))


def held(names: str) -> Holding:
    return Holding(cards.FACE_OF[name] for name in names.split())


class TestProgress:
    NOTHING_SEEN = Unseen([1] * 54, 1)

    def test_a_suit_shows_its_best_windows(self) -> None:
        places = held("4H 5H 7H").places[2]
        windows = windows_of(places, 4)
        assert (windows.lacking, windows.ways, windows.outs) == (1, 1, (5,))
        assert windows_of(places, 7).lacking == 4
        assert span_of(places) == (3, 1, (5,), (2, 7))

    @pytest.mark.parametrize(
        ("number", "hand", "lacking", "outs"),
        [
            (1, "9C 9D KC KD 4S", 2, 14),
            (1, "9C 9D KC KD *1", 1, 14),
            (1, "9C 9D 9S KC KD KH", 0, 0),
            (2, "4H 5H 6H 9C 9D KS", 2, 2 + 4 + 6),
            (2, "4H 5H 6H 7H 7C 7D", 1, 4 + 6),
            (3, "4H 5H 6H TC JC QC *1", 1, 2 + 2 + 6),
            (5, "4H 5H 6H 7H 8H 9H 9C 9D 9S", 1, 2 + 6),
            (7, "4H 5H 6H 7H 8D 9D TD JD 3S 4S 5S 6S", 0, 2 + 2 + 1 + 6),
            (7, "4H 5H 6H 7H 8D 9D TD JD 3S 4S 6S KC", 2, 1 + 6),
        ],
    )
    def test_what_a_hand_lacks_and_what_helps(self, number: int, hand: str, lacking: int, outs: int) -> None:
        found = progress_of(held(hand), self.NOTHING_SEEN, CONTRACTS[number - 1])
        assert (found.lacking, found.outs) == (lacking, outs)

    def test_what_is_dropped_was_never_there(self) -> None:
        hand, other = held("4H 4H *1 2C KS"), held("4H KS")
        for name in ("4H", "*1", "2C"):
            hand.drop(cards.FACE_OF[name])
        assert all(getattr(hand, name) == getattr(other, name) for name in Holding.__slots__)


class TestExpert:
    def chosen(self, state: State, seat: int = 0) -> str:
        view = seen(state, seat, cards.mask(state.discard))
        return notation.text(ranked_by_networks(VARIETY, view, networks_for(state.players))[0][1])

    def test_it_lays_the_contract_and_lays_off(self) -> None:
        state = crummy.at(["4H 5H 6H 7H 9C 9D 9S KD QC", "3C 4C"], phase="play", discard="3S")
        assert self.chosen(state) == "contract 4H 5H 6H 7H / 9C 9D 9S"
        state = crummy.at(["8H KD", "3C 4C"], ("4H 5H 6H 7H",), phase="play", laid=[True, False], discard="3S")
        assert self.chosen(state) == "lay 8H on 0"

    def test_it_throws_no_wild_card_while_it_has_others(self) -> None:
        state = crummy.at(["*1 2C QS TD", "3C 4C"], phase="play", discard="3S")
        assert self.chosen(state) == "throw QS"

    def test_what_a_seat_cannot_see_changes_nothing(self) -> None:
        state = crummy.at(["7C 8C 9D KH", "3C 4C"], phase="pickup", discard="3S", stock="5D 6D")
        other = replace(state, hands=(state.hands[0], cards.mask(state.stock)), stock=(2, 3))
        views = [seen(one, 0, cards.mask(state.discard)) for one in (state, other)]
        one, two = (ranked_by_networks(VARIETY, view, networks_for(2)) for view in views)
        assert one == two

    def test_it_is_above_strong(self) -> None:
        """On these deals; how far it is above on many is in docs/bots.md."""
        match = Match(("expert", "strong"), "crummy", resolved("crummy", {}), 2, 3, 7, 3, 10)
        ours, _ = standings(match, [match.play_game(number, StepClock(1)) for number in match.jobs()])
        assert ours.over_last is not None
        assert ours.over_last.mean > 0
