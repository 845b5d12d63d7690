"""The table during a game as lines: pure functions of view model, choice, screen state and size.

What is needed to play is always shown: pile, melds, own hand, possible actions. Less space means a more compact
layout; from 100 columns on log and chat have a column of their own, else they take the rows that are left.
"""

from functools import cache
from typing import Final

from prompt_toolkit.utils import get_cwidth

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.language import _, pgettext
from rummynet_client.terminal.drawing.card_art import (
    COLUMNS,
    HUGE,
    LARGE,
    SMALL,
    VAST,
    CardLook,
    card_rows,
    card_word,
    sentence_lines,
    stock_and_pile,
)
from rummynet_client.terminal.drawing.styled_text import Line, Size, beside, cut, flow, mark, padded, width_of
from rummynet_client.terminal.drawing.theme import seat_class
from rummynet_client.terminal.state.choice import Choice, Row
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.head import head_lines
from rummynet_client.terminal.table.log_and_chat import columns, log_and_chat, side_lines
from rummynet_client.terminal.table.meld_lines import MeldMarks, meld_lines
from rummynet_client.terminal.table.offers import offer_lines, refusal_lines, sending_text
from rummynet_client.terminal.table.opponents import TURN, clock_text, is_away, opponent_lines, points_text
from rummynet_protocol.values import Value


class _Layout(Value):
    """How much room the parts of the table take."""

    hand: int = SMALL  # rows of a card in the hand; 0 writes cards as words
    pile: int = SMALL
    boxes: int = 1  # the second row only has the course of the rounds, so it is the first to go
    """Rows inside an opponent's box; 0 writes opponents as words."""
    melds: int = SMALL  # rows of a card in the melds; 0 writes cards as words
    apart: bool = False  # a blank row between the melds of two players
    short: bool = False  # runs as their ends
    close: bool = False  # one column between words of cards
    facts: bool = True  # the game's facts are shown
    log: int = 3  # what the player before did, with a draw, a lay and a throw
    """Least rows of log where it has no column of its own."""


# From the roomiest to the tightest; the first that fits is taken. What one looks at least is made small first: large
# cards of melds, pile and hand, then melds and opponents as words. The hand stays drawn longest, as it is pointed at.
_LAYOUTS: Final = (
    _Layout(hand=VAST, pile=VAST, boxes=2, melds=VAST, apart=True),
    _Layout(hand=VAST, pile=VAST, boxes=2, melds=HUGE, apart=True),
    _Layout(hand=HUGE, pile=HUGE, boxes=2, melds=HUGE, apart=True),
    _Layout(hand=HUGE, pile=HUGE, boxes=2, melds=LARGE, apart=True),
    _Layout(hand=LARGE, pile=HUGE, boxes=2, melds=HUGE, apart=True),
    _Layout(hand=LARGE, pile=HUGE, boxes=2, melds=LARGE, apart=True),
    _Layout(hand=LARGE, pile=LARGE, boxes=2, melds=LARGE, apart=True),
    _Layout(hand=LARGE, pile=LARGE, boxes=2, melds=LARGE),
    _Layout(hand=LARGE, pile=LARGE, boxes=2, apart=True),
    _Layout(hand=LARGE, pile=LARGE, boxes=2),
    _Layout(hand=LARGE, boxes=2),
    _Layout(boxes=2),
    _Layout(),
    _Layout(boxes=2, melds=0),
    _Layout(melds=0),
    _Layout(melds=0, log=2),
    _Layout(melds=0, log=1),  # facts of one turn may take two rows more: rather those of the log than another pile
    _Layout(pile=0, melds=0, log=2),
    _Layout(pile=0, boxes=0, melds=0, log=2),
    _Layout(pile=0, boxes=0, melds=0, short=True, log=2),
    _Layout(pile=0, hand=0, boxes=0, melds=0, short=True, log=2),
    _Layout(pile=0, hand=0, boxes=0, melds=0, short=True, close=True, log=2),
    _Layout(pile=0, hand=0, boxes=0, melds=0, short=True, close=True, log=1),
    _Layout(pile=0, hand=0, boxes=0, melds=0, short=True, close=True, facts=False, log=0),
)


class _Parts(Value):
    """The table from top to bottom, before it is told how high it is."""

    above: list[Line]
    middle: list[Line]
    melds: list[Line]
    below: list[Line]
    offer_rows: int  # how many of the last rows are offers and answers

    @property
    def height(self) -> int:
        return len(self.above) + len(self.middle) + len(self.melds) + len(self.below)


