"""The screens that are kept as text, as pictures and choices: made anew in whatever language is spoken."""

from rummynet.rules.varieties import NAMES
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.core.text.table_wish import TableWish
from rummynet_client.terminal.state.choice import Choice
from rummynet_client.terminal.state.screen_state import LobbyState, ScreenState
from rummynet_client.terminal.state.table_menu import TableMenu
from rummynet_protocol.values import replace
from tests.support import pictures


def golden() -> dict[str, tuple[ViewModel, Choice]]:
    """By the name of the file."""
    game = pictures.on_turn("keilty", 3, 45)  # in phase play, so that a card can be thrown
    found = {
        "lobby": (pictures.empty(), Choice()),
        "three-players": (game, Choice()),
        "a-card-picked": (game, Choice().toggled(game)),
        "pile": (game, Choice().switched(game)),
        "takes": (pictures.playing("keilty", 2, 9, seed=3), Choice()),
        "crowded": (pictures.laden(), Choice()),
        "basic": (pictures.playing("basic", 3, 13, seed=1), Choice()),
        "basic-before-it-begins": (pictures.waiting("basic", 3), Choice()),
        "vegas": (pictures.playing("vegas", 3, 14, seed=2), Choice()),
        "vegas-two-decks": (pictures.playing("vegas", 6, 25, seed=9), Choice()),
        "crummy": (pictures.playing("crummy", 4, 40, seed=1), Choice()),
        "crummy-asked": (pictures.offered(0), Choice()),
        "crummy-asked-later": (pictures.offered(2), Choice()),
        "crummy-on-turn": (pictures.offered(None), Choice()),
        "joker": (pictures.playing("joker", 3, 44, seed=1), Choice()),
    }
    shown = {model.variety.name for model, _ in found.values() if model.variety is not None}
    return found | {name: (pictures.playing(name, 3, 13, seed=1), Choice()) for name in NAMES if name not in shown}


def golden_lobby() -> dict[str, tuple[ViewModel, ScreenState]]:
    """Lobby, menu of a new table, and table before a game, by the name of the file."""
    lobby, wish = pictures.empty(), TableWish("basic", ("steady", "expert"), {"target": 300})
    wrong = TableMenu(replace(wish, game="vegas", values={"split": (1,)})).checked()
    company, private = TableMenu(wish, at=1, is_company=True), replace(lobby, name="", host="you and the bots")
    found = {
        "lobby-nobody": (replace(lobby, lobby=()), LobbyState()),
        "lobby-second": (lobby, LobbyState(table=2)),
        "menu": (lobby, LobbyState(menu=TableMenu(wish))),
        "menu-option": (lobby, LobbyState(menu=TableMenu(wish, at=4))),
        "menu-wrong": (lobby, LobbyState(menu=wrong)),
        "menu-company": (private, LobbyState(menu=company)),
        "table-alone": (alone(), LobbyState()),
        "table-bots": (before_a_game(), LobbyState(seat=2, exchange="strong")),
        "table-watching": (replace(before_a_game(), watching=True, seats=before_a_game().seats[1:]), LobbyState()),
        "table-full": (replace(pictures.waiting("vegas", 12)), LobbyState()),
    }  # fmt: skip
    return {name: (model, ScreenState(lobby=state)) for name, (model, state) in found.items()}


def alone() -> ViewModel:
    """The only one at a table of Keilty rummy; a bot is on its way."""
    one = pictures.waiting("keilty", 1)
    assert one.table is not None
    return replace(
        one, name="player 0", table=replace(one.table, owner=0, coming=1), seats=(replace(one.seats[0], ready=True),)
    )


def before_a_game() -> ViewModel:
    """The owner of a table, somebody of the same name, a bot, and somebody who watches; they chat."""
    three = pictures.waiting("basic", 3)
    assert three.table is not None
    names = ("anna 2", "anna", "Ada (bot)")
    seats = tuple(replace(seat, name=name) for seat, name in zip(three.seats, names, strict=True))
    options = {**three.table.options, "target": 300}
    return replace(
        three, name="anna", seats=(*seats[:2], replace(seats[2], level="steady")),
        chat=(news.ChatSaid("anna", 1, "player", "hi"),),
        table=replace(three.table, owner=0, spectators=("carla",), options=options),
    )  # fmt: skip
