"""The screen as lines of styled text: pure functions of a picture, a choice and a size. No terminal is touched here.

A line is a list of (style class, text). Letters say everything; styles only repeat it in colour.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from prompt_toolkit.utils import get_cwidth

from rummynet_client.core.picture import Picture
from rummynet_client.terminal.choice import Choice, Row, face
from rummynet_protocol.text import harmless

Line = list[tuple[str, str]]

_SUIT_STYLE: Final = {"C": "class:clubs", "D": "class:diamonds", "H": "class:hearts", "S": "class:spades"}
_LEAST_LOG: Final = 3


@dataclass(frozen=True, slots=True)
class Size:
    """Columns and rows of the terminal that are ours."""

    width: int
    height: int


def screen(picture: Picture, choice: Choice, size: Size, seconds: int | None = None) -> list[Line]:
    """All lines, exactly ``size.height`` of them, none wider than ``size.width``.

    *seconds* are left on the running clock.
    """
    if picture.table is None:
        return cut([*_head(picture, size.width), *_lobby(picture, size.width), *_answer(picture, size.width)], size)
    if picture.position is None:
        top = [
            *_head(picture, size.width),
            *_seats(picture),
            [],
            *_invitation(picture, size.width),
            *_answer(picture, size.width),
            [],
        ]
        return cut([*top, *_filled(picture, size, len(top))], size)
    middle = [*_head(picture, size.width), *_players(picture, seconds), *_facts(picture, size.width)]
    middle += [*_pile(picture, choice, size.width), *_melds(picture, size.width)]
    bottom = [*_hand(picture, choice, size.width), *_offers(picture, choice, size.width), *_answer(picture, size.width)]
    spare = size.height - len(bottom)
    if len(middle) > spare - _LEAST_LOG:
        middle = [*middle[: max(0, spare - _LEAST_LOG - 1)], [("class:dim", " … more melds: type :table")]]
    log = _filled(picture, Size(size.width, spare - len(middle)), 0)
    log += [[] for _ in range(spare - len(middle) - len(log))]
    return cut([*middle, *log, *bottom], size)


# -- the parts


def _head(picture: Picture, width: int) -> list[Line]:
    where = [picture.host or "not connected"]
    if picture.table is not None:
        title = picture.variety.title if picture.variety else picture.table.variant
        where += [f"table {picture.table.table} {picture.table.name}".rstrip(), title]
    if picture.round:
        where.append(f"round {picture.round}")
    if picture.options.get("target"):
        where.append(f"to {picture.options['target']}")
    lines: list[Line] = [[("class:head", " " + " · ".join(where))]]
    if not picture.connected:
        lines.append([("class:alarm", " CONNECTION LOST, trying again")])
    if picture.fairness.cheat:
        lines += wrapped("class:alarm", f"CHEAT FOUND: {picture.fairness.cheat}", width)
    elif picture.words:
        says = [f"words: {' '.join(picture.words)}", f"{picture.fairness.checks} checks held"]
        says += [f"{picture.fairness.voided} shuffles voided"] if picture.fairness.voided else []
        lines += wrapped("class:words", " · ".join(says), width)
    return lines


def _lobby(picture: Picture, width: int) -> list[Line]:
    lines: list[Line] = [[], [("class:title", " Tables")]]
    for row in picture.lobby:
        who = ", ".join(row.players) or "nobody yet"
        watch = f", {row.spectators} watching" if row.spectators else ""
        lines.append([("", f"  {row.table:>3}  {row.name:<16} {row.variant:<8} {row.stage:<8} {who}{watch}")])
    if not picture.lobby:
        lines.append([("", "  none yet: type  :create keilty")])
    says = ":sit 1 takes a seat · :watch 1 looks on · :create keilty target=200 opens a table · :help lists all"
    return [*lines, [], *wrapped("class:dim", says, width)]


def _seats(picture: Picture) -> list[Line]:
    lines: list[Line] = [[]]
    for seat in picture.seats:
        state = "ready" if seat.ready else "not ready"
        more = [*(["bot"] if seat.bot else []), *([] if seat.connected else ["away"]), *(["you"] if seat.me else [])]
        lines.append(
            [("class:me" if seat.me else "", f"  seat {seat.seat}  {seat.name:<16} {state:<10}{', '.join(more)}")]
        )
    return lines


def _invitation(picture: Picture, width: int) -> list[Line]:
    if picture.shuffling:
        return [[("class:title", " Host and players are shuffling together …")]]
    says = ":ready when you are · :bot add seats a bot · :stand leaves the seat · :say hello chats · ? shows the keys"
    return wrapped("class:dim", says, width)


def _players(picture: Picture, seconds: int | None) -> list[Line]:
    assert picture.state is not None
    state, lines = picture.state, []
    for seat, name in enumerate(picture.names):
        if seat >= state.players:
            break
        mark = ">" if seat in picture.due else " "
        clock = f"  {seconds}s left" if seconds is not None and picture.clock and picture.clock.seat == seat else ""
        away = "" if _connected(picture, seat) else "  (away)"
        you = " (you)" if seat == picture.me else ""
        text = (
            f" {mark} {seat} {name + you:<20} {state.count(seat):>2} cards {state.scores[seat]:>5} points{clock}{away}"
        )
        lines.append([("class:turn" if mark == ">" else "class:me" if you else "", text)])
    return lines


def _connected(picture: Picture, seat: int) -> bool:
    name = picture.names[seat]
    return all(one.connected for one in picture.seats if one.name == name)


def _pile(picture: Picture, choice: Choice, width: int) -> list[Line]:
    assert picture.position is not None and picture.state is not None
    label = f" Stock {len(picture.state.stock)}  Pile "
    return _flow(label, _row(picture, choice, "pile"), width)


def _melds(picture: Picture, width: int) -> list[Line]:
    assert picture.position is not None
    lines: list[Line] = [[]]
    used = 0
    for number, meld in enumerate(picture.position["melds"]):
        piece: Line = [("class:dim", f" [{number}] ")]
        for card in meld["cards"]:
            piece += [(style(card), shown(card)), ("", " ")]
        piece.append(("class:dim", f"({_owners(meld['by'])})  "))
        long = sum(get_cwidth(text) for _, text in piece)
        if used and used + long > width:
            lines.append([])
            used = 0
        lines[-1] += piece
        used += long
    return lines if lines[0] else [[("class:dim", " no melds yet")]]


def _owners(by: Sequence[int]) -> str:
    """Who laid the cards, from the first to the last: ``0 0 1`` is written ``0×2 1``."""
    runs: list[list[int]] = []
    for seat in by:
        if runs and runs[-1][0] == seat:
            runs[-1][1] += 1
        else:
            runs.append([seat, 1])
    return " ".join(str(seat) if times == 1 else f"{seat}×{times}" for seat, times in runs)


def _hand(picture: Picture, choice: Choice, width: int) -> list[Line]:
    if picture.me is None:
        return [[("class:dim", " you are watching")]]
    return _flow(f" Hand ({choice.order}) ", _row(picture, choice, "hand"), width)


def _row(picture: Picture, choice: Choice, row: Row) -> Iterable[Line]:
    """Each card as a piece: ``[7H]`` under the cursor, ``*`` before it if picked."""
    for at, card in enumerate(choice.cards(picture, row)):
        here = choice.row == row and choice.at == at
        picked = (row, card) in choice.picked
        open_, close = ("[", "]") if here else (" ", " ")
        look = style(card) + (" class:picked" if picked else "") + (" class:cursor" if here else "")
        yield [("class:cursor" if here else "", open_), (look, ("*" if picked else "") + shown(card)), ("", close)]


def _flow(label: str, pieces: Iterable[Line], width: int) -> list[Line]:
    """Pieces after a label, over as many lines as they need."""
    lines: list[Line] = [[("class:title", label)]]
    used = len(label)
    for piece in pieces:
        long = sum(get_cwidth(text) for _, text in piece)
        if used + long > width:
            lines.append([("", " " * 6)])
            used = 6
        lines[-1] += piece
        used += long
    return lines


def _facts(picture: Picture, width: int) -> list[Line]:
    """What this game has beside cards and points, in its own words."""
    if picture.variety is None or picture.state is None:
        return []
    return wrapped("class:facts", " · ".join(picture.variety.facts(picture.state)), width)


def _offers(picture: Picture, choice: Choice, width: int) -> list[Line]:
    """What can be done now, or why not."""
    if picture.over is not None:
        won = picture.over.name or "nobody alone"
        says = f"The game is over: {won} has won. :ready plays again, :verify checks it, :scores lists the rounds"
        return wrapped("class:title", says, width)
    if picture.may_act:
        found = choice.offers(picture)
        told = "  ".join(f"{key} {action}" for key, action in enumerate(found, 1))
        ahead = "" if picture.my_turn else "you need not wait: " if picture.hurries else "you may answer ahead: "
        return wrapped("class:offer", ahead + (told or choice.why_not(picture)), width)
    if picture.shuffling:
        return [[("class:dim", " host and players are shuffling together …")]]
    who = ", ".join(picture.names[seat] for seat in picture.due if seat < len(picture.names))
    return [[("class:dim", f" {who or 'nobody'} to play")]]


def _answer(picture: Picture, width: int) -> list[Line]:
    """The host's answer if it was a no, or what it has not answered yet."""
    if picture.refusal is not None:
        return wrapped("class:refusal", f"refused: {picture.refusal.says}", width)
    return [[("class:dim", f" sending {picture.waiting} …")]] if picture.waiting else []


