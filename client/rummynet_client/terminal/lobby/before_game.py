"""A table before a game: who sits there, what can be done, what is played, and the chat. Pure."""

from rummynet.rules.varieties import MODULES, variety
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.table_words import own_name_line
from rummynet_client.core.text.game_words import (
    deck_words,
    game_title,
    game_words,
    level_words,
    option_title,
    value_words,
)
from rummynet_client.core.text.news import SeatTaken
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
from rummynet_client.terminal.drawing.theme import seat_class
from rummynet_client.terminal.lobby.panels import example_lines, offers_flow
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.state.table_offers import free_seats, is_ready, lacks_people, table_offers
from rummynet_client.terminal.table.log_and_chat import chat_lines, columns, log_and_chat
from rummynet_client.terminal.table.offers import shuffle_line, waiting_for

_NAME = 20  # columns; longer names are cut, so that the states below each other are one column
_STATE = 12  # as long as the longest state in both languages
# Lines that the chat takes from examples where it has a column to itself: the rest is for who learns the game.
_MOST_CHAT = 9
_CHAT = 3  # lines kept for the chat, where somebody has said as much: the last thing said and what it answers


def waiting_lines(model: ViewModel, view: ScreenState, size: Size) -> list[Line]:
    """The table on exactly ``size.height`` lines."""
    width, side = columns(size.width)
    seats = [titled(_("At the table"), width), *_seats(model, view, width)]
    offers = _offers(model, view, width)
    if side:
        room = size.height - len(seats) - len(offers) - 1
        said = min(_MOST_CHAT, len(chat_lines(model, view, width)) + 1) if model.chat else 0
        examples = _examples(model, Size(width, room - said)) if not view.scrolled_back else []
        chat = _chat(model, view, Size(width, room - len(examples)))
        blank = _blank(room - len(examples) - len(chat))
        left = cut([*seats, [], *offers, *examples, *blank, *chat], Size(width, size.height))
        right = cut(_about_game(model, side), Size(side, size.height))
        return beside(left, right, width)
    room = size.height - len(seats) - len(offers) - 2
    said = min(_CHAT, len(chat_lines(model, view, width))) + 1 if model.chat else 0
    about = [titled(_title(model), width), *_options(model, width)]
    if len(about) > max(0, room - said):
        about = [*about[: max(0, room - said - 1)], [("class:dim", " …")]][: max(0, room - said)]
    chat = _chat(model, view, Size(width, room - len(about)))
    # What people say goes before examples.
    examples = _examples(model, Size(width, room - len(about))) if not chat else []
    blank = _blank(room - len(about) - len(chat) - len(examples))
    return cut([*seats, [], *offers, [], *about, *examples, *blank, *chat], size)


def _blank(rows: int) -> list[Line]:
    return [[] for _row in range(rows)]


def _chat(model: ViewModel, view: ScreenState, size: Size) -> list[Line]:
    """The end of the chat below a title; nothing where nobody has said anything."""
    if size.height < 2 or not (chat_lines(model, view, size.width) or view.scrolled_back):
        return []
    if view.scrolled_back:
        return log_and_chat(model, view, size.width, size.height)
    said = chat_lines(model, view, size.width)[-(size.height - 1) :]
    return [titled(_("Chat"), size.width), *said]


def _examples(model: ViewModel, size: Size) -> list[Line]:
    return example_lines(model.table.variant if model.table is not None else "", size)


# -- who sits there


def _seats(model: ViewModel, view: ScreenState, width: int) -> list[Line]:
    lines = [_seat(model, view, seat, width) for seat in model.seats]
    coming = model.table.coming if model.table is not None else 0
    if coming:
        lines += [[("class:offer", f"   {says}")] for says in waiting_for(model)]
    free = free_seats(model)
    if free:
        lines.append([("class:dim", "   " + ngettext("{n} seat is free", "{n} seats are free", free, n=free))])
    if model.table is not None and model.table.spectators:
        watching = _("watching: {spectators}", spectators=", ".join(model.table.spectators))
        lines += wrapped("class:dim", f"  {watching}", width)
    return [*lines, *wrapped("class:offer", own_name_line(model), width)]


def _seat(model: ViewModel, view: ScreenState, seat: SeatTaken, width: int) -> Line:
    """One player: the sign of being ready, the name, and what is worth knowing."""
    at = mark("row", seat.seat)
    is_here = view.lobby.seat == seat.seat
    sign, state = ("✓", _("ready")) if seat.ready else ("·", _("not ready"))
    left: Line = [
        ("class:turn", " ▶ " if is_here else "   "), (seat_class(seat.seat) + f" {at}", padded(seat.name, _NAME)),
        (f"{'class:fair' if seat.ready else 'class:dim'} {at}", f" {sign} "),
        (f"{'class:me' if seat.ready else 'class:dim'} {at}", padded(state, _STATE)),
    ]  # fmt: skip
    notes: Line = [(f"class:dim {at}", " · ".join(_notes(model, seat)))]
    if is_here and seat.bot and view.lobby.exchange:
        notes += [("class:turn", " ◀ "), (f"class:best {at}", view.lobby.exchange), ("class:turn", " ▶")]
    elif is_here and seat.bot:
        notes += [("class:turn", " ◀ ▶")]
    room = width - width_of(left)
    return [*left, *notes] if width_of(notes) <= room else [*left, (f"class:dim {at}", notes[0][1])]


