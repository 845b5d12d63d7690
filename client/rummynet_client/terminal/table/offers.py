"""The lines under the hand: actions of the picked cards, what taking from the pile means, the host's answer."""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.variety import once_answered
from rummynet_client.core.session.answers import fitting_lines
from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.table_words import sentence
from rummynet_client.core.text import verbs
from rummynet_client.core.text.action_text import Wording, action_text, meld_name, worded
from rummynet_client.core.text.card_names import face, faces, meld_cards, with_meld_numbers
from rummynet_client.core.text.event_text import game_won
from rummynet_client.core.text.news import WasRefused
from rummynet_client.core.views.meld_order import owner
from rummynet_client.core.views.ranking import gain_of
from rummynet_client.language import _, ngettext, player_name, translated
from rummynet_client.terminal.drawing.card_art import coloured, sentence_lines, with_signs
from rummynet_client.terminal.drawing.styled_text import Line, flow, key_mark, mark, wrapped
from rummynet_client.terminal.state.choice import Choice, named
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, Take
from rummynet_protocol.errors import Refusal


def offer_lines(model: ViewModel, choice: Choice, width: int, view: ScreenState) -> list[Line]:
    """The lines under the hand."""
    if view.question is not None:
        keys = [key for key, _action in view.question.answers]
        pieces = [_key(key, "class:key") for key in keys if key != "y"]
        pieces += [[*_key("y", "class:key"), (f"class:offer {key_mark('y')}", " " + _("yes"))]] if "y" in keys else []
        no = _("no") if "y" in keys else _("back")
        pieces += [[*_key("escape", "class:key"), (f"class:offer {key_mark('escape')}", f" {no}")]]
        return [*sentence_lines("class:offer", view.question.text, width), *flow("", pieces, width, 1)]
    lesson = sentence_lines("class:title", view.lesson, width)
    if lesson and model.over is not None:
        return lesson
    if model.called_off:
        why = wrapped("class:title", _("{why}.", why=model.called_off), width)
        return [*why, *([_again("")] if model.is_between_games else []), *next_game_lines(model, width)]
    if model.over is not None:
        won = sentence(game_won(model.over.winner, Wording(model.names, model.me), model.over.totals), model.names)
        record = sentence_lines("class:facts", view.record, width, model.names)
        again = [_again(won)] if model.is_between_games else wrapped("class:title", won, width)
        return [*again, *record, *next_game_lines(model, width)]
    taking = [] if view.is_calling else [*taking_lines(model, choice, width), *_pointed_meld(model, choice, width)]
    offered = _calling(choice, model, width) if view.is_calling else _offered(model, choice, width, view)
    return [*lesson, *hint_lines(model, width), *_asked_lines(model, width), *taking, *offered]


def _again(says: str) -> Line:
    """The game's end, and the key that begins the next one."""
    return [
        ("class:title", f" {says}  "),
        *_key("p", "class:key"),
        (f"class:best {key_mark('p')}", " " + _("play again")),
    ]


def _asked_lines(model: ViewModel, width: int) -> list[Line]:
    """What is asked and what it costs, where something else than picking up and playing is wanted of the player."""
    if model.state is None or not model.is_asked or model.state.phase in ("pickup", "play", "over"):
        return []
    return sentence_lines("class:offer", rule_now(model), width, model.names)


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
    return [ngettext("{n} bot is on its way", "{n} bots are on their way", coming, n=coming)] if coming else []


def hint_lines(model: ViewModel, width: int) -> list[Line]:
    """The hint that a rummy can be called, at tables with hints."""
    if model.state is None or not model.options.get("rummy_hints") or model.me is None:
        return []
    calls = [claim.action for claim in model.state.claims if claim.by != model.me]
    says = worded(calls[0].play, meld_cards(model.state)) if calls else ""
    return sentence_lines("class:best", _("hint: r calls RUMMY – {play}", play=says), width) if calls else []


def taking_lines(model: ViewModel, choice: Choice, width: int) -> list[Line]:
    """With the cursor in the pile: the cards that taking this one brings, or why it cannot be taken."""
    under = choice.card_under_cursor(model)
    if lost := choice.lost_card(model):
        return sentence_lines("class:dim", _("{card} has left the pile.", card=face(lost)), width)
    if choice.row != "pile" or not model.my_turn or model.state is None or under is None:
        return []
    come = choice.cards(model, "pile")[choice.at :]
    takes = [one for one in choice.offers(model) if isinstance(one, Take) and one.card == face(under)]
    says = ngettext(
        "{card} lies on top: you get this card alone.",
        "You get {card} and all that lies above it: {cards} cards.",
        len(come),
        card=face(under),
        cards=len(come),
    )
    if not takes and choice.picked and choice.plays_with(model, under):
        says = _("You can take {card}, but not with the cards you picked: escape puts them back.", card=face(under))
    elif refused := choice.cannot_take(model, under):
        says = refused
    return sentence_lines("class:dim", says, width)


