"""Hosts send templates and values; a client words them in its own language, whatever a hostile host puts in them."""

import json
from typing import Any

import pytest

from rummynet_client.core.text.news import ChatSaid, WasRefused, WentWrong
from rummynet_client.language import translated, use_catalogue
from rummynet_client.language.catalogues import catalogue
from rummynet_protocol import codec
from rummynet_protocol.sentences import Sentence, plural_sentence, sentence
from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.message_codec import pack_message, read_message
from rummynet_protocol.wire.messages import Bye, Refused, Said
from tests.support.errors import raises
from tests.support.fake_host import seated

SENTENCES = {
    "no values": "the game is over",
    "a number": sentence("there is no table {number}; look at the lobby", number=5),
    "quoted": sentence("there is no bot {name!r}; the bots are: {known}", name="it's", known="random, simple"),
    "one": plural_sentence("{n} second", "{n} seconds", 1, n=1),
    "many": plural_sentence("{n} second", "{n} seconds", 7, n=7),
    "nested": sentence("table {number} is closed: {why}", number=1, why=sentence("seat {seat} is taken", seat=2)),
}


@pytest.mark.parametrize("sentence", SENTENCES.values(), ids=SENTENCES)
def test_a_sentence_comes_through_the_wire_with_its_template(sentence: str) -> None:
    for message in (Refused(1, "c", sentence), Bye("c", sentence), Said(1, "host", None, sentence, "host")):
        read: Any = read_message(pack_message(message))
        came: str = read.text if isinstance(read, Said) else read.says
        assert came == sentence and type(came) is type(sentence)
        if isinstance(sentence, Sentence) and isinstance(came, Sentence):
            assert (came.template, came.many, came.number) == (sentence.template, sentence.many, sentence.number)
            assert came.values == sentence.values


def test_deeper_than_the_wire_goes_sentences_become_text() -> None:
    deep: str = "end"
    for _ in range(6):
        deep = sentence("({inner})", inner=deep)
    read = read_message(pack_message(Refused(1, "c", deep)))
    assert isinstance(read, Refused) and read.says == "((((((end))))))"


@pytest.mark.parametrize(
    "says",
    [
        ["{x.__class__}", {"x": 1}],
        ["{x!s}", {"x": 1}],
        ["{x:>999999999}", {"x": 1}],
        ["{x[0]}", {"x": "ab"}],
        ["{0}", {"0": 1}],
        ["{}", {}],
        ["{{", {}],
        ["{missing}", {}],
        ["fine", {"x": 1}, "{missing}", 2],
        ["fine", {"x": 1}, "more", -1],
        ["fine", {"x": 1}, "more", True],
        ["fine", {"x": 1.5}],
        ["fine", {"x": None}],
        ["fine", {"x": 2**60}],
        ["fine", {f"x{n}": n for n in range(13)}],
        ["{x}" * 99, {"x": "y" * 100}],
        ["x" * 401, {}],
        "x" * 401,
        ["only a template"],
        [1, {}],
        [["nested"], {}],
        ["{a}", {"a": ["{b}", {"b": ["{c}", {"c": ["{d}", {"d": 1}]}]}]}],
        7,
    ],
    ids=lambda says: json.dumps(says)[:40],
)
def test_what_is_no_sentence_is_refused(says: object) -> None:
    body = codec.pack({"m": "refused", "n": 1, "code": "c", "says": says, "signed": None})
    with raises(RemoteProtocolError, "remote_protocol"):
        read_message(body)


def test_a_client_words_it_in_its_language() -> None:
    use_catalogue(catalogue("de"))
    assert translated(SENTENCES["a number"]) == "es gibt keinen Tisch 5; sieh in die Lobby"
    assert translated(sentence("a host of tomorrow says {what}", what="this")) == "a host of tomorrow says this"
    assert translated("the game is over") == "das Spiel ist zu Ende", "a sentence without values is in the catalogue"


def test_refusals_and_lines_of_the_host_reach_a_german_player_in_german() -> None:
    use_catalogue(catalogue("de"))
    host, (ann, _) = seated("Ann", "Bob")
    host.do(ann, "watch 9")
    host.do(ann, "remove 1")
    says = [one.says for one in ann.news if isinstance(one, WasRefused | WentWrong)]
    assert "es gibt keinen Tisch 9; sieh in die Lobby" in says
    lines = [one.text for one in ann.news if isinstance(one, ChatSaid) and one.by == "host"]
    assert lines and "Bob" in lines[-1] and "freed" not in lines[-1]
