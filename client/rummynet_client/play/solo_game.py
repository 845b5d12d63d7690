"""The private host of ``rummynet play``: its data from one evening to the next, the game on it, and a new table."""

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final

from rummynet.rules.core.errors import BadOption
from rummynet.rules.varieties import variety
from rummynet_client.core.text import commands
from rummynet_client.core.text.table_wish import ALONE
from rummynet_client.history.game_history import Played, history
from rummynet_client.language import N_, _, ngettext
from rummynet_client.language.catalogues import LANGUAGES, catalogue
from rummynet_client.net.host_link import HostLink, Opening, until_idle
from rummynet_protocol.values import replace

FOLDER: Final = "play"  # in the data directory


def kept_folder(data: Path) -> AbstractContextManager[Path]:
    """The folder of the private host; a temporary one while another ``rummynet play`` uses it."""
    # A temporary host costs the person nothing but coming back to this game; two hosts cannot share a data folder.
    return own_folder(data / FOLDER)


_HOST_NAME: Final = N_("private host")


def host_name() -> str:
    """What the private host is called."""
    return _(_HOST_NAME)


def unfinished_game(data: Path) -> Played | None:
    """The game played last on the kept private host, if it is not finished, by the player's own transcripts."""
    # In any language: the player's may have been another one when the host began.
    names = {catalogue(language).gettext(_HOST_NAME) for language in LANGUAGES}
    games = [one for one in history(data / "transcripts")[0] if one.host in names]
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
            link.run_command(commands.Do("watch", (max(playing),)))
            await until_idle(link)

    return go


@contextmanager
def own_folder(folder: Path) -> Iterator[Path]:
    """*folder*, made if it is missing; a temporary one while another program has it. Raises OSError."""
    import fcntl  # not on Windows, where nobody comes here

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            with tempfile.TemporaryDirectory(prefix=f"rummynet-{folder.name}-") as own:
                yield Path(own)
            return
        yield folder


def end_options(variant: str, target: int | None) -> dict[str, Any]:
    """The options of a game that ends at *target* points. Raises BadOption where no score ends the game."""
    if target is None:
        return {}
    name = variety(variant).score_option
    if name is None:
        raise BadOption(_("{variant} is not played to a score; leave out --target", variant=variant))
    return {name: target}


def open_table_for_guests(company: commands.OpenTable) -> Opening:
    """Open this table and take a seat; the game begins when the guests have come and all are ready."""

    async def go(link: HostLink) -> None:
        link.run_command(replace(company, sits=True))
        await until_idle(link)

    return go


def open_table_with_bots(company: commands.OpenTable) -> Opening:
    """Open this table, take a seat and ask for its bots; the game begins when they have come."""
    has = {option.name for option in variety(company.variant).options}
    patient = {**{name: value for name, value in ALONE.items() if name in has}, **company.options}

    async def go(link: HostLink) -> None:
        link.run_command(replace(company, options=patient, name=_("you and the bots"), sits=True))
        await until_idle(link)
        if link.session.created is None:
            return  # the refusal is on the screen
        link.run_command(commands.BeReady(True))
        await until_idle(link)

    return go
