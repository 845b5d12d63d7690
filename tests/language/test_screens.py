"""Every screen in every language: it fits, nothing is cut that English does not cut, and no sentence stays English."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from prompt_toolkit.utils import get_cwidth

from rummynet.bots.levels import NAMES as LEVELS
from rummynet.ledger.checks import CHECKS
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.session.view_model import ViewModel, fairness_of
from rummynet_client.core.session.watch.alarms import Alarms
from rummynet_client.core.text.verbs import VERBS
from rummynet_client.core.views.lesson import STEPS, Lesson
from rummynet_client.language import _, use_catalogue
from rummynet_client.language.catalogues import ENGLISH, LANGUAGES, catalogue
from rummynet_client.terminal.drawing.card_art import card_label
from rummynet_client.terminal.drawing.styled_text import Line, Size, footer_text, plain
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.hosts import host_list_lines as shown_hosts
from rummynet_client.terminal.pages.help import KEYS
from rummynet_client.terminal.pages.page import PAGES, page, page_foot
from rummynet_client.terminal.replay.replay import FOOT, Replay, replay_lines
from rummynet_client.terminal.replay.replay_screen import TYPE
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_protocol.fairness.transcript import read_transcript
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.foreign import Foreign
from tests.support.forge import Forge
from tests.support.golden import golden, golden_lobby

OTHERS = [name for name in LANGUAGES if name != ENGLISH]
SIZES = [Size(80, 23), Size(120, 39)]
TYPED = {"rummynet", *VERBS, *LEVELS, "true", "false", "none", "null", "target"}


@cache
def finished() -> Forge:
    """A whole game of Keilty rummy."""
    forge = Forge("keilty", {"target": 100}, 3, seed=1)
    forge.play()
    return forge


def ended() -> ViewModel:
    """After its first round and more."""
    game = pictures.followed(finished(), 0)
    return replace(pictures.of(game, "keilty"), reviews=tuple(game.reviews), fairness=fairness_of(game, Alarms()))


def lessons() -> Iterator[Lesson]:
    """The lesson at each of its steps."""
    for at in range(len(STEPS)):
        lesson = Lesson()
        for _step in STEPS[:at]:
            lesson.take_input("hint")
        lesson.take_input("throw 2D")
        yield lesson


def drawn(size: Size) -> Iterator[tuple[str, list[Line]]]:
    """Everything there is to be seen, by a name."""
    for name, (picture, choice) in golden().items():
        yield name, screen(picture, choice, size, 9)
    for name, (picture, view) in golden_lobby().items():
        yield name, screen(picture, Choice(), size, view=view)
    over = ended()
    yield "over", screen(over, Choice(), size)
    for name in PAGES:
        for down in (0, 20, 40, 60, 80):
            yield f"{name} from {down}", page(name, over, (), size, down)
    for at, lesson in enumerate(lessons()):
        yield f"lesson, step {at}", screen(lesson.model, Choice(), size, None, ScreenState(lesson=lesson.instruction))
    forge = finished()
    scene = made_replay(forge)
    for at in (0, 10, len(scene.frames) - 1):
        yield f"replay, step {at}", replay_lines(scene.moved_by(at).with_viewpoint(0 if at else "nobody"), size)


def made_replay(forge: Forge) -> Replay:
    from tests.support.replays import replay_of

    scene = replay_of(read_transcript(forge.transcript()))
    assert scene is not None
    return scene


def cut_off(lines: list[Line]) -> list[str]:
    """The lines that had to be shortened."""
    return [
        text for line in lines if (text := "".join(part for _look, part in line)).endswith("…") and " …" not in text
    ]


@pytest.mark.parametrize("size", SIZES, ids=["80", "120"])
@pytest.mark.parametrize("language", OTHERS)
def test_every_screen_fits_in_every_language(language: str, size: Size) -> None:
    in_english = {name: len(cut_off(lines)) for name, lines in drawn(size)}
    use_catalogue(catalogue(language))
    for name, lines in drawn(size):
        assert len(lines) == size.height, name
        assert all(get_cwidth("".join(text for _look, text in line)) <= size.width for line in lines), name
        assert len(cut_off(lines)) <= in_english[name], (name, cut_off(lines))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_needs_to_play_is_on_every_screen(language: str) -> None:
    """However long the sentences are, the hand and the pile are there."""
    use_catalogue(catalogue(language))
    for name, (picture, choice) in golden().items():
        text = plain(screen(picture, choice, Size(80, 23)))
        assert all(card_label(one) in text or card_label(one, short_ten=True) in text for one in picture.hand), name


def feet(playing: ViewModel, width: int) -> list[str]:
    """Every footer there is."""
    pages = [page_foot(replace(playing, my_turn=mine), width) for mine in (False, True)]
    hosts = plain(shown_hosts([], None, Size(width, 23), [])[-1:])
    return [*pages, hosts, *(footer_text(_(text), width) for text in (FOOT, TYPE))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_footers_and_keys_have_room(language: str) -> None:
    use_catalogue(catalogue(language))
    playing = pictures.playing("keilty", 3, 42, seed=2)
    assert all(get_cwidth(foot) <= 80 and "…" not in foot for foot in feet(playing, 80))
    assert all(get_cwidth(_(key)) <= 16 for key, _says in KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_footer_is_shortened_behind_a_whole_word(language: str) -> None:
    use_catalogue(catalogue(language))
    playing = pictures.playing("keilty", 3, 42, seed=2)
    whole = feet(playing, 200)
    for width in range(30, 80):
        for short, long in zip(feet(playing, width), whole, strict=True):
            assert get_cwidth(short) <= width
            kept = short.removesuffix(" …")
            assert long.startswith(kept) and long[len(kept) : len(kept) + 1] in ("", " ", ","), (short, long)


def plain_words(picture: ViewModel) -> set[str]:
    """What is the same in all languages: names, words of the commands and options, the table's six words."""
    names = (*picture.names, picture.host, picture.table.name if picture.table else "", *CHECKS, *picture.words)
    games = (*NAMES, *(variety(name).title for name in NAMES))
    said = " ".join((*(one.text for one in picture.chat), *(seat.name for seat in picture.seats)))
    spectators = "kitchen table porch anna ben carla"
    return {
        word for text in (*names, *games, *picture.options, said, spectators) for word in re.findall("[A-Za-z]+", text)
    }


def test_nothing_on_any_screen_goes_round_the_catalogue() -> None:
    use_catalogue(Foreign())
    there = [ended(), *(picture for picture, _choice in golden().values()),
             *(picture for picture, _view in golden_lobby().values())]  # fmt: skip
    known = TYPED | set().union(*map(plain_words, there))
    for name, lines in drawn(Size(120, 39)):
        left = {word for word in re.findall("[A-Za-z]{3,}", plain(lines)) if not word.isupper()} - known
        assert left == set(), name