def _pointed_meld(model: ViewModel, choice: Choice, width: int) -> list[Line]:
    """With the cursor among the melds: which one it is, and what picking it does."""
    number = choice.meld_under_cursor(model)
    if number is None or model.state is None or model.position is None:
        return []
    seat = owner(model.position["melds"][number]["by"])
    name = _("you") if seat == model.me else player_name(seat, model.names)
    cards = meld_name(meld_cards(model.state), number)
    if number in choice.picked_melds:
        says = _(
            "{cards}, laid by {name}: you see only plays that change it; space puts it back", cards=cards, name=name
        )
    else:
        says = _(
            "{cards}, laid by {name}: space picks it, and you see only plays that change it", cards=cards, name=name
        )
    return sentence_lines("class:dim", says, width, model.names)


def _offered(model: ViewModel, choice: Choice, width: int, view: ScreenState) -> list[Line]:
    """The actions offered, or why there are none."""
    if model.may_act:
        if model.waiting and not model.my_turn and model.due:
            says = _(
                "{action}: sent, and done when {names} have answered",
                action=_waiting_action(model),
                names=_names(model, model.due),
            )
            return sentence_lines("class:dim", with_signs(says), width, model.names)
        actions = choice.offers(model)
        ahead = "" if model.my_turn else _("you need not wait:") if model.hurries else _("you can answer in advance:")
        pieces = _numbered(model, actions, view.offers_from, choice.most_offered)
        if pieces and (says := _take_text(model, choice)):
            at = f"class:offer {key_mark('tab')}"
            pieces.append([*_key("tab", "class:keys class:quiet"), ("", " "), *coloured(at, says), ("", "  ")])
        if throws := choice.throws(model):
            pieces.append(_throw_offer(model, throws))
            # A throw ends the turn, so the way to lay stands beside it, unless there stand lays.
            if not choice.picked and not actions and len(model.hand) > 1:
                pieces.append([("class:dim", "    " + _("space picks cards to lay"))])
        if not pieces:
            return sentence_lines("class:offer", f"{ahead} {choice.why_not(model)}".strip(), width)
        # One card alone is there to be thrown out.
        why = choice.why_not(model) if len(choice.picked) > 1 and not actions else ""
        return [*sentence_lines("class:dim", why, width), *flow(f" {ahead}" if ahead else "", pieces, width, 1)]
    if model.is_paused:
        return [[("class:dim", " " + _("The table is paused."))]]
    if model.shuffling or model.parts_from:
        return [[("class:dim", " " + shuffle_line(model))]]
    return [[("class:dim", " " + _turn_text(model))]]


def _take_text(model: ViewModel, choice: Choice) -> str:
    """What tab leads to; the same whatever can be taken, where that is not named."""
    if model.hides_takes:
        return "" if choice.picked or choice.row == "pile" else _("look for a card to take")
    plays = choice.hidden_takes(model)
    return with_signs(_("take {cards} from the pile", cards=faces(plays))) if plays else ""


def shuffle_line(model: ViewModel) -> str:
    """That cards are shuffled, and how far that is where the log shows it; for whose program that waits."""
    if model.parts_from:
        return _("Waiting for the program of {names}", names=_names(model, model.parts_from))
    return model.progress or _("Host and players are shuffling together …")


def _calling(choice: Choice, model: ViewModel, width: int) -> list[Line]:
    """What Enter is about to call. The same words for every card: nothing tells whether it is a rummy."""
    under = choice.card_under_cursor(model)
    here = [face(under)] if under is not None and choice.row == "pile" else []
    cards = list(dict.fromkeys([*choice.picked_cards("pile"), *here]))
    melds = meld_cards(model.state) if model.state is not None else ()
    onto = [meld_name(melds, number) for number in sorted(choice.picked_melds)]
    says = (
        _("RUMMY with {cards} on {meld}? Enter calls it, escape gives up", cards=faces(cards), meld=" · ".join(onto))
        if onto
        else _("RUMMY with {cards}? Enter calls it, arrows point at another card, escape gives up", cards=faces(cards))
    )
    lines = sentence_lines("class:best", says, width)
    if model.state is None or model.variety is None:
        return lines
    if price := model.variety.offers.false_call_price(model.state.options):
        cost = _("A call of one that is not there costs {price}.", price=translated(price, model.names))
        lines += sentence_lines("class:dim", cost, width)
    return lines


def _numbered(model: ViewModel, actions: Sequence[Action], start: int, most: int) -> list[Line]:
    """The actions from *start* on, the first with Enter, the others with digits, each with the points that it lays."""
    melds = meld_cards(model.state) if model.state is not None else ()
    pieces: list[Line] = []
    for number, action in enumerate(actions[start : start + most]):
        at = mark("offer", number + 1)
        key = _("Enter") if number == 0 else str(number + 1)
        look = f"class:best {at}" if number == 0 else f"class:offer {at}"
        says = coloured(look, with_signs(worded(action, melds)))
        key_look = "class:key" if number == 0 else "class:keys class:quiet"
        piece: Line = [("", " "), (f"{key_look} {at}", f" {key} "), (look, " "), *says]
        pieces.append([*piece, (look, _gain_text(model, action)), ("", "  ")])
    more = len(actions) - most
    if more > 0:
        others = _("other offers: {more}", more=more)
        pieces.append([*_key("o", "class:keys class:quiet"), (f"class:dim {key_mark('o')}", f" {others}")])
    return pieces


