"""Many bots in one process: each starts, stops and fails on its own."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from rummynet_client.bots import bot_pool
from rummynet_client.bots.bot_pool import BotPool
from rummynet_protocol.errors import RummynetError


class Trouble(RummynetError):
    code = "trouble"


class Play:
    """Replaces a robot: runs until it is stopped, or does what its strategy is named for."""

    def __init__(self, visit: object, habits: object, chance: object) -> None:
        self.strategy = habits.strategy  # type: ignore[attr-defined]

    async def run(self) -> None:
        match self.strategy:
            case "leaves":
                return
            case "is refused":
                raise Trouble("the host refuses everything")
            case "breaks":
                raise ZeroDivisionError("x" * 1000)
        await asyncio.get_running_loop().create_future()


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def order(name: str, strategy: str = "simple") -> Mapping[str, object]:
    return {
        "start": name,
        "folder": str(Path("unused")),
        "table": 1,
        "sealed": False,
        "strategy": strategy,
        "name": "Ada",
    }


def run_pool(orders: list[Mapping[str, object]]) -> tuple[list[Mapping[str, str]], int]:
    """The messages of a pool for these orders, and the number of bots still running."""

    async def run() -> tuple[list[Mapping[str, str]], int]:
        said: list[Mapping[str, str]] = []
        pool = BotPool(("127.0.0.1", 1), said.append)
        for one in orders:
            pool.run_order(one)
            await _settle()
        return list(said), len(pool)

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def no_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "Robot", Play)


def test_one_that_fails_leaves_the_others_alone() -> None:
    said, left = run_pool([order("a"), order("b", "is refused"), order("c", "breaks"), order("d")])
    assert said[0] == {"ended": "b", "why": "the host refuses everything"}
    assert said[1]["why"].startswith("ZeroDivisionError: xxx") and len(said[1]["why"]) == 300
    assert left == 2


def test_what_does_not_run_cannot_be_stopped() -> None:
    assert run_pool([{"stop": "a"}, order("a"), {"stop": "a"}, {"stop": "a"}]) == ([{"ended": "a", "why": ""}], 0)
