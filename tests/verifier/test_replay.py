"""``rummynet replay`` names who did what, what a clock did, and why a game was called off."""

from rummynet.game_steps import picture, scenes
from rummynet_protocol.fairness.transcript import read_transcript
from tests.support.forge import Forge
from tests.support.forge_scripts import called_off, stock_empty


def replay_lines(forge: Forge) -> list[str]:
    return [line for scene in scenes(read_transcript(forge.transcript())) for line in picture(scene)]


def test_voids_and_the_end_of_a_called_off_game_are_shown() -> None:
    forge = called_off()
    assert replay_lines(forge) == [
        "round 1: a shuffle was voided, since the host says that player 1 stayed silent",
        "round 1: a shuffle was voided, since the host says that player 1 stayed silent",
        "the game was called off after 2 voided shuffles",
    ]
    steps = [scene.to_dict() for scene in scenes(read_transcript(forge.transcript()))]
    assert [step["kind"] for step in steps] == ["void", "void", "end"]
    assert (steps[0]["silent"], steps[2]["why"]) == ([1], "voids")


def test_a_draw_that_waited_for_a_shuffle_is_its_players_or_the_clocks() -> None:
    for wait in (0, 30_000):
        forge = stock_empty(turn_seconds=30)
        seat = forge.state.turn
        if wait:
            forge.time.wait(wait)
            forge.stand_in(why="turn")
        else:
            forge.act(seat, forge.game.legal(forge.state, seat)[0])
        scene = list(scenes(read_transcript(forge.transcript())))[-1]
        assert scene.to_dict()["by_clock"] == bool(wait)
        assert picture(scene)[0] == f"round 1: player {seat}: draw" + " (the clock)" * bool(wait)
