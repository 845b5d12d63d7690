"""The screens that are kept as text, as pictures and choices: made anew in whatever language is spoken."""

from rummynet.rules.varieties import NAMES
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.terminal.choice import Choice
from tests.support import pictures


def golden() -> dict[str, tuple[ViewModel, Choice]]:
    """By the name of the file."""
    game = pictures.on_turn("keilty", 3, 42)
    found = {
        "lobby": (pictures.empty(), Choice()),
        "three-players": (game, Choice()),
        "a-card-picked": (game, Choice().toggled(game)),
        "pile": (game, Choice().switched(game)),
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
