"""Every capability of the full screen exists line by line, and the other way round."""

from dataclasses import dataclass

import pytest
from prompt_toolkit.output import DummyOutput

from rummynet.bots.coach.findings import Advice, Decision, Moment
from rummynet.bots.coach.play_reasons import GoesWithNothing
from rummynet.bots.seat_view import view_without_log
from rummynet.rules.core.state import State
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.spoken.narrator import Narrator
from rummynet_client.core.text import json_lines, news, verbs
from rummynet_client.core.text.card_names import faces, meld_cards
from rummynet_client.terminal.drawing.card_art import with_signs
from rummynet_client.terminal.drawing.styled_text import plain
from rummynet_client.terminal.input.pages import PAGE_OF
from rummynet_client.terminal.pages.help import KEYS
from rummynet_client.terminal.pages.page import PAGES
from rummynet_client.terminal.replay.replay import run_replay_command
from rummynet_client.terminal.replay.replay_screen import ReplayScreen
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.table.opponents import points_text
from rummynet_protocol import notation
from rummynet_protocol.actions import ThrowOut
from rummynet_protocol.fairness.transcript import read_transcript
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.compact_lines import compact
from tests.support.forge import Forge
from tests.support.replays import replay_of

COMMANDS = (
    "tables", "create keilty target=200", "sit 1 0", "watch 1", "ready", "stand", "bot add simple", "invite",
    "say hello", "set mute yes", "set talk no", "draw", "take 9C meld 9C 9D 9H", "meld 5S 6S 7S", "lay 8S on 0",
    "throw 2C", "rummy lay 8S on 0", "hand", "table", "scores", "log all", "review", "hint", "coach", "why root",
    "help", "help now", "what", "set bell no", "here", "next", "vote 1", "pause", "resume", "seats close", "verify",
    "let ann", "owner 1", "remove 1", "admit 1", "incidents", "turn", "declare meld 2S 3S 4S meld 9C 9D 9H throw KD",
    "penalty draw", "out", "pass", "trade 7H for *1", "swap 7H on 2", "contract 4H 5H 6H 7H / 9C 9C 9S", "want 9C",
    "waive", "aces 1", "buy", "decline", "quit",
)  # fmt: skip
_ONLY_A_PICTURE = {"b", "o", "left, right", "tab", "up, down", "space", "u, escape", "pageup, pagedown", ":"}
"""Keys that move about on the screen; plain mode has nothing to move."""


@pytest.mark.parametrize("line", COMMANDS)
def test_it_can_be_done_in_both(line: str) -> None:
    assert verbs.parse_command(line) is not None
    key, keys = verbs.VERBS[line.split(" ")[0]].key, {part for listed, _ in KEYS for part in listed.split(", ")}
    assert key == "" or key in keys


def test_no_key_does_what_no_command_does() -> None:
    used = {"enter", *(verb.key for verb in verbs.VERBS.values())}
    assert [keys for keys, _ in KEYS if keys not in _ONLY_A_PICTURE and not used & set(keys.split(", "))] == []


def test_no_command_is_left_out_of_the_list() -> None:
    assert {line.split(" ")[0] for line in COMMANDS} == set(verbs.VERBS)
    assert set(notation.VERBS) == verbs.ACTIONS


def test_every_page_of_the_screen_has_its_command() -> None:
    by_page = {page: command for command, page in PAGE_OF.items()} | {"turning": "coach game", "menu": "help keys"}
    assert by_page.keys() == PAGES.keys()
    assert all(verbs.parse_command(command) is not None for command in by_page.values())


# -- news


def some_state(model: ViewModel) -> State:
    assert model.state is not None
    return model.state


GAME = pictures.on_turn("keilty", 3, 42)
assert GAME.state is not None
FIRST, POINTS = with_signs(faces(meld_cards(GAME.state)[0])), points_text(GAME, 0)
FEW_STOCKS = replace(GAME, state=replace(some_state(GAME), reshuffles=9))
BEGUN = pictures.playing("keilty", 3, 0, seed=2)
WAITING = pictures.waiting("keilty", 3)
HERE = news.TableChanged(4, "porch", "keilty", "waiting", {}, ("carla",))
OVER = news.GameWasWon(1, 1, "ben", (1, 2, 3))
WELL = news.ChatSaid("ben", None, "watcher", "well")
CHECKED = news.QueryAnswered("fair", (("check", "verify"), ("says", "all of it held")))
ADVICE = Advice(ThrowOut("9C"), (GoesWithNothing("9C"),))
COSTLY = Moment(3, 2, Decision(view_without_log(some_state(GAME), 0), ThrowOut("5C")), ADVICE, 12.0, 3.0)


@dataclass(frozen=True)
class Told:
    """A news item, the session's view model, and the text to find on the screen and in a plain line."""

    item: news.News
    picture: ViewModel
    screen: str
    line: str


