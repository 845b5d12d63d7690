"""What ``rummynet play`` keeps from one evening to the next: the data of its private host, and the game on it."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from rummynet_client.core.text import commands
from rummynet_client.history.game_history import Played, history
from rummynet_client.language import _, ngettext
from rummynet_client.net.host_link import HostLink, Opening, until_idle
from rummynet_client.storage.own_folder import own_folder

FOLDER: Final = "play"  # in the data directory


def kept_folder(data: Path) -> AbstractContextManager[Path]:
    """The folder of the private host; a temporary one while another ``rummynet play`` uses it."""
    # A temporary host costs the person nothing but coming back to this game; two hosts cannot share a data folder.
    return own_folder(data / FOLDER)


def unfinished_game(folder: Path) -> Played | None:
    """The game that was played last on this host, if it is not finished."""
    games, _unread = history(folder / "host" / "transcripts")
    return games[-1] if games and not games[-1].finished else None


def game_description(game: Played) -> str:
    """The game as a person remembers it."""
    scores = ", ".join(f"{name} {score}" for name, score in zip(game.players, game.scores, strict=False))
    rounds = ngettext("{n} round", "{n} rounds", game.rounds, n=game.rounds)
    if not scores:
        return _("{variant} with {names}", variant=game.variant, names=", ".join(game.players))
    return _("{variant}, {rounds}: {scores}", variant=game.variant, rounds=rounds, scores=scores)


def return_to_game(otherwise: Opening) -> Opening:
    """Go back to the newest table at which a game is played; if there is none, do what is meant *otherwise*.

    The host shows a table to whoever has a seat there, so with one game there is nothing to ask for.
    """

    async def go(link: HostLink) -> None:
        playing = [row.table for row in link.session.model.lobby if row.stage == "playing"]
        if not playing:
            await otherwise(link)
            return
        if len(playing) > 1:
            # Numbers of tables grow, so the highest is the newest.
            link.run_command(commands.WatchTable(max(playing)))
            await until_idle(link)

    return go
