"""The files of every language: current, complete, and true to the sentences they translate."""

import io
import re
import string
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Message
from make import catalogue as make_catalogue

from rummynet_client.language import _, ngettext, pgettext, sentence_of, translated, use_catalogue
from rummynet_client.language.catalogues import (
    DOMAIN,
    ENGLISH,
    FOLDER,
    LANGUAGES,
    catalogue,
    choose_language,
    locale_language,
)
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import either, player_in, plural_sentence, sentence

OTHERS = [name for name in LANGUAGES if name != ENGLISH]


def messages(language: str) -> list[Message]:
    return [one for one in make_catalogue.language(language) if one.id]


def pairs(message: Message) -> list[tuple[str, str]]:
    """Each translation with the English that it stands for: of a plural, the one for many."""
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    return [(message.id[min(at, 1)], text) for at, text in enumerate(message.string or ())]


def places(text: str) -> set[tuple[str, str, str]]:
    """The places of a sentence with how their values are written."""
    return {(name, spec or "", turned or "") for _, name, spec, turned in string.Formatter().parse(text) if name}


def edges(text: str) -> tuple[str, str]:
    """The white space at both ends, which belongs to the layout."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def test_every_file_is_as_the_script_writes_it() -> None:
    """Run scripts/make/catalogue.py if it is not, and translate what it names."""
    stale = [path.name for path, data in make_catalogue.written().items() if path.read_bytes() != data]
    assert stale == []


def test_every_language_has_its_folder_and_every_folder_its_language() -> None:
    assert sorted(OTHERS) == sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_is_complete(language: str) -> None:
    assert make_catalogue.missing(make_catalogue.language(language)) == []
    kept = (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").read_text("utf-8")
    assert "#, fuzzy" not in kept and "#~" not in kept


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_and_the_edges_of_its_sentence(language: str) -> None:
    for message in messages(language):
        for english, other in pairs(message):
            assert places(other) == places(english), english
            assert edges(other) == edges(english), english


@pytest.mark.parametrize("language", OTHERS)
def test_what_one_types_stays_as_it_is_typed(language: str) -> None:
    """Commands in quotes, options, flags and programs are the same in every language; chat is not."""
    typed = re.compile(r"(?<!\w)'[a-z]+[^']*'|--[a-z]+|RUMMYNET_HOME|\*?\d=[0-9A-Z?]+")
    for message in messages(language):
        for english, other in pairs(message):
            for found in typed.findall(english):
                assert found in other or found == "'say good evening'", english


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_that_of_the_text(language: str) -> None:
    fresh = GNUTranslations(io.BytesIO(make_catalogue.compiled(make_catalogue.language(language))))
    kept = catalogue(language)
    for message in messages(language):
        if isinstance(message.id, str) and message.context is None:
            assert kept.gettext(message.id) == fresh.gettext(message.id) == message.string


def test_places_are_filled_after_the_sentence_is_looked_up() -> None:
    use_catalogue(catalogue("de"))
    assert _("{who} went out", who="anna") == "anna hat ausgemacht"
    assert _("a sentence that no catalogue has about {card}", card="7H").endswith("about 7H")
    assert _("") == ""
    assert ngettext("1 player", "{players} players", 3, players=3) == "3 Spieler"
    assert pgettext("order of the hand", "suit") == "Farbe"


def test_a_sentence_of_the_rules_is_put_into_words_with_everything_in_it() -> None:
    use_catalogue(catalogue("de"))
    choice = either([sentence("the top two cards of the stock"), sentence("the whole pile")])
    fact = sentence("{player}'s throw was called: they have to pick up {choices}", player=player_in(1), choices=choice)
    assert translated(fact).endswith("aufzunehmen ist die zwei obersten Karten des Stapels oder die ganze Ablage")
    assert translated(fact, ["anna", "bob"]).startswith("der Abwurf von bob wurde gerufen")
    assert translated(fact, ["anna"]).startswith("der Abwurf von Platz 1 wurde gerufen")
    assert translated(plural_sentence("{count} chip", "{count} chips", 3, count=3)) == "3 Chips"
    held = sentence("{card} is not in your hand; use cards that you hold", card="7H")
    assert sentence_of(Refusal(held)) == "7H ist nicht auf deiner Hand; nimm Karten, die du hast"
    assert _("Not now: {refusal}", refusal=Refusal("the round is over")) == "Jetzt nicht: die Runde ist zu Ende"
    assert sentence_of(Refusal("what a host of another version says")) == "what a host of another version says"


def test_the_language_of_the_system_is_looked_up_as_gettext_does() -> None:
    assert (
        locale_language({}) == locale_language({"LANG": "C.UTF-8"}) == locale_language({"LANG": "xx_YY.UTF-8"}) == "en"
    )
    assert (
        locale_language({"LANG": "de_DE.UTF-8"})
        == locale_language({"LANG": "de_AT@euro"})
        == locale_language({"LANG": "de"})
        == "de"
    )
    assert locale_language({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}) == "en"
    assert locale_language({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "C", "LC_ALL": "de_DE"}) == "de"
    assert locale_language({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"}) == "en"
    assert locale_language({"LANG": "en_GB.UTF-8", "LANGUAGE": "nn:de:en"}) == "de"
    assert locale_language({"LANG": "C", "LANGUAGE": "de"}) == "en"


def test_letters_that_a_terminal_does_not_have_are_written_with_others() -> None:
    choose_language("de", {"LANG": "C"})
    assert translated("queens") == "Damen" and translated("kings") == "Koenige"
    choose_language("de", {"LANG": "C"}, ascii="no")
    assert translated("kings") == "Könige"
    choose_language("auto", {"LANG": "de_DE.ISO-8859-1"})
    assert translated("kings") == "Koenige"
