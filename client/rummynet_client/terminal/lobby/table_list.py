"""The host's tables, and what is known of the one under the cursor. Pure."""

from rummynet.rules.varieties import NAMES
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.game_words import game_title, game_words, table_title
from rummynet_client.core.text.news import TableListed
from rummynet_client.language import _, ngettext, pgettext
from rummynet_client.terminal.drawing.styled_text import Line, Size, beside, cut, mark, padded, titled, wrapped
from rummynet_client.terminal.lobby.panels import example_lines, offers_flow
from rummynet_client.terminal.state.screen_state import LobbyState, Question
from rummynet_client.terminal.state.table_offers import can_sit, lobby_offers
from rummynet_client.terminal.table.log_and_chat import columns

# Columns. The names of tables and people get the rest: what is cut there can be told by its beginning.
_GAME = 13
_STAGE = 9
_SEATS = 7
# Lines kept for tables where there is little room: fewer cannot be compared, and what is chosen has neighbours.
_LEAST_TABLES = 4


def lobby_lines(model: ViewModel, lobby: LobbyState, size: Size, question: Question | None = None) -> list[Line]:
    """The lobby on exactly ``size.height`` lines; a *question* stands in place of what can be done."""
    width, side = columns(size.width)
    foot = offers_flow(lobby_offers(model, lobby) if model.connected else [], width)
    if question is not None:
        foot = wrapped("class:offer", question.text, width)
    about = _about(model, lobby, side or width)
    under: list[Line] = [] if side else [[], *about]
    least = min(_LEAST_TABLES, max(1, len(model.lobby) + (1 if model.lobby_more else 0))) + 1
    under = under[: max(0, size.height - len(foot) - 1 - least)]
    room = size.height - len(foot) - 1 - len(under)
    tables = _tables(model, lobby, Size(width, room))
    lines = [*tables, *under, [], *foot]
    here = lobby.table_row(model)
    spare = size.height - len(lines)
    examples = example_lines(here.variant if here is not None else NAMES[0], Size(width, spare))
    left = cut([*lines, *examples], Size(width, size.height))
    if not side:
        return left
    right = cut(about, Size(side, size.height))
    return beside(left, right, width)


def _tables(model: ViewModel, lobby: LobbyState, size: Size) -> list[Line]:
    """The tables that fit, the one under the cursor among them."""
    title = titled(_("Tables of {host}", host=model.host) if model.host else _("Tables"), size.width)
    if lobby.is_going:
        return [title, [("class:dim", " " + _("One moment, your table comes …"))]]
    if not model.lobby:
        says = _("There is no table yet. Open one: the others here see it at once, and bots play too.")
        return [title, *(wrapped("", says, size.width) if model.connected else [])]
    here = lobby.table_row(model)
    rows = [_row(row, row is here, size.width) for row in model.lobby]
    at = next(number for number, row in enumerate(model.lobby) if row is here)
    room = max(1, size.height - 1 - (1 if len(rows) > size.height - 1 or model.lobby_more else 0))
    # The chosen table in the middle: one sees what comes before and behind it.
    first = max(0, min(at - room // 2, len(rows) - room))
    shown = rows[first : first + room]
    hidden = model.lobby_more + len(rows) - len(shown)
    more = ngettext("{tables} more table", "{tables} more tables", hidden, tables=hidden)
    return [title, *shown, *([[("class:dim", f"   {more}")]] if hidden else [])]


def _row(row: TableListed, is_here: bool, width: int) -> Line:
    """One table: its number and name, the game, whether it is played, seats taken, and who sits there."""
    at = mark("row", row.table)
    name_width = min(24, max(12, width - 5 - _GAME - _STAGE - _SEATS - 22))
    who = ", ".join(row.players) or _("nobody yet")
    about = [*([_("closed")] if row.closed else []), *([_("sealed deck")] if row.sealed else [])]
    about += [_("far")] if row.far else []
    who = " · ".join([*about, who])
    watched = f" +{row.spectators}" if row.spectators else ""
    people = max(4, width - 8 - name_width - _GAME - _STAGE - _SEATS)
    number = f"{row.table:>2}"
    look = "class:me" if is_here else ""
    free = can_sit(row)
    return [
        ("class:turn", " ▶ " if is_here else "   "), (f"class:dim {at}", f"{number} "),
        (f"{look} {at}".strip(), padded(table_title(row.name), name_width)), ("", " "),
        (f"{look} {at}".strip(), padded(game_title(row.variant), _GAME)), ("", " "),
        (f"{'class:offer' if free else 'class:dim'} {at}", padded(pgettext("stage of a table", row.stage), _STAGE)),
        (f"class:dim {at}", padded(f"{len(row.players)}/{row.seats}{watched}", _SEATS)),
        (f"{look or 'class:dim'} {at}", padded(who, people)),
    ]  # fmt: skip


def _about(model: ViewModel, lobby: LobbyState, width: int) -> list[Line]:
    """Who sits at the table under the cursor, and what its game is like."""
    row = lobby.table_row(model)
    if row is None:
        says = _("You are {name} here. n opens a menu: the game, its options, and the bots that play with you.",
                 name=model.name)  # fmt: skip
        return [titled(_("How to begin"), width), *wrapped("", says, width)] if model.connected else []
    free = row.seats - len(row.players)
    names = ", ".join(row.players) or _("nobody yet")
    lines = [titled(table_title(row.name), width), *wrapped("", _("At the table: {names}", names=names), width)]
    seats = ngettext("{n} seat is free", "{n} seats are free", free, n=free)
    if not can_sit(row) and row.stage == "playing":
        seats = _("a game is being played, so you can watch; take a seat when it is over")
    elif not free:
        seats = _("every seat is taken; you can watch")
    if row.closed:
        seats = _("{seats}; the seats are closed: the owner of the table decides who sits down", seats=seats)
    watching = ngettext("{n} person is watching", "{n} people are watching", row.spectators, n=row.spectators)
    lines += wrapped("class:dim", " · ".join([seats, *([watching] if row.spectators else [])]), width)
    if row.sealed:
        says = _("The deck is sealed: nobody sees a card but its holder, the host neither.")
        lines += wrapped("class:offer", says, width)
    if row.far:
        lines += wrapped("class:dim", _("Somebody there plays from far away."), width)
    lines += [[], titled(game_title(row.variant), width)]
    return [*lines, *(line for says in game_words(row.variant) for line in wrapped("", says, width))]
