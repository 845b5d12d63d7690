"""Nothing that the host or a bot does tells that a rummy can be called.

Twins: the same game up to a throw-out, then another card thrown: after the one a call is possible, after the other it
is not. All that is told from then on has to look the same, but for the cards' names.
"""

import asyncio
import inspect
import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from rummynet.bots.levels import NAMES
from rummynet.bots.seat_view import view_without_log
from rummynet.bots.strategies.named import strategy
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.table.api.effects import Append, Effect, Send, SendEntries
from rummynet.table.api.inputs import Input, RequestReceived
from rummynet_client.bots.robot import BotConfig, Robot
from rummynet_client.core.text.commands import QUIT, Command
from rummynet_client.net.host_link import ConnectOptions, OnNews
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy, ThrowOut
from rummynet_protocol.fairness.entries import Acted, read_entry
from rummynet_protocol.values import replace
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import LogEntry, Refused
from tests.support.bots import bot_action
from tests.support.card_names import NAMES as CARD_NAMES
from tests.support.in_notation import claim
from tests.support.people import Person, TableHarness, anything, full

OPTIONS: dict[str, dict[str, object]] = {
    "keilty": {"target": 500, "turn_seconds": 30},
    "basic": {"target": 500, "turn_seconds": 30},
}
Twins = tuple[int, int, str, str]


class Recorded(TableHarness):
    """A hall that remembers the effects of every input."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.done_so_far: list[tuple[Input, list[Effect]]] = []
        take = self.lobby.take_input

        def takes(input: Input, ms: int, unix: int) -> list[Effect]:
            effects = take(input, ms, unix)
            self.done_so_far.append((input, effects))
            return effects

        self.lobby.take_input = takes  # type: ignore[method-assign]


def at(variant: str, seed: int, acts: int) -> tuple[Recorded, list[Person], State]:
    """The game after so many acts; the same whenever it is asked for."""
    hall = Recorded(seed=seed)
    table, people = hall.game(["Ann", "Bob", "Cid"], variant, **OPTIONS[variant])
    for _ in range(acts):
        hall.play(table, people, acts=1, choose=anything)
        hall.advance(6000)
    return hall, people, full(table)


def twins(variant: str) -> Iterator[Twins]:
    """(seed, acts, a throw-out that makes a call possible, one that does not), found by looking."""
    for seed in range(30):
        hall = Recorded(seed=seed)
        table, people = hall.game(["Ann", "Bob", "Cid"], variant, **OPTIONS[variant])
        for acts in range(60):
            game = table.game
            if game is None or game.play is None or table.stage != "playing":
                break
            v, state = game.play.variety, game.play.full
            throws = [one for one in v.legal(state, state.turn) if isinstance(one, ThrowOut)]
            # The nonsense that everybody says later names 2C: on the pile, it would be refused in other words.
            throws = [one for one in throws if "2C" not in notation.text(one)]
            after = {notation.text(one): v.apply(state, state.turn, one)[0] for one in throws}
            calls = [do for do, then in after.items() if then.claims and not state.claims and then.phase == "pickup"]
            quiet = [do for do, then in after.items() if not then.claims and then.phase == "pickup"]
            if calls and quiet and not game.dealer.busy:
                yield seed, acts, calls[0], quiet[0]
                break
            hall.play(table, people, acts=1)
            hall.advance(6000)


def looks(effects: list[Effect]) -> list[str]:
    """The effects without what has to differ: names of cards, and bytes of hashes and signatures."""
    found = []
    for effect in effects:
        match effect:
            case Send(to, LogEntry() as message):
                entry = read_entry(message.entry)
                kind = (entry.drawn, entry.position, entry.t, entry.why) if isinstance(entry, Acted) else ()
                found.append(f"entry {entry.kind} {kind} to {len(to)}, {len(pack_message(message))} bytes")
            case SendEntries(to):
                found += looks([Send((to,), entry) for entry in effect.messages()])
            case Send(to, message):
                if isinstance(message, Refused) and message.signed is not None:
                    message = replace(
                        message, signed=bytes(64), head=bytes(32)
                    )  # the logs, and so their statements, are two
                data = pack_message(message)
                found.append(
                    f"{message.kind} to {len(to)}, {CARD_NAMES.sub('card', str(data)) if len(to) == 1 else ''}"
                )
            case Append(row):
                found.append(f"record {type(row).__name__}")
            case _:
                found.append(str(effect))
    return found


def goes_on(hall: Recorded, people: list[Person], throw: str, state: State) -> list[str]:
    """The throw, then the same by everybody: nonsense, time going by, the next player's draw."""
    del hall.done_so_far[:]
    mover = people[state.turn]
    following = people[(state.turn + 1) % 3]
    hall.act(mover, throw)
    refused = hall.act(following, "rummy meld 2C 2C 2C" if "." not in throw else "rummy meld 2C.0 2C.0 2C.0")
    assert isinstance(refused, Refused)
    hall.advance(700)
    hall.act(following, "draw")
    hall.advance(7000)
    return [f"{type(came).__name__}: {line}" for came, effects in hall.done_so_far for line in looks(effects)]


@pytest.mark.parametrize("variant", OPTIONS)
def test_all_that_is_told_looks_the_same_whether_a_call_is_possible_or_not(variant: str) -> None:
    compared = 0
    for seed, acts, call, quiet in twins(variant):
        told = []
        for throw in (call, quiet):
            hall, people, state = at(variant, seed, acts)
            told.append(goes_on(hall, people, throw, state))
        assert told[0] == told[1], (seed, acts, call, quiet)
        compared += 1
        if compared == 5:
            break
    assert compared == 5


