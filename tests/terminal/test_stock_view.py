import re

import pytest

from rummynet_client.terminal.drawing.card_art import LARGE, SMALL, CardLook, card_label, stock_and_pile
from rummynet_client.terminal.drawing.styled_text import Line, plain, width_of
from rummynet_protocol.cards import full_deck, name

NAMES = [name(code) for code in full_deck()]


def spread(count: int, width: int, rows: int) -> list[Line]:
    return stock_and_pile(12, [CardLook(card) for card in NAMES[:count]], width, rows)


def labels(lines: list[Line]) -> list[str]:
    """Ranks and suits in reading order; the sign in the middle of a large card has no rank."""
    return re.findall(r"(?:10|[2-9TJQKA])[♣♦♥♠]", plain(lines))


@pytest.mark.parametrize(
    ("count", "width", "rows", "height"),
    [
        (0, 80, LARGE, LARGE),
        (3, 80, LARGE, LARGE),
        (20, 80, LARGE, LARGE),
        (40, 80, LARGE, 2 * SMALL),
        (40, 80, SMALL, 2 * SMALL),
        (52, 80, SMALL, 3 * SMALL),
    ],
)
def test_a_pile_is_drawn_in_as_few_parts_as_the_width_asks_for(count: int, width: int, rows: int, height: int) -> None:
    lines = spread(count, width, rows)
    assert len(lines) == height
    assert all(width_of(line) <= width for line in lines)
    assert "╭" in plain(lines)


@pytest.mark.parametrize("width", [60, 80, 93])
@pytest.mark.parametrize("count", [26, 33, 40])
def test_every_card_of_a_long_pile_can_be_read_in_its_order(count: int, width: int) -> None:
    assert labels(spread(count, width, SMALL)) == [card_label(card) for card in NAMES[:count]]


def test_a_pile_too_long_for_three_parts_is_words() -> None:
    lines = spread(52, 60, SMALL)
    assert "╭" not in plain(lines) and len(labels(lines)) == 52


def test_cards_side_by_side_overlap_alike() -> None:
    """None of them looks as if it lay on top, but for the last."""
    lines = spread(15, 75, SMALL)
    assert plain(lines[:1]).count("╮") == 2  # the stock and the top of the pile