def table_lines(
    model: ViewModel, choice: Choice, size: Size, seconds: int | None, view: ScreenState, below: int = 0
) -> list[Line]:
    """The table, fitted to *size*; *seconds* are left on the running clock, *below* rows under it are taken now."""
    head = head_lines(model, size.width)
    (width, side), height = columns(size.width), size.height - len(head)
    facts = model.facts
    drawing = _Drawing(model, choice, width, seconds, view, () if side else facts)
    parts = drawing.parts(_chosen_layout(drawing, height, below, has_log=not side))
    body = _fitted(parts, model, view, Size(width, height), with_log=not side)
    if not side:
        return [*head, *body]
    column = side_lines(model, facts, view, Size(side, height))
    return [*head, *beside(body, column, width)]


# Offers, and a line about them: with less kept free, cards would change their size when the cursor moves.
_OFFER_ROWS: Final = 3
_SIDE_BY_SIDE: Final = 10  # large cards of a hand: if fewer had room they would overlap, and look no larger
_TALL: Final = 27  # rows from which on all of those stay free: on fewer the log needs one of them
_LEAST_LOG: Final = 3  # as ``_Layout.log`` of the roomier layouts
_HEAD_ROWS: Final = 2  # the first, and the six words, which go when the first card is thrown


def _chosen_layout(drawing: "_Drawing", height: int, below: int, *, has_log: bool) -> _Layout:
    """The first layout that has room for what a round brings, else the first with room for what is there now.

    So the table keeps its form and its cards their size for a round, until melds or pile grow beyond what is usual.
    An answer *below* takes rows of the log and those kept free for offers.
    """
    for layout in _LAYOUTS:
        usual = drawing.usual_height(layout) + (layout.log if has_log else 0)
        is_too_wide = layout.hand > LARGE and drawing.width < _SIDE_BY_SIDE * COLUMNS[layout.hand] + 2
        # Nothing is drawn only to be measured where that much is certain: it is most of the time that a key takes.
        if is_too_wide or drawing.least_height(layout) > height + below:
            continue
        if layout.hand and usual <= height + below and (not below or drawing.parts(layout).height <= height):
            return layout
    fitting = (layout for layout in _LAYOUTS if drawing.parts(layout).height + (layout.log if has_log else 0) <= height)
    return next(fitting, _LAYOUTS[-1])


class _Drawing:
    """The parts of one table in each layout; what two layouts share is drawn once."""

    def __init__(
        self, model: ViewModel, choice: Choice, width: int, seconds: int | None, view: ScreenState,
        facts: tuple[str, ...],
    ) -> None:  # fmt: skip
        assert model.state is not None and model.position is not None
        state, position = model.state, model.position
        pile = card_looks(model, choice, "pile", view)
        self.width = width
        self._missing_head = max(0, _HEAD_ROWS - len(head_lines(model, width)))
        self._players = state.players
        self._facts = sentence_lines("class:facts", " · ".join(facts), width, model.names)
        self._own = own_line(model, choice, width, seconds)
        self._told = [*offer_lines(model, choice, width, view), *refusal_lines(model, width)]
        self._opponents = cache(lambda boxes: opponent_lines(model, seconds, width, boxes=boxes))
        marks = MeldMarks(view.changed, choice.meld_under_cursor(model), choice.picked_melds)
        self._middle = cache(lambda rows, close: stock_and_pile(len(state.stock), pile, width, rows, close=close))
        self._melds = cache(
            lambda rows, short, apart: meld_lines(
                position, model.names, width, short=short, rows=rows, marks=marks, me=model.me, apart=apart
            )
        )
        self._hand = cache(lambda rows, close: hand_lines(model, choice, width, rows, view, close=close))

    def parts(self, layout: _Layout) -> _Parts:
        above = [*self._opponents(layout.boxes), *(self._facts if layout.facts else [])]
        melds = self._melds(layout.melds, layout.short, layout.apart)
        below = [self._own, *self._hand(layout.hand, layout.close), *self._told]
        return _Parts(above, self._middle(layout.pile, layout.close), melds, below, len(self._told))

    def _meld_rows(self, layout: _Layout) -> int:
        return 1 if layout.short else self._players * (max(1, layout.melds) + layout.apart)

    def least_height(self, layout: _Layout) -> int:
        """Fewer rows than these ``usual_height`` is never."""
        boxes, pile = (3 if layout.boxes else 1), min(SMALL, layout.pile)
        return boxes + pile + self._meld_rows(layout) + 1 + layout.hand + _OFFER_ROWS

    def usual_height(self, layout: _Layout) -> int:
        """The rows that the table takes with a row of melds for each player and with offers, or more if it has more."""
        parts = self.parts(layout)
        more = max(0, self._meld_rows(layout) - len(parts.melds)) + max(0, _OFFER_ROWS - len(self._told))
        return parts.height + more + self._missing_head


