"""The help page: the rule that applies now, and the table of keys, shared with the client's README."""

from collections.abc import Sequence
from typing import Final

from rummynet.rules.core.variety import has_calls
from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text.verbs import VERBS, footer_keys
from rummynet_client.language import N_, _
from rummynet_client.terminal.drawing.styled_text import Line, clipped, key_mark, width_of, wrapped
from rummynet_client.terminal.state.choice import Choice, can_call
from rummynet_client.terminal.state.screen_state import LobbyState, ScreenState
from rummynet_client.terminal.state.table_offers import TableOffer, game_offers, lobby_offers, table_offers
from rummynet_client.terminal.table.head import option_lines
from rummynet_protocol.actions import Draw

_NEWEST: Final = ScreenState()
Keys = tuple[tuple[str, str], ...]  # (key, what it does), what matters most first
_PICK: Final = ((N_("space"), N_("pick")), (N_("tab"), N_("pile")))
# The lobby has no chat: it belongs to a table.
_NO_CHAT: Final = ((":", N_("commands")), *footer_keys("quit", "help"))
_ALWAYS: Final = (_NO_CHAT[0], *footer_keys("say", "quit", "help"))
_FREE: Final = (_PICK[1], *footer_keys("table"))
_LOOK_BACK: Final = footer_keys("review", "scores")
_QUIT: Final = "q"
"""The key that stays in a narrow footer, beside the last one: nobody should have to search for the way out."""
LEAVING_KEYS: Final[Keys] = footer_keys("quit")  # where the terminal is too small for the table
_CHOOSE: Final = ((N_("up down"), N_("choose")),)
# What Enter and escape do stands below the options.
MENU_KEYS: Final[Keys] = (
    (N_("up down"), N_("line")), (N_("left right"), N_("change")),
    (N_("digits"), N_("type")), (N_("backspace"), N_("default")),
)  # fmt: skip
CALLING_KEYS: Final[Keys] = (
    (N_("enter"), N_("call the card")), (N_("left right"), N_("point")), (N_("space"), N_("add a card")),
    (N_("escape"), N_("no call")),
)  # fmt: skip
OVER_KEYS: Final[Keys] = (
    ("e", N_("who had what")), *footer_keys("verify"), ("b", N_("seats and bots")),
    *footer_keys("stand", "scores", "why"), *_ALWAYS,
)  # fmt: skip
"""Beside ``p``, which stands in the line under the hand."""


def table_keys(model: ViewModel, choice: Choice, view: ScreenState = _NEWEST) -> Keys:
    """The keys that can do something now, but those that stand beside an offer."""
    lobby = view.lobby
    if view.question is not None:
        return ()  # its answers stand beside it, and other keys only put it away
    if model.table is None:
        return MENU_KEYS if lobby.menu is not None else (*_lobby_keys(model, lobby), *_NO_CHAT)
    if lobby.shows_seats(model):
        return (*_seat_keys(model, lobby), *_ALWAYS)
    if model.over is not None or model.called_off:
        # A spectator has no seat to be ready at.
        return OVER_KEYS if model.is_between_games else tuple(one for one in OVER_KEYS if one[0] != "b")
    offers = game_offers(model, lobby)
    urgent = _keys_of([offer for offer in offers if offer.is_urgent])
    people = _keys_of([offer for offer in offers if not offer.is_urgent])
    *talk, quit, help = _ALWAYS
    # What comes last goes first where room is short: with people there, the chat has to be seen.
    is_alone = all(seat.me or seat.bot for seat in model.seats)
    past = _LOOK_BACK if model.rounds and not model.may_act else ()
    rest: Keys = (*people, *past, *talk, quit, help) if is_alone else (*talk[::-1], *past, *people, quit, help)
    if model.state is None:
        return (*urgent, *rest)
    calls = footer_keys("rummy") if can_call(model) else ()
    if not model.may_act:
        return (*urgent, *calls, *_FREE, *rest)
    is_first = choice.offers(model)[:1] == [Draw()]  # Enter draws then, as the line under the hand says
    acting: Keys = footer_keys("draw") if Draw() in model.legal() and not is_first else ()
    undo: Keys = (("u", N_("put back")),) if choice.picked else ()
    hint: Keys = footer_keys("hint") if model.options.get("hints") else ()
    return (*acting, *urgent, *_PICK, *calls, *hint, *undo, *rest)


