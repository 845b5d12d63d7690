"""The lines of ``--json``: each as the client's page describes it, and no others."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rummynet_client.core.spoken.spoken_cards import SPOKEN
from rummynet_client.core.text import news
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.event_text import event_sentences
from rummynet_client.core.text.json_lines import KINDS, json_line, news_lines
from rummynet_client.core.text.news import News
from rummynet_client.core.text.verbs import VERBS
from rummynet_client.core.views.host_list import ListedHost, host_lines
from rummynet_client.core.views.host_registry import HostSeen, Standing
from rummynet_protocol import events
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced
from tests.client.text.test_parity import TOLD
from tests.support.join_schema import FORMS, SCHEMA, check

PAGE = (Path(__file__).parents[3] / "client" / "README.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ((?:`\w+` ?)+) \| (.+) \|$", re.M)

SAMPLES: list[News] = [
    *(told.item for told in TOLD),
    news.QueryAnswered("welcome", (("command", "draw"), ("does", "takes the top card of the stock"))),
    news.QueryAnswered("table", (("created", 1),)),
    news.QueryAnswered("log", (("says", "ben drew a card"),)),
    news.QueryAnswered(
        "table",
        (
            *(("round", 1), ("turn", 0), ("phase", "play"), ("due", (0,)), ("stock", 30)),
            *(("pile", ("8S", "9C")), ("counts", (7, 7)), ("words", ())),
            *(("early", ()), ("facts", ("twos are wild", "laid by nobody"))),
        ),
    ),
    news.QueryAnswered("table", (("meld", 0), ("cards", ("7C", "7D", "7H")), ("by", (0, 0, 1)))),
    news.QueryAnswered("game", (("game", 1), ("names", ("Ann", "Bob")), ("totals", (5, 5)))),
    news.QueryAnswered("game", (("transcript", "a.rummy"),)),
    news.QueryAnswered(
        "round", (("review", 1), ("seat", 0), ("name", "Ann"), ("score", 5), ("total", 5), ("laid", "7C"), ("held", ""))
    ),
    news.QueryAnswered("round", (("missed", "rummy lay 9C on 0"), ("after", "throw 9C"), ("by", 0), ("millis", 900))),
    news.QueryAnswered("fair", (("incidents", 1), ("says", "1 cheat"))),
    news.QueryAnswered("fair", (("incident", 1), ("says", "game 1: CHEAT"))),
    news.QueryAnswered("fair", (("why", "root"), ("says", "because"))),
    news.QueryAnswered("invite", (("join", "rummynet join 7-crossover-clockwork"),)),
    news.QueryAnswered("invite", (("says", "tell it"),)),
    news.QueryAnswered("welcome", (("rule", "draw"),)),
    news.QueryAnswered("welcome", (("setting", "bell"), ("value", "true"), ("does", "rings"))),
    news.QueryAnswered("fair", (("check", "verify"), ("verified", True), ("voided", 0), ("says", "VERIFIED"))),
]
HOST = HostSeen(
    "", Announcement("a", "", 1, 1, (), 1, 1, (TableAnnounced(1, "keilty", "waiting", 1, 6, "t"),)), ("::1",), 1, 0.0
)
LINES = [line for item in SAMPLES for line in news_lines(item)] + host_lines([ListedHost(HOST, Standing("new"))])


def shape(line: str) -> tuple[str, tuple[str, ...]]:
    values = json.loads(line)
    return values.pop("kind"), tuple(values)


def test_the_page_lists_exactly_the_lines_there_are() -> None:
    described = {(kind, tuple(re.findall(r"`(\w+)`", keys))) for kind, keys, _ in ROW.findall(PAGE)}
    assert {shape(line) for line in LINES} == described


def test_every_line_is_as_the_schema_says() -> None:
    assert FORMS == {shape(line) for line in LINES}
    whole = Draft202012Validator(SCHEMA)
    for line in LINES:
        assert check(line) and whole.is_valid(json.loads(line))


@pytest.mark.parametrize(
    "bad", [{"seat": "0"}, {"due": 0}, {"legal": ["draw", 1]}, {"mine": None}, {"kind": "turns"}, {"more": 1}]
)
def test_another_type_or_key_is_none_of_the_schema(bad: dict[str, object]) -> None:
    (line,) = news_lines(news.TurnBegan(0, "Ann", "offer", (0,), True, (1, 2)))
    with pytest.raises(AssertionError):
        check(json.dumps({**json.loads(line), **bad}))


def test_every_line_begins_with_a_known_kind_and_every_kind_is_used() -> None:
    assert {json.loads(line)["kind"] for line in LINES} == set(KINDS)
    assert all(line.startswith('{"kind": "') for line in LINES)


def test_no_line_holds_an_escape_sequence_or_a_second_line() -> None:
    hostile = news.ChatSaid("A\x1b[31m", 0, "player", "two\nlines\x1b]0;x\x07")
    for line in (*LINES, *news_lines(hostile)):
        assert line.isprintable()


def test_the_page_lists_every_command_that_is_no_action() -> None:
    for word in ("tables", "create", "sit", "watch", "ready", "stand", "bot", "say", "hand", "table", "scores"):
        assert f"| `{word}" in PAGE and word in VERBS


def test_values_keep_their_types() -> None:
    values = {"none": None, "yes": True, "number": 7, "card": "*1=7H", "list": (1, None), "map": {"a": True, "b": (1,)}}
    line = json_line("table", values.items())
    assert json.loads(line) == {"kind": "table", **values, "list": [1, None], "map": {"a": True, "b": [1]}}
    with pytest.raises(TypeError):
        json_line("table", (("bytes", b"1"),))


def test_every_event_has_a_sentence() -> None:
    samples: list[events.Event] = [
        events.Dealt((7, 7)),
        events.TurnedUp("7H"),
        events.Drew(0, None),
        events.Took(1, ("7H", "8H")),
        events.LaidDown(0, 2, ("7C", "7D", "7H")),
        events.LaidOff(0, 2, ("7S",)),
        events.Exchanged(0, 1, "7H", "*1"),
        events.ThrewOut(1, "9C"),
        events.CalledRummy(1),
        events.CalledFalsely(1, ("7H",), 5),
        events.Declared(0),
        events.Shuffled(30),
        events.TurnedOver(0, 30),
        events.Passed(0, "pass"),
        events.Chose(0, "aces 1"),
        events.WentOut(0),
        events.RoundEnded(0, (5, -5), (5, -5)),
        events.RoundEnded(None, (5, -5), (5, -5)),
        events.GameEnded(0),
        events.GameEnded(None),
    ]
    assert {type(event) for event in samples} == {*events.Event.__subclasses__()}
    said = [says for event in samples for says in event_sentences([event], Wording(("Ann", "Bob"), 0))]
    aloud = [says for event in samples for says in event_sentences([event], Wording(("Ann", "Bob"), 0, voice=SPOKEN))]
    assert len(said) == len(aloud) == len(samples)
    assert said[2] == "you drew a card"
    assert said[3] == "Bob took 7H 8H" and aloud[3] == "Bob took 7 and 8 of hearts"
    assert all(text.isprintable() and not text.endswith(".") for text in said)
