"""Commands: text to value, the sentences of what cannot be read, help and completion."""

from rummynet_client.core.text.verbs import ACTIONS
from rummynet_protocol.notation import VERBS


def test_every_action_of_the_notation_is_a_command() -> None:
    assert set(VERBS) == ACTIONS