def _gain_text(model: ViewModel, action: Action) -> str:
    gain = gain_of(model, action)
    return (f" {gain.points:+d}" if gain.points else "") + (", " + _("ends the round") if gain.ends else "")


def _throw_offer(model: ViewModel, throws: Sequence[Action]) -> Line:
    if len(throws) > 1:
        says = _("throw out one of them")
    else:
        says = with_signs(worded(throws[0], ())) + _gain_text(model, throws[0])
    return [*_key("t", "class:keys class:quiet"), ("", " "), *coloured(f"class:offer {key_mark('t')}", says)]


def _key(key: str, look: str) -> Line:
    """A key that can be clicked."""
    return [("", " "), (f"{look} {key_mark(key)}".strip(), f" {_(key)} ")]


def typed_help(model: ViewModel, text: str, width: int) -> list[Line]:
    """What can be said that begins with the line being typed, and what that does once it is clear."""
    words = text.split()
    word = words[0].lower() if words else ""
    fitting = [line.strip() for line in fitting_lines(model, text)]
    listed = flow("", [[("class:dim", f" {line} ")] for line in fitting], width, 1) if fitting != [text] else []
    if word not in verbs.VERBS:
        return listed
    ((how, does),) = verbs.explain(word)
    if word == "rummy":  # calls are not checked: seeing them is the game
        return wrapped("class:dim", _("{how}: {does}; the host says whether it is valid", how=how, does=does), width)
    if word not in verbs.ACTIONS:
        return [*wrapped("class:dim", f"{how}: {does}", width), *listed]
    if len(words) == 1 and " " in how and not fitting:
        return wrapped("class:dim", f"{how}: {does}. " + _("Nothing of it can be done now."), width)
    objection = _objection(model, text)
    # Of an action that is typed by half it would name what is only not there yet.
    effect = ("" if fitting else objection) if objection else _("enter does it")
    return [*wrapped("class:dim", f"{how}: {does}. {effect}".rstrip(), width), *listed]


def _objection(model: ViewModel, text: str) -> str:
    """Why the rules forbid the action; empty if they allow it."""
    v, state, me = model.variety, model.state, model.me
    if v is None or state is None or me is None or not model.may_act:
        return _("It is not your turn")
    try:
        v.apply(once_answered(v, state, me), me, notation.parse(with_meld_numbers(text, meld_cards(state))))
    # Allowed: the host has a new stock shuffled first.
    except NeedsShuffle:
        return ""
    except Refusal as refusal:
        return _("Not now: {refusal}", refusal=refusal)
    return ""


_NO_RUMMY: Final = frozenset(
    {
        *("does_not_fit", "one_at_a_time", "no_such_call", "not_a_meld", "card_twice", "wrong_order"),
        *("card_not_in_pile", "card_not_used"),
    }
)
"""Codes of the rules for a call that is no rummy."""


def _refusal_text(refusal: WasRefused) -> str:
    """The host's sentence; of a call that was none the cards before it, since this program may have chosen the meld."""
    if notation.is_call(refusal.asked) and refusal.code in _NO_RUMMY:
        cards = " ".join(named(notation.parse(refusal.asked)))
        why = refusal.says.removeprefix(_("no rummy: {why}", why=""))
        return _("no rummy with {cards}: {why}", cards=cards, why=why)
    return refusal.says


def _turn_text(model: ViewModel) -> str:
    if model.my_turn:
        return _("your card is on its way …")
    return _("{who} to play", who=_names(model, model.due) or _("nobody"))


def _names(model: ViewModel, seats: Sequence[int]) -> str:
    return ", ".join(model.names[seat] for seat in seats if seat < len(model.names))


def answer_lines(model: ViewModel, width: int) -> list[Line]:
    """The host's refusal, or the request without an answer."""
    sending = sentence_lines("class:dim", sending_text(model), width)
    return refusal_lines(model, width) or sending


def refusal_lines(model: ViewModel, width: int) -> list[Line]:
    """The host's refusal."""
    if model.refusal is None:
        return []
    return sentence_lines("class:refusal", model.refusal.told(_refusal_text(model.refusal)), width)


def sending_text(model: ViewModel) -> str:
    """The request without an answer."""
    if not model.waiting:
        return ""
    return with_signs(_("sending: {waiting} …", waiting=_waiting_action(model)))


def _waiting_action(model: ViewModel) -> str:
    """What the player has done and the log does not show yet."""
    assert model.waiting is not None
    return action_text(model.waiting, meld_cards(model.state) if model.state is not None else ())
