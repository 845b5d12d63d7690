"""The own place: a line with name, points, clock and order of the hand, and the hand below it. Pure."""

from prompt_toolkit.utils import get_cwidth

from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.language import _, pgettext
from rummynet_client.terminal.drawing.cards import CardLook, card_rows, card_word
from rummynet_client.terminal.drawing.mouse import mark
from rummynet_client.terminal.drawing.styled_text import Line, flow, padded, width_of
from rummynet_client.terminal.drawing.theme import seat_class
from rummynet_client.terminal.state.choice import Choice, Row
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.opponents import TURN, clock_text, is_away, points_text


def own_line(model: ViewModel, choice: Choice, width: int, seconds: int | None) -> Line:
    """A rule with the own name, points, turn, clock, and how the hand is ordered."""
    if model.me is None or model.state is None or model.me >= min(len(model.names), model.state.players):
        left: Line = [("class:line", "── "), ("class:dim", _("you are watching") + " ")]
        return [*left, ("class:line", "─" * max(0, width - width_of(left)))]
    name = padded(model.names[model.me], min(24, get_cwidth(model.names[model.me])))
    left = [("class:line", "── "), (seat_class(model.me), name), ("class:dim", f" {_('(you)')} ")]
    left += [("class:me", points_text(model, model.me)), ("class:line", " ")]
    if model.me in model.due:
        left += [("class:line", "── "), ("class:turn", f"{TURN} {_('YOUR TURN')} ")]
    elif is_away(model, model.me):
        left += [("class:line", "── "), ("class:dim", _("(away)") + " ")]
    order = _("order: {order}", order=pgettext("order of the hand", choice.order))
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
