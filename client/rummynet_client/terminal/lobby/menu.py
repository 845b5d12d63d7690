"""The menu of a new table as lines. Pure."""

from rummynet.rules.core.options import Option
from rummynet_client.core.text.game_words import (
    game_title,
    game_words,
    level_words,
    option_says,
    option_title,
    value_words,
)
from rummynet_client.language import _, ngettext
from rummynet_client.terminal.drawing.styled_text import (
    Line,
    Size,
    beside,
    cut,
    flow,
    mark,
    padded,
    titled,
    width_of,
    wrapped,
)
from rummynet_client.terminal.lobby.panels import example_lines, key_and_effect
from rummynet_client.terminal.state.table_menu import MenuRow, TableMenu
from rummynet_client.terminal.table.log_and_chat import columns

_LABEL = 30  # most columns of what a row is called: the value beside it has to stay near enough to be read with it
# Columns between the two arrows of a value, the same for all: arrows that jump with the value cannot be clicked
# twice.
_VALUE = 18
# Rows of the menu that the description leaves: the chosen one with neighbours, so that one sees that it scrolls.
_LEAST_ROWS = 4
_ROOMY = 20  # lines from which on a blank one stands above the keys; below, each line is a row of the menu


def menu_lines(menu: TableMenu, size: Size) -> list[Line]:
    """The menu on exactly ``size.height`` lines: its rows, what the one under the cursor means, and keys."""
    width, side = columns(size.width)
    foot = [*wrapped("class:refusal", menu.problem, width), *_offers(menu, width)]
    if not side:
        about = [titled(_about_title(menu), width), *_about(menu, width)]
        room = size.height - len(foot) - (1 if size.height > _ROOMY else 0)
        about = about[: max(0, room - _LEAST_ROWS - 1)]
        rows = _rows(menu, Size(width, room - len(about) - 1))
        blank: list[Line] = [[] for _row in range(room - len(about) - len(rows))]
        gap: list[Line] = [[]] if size.height > _ROOMY else []
        return cut([*rows, *blank, *about, *gap, *foot], size)
    rows = _rows(menu, Size(width, size.height - len(foot) - 2))
    spare = size.height - len(foot) - len(rows) - 1
    examples = example_lines(menu.wish.game, Size(width, spare))
    left = cut([*rows, [], *foot, *examples], Size(width, size.height))
    right = cut(_side(menu, side), Size(side, size.height))
    return beside(left, right, width)


def _offers(menu: TableMenu, width: int) -> list[Line]:
    opens = _("start playing") if menu.is_alone else _("open the table")
    gives_up = _("leave") if menu.is_company else _("back to the tables")
    enter = key_and_effect(_("Enter"), opens, mark("do", 0), first=True)
    return flow("", [enter, key_and_effect(_("Esc"), gives_up, mark("do", 1))], width, 0)