TOLD = [
    Told(news.Welcomed("kitchen", "anna", "x"), pictures.empty(), "kitchen", "host=kitchen"),
    Told(news.LobbyListed(pictures.LOBBY), pictures.empty(), "porch", "name=porch"),
    Told(news.NewTable(pictures.LOBBY[-1]), pictures.empty(), "porch", "name=porch"),
    Told(HERE, replace(WAITING, table=HERE), "watching: carla", "spectators=carla"),
    Told(news.LeftTable(4), pictures.empty(), "Tables", "left=4"),
    Told(news.SeatTaken(1, "player 1", False, True, True, False), WAITING, "player 1", 'name="player 1"'),
    Told(news.SeatFreed(2), replace(WAITING, seats=WAITING.seats[:2]), "player 1", "free=true"),
    Told(news.GameBegan(1, "keilty", BEGUN.names, 0, BEGUN.words), BEGUN, BEGUN.words[0], BEGUN.words[0]),
    Told(news.RoundDealt(1, 0, (7, 7, 7), ("9C",)), GAME, "round 1", "round=1"),
    Told(news.StockRenewed(20), replace(GAME, lines=("a stock of 20",)), "a stock of 20", "reshuffled=20"),
    Told(
        news.TurnBegan(0, "player 0", "pickup", (0,), True), GAME, f"player 0 (you) {POINTS} ── ▶ YOUR TURN", "seat=0"
    ),
    Told(news.MovesChanged(("draw",)), GAME, "YOUR TURN", "draw"),
    Told(news.FactsChanged(FEW_STOCKS.facts), FEW_STOCKS, FEW_STOCKS.facts[0], FEW_STOCKS.facts[0]),
    Told(news.ClockChanged(0, "draw", 12_000),
         replace(GAME, clock=news.ClockChanged(0, "draw", 12_000)), "0:12", "12000"),
    Told(
        news.SeatActed(1, "ben", "player", "draw", "ben drew"), replace(GAME, lines=("ben drew",)), "ben drew", "drew"
    ),
    Told(news.HandShown(GAME.hand, GAME.hand[:1]), GAME, "╭+", f"came={GAME.hand[0]}"),
    Told(news.WasRefused("draw", "turn", "not yet"),
         replace(GAME, refusal=news.WasRefused("draw", "turn", "not yet")), "not yet", "not yet"),
    Told(news.RummyCalled(1, "ben", "rummy lay 4H on 0"), replace(GAME, lines=("ben called rummy",)), "rummy", "rummy"),
    Told(news.CallWasLate(2, 1, 12), GAME, "player 1 was first, player 2 12 ms later", "millis=12"),
    Told(news.RummyHinted("rummy lay 4H on 0"), GAME, f"RUMMY: lay 4♥ on {FIRST}", "rummy lay 4H on 0"),
    Told(news.HintGiven(ADVICE), GAME, "hint: throw 9♣ – nothing you hold goes with it", 'action="throw 9C"'),
    Told(news.RoundCoached(1, (COSTLY,)), replace(GAME, lines=("turn 2",)), "turn 2", "turn=2"),
    Told(news.GameCoached(((1, COSTLY),)), replace(GAME, lines=("turn 2",)), "turn 2", "turn=2"),
    Told(news.RoundScored(1, 0, (5, 5, 5), (10, 20, 30)), GAME, "now 20", "10,20,30"),
    Told(OVER, replace(GAME, over=OVER), "player 1 won the game", "name=ben"),
    Told(WELL, replace(GAME, chat=(WELL,)),
         "ben (watching): well", "text=well"),
    Told(news.FairnessReported("deck", says="it is fixed"),
         replace(GAME, lines=("it is fixed",)), "fixed", "fixed"),
    Told(CHECKED, GAME, "all of it held", "all of it held"),
    Told(news.WentWrong("oops", "that failed"), GAME, "that failed", "that failed"),
    Told(news.ConnectionEnded("lost", "gone", True), replace(GAME, connected=False), "CONNECTION LOST", "gone"),
]  # fmt: skip


@pytest.mark.parametrize("told", TOLD, ids=lambda told: type(told.item).__name__)
def test_whatever_is_told_can_be_read_in_both(told: Told) -> None:
    assert told.line in "\n".join(map(compact, json_lines.news_lines(told.item)))
    screen = Screen(lambda: told.picture, lambda text: None, lambda: 0.0, output=DummyOutput())
    screen.show_news([told.item])
    assert told.screen in " ".join(plain(screen.lines()).split())
    Narrator().tell([told.item], told.picture)  # raises for a kind of which it does not know how it is told


def test_every_kind_of_news_is_in_the_list() -> None:
    assert {type(told.item) for told in TOLD} == set(news.News.__subclasses__())


# -- a finished game


def test_every_key_of_a_replay_can_be_typed_as_a_line() -> None:
    found = replay_of(read_transcript(Forge("keilty", {"target": 150}, 3, seed=2).play().transcript()))
    assert found is not None
    game = replace(found.moved_by(20), viewpoint=1)
    here = game.frames[game.at].round
    typed = {
        "right": "", " ": "next", "c-m": "next", "left": "back", "f": "+10", "b": "-10", "home": "start", "end": "end",
        "r": "call", "n": "nobody", "a": "everybody", "2": "seat 2", "pagedown": f"round {here + 1}",
        "pageup": f"round {here}",
    }  # fmt: skip
    projector = ReplayScreen(game, output=DummyOutput())
    keys = {str(getattr(one.keys[0], "value", one.keys[0])): one for one in projector.moving_keys().bindings}
    assert keys.keys() - typed.keys() - set("0123456789") == {":", "q"}
    for key, line in typed.items():
        projector.replay = game
        keys[key].handler(None)  # type: ignore[arg-type]
        assert projector.replay == run_replay_command(game, line), key
