"""What lobby, menu and waiting table share: keys with what they do, and examples of melds for newcomers. Pure."""

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from rummynet.rules.core.variety import has_calls
from rummynet.rules.varieties import variety
from rummynet_client.core.text.game_words import melds_of
from rummynet_client.language import _
from rummynet_client.terminal.drawing.card_art import LARGE, SMALL, CardLook, card_rows
from rummynet_client.terminal.drawing.styled_text import Line, Size, flow, mark, titled, wrapped
from rummynet_client.terminal.state.table_offers import TableOffer

_GAP = 3  # columns between two examples: with fewer they look like one meld


def key_and_effect(key: str, says: str, at: str = "", *, first: bool = False) -> Line:
    """A key and what it does, clickable with the mark *at*."""
    look = f"{'class:best' if first else 'class:offer'} {at}".rstrip()
    key_look = "class:key" if first else "class:keys class:quiet"  # bright is what Enter does
    return [("", " "), (f"{key_look} {at}".rstrip(), f" {key} "), (look, f" {says}"), ("", "  ")]


def offers_flow(offers: Sequence[TableOffer], width: int) -> list[Line]:
    """Offers with their keys; the one that Enter does stands out."""
    pieces = [
        key_and_effect(_("Enter") if offer.by_enter else offer.key, offer.says, mark("do", at), first=offer.by_enter)
        for at, offer in enumerate(offers)
    ]
    return flow("", pieces, width, 0) if pieces else []


def example_lines(game: str, size: Size) -> list[Line]:
    """What helps a newcomer, on at most ``size.height`` lines, a blank one before each part."""
    first, second, says = melds_of(game)
    if not says:
        return []
    caption = wrapped("class:dim", says, size.width)
    for rows in (LARGE, SMALL):
        drawn = _side_by_side(first, second, size.width, rows)
        if drawn is not None and rows + len(caption) + 2 <= size.height:
            melds = [[], titled(_("What is laid"), size.width), *drawn, *caption]
            keys = _turn_keys(game, size.width)
            return [*melds, *keys] if len(melds) + len(keys) <= size.height else melds
    return []


def _turn_keys(game: str, width: int) -> list[Line]:
    """The keys of a turn, one below another."""
    keys = [
        ("d", _("draw a card")), (_("tab"), _("go to the pile and back; Enter takes a card there")),
        (_("space"), _("pick cards; Enter does what is offered with them")),
        ("t", _("throw a card out, which ends the turn")),
        *([("r", _("call a rummy, at any time"))] if has_calls(variety(game)) else []),
    ]  # fmt: skip
    wide = max(get_cwidth(key) for key, _says in keys) + 2
    lines: list[Line] = [
        [("", " "), ("class:keys class:quiet", f" {key} "), ("", " " * (wide - get_cwidth(key))), ("", says)]
        for key, says in keys
    ]
    return [[], titled(_("A turn, by keys"), width), *lines]


def _side_by_side(first: list[str], second: list[str], width: int, rows: int) -> list[Line] | None:
    """Two melds beside each other, or the one there is; None where they do not fit uncovered."""
    # Columns as ``card_art`` draws a card that nothing covers: overlapped examples would teach nothing.
    card = 7 if rows == LARGE else 5
    wide = [max(card, len(one) + 3) for one in (*first, *second)]
    if sum(wide) + _GAP + 2 > width:
        return None
    if not first or not second:
        alone = card_rows([CardLook(one) for one in first or second], width - 2, rows)
        return None if alone is None else [[("", " "), *one] for one in alone]
    left = card_rows([CardLook(one) for one in first], card * len(first), rows)
    right = card_rows([CardLook(one) for one in second], width - card * len(first) - _GAP - 2, rows)
    if left is None or right is None:
        return None
    return [[("", " "), *one, ("", " " * _GAP), *other] for one, other in zip(left, right, strict=True)]
