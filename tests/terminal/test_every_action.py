"""Every legal action of every game can be done with keys, and with the mouse alone: found for those of random games."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import pytest
from prompt_toolkit.application.current import set_app
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput

from rummynet.rules.core.state import State
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.text import news
from rummynet_client.core.text.card_names import face
from rummynet_client.core.views.meld_order import meld_order
from rummynet_client.terminal.drawing.styled_text import Line, key_mark, plain
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.state.choice import Choice, Row, chosen_cards, melds_of, named
from rummynet_client.terminal.state.screen_state import ScreenState
from rummynet_client.terminal.table.offers import offer_lines
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.cards import FACE_OF
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.cases import case
from tests.support.in_notation import recorder, texts
from tests.support.random_games import random_game

KEYS: Final = {
    "enter": Keys.ControlM, "escape": Keys.Escape, "up": Keys.Up, "down": Keys.Down, "left": Keys.Left,
    "right": Keys.Right, "home": Keys.Home, "end": Keys.End, "backspace": Keys.Backspace, "tab": Keys.ControlI,
    "space": " ",
}  # fmt: skip
GAMES: Final = 3
ROUNDS: Final = 3
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "basic": {"hand": 3, "deals": 6}, "vegas": {"solidarity": False, "max_score": 60, "hand": 5},
}  # fmt: skip
"""Options under which everything happens: small hands are declared, wild cards swapped, a low maximum soon reached."""
USUAL: Final = frozenset({"draw", "take", "meld", "lay", "throw"})
KINDS: Final = {
    "keilty": USUAL | {"pass", "rummy"},
    "basic": USUAL | {"pass", "penalty", "turn", "declare", "rummy"},
    "vegas": USUAL | {"aces", "swap", "buy", "decline"},
    "crummy": {"contract", "draw", "lay", "swap", "take", "throw", "waive", "want", "pass"},
    "joker": USUAL | {"trade"},
}
"""The kinds of actions that a player chooses."""
POSITIONS: Final = 5
"""Every action is tried in so many positions with one of its kind."""
FEWER: Final = 2
"""With the mouse, for which the screen is drawn before each click."""


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


def actions_of(model: ViewModel) -> list[str]:
    """All that the seat may do, calls included."""
    assert model.variety is not None and model.state is not None and model.me is not None
    listed = model.variety.legal(model.state, model.me)
    return texts([*model.legal(), *(action for action in listed if isinstance(action, CallRummy))])


def is_throw(action: str) -> bool:
    return action.startswith("throw ")


def kind(action: str) -> str:
    return action.split(" ")[0]


@cache
def positions(name: str) -> tuple[tuple[int, ViewModel], ...]:
    """What seats see who may act, with how rare the rarest kind of action is there that they may choose from."""
    found: list[tuple[int, ViewModel]] = []
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for state in random_game(variety(name), seed, ROUNDS, **OPTIONS.get(name, {})):
            for seat in range(state.players):
                model = model_of(state, seat)
                kinds = {kind(action) for action in actions_of(model)}
                rank = min((seen[one] for one in kinds), default=POSITIONS)
                if rank < POSITIONS:
                    seen.update(kinds)
                    found.append((rank, model))
    return tuple(found)


def table(shown: list[ViewModel], sent: list[str]) -> Screen:
    return Screen(lambda: shown[0], recorder(sent), lambda: 0.0, output=DummyOutput())


# -- with keys


def press(screen: Screen, *keys: str) -> None:
    screen.app.timeoutlen = None  # type: ignore[assignment]  # no second key is waited for
    with set_app(screen.app):
        for key in keys:
            screen.app.key_processor.feed(KeyPress(KEYS.get(key, key)))
            screen.app.key_processor.process_keys()
        screen.app.key_processor.process_keys()  # of a click


def rows_of(action: str) -> list[tuple[Row, Sequence[str]]]:
    """The cards to pick for an action, by the row they lie in."""
    if action.startswith("rummy "):
        return [("pile", named(notation.parse(action)))]
    cards = chosen_cards(notation.parse(action))
    if action.startswith(("take ", "want ")):
        return [("pile", cards[:1]), ("hand", cards[1:])]
    return [("hand", cards)]


def places(model: ViewModel, screen: Screen, action: str) -> Iterator[tuple[Row, int]]:
    """Where the cards and melds lie that are picked for an action; melds for calls, among which nothing is offered."""
    for row, wanted in rows_of(action):
        left = Counter(map(face, wanted))
        for at, card in reversed(list(enumerate(screen.cursor.choice.cards(model, row)))):
            if left[face(card)]:
                left[face(card)] -= 1
                yield row, at
    if action.startswith("rummy "):
        assert model.position is not None
        order = meld_order(model.position)
        yield from (("melds", order.index(number)) for number in melds_of(notation.parse(action), model))


def done_by_keys(model: ViewModel, screen: Screen, action: str) -> None:
    """Press the keys of an action, as a person would find them."""
    calls = action.startswith("rummy ")
    if action == "draw":
        press(screen, "d")
        return
    if calls:
        press(screen, "r")
    for row, at in places(model, screen, action) if calls or not is_bare(action) else ():
        while screen.cursor.choice.row != row:
            press(screen, "up")
        press(screen, "home", *["right"] * at, " ")
    if calls:
        press(screen, "enter")
    elif is_throw(action):
        press(screen, "t")
    else:
        at = texts(screen.cursor.choice.offers(model)).index(action)
        most = screen.cursor.choice.most_offered
        press(screen, *["o"] * (at // most), str(at % most + 1))
    if screen.questions.question is not None:  # of a wild card, or an ace that is to count 13
        press(screen, "y")


def is_bare(action: str) -> bool:
    return action.startswith(("take ", "want ")) and action.count(" ") == 1


# -- with the mouse


def click(screen: Screen, mark: str) -> None:
    """Click the first text with this mark, of the table or of the footer."""
    for row, line in enumerate(screen.lines()):
        at = column_of(line, mark)
        if at is not None:
            screen.click(at, row)
            break
    else:
        at = column_of(screen.footer(), mark)
        assert at is not None, mark
        screen.click_footer(at)
    press(screen)


def column_of(line: Line, mark: str) -> int | None:
    found = [at for at, (look, _text) in enumerate(line) if mark in look.split()]
    return sum(len(text) for _look, text in line[: found[0]]) if found else None


def done_by_clicks(model: ViewModel, screen: Screen, action: str) -> None:
    """Click what an action takes: cards, melds, offers, keys of the footer."""
    calls = action.startswith("rummy ")
    if calls:
        click(screen, key_mark("r"))
    for row, at in places(model, screen, action) if calls or not is_bare(action) else ():
        shown = meld_order(model.position)[at] if row == "melds" and model.position is not None else at
        click(screen, f"class:at-{row}-{shown}")
    if calls:
        click(screen, key_mark("enter"))
        return
    offers = texts(screen.cursor.choice.offers(model))
    if action not in offers:
        assert is_throw(action)
        click(screen, key_mark("t"))
    else:
        at = offers.index(action)
        most = screen.cursor.choice.most_offered
        for _ in range(at // most):
            click(screen, key_mark("o"))
        click(screen, f"class:at-offer-{at % most + 1}")
    if screen.questions.question is not None:  # of a wild card, or an ace that is to count 13
        click(screen, key_mark("y"))


def try_all(name: str, least: int, do: Callable[[ViewModel, Screen, str], None]) -> None:
    """Do every action of the positions; exactly it is sent."""
    shown: list[ViewModel] = [pictures.empty()]
    sent: list[str] = []
    screen = table(shown, sent)
    kinds: set[str] = set()
    for rank, model in positions(name):
        if rank >= least:
            continue
        shown[0] = model
        for action in actions_of(model):
            with case(name, model.round, action):
                press(screen, "escape", "escape")
                sent.clear()
                do(model, screen, action)
                assert sent == [action]
                kinds.add(kind(action))
    assert kinds >= KINDS[name]


@pytest.mark.drawn(3)
@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_is_made_by_keys(name: str) -> None:
    try_all(name, POSITIONS, done_by_keys)


@pytest.mark.drawn(3)
@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_is_made_by_clicks(name: str) -> None:
    try_all(name, FEWER, done_by_clicks)


@pytest.mark.parametrize("name", NAMES)
def test_enter_never_throws_out(name: str) -> None:
    shown: list[ViewModel] = [pictures.empty()]
    sent: list[str] = []
    screen = table(shown, sent)
    seen = 0
    for _rank, model in positions(name):
        shown[0] = model
        for at in range(len(model.hand)):
            press(screen, "escape", "escape", "home", *["right"] * at, " ")
            sent.clear()
            press(screen, "enter")
            seen += 1
            assert not any(map(is_throw, sent)), (name, model.hand, sent)
    assert seen


@pytest.mark.parametrize(
    ("name", "phase", "says"),
    [
        ("basic", "final", "Somebody is out. Lay what you can one last time"),
        ("basic", "penalty", "Your throw-out was called"),
        ("vegas", "buyin", "Your points put you out: buy in"),
        ("crummy", "offer", "The top of the stock comes too"),
    ],
)
def test_what_is_asked_and_why_stands_above_the_offers(name: str, phase: str, says: str) -> None:
    found = [
        one for _rank, one in positions(name) if one.state is not None and one.state.phase == phase and one.my_turn
    ]
    for model in found:
        text = " ".join(plain(offer_lines(model, Choice(), 80, ScreenState())).split())
        assert says in text and text.index(says) < text.index("Enter")
    assert found


def test_a_wild_card_is_thrown_out_after_a_question_where_another_card_could_be() -> None:
    seen = 0
    for _rank, model in positions("vegas"):
        assert model.variety is not None and model.state is not None
        throws = [notation.parse(one) for one in actions_of(model) if is_throw(one)]
        thrown = [face(named(one)[0]) for one in throws]
        wild = [one for one in thrown if model.variety.presentation.is_wild(model.state, FACE_OF[one])]
        for at, card in enumerate(Choice().cards(model, "hand") if throws else ()):
            sent: list[str] = []
            screen = table([model], sent)
            press(screen, "home", *["right"] * at, "t")
            asks = face(card) in wild and len(wild) < len(thrown)
            assert (screen.questions.question is not None, len(sent)) == (asks, int(not asks)), (model.hand, card)
            seen += asks
    assert seen
