"""The melds of the table, grouped under the names of those who laid them. Pure.

A card that somebody else laid off has that player's letter beside it, in the player's colour; a legend names the
letters. Where room is short, plain runs are written as their ends and sets as their suits. The meld under the cursor
stands in brackets, its cards have the cursor's sign; a picked meld has a star.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from prompt_toolkit.utils import get_cwidth

from rummynet_client.core.views.meld_order import meld_order, owner
from rummynet_client.language import _
from rummynet_client.terminal.drawing.card_art import CardLook, card_class, card_groups, card_label
from rummynet_client.terminal.drawing.styled_text import Line, flow, mark, padded, width_of
from rummynet_client.terminal.drawing.theme import seat_class
from rummynet_protocol.cards import RANKS
from rummynet_protocol.values import Value

_LEAST_RUN: Final = 4  # shorter runs are not written as their ends: three cards take hardly more room than their ends
# Columns for names before the melds: a name of seven letters is still told from others, one of 16 takes no cards'
# place.
_NAMES: Final = (7, 16)
_GAP: Final = 3  # columns between two melds: with fewer they look like one


class MeldMarks(Value):
    """What is marked among the melds."""

    changed: frozenset[str] = frozenset()  # cards laid a moment ago
    pointed: int | None = None  # the number of the meld under the cursor
    picked: frozenset[int] = frozenset()


_UNMARKED: Final = MeldMarks()


class _Meld(Value):
    """A meld and how it is shown."""

    cards: Sequence[str]
    by: Sequence[int]
    look: str
    pointed: bool
    picked: bool


def meld_lines(
    position: Mapping[str, Any], names: Sequence[str], width: int, *, short: bool = False, rows: int = 0,
    marks: MeldMarks = _UNMARKED, me: int | None = None, apart: bool = False,
) -> list[Line]:  # fmt: skip
    """All melds by name, with a legend for cards laid off by others; *short*: as briefly as can be.

    *rows* are those of a drawn card; with 0 cards are words. *apart*: white cards of two rows do not touch.
    """
    melds = position["melds"]
    if not melds:
        return [[("class:dim", " " + _("no melds yet"))]]
    letters = _letters(names)
    shown = [_meld(melds[number], number, marks) for number in meld_order(position)]
    owned = [(owner(meld.by), meld) for meld in shown]
    by_owner = [(seat, [meld for by, meld in owned if by == seat]) for seat in range(len(names))]
    labelled = [(seat, _("you") if seat == me else names[seat], own) for seat, own in by_owner if own]
    if short:
        return _short_lines(labelled, width)
    column = min(_NAMES[1], max(_NAMES[0], *(get_cwidth(label) for _seat, label, _own in labelled)))
    lines: list[Line] = []
    for seat, label, own in labelled:
        name = padded(label, column)
        if apart and lines:
            lines.append([])
        if rows:
            lines += _drawn(own, seat, name, letters, width, marks.changed, rows, apart=apart)
        else:
            lines += _words(own, seat, name, letters, width, marks.changed)
    return [*lines, *_legend(melds, letters, names, me, width)]


def _meld(meld: Mapping[str, Any], number: int, marks: MeldMarks) -> _Meld:
    look = mark("melds", number)
    return _Meld(meld["cards"], meld["by"], look, number == marks.pointed, number in marks.picked)


def _short_lines(labelled: Sequence[tuple[int, str, Sequence[_Meld]]], width: int) -> list[Line]:
    """All melds behind each other, each player's behind the name."""
    pieces: list[Line] = []
    for seat, label, own in labelled:
        first, *rest = map(_short, own)
        pieces.append([(seat_class(seat), padded(label, min(_NAMES[1], get_cwidth(label))) + " "), *first, ("", "  ")])
        pieces += [[*piece, ("", "  ")] for piece in rest]
    return flow(" ", pieces, width, 1)


