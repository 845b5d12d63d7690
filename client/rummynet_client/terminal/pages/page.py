"""The pages opened by keys: melds in full, rounds, a finished round with open cards, the fairness checks. Pure."""

import math
from collections.abc import Callable, Sequence
from typing import Final

from rummynet.ledger.checks import CHECKS
from rummynet.rules.core.variety import has_calls
from rummynet.rules.varieties import variety as variety_called
from rummynet_client.core.session.review import RoundReview, lost_calls, nothing_costly, turning_points
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.event_text import round_out, seat_scored
from rummynet_client.core.text.hint_text import moment_text
from rummynet_client.core.text.reasons import WHY
from rummynet_client.language import N_, _, ngettext
from rummynet_client.terminal.drawing.card_art import LARGE, SMALL, CardLook, card_word, sentence_lines
from rummynet_client.terminal.drawing.curve import curve_lines
from rummynet_client.terminal.drawing.styled_text import Line, Size, cut, flow, footer_text, padded, sparkline, wrapped
from rummynet_client.terminal.pages.help import help_lines, menu_help_lines
from rummynet_client.terminal.pages.round_result import coached_lines, has_coach, missed_text, round_result_lines
from rummynet_client.terminal.state.choice import by_suit
from rummynet_client.terminal.table.meld_lines import meld_lines
from rummynet_client.terminal.table.opponents import totals

FOOT: Final = N_("up/down scroll · any other key goes back")
ROUND_RESULT: Final = "round_result"
"""The page at the end of a round; a key that was meant for the table does nothing there."""
RESULT_FOOT: Final = N_("Enter goes on · e rounds before · g points · w why fair")
RESULT_BREAK: Final = N_("Enter goes on; the next round waits {left} · e rounds before · g points")
RESULT_OVER: Final = N_("Enter goes on · p play again · v verify · g points · w why fair")
RESULT_COACHED: Final = N_("Enter goes on · p play again · t turning points · v verify · g points")
_ROUND: Final = 7  # the word above the numbers, in both languages, and a blank
_CELL: Final = 14  # columns of a player in a row of rounds: score and total; 80 columns hold five players
_MOST_ROWS: Final = 20  # of melds in large cards: the page of a small terminal shows them without turning it
_TOTAL: Final = 6  # columns of a total, with its sign and a blank, where there is a line for each player


def page(
    name: str, model: ViewModel, answers: Sequence[str], size: Size, down: int, seconds: float = math.inf,
    record: str = "",
) -> list[Line]:  # fmt: skip
    """The page of this name, scrolled down by *down* lines, as large as *size*; its last line counts the rest.

    It was opened *seconds* ago. *record* is the running score of the players, shown after a game.
    """
    told = sentence_lines("class:facts", record, size.width, model.names) if record else []
    if name == "answers":
        lines = [line for text in answers for line in wrapped("", text, size.width)]
    elif name == ROUND_RESULT:
        lines = [*round_result_lines(model, size.width, seconds, size.height - 1 - len(told)), *told]
        curve = curve_lines(model.names, [one.totals for one in model.rounds], size.width) if model.over else []
        lines += [[], *curve] if len(lines) + len(curve) + 2 < size.height else []
    elif name == "rounds":
        lines = [*_rounds(model, size.width), [], *told]
    else:
        lines = PAGES[name](model, size.width)
    room = size.height - 1
    # The screen counts keys without knowing how long the page is.
    start = min(down, max(0, len(lines) - room))
    left = len(lines) - start - room
    rest = ngettext("{lines} more line", "{lines} more lines", left, lines=left) if left > 0 else ""
    part = cut(lines[start : start + room], Size(size.width, room))
    return [*part, *cut([[("class:dim", f" {rest}")]], Size(size.width, 1))]


def page_foot(model: ViewModel, width: int, name: str = "") -> str:
    """The footer of a page: how to leave it, and whether it is the player's turn."""
    foot = _(FOOT)
    if name == ROUND_RESULT and model.break_left:
        seconds = math.ceil(model.break_left / 1000)
        foot = _(RESULT_BREAK, left=f"{seconds // 60}:{seconds % 60:02d}")
    elif name == ROUND_RESULT:
        foot = _(RESULT_OVER) if model.over is not None else _(RESULT_FOOT)
        foot = _(RESULT_COACHED) if model.over is not None and has_coach(model) else foot
    return footer_text((_("YOUR TURN") + " · " if model.my_turn and not model.is_paused else "") + foot, width)


def _melds(model: ViewModel, width: int) -> list[Line]:
    if model.position is None:
        return wrapped("", _("no cards are on the table yet"), width)
    title: Line = [("class:title", " " + _("Melds, by who laid most of each"))]
    melds: list[Line] = []
    for rows in (LARGE, SMALL):
        melds = meld_lines(model.position, model.names, width, rows=rows, me=model.me, apart=True)
        if len(melds) <= _MOST_ROWS:
            break
    return [title, [], *melds]


def _rounds(model: ViewModel, width: int) -> list[Line]:
    lines: list[Line] = [[("class:title", " " + _("Rounds"))], []]
    if not model.rounds:
        return [*lines, *wrapped("", _("no round is over yet"), width)]
    # A round a line reads best, but six players do not fit into 80 columns.
    across = _ROUND + _CELL * len(model.names) <= width
    lines += _by_round(model) if across else _by_player(model, width)
    lines.append([])
    for seat, name in enumerate(model.names):
        bars = sparkline(totals(model, seat), max(1, width - 24))
        lines.append([("", f"  {padded(name, 16)} {bars}")])
    return lines


