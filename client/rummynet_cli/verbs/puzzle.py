"""``rummynet puzzle``: positions with one best play, one a day for everybody and as many as one likes."""

import argparse
import secrets
from datetime import UTC, date, datetime

from rummynet.keyfile import home
from rummynet.puzzles.choosing import of_day, puzzle_lines
from rummynet.rules.core.errors import BadOption
from rummynet.rules.varieties import NAMES, variety
from rummynet_client.language import _
from rummynet_client.puzzles import PuzzleRound, by_lines, load_scores, on_screen
from rummynet_client.storage.settings import ActiveSettings
from rummynet_client.surface import Surface, chosen_surface


def run(args: argparse.Namespace, today: date | None = None) -> int:
    """Show puzzles until the player leaves. Raises BadOption, PuzzleFileError, SettingsError."""
    data = home(args.data)
    likes = ActiveSettings(data)
    day = _day(args.day) if args.day else today or datetime.now(UTC).date()
    lines = puzzle_lines(NAMES if args.variant is None else (variety(args.variant).name,))
    if not lines:
        raise BadOption(_("there are no puzzles for {game}", game=args.variant))
    # Who has answered none begins with one of the easiest.
    of_the_day = not (args.next or args.random) and bool(args.day or load_scores(data).puzzles)
    first = of_day(list(lines), day.toordinal()) if of_the_day else ""
    puzzles = PuzzleRound(lines, data, secrets.randbelow, first=first, by_chance=args.random)
    title = _("puzzle of {day}", day=day.isoformat()) if of_the_day else _("puzzle")
    if chosen_surface(args.plain, json=False) is Surface.SCREEN:
        return on_screen(puzzles, likes, title)
    return by_lines(puzzles, title)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadOption(_("{text!r} is no day; write it as 2026-11-26", text=text[:20])) from None
