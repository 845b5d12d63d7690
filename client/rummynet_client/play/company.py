"""Which game ``rummynet play`` plays with which bots: asked once on a terminal, remembered in the settings."""

from collections.abc import Callable
from typing import Final

from rummynet_client.core.session.view_model import nothing_yet
from rummynet_client.core.text.command_parser import parse_command
from rummynet_client.core.text.commands import OpenTable
from rummynet_client.core.text.table_wish import USUAL_LEVEL, TableWish, wish_of
from rummynet_client.language import _
from rummynet_client.storage.settings import ASK, ActiveSettings
from rummynet_protocol.actions import Action

USUAL: Final = TableWish(bots=(USUAL_LEVEL,))
"""The company where nobody is asked and nothing is remembered."""
Ask = Callable[[ActiveSettings, TableWish], OpenTable | None]


def company_in_settings(company: str) -> TableWish | None:
    """The company in the settings; None if it has not been chosen yet."""
    command = parse_command(f"create {company}") if company != ASK else None
    return wish_of(command) if isinstance(command, OpenTable) else None


def chosen_company(active: ActiveSettings, ask: Ask | None, *, again: bool) -> OpenTable | None:
    """What is played with whom: as remembered; else, or *again*, as a person answers, which is then remembered.

    *ask* is None where nobody can be asked. None if the person leaves. Raises SettingsError.
    """
    kept = company_in_settings(active.settings.company)
    if ask is None or (kept is not None and not again):
        return (kept or USUAL).opening
    answer = ask(active, kept or USUAL)
    if answer is not None:
        active.change_setting("company", wish_of(answer).words)
    return answer


def ask_on_screen(active: ActiveSettings, wish: TableWish) -> OpenTable | None:
    """Show the menu on the whole terminal; None if the person leaves."""
    import asyncio
    import time

    # Loaded only where a person is asked: lines and JSON need no prompt_toolkit.
    from rummynet_client.terminal.screen import Screen
    from rummynet_client.terminal.state.screen_state import LobbyState
    from rummynet_client.terminal.state.table_menu import TableMenu

    answers: list[OpenTable] = []
    model = nothing_yet(_("you and the bots"))

    def answer(text: str | Action) -> None:
        command = parse_command(text) if isinstance(text, str) else None
        if isinstance(command, OpenTable):
            answers.append(command)
        shown.leave()

    shown = Screen(lambda: model, answer, time.monotonic, settings=active.settings)
    shown.lobby.state = LobbyState(menu=TableMenu(wish, is_company=True))
    asyncio.run(shown.run())
    return answers[0] if answers else None
