"""German letters on the cards: read and typed; what is signed and kept stays in the notation."""

from collections.abc import Iterator

import pytest

from rummynet_client.core.session.answers import said_command
from rummynet_client.core.spoken.narrator import Narrator, NumberedOffer
from rummynet_client.core.text.action_text import worded
from rummynet_client.core.text.card_names import (
    in_letters,
    in_notation,
    meld_cards,
    use_letters,
    with_meld_cards,
    with_meld_numbers,
)
from rummynet_client.core.text.commands import BadCommand, PlayAction
from rummynet_client.core.text.verbs import parse_command
from rummynet_client.language import other_catalogue
from rummynet_client.language.catalogues import catalogue
from rummynet_client.terminal.drawing.card_art import with_signs
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.table.offers import typed_help
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.games import EVERY
from tests.terminal.test_choice import at


@pytest.fixture
def german() -> Iterator[None]:
    use_letters("german")
    yield
    use_letters("english")


PICTURE = replace(at("JS QD KH AC TS", "2C 3D", [], "play"), table=pictures.playing("keilty", 2, 2).table)


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
    assert "throw 10S" in plain(typed_help(PICTURE, "throw 1", 200)), "as the card is shown"


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("throw 10♦", "throw TD"), ("throw the queen of Spades", "throw QS"), ("throw 5♣", "throw 5C"),
        ("meld AS 2S 10s", "meld AS 2S TS"), ("take ks meld ks Kh 2c=kd", "take KS meld KS KH 2C=KD"),
        ("lay ★1=10♥ on 2", "lay *1=TH on 2"), ("rummy take 9C.1 meld 9c.1 9d 9h", "rummy take 9C.1 meld 9C.1 9D 9H"),
    ],
)  # fmt: skip
def test_a_card_is_understood_as_it_is_shown_said_or_usually_typed(typed: str, sent: str) -> None:
    assert in_notation(typed) == sent


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("lay 4h on 5♥ 6♥", "lay 4H on 1"), ("lay 4H on 7H", "lay 4H on 1"), ("lay 4H on 1", "lay 4H on 1"),
        ("throw out 9S", "throw 9S"), ("lay off 4H on 5H", "lay 4H on 1"), ("rummy 2C 3C 4C", "rummy meld 2C 3C 4C"),
        ("take 9S, lay 9S 8S 7S +25", "take 9S meld 9S 8S 7S"), ("take 9S and lay 9S on 9H", "take 9S lay 9S on 0"),
        ("take 9s lay 9S on 9c", "take 9S lay 9S on 0"), ("lay 2c 3c 4c", "meld 2C 3C 4C"),
        ("swap 9S on 9d lay *1=4H on 5h", "swap 9S on 0 lay *1=4H on 1"), ("rummy 4h on 7h.0", "rummy lay 4H on 1"),
        ("lay the 4 of hearts on the run 5, 6 and 7 of hearts", "lay 4H on 1"),
        ("rummy lay 4 and 8 of hearts on 5, 6 and 7 of Hearts", "rummy lay 4H 8H on 1"),
        ("take 9 of spades and lay 9 of clubs, hearts and spades", "take 9S meld 9C 9H 9S"),
        ("lay Herz 4 sowie Pik Bube on Reihe Herz 5, 6 und 7", "lay 4H JS on 1"),
    ],
)  # fmt: skip
def test_a_meld_is_named_by_cards_of_it(said: str, means: str) -> None:
    melds = ("9C", "9D", "9H"), ("5H", "6H", "7H")
    with other_catalogue(catalogue("de")):
        assert with_meld_numbers(said, melds) == means
    with pytest.raises(BadCommand):
        with_meld_numbers("lay 4H on 5H 9C", melds)
    assert with_meld_cards("swap 9S on 0 lay *1=4H on 1", melds) == "swap 9S on 9C lay *1=4H on 5H"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("variant", EVERY)
def test_what_can_be_done_is_understood_as_it_is_offered(variant: str, language: str) -> None:
    tried = set()
    for model in (pictures.on_turn(variant, 2, steps) for steps in (1, 20, 33, 46)):
        assert model.state is not None
        melds = meld_cards(model.state)
        with other_catalogue(catalogue(language)):
            for action in model.legal():
                made = said_command(model, with_signs(says := worded(action, melds)))
                assert isinstance(made, PlayAction) and isinstance(made.action, Action)
                assert worded(made.action, melds) == says
                tried.add(says)
                for heard in (NumberedOffer(action, model).says, NumberedOffer(action, model).words + "."):
                    narrator = Narrator()
                    typed = narrator.read(heard, model)
                    typed = narrator.read("yes", model) if isinstance(typed, list) else typed
                    assert isinstance(typed, PlayAction)
                    assert NumberedOffer(typed.action, model).says == NumberedOffer(action, model).says
    assert len(tried) > 5
