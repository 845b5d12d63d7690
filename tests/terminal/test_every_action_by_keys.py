"""Every legal action of every game can be done with keys: of random rounds, each action is made by pressing them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from prompt_toolkit.application.current import set_app
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput

from rummynet.rules.core.state import State
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.text import news
from rummynet_client.core.text.card_names import face
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.terminal.choice import MOST_OFFERED, Row, chosen_cards
from rummynet_client.core.views.ranking import is_play, is_throw
from rummynet_client.terminal.screen import Screen
from tests.support import pictures
from tests.support.cases import case
from tests.support.games import random_round

KEYS = {"home": Keys.Home, "right": Keys.Right, "tab": Keys.ControlI, "escape": Keys.Escape, "enter": Keys.ControlM}
ROUNDS = 4
USUAL = frozenset({"draw", "take", "meld", "lay", "throw"})
EVERY = 29
"""Of positions with nothing but usual actions, one in so many is tried; of the others one in ``UNUSUAL``."""
UNUSUAL = 5
MOST = 4
"""Actions of one kind tried in a position; of more, some from the whole list."""


SEEN = {
    "keilty": USUAL | {"pass"},
    "basic": USUAL | {"pass", "penalty", "turn"},
    "vegas": USUAL | {"aces"},
    "crummy": {"contract", "draw", "lay", "swap", "take", "throw", "waive", "want"},
    "joker": USUAL | {"trade"},
}
"""The kinds of actions that these rounds have."""


def model_of(state: State, seat: int) -> ViewModel:
    """What the screen shows to a seat."""
    game = variety(state.variety)
    position, due = game.positions.write(state), tuple(game.actors(state))
    return replace(
        pictures.empty(), table=news.TableChanged(1, "table", game.name, "playing", state.options, ()), game=1,
        variety=game, options=state.options, state=state, position=position, me=seat, round=state.round, due=due,
        early=tuple(game.offers.offer_early(state)), my_turn=seat in due, hand=tuple(position["hands"][seat]),
        names=tuple(f"player {at}" for at in range(state.players)),
    )  # fmt: skip


def positions(name: str) -> Iterator[ViewModel]:
    """What seats that can act see in some random rounds: most of them with an unusual action."""
    count = 0
    for seed in range(ROUNDS):
        for state, _seat, _action in random_round(name, seed):
            for seat in range(state.players):
                model = model_of(state, seat)
                count += 1
                sparse = EVERY if kinds_of(model) <= USUAL else UNUSUAL
                if model.legal() and count % sparse == 0:
                    yield model


def kinds_of(model: ViewModel) -> set[str]:
    return {action.split(" ")[0] for action in model.legal()}


def picks(model: ViewModel, screen: Screen, action: str) -> Iterator[str]:
    """The keys that pick the cards of an action."""
    cards = chosen_cards(action)
    rows: list[tuple[Row, Sequence[str]]] = [("hand", cards)]
    if action.startswith(("take ", "want ")):
        rows = [("pile", cards[:1]), ("hand", cards[1:])]
    for row, wanted in rows:
        left = Counter(map(face, wanted))
        shown = screen.choice.cards(model, row)
        if row == "pile":
            yield "tab"
        for at, card in reversed(list(enumerate(shown))):
            if left[face(card)]:
                left[face(card)] -= 1
                yield from ["home", *["right"] * at, " "]
        if row == "pile":
            yield "tab"


def press(screen: Screen, *keys: str) -> None:
    screen.app.timeoutlen = None  # type: ignore[assignment]  # no second key is waited for
    with set_app(screen.app):
        for key in keys:
            screen.app.key_processor.feed(KeyPress(KEYS.get(key, key)))
        screen.app.key_processor.process_keys()


def done_by_keys(model: ViewModel, screen: Screen, action: str) -> None:
    """Press the keys of an action, as a person would find them."""
    bare = action.startswith(("take ", "want ")) and action.count(" ") == 1
    if action == "draw":
        press(screen, "d")
        return
    if not bare:
        press(screen, *picks(model, screen, action))
    if is_throw(action):
        press(screen, "t")
        return
    offers = screen.choice.offers(model)
    assert action in offers, (action, offers)
    at = offers.index(action)
    press(screen, *["o"] * (at // MOST_OFFERED), str(at % MOST_OFFERED + 1))


def tried(actions: list[str]) -> Iterator[str]:
    for kind in sorted({action.split(" ")[0] for action in actions}):
        listed = [action for action in actions if action.split(" ")[0] == kind]
        yield from listed[:: -(-len(listed) // MOST)]


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_is_made_by_keys(name: str) -> None:
    shown: list[ViewModel] = [pictures.empty()]
    sent: list[str] = []
    screen = Screen(lambda: shown[0], sent.append, lambda: 0.0, output=DummyOutput())
    kinds: set[str] = set()
    for model in positions(name):
        shown[0] = model
        for action in tried(model.legal()):
            with case(name, model.round, action):
                press(screen, "escape")
                sent.clear()
                done_by_keys(model, screen, action)
                assert sent == [action]
                kinds.add(action.split(" ")[0])
    assert kinds >= SEEN[name]


@pytest.mark.parametrize("name", NAMES)
def test_enter_never_throws_out_while_anything_can_be_laid(name: str) -> None:
    shown: list[ViewModel] = [pictures.empty()]
    sent: list[str] = []
    screen = Screen(lambda: shown[0], sent.append, lambda: 0.0, output=DummyOutput())
    seen = 0
    for model in positions(name):
        shown[0] = model
        if not any(map(is_play, model.legal())):
            continue
        for at in range(len(model.hand)):
            press(screen, "escape", "home", *["right"] * at, " ")
            sent.clear()
            press(screen, "enter")
            seen += 1
            assert not any(map(is_throw, sent)), (name, model.hand, sent)
    assert seen
