"""Commands: text to value, the sentences of what cannot be read, help and completion."""

import pytest

from rummynet.rules.core.errors import BadOption
from rummynet_client.core.text.commands import BadCommand, command_text
from rummynet_client.core.text.verbs import ACTIONS, complete, parse_command
from rummynet_protocol.errors import BadNotation, Refusal
from rummynet_protocol.notation import VERBS
from tests.support.errors import raises


@pytest.mark.parametrize(
    ("line", "error", "named"),
    [
        ("", BadCommand, "help"),
        ("dance", BadCommand, "'dance'"),
        ("create", BadCommand, "create keilty"),
        ("create whist", BadOption, "'whist'"),
        ("create keilty 200", BadCommand, "key=value"),
        ("create keilty goal=200", BadCommand, "'goal'"),
        ("create keilty target=many", BadOption, "target"),
        ("sit", BadCommand, "sit"),
        ("sit x", BadCommand, "'x'"),
        ("sit 1 99999999999", BadCommand, "'99999999999'"),
        ("watch", BadCommand, "watch"),
        ("watch 0", BadCommand, "'0'"),
        ("review 0", BadCommand, "'0'"),
        ("ready soon", BadCommand, "'ready'"),
        ("quit " + "x" * 50, BadCommand, repr("x" * 40)),
        ("bot hire", BadCommand, "bot add"),
        ("say", BadCommand, "say"),
        ("hand over", BadCommand, "'hand'"),
        ("throw", BadNotation, "throw 9C"),
        ("throw 1H", BadNotation, "'1H'"),
        ("meld", BadNotation, "5S 6S 7S"),
        ("\x1b[31mhand", BadCommand, "'[31mhand'"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(line: str, error: type[Refusal], named: str) -> None:
    with raises(error, error.code, named) as caught:
        parse_command(line)
    assert str(caught.value).isprintable()


def test_every_action_of_the_notation_is_a_command() -> None:
    assert set(VERBS) == ACTIONS


SPOKEN = (
    "sit 1", "watch 2", "create joker", "ready", "ready no", "throw 9C", "help draw", "quit", "let ann", "seats close",
    "owner 2", "remove 2", "vote 1 no", "why deck", "set bell off", "bot add simple", "review", "coach", "coach game",
    "incidents", "incidents clear",
)  # fmt: skip


@pytest.mark.parametrize("line", SPOKEN)
def test_commands_can_be_named_in_a_sentence(line: str) -> None:
    assert command_text(parse_command(line)) == line


class TestCompletion:
    def test_legal_actions(self) -> None:
        legal = ["throw 9C", "throw KD", "meld 7C 7D 7H"]
        assert complete("throw ", legal) == ["throw 9C", "throw KD"]
        assert complete("throw K", legal) == ["throw KD"]
        assert complete("rummy ", legal) == []

    def test_words_of_other_commands(self) -> None:
        assert complete("create k") == ["create keilty"]
        assert complete("b") == ["bot ", "buy"] and complete("h") == ["here", "hand", "hint", "help"]
        assert complete("bot ") == ["bot add", "bot remove"]
        assert complete("help qu") == ["help quit"]
        assert complete("hand ") == []
