"""Commands: text to value, the sentences of what cannot be read, help and completion."""

import pytest

from rummynet_client.core.text.commands import command_text
from rummynet_client.core.text.verbs import ACTIONS, complete, parse_command
from rummynet_protocol.notation import VERBS


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
