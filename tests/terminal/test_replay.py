"""A finished game on the screen: forward and back, from any seat, nothing revealed early."""

import asyncio
from pathlib import Path

import pytest
from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.utils import get_cwidth

from rummynet_client.core.text.commands import BadCommand
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.replay.replay import Replay, replay_lines, run_replay_command
from rummynet_client.terminal.replay.replay_screen import ReplayScreen
from rummynet_protocol.events import Drew, Shuffled
from rummynet_protocol.fairness.entries import Inserted, Wanted, read_entry
from rummynet_protocol.fairness.transcript import HEADER, EntryRecord, read_transcript
from rummynet_protocol.values import replace
from tests.support.forge import Forge
from tests.support.replays import replay_of


def played() -> Replay:
    forge = Forge("keilty", {"target": 150}, 3, seed=2)
    found = replay_of(read_transcript(forge.play().transcript()))
    assert found is not None
    return found


GAME = played()
SIZE = Size(80, 23)
VECTORS = Path(__file__).parents[2] / "protocol" / "vectors" / "transcripts"


@pytest.mark.parametrize("size", [Size(60, 15), SIZE, Size(140, 44)])
def test_every_step_fits(size: Size) -> None:
    for at in range(0, len(GAME.frames), 7):
        lines = replay_lines(GAME.moved_by(at).with_viewpoint("everybody"), size)
        assert len(lines) == size.height
        assert all(get_cwidth("".join(text for _, text in line)) <= size.width for line in lines)


def test_a_game_that_broke_off_is_shown_as_far_as_it_went() -> None:
    transcript = read_transcript(Forge("keilty", {"target": 150}, 3, seed=2).play().transcript())
    kept = len(transcript.records) // 4
    part = replay_of(replace(transcript, records=transcript.records[:kept]))
    assert part is not None and part.sentence_at(0) == GAME.sentence_at(0)
    assert replay_of(read_transcript(HEADER)) is None


def test_the_keys() -> None:
    async def go(keys: str) -> ReplayScreen:
        with create_pipe_input() as pipe:
            projector = ReplayScreen(GAME, input=pipe, output=DummyOutput())
            pipe.send_text(keys + "q")
            assert await projector.app.run_async() == 0
            return projector

    assert asyncio.run(go("\x1b[C \r\x1b[D")).replay.at == 2
    assert asyncio.run(go("ffb1")).replay == GAME.moved_by(10).with_viewpoint(1)
    assert asyncio.run(go("\x1b[6~a")).replay == GAME.to_round(1).with_viewpoint("everybody")


@pytest.mark.parametrize("said", ["round 77", "round", "seat 9", "seat", "x", "1 2", "²", "9" * 5000, "call 2"])
def test_a_line_that_leads_nowhere_says_so_and_not_how_long_the_game_is(said: str) -> None:
    with pytest.raises(BadCommand) as problem:
        run_replay_command(GAME, said)
    assert str(len(GAME.frames)) not in str(problem.value) and len(str(problem.value)) < 200


def test_the_colon_takes_a_line_on_the_screen() -> None:
    async def go(keys: str) -> ReplayScreen:
        with create_pipe_input() as pipe:
            projector = ReplayScreen(GAME, input=pipe, output=DummyOutput())
            pipe.send_text(keys + "\x03")
            await projector.app.run_async()
            return projector

    assert asyncio.run(go(":13\r")).replay.at == 12
    assert asyncio.run(go(":139\x7f\r")).replay.at == 12
    assert asyncio.run(go(":round 2\r")).replay == GAME.to_round(1)
    assert asyncio.run(go(":12\x1b")).replay == GAME
    assert asyncio.run(go(":seat 2\r1")).replay == GAME.with_viewpoint(1)
    lost = asyncio.run(go(":qq\r"))
    assert lost.replay == GAME and "is not a place in the game" in lost.refusal_text
    assert asyncio.run(go(":qq\r\x1b[C")).refusal_text == ""
    typing = asyncio.run(go(":4"))
    assert typing.typed == "4" and ":4" in plain([typing.footer()])


def test_a_draw_that_waited_for_a_new_stock_is_the_clocks_only_where_the_player_did_not_ask_for_it() -> None:
    transcript = read_transcript((VECTORS / "joker.rummy").read_bytes())
    entries = [read_entry(one.entry) for one in transcript.records if isinstance(one, EntryRecord)]
    asked = [one.signed is not None for one in entries if isinstance(one, Wanted)]
    assert asked == [True]
    game = replay_of(transcript)
    assert game is not None
    (new_stock,) = [at for at, one in enumerate(game.frames) if any(isinstance(e, Shuffled) for e in one.events)]
    assert isinstance(game.frames[new_stock + 1].events[0], Drew)
    assert "(the clock)" not in game.sentence_at(new_stock + 1)


def test_no_step_is_without_words() -> None:
    transcript = read_transcript((VECTORS / "crummy.rummy").read_bytes())
    entries = [read_entry(one.entry) for one in transcript.records if isinstance(one, EntryRecord)]
    assert any(isinstance(one, Inserted) for one in entries), "cards are put back into the stock"
    game = replay_of(transcript)
    assert game is not None
    assert all(game.sentence_at(at) for at in range(len(game.frames)))