def test_a_call_that_fails_says_the_same_whether_another_one_was_possible() -> None:
    told = []
    seed, acts, call, quiet = next(twins("keilty"))
    for throw in (call, quiet):
        hall, people, state = at("keilty", seed, acts)
        hall.act(people[state.turn], throw)
        other = people[(state.turn + 1) % 3]
        told.append([hall.act(other, "rummy lay 2C on 90"), hall.act(other, "rummy lay 2C on 90")])
    assert [[one.code, one.says] for one in told[0] if isinstance(one, Refused)] == [
        [one.code, one.says] for one in told[1] if isinstance(one, Refused)
    ]


# -- bots


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_thinks_as_long_whatever_can_be_called(name: str) -> None:
    """Its pause is given chance and a number that all can count; its action is the same with and without claims."""
    bot = strategy(name)
    assert list(inspect.signature(bot.thinking_seconds).parameters) == ["chance", "cards"]
    pauses = [[bot.thinking_seconds(random.Random(seed).randrange, 9) for seed in range(50)] for _ in range(2)]
    assert pauses[0] == pauses[1] and len(set(pauses[0])) > 10


def test_a_bot_at_the_table_thinks_as_long_whatever_can_be_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """From its turn on to its act, between the same two twins: nothing but the pause that chance gave it."""
    told = []
    seed, acts, call, quiet = next(twins("keilty"))
    for throw in (call, quiet):
        hall, people, state = at("keilty", seed, acts)
        hall.act(people[state.turn], throw)
        game = hall.lobby.tables[1].game
        assert game is not None and game.play is not None
        told.append(
            asyncio.run(
                _thinks(game.play.variety, view_without_log(game.play.full, game.play.full.turn).position, monkeypatch)
            )
        )
    assert told[0] == told[1] and len(set(told[0])) > 10


async def _thinks(v: Variety, state: State, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For how long the bot on turn slept before each of some acts; not the first, before which it may notice a call."""
    slept: list[float] = []

    async def sleeps(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("rummynet_client.bots.robot.asyncio.sleep", sleeps)
    chance = random.Random(5)
    link = UnchangingLink(v, state, 31, lambda: chance.seed(len(slept)))
    await Robot(cast(ConnectOptions, link), BotConfig(strategy="random"), chance.randrange).run()
    assert len(slept) == 31
    return slept[1:]


class UnchangingLink:
    """A bot's way to a host at which nothing changes, whatever it does; after *acts* actions the host says goodbye.

    It is its own ``ConnectOptions``. After each action it calls *acted*.
    """

    def __init__(self, v: Variety, state: State, acts: int, acted: Callable[[], None]) -> None:
        picture = SimpleNamespace(
            table=SimpleNamespace(table=1, stage="playing"),
            is_asked=True, variety=v, state=state, me=state.turn, refusal=None, seats=(),
        )  # fmt: skip
        auditor = SimpleNamespace(bots=())
        follower = SimpleNamespace(length=1, cheat=None, auditor=auditor)
        game = SimpleNamespace(round_log=RoundLog(), follower=follower, shuffling=False, hand_is_known=True)
        self.session = SimpleNamespace(model=picture, has_quit=False, is_busy=False, is_ready=True, game=game)
        self._left, self._acted = acts, acted
        self._ended = asyncio.Event()

    def link(self, on_news: OnNews) -> "UnchangingLink":
        self._on_news = on_news
        return self

    async def run(self) -> None:
        self._on_news(())
        await self._ended.wait()

    def run_command(self, command: Command) -> None:
        if command == QUIT:
            self._ended.set()
            return
        self._acted()
        self._left -= 1
        self.session.has_quit = not self._left


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_its_turn_the_same_whatever_can_be_called(name: str) -> None:
    seed, acts, call, _ = next(twins("keilty"))
    hall, people, state = at("keilty", seed, acts)
    hall.act(people[state.turn], call)
    game = hall.lobby.tables[1].game
    assert game is not None and game.play is not None
    v, with_claims = game.play.variety, game.play.full
    without = replace(with_claims, claims=())
    seat = with_claims.turn
    for number in range(20):
        chosen = [bot_action(name, v, one, seat, random.Random(number).randrange) for one in (with_claims, without)]
        assert chosen[0] == chosen[1] and not isinstance(chosen[0], CallRummy)


def test_a_bot_calls_after_a_time_that_does_not_tell_how_many_calls_there_are() -> None:
    simple = strategy("simple")
    claims = [claim(f"rummy lay {card} on 0", 1) for card in ("2C", "3C", "4C")]
    times: list[set[float]] = []
    for number in (1, 3):
        calls = [simple.notice_call(claims[:number], 0, random.Random(seed).randrange) for seed in range(400)]
        times.append({round(call.seconds) for call in calls if call is not None})
    assert times[0] == times[1]


def test_inputs_are_what_was_compared() -> None:
    seed, acts, call, _ = next(twins("keilty"))
    hall, people, state = at("keilty", seed, acts)
    lines = goes_on(hall, people, call, state)
    assert any("entry act" in line for line in lines)
    assert any(isinstance(came, RequestReceived) for came, _ in hall.done_so_far)
