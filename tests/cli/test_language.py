"""Help and errors of every verb in the person's language: nothing goes round the catalogue."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet.rules.varieties import NAMES
from rummynet_cli import own_language
from rummynet_cli.command_table import VERBS
from rummynet_cli.main import main
from rummynet_client.language import use_catalogue
from rummynet_client.language.catalogues import catalogue
from tests.support.foreign import Foreign

TYPED = frozenset("rummynet VERB help version Keilty".split()) | set(NAMES)
"""What is the same in every language: names of the program and of games."""
WRONG: tuple[list[str], ...] = (
    [], ["dance"], ["jion"], ["bot"], ["demo", "--players", "13"], ["demo", "--players"], ["host", "--log-level", "x"],
    ["host", "--por", "1"], ["engine", "x"], ["stats", "--json=1"], ["host", "--config", "/none/x.toml"],
    ["verify", "/none/x.rummy"], ["replay", "/none/x.rummy"], ["bot", "nowhere:0"], ["join", "a b"],
    ["identity", "import", "/none/x"],
    ["arena", "nobody"], ["play", "--variant", "bridge"], ["demo", "--players", "7"], ["doctor", "a b"],
    ["verify", "99"], ["play", "--teach", "--variant", "joker"], ["demo", "--variant", "crummy", "--target", "40"],
)  # fmt: skip


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Every sentence that is looked up comes out in letters that no other text has, whatever a verb chooses."""
    monkeypatch.setenv("RUMMYNET_HOME", str(tmp_path))
    monkeypatch.setattr("rummynet_client.language.catalogues.use_catalogue", lambda found, *, respells=False: None)
    own_language.speak.cache_clear()
    use_catalogue(Foreign())
    yield
    own_language.speak.cache_clear()
    use_catalogue(catalogue("en"))


def names() -> set[str]:
    """What people type: verbs, flags, what stands for their values, examples, defaults."""
    found = set(TYPED)
    for verb in VERBS:
        defaults = [str(flag.settings.get("default", "")) for flag in verb.flags]
        choices = [word for flag in verb.flags for word in flag.settings.get("choices", ())]
        for text in (verb.name, verb.example, *(flag.shown for flag in verb.flags), *defaults, *choices):
            found |= set(re.findall("[A-Za-z]+", text))
    return found


def left(text: str, typed: list[str]) -> set[str]:
    """The words that were not looked up."""
    known = names() | set(re.findall("[A-Za-z]+", " ".join(typed)))
    return {word for word in re.findall("[A-Za-z]{3,}", text) if not word.isupper()} - known


@pytest.mark.parametrize("verb", ["", *(verb.name for verb in VERBS)])
def test_the_help_of_every_verb_is_looked_up(verb: str, foreign: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*verb.split(), "--help"]) == 0
    told = capsys.readouterr().out
    assert "ø" in told and left(told, []) == set()


@pytest.mark.parametrize("words", WRONG, ids=shlex.join)
def test_errors_are_looked_up(words: list[str], foreign: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) in (2, 3)
    out, told = capsys.readouterr()
    assert out == "" and "ø" in told
    told = re.sub("No such file or directory", "", told)  # the system's own words
    assert left(told, words) == set()


def test_german_help_is_german_and_the_documents_stay_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("RUMMYNET_HOME", str(tmp_path))
    own_language.speak.cache_clear()
    try:
        for verb in VERBS:
            assert main([verb.name, "--help"]) == 0
            told = " ".join(capsys.readouterr().out.split())
            assert told.startswith(f"Aufruf: rummynet {verb.name}") and "Beispiel: " in told
            long = [flag.says for flag in verb.flags if flag.says.count(" ") > 1]
            assert not [says for says in (verb.description, *long) if says in told]
            assert all("(Vorgabe: " not in flag.help for flag in verb.flags)
        assert main(["dance"]) == 2
        assert "den Befehl 'dance' gibt es nicht" in capsys.readouterr().err
    finally:
        own_language.speak.cache_clear()
        use_catalogue(catalogue("en"))
