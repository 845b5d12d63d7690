"""Which transcripts a command means: a path, a kept game's number or the beginning of its name, or none at all."""

import os
from collections.abc import Sequence
from pathlib import Path

from rummynet_client.history.game_history import game_line, history
from rummynet_client.language import _
from rummynet_protocol.errors import Refusal
from rummynet_protocol.text import harmless

DEMOS = "demo"  # the folder for games of ``rummynet demo``, beside the player's own
MOST_NAMED = 5  # names in one refusal: they stay on a line or two, and more letters narrow them down sooner than a list


class NotOneTranscript(Refusal):
    """A name fits no kept game, or several."""

    code = "transcript"


def transcript_path(name: str, data: Path) -> Path:
    """The file that *name* means: one that exists, else one kept in *data* by number (1: the newest) or first letters.

    Numbers count the games of ``rummynet demo`` for who has played none. A name that is neither is returned as it is,
    so that opening it says what is wrong. Raises NotOneTranscript.
    """
    path, folder = Path(name), _folder(data)
    # A file that exists comes first, also one that is called like a number; with a slash only a path can be meant.
    # os.path: to ``Path`` a name that is too long is an error, which is told where the file is opened.
    if os.path.exists(path) or path.name != name:
        return path
    # At most five digits: nobody has more games, and a longer number can only begin a name.
    is_number = name.isascii() and name.isdigit() and len(name) < 6
    games = history(folder)[0] if is_number else []
    numbered = [folder / one.file for one in games] or _demos(folder)
    if 1 <= int(name if is_number else 0) <= len(numbered):
        return numbered[-int(name)]
    fitting = sorted(one for one in folder.glob("*.rummy") if one.name.startswith(name))
    # A whole name may be the beginning of a longer one.
    if len(fitting) > 1 and folder / name not in fitting:
        names = ", ".join(one.name for one in fitting[:MOST_NAMED])
        raise NotOneTranscript(
            _("{count} games have names that begin like that: {names}", count=len(fitting), names=harmless(names))
        )
    if is_number and not fitting:
        raise NotOneTranscript(_("there is no game {number}; leave out the number to list the games", number=name))
    return fitting[0] if len(fitting) == 1 else folder / name if fitting else path


def kept_games(verb: str, data: Path) -> Sequence[str]:
    """The games kept in *data* with their numbers, newest first, and how *verb* takes them; the lines to print."""
    folder = _folder(data)
    games, unread = history(folder)
    # Games of bots alone; among the player's own they would count in no statistics, and move the numbers.
    demos = folder / DEMOS if _demos(folder) else None
    if not games:
        lines = [_("no games yet; 'rummynet play' starts one")]
    else:
        lines = [f"{number:>3}  {game_line(one)}" for number, one in enumerate(reversed(games), 1)]
        unread += [_("games of 'rummynet demo' are in {folder}", folder=demos)] if demos else []
    shown = folder if games else demos
    says = _("'rummynet {verb} 1' takes the newest; the files are in {folder}", verb=verb, folder=shown)
    return [*map(harmless, [*lines, *unread]), *(["", harmless(says)] if shown else [])]


def _demos(folder: Path) -> list[Path]:
    return sorted((folder / DEMOS).glob("*/host.rummy"))


def _folder(data: Path) -> Path:
    return data / "transcripts"
