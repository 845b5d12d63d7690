"""The views before a game: the host's tables, and the seats of the current table."""

from rummynet_client.core.text.option_text import option_text
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _, pgettext
from rummynet_client.terminal.styled_text import Line, Size, padded, wrapped


def lobby_lines(model: ViewModel, size: Size) -> list[Line]:
    """The tables that fit, and what to do."""
    lines: list[Line] = [[], [("class:title", " " + _("Tables"))]]
    for row in model.lobby:
        who = ", ".join(row.players) or _("nobody yet")
        watch = ", " + _("{people} watching", people=row.spectators) if row.spectators else ""
        stage = pgettext("stage of a table", row.stage)
        lines.append([("", f"  {row.table:>3}  {padded(row.name, 16)} {row.variant:<8} {stage:<8} {who}{watch}")])
    if not model.lobby and model.connected:
        lines.append([("", "  " + _("none yet: type  :create keilty"))])
    says = _(
        "1 to 9 or :sit 1 takes a seat · :watch 1 looks on · :create keilty target=200 opens a table · :help lists all"
    )
    help_lines = [[], *wrapped("class:dim", says, size.width)]
    room = max(0, size.height - len(help_lines))
    if len(lines) > room or model.lobby_more:
        more = model.lobby_more + max(0, len(lines) - room + 1)
        lines = [*lines[: room - 1], [("class:dim", "  " + _("and {tables} more tables", tables=more))]]
    return [*lines, *help_lines]


def seat_lines(model: ViewModel) -> list[Line]:
    """The players with their readiness, and the spectators."""
    lines: list[Line] = [[]]
    for seat in model.seats:
        state = _("ready") if seat.ready else _("not ready")
        owns = model.table is not None and model.table.owner == seat.seat
        asks = model.table is not None and seat.seat in model.table.asking
        notes = (
            (seat.bot, _("bot")), (not seat.connected, _("away")), (seat.me, _("you")), (owns, _("owner of the table")),
            (asks, _("wants to come in")),
        )  # fmt: skip
        more = ", ".join(note for holds, note in notes if holds)
        where = _("seat {seat}", seat=seat.seat)
        lines.append([("class:me" if seat.me else "", f"  {where}  {padded(seat.name, 16)} {state:<10}{more}")])
    if model.table is not None and model.table.spectators:
        lines.append([("class:dim", "  " + _("watching: {spectators}", spectators=", ".join(model.table.spectators)))])
    return lines


def option_lines(model: ViewModel, width: int) -> list[Line]:
    """Every option of the table, before a game begins."""
    if model.table is None:
        return []
    values = ", ".join(f"{name} {option_text(value)}" for name, value in model.table.options.items())
    return [*wrapped("class:facts", _("played with: {told}", told=values), width), []]


def waiting_help(model: ViewModel, width: int) -> list[Line]:
    """What to do before the first cards are dealt."""
    if model.shuffling:
        return [[("class:title", " " + _("Host and players are shuffling together …"))]]
    if model.watching:
        number = model.table.table if model.table is not None else 1
        says = _(":sit {table} takes a seat · :stand goes · :say hello chats · ? shows the keys", table=number)
        return wrapped("class:dim", says, width)
    says = _(
        "p or :ready when you are · :bot add seats a bot · :stand leaves the seat · :say hello chats · ? shows the keys"
    )
    lines = wrapped("class:dim", says, width)
    mine = next((seat.seat for seat in model.seats if seat.me), None)
    if mine is not None and model.table is not None and model.table.owner == mine:
        owner_help = _("the table is yours: :remove 1 frees seat 1 · :owner 1 hands the table on · :pause and :resume")
        lines += wrapped("class:dim", owner_help, width)
    return lines
