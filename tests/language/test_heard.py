"""The sentences of hosts that a client knows by heart are those that hosts say."""

import ast
import re
from pathlib import Path

import pytest

from rummynet_client.catalogues import ENGLISH, LANGUAGES, catalogue
from rummynet_client.core.text.server_messages import KNOWN, heard
from rummynet_client.language import speak

ROOT = Path(__file__).parents[2]
PLACE = re.compile(r"\{\w+(!r)?\}")


def said_by_hosts() -> list[re.Pattern[str]]:
    """Every text in the code of hosts, with anything in its places."""
    found: list[re.Pattern[str]] = []
    for file in (*(ROOT / "rummynet" / "table").rglob("*.py"), *(ROOT / "rummynet" / "host").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [re.escape(str(one.value)) if isinstance(one, ast.Constant) else ".+" for one in node.values]
                found.append(re.compile("".join(parts)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(re.compile(re.escape(node.value)))
    return found


def filled(sentence: str) -> str:
    """As a host might say it."""
    return PLACE.sub(lambda place: "'x'" if place[1] else "7", sentence)


def test_hosts_say_what_is_known() -> None:
    said = said_by_hosts()
    assert [one for one in KNOWN if not any(host.fullmatch(filled(one)) for host in said)] == []


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != ENGLISH])
def test_a_known_sentence_is_told_in_the_language(language: str) -> None:
    assert all(heard(filled(one)) == filled(one) for one in KNOWN), "in English it stays as it came"
    speak(catalogue(language))
    for one in KNOWN:
        told = heard(filled(one))
        assert told != filled(one) and "{" not in told
        assert all(("'x'" if place else "7") in told for place in PLACE.findall(one))


def test_what_is_not_known_is_shown_as_it_came() -> None:
    speak(catalogue("de"))
    assert heard("a host of tomorrow says this") == "a host of tomorrow says this"
    assert heard("there is no table 5; look at the lobby") == "es gibt keinen Tisch 5; sieh in die Lobby"
    assert heard("the game is over") == "das Spiel ist zu Ende", "a sentence without places is in the catalogue"
