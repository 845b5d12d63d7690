"""The pages behind keys: melds in full, rounds, a finished round with open cards, why the deck is fair. Pure."""

from collections.abc import Callable, Sequence
from typing import Final

from rummynet.verifier.checks import CHECKS
from rummynet_client.core.picture import Picture
from rummynet_client.core.reasons import WHY
from rummynet_client.core.review import Missed, RoundReview
from rummynet_client.terminal.choice import by_suit
from rummynet_client.terminal.help import help_lines
from rummynet_client.terminal.melds import melds
from rummynet_client.terminal.text import Line, Size, cut, shown, sparkline, style, wrapped

_FOOT: Final = "any other key goes back"


def page(name: str, picture: Picture, answers: Sequence[str], size: Size, down: int) -> list[Line]:
    """The page of this name, *down* lines further down, exactly as large as *size*; its last line says how to leave."""
    lines = _answers(answers, size.width) if name == "answers" else PAGES[name](picture, size.width)
    room = size.height - 1
    start = min(down, max(0, len(lines) - room))
    part = lines[start : start + room]
    more = f"{len(lines) - start - room} more lines: up/down · " if start + room < len(lines) else ""
    return [*cut(part, Size(size.width, room)), *cut([[("class:dim", f" {more}{_FOOT}")]], Size(size.width, 1))]


def _answers(answers: Sequence[str], width: int) -> list[Line]:
    return [line for text in answers for line in wrapped("", text, width)]


def _melds(picture: Picture, width: int) -> list[Line]:
    if picture.position is None:
        return wrapped("", "no cards are on the table yet", width)
    title: Line = [("class:title", " Melds, with the seats that laid each card")]
    return [title, [], *melds(picture.position, width, apart=True)]


def _rounds(picture: Picture, width: int) -> list[Line]:
    lines: list[Line] = [[("class:title", " Rounds")], []]
    if not picture.rounds:
        return [*lines, *wrapped("", "no round is over yet", width)]
    lines.append([("class:title", "  round  " + "".join(f"{name[:12]:>14}" for name in picture.names))])
    for one in picture.rounds:
        cells = "".join(
            f"{score:>+7d}{total:>7d}" for score, total in zip(one.scores, one.totals, strict=True)
        )  # fmt: skip
        lines.append([("", f"  {one.round:>5}  {cells}")])
    lines.append([])
    for seat, name in enumerate(picture.names):
        bars = sparkline([one.totals[seat] for one in picture.rounds], max(1, width - 24))
        lines.append([("", f"  {name[:16]:<16} {bars}")])
    return lines


def _review(picture: Picture, width: int) -> list[Line]:
    if not picture.reviews:
        return wrapped("", "no round is over yet; afterwards this page tells who had what", width)
    last = picture.reviews[-1]
    out = f"{picture.names[last.out]} went out" if last.out is not None else "nobody could go on"
    lines: list[Line] = [[("class:title", f" Round {last.round}: {out}")], []]
    for one in last.seats:
        lines.append([("class:me" if one.seat == picture.me else "", f" {one.name}: {one.score:+d}, now {one.total}")])
        lines += _cards("laid", one.laid, width) + _cards("held", one.held, width)
    lines += [[], *_missed(picture, last, width), []]
    return [*lines, *wrapped("class:dim", f"{picture.fairness.summary}; w says why the deck was fair", width)]


def _cards(label: str, cards: Sequence[str], width: int) -> list[Line]:
    if not cards:
        return [[("class:dim", f"   {label} nothing")]]
    lines: list[Line] = [[("class:dim", f"   {label}")]]
    for card in sorted(cards, key=by_suit):
        if sum(len(text) for _, text in lines[-1]) + 1 + len(shown(card)) > width:
            lines.append([("", "       ")])
        lines[-1] += [("", " "), (style(card), shown(card))]
    return lines


def _missed(picture: Picture, last: RoundReview, width: int) -> list[Line]:
    if not last.missed:
        return wrapped("", "No rummy was missed.", width)
    title: Line = [("class:title", " Rummies that nobody called")]
    return [title, *(line for one in last.missed for line in wrapped("", _when(picture, one), width))]


def _when(picture: Picture, one: Missed) -> str:
    who = picture.names[one.by] if 0 <= one.by < len(picture.names) else "the deal"
    return f"{one.action}: for {one.millis / 1000:.1f} s after {who}'s {one.after}"


def _why(picture: Picture, width: int) -> list[Line]:
    lines: list[Line] = [[("class:title", " Why the deck is fair, check by check")], []]
    lines += wrapped("", picture.fairness.summary, width)
    for name, says in CHECKS.items():
        lines += [[], [("class:title", f" {says}"), ("class:dim", f"  ({name})")], *wrapped("", WHY[name], width)]
    return [*lines, [], *wrapped("class:dim", picture.fairness.honest, width)]


PAGES: Final[dict[str, Callable[[Picture, int], list[Line]]]] = {
    "help": help_lines,
    "melds": _melds,
    "rounds": _rounds,
    "review": _review,
    "why": _why,
}
"""By name."""