def _rows(menu: TableMenu, size: Size) -> list[Line]:
    """The rows that fit, the one under the cursor among them, with titles between the groups."""
    lines: list[Line] = []
    here = 0
    group = ""
    for at, row in enumerate(menu.rows):
        title = _("Options") if row.kind == "option" else _("New table") if not menu.is_company else _("Your game")
        if title != group:
            lines.append(titled(title, size.width))
            group = title
        if at == menu.at:
            here = len(lines)
        lines.append(_row(menu, row, at, size.width))
    if len(lines) <= size.height:
        return lines
    room = max(1, size.height - 1)
    first = max(0, min(here - room // 2, len(lines) - room))
    hidden = len(lines) - first - room
    more = ngettext("{lines} more line below", "{lines} more lines below", hidden, lines=hidden) if hidden else ""
    above = _("more lines above") if not hidden and first else ""
    return [*lines[first : first + room], [("class:dim", f"   {more or above}")]]


def _row(menu: TableMenu, row: MenuRow, at: int, width: int) -> Line:
    """One row: what it is, its value, between two arrows if the cursor is here, and the usual value of an option."""
    is_here, on_row = at == menu.at, mark("row", at)
    says = padded(_label(menu, row), max(8, min(_LABEL, width - _VALUE - 9)))
    value = f"{menu.typed}_" if is_here and menu.typed else _value(menu, row)
    look = "class:best" if _is_unusual(menu, row) else "class:offer" if is_here else ""
    if is_here:
        line: Line = [
            ("class:turn", " ▶ "), (f"class:me {on_row}", says), (f"class:turn {mark('less', at)}", " ◀ "),
            (f"{look} {on_row}", padded(value, _VALUE)), (f"class:turn {mark('more', at)}", " ▶ "),
        ]  # fmt: skip
    else:
        line = [
            ("", "   "),
            (f"class:dim {on_row}", says),
            ("", "   "),
            (f"{look} {on_row}".strip(), padded(value, _VALUE)),
        ]
    if row.option is not None and _is_unusual(menu, row):
        usual = _("default: {value}", value=value_words(row.option, row.option.default))
        note: Line = [("class:dim", ("  " if is_here else "     ") + usual)]
        line = [*line, *note] if width_of([*line, *note]) <= width else line
    return line


def _label(menu: TableMenu, row: MenuRow) -> str:
    match row.kind:
        case "game":
            return _("Game")
        case "bots":
            return _("Bots")
        case "level":
            return "  " + _("bot {number} plays", number=row.at + 1)
        case "far":
            return _("People from other homes")
        case "seats":
            return _("Seats")
    assert row.option is not None
    return option_title(row.option)


def _value(menu: TableMenu, row: MenuRow) -> str:
    wish = menu.wish
    match row.kind:
        case "game":
            return game_title(wish.game)
        case "bots":
            return str(len(wish.bots)) if wish.bots else _("none")
        case "level":
            return wish.bots[row.at]
        case "far":
            return _("by a code") if menu.is_far else _("none")
        case "seats":
            return _("closed") if wish.closed else _("open to all")
    assert row.option is not None
    return value_words(row.option, wish.value(row.option))


def _is_unusual(menu: TableMenu, row: MenuRow) -> bool:
    return row.option is not None and row.option.name in menu.wish.values


def _about_title(menu: TableMenu) -> str:
    return game_title(menu.wish.game) if menu.row.kind == "game" else _label(menu, menu.row).strip()


def _about(menu: TableMenu, width: int) -> list[Line]:
    """What the row under the cursor is about, on as many lines for each row, so that nothing jumps."""
    game = [line for says in game_words(menu.wish.game) for line in wrapped("", says, width)]
    lines = game if menu.row.kind == "game" else _explained(menu, width)
    return cut(lines, Size(width, max(len(game), len(lines))))


def _side(menu: TableMenu, width: int) -> list[Line]:
    lines = [titled(game_title(menu.wish.game), width)]
    for says in game_words(menu.wish.game):
        lines += [*wrapped("", says, width), []]
    seats = menu.wish.variety.seats
    lines += wrapped("class:dim", _("for {least} to {most} players", least=seats[0], most=seats[-1]), width)
    if menu.row.kind != "game":
        lines += [[], titled(_label(menu, menu.row).strip()[: width - 6], width), *_explained(menu, width)]
    return lines


def _explained(menu: TableMenu, width: int) -> list[Line]:
    row = menu.row
    match row.kind:
        case "bots":
            most = menu.wish.most_bots
            return (
                wrapped("", _("0 to {most}; the other seats are for people", most=most), width)
                if not menu.is_alone
                else wrapped("", _("1 to {most} play with you", most=most), width)
            )
        case "level":
            return wrapped("", level_words(menu.wish.bots[row.at]), width)
        case "far":
            says = _("By a code: you get a line to tell them, and the game begins when all at the table are ready.")
            return [*wrapped("", says, width), *wrapped("class:dim", f"{menu.servers}.", width)]
        case "seats":
            says = _("Closed: only people you let in can sit down. Others can watch, and ask you for a seat")
            return wrapped("", says, width)
    assert row.option is not None
    usual = _("default: {value}", value=value_words(row.option, row.option.default))
    return [
        *wrapped("", option_says(row.option), width),
        *wrapped("class:dim", " · ".join([usual, *_ways(row.option)]), width),
    ]


def _ways(option: Option) -> list[str]:
    if option.is_list:
        return [_("type numbers with a comma between"), _("backspace: default")]
    # With few values the arrows are enough (``table_wish.next_value`` has the same 20).
    if option.high is not None and not option.choices and option.high - (option.low or 0) > 20:
        return [_("{low} to {high}", low=option.low, high=option.high), _("arrows, or type the number")]
    return []
