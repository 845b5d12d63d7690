"""The screen as lines of styled text: pure functions of view model, choice, screen state and size.

What is needed to play is always shown: pile, melds, own hand, possible actions. Less space means a more compact
layout; the log takes the rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rummynet.rules.core.options import Option
from rummynet.rules.core.variety import Variety
from rummynet_client.core.text.option_text import option_text
from rummynet_client.core.views.view_model import Fairness, ViewModel
from rummynet_client.language import _, ngettext, pgettext
from rummynet_client.terminal.chat_view import log_and_chat
from rummynet_client.terminal.choice import Choice, Row
from rummynet_client.terminal.lobby_view import lobby_lines, seat_lines, waiting_help
from rummynet_client.terminal.melds_view import meld_lines
from rummynet_client.terminal.mouse import mark
from rummynet_client.terminal.offers import answer_lines, offer_lines, waiting_for
from rummynet_client.terminal.players import player_lines
from rummynet_client.terminal.screen_state import ScreenState
from rummynet_client.terminal.styled_text import Line, Size, card_style, card_text, cut, flow, plain, wrapped

_LEAST_LOG: Final = 3


@dataclass(frozen=True, slots=True)
class _Tight:
    """Layout compactness."""

    together: bool = False
    """Several players on a line."""
    short: bool = False
    """Runs as their ends, melds without who laid them."""
    close: bool = False
    """One column between cards."""
    log: int = _LEAST_LOG


_LEVELS: Final = (
    _Tight(),
    _Tight(short=True),
    _Tight(together=True, short=True),
    _Tight(together=True, short=True, close=True),
    _Tight(together=True, short=True, close=True, log=1),
)
_NEWEST: Final = ScreenState()


def screen(
    model: ViewModel, choice: Choice, size: Size, seconds: int | None = None, view: ScreenState = _NEWEST
) -> list[Line]:
    """All lines, exactly ``size.height`` of them, none wider than ``size.width``.

    *seconds* are left on the running clock.
    """
    if model.table is None:
        head, answer_part = _head(model, size.width), answer_lines(model, size.width)
        return cut(
            [*head, *lobby_lines(model, Size(size.width, size.height - len(head) - len(answer_part))), *answer_part],
            size,
        )
    if model.position is None:
        return cut(_waiting(model, size, view), size)
    top, laid, bottom = [], [], []
    for tight in _LEVELS:
        top = _top(model, choice, size.width, seconds, tight)
        laid = meld_lines(model.position, size.width, short=tight.short)
        bottom = _bottom(model, choice, size.width, view, tight)
        if len(top) + len(laid) + len(bottom) + tight.log <= size.height:
            break
    room = size.height - len(top) - len(bottom)
    if len(laid) > max(1, room):
        laid = [*laid[: max(0, room - 1)], [("class:dim", " " + _("… more melds: m shows them all"))]]
    spare = room - len(laid)
    talk = log_and_chat(model, view, size.width, spare)
    return cut([*top, *laid, *talk, *([] for _ in range(spare - len(talk))), *bottom], size)


def _waiting(model: ViewModel, size: Size, view: ScreenState) -> list[Line]:
    top = [
        *_head(model, size.width),
        *seat_lines(model),
        [],
        *_options(model, size.width),
        *wrapped("class:dim", " · ".join(waiting_for(model)), size.width),
        *waiting_help(model, size.width),
    ]
    top += [*answer_lines(model, size.width), []]
    return [*top, *log_and_chat(model, view, size.width, size.height - len(top))]


def _top(model: ViewModel, choice: Choice, width: int, seconds: int | None, tight: _Tight) -> list[Line]:
    assert model.state is not None
    lines = [*_head(model, width), *player_lines(model, seconds, width, together=tight.together)]
    lines += wrapped("class:facts", " · ".join((*model.facts, *_house_rules(model))), width)
    label = " " + _("Stock {stock}  Pile", stock=len(model.state.stock)) + " "
    return [*lines, *flow(label, _row(model, choice, "pile", tight.close), width)]


def _options(model: ViewModel, width: int) -> list[Line]:
    """Every option of the table, before a game begins."""
    if model.table is None:
        return []
    values = ", ".join(f"{name} {option_text(value)}" for name, value in model.table.options.items())
    return [*wrapped("class:facts", _("played with: {told}", told=values), width), []]


def _house_rules(model: ViewModel) -> list[str]:
    """The game's options that differ from their defaults."""
    known = model.variety.options if model.variety is not None else ()
    in_the_head = _goal(model.variety)
    return [
        f"{option.name} {option_text(model.options[option.name])}"
        for option in known
        if option.name != in_the_head and model.options.get(option.name, option.default) not in _plain(option)
    ]


