#!/usr/bin/env python3
"""Pictures of the client's screens for the README: real games, drawn by the client, as SVG in docs/screens.

    scripts/make/screens.py          write them
    scripts/make/screens.py --check  exit status 1 if one is not current, naming it

One of them moves: some turns of a game, for the README's first screen.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from rummynet_protocol.values import replace

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "client"), str(ROOT / "protocol")]

from make import current  # noqa: E402
from make.moving_picture import moving_rows  # noqa: E402
from prompt_toolkit.input import DummyInput  # noqa: E402
from prompt_toolkit.output import ColorDepth, DummyOutput  # noqa: E402
from prompt_toolkit.styles import Attrs  # noqa: E402
from prompt_toolkit.utils import get_cwidth  # noqa: E402

from rummynet.rules.varieties import NAMES  # noqa: E402
from rummynet_client.core.session.view_model import ViewModel  # noqa: E402
from rummynet_client.core.text.news import TableListed  # noqa: E402
from rummynet_client.core.text.table_wish import TableWish  # noqa: E402
from rummynet_client.core.views.host_list import ListedHost  # noqa: E402
from rummynet_client.core.views.host_registry import HostSeen, Standing  # noqa: E402
from rummynet_client.core.views.lesson import Lesson  # noqa: E402
from rummynet_client.core.views.ranking import best_first, is_play  # noqa: E402
from rummynet_client.storage.settings import Settings  # noqa: E402
from rummynet_client.terminal import hosts  # noqa: E402
from rummynet_client.terminal.drawing.styled_text import Line, Size  # noqa: E402
from rummynet_client.terminal.drawing.theme import style_of  # noqa: E402
from rummynet_client.terminal.frame import ScreenFrame, footer_line, frame_lines, screen  # noqa: E402
from rummynet_client.terminal.lesson_screen import LessonScreen  # noqa: E402
from rummynet_client.terminal.pages.help import keys_line, table_keys  # noqa: E402
from rummynet_client.terminal.pages.page import page, page_foot  # noqa: E402
from rummynet_client.terminal.state.choice import Choice, chosen_cards  # noqa: E402
from rummynet_client.terminal.state.screen_state import LobbyState, ScreenState  # noqa: E402
from rummynet_client.terminal.state.table_menu import TableMenu  # noqa: E402
from rummynet_client.terminal.table.moments import Banner, banner_piece, rummy_text  # noqa: E402
from rummynet_protocol.actions import Action, Take  # noqa: E402
from rummynet_protocol.fairness.entries import Acted, read_entry  # noqa: E402
from rummynet_protocol.wire.announcement import Announcement  # noqa: E402
from rummynet_protocol.wire.versions import VERSIONS  # noqa: E402
from tests.support import pictures  # noqa: E402
from tests.support.forge import Forge  # noqa: E402
from tests.support.golden import before_a_game  # noqa: E402

FOLDER: Final = ROOT / "docs" / "screens"
SIZE: Final = Size(80, 23)
WIDE, HIGH = 8.4, 16.3
MOVING_SEED, MOVING_FROM, MOVING_STEPS, MOVING_AFTER = 1, 9, 60, 5
"""Of the moving picture: the game, the step at which it begins, most steps, screens after the rummy."""
PEOPLE: Final = ("anna", "ben", "carla", "dan", "emma", "finn")
"""At the tables of the pictures, as the protocol's pages name them."""
OWN_TURN: Final = {"keilty": (40, 5), "basic": (40, 30), "vegas": (40, 12), "crummy": (50, 91), "joker": (40, 4)}
"""Of a game's picture: steps and seed at which it is the viewer's turn and something can be laid."""
_NEWEST: Final = ScreenState()
THEME: Final = style_of("felt", ColorDepth.DEPTH_24_BIT)


@dataclass(frozen=True)
class Scene:
    """One picture: the lines, and its size."""

    lines: list[Line]
    width: int = 80