def _notes(model: ViewModel, seat: SeatTaken) -> list[str]:
    owns = model.table is not None and model.table.owner == seat.seat
    asks = model.table is not None and seat.seat in model.table.asking
    bot = _("bot, {level}", level=seat.level) if seat.level else _("bot")
    notes = (
        (seat.me, _("you")), (seat.bot, bot), (not seat.connected, _("away")), (owns, _("owner of the table")),
        (asks, _("wants to come in")), (seat.delay, _("{millis} ms from the host", millis=seat.delay)),
    )  # fmt: skip
    return [note for holds, note in notes if holds]


# -- what can be done, and what is played


def _offers(model: ViewModel, view: ScreenState, width: int) -> list[Line]:
    if view.question is not None:
        return wrapped("class:offer", view.question.text, width)
    # Between consent and the first cards no key does anything.
    if model.shuffling or (model.table is not None and model.table.stage == "playing"):
        return [[("class:title", " " + shuffle_line(model))]]
    lines = [
        *[line for says in _deck_words(model) for line in wrapped("class:offer", says, width)],
        *wrapped("class:title", _standing(model), width),
        *offers_flow(table_offers(model, view.lobby), width),
    ]
    bot = view.lobby.seat_row(model)
    if bot is not None and bot.bot:
        level = view.lobby.exchange or bot.level
        hint = _("arrows choose another level for {name}", name=bot.name)
        return [*lines, *wrapped("class:dim", f"{level}: {level_words(level)} · {hint}" if level else hint, width)]
    if model.watching:
        return lines
    if free_seats(model):
        lines += _next_bot(view.lobby.level, width)
    return [*lines, *wrapped("class:dim", _choosing(model) if bot is None else "", width)]


def _deck_words(model: ViewModel) -> list[str]:
    """What is said of a sealed deck to somebody who has not agreed to it yet."""
    if model.table is None or model.watching or is_ready(model):
        return []
    return deck_words(model.table.options, len(model.seats), [seat.name for seat in model.seats if seat.bot])


def _standing(model: ViewModel) -> str:
    """What the game waits for."""
    assert model.table is not None
    if lacks_people(model):
        return _("A sealed deck takes two people: wait for another to sit down.")
    if len(model.seats) + model.table.coming < 2:
        return _("A game needs two players: add a bot, or wait for somebody to sit down.")
    if not is_ready(model) or model.watching:
        return ""
    others = [seat.name for seat in model.seats if not (seat.ready or seat.me)]
    if not others:
        return _("You are ready.")
    return _("You are ready; the game begins when the others are: {names}", names=", ".join(others))


def _choosing(model: ViewModel) -> str:
    """What choosing a player is good for."""
    others = [seat for seat in model.seats if not seat.me]
    if model.owns_table and any(not seat.bot for seat in others):
        return _("up and down choose a player: to replace or remove a bot, free a seat, hand the table over")
    return _("up and down choose a bot, to replace it or remove it") if any(seat.bot for seat in others) else ""


def _next_bot(level: str, width: int) -> list[Line]:
    """The level of the next bot, between the arrows that change it."""
    piece: Line = [
        ("class:dim", " " + _("level of the next bot")), (f"class:turn {mark('less', 0)}", " ◀ "),
        ("class:best", level), (f"class:turn {mark('more', 0)}", " ▶ "), ("class:dim", level_words(level)),
    ]  # fmt: skip
    return [piece] if width_of(piece) <= width else [piece[:4], *wrapped("class:dim", level_words(level), width)]


def _title(model: ViewModel) -> str:
    return game_title(model.table.variant) if model.table is not None else ""


def _option_pairs(model: ViewModel) -> list[tuple[str, str, bool]]:
    """Every option in words, its value, and whether that is not the usual one."""
    if model.table is None or model.table.variant not in MODULES:
        return []
    found: list[tuple[str, str, bool]] = []
    for option in variety(model.table.variant).options:
        if option.name not in model.table.options or not option.applies(model.table.options):
            continue
        value = model.table.options[option.name]
        value = tuple(value) if isinstance(value, list) else value
        found.append((option_title(option), value_words(option, value), value != option.default))
    return found


def _options(model: ViewModel, width: int) -> list[Line]:
    """The options as a text: those that are not the usual ones first."""
    # What is cut at the end must be the usual: the options that were changed are what one agrees to.
    pairs = sorted(_option_pairs(model), key=lambda one: not one[2])
    pieces: list[Line] = []
    for number, (says, value, is_unusual) in enumerate(pairs):
        stop = "" if number == len(pairs) - 1 else " ·"
        pieces.append(
            [("class:dim", f" {says}: "), ("class:best" if is_unusual else "class:me", value), ("class:dim", stop)]
        )
    return flow("", pieces, width, 0) if pieces else []


def _about_game(model: ViewModel, width: int) -> list[Line]:
    """The game in a few sentences, and its options one below another."""
    lines = [titled(_title(model), width)]
    if model.table is not None:
        lines += [line for says in game_words(model.table.variant) for line in wrapped("", says, width)]
    lines += [[], titled(_("Options"), width)]
    for says, value, is_unusual in _option_pairs(model):
        *first, last = wrapped("class:dim", says, width)
        look = "class:best" if is_unusual else "class:me"
        gap = width - width_of(last) - len(value) - 1
        if gap < 1:
            first, last, gap = [*first, last], [], width - len(value) - 1
        lines += [*first, [*last, ("", " " * gap), (look, value)]]
    return lines