def _keys_of(offers: Sequence[TableOffer]) -> Keys:
    """Each key once, with what it does in a word or two."""
    return tuple({offer.key: (offer.key, offer.short) for offer in offers}.values())


def _lobby_keys(model: ViewModel, lobby: LobbyState) -> Keys:
    offers = lobby_offers(model, lobby) if model.connected else []
    choose = _CHOOSE if len(model.lobby) > 1 else ()
    return (*_enter(offers), *choose, *_keys_of([offer for offer in offers if not offer.by_enter]))


def _seat_keys(model: ViewModel, lobby: LobbyState) -> Keys:
    if model.table is not None and model.table.stage == "playing":
        return _keys_of(game_offers(model, lobby))
    offers = table_offers(model, lobby)
    others = _keys_of([offer for offer in offers if not offer.by_enter])
    level = ((N_("left right"), N_("level of bots")),) if any(offer.key == "a" for offer in offers) else ()
    some = _CHOOSE if len(model.seats) > 1 and not model.watching else ()
    return (*_enter(offers), *others, *level, *some)


def _enter(offers: Sequence[TableOffer]) -> Keys:
    return tuple((N_("enter"), offer.short) for offer in offers if offer.by_enter)


def keys_line(keys: Sequence[tuple[str, str]], width: int) -> Line:
    """As many keys as fit, the last one always among them, and the one that leaves."""
    shown = list(keys)
    pieces = [_key_piece(key, does) for key, does in shown]
    # The last key is ``?``, which tells all the others.
    while len(pieces) > 1 and sum(map(width_of, pieces)) > width:
        at = -3 if len(shown) > 2 and shown[-2][0] == _QUIT else -2
        shown.pop(at)
        pieces.pop(at)
    line = clipped([part for piece in pieces for part in piece], width)
    return [*line, ("class:keys", " " * (width - width_of(line)))]


def _key_piece(key: str, does: str) -> Line:
    at = key_mark(key)
    # Bright are only the own turn and what Enter does (``offers``): the others are found when they are looked for.
    return [("class:keys", " "), (f"class:keys class:quiet {at}", f" {_(key)} "), (f"class:keys {at}", f" {_(does)} ")]


def _of(word: str) -> Keys:
    """The key of a verb that does just what the verb does."""
    return ((VERBS[word].key, VERBS[word].does),)


