"""A set and a run of a game, drawn, where the lobby has room for them. Pure."""

from rummynet_client.core.text.game_words import melds_of
from rummynet_client.language import _
from rummynet_client.terminal.card_art import LARGE, SMALL, CardLook, card_rows
from rummynet_client.terminal.panels import titled
from rummynet_client.terminal.styled_text import Line, Size, wrapped

_GAP = 3


def example_lines(game: str, size: Size) -> list[Line]:
    """The examples on at most ``size.height`` lines, a blank one before them; nothing where they do not fit."""
    first, second, says = melds_of(game)
    if not first:
        return []
    caption = wrapped("class:dim", says, size.width)
    for rows in (LARGE, SMALL):
        drawn = _side_by_side(first, second, size.width, rows)
        if drawn is not None and rows + len(caption) + 2 <= size.height:
            return [[], titled(_("What is laid"), size.width), *drawn, *caption]
    return []


def _side_by_side(first: list[str], second: list[str], width: int, rows: int) -> list[Line] | None:
    """Two melds beside each other; None where they do not fit uncovered."""
    card = 7 if rows == LARGE else 5
    wide = [max(card, len(one) + 3) for one in (*first, *second)]
    if sum(wide) + _GAP + 2 > width:
        return None
    left = card_rows([CardLook(one) for one in first], card * len(first), rows)
    right = card_rows([CardLook(one) for one in second], width - card * len(first) - _GAP - 2, rows)
    if left is None or right is None:
        return None
    return [[("", " "), *one, ("", " " * _GAP), *other] for one, other in zip(left, right, strict=True)]