def _by_round(model: ViewModel) -> list[Line]:
    """A line for each round: what each player scored, and the total."""
    names = "".join(f"  {padded(name, _CELL - 2, right=True)}" for name in model.names)
    lines: list[Line] = [[("class:title", f"{_('round'):>{_ROUND}}{names}")]]
    for one in model.rounds:
        pairs = zip(one.scores, one.totals, strict=True)
        cells = "".join(f"{score:>+{_CELL // 2}d}{total:>{_CELL // 2}d}" for score, total in pairs)
        lines.append([("", f"{one.round:>{_ROUND}}{cells}")])
    return lines


def _by_player(model: ViewModel, width: int) -> list[Line]:
    """A line for each player with the totals after the last rounds, if the players do not fit beside each other."""
    last = model.rounds[-max(1, (width - 18) // _TOTAL) :]
    heads = "".join(f"{one.round:>{_TOTAL}}" for one in last)
    lines: list[Line] = [[("class:title", f"  {padded(_('total after'), 16)}{heads}")]]
    for seat, name in enumerate(model.names):
        cells = "".join(f"{one.totals[seat] if seat < len(one.totals) else '':>{_TOTAL}}" for one in last)
        lines.append([("", f"  {padded(name, 16)}{cells}")])
    return lines


def _review(model: ViewModel, width: int) -> list[Line]:
    if not model.reviews:
        return wrapped("", _("no round is over yet; later this page shows who had what"), width)
    last = model.reviews[-1]
    lines: list[Line] = [[("class:title", " " + round_out(last.round, last.out, Wording(model.names, model.me)))], []]
    for one in last.seats:
        look = "class:me" if one.seat == model.me else ""
        lines.append([(look, " " + seat_scored(one.name, one.score, one.total))])
        lines += _cards(_("laid"), one.laid, width, one.melds) + _cards(_("held"), one.held, width)
    lines += [[], *_missed(model, last, width), *coached_lines(model, last, width), []]
    if len(model.rounds) > 1:
        lines += wrapped("class:dim", _("left and right show the other rounds"), width)
    return [
        *lines,
        *wrapped("class:dim", _("{summary}; w shows why the deck was fair", summary=model.fairness.summary), width),
    ]


def _turning(model: ViewModel, width: int) -> list[Line]:
    """The decisions of the game that cost most, each with its position."""
    lines: list[Line] = [[("class:title", " " + _("The turning points of your game"))]]
    points = turning_points(model.reviews)
    if any(one.moments is None for one in model.reviews):
        lines += wrapped("class:dim", _("the coach looks at your round …"), width)
    elif not points:
        lines += wrapped("", nothing_costly(model.reviews, model.me), width)
    elif lost := lost_calls(model.reviews, model.me):
        lines += wrapped("", lost, width)
    for one in points:
        view = one.moment.decision.view
        position = variety_called(view.position.variety).positions.write(view.position)
        held = [card for card in position["hands"][view.seat] if card is not None]
        pile = [card_word(CardLook(card), close=True) for card in position["discard"]]
        says = _("Round {round}: {out}", round=one.round, out=moment_text(one.moment, model.names))
        lines += [[], *sentence_lines("class:offer", says, width, model.names), *_cards(_("held"), held, width)]
        lines += flow("   " + _("pile"), pile, width, 7) if pile else []
        lines += meld_lines(position, model.names, width, short=True)
    return lines


def _cards(label: str, cards: Sequence[str], width: int, melds: Sequence[Sequence[str]] = ()) -> list[Line]:
    if not cards:
        return [[("class:dim", "   " + _("{label} nothing", label=label))]]
    words = [card_word(CardLook(card), close=True) for card in sorted(cards, key=by_suit)]
    if melds:
        words = [
            [part for card in meld for part in card_word(CardLook(card), close=True)] + [("", "  ")] for meld in melds
        ]
    return flow(f"   {label}", words, width, 7)


def _missed(model: ViewModel, last: RoundReview, width: int) -> list[Line]:
    if model.variety is not None and not has_calls(model.variety):
        return []
    if not last.missed:
        return wrapped("", _("No rummy was missed."), width)
    title: Line = [("class:title", " " + _("Rummies that nobody called"))]
    return [title, *(line for one in last.missed for line in sentence_lines("", missed_text(model, one), width))]


def _why(model: ViewModel, width: int) -> list[Line]:
    lines: list[Line] = [[("class:title", " " + _("Why the deck is fair, check by check"))], []]
    if model.words:
        says = _("Read these aloud, everybody must have the same: {words}", words=" ".join(model.words))
        lines += wrapped("class:words", says, width)
    lines += wrapped("", model.fairness.summary, width)
    for name, says in CHECKS.items():
        *first, last = wrapped("", _(says), width)
        title = flow("".join(text for _style, text in last), [[("class:dim", f"  ({name})")]], width, 0)
        lines += [[], *first, *title, *wrapped("", _(WHY[name]), width)]
    return [*lines, [], *wrapped("class:dim", model.fairness.limits, width)]


PAGES: Final[dict[str, Callable[[ViewModel, int], list[Line]]]] = {
    "help": help_lines,
    "menu": menu_help_lines,
    "melds": _melds,
    "rounds": _rounds,
    "review": _review,
    "why": _why,
    "turning": _turning,
}
"""Page name to its lines."""
