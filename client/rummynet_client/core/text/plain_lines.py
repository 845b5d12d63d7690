"""Formats news as the lines of ``join --plain``: a kind, then key=value pairs; client/README.md lists them all.

A value is a bare word (letters, digits and ``_ . , : * + - / # ? !``) or a JSON string. None is ``none``, booleans are
``true`` and ``false``; lists are joined with commas, lists of cards with spaces.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from rummynet_client.core.text import news
from rummynet_client.core.text.news import News
from rummynet_protocol.text import harmless

KINDS: Final = (
    "welcome",
    "lobby",
    "table",
    "seat",
    "deal",
    "turn",
    "did",
    "hand",
    "refused",
    "claim",
    "round",
    "game",
    "chat",
    "fair",
    "error",
    "bye",
)
"""The first words of all lines."""

KIND_OF: Final[dict[type[News], str]] = {
    news.Welcomed: "welcome",
    news.TableChanged: "table",
    news.LeftTable: "table",
    news.SeatTaken: "seat",
    news.SeatFreed: "seat",
    news.GameBegan: "game",
    news.RoundDealt: "deal",
    news.StockRenewed: "deal",
    news.TurnBegan: "turn",
    news.FactsChanged: "table",
    news.ClockChanged: "turn",
    news.SeatActed: "did",
    news.HandShown: "hand",
    news.WasRefused: "refused",
    news.RummyCalled: "claim",
    news.CallWasLate: "claim",
    news.RummyHinted: "claim",
    news.RoundScored: "round",
    news.GameWasWon: "game",
    news.ChatSaid: "chat",
    news.FairnessReported: "fair",
    news.WentWrong: "error",
    news.ConnectionEnded: "bye",
}
"""News type to kind, except for news with several lines or a kind of its own."""

_RENAMED: Final[dict[type[News], dict[str, str]]] = {
    news.StockRenewed: {"count": "reshuffled"},
    news.ClockChanged: {"millis": "clock"},
    news.CallWasLate: {"seat": "late"},
    news.RummyHinted: {"action": "hint"},
    news.LeftTable: {"table": "left"},
    news.GameBegan: {"game": "begun"},
    news.GameWasWon: {"game": "over"},
}
_CARD_LISTS: Final = frozenset({"cards", "came", "up", "pile", "words"})
_BARE: Final = re.compile(r"[A-Za-z0-9_.,:*+\-/#?!]+\Z")


def news_lines(item: News) -> list[str]:
    """The lines of one item: one, except for a lobby: one with the count, then one for each table."""
    match item:
        case news.LobbyListed(tables, more):
            return [
                format_line("lobby", (("tables", len(tables) + more), *((("more", more),) if more else ()))),
                *(format_line("lobby", _pairs(table)) for table in tables),
            ]
        case news.QueryAnswered(kind, pairs):
            return [format_line(kind, pairs)]
        case news.SeatFreed(seat):
            return [format_line("seat", (("seat", seat), ("free", True)))]
    return [format_line(KIND_OF[type(item)], _pairs(item))]


def format_line(kind: str, pairs: tuple[tuple[str, Any], ...]) -> str:
    """Format one line."""
    return " ".join([kind, *(f"{key}={format_value(key, value)}" for key, value in pairs)])


def format_value(key: str, value: object) -> str:
    """Format a value as it follows ``key=``."""
    if key == "facts" and isinstance(value, tuple):
        return _quoted("; ".join(value))
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return _quoted((" " if key in _CARD_LISTS else ",").join(map(_word, value)))
        case Mapping():
            return _quoted(" ".join(f"{name}={format_value(name, item)}" for name, item in value.items()))
    return _quoted(str(value))


def _word(value: object) -> str:
    return "none" if value is None else str(value)


def _quoted(text: str) -> str:
    """Escape a text. All output passes here, so that no text of others can control the terminal."""
    return text if _BARE.match(text) else json.dumps(harmless(text), ensure_ascii=False)


def _pairs(item: Any) -> tuple[tuple[str, Any], ...]:  # noqa: ANN401 - any news
    renamed = _RENAMED.get(type(item), {})
    return tuple((renamed.get(part.name, part.name), getattr(item, part.name)) for part in fields(item))
