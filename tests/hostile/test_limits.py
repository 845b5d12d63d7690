"""What a client may cost: every limit of the configuration holds, and who meets it is told so once."""

import argparse
from pathlib import Path

import msgpack
import pytest

from rummynet.host.limits.bounds import Bounds
from rummynet.host.limits.token_bucket import TokenBucket, TokenBuckets
from rummynet.host.ops.host_settings import LIMITS, BadConfig, read_limits
from rummynet.table.api.host_context import Limits
from rummynet_cli import main as cli
from rummynet_protocol.wire.framing import frame
from rummynet_protocol.wire.messages import (
    AskLog,
    Bye,
    Create,
    Done,
    Hello,
    Ping,
    Pong,
    Said,
    Say,
    Sit,
    TableShown,
    Watch,
)
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.dialling import Dialler, Start
from tests.support.errors import raises


def codes(caller: Dialler) -> list[str]:
    said = caller.goodbyes()
    assert all(bye.says and bye.says[0].islower() for bye in said)
    return [bye.code for bye in said]


def turned_away(caller: Dialler) -> str:
    """The code of the goodbye that a greeting is answered."""
    caller.greet()
    (bye,) = caller.goodbyes()
    return bye.code


# -- connections


def test_connections_in_all(start: Start) -> None:
    step = start(connections=3)
    callers = [step.dial(f"P{n}", f"192.0.2.{n}") for n in range(4)]
    for one in callers[:3]:
        one.greet()
    assert turned_away(callers[3]) == "full"
    assert [codes(one) for one in callers] == [[], [], [], ["full"]]
    step.clock.advance(4)
    assert callers[3].wire.aborted
    callers[3].hang_up()
    callers[0].hang_up()
    late = step.dial("late", "192.0.2.9")
    late.greet()
    assert codes(late) == []


def test_connections_of_one_address(start: Start) -> None:
    step = start(per_address=2)
    callers = [step.call(f"P{n}", "192.0.2.1") for n in range(2)]
    third = step.dial("P3", "192.0.2.1")
    assert turned_away(third) == "full"
    assert "this host allows 2 connections from your address" in third.goodbyes()[0].says
    assert codes(step.call("Ann", "192.0.2.2")) == []
    for one in (*callers, third):
        one.hang_up()
    assert len(step.factory.admission) == 1


def test_time_for_the_greeting_from_the_first_byte_on(start: Start) -> None:
    """The clock runs from the connection on: TLS is part of it, and single bytes in between do not stop it."""
    step = start(greeting_seconds=5)
    silent, slow, stops = step.dial("a"), step.dial("b"), step.dial("c")
    stops.say(Hello(VERSIONS[0], VERSIONS[-1], "c", stops.person.key, ""))
    data = frame(b"x" * 60)
    for second in range(5):
        slow.raw(data[second : second + 1])
        assert codes(slow) == []
        step.clock.advance(1)
    assert [codes(one) for one in (silent, slow, stops)] == [["greeting"]] * 3
    step.clock.advance(3)
    assert all(one.wire.aborted for one in (silent, slow, stops))


def test_silence(start: Start) -> None:
    step = start(ping_seconds=10, idle_seconds=25)
    silent, answers = step.call("Ann"), step.call("Bob")
    for _ in range(12):
        step.clock.advance(5)
        for ping in [one for one in answers.hear() if isinstance(one, Ping)]:
            answers.say(Pong(ping.number))
    assert (codes(silent), codes(answers)) == (["idle"], [])
    assert any(isinstance(one, Ping) for one in silent.told)


# -- sizes


def test_a_long_frame_is_refused_by_its_length_alone(start: Start) -> None:
    step = start(frame_bytes=4096)
    caller = step.call("Ann")
    caller.raw((4097).to_bytes(4, "big"))
    assert codes(caller) == ["remote_protocol"]
    assert "the limit is 4096" in caller.goodbyes()[0].says
    longest = step.call("Bob")
    longest.raw(frame(b"\xc4" * 4096))
    assert "could not be read" in longest.goodbyes()[0].says


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        ({"m": "ping", "number": 1, "x": [0] * 64}, True),
        ({"m": "ping", "number": 1, "x": [0] * 65}, False),
        ({"m": "ping", "number": 1, "x": {str(n): n for n in range(65)}}, False),
        ({"m": "ping", "number": 1, "x": [[[1]]]}, True),
        ({"m": "ping", "number": 1, "x": [[[[]]]]}, True),
        ({"m": "ping", "number": 1, "x": [[[[1]]]]}, False),
    ],
)
def test_counts_and_depth_inside_a_message(start: Start, value: dict[str, object], allowed: bool) -> None:
    step = start(items=64, depth=4)
    caller = step.call("Ann")
    caller.raw(frame(msgpack.packb(value)))
    assert codes(caller) == ([] if allowed else ["remote_protocol"])
    deep = "[" in str(value["x"])[1:3]
    limit = "nested deeper than 4" if deep else "a list or map of more than 64 items"
    assert allowed or caller.goodbyes()[0].says.endswith(limit)


def test_names_and_texts_are_cut(start: Start) -> None:
    step = start(name_characters=5, chat_characters=7)
    ann = step.call("Annabella")
    assert isinstance(ann.ask(Create, "keilty", {}, "a very long name"), Done)
    ann.ask(Sit, 1, None)
    ann.ask(Say, 1, "good evening all")
    shown = [one for one in ann.told if isinstance(one, TableShown)][-1]
    assert (shown.name, shown.seats[0][2]) == ("a ver", "Annab")
    assert [one.text for one in ann.told if isinstance(one, Said)] == ["good ev"]


