"""The page between two rounds: open hands by meld, points, the race to the target, rummies missed. Pure.

The bars grow for a moment after the page was opened; everything else is there at once.
"""

from collections.abc import Sequence
from typing import Final

from rummynet_client.core.session.review import MissedRummy, RoundReview, SeatScored, nothing_costly
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.table_words import sentence
from rummynet_client.core.text.action_text import Wording, worded
from rummynet_client.core.text.event_text import game_won, round_out
from rummynet_client.core.text.hint_text import moment_text
from rummynet_client.language import _, ngettext
from rummynet_client.terminal.drawing import card_art
from rummynet_client.terminal.drawing.styled_text import Line, flow, padded, sparkline, wrapped
from rummynet_client.terminal.drawing.theme import seat_class
from rummynet_client.terminal.state.choice import by_suit
from rummynet_client.terminal.table.head import points_to_win
from rummynet_client.terminal.table.opponents import totals

# The bars grow: long enough to see who gains, and over before somebody wants to go on.
COUNT_SECONDS: Final = 1.2
WIN_SECONDS: Final = 2.0  # a game has lasted for half an hour: its end may take longer than that of a round
_SHINE_SECONDS: Final = 0.2  # a flash of the title; faster would be a flicker
_OLD, _NEW = "▄", "▂"  # not as high as the row, so that bars of two rows do not run together
_NAME: Final = 12  # names are cut, so that a hand of ten cards has room beside the points on 80 columns
_MOST_MISSED: Final = 3  # rummies that nobody called: more would push the points off a screen of 24 lines


def round_result_lines(model: ViewModel, width: int, seconds: float, height: int = 0) -> list[Line]:
    """The last round, *seconds* after its end was shown; with cards drawn as large as *height* has room for."""
    for rows, apart in ((card_art.HUGE, True), (card_art.LARGE, True), (card_art.SMALL, True), (card_art.SMALL, False)):
        drawn = _lines(model, width, seconds, rows, apart=apart)
        if len(drawn) <= height:
            return drawn
    return _lines(model, width, seconds, 0, apart=False)


def _lines(model: ViewModel, width: int, seconds: float, rows: int, *, apart: bool) -> list[Line]:
    if not model.reviews:
        return wrapped("", _("no round is over yet; later this page shows who had what"), width)
    last = model.reviews[-1]
    span = COUNT_SECONDS if model.over is None else WIN_SECONDS
    share = min(1.0, max(0.0, seconds / span))
    shines = model.over is not None and share < 1 and int(seconds / _SHINE_SECONDS) % 2 == 0
    lines = [*wrapped("class:rummy" if shines else "class:best", _title(model, last), width), []]
    for one in _best_first(model, last):
        # What ended the game shines with its title.
        shine = " class:changed" if shines and model.over is not None and one.seat == model.over.winner else ""
        lines += _drawn_seat(model, one, width, rows, shine, apart=apart) if rows else _seat(model, one, width, shine)
        lines += [[]] if apart else []
    lines += [*([] if apart else [[]]), *_race(model, last, width, share), []]
    lines += _missed(model, last, width)
    lines += coached_lines(model, last, width)
    return [*lines, *wrapped("class:fair", "✓ " + model.fairness.summary, width)]


def _title(model: ViewModel, last: RoundReview) -> str:
    by = Wording(model.names, model.me)
    if model.over is not None:
        return sentence(game_won(model.over.winner, by, model.over.totals), model.names)
    return round_out(last.round, last.out, by)


def _best_first(model: ViewModel, last: RoundReview) -> list[SeatScored]:
    sign = -1 if model.variety is None or model.variety.highest_wins else 1
    return sorted(last.seats, key=lambda one: (sign * one.score, one.seat))


def _seat(model: ViewModel, one: SeatScored, width: int, shine: str) -> list[Line]:
    """Name and points of a seat, what it laid by meld, and what it still held; the last meld may shine."""
    head = _points(model, one)
    pieces: list[Line] = [[*_cards(meld, shine if meld is one.melds[-1] else ""), ("", "  ")] for meld in one.melds]
    if one.held:
        pieces.append([("class:dim", _("held") + " "), *_cards(sorted(one.held, key=by_suit))])
    first, *more = flow("", pieces, width - _NAME - 10, 0)
    return [[*head, *first], *([("", " " * (_NAME + 9)), *line] for line in more)]


def _points(model: ViewModel, one: SeatScored) -> Line:
    name = _("you") if one.seat == model.me else one.name
    return [(seat_class(one.seat), f" {padded(name, _NAME)}"), ("class:best", f"{one.score:>+6}  ")]


