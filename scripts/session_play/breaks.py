"""Faults that the machine has to find: each takes the cause of a mended one back in, in a copy of the tree."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final


class DoesNotFit(Exception):
    """What is to be changed does not stand in the tree once."""


@dataclass(frozen=True)
class Edit:
    """In *file*, *new* in the place of *old*, which stands there once."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Break:
    """A fault, what the machine calls it when it finds it, and a session that shows it soon."""

    edits: tuple[Edit, ...]
    found_as: str
    session: tuple[str, ...]


KEILTY: Final = ("--game", "keilty", "--players", "2", "--first", "1", "--sessions", "1", "--calm")
IDLE: Final = ("--game", "keilty", "--sessions", "1", "--event")
VOTES: Final = "        about = read_vote(seat, received, log.ledger, t).about\n"
REFUSED: Final = VOTES + '        raise NotAbsent(sentence("the game waits for nobody"))\n'
BREAKS: Final[dict[str, Break]] = {
    "alarm-at-the-score": Break(
        (Edit("web/ledger/round_end.js", 'need(log.isShown, "score"', 'need(!log.isShown, "score"'),),
        "alarm",
        ("--game", "keilty", "--players", "3", "--first", "1", "--sessions", "1", "--calm"),
    ),
    "cards-by-their-copies": Break(
        (
            Edit(
                "web/seat/choosing.js",
                "const need = needs.get(faceOf(card));",
                "const need = needs.get(card);",
            ),
        ),
        "touch",
        ("--game", "crummy", "--players", "3", "--first", "1", "--sessions", "1", "--calm"),
    ),
    "unknown-game-is-a-cheat": Break(
        (
            Edit(
                "rummynet/verifier/auditor.py", 
                "        except Unknown as unknown:\n            self.unknown = unknown\n            raise",
                "        except Unknown as unknown:\n            raise Cheat(\"rules-hash\", unknown.says) from None",
            ),
        ),
        "incident",
        ("--game", "tiny", "--players", "2", "--sessions", "1"),
    ),
    "no-card-can-be-touched": Break(
        (Edit("web/seat/choosing.js", "  touchCard(card) {\n", "  touchCard(card) {\n    if (card) return;\n"),),
        "touch",
        KEILTY,
    ),
    "votes-refused": Break(
        (Edit("rummynet/table/game/hosted_game.py", VOTES, REFUSED),),
        "stuck",
        (*IDLE, "idle", "--players", "2", "--first", "15"),
    ),
    "pause-kept": Break(
        (Edit("rummynet/table/managing.py", "    if rest > 0:\n        raise", "    if True:\n        raise"),),
        "stuck",
        (*IDLE, "pause", "--players", "3", "--first", "24"),
    ),
}  # fmt: skip
"""By name. ``no-card-can-be-touched`` alone is a fault that nobody has met."""


def copy_tree(root: Path, to: Path) -> None:
    """The programs and the sources of the pages; what is large and stays as it is becomes a link."""
    wanted = {"rummynet": "rummynet", "client": "client", "protocol": "protocol", "web": "web"}
    skipped = shutil.ignore_patterns("node_modules", "__pycache__")
    for name, place in wanted.items():
        shutil.copytree(root / name, to / place, ignore=skipped)
    (to / "web" / "node_modules").symlink_to(root / "web" / "node_modules")
    (to / "tests").symlink_to(root / "tests")


def check_fits(name: str, root: Path) -> None:
    """Raises DoesNotFit where the tree is not as the edits want it."""
    for edit in BREAKS[name].edits:
        path = root / edit.file
        count = path.read_text("utf-8").count(edit.old) if path.exists() else 0
        if count != 1:
            raise DoesNotFit(f"{name}: {edit.file} has {count} times {edit.old!r}; it has to have it once")


def make(name: str, root: Path, to: Path) -> None:
    """A copy of the tree with this fault. Raises DoesNotFit."""
    chosen = BREAKS[name]
    check_fits(name, root)
    copy_tree(root, to)
    for edit in chosen.edits:
        path = to / edit.file
        path.write_text(path.read_text("utf-8").replace(edit.old, edit.new), "utf-8")
    if any(edit.file.startswith("web/") for edit in chosen.edits):
        subprocess.run(
            ["node", "build.js", str(to / "rummynet" / "pages" / "built")],
            cwd=to / "web",
            check=True,
            capture_output=True,
        )
