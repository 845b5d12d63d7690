"""German letters on the cards: read and typed; what is signed and kept stays in the notation."""

from collections.abc import Iterator

import pytest

from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.text.card_letters import in_letters, in_notation, use_letters
from rummynet_client.core.text.command_parser import parse_command
from rummynet_client.core.text.commands import PlayAction
from rummynet_client.storage.settings import Settings, apply_language, with_setting
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.table.offers import typed_help
from rummynet_protocol import notation
from rummynet_protocol.actions import ThrowOut
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.terminal.test_choice import at


@pytest.fixture
def german() -> Iterator[None]:
    use_letters("german")
    yield
    use_letters("english")


PICTURE = replace(at("JS QD KH AC 5S", "2C 3D", [], "play"), table=pictures.playing("keilty", 2, 2).table)


def test_cards_are_read_by_their_german_letters(german: None) -> None:
    shown = plain(screen(PICTURE, Choice(), Size(80, 23)))
    assert all(card in shown for card in ("│B♠", "│D♦", "│K♥", "│A♣"))
    assert "J♠" not in shown and "Q♦" not in shown
    throws = replace(PICTURE, hand=("JS",), state=at("JS", "2C 3D", [], "play").state)
    assert any("1: the jack of spades." in line for line in Narrator().read("what", throws))  # type: ignore[union-attr]
    assert Narrator().read("throw BS", throws) == PlayAction(ThrowOut("JS"))


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


def test_chat_and_other_commands_are_left_as_they_are(german: None) -> None:
    assert parse_command("say BS and DD").text == "BS and DD"  # type: ignore[union-attr]


def test_without_the_setting_nothing_changes() -> None:
    assert in_letters("throw JS") == "throw JS" and in_notation("throw BS") == "throw BS"
    shown = plain(screen(PICTURE, Choice(), Size(80, 23)))
    assert "│J♠" in shown and "B♠" not in shown


def test_the_setting_is_obeyed_with_the_language() -> None:
    try:
        apply_language(with_setting(Settings(language="en"), "letters", "german"))
        assert in_letters("JS") == "BS"
    finally:
        apply_language(Settings(language="en"))
    assert in_letters("JS") == "JS"
