"""``rummynet replay --coach``: what cost each player of a finished game most; a game that goes on is not coached."""

import pytest

from rummynet.game_coaching import NotFinished, coach_game
from rummynet_protocol.fairness.transcript import read_transcript
from tests.support.forge import Forge

pytestmark = pytest.mark.drawn(1)


def a_game() -> Forge:
    """A short game of Keilty rummy, to its end."""
    return Forge("keilty", {"hand": 5, "target": 1}, 2, seed=2).play()


def test_every_seat_of_every_round_is_looked_at_and_each_moment_has_a_better_play() -> None:
    told: list[tuple[int, int]] = []
    rounds = list(coach_game(read_transcript(a_game().transcript()), lambda done, all: told.append((done, all))))
    assert {(one.round, one.seat) for one in rounds} == {(1 + at // 2, at % 2) for at in range(2 * a_game().round)}
    for one in rounds:
        assert one.names == ("player 0", "player 1") and one.name == one.names[one.seat]
        for moment in one.moments:
            assert moment.better.action != moment.decision.action and moment.cost > 0
    assert [done for done, _all in told] == sorted(done for done, _all in told) and told[-1][0] == told[-1][1]


def test_a_game_that_is_not_finished_is_refused() -> None:
    going_on = Forge("keilty", {"hand": 3}, 2, seed=3).play(1)
    with pytest.raises(NotFinished):
        list(coach_game(read_transcript(going_on.transcript())))


def test_one_seat_alone_can_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummynet.bots.coach.costly_moments.costly_moments", lambda variety, decisions: ())
    assert {one.seat for one in coach_game(read_transcript(a_game().transcript()), seat=1)} == {1}