def _drawn_seat(model: ViewModel, one: SeatScored, width: int, high: int, shine: str, *, apart: bool) -> list[Line]:
    """The same with drawn cards of so many rows."""
    shown = [(meld, shine if meld is one.melds[-1] else "", "") for meld in one.melds]
    held = [(sorted(one.held, key=by_suit), "", _("held") + " ")] if one.held else []
    groups = [([card_art.CardLook(card, look) for card in cards], label) for cards, look, label in [*shown, *held]]
    drawn = card_art.card_groups(_points(model, one), groups, width, high, apart=apart)
    return _seat(model, one, width, shine) if drawn is None else drawn


def _cards(cards: Sequence[str], shine: str = "") -> Line:
    return [part for card in cards for part in card_art.card_word(card_art.CardLook(card, shine), close=True)]


def _race(model: ViewModel, last: RoundReview, width: int, share: float) -> list[Line]:
    """A bar for each player, the leader first, the newest points apart: towards the target, or of the totals.

    Where the fewest points win, a bar is what is left: to the total at which a player is out, else to the highest.
    """
    fewest = model.variety is not None and not model.variety.highest_wins
    if fewest and model.variety is not None:
        limit = model.options.get(model.variety.score_option or "")
        title = (
            _("Points left until {limit}, when a player is out: the longest bar leads", limit=limit)
            if limit
            else _("Points below the most: the longest bar leads")
        )
    else:
        limit = points_to_win(model)
        title = _("The race to {target}", target=limit) if limit else _("Points")
    # Somebody may be beyond the target: the longest bar fills the row, and the others keep their share.
    most = max(1, limit or 0, *(one.total for one in last.seats))
    room = max(10, width - _NAME - 26)
    lines: list[Line] = [[("class:title", " " + title)]]
    for one in sorted(last.seats, key=lambda one: (one.total if fewest else -one.total, one.seat)):
        total = one.total - one.score + round(one.score * share)
        # A round that cost points has no new part: the bar is shorter than it was.
        points = total, min(total, one.total - one.score)
        old, new = sorted(max(0, most - each if fewest else each) * room // most for each in points)
        bar: Line = [(seat_class(one.seat), _OLD * old), ("class:best", _NEW * (new - old))]
        lines.append(_race_line(model, one, bar, room - new))
    return lines


def _race_line(model: ViewModel, one: SeatScored, bar: Line, empty: int) -> Line:
    bars = sparkline(totals(model, one.seat), 10) if len(model.rounds) > 1 else ""
    name = padded(_("you") if one.seat == model.me else one.name, _NAME)
    return [
        (seat_class(one.seat), f" {name}"), ("class:me", f"{one.total:>6} "), *bar,
        ("class:line", "·" * empty), ("class:dim", f" {bars}"),
    ]  # fmt: skip


def _missed(model: ViewModel, last: RoundReview, width: int) -> list[Line]:
    if not last.missed:
        return []
    count = len(last.missed)
    lines = wrapped(
        "class:title", ngettext("{n} rummy that nobody called", "{n} rummies that nobody called", count, n=count), width
    )
    for one in last.missed[:_MOST_MISSED]:
        lines += card_art.sentence_lines("", missed_text(model, one), width, model.names)
    return lines


def has_coach(model: ViewModel) -> bool:
    """Whether the coach looks at what the player does: it is a table with hints, and the player sits there."""
    return bool(model.options.get("hints")) and model.me is not None


def coached_lines(model: ViewModel, last: RoundReview, width: int) -> list[Line]:
    """What cost the player most in this round, at tables with hints."""
    if not has_coach(model):
        return []
    if last.moments is None:
        return wrapped("class:dim", _("the coach looks at your round …"), width)
    if not last.moments:
        return wrapped("class:dim", _("coach: {moment}", moment=nothing_costly([last], model.me)), width)
    lines = wrapped("class:title", _("Your most costly plays, compared with the best ones"), width)
    for one in last.moments:
        lines += card_art.sentence_lines("", moment_text(one, model.names), width, model.names)
    return lines


def missed_text(model: ViewModel, one: MissedRummy) -> str:
    """A rummy that nobody called: what, for how long, and whose action made it possible."""
    play, seconds = worded(one.action.play, one.melds), one.millis / 1000
    # Languages inflect who it was.
    if one.by == model.me:
        return _("{play}, for {seconds:.1f} s after your own play", play=play, seconds=seconds)
    if not 0 <= one.by < len(model.names):
        return _("{play}, for {seconds:.1f} s from the deal on", play=play, seconds=seconds)
    return _("{play}, for {seconds:.1f} s after {who}", play=play, seconds=seconds, who=model.names[one.by])