_IN_GAME: Final = (
    (N_("left, right"), N_("move along the hand, the pile or the melds; home and end go to the ends")),
    (
        N_("tab"),
        N_("go to the pile, and back to your hand; on the pile a line shows what you would take, and enter takes it"),
    ),
    (N_("up, down"), N_("go to the pile, the melds, your hand; pick a meld to see only the plays that change it")),
    (N_("space"), N_("pick the card under the cursor, or put it back")),
    (N_("u, escape"), N_("put back the last card you picked; put back all of them")),
    (N_("enter, 1 to 9"), N_("play an offer")),
    *_of("draw"),
    ("t", N_("throw out the picked card, or the one under the cursor; if you picked several, it asks which")),
    ("r", N_("RUMMY, at any time: the cursor goes to the pile; enter calls the card under it")),
    ("o", N_("show other offers, if there are more than nine")),
    *_of("hint"),
    ("s", N_("sort your hand by suit, by rank, or your own way; < and > move the card")),
    ("m", N_("show all melds, and who laid what")),
    (
        "e",
        N_("show a finished round with open cards, and the rummies that nobody called; left and right: other rounds"),
    ),
    *_of("scores"),
    ("w", N_("why the deck is fair, check by check")),
    ("v", N_("verify the game so far; if somebody is away or does not play: go on without them, or wait")),
    ("P, H", N_("for the table's owner: P pauses the game or lets it go on; H hands the table over")),
)
_AT_SEATS: Final = (
    ("p", N_("say that you are ready, or take it back; after a game: play again")),
    ("a, x", N_("a adds a bot, or replaces the chosen one; x removes a bot, or frees a seat; a also lets a player in")),
    (N_("left, right"), N_("choose the bots' level")),
    (N_("up, down"), N_("choose a seat")),
    ("b", N_("after a game: choose seats and bots for the next one")),
    ("C, i", N_("for the table's owner: C closes or opens the seats; i lets somebody who asks sit down")),
)
_IN_LOBBY: Final = (
    (N_("up, down"), N_("choose a table")),
    (N_("enter, 1 to 9"), N_("enter sits down or watches, and a digit sits down at that table")),
    ("n", N_("open a new table; a menu asks for game, bots and options")),
    ("w", N_("watch the chosen table")),
)
_AT_TABLE: Final = (*_of("say"), ("l", N_("leave the table (not during a game you play in)")))
_ANYWHERE: Final = (
    (N_("pageup, pagedown"), N_("scroll the log and chat")),
    (":", N_("any command, such as  :say hello  :scores  :set bell no  :stand")),
    *_of("invite"),
    ("?", N_("this page")),
    (
        N_("q, ctrl-c, :quit"),
        N_("leave; in a game q and ctrl-c ask first; you keep your seat; while typing ctrl-c clears the line"),
    ),
)
KEYS: Final = (*_IN_GAME, *_AT_SEATS, *_IN_LOBBY, *_AT_TABLE, *_ANYWHERE)
"""(key, effect)."""


def _keys_here(model: ViewModel) -> Keys:
    """The keys of this place: what another one's would do is told there."""
    if model.table is None:
        return (*_IN_LOBBY, *_ANYWHERE)
    here = _AT_SEATS if model.state is None else (*_IN_GAME, *(_AT_SEATS if model.is_between_games else ()))
    calls = model.variety is not None and has_calls(model.variety)
    return (*(one for one in here if one[0] != "r" or calls), *_AT_TABLE, *_ANYWHERE)


_AT_MENU: Final = (
    (N_("up, down"), N_("choose a line; below the list stands what it means")),
    (N_("left, right"), N_("change the value of the line")),
    (N_("digits"), N_("type a number")),
    (N_("backspace"), N_("take back a digit, or go back to the default")),
    (N_("enter"), N_("begin with what is chosen")),
    (N_("escape"), N_("leave the menu")),
    ("?", N_("this page")),
)


def menu_help_lines(_model: ViewModel, width: int) -> list[Line]:
    """The keys of the menu of a new table."""
    return [[("class:title", " " + _("Keys"))], *_key_lines(_AT_MENU, width)]


def _key_lines(keys: Keys, width: int) -> list[Line]:
    lines: list[Line] = []
    for key, says in keys:
        first, *more = wrapped("", _(says), width - 18)
        lines += [[("class:offer", f"  {_(key):<16}"), *first], *([("", " " * 18), *one] for one in more)]
    return lines


def help_lines(model: ViewModel, width: int) -> list[Line]:
    """The rule that applies now, the keys, and the state of this game's checks."""
    lines: list[Line] = [
        [("class:title", " " + _("Now"))],
        *wrapped("", rule_now(model, by_keys=True), width),
        [],
        [("class:title", " " + _("Keys"))],
        *_key_lines(_keys_here(model), width),
    ]
    if options := option_lines(model):
        lines += [[], [("class:title", " " + _("This table"))]]
        lines += [line for one in options for line in wrapped("", one, width)]
    lines += [[], [("class:title", " " + _("Fairness"))], *wrapped("", model.fairness.summary, width)]
    return [*lines, *wrapped("class:dim", model.fairness.limits, width)]
