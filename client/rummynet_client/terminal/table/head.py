"""The lines above the table: where one is, whether the deck is fair, and what is wrong. Pure."""

from rummynet.rules.core.options import BREAK_SECONDS, Option
from rummynet.rules.core.variety import Variety
from rummynet_client.core.session.guide import vote_text
from rummynet_client.core.session.view_model import Fairness, ViewModel
from rummynet_client.core.session.waits import WARNED_MILLIS, own_warning
from rummynet_client.core.text.game_words import game_title, option_title, table_title, value_words
from rummynet_client.language import _, ngettext
from rummynet_client.terminal.drawing.styled_text import Line, clipped, width_of, wrapped
from rummynet_client.terminal.state.table_offers import coming_in_text


def head_lines(model: ViewModel, width: int) -> list[Line]:
    """Host, table, game and round, with the state of the checks at the right; findings and the six words below."""
    left: Line = [("class:head", " " + " · ".join(_where(model)))]
    mark = fair_mark(model) if model.table is not None else _own_name(model)
    fill = width - width_of(left) - width_of(mark) - 1
    # The names give way: whether the game is fair has to be seen at any width.
    if fill < 1:
        left = clipped(left, max(1, width - width_of(mark) - 2))
        fill = width - width_of(left) - width_of(mark) - 1
    lines: list[Line] = [[*left, ("", " " * fill), *mark]] if mark else [left]
    return [*lines, *_troubles(model, width), *_six_words(model, width)]


def _own_name(model: ViewModel) -> Line:
    """In the lobby: under which name one is there; a cheat goes before it."""
    alarm = fair_mark(model)
    return alarm or ([("class:dim", _("you are {name}", name=model.name))] if model.name else [])


def fair_mark(model: ViewModel) -> Line:
    """A small sign that all checks have held so far, or that they have not."""
    if model.fairness.cheat:
        return [("class:alarm", " " + _("NOT FAIR") + " ")]
    if model.fairness.unknown:
        return [("class:offer", _("cannot be checked"))]
    if not model.words:
        return []
    voids = [("class:refusal", " " + _voided(model.fairness))] if model.fairness.voided else []
    return [("class:fair", "✓ " + _("fair")), *voids]


def words_matter(model: ViewModel) -> bool:
    """Whether it is time to compare the six words: in the first round, before the first card is laid or thrown."""
    people = sum(not seat.bot for seat in model.seats)  # a program has nobody to read them aloud
    if not model.words or people < 2 or model.over is not None or model.rounds:
        return False
    state = model.state
    if state is None:
        return True
    # Hands of one size: nobody has laid or thrown a card.
    held = {state.count(seat) for seat in range(state.players)}
    first = state.phase in ("pickup", "turnup") and state.turn == state.starter and state.drawn is None
    return state.round == 1 and first and not state.melds and len(state.discard) <= 1 and len(held) == 1


def _where(model: ViewModel) -> list[str]:
    where = [model.host or "rummynet"]
    if model.table is not None:
        title = model.variety.title if model.variety else game_title(model.table.variant)
        target = points_to_win(model)
        if target:
            title = _("{game} to {target}", game=title, target=target)
        where += [table_title(model.table.name) or _("table {table}", table=model.table.table), title]
    if model.round:
        where.append(_("round {round}", round=model.round))
    if model.table is not None and model.table.spectators and model.state is not None:
        where.append(_("{people} watching", people=len(model.table.spectators)))
    return where


def goal_option(variety: Variety | None) -> str | None:
    """The option with the total to play to; a total to stay below is no goal."""
    return variety.score_option if variety is not None and variety.highest_wins else None


def points_to_win(model: ViewModel) -> int:
    """The total that ends the game; 0 where none does, as with a number of rounds."""
    goal = goal_option(model.variety)
    return int(model.options.get(goal) or 0) if goal is not None and not model.options.get("deals") else 0


