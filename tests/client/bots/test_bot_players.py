"""What a program with bots says to whoever started it."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest

from rummynet_client.bots import bot_players
from rummynet_client.bots.robot import BotConfig
from rummynet_client.core.text.news import ConnectionEnded, News, Welcomed
from rummynet_client.net.host_link import ConnectOptions

LOST: News = ConnectionEnded("lost", "the connection to the host was lost; trying again", again=True)
REFUSED: News = ConnectionEnded("unreachable", "connection refused", again=True)
SAYS_LOST = "The connection has ended: the connection to the host was lost; trying again. Trying to reconnect."
SAYS_BACK = "You are at Inn; the others see you as Rob."


def welcome(host: str = "Inn") -> News:
    return Welcomed(host, "Rob", "rummynet")


class Hears:
    """A bot that hears what its visit holds, one after another with the others, and has played then."""

    ending = ""

    def __init__(self, visit: Sequence[News], *_: object) -> None:
        self._visit = visit
        self.news: asyncio.Queue[News] = asyncio.Queue()
        self.seated: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.seated.set_result(1)

    async def run(self) -> None:
        for item in self._visit:
            self.news.put_nowait(item)
            for _ in range(3):  # one for each bot, and one for who waits for the news
                await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def no_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_players, "Robot", Hears)


def warnings(*visits: Sequence[News]) -> list[str]:
    """What is written besides the ending for bots that hear this."""
    warned: list[str] = []
    given: Any = list(visits)
    asyncio.run(bot_players.play(cast(list[ConnectOptions], given), BotConfig(), print, warned.append))
    return warned


def test_several_bots_say_it_once_for_all() -> None:
    first = [welcome(), LOST, REFUSED, welcome(), welcome()]
    second = [welcome(), welcome(), LOST, REFUSED, welcome()]
    assert warnings(first, second) == [SAYS_LOST, SAYS_BACK]


def test_a_host_gets_no_control_of_the_terminal() -> None:
    assert warnings([welcome(), LOST, welcome("\x1b[2JInn")])[1] == SAYS_BACK.replace("Inn", "[2JInn")