def scenes() -> dict[str, Scene]:
    """Every picture by name."""
    game = pictures.playing("keilty", 3, 48, seed=1, names=PEOPLE)
    over, lesson = _over(), Lesson()
    found = {
        "playing": _table(game, _picking(game, next(filter(is_play, best_first(game, game.legal()))))),
        "pile": _table(game, Choice().switched(game)),
        "crowded": _table(pictures.laden(PEOPLE), Choice()),
        "review": _page("review", over),
        "why": _page("why", over),
        "hosts": Scene(
            hosts.host_list_lines(
                _network(), ("one", _MET, 1), Size(SIZE.width, SIZE.height + 1), [*hosts.host_choices(_network())]
            )
        ),
        "lesson": _table(lesson.model, Choice(), ScreenState(lesson=_guidance(lesson))),
    }
    kitchen = ScreenState(lobby=LobbyState(table=2))
    menu = TableMenu(TableWish("basic", ("steady", "expert"), {"target": 300}), at=4)
    found |= {
        "lobby": _table(pictures.empty(), Choice(), kitchen),
        "menu": _table(pictures.empty(), Choice(), ScreenState(lobby=LobbyState(menu=menu)), Size(100, 29)),
        "before": _table(before_a_game(), Choice(), ScreenState(lobby=LobbyState(seat=2, exchange="strong"))),
    }
    for name in NAMES:
        steps, seed = OWN_TURN.get(name, (40, 1))
        model = pictures.playing(name, 4, steps, seed=seed, names=PEOPLE)
        found[name] = _table(model, Choice(), size=Size(120, 39))
    return found


def _guidance(lesson: Lesson) -> str:
    shown = LessonScreen(lesson, lambda: 0.0, settings=Settings(), input=DummyInput(), output=DummyOutput())
    return shown.guidance()


def _table(model: ViewModel, choice: Choice, view: ScreenState = _NEWEST, size: Size = SIZE) -> Scene:
    keys = keys_line(table_keys(model, choice, view), size.width)
    return Scene([*screen(model, choice, size, view=view), keys], size.width)


def _page(name: str, model: ViewModel) -> Scene:
    foot = page_foot(model, SIZE.width, name)
    keys: Line = [("class:keys", foot + " " * (SIZE.width - get_cwidth(foot)))]
    return Scene([*page(name, model, (), SIZE, 0), keys])


_MET: Final = "sha256:" + ("2e11e07fe3517a4ff" * 4)[:64]


def _network() -> list[ListedHost]:
    """Two hosts of one name, one of them met before and looked into."""
    tables = (
        TableListed(1, "kitchen table", "keilty", "waiting", ("anna", "ben"), 6, 0),
        TableListed(2, "porch", "vegas", "playing", ("carla", "dan", "Ada (bot)"), 12, 1),
    )
    said = Announcement("Kitchen", _MET, VERSIONS[0], VERSIONS[-1], (), 5, 2, ())
    met = ListedHost(HostSeen("one", said, ("192.168.1.20",), 7866, 0.0), Standing("known"), True, "", tables)
    other = replace(said, fingerprint="sha256:" + "9c04a6b1" * 8, players=0, open=0)
    seen = HostSeen("two", other, ("192.168.1.31",), 7866, 0.0)
    return [met, ListedHost(seen, Standing("new"), True, "", ())]


def _over() -> ViewModel:
    forge = Forge("keilty", {"target": 10}, 3, seed=6)  # with an uncalled rummy
    for player, one in zip(forge.players, PEOPLE, strict=False):
        player.name = one
    forge.play(1000)
    game = pictures.followed(forge, 0)
    return replace(pictures.of(game, "keilty"), reviews=tuple(game.reviews))


def svg(scene: Scene) -> str:
    """The scene as SVG; every text has a fixed length, so that any font renders it true."""
    paper, rows = f"#{_attrs('').bgcolor}", list[str]()
    for row, line in enumerate(scene.lines):
        rows += _row(line, 8 + row * HIGH, paper)
    return _framed(rows, scene.width, len(scene.lines), paper)


def moving() -> str:
    """Some turns of a game as one moving picture: what happens, a card picked, a rummy."""
    shown, paper = list(_turns()), f"#{_attrs('').bgcolor}"
    return _framed(moving_rows(shown, 8, HIGH, paper, _row), SIZE.width, len(shown[0]), paper)