def _goal(variety: Variety | None) -> str | None:
    """The option with the total to play to; a total to stay below is no goal."""
    return variety.score_option if variety is not None and variety.highest_wins else None


def _plain(option: Option) -> tuple[object, ...]:
    """The default in the types of the rules and of a log."""
    return option.default, list(option.default) if option.is_list else option.default


def _bottom(model: ViewModel, choice: Choice, width: int, view: ScreenState, tight: _Tight) -> list[Line]:
    hand = _hand(model, choice, width, tight.close, view.new_cards)
    return [*hand, *offer_lines(model, choice, width, view), *answer_lines(model, width)]


def _head(model: ViewModel, width: int) -> list[Line]:
    where = [model.host or "rummynet"]
    if model.table is not None:
        title = model.variety.title if model.variety else model.table.variant
        where += [_("table {table} {name}", table=model.table.table, name=model.table.name).rstrip(), title]
    if model.round:
        where.append(_("round {round}", round=model.round))
    goal = _goal(model.variety)
    if goal is not None and model.options.get(goal):
        where.append(_("to {target}", target=model.options[goal]))
    if model.table is not None and model.table.spectators and model.state is not None:
        where.append(_("{people} watching", people=len(model.table.spectators)))
    lines: list[Line] = [[("class:head", " " + " · ".join(where))]]
    if not model.connected and not model.host:
        lines.append([("class:dim", " " + _("waiting for the host to answer …"))])
    elif not model.connected:
        lines.append([("class:alarm", " " + _("CONNECTION LOST, trying again"))])
    if model.table is not None and model.table.paused:
        lines.append([("class:alarm", " " + _("PAUSED until the owner of the table types  :resume"))])
    if model.table is not None and model.table.asking:
        names = [seat.name for seat in model.seats if seat.seat in model.table.asking]
        seat = model.table.asking[0]
        asks = _("{names} would like to come in: the owner types  :admit {seat}", names=", ".join(names), seat=seat)
        lines += wrapped("class:offer", asks, width)
    for alarm in model.fairness.alarms:
        lines += wrapped("class:alarm", alarm, width)
    if model.fairness.cheat or model.fairness.alarms:
        lines += wrapped("class:dim", _("(:incidents clear puts this away)"), width)
    if model.fairness.cheat:
        lines += wrapped("class:alarm", _("CHEAT FOUND: {cheat}", cheat=model.fairness.cheat), width)
    elif model.words:
        says = [
            _("words: {words}", words=" ".join(model.words)),
            _("{checks} checks held", checks=model.fairness.checks),
        ]
        says += _voided(model.fairness)
        lines += wrapped("class:words", " · ".join(says), width)
    return lines


def _voided(fairness: Fairness) -> list[str]:
    """The number of voided shuffles, and whom the host blames."""
    if not fairness.voided:
        return []
    times = ngettext("{n} shuffle voided", "{n} shuffles voided", fairness.voided, n=fairness.voided)
    who = ", ".join(dict.fromkeys(name for void in fairness.voids for name in void.silent))
    protests = any(void.protests for void in fairness.voids)
    if not who:
        return [times]
    return [
        _("{times} ({who}; protested)", times=times, who=who)
        if protests
        else _("{times} ({who})", times=times, who=who)
    ]


def _hand(model: ViewModel, choice: Choice, width: int, close: bool, fresh: Sequence[str]) -> list[Line]:
    if model.me is None:
        return [[("class:dim", " " + _("you are watching"))]]
    return flow(
        " " + _("Hand ({order})", order=pgettext("order of the hand", choice.order)) + " ",
        _row(model, choice, "hand", close, fresh),
        width,
    )


def _row(model: ViewModel, choice: Choice, row: Row, close: bool, fresh: Sequence[str] = ()) -> Iterable[Line]:
    """A piece for each card: ``[7H]`` under the cursor, ``*`` before a picked one, ``+`` before a new one."""
    for at, card in enumerate(choice.cards(model, row)):
        here = choice.row == row and choice.at == at
        picked = (row, card) in choice.picked
        sign = "*" if picked else "+" if card in fresh else ""
        before = ("[" if here else " ") if not (close and sign) or here else ""
        look = card_style(card) + (" class:picked" if picked else "") + (" class:cursor" if here else "")
        after = "]" if here else "" if close else " "
        at_it = f" {mark(row, at)}"
        front = ("class:cursor" if here else "") + at_it
        yield [(front, before), (look + at_it, sign + card_text(card)), (at_it, after)]


__all__ = ["Line", "Size", "card_style", "card_text", "cut", "plain", "screen", "wrapped"]
