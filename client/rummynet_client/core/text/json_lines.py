"""Formats news as the lines of ``join --json``, one JSON object each; client/README.md lists them all."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from rummynet.bots.coach.findings import Advice, Moment
from rummynet.bots.coach.play_reasons import reason_values
from rummynet_client.core.text import news
from rummynet_client.core.text.news import News
from rummynet_protocol import notation
from rummynet_protocol.text import harmless

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
    news.MovesChanged: "turn",
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
KINDS: Final = (*dict.fromkeys(KIND_OF.values()), "lobby", "hint", "coach", "invite", "log")  # of all lines

_RENAMED: Final[dict[type[News], dict[str, str]]] = {
    news.StockRenewed: {"count": "reshuffled"},
    news.ClockChanged: {"millis": "clock"},
    news.CallWasLate: {"seat": "late"},
    news.RummyHinted: {"action": "hint"},
    news.LeftTable: {"table": "left"},
    news.GameBegan: {"game": "begun"},
    news.GameWasWon: {"game": "over"},
}
# (Programs read one line an action: its events would say it a second time, in a form that changes with the rules.)
_UNWRITTEN: Final = frozenset({"events", "melds"})  # fields that no line has: ``action`` says the same


def advice_values(advice: Advice) -> tuple[tuple[str, Any], ...]:
    """The action in notation, and the reasons with their figures."""
    return ("action", notation.text(advice.action)), ("reasons", tuple(map(reason_values, advice.reasons)))


def moment_values(moment: Moment) -> tuple[tuple[str, Any], ...]:
    """A decision that cost points: its turn, what was done, the better play, and the expected difference."""
    (_key, better), reasons = advice_values(moment.better)
    return (
        ("turn", moment.turn),
        ("did", notation.text(moment.decision.action)),
        ("better", better),
        reasons,
        ("points", round(moment.cost, 1)),
        ("error", round(moment.error, 1)),
    )


def news_lines(item: News) -> list[str]:
    """The lines of one item: one, except for a lobby: one with the count, then one for each table."""
    match item:
        case news.LobbyListed(tables, more):
            first = json_line("lobby", (("tables", len(tables) + more), ("more", more)))
            return [first, *(json_line("lobby", _pairs(table)) for table in tables)]
        case news.NewTable(table):
            return [json_line("lobby", _pairs(table))]
        case news.QueryAnswered(kind, pairs):
            return [json_line(kind, pairs)]
        case news.HintGiven(advice):
            return [json_line("hint", advice_values(advice))]
        case news.RoundCoached(round, moments):
            first = json_line("coach", (("round", round), ("moments", len(moments))))
            return [first, *(json_line("coach", (("round", round), *moment_values(one))) for one in moments)]
        case news.GameCoached(points):
            first = json_line("coach", (("round", None), ("moments", len(points))))
            return [first, *(json_line("coach", (("round", round), *moment_values(one))) for round, one in points)]
        case news.SeatFreed(seat):
            return [json_line("seat", (("seat", seat), ("free", True)))]
    return [json_line(KIND_OF[type(item)], _pairs(item))]


def json_line(kind: str, pairs: Iterable[tuple[str, Any]]) -> str:
    """One line. All output passes here, so that no text of others can control a terminal that shows it."""
    # Letters beyond ASCII stay readable; ``harmless`` has taken what could control a terminal.
    return json.dumps({"kind": kind, **{key: _plain(value) for key, value in pairs}}, ensure_ascii=False)


def _plain(value: object) -> object:
    """A value of news as JSON knows it."""
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return harmless(value)
        case list() | tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(name): _plain(item) for name, item in value.items()}
    # No `default` of json: a new kind of value must be seen in a test, not written as its repr.
    raise TypeError(f"no line can hold a {type(value).__name__}")


def _pairs(item: Any) -> tuple[tuple[str, Any], ...]:  # noqa: ANN401 - any news
    renamed = _RENAMED.get(type(item), {})
    names = [name for name in item.__struct_fields__ if name not in _UNWRITTEN]
    return tuple((renamed.get(name, name), getattr(item, name)) for name in names)
