"""German letters on the cards: read and typed; what is signed and kept stays in the notation."""

from collections.abc import Iterator

import pytest

from rummynet_client.core.text.card_names import in_letters, in_notation, use_letters
from rummynet_client.core.text.command_parser import parse_command
from rummynet_client.core.text.commands import PlayAction
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.table.offers import typed_help
from rummynet_protocol import notation
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.terminal.test_choice import at


@pytest.fixture
def german() -> Iterator[None]:
    use_letters("german")
    yield
    use_letters("english")


PICTURE = replace(at("JS QD KH AC 5S", "2C 3D", [], "play"), table=pictures.playing("keilty", 2, 2).table)


def test_what_is_typed_in_either_letters_is_sent_in_the_notation(german: None) -> None:
    for typed, sent in (
        ("throw BS", "throw JS"), ("throw JS", "throw JS"), ("throw DD", "throw QD"),
        ("meld BH DH KH", "meld JH QH KH"),
        ("lay *1=BD on 2", "lay *1=JD on 2"), ("take DC.1 meld DC.1 DD DH", "take QC.1 meld QC.1 QD QH"),
        ("lay 4D on 0", "lay 4D on 0"),
    ):  # fmt: skip
        command = parse_command(typed)
        assert isinstance(command, PlayAction) and notation.text(command.action) == sent
        assert in_notation(in_letters(sent)) == sent
    assert "enter does it" in plain(typed_help(PICTURE, "throw BS", 200))