def _letters(names: Sequence[str]) -> list[str]:
    """A letter for each name: the first of its own that no other has, else a digit."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        own = [char for char in name.lower() if char.isascii() and char.isalpha()]
        found.append(next((char for char in own if char not in found), str(number % 10)))
    return found


def _legend(
    melds: Sequence[Mapping[str, Any]], letters: Sequence[str], names: Sequence[str], me: int | None, width: int
) -> list[Line]:
    strangers = sorted({seat for meld in melds for seat in meld["by"] if seat != owner(meld["by"])})
    line: Line = []
    for seat in strangers:
        if seat >= len(names):
            continue
        piece = _("{letter} laid off by {name}", letter=letters[seat], name=_("you") if seat == me else names[seat])
        line += [(seat_class(seat), f" {piece} ")]
    # Where the legend does not fit, the letters still have their players' colours.
    return [line] if line and width_of(line) <= width else []


def _words(
    melds: Sequence[_Meld], seat: int, name: str, letters: Sequence[str], width: int, changed: frozenset[str]
) -> list[Line]:
    """The melds of one player as words, on as many lines as they need."""
    pieces = [_full(meld, seat, letters, changed) for meld in melds]
    lines: list[Line] = [_label(seat, name)]
    indent = width_of(lines[0])
    for piece in pieces:
        if width_of(lines[-1]) + width_of(piece) > width and width_of(lines[-1]) > indent:
            lines.append([("", " " * indent)])
        lines[-1] = [*lines[-1], *piece, ("", " " * _GAP)]
    return [_trimmed(line) for line in lines]


def _drawn(
    melds: Sequence[_Meld], seat: int, name: str, letters: Sequence[str], width: int, changed: frozenset[str],
    high: int, *, apart: bool,
) -> list[Line]:  # fmt: skip
    """The melds of one player as drawn cards, the name beside the first row of them."""

    def look(meld: _Meld, card: str, by: int) -> CardLook:
        lately = " class:changed" if card in changed else ""
        return CardLook(card, meld.look + lately, meld.pointed, meld.picked, by=_by(by, seat, letters))

    groups = [([look(meld, *one) for one in zip(meld.cards, meld.by, strict=True)], "") for meld in melds]
    drawn = card_groups(_label(seat, name), groups, width, high, apart=apart)
    return _words(melds, seat, name, letters, width, changed) if drawn is None else [_trimmed(line) for line in drawn]


def _label(seat: int, name: str) -> Line:
    return [(seat_class(seat), f" {name} ")]


def _by(by: int, seat: int, letters: Sequence[str]) -> tuple[str, str] | None:
    return (seat_class(by), letters[by] if by < len(letters) else "?") if by != seat else None


def _trimmed(line: Line) -> Line:
    while line and not line[-1][1].strip() and "card" not in line[-1][0]:
        line = line[:-1]
    return line


def _full(meld: _Meld, seat: int, letters: Sequence[str], changed: frozenset[str]) -> Line:
    piece: Line = []
    for card, by in zip(meld.cards, meld.by, strict=True):
        lately = " class:changed" if card in changed else ""
        stranger = _by(by, seat, letters)
        piece.append((f"{_face(card)}{lately} {meld.look}", card_label(card)))
        piece.append((stranger[0], stranger[1] + " ") if stranger else (meld.look, " "))
    return _signed(meld, piece[:-1] if piece[-1][1] == " " else piece)


def _signed(meld: _Meld, piece: Line) -> Line:
    """The meld with a star if it is picked, in brackets under the cursor."""
    line = [("class:picked", "*"), *piece] if meld.picked else piece
    return [("class:cursor", "["), *line, ("class:cursor", "]")] if meld.pointed else line


def _face(card: str) -> str:
    return f"class:card {card_class(card)}"


def _short(meld: _Meld) -> Line:
    cards = meld.cards
    line: Line = []
    if _is_plain_run(cards):
        line = [(f"{_face(cards[0])} {meld.look}", f"{card_label(cards[0])}–{card_label(cards[-1])}")]
    elif _is_plain_set(cards):
        labels = [card_label(cards[0]), *(card_label(card)[-1] for card in cards[1:])]
        line = [(f"{_face(card)} {meld.look}", label) for card, label in zip(cards, labels, strict=True)]
    else:
        for card in cards:
            line += [(f"{_face(card)} {meld.look}", card_label(card)), (meld.look, " ")]
        line.pop()
    return _signed(meld, line)


def _is_plain_run(cards: Sequence[str]) -> bool:
    if len(cards) < _LEAST_RUN or any("=" in card or card[0] == "*" for card in cards):
        return False
    ranks = [RANKS.index(card[0]) for card in cards]
    steps = {(high - low) % len(RANKS) for low, high in pairwise(ranks)}
    return steps == {1} and len({card[1] for card in cards}) == 1


def _is_plain_set(cards: Sequence[str]) -> bool:
    return all("=" not in card and card[0] == cards[0][0] != "*" for card in cards)