def _filled(picture: Picture, size: Size, used: int) -> list[Line]:
    """The newest lines of log and chat that fit."""
    room = max(0, size.height - used)
    told = [line for text in picture.lines[-room:] for line in wrapped("class:log", text, size.width)] if room else []
    said: list[Line] = [[("class:chat", f" {one.name}: {one.text}")] for one in picture.chat[-2:]] if room > 2 else []
    return [*told[-(room - len(said)) :], *said] if room else []


# -- text


def shown(card: str) -> str:
    """A card as it stands on the screen: without its deck, a wild card with what it stands for."""
    natural, equals, stands = card.partition("=")
    return face(natural) + equals + stands


def style(card: str) -> str:
    """The style class of a card's suit, of what it stands for if it is wild."""
    name = card.partition("=")[2] or card
    return _SUIT_STYLE.get(name[1:2], "class:joker") if name[0] != "*" else "class:joker"


def wrapped(look: str, text: str, width: int) -> list[Line]:
    """The text over as many lines as it needs, with a margin of one column; none for no text."""
    return [[(look, " " + part)] for part in wrap(text, max(10, width - 2))]


def cut(lines: Sequence[Line], size: Size) -> list[Line]:
    """Exactly as many lines as there are rows, none too wide."""
    kept = [_clipped(line, size.width) for line in lines[: size.height]]
    return kept + [[] for _ in range(size.height - len(kept))]


def _clipped(line: Line, width: int) -> Line:
    found: Line = []
    for look, text in ((look, harmless(text)) for look, text in line):
        room = width - sum(get_cwidth(one) for _, one in found)
        if get_cwidth(text) <= room:
            found.append((look, text))
            continue
        short = ""
        for char in text:
            if get_cwidth(short + char) > room - 1:
                break
            short += char
        found.append((look, short + "…"))
        break
    return found


def plain(lines: Iterable[Line]) -> str:
    """The lines without styles, as text."""
    return "\n".join("".join(text for _, text in line).rstrip() for line in lines)