def _fitted(parts: _Parts, model: ViewModel, view: ScreenState, size: Size, *, with_log: bool) -> list[Line]:
    """The parts on exactly ``size.height`` rows: spare ones go to the log, or between the parts."""
    room = size.height - len(parts.above) - len(parts.middle) - len(parts.below)
    melds = parts.melds
    if len(melds) > max(1, room):
        melds = [*melds[: max(0, room - 1)], [("class:dim", " " + _("… more melds: m shows them all"))]]
    spare = max(0, room - len(melds))
    # Blank rows under the offers, so that the hand does not move when a second line of them comes.
    kept = _OFFER_ROWS if size.height >= _TALL else _OFFER_ROWS - 1
    free = max(0, min(kept - parts.offer_rows, spare - (_LEAST_LOG if with_log else 0)))
    spare -= free
    talk: list[Line] = []
    if with_log:
        # Blank lines come only once the log has four; the first one goes above the log.
        gaps = [1 if spare >= least else 0 for least in (7, 6, 5)]
        talk = log_and_chat(model, view, size.width, spare - sum(gaps))
        gaps[2] += spare - sum(gaps) - len(talk)
    else:
        # The hand stays at the lower edge, where one looks for it: what is left over goes above it.
        gaps = [min(2, spare // 3), spare // 2 if len(melds) == 1 else min(2, spare // 3), 0]
        gaps[2] = spare - sum(gaps)
    blank: list[list[Line]] = [[[] for _row in range(gap)] for gap in (*gaps, free)]
    lines = [*parts.above, *blank[0], *parts.middle, *blank[1], *melds, *blank[2], *talk, *parts.below, *blank[3]]
    # Too much for the terminal: hand and offers stay, what lies above them is cut.
    return cut(lines[: size.height - len(parts.below)] + parts.below if len(lines) > size.height else lines, size)


def own_line(model: ViewModel, choice: Choice, width: int, seconds: int | None) -> Line:
    """A rule with the own name, points, turn, clock, and how the hand is ordered."""
    if model.me is None or model.state is None or model.me >= min(len(model.names), model.state.players):
        left: Line = [("class:line", "── "), ("class:dim", _("you are watching") + " ")]
        return [*left, ("class:line", "─" * max(0, width - width_of(left)))]
    name = padded(model.names[model.me], min(24, get_cwidth(model.names[model.me])))
    left = [("class:line", "── "), (seat_class(model.me), name), ("class:dim", f" {_('(you)')} ")]
    left += [("class:me", points_text(model, model.me)), ("class:line", " ")]
    if model.me in model.due:
        # A question may come out of turn: an offered card, a rummy in the last moment, to buy in.
        says = _("YOUR TURN") if model.state.phase in ("pickup", "play") else _("YOU ARE ASKED")
        left += [("class:line", "── "), ("class:turn", f"{TURN} {says} ")]
    elif is_away(model, model.me):
        left += [("class:line", "── "), ("class:dim", _("(away)") + " ")]
    order = sending_text(model) or _("order: {order}", order=pgettext("order of the hand", choice.order))
    clock = clock_text(model, model.me, seconds)
    right: Line = [
        ("class:dim", f" {order} "),
        *([("class:turn", f" {clock} ")] if clock else []),
        ("class:line", "──"),
    ]
    fill = width - width_of(left) - width_of(right)
    # Where both do not fit, the turn matters more than the order of the hand.
    return [*left, ("class:line", "─" * fill), *right] if fill >= 0 else left


def hand_lines(
    model: ViewModel, choice: Choice, width: int, rows: int, view: ScreenState, *, close: bool
) -> list[Line]:
    """The hand, drawn on so many *rows* and one more for picked cards, or as words."""
    if model.me is None:
        return []
    looks = card_looks(model, choice, "hand", view)[: view.dealt]
    if rows:
        drawn = card_rows(looks, width - 2, rows, raised=True)
        if drawn is not None:
            return [[("", " "), *line] for line in drawn]
    return flow(" ", [card_word(one, close=close) for one in looks], width, 1)


def card_looks(model: ViewModel, choice: Choice, row: Row, view: ScreenState) -> list[CardLook]:
    """The cards of a row with cursor, picks and what has just come."""
    new = view.new_cards if row == "hand" else ()
    return [
        CardLook(
            card,
            mark(row, at) + (" class:changed" if card in view.changed else ""),
            cursor=choice.row == row and choice.at == at,
            picked=(row, card) in choice.picked,
            new=card in new,
        )
        for at, card in enumerate(choice.cards(model, row))
    ]
