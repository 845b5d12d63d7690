"""A bot at a table, with the client's real core."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest

from rummynet_client.bots import robot
from rummynet_client.bots.robot import BotConfig, Robot
from rummynet_client.core.text.commands import Do, OpenTable
from rummynet_client.net.host_link import ConnectOptions
from rummynet_protocol.actions import Action, Draw
from rummynet_protocol.wire.messages import Openings
from tests.support.fake_host import Guest, dealt, seated


class _Link:
    """A bot's way to the host of this guest; it ends when the bot has had its chance. Its own ``ConnectOptions``."""

    def __init__(self, guest: Guest) -> None:
        self.session = guest.session

    def link(self, on_news: Any) -> "_Link":  # noqa: ANN401
        self._on_news = on_news
        return self

    async def run(self) -> None:
        self._on_news(())
        for _ in range(10):
            await asyncio.sleep(0)

    def run_command(self, command: object) -> None:
        """Whatever it does, nothing changes."""


@pytest.mark.parametrize("has_cards", [True, False])
def test_a_bot_waits_for_its_cards(has_cards: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guests = dealt("Ann", "Bob")
    mover = next(guest for guest in guests if guest.session.model.my_turn)
    if not has_cards:
        host.lose(mover)
        mover.tamper = lambda message: [] if isinstance(message, Openings) else [message]
        mover.start()  # it knows nothing but what it is shown now
        mover.kept.clear()
        host.connect(mover)
        assert mover.session.model.my_turn
    asked: list[int] = []

    def choose(variety: object, view: Any, *_more: object) -> Action:  # noqa: ANN401
        asked.append(view.seat)
        return Draw()

    monkeypatch.setattr(robot, "strategy_or_command", lambda name: SimpleNamespace(choose_action=choose))
    visit = cast(ConnectOptions, _Link(mover))

    async def play() -> None:
        await Robot(visit, BotConfig(human=False), random.Random(1).randrange).run()

    asyncio.run(play())
    assert bool(asked) == has_cards


def test_a_bot_whose_seat_is_freed_does_not_sit_down_again() -> None:
    host, (ann, bob) = seated("Ann", "Bob")

    class Freed(_Link):
        commands: ClassVar[list[object]] = []

        async def run(self) -> None:
            await super().run()
            host.do(ann, "remove 1")
            assert self.session.model.table is None
            await super().run()

        def run_command(self, command: object) -> None:
            self.commands.append(command)

    async def play() -> None:
        await Robot(cast(ConnectOptions, Freed(bob)), BotConfig(human=False), random.Random(1).randrange).run()

    asyncio.run(play())
    assert not any(isinstance(one, OpenTable) or (isinstance(one, Do) and one.verb == "sit") for one in Freed.commands)
