"""The curve of a game at its end, and the themes of the replay and of the list of hosts."""

from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.replay.replay import replay_lines, totals_by_round
from tests.terminal.test_replay import GAME


def test_a_replay_ends_with_the_curve_of_its_rounds() -> None:
    end = GAME.moved_by(10**6)
    totals = totals_by_round(end)
    assert totals[-1] == end.frames[-1].state.scores
    shown = plain(replay_lines(end, Size(80, 60)))
    assert ("●" in shown) is (len(totals) > 1)
    assert "●" not in plain(replay_lines(GAME, Size(80, 60)))
