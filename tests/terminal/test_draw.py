"""What the screen shows, as text, and that nothing ever leaves its frame."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from prompt_toolkit.utils import get_cwidth

from rummynet_client.core import news
from rummynet_client.terminal.choice import Choice
from rummynet_client.terminal.draw import Size, plain, screen
from rummynet_client.terminal.help import help_page
from tests.support import pictures

SCREENS = Path(__file__).parent / "screens"
GAME = pictures.playing("keilty", 3, 41, seed=2)
GOLDEN = {
    "lobby": (pictures.empty(), Choice()),
    "three-players": (GAME, Choice()),
    "a-card-picked": (GAME, Choice().toggled(GAME)),
    "pile": (GAME, Choice().switched(GAME)),
}


@pytest.mark.parametrize("size", [Size(80, 23), Size(140, 44)], ids=["80", "140"])
@pytest.mark.parametrize("name", GOLDEN)
def test_the_screen_is_the_golden_one(name: str, size: Size) -> None:
    """RUMMYNET_REWRITE=1 writes them anew; look at what changed before you commit it."""
    file = SCREENS / f"{name}-{size.width}.txt"
    shown = plain(screen(*GOLDEN[name], size)) + "\n"
    if os.environ.get("RUMMYNET_REWRITE"):
        file.write_text(shown)
    assert shown == file.read_text()


@pytest.mark.parametrize("variant", ["keilty", "joker", "basic", "vegas", "crummy"])
@pytest.mark.parametrize("size", [Size(60, 15), Size(80, 23), Size(140, 44)])
def test_every_screen_fits_its_frame(variant: str, size: Size) -> None:
    for steps in (0, 7, 60):
        picture = pictures.playing(variant, 2 + steps % 3, steps, seed=steps)
        for choice in (Choice(), Choice().switched(picture).toggled(picture)):
            lines = screen(picture, choice, size, 12)
            assert len(lines) == size.height
            assert all(get_cwidth("".join(text for _, text in line)) <= size.width for line in lines)
        assert len(help_page(picture, size)) == size.height


def test_the_hand_and_the_question_stay_on_a_full_screen() -> None:
    """Forty cards in the pile and twenty-five in the hand at 80 columns leave room for everything one needs."""
    picture = pictures.crowded()
    text = plain(screen(picture, Choice(), Size(80, 23)))
    assert all(card in text for card in picture.hand)
    assert all(card in text for card in picture.position["discard"])  # type: ignore[index]
    assert "to play" in text or "1 " in text
    assert "words:" in text


def test_a_lost_connection_a_cheat_and_a_refusal_are_said_in_words() -> None:
    refused = replace(GAME, refusal=news.WasRefused("throw 9C", "card_not_held", "you do not hold 9C"))
    assert "you do not hold 9C" in plain(screen(refused, Choice(), Size(80, 23)))
    lost = replace(GAME, connected=False)
    assert "CONNECTION LOST" in plain(screen(lost, Choice(), Size(80, 23)))
    cheat = replace(GAME, fairness=replace(GAME.fairness, cheat="the scores are wrong"))
    assert "CHEAT FOUND: the scores are wrong" in plain(screen(cheat, Choice(), Size(80, 23)))
    voided = replace(GAME, fairness=replace(GAME.fairness, voided=1))
    assert "1 shuffles voided" in " ".join(plain(screen(voided, Choice(), Size(80, 23))).split())


def test_nothing_points_a_rummy_out() -> None:
    """Whether a call is possible changes no letter of the screen."""
    assert GAME.state is not None
    from rummynet.rules.state import Claim

    told = replace(GAME, state=replace(GAME.state, claims=(Claim("rummy lay AH on 1", 2),)))
    for choice in (Choice(), Choice().switched(GAME).toggled(GAME)):
        assert screen(told, choice, Size(80, 23)) == screen(GAME, choice, Size(80, 23))
