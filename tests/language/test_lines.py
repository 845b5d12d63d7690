"""What programs read of the lines is the same in every language, byte by byte; only the sentences differ."""

import errno
import json
import os
import re
from pathlib import Path

import pytest

from rummynet.bots.characters import COMPANY
from rummynet.ledger.checks import CHECKS
from rummynet.rules.varieties import NAMES
from rummynet_client.core.session.answers import answer
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.text import news, verbs
from rummynet_client.core.text.json_lines import news_lines
from rummynet_client.core.text.verbs import VERBS
from rummynet_client.core.views.host_list import ListedHost, host_lines
from rummynet_client.core.views.host_registry import HostSeen, MetHost, standing
from rummynet_client.language import _, other_catalogue, sentence_of, system_words, use_catalogue
from rummynet_client.language.catalogues import ENGLISH, LANGUAGES, catalogue
from rummynet_client.storage.settings import SAYS, ActiveSettings
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace
from rummynet_protocol.wire.announcement import Announcement, TableAnnounced
from tests.end_to_end.test_all_games import play
from tests.support import pictures
from tests.support.compact_lines import compact
from tests.support.followers import in_seat
from tests.support.foreign import Foreign
from tests.support.forge import Forge
from tests.support.programs import host, program

OTHERS = [name for name in LANGUAGES if name != ENGLISH]
SENTENCES = frozenset({"says", "does", "facts", "warning", "rule"})
"""The keys whose values are for people."""
PAIR = re.compile(r' (\w+)=("(?:[^"\\]|\\.)*"|\S*)')
LEFT = re.compile("[A-Za-z]*[a-z][A-Za-z]*")
PLAIN = ("ok", "none")
TYPED = [
    *("hand", "table", "scores", "review", "why", "verify", "help", "help now", "help draw"),
    *(f"help {name}" for name in NAMES),
    *("why nothing", "help nothing", "review 90"),
]


def machine(line: str) -> str:
    """The line with every sentence taken out."""
    return PAIR.sub(lambda found: f" {found[1]}=" + ("…" if found[1] in SENTENCES else found[2]), line)


def sentences(line: str) -> list[str]:
    """What of the line is for people."""
    values = [value for key, value in PAIR.findall(line) if key in SENTENCES]
    return [json.loads(value) if value.startswith('"') else value for value in values]


def played(variant: str) -> Forge:
    """Two rounds of a game, or all of it."""
    return Forge(variant, {}, 3, seed=4).play(2)


def lines_of_game(forge: Forge) -> list[str]:
    """The lines of the player in seat 0 while the game is played, and the answers to everything one may ask."""
    one = JoinedGame(1, in_seat(forge, 0))
    items: list[news.News] = []
    for index, written in enumerate(forge.written):
        items += one.handle_entry(index, written.entry, written.signature)
        for shown in forge.shown:
            if shown.after == index and shown.seat == 0:
                items += one.handle_openings(shown.round, shown.epoch, (shown.row,))
    items.append(news.CallWasLate(1, 2, 40))
    picture = replace(pictures.of(one, forge.game.name), reviews=tuple(one.reviews))
    for text in TYPED:
        try:
            items += answer(verbs.parse_command(text), picture, one)
        except Refusal as refusal:
            items.append(news.WasRefused(text, refusal.code, sentence_of(refusal)))
    items += [news.QueryAnswered("welcome", (("setting", key), ("does", _(says)))) for key, says in SAYS.items()]
    return [compact(line) for item in items for line in news_lines(item)]


def words(forge: Forge) -> tuple[str, ...]:
    """The table's six words."""
    return pictures.followed(forge, 0).follower.auditor.words


@pytest.mark.drawn(2)
@pytest.mark.parametrize("variant", NAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_whole_game_differs_in_nothing_but_sentences(language: str, variant: str) -> None:
    forge = played(variant)
    english = lines_of_game(forge)
    use_catalogue(catalogue(language))
    foreign = lines_of_game(forge)
    assert [*map(machine, foreign)] == [*map(machine, english)]
    assert [*map(sentences, foreign)] != [*map(sentences, english)]


def test_every_sentence_of_a_game_comes_from_the_catalogue() -> None:
    """What is left in plain letters are names, what is typed, cards, and the six words."""
    use_catalogue(Foreign())
    forge = played("keilty")
    known = {
        *VERBS,
        *"-".join(CHECKS).split("-"),
        *PLAIN,
        *words(forge),
        *NAMES,
        *COMPANY,
        *(word for one in forge.players for word in one.name.split()),
    }
    for line in lines_of_game(forge):
        for says in sentences(line):
            assert set(LEFT.findall(says)) <= known, line


@pytest.mark.parametrize("language", OTHERS)
def test_hosts_are_listed_with_the_same_keys(language: str) -> None:
    table = TableAnnounced(1, "keilty", "waiting", 1, 6, "kitchen")
    host = HostSeen(
        "x", Announcement("The Inn", "sha256:ab", 1, 1, ("keilty",), 1, 1, (table,)), ("10.0.0.2",), 7866, 0.0
    )
    met = (MetHost("10.0.0.2", "sha256:cd", "The Inn"),)
    english = [*map(compact, host_lines([ListedHost(host, standing(host, "10.0.0.2", met))]))]
    use_catalogue(catalogue(language))
    foreign = [*map(compact, host_lines([ListedHost(host, standing(host, "10.0.0.2", met))]))]
    assert [*map(machine, foreign)] == [*map(machine, english)] and foreign != english


def test_the_language_can_be_changed_from_inside(tmp_path: Path) -> None:
    likes = ActiveSettings(tmp_path)
    likes.change_setting("language", "de")
    assert _("it is not your turn") == "du bist nicht dran"
    assert ActiveSettings(tmp_path).settings.language == "de"
    likes.change_setting("language", "en")
    assert _("it is not your turn") == "it is not your turn"


def system_speaks(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For programs started from here on."""
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("language", OTHERS)
def test_one_script_plays_whole_games_in_every_language(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads the machine part alone, and every player's check holds."""
    system_speaks(language, monkeypatch)
    with host(tmp_path / "host") as (_hosting, address):
        kept = play(address, "keilty", "target=20", 2, tmp_path)
    assert len(kept) == 2


@pytest.mark.parametrize("language", OTHERS)
def test_a_real_program_speaks_the_language_of_the_system(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_speaks(language, monkeypatch)
    with program("play", "--json", "--players", "2", home=tmp_path) as person:
        person.until_kind("turn")
        person.say("throw 2C 3C")
        refused = person.until_kind("error")
        person.say("help draw")
        help_line = person.until(lambda line: line.startswith("welcome command="))
        assert person.end() == 0
    use_catalogue(catalogue(language))
    assert sentences(refused) == [_("name one card, such as {example!r}", example="throw 9C")]
    assert help_line.startswith("welcome command=draw does=") and sentences(help_line) == [_(VERBS["draw"].does)]


def test_what_the_system_says_is_said_in_the_players_language() -> None:
    missing, other = OSError(errno.ENOENT, os.strerror(errno.ENOENT)), OSError("odd")
    for language, says in (("en", "No such file or directory"), ("de", "das gibt es nicht")):
        with other_catalogue(catalogue(language)):
            assert (system_words(missing), system_words(other)) == (says, "odd")