def option_lines(model: ViewModel) -> list[str]:
    """The game's options that differ from their defaults, in words; the break is told when it is there."""
    known = model.variety.options if model.variety is not None else ()
    in_the_head = goal_option(model.variety)
    return [
        f"{option_title(option)}: {value_words(option, model.options[option.name])}"
        for option in known
        if option.name not in (in_the_head, BREAK_SECONDS.name)
        and option.applies(model.options)
        and model.options.get(option.name, option.default) not in _plain(option)
    ]


def _plain(option: Option) -> tuple[object, ...]:
    """The default in the types of the rules and of a log."""
    return option.default, list(option.default) if option.is_list else option.default


def _troubles(model: ViewModel, width: int) -> list[Line]:
    lines: list[Line] = []
    if not model.connected and not model.host:
        lines.append([("class:dim", " " + _("waiting for the host to answer …"))])
    elif not model.connected:
        lines.append([("class:alarm", " " + _("CONNECTION LOST, trying again"))])
    elif model.silent:
        lines.append([("class:alarm", " " + _("THE HOST DOES NOT ANSWER, or the network is slow"))])
    lines += _about_people(model, width)
    if model.fairness.unknown:
        lines += wrapped("class:offer", model.fairness.unknown, width)
    for doubt in model.fairness.doubts:
        lines += wrapped("class:refusal", doubt, width)
    if model.fairness.cheat or model.fairness.doubts:
        lines += wrapped("class:dim", _("(:incidents clear puts this away)"), width)
    if model.fairness.cheat:
        lines += wrapped("class:alarm", _("CHEAT FOUND: {cheat}", cheat=model.fairness.cheat), width)
    return lines


def _about_people(model: ViewModel, width: int) -> list[Line]:
    """That the table rests, who would like to come in, and who is away, each with the key that does something."""
    table = model.table
    if table is None:
        return []
    lines: list[Line] = []
    if model.is_paused:
        says = (
            _("PAUSED: P lets the game go on")
            if model.may_resume
            else _("PAUSED until {name} lets the game go on", name=model.owner_name)
        )
        lines.append([("class:alarm", f" {says} ")])
    if table.asking:
        names = ", ".join(seat.name for seat in model.seats if seat.seat in table.asking)
        says = (
            _("{names} would like to come in: a lets them in", names=names)
            if model.owns_table
            else _("{names} would like to come in; {name} can let them", names=names, name=model.owner_name)
        )
        lines += wrapped("class:offer", says, width)
    if table.stage == "playing" and (says := coming_in_text(model)):
        lines += wrapped("class:offer", says, width)
    own = model.own_wait
    if own is not None and len(model.names) > 1 and own.comes_in <= WARNED_MILLIS:
        says = own_warning(own)
        lines += wrapped("class:alarm", says[:1].upper() + says[1:], width)
    # Who is away may also be overdue, and is told once.
    slow = [seat for seat in model.seats if seat.seat in model.parts_from]
    for seat in {seat.seat: seat for seat in [*model.absent, *model.overdue, *slow]}.values():
        lines += wrapped("class:turn", vote_text(model, seat, "v", "v"), width)
    return lines


def _six_words(model: ViewModel, width: int) -> list[Line]:
    """The six words, while they are to be compared and when something is wrong."""
    # When something is wrong, people compare the words again, to see whether they were shown one log.
    is_wrong = bool(model.words) and bool(model.fairness.cheat or model.fairness.voided)
    if not words_matter(model) and not is_wrong:
        return []
    says = _("Read these aloud, everybody must have the same: {words}", words=" ".join(model.words))
    return wrapped("class:words", says, width)


def _voided(fairness: Fairness) -> str:
    """The number of voided shuffles, and whom the host blames."""
    times = ngettext("{n} shuffle voided", "{n} shuffles voided", fairness.voided, n=fairness.voided)
    who = ", ".join(dict.fromkeys(name for void in fairness.voids for name in void.silent))
    protests = any(void.protests for void in fairness.voids)
    if not who:
        return times
    if protests:
        return _("{times} ({who}; protested)", times=times, who=who)
    return _("{times} ({who})", times=times, who=who)
