"""Parts that screens share: a title with a rule, two columns, a key with what it does. Pure."""

from collections.abc import Iterable, Sequence

from prompt_toolkit.utils import get_cwidth

from rummynet_client.language import _
from rummynet_client.terminal.drawing.mouse import mark
from rummynet_client.terminal.drawing.styled_text import Line, clipped, flow, width_of
from rummynet_client.terminal.state.table_offers import TableOffer


def titled(text: str, width: int, look: str = "class:title") -> Line:
    """A title at the beginning of a rule."""
    return [
        ("class:line", "── "),
        (look, text),
        ("class:line", " " + "─" * max(0, width - get_cwidth(text) - 4)),
    ]


def beside(left: Line, right: Line, width: int) -> Line:
    """Two columns, the left one *width* wide, with a rule between them."""
    left = clipped(left, width)
    return [*left, ("", " " * (width - width_of(left))), ("class:line", "│"), *right]


def key_and_effect(key: str, says: str, at: str = "", *, first: bool = False) -> Line:
    """A key and what it does, clickable with the mark *at*."""
    look = f"{'class:best' if first else 'class:offer'} {at}".rstrip()
    return [("", " "), (f"class:key {at}".rstrip(), f" {key} "), (look, f" {says}"), ("", "  ")]


def keys_flow(pieces: Iterable[Line], width: int) -> list[Line]:
    """Keys with their effects on as many lines as needed."""
    found: Sequence[Line] = list(pieces)
    return flow("", found, width, 0) if found else []


def offers_flow(offers: Sequence[TableOffer], width: int) -> list[Line]:
    """Offers with their keys; the one that Enter does stands out."""
    pieces = [
        key_and_effect(_("Enter") if offer.by_enter else offer.key, offer.says, mark("do", at), first=offer.by_enter)
        for at, offer in enumerate(offers)
    ]
    return keys_flow(pieces, width)