# -- amounts


def test_messages_a_second(start: Start) -> None:
    step = start(messages_per_second=10, burst=100)
    steady, hasty = step.call("Ann"), step.call("Bob", "192.0.2.2")
    for _ in range(5):
        steady.say(*(Ping(n) for n in range(9)))
        step.clock.advance(1)
    assert codes(steady) == []
    hasty.say(*(Ping(n) for n in range(140)))
    assert codes(hasty) == ["too_fast"]
    assert sum(isinstance(one, Pong) for one in hasty.told) <= 100


def test_what_is_dear_to_answer_counts_more(start: Start) -> None:
    """Nobody keeps the host busy by asking for the whole log again and again."""
    step = start(messages_per_second=100, burst=500, spare_per_second=1000)
    ann, bob = step.call("Ann"), step.call("Bob")
    ann.ask(Create, "keilty", {}, "t")
    step.clock.advance(10)
    asked = [*(ann.request(Watch, 1) for _ in range(10)), ann.request(AskLog, 1, 0)]
    for _ in range(20):
        step.clock.advance(0.02)
    assert codes(ann) == ["too_fast"]
    assert [one.n for one in ann.told if isinstance(one, Done)] == [1, *asked[:-1]]
    for _ in range(20):
        bob.ask(Watch, 1)
        step.clock.advance(1)
    assert codes(bob) == []


def test_what_waits_for_a_slow_reader(start: Start) -> None:
    step = start(unread_bytes=65_536, chat_per_minute=10_000, chat_per_minute_address=10_000)
    ann, bob = step.call("Ann"), step.call("Bob")
    ann.ask(Create, "keilty", {}, "t")
    ann.ask(Sit, 1, None)
    bob.ask(Watch, 1)
    bob.protocol.pause_writing()
    bob.wire.clear()
    for _ in range(200):
        assert isinstance(ann.ask(Say, 1, "x" * 500), Done)
    assert bob.wire.aborted and not bob.wire.value()
    assert "too slow a reader" in step.log.getvalue() and step.factory.too_slow == 1
    assert isinstance(ann.ask(AskLog, 1, 0), Done)


def test_at_most_one_goodbye_whatever_goes_wrong_at_once(start: Start) -> None:
    step = start(burst=100, messages_per_second=1, greeting_seconds=2)
    caller = step.call("Ann")
    caller.raw(b"".join(frame(msgpack.packb({"m": "ping", "number": 1})) for _ in range(199)) + b"\xff" * 9)
    caller.raw(b"\xff" * 9)
    step.clock.advance(100)
    assert len([one for one in caller.goodbyes() if isinstance(one, Bye)]) == 1


# -- the pieces


def test_a_token_bucket_fills_up_with_time_and_never_beyond_its_size() -> None:
    one = TokenBucket(3, 1, 0.0)
    assert [one.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [one.take(1.0), one.take(1.0)] == [True, False]
    assert [one.take(1000.0) for _ in range(4)] == [True, True, True, False]
    assert not one.is_full(1001.0) and one.is_full(1003.0)
    assert not one.take(999.0)  # a clock set back gives nothing
    assert one.take(1003.0, 5) and not one.take(1003.0)  # what weighs more than all of it takes all of it


def test_buckets_of_those_who_have_been_quiet_for_long_are_removed() -> None:
    buckets = TokenBuckets(60, 1)
    for number in range(10_000):
        assert buckets.take(number, float(number))
    assert len(buckets) < 300


# -- the configuration


def test_every_limit_has_a_key_and_a_default_within_its_range() -> None:
    fields = {*Bounds.__struct_fields__, *Limits.__struct_fields__} - {"strategies"}
    assert {limit.name for limit in LIMITS} == fields
    for limit in LIMITS:
        assert limit.read(limit.default) == limit.default
        assert limit.read(limit.least) == limit.least and limit.read(limit.most) == limit.most
        for wrong in (limit.least - 1, limit.most + 1, True, "5", 1.5, None, [1]):
            with raises(BadConfig, "config", limit.name):
                limit.read(wrong)


def test_the_page_lists_every_limit_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "host.md").read_text("utf-8")
    for limit in LIMITS:
        assert f"| `{limit.name}` | {limit.default} | {limit.least} to {limit.most} | {limit.says} |" in page


def test_limits_are_read_from_the_file_and_reach_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, seen = tmp_path / "host.toml", []

    def run(args: argparse.Namespace, *_says: object) -> int:
        seen.append(args)
        return 0

    path.write_text("port = 0\n[limits]\nconnections = 7\ntables = 9\n")
    monkeypatch.setattr("rummynet.host.run_host.run", run)
    assert cli.main(["host", "--config", str(path)]) == 0
    bounds, limits = read_limits(seen[0].limits)
    assert (bounds.connections, limits.tables, bounds.per_address) == (7, 9, 100)


def test_wrong_limits_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "host.toml"
    for text, says in (("[limits]\nidle_seconds = 5", "more than ping_seconds"), ("[limits", "is not a TOML file")):
        path.write_text(text)
        assert cli.main(["host", "--config", str(path), "--data", str(tmp_path), "--bind", "127.0.0.1"]) == 2
        error = capsys.readouterr().err
        assert says in error and error.count("\n") == 1