def _framed(parts: list[str], columns: int, rows: int, paper: str) -> str:
    width, height = columns * WIDE + 16, rows * HIGH + 16
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="monospace" '
        f'font-size="14" shape-rendering="crispEdges">',
        f'<rect width="100%" height="100%" rx="6" fill="{paper}"/>',
    ]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"


def _turns() -> Iterator[list[Line]]:
    """The screens of a player from the middle of a round to the first rummy after it, and the turn after that."""
    forge = Forge("keilty", {}, 3, seed=MOVING_SEED)
    for player, name in zip(forge.players, PEOPLE, strict=False):
        player.name = name
    forge.begin()
    forge.round = 1
    forge.commit(4)
    forge.deal(forge.mix(forge.due()))
    left, before = -1, None
    for step in range(MOVING_STEPS):
        if forge.game.hands_are_shown(forge.state):
            return
        forge.step()
        if step < MOVING_FROM:
            continue
        game = pictures.followed(forge, 0)
        model = pictures.of(game, "keilty")
        entry = read_entry(forge.written[-1].entry)
        flag: Line = []
        if isinstance(entry, Acted) and entry.do.startswith("rummy ") and left < 0:
            who = "you" if entry.seat == 0 else model.names[entry.seat]
            text = rummy_text(who, entry.seat, entry.do, before, model.state)
            flag, left = banner_piece(Banner(text), 0.0, flashes=False), MOVING_AFTER
        yield _screen_of(model, Choice(), flag)
        plays = filter(is_play, best_first(model, model.legal())) if model.my_turn and not flag else iter(())
        if (best := next(plays, None)) is not None:
            yield _screen_of(model, _picking(model, best), [])
        before, left = model.state, left - 1
        if left == 0:
            return


def _picking(model: ViewModel, best: Action) -> Choice:
    """The cards of the best play, picked."""
    taken = isinstance(best, Take)
    cards = chosen_cards(best)
    picked = [("pile" if taken and at == 0 else "hand", card) for at, card in enumerate(cards)]
    own = {"hand": model.hand, "pile": Choice().cards(model, "pile")}
    return Choice(picked=tuple((row, card) for row, card in picked if card in own[row]))  # type: ignore[misc]


def _screen_of(model: ViewModel, choice: Choice, flag: Line) -> list[Line]:
    frame = ScreenFrame(model, choice, ScreenState(), banner=tuple(flag))
    return [*frame_lines(frame, SIZE), footer_line(frame, SIZE.width)]


def _row(line: Line, top: float, around: str) -> list[str]:
    parts, at = [], 8.0
    for look, text in line:
        wide = get_cwidth(text) * WIDE
        attrs = _attrs(look)
        ink, paper = f"#{attrs.color}", f"#{attrs.bgcolor}"
        if attrs.reverse:
            ink, paper = paper, ink
        if paper != around:
            parts.append(f'<rect x="{at:g}" y="{top:g}" width="{wide:g}" height="{HIGH}" fill="{paper}"/>')
        if text.strip():
            face = (' font-weight="bold"' if attrs.bold else "") + (' font-style="italic"' if attrs.italic else "")
            face += ' text-decoration="underline"' if attrs.underline else ""
            parts.append(f'<text {_placed(text, at, top)} fill="{ink}"{face}>{escape(_unbroken(text))}</text>')
        at += wide
    return parts


def _placed(text: str, at: float, top: float) -> str:
    """Where a run stands and how wide it is, without the blanks around it: browsers drop those and stretch the rest."""
    left = at + (len(text) - len(text.lstrip(" "))) * WIDE
    return f'x="{left:g}" y="{top + 13:g}" textLength="{get_cwidth(text.strip(" ")) * WIDE:g}"'


def _unbroken(text: str) -> str:
    """The run with blanks that no browser takes for one."""
    return text.strip(" ").replace("  ", "\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}")


def _attrs(look: str) -> Attrs:
    return THEME.get_attrs_for_style_str(f"class:table {look}")


def files() -> dict[Path, str]:
    """Every picture by its file."""
    drawings = {name: svg(scene) for name, scene in scenes().items()} | {"moving": moving()}
    return {FOLDER / f"{name}.svg": drawn for name, drawn in drawings.items()}


if __name__ == "__main__":
    sys.exit(current.main(files))
