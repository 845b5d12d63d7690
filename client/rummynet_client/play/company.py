"""Which game ``rummynet play`` plays with which bots: asked once on a terminal, remembered in the settings."""

from collections.abc import Callable
from typing import Final

from rummynet_client.core.session.view_model import nothing_yet
from rummynet_client.core.text.command_parser import parse_command
from rummynet_client.core.text.commands import AskInvite, OpenTable
from rummynet_client.core.text.table_wish import USUAL_LEVEL, TableWish, wish_of
from rummynet_client.language import _
from rummynet_client.storage.settings import ASK, ActiveSettings
from rummynet_protocol.actions import Action
from rummynet_protocol.values import Value

USUAL: Final = TableWish(bots=(USUAL_LEVEL,))  # the company where nobody is asked and nothing is remembered


class Company(Value):
    """What is played with whom; ``is_far``: also with somebody from another home, who is invited by a code."""

    opening: OpenTable
    is_far: bool = False


Ask = Callable[[ActiveSettings, TableWish], Company | None]


def company_in_settings(company: str) -> TableWish | None:
    """The company in the settings; None if it has not been chosen yet."""
    command = parse_command(f"create {company}") if company != ASK else None
    return wish_of(command) if isinstance(command, OpenTable) else None


def chosen_company(active: ActiveSettings, ask: Ask | None, *, again: bool) -> Company | None:
    """What is played with whom: as remembered; else, or *again*, as a person answers, which is then remembered.

    With somebody from another home it is for this evening, and not remembered. *ask* is None where nobody can be
    asked. None if the person leaves. Raises SettingsError.
    """
    kept = company_in_settings(active.settings.company)
    if ask is None or (kept is not None and not again):
        return Company((kept or USUAL).opening)
    answer = ask(active, kept or USUAL)
    if answer is not None and not answer.is_far:
        active.change_setting("company", wish_of(answer.opening).words)
    return answer


def ask_on_screen(servers: str, lacks: str, active: ActiveSettings, wish: TableWish) -> Company | None:
    """Show the menu on the whole terminal; None if the person leaves. *servers*, *lacks*: as in ``TableMenu``."""
    import asyncio
    import time

    # Loaded only where a person is asked: lines and JSON need no prompt_toolkit.
    from rummynet_client.terminal.screen import Screen
    from rummynet_client.terminal.state.screen_state import LobbyState
    from rummynet_client.terminal.state.table_menu import TableMenu

    answers: list[Company] = []
    is_far: list[bool] = []
    model = nothing_yet(_("you and the bots"))

    def answer(text: str | Action) -> None:
        command = parse_command(text) if isinstance(text, str) else None
        if isinstance(command, AskInvite):
            is_far.append(True)  # the command that opens the table follows
            return
        if isinstance(command, OpenTable):
            answers.append(Company(command, bool(is_far)))
        shown.leave()

    shown = Screen(lambda: model, answer, time.monotonic, settings=active.settings)
    shown.lobby.state = LobbyState(menu=TableMenu(wish, is_company=True, servers=servers, lacks=lacks))
    asyncio.run(shown.run())
    return answers[0] if answers else None
