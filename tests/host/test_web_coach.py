"""What cost a player most, for the pages: asked for until it is there, one game at a time, by the command."""

import asyncio
from pathlib import Path

import pytest

from rummynet.host.web import web_coach
from rummynet.host.web.web_coach import MOST_KEPT, MOST_WAITING, WebCoach
from tests.support.forge import Forge


def test_it_is_asked_for_until_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        asked, may_end = list[list[str]](), asyncio.Event()

        async def output(words: list[str]) -> bytes:
            asked.append(words)
            await may_end.wait()
            return b"" if words[-2] == "7" else b"{}\n"

        monkeypatch.setattr(web_coach, "command_output", output)

        async def transcript(table: int, game: int) -> Path | None:
            return Path(f"{table}-{game}") if table < 99 else None

        coach = WebCoach(transcript)
        for path in ("/coach/1/1", "/coach/1/1/0/../../..", "/coach/1/1/x"):
            assert coach.answer(path) == (404, b"")
        missing = "/coach/99/1/0"
        assert coach.answer(missing) == (202, b"")
        await asyncio.sleep(0)
        assert coach.answer(missing) == (404, b"")
        first = "/coach/1/2/0"
        assert coach.answer(first) == coach.answer(first) == (202, b"")
        others = [f"/coach/{table}/2/7" for table in range(2, 2 + MOST_WAITING)]
        assert [coach.answer(path)[0] for path in others] == [202] * (MOST_WAITING - 1) + [503]
        await asyncio.sleep(0)
        # The others wait for the first.
        assert asked == [["replay", "--coach", "--json", "--seat", "0", "1-2"]]
        may_end.set()
        for _ in range(MOST_WAITING + 2):
            await asyncio.sleep(0)
        assert coach.answer(first) == (200, b"{}\n") and coach.answer(others[0]) == (404, b"")
        for table in range(20, 20 + MOST_KEPT):
            coach.answer(f"/coach/{table}/1/0")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert coach.answer(first) == (202, b""), "an old answer makes room"

    asyncio.run(scene())


def test_the_command_runs_while_it_is_waited_for_and_may_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.rummy"
    path.write_bytes(Forge("keilty", {"hand": 3, "target": 1}, 2, seed=16).play().transcript())
    words = ["replay", "--coach", "--json", "--seat"]
    # Nobody sat there, so nothing is searched: an answer, and no moments.
    assert asyncio.run(web_coach.command_output([*words, "7", str(path)])) == b"\n"
    assert asyncio.run(web_coach.command_output([*words, "7", str(tmp_path)])) == b""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert asyncio.run(web_coach.command_output([])) == b""
