"""The melds of the table on few lines: in full with who laid what, or shortened so that many fit."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from rummynet_client.language import _
from rummynet_client.terminal.styled_text import Line, card_style, card_text, flow
from rummynet_protocol.cards import RANKS

_LEAST_RUN: Final = 4
"""Runs of at least this many cards are shortened to their ends."""


def meld_lines(position: Mapping[str, Any], width: int, *, short: bool = False, apart: bool = False) -> list[Line]:
    """All melds, numbered; *short*: runs as their ends, without who laid them; *apart*: one per line."""
    pieces = [_short(n, meld) if short else _full(n, meld) for n, meld in enumerate(position["melds"])]
    if not pieces:
        return [[("class:dim", " " + _("no melds yet"))]]
    return pieces if apart else [line[1:] for line in flow(" ", pieces, width, 1)]


def _full(number: int, meld: Mapping[str, Any]) -> Line:
    piece: Line = [("class:dim", f" [{number}] ")]
    for card in meld["cards"]:
        piece += [(card_style(card), card_text(card)), ("", " ")]
    return [*piece, ("class:dim", f"({owner_runs(meld['by'])})  ")]


def _short(number: int, meld: Mapping[str, Any]) -> Line:
    cards: Sequence[str] = meld["cards"]
    piece: Line = [("class:dim", f" {number}:")]
    if _is_plain_run(cards):
        return [*piece, (card_style(cards[0]), f"{card_text(cards[0])}-{card_text(cards[-1])}"), ("", " ")]
    if _is_plain_set(cards):
        return [*piece, ("", cards[0][0]), *((card_style(card), card[1]) for card in cards), ("", " ")]
    return [*piece, *((card_style(card), card_text(card)) for card in cards), ("", " ")]


def _is_plain_run(cards: Sequence[str]) -> bool:
    if len(cards) < _LEAST_RUN or any("=" in card or card[0] == "*" for card in cards):
        return False
    ranks = [RANKS.index(card[0]) for card in cards]
    steps = {(high - low) % len(RANKS) for low, high in pairwise(ranks)}
    return steps == {1} and len({card[1] for card in cards}) == 1


def _is_plain_set(cards: Sequence[str]) -> bool:
    return all("=" not in card and card[0] == cards[0][0] != "*" for card in cards)


def owner_runs(by: Sequence[int]) -> str:
    """The seats that laid the cards, from the first to the last: ``0 0 1`` is written ``0×2 1``."""
    runs: list[list[int]] = []
    for seat in by:
        if runs and runs[-1][0] == seat:
            runs[-1][1] += 1
        else:
            runs.append([seat, 1])
    return " ".join(str(seat) if times == 1 else f"{seat}×{times}" for seat, times in runs)
