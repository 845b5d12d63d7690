"""The rule that applies at the moment, for every game and phase, in one to three sentences. Pure.

``docs/rules`` is complete; here is what a person at the table is about to need. While a game is played, these are its
own sentences (``Presentation.rule_of_the_moment``).
"""

from rummynet.rules.core.variety import Presentation
from rummynet.rules.varieties import NAMES
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.session.waits import Waited, whole_seconds
from rummynet_client.core.text.news import SeatTaken
from rummynet_client.core.text.verbs import VERBS
from rummynet_client.language import N_, _, ngettext, translated
from rummynet_protocol.actions import Take


def rule_now(model: ViewModel, *, by_keys: bool = False) -> str:
    """The rule for the current position; what can be done about it is said by commands, or by keys."""

    def said(*command: str) -> str:
        return VERBS[command[0]].key or _("Enter") if by_keys else " ".join(command)

    how = N_("press {key}") if by_keys else N_("say {key}")
    if model.table is None:
        return _("Sit down at a table ({sit}), or open one ({create}).", sit=said("sit", "1"),
                 create=said("create", NAMES[0]))  # fmt: skip
    if model.over is not None or model.called_off:
        again = _(how, key=said("ready"))
        return _("The game is over. To play again, {how}; the next game begins when everybody is ready.", how=again)
    if model.state is None or model.position is None:
        names = ", ".join(seat.name for seat in model.seats if not seat.ready)
        if names and any(seat.me and seat.ready for seat in model.seats):
            return _("You are ready. The game waits for: {names}.", names=names)
        return _(
            "The game begins when everybody at the table is ready ({ready}). You can add bots too ({add}). You "
            "sign ready for this game with these people: if somebody joins or leaves, say it again.",
            ready=said("ready"), add=said("bot", "add"),
        )  # fmt: skip
    if model.is_paused:
        if model.may_resume:
            return _("The table is paused. To let the game go on, {how}.", how=_(how, key=said("resume")))
        return _("The table is paused until {name} lets the game go on.", name=model.owner_name)
    if model.break_left:
        return _(
            "The round is over. The next one waits until you go on ({next}), but not for ever. {review} shows "
            "everything.", next=said("next"), review=said("review"),
        )  # fmt: skip
    if model.parts_from:
        return wait_for_parts(model)
    if model.shuffling:
        return _("All players and the host shuffle together; nobody can choose the deck. {why} explains how.",
                 why=said("why"))  # fmt: skip
    if model.state.phase == "over":
        return _("The round is over. The next one begins by itself. {review} shows who had what.",
                 review=said("review"))  # fmt: skip
    presentation = Presentation() if model.variety is None else model.variety.presentation
    legal = model.legal() if model.may_act and model.state.phase == "pickup" else ()
    must = legal and all(isinstance(one, Take) for one in legal)
    empty = [_("But the stock is empty: you cannot draw, so take a card of the pile.")] if must else []
    rules = presentation.rule_of_the_moment(model.state, model.me, model.is_asked)
    return " ".join([*(translated(rule, model.names) for rule in rules), *empty])


def wait_for_parts(model: ViewModel) -> str:
    """For whose programs a sealed deck waits, and what happens next; "" if it waits for none."""
    if not model.parts_from:
        return ""
    names = [model.names[seat] for seat in model.parts_from]
    says = ngettext(
        "The game waits for the program of {names}, and goes on by itself as soon as it is back.",
        "The game waits for the programs of {names}, and goes on by itself as soon as they are back.",
        len(names),
        names=", ".join(names),
    )
    return " ".join([says, *(_without_parts(model, seat) for seat in model.parts_from)])


def _without_parts(model: ViewModel, seat: int) -> str:
    """What the player can do if the program of *seat* does not come back, and when."""
    one, name = model.waits.get(seat), model.names[seat]
    if model.me is None or one is None:
        return ""
    if one.follows:
        left = whole_seconds(one.follows_in)
        return ngettext("In {n} second {what}.", "In {n} seconds {what}.", left, n=left, what=one.follows_words)
    if one.what == "open":
        return _("If all others want it (vote {name}), {what}.", name=name, what=one.words)
    return _("If you want it (vote {name}), {what} in the end.", name=name, what=one.words)


def vote_text(model: ViewModel, seat: SeatTaken, stops: str, waits: str) -> str:
    """Who is away or keeps the game waiting, what follows, and how many want it.

    What *stops* waiting for them, or *waits* after all, is a key or a command.
    """
    one = model.waits.get(seat.seat)
    away = _("{name} is away", name=seat.name) if not seat.connected else _("{name} does not play", name=seat.name)
    if seat.seat in model.parts_from:
        away = _("waiting for {name}'s program", name=seat.name)
    if one is None or model.me is None:
        return away
    does = (
        _("{key} takes that back", key=waits) if model.me in one.by else _("{key} says that you want that", key=stops)
    )
    return f"{away}: {outcome_text(one)}; {does}"


def outcome_text(one: Waited) -> str:
    """What is done without a seat, when, and how many want it."""
    then = _("in {seconds} s {what}", seconds=whole_seconds(one.follows_in), what=one.follows_words)
    if one.follows == one.what:
        return then
    if len(one.by) >= one.need:
        return _("it is decided that {what} when it is their turn", what=one.words)
    says = ngettext(
        "if {n} of you wants that, {what} (so far {have})", "if {n} of you want that, {what} (so far {have})",
        one.need, n=one.need, what=one.words, have=len(one.by),
    )  # fmt: skip
    if one.left:
        says = _("the table waits for {seconds} s; then, {votes}", seconds=whole_seconds(one.left), votes=says)
    # One vote of several ends a game in the end; with another one something else is done, and sooner.
    return _("{says}; else {then}", says=says, then=then) if one.follows else says
