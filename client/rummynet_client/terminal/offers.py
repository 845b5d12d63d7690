"""The lines under the hand: actions of the picked cards, what taking from the pile means, the host's answer."""

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.variety import once_answered
from rummynet_client.core.text import handbook
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _, ngettext
from rummynet_client.terminal.choice import Choice, face
from rummynet_client.terminal.mouse import mark
from rummynet_client.terminal.screen_state import ScreenState
from rummynet_client.terminal.styled_text import Line, flow, wrapped
from rummynet_protocol import notation
from rummynet_protocol.errors import Refusal


def offer_lines(model: ViewModel, choice: Choice, width: int, view: ScreenState) -> list[Line]:
    """The lines under the hand."""
    if view.question:
        return wrapped("class:offer", view.question, width)
    lesson = wrapped("class:title", view.lesson, width)
    if model.called_off:
        says = _("{why}. p plays again · g rounds · v verify · w why it was fair", why=model.called_off)
        return [*wrapped("class:title", says, width), *next_game_lines(model, width)]
    if model.over is not None:
        won = model.over.name or _("nobody alone")
        says = _(
            "The game is over: {won} has won. p plays again · e who had what · g rounds · v verify · w why it was fair",
            won=won,
        )
        return [*wrapped("class:title", says, width), *next_game_lines(model, width)]
    return [*lesson, *hint_lines(model, width), *taking_lines(model, choice, width), *_offered(model, choice, width)]


def next_game_lines(model: ViewModel, width: int) -> list[Line]:
    """The players of the next game and their readiness; none during a game."""
    if not model.is_between_games:
        return []
    names = [_("{name} (ready)", name=seat.name) if seat.ready else seat.name for seat in model.seats]
    parts = [_("next game: {names}", names=", ".join(names))]
    return wrapped("class:dim", " · ".join([*parts, *waiting_for(model)]), width)


def waiting_for(model: ViewModel) -> list[str]:
    """What the next game waits for besides its players."""
    coming = model.table.coming if model.table is not None else 0
    parts = [ngettext("{n} bot is on its way", "{n} bots are on their way", coming, n=coming)] if coming else []
    return parts + ([_("you are ready as soon as they are here")] if model.waits_for_bots else [])


def hint_lines(model: ViewModel, width: int) -> list[Line]:
    """The hint that a rummy can be called, at tables with hints."""
    if model.state is None or not model.options.get("rummy_hints") or model.me is None:
        return []
    calls = [notation.text(claim.action) for claim in model.state.claims if claim.by != model.me]
    return wrapped("class:alarm", _("hint: {call} (press r)", call=calls[0]), width) if calls else []


def taking_lines(model: ViewModel, choice: Choice, width: int) -> list[Line]:
    """With the cursor in the pile: the cards that taking this one brings, and the plays that would use it."""
    under = choice.card_under_cursor(model)
    if choice.row != "pile" or under is None or not model.my_turn:
        return []
    come = choice.cards(model, "pile")[choice.at :]
    plays = choice.plays_with(model, under)
    says = ngettext(
        "down to {card} 1 card comes", "down to {card} {cards} cards come", len(come), card=face(under), cards=len(come)
    )
    if plays:
        used = ", ".join(plays[:4]) + (" …" if len(plays) > 4 else "")
        says += "; " + _("it would be used by: {plays}", plays=used)
    else:
        says += "; " + _("no: {reason}", reason=choice.why_not_take(model, under))
    return wrapped("class:dim", says, width)


def _offered(model: ViewModel, choice: Choice, width: int) -> list[Line]:
    """The actions offered, or why there are none."""
    if model.may_act:
        actions = choice.offers(model)
        ahead = "" if model.my_turn else _("you need not wait:") if model.hurries else _("you may answer ahead:")
        if not actions:
            return wrapped("class:offer", f"{ahead} {choice.why_not(model)}".strip(), width)
        pieces: list[Line] = [
            [(f"class:offer {mark('offer', number)}", f" {number} {action} ")]
            for number, action in enumerate(actions, 1)
        ]
        return flow(f" {ahead}" if ahead else "", pieces, width, 1)
    if model.shuffling:
        return [[("class:dim", " " + _("host and players are shuffling together …"))]]
    who = ", ".join(model.names[seat] for seat in model.due if seat < len(model.names))
    return [[("class:dim", " " + _("{who} to play", who=who or _("nobody")))]]


def typed_help(model: ViewModel, text: str, width: int) -> list[Line]:
    """The effect of the line being typed. Calls are not checked: seeing them is the game."""
    words = text.split()
    if not words or words[0].lower() not in handbook.ACTIONS:
        known = bool(words) and words[0].lower() in handbook.HELP
        return wrapped("class:dim", ": ".join(handbook.explain(words[0].lower())[0]), width) if known else []
    ((how, does),) = handbook.explain(words[0].lower())
    if words[0].lower() == "rummy":
        return wrapped("class:dim", _("{how}: {does}; whether it holds, the host says", how=how, does=does), width)
    objection = _objection(model, text)
    return wrapped("class:dim", f"{how}: {does}. {objection or _('enter does it')}", width)


def _objection(model: ViewModel, text: str) -> str:
    """Why the rules forbid the action; empty if they allow it."""
    v, state, me = model.variety, model.state, model.me
    if v is None or state is None or me is None or not model.may_act:
        return _("It is not your turn")
    try:
        v.apply(once_answered(v, state, me), me, notation.parse(text))
    except NeedsShuffle:
        return ""
    except Refusal as refusal:
        return _("Not now: {refusal}", refusal=refusal)
    return ""


def answer_lines(model: ViewModel, width: int) -> list[Line]:
    """The host's refusal, or the request without an answer."""
    if model.refusal is not None:
        return wrapped("class:refusal", _("refused: {says}", says=model.refusal.says), width)
    return [[("class:dim", " " + _("sending {waiting} …", waiting=model.waiting))]] if model.waiting else []
