"""A table of the person and bots, opened as soon as the client is connected."""

from typing import Any

from rummynet.rules.core.errors import BadOption
from rummynet.rules.varieties import variety
from rummynet_client.core.text import commands
from rummynet_client.core.text.table_wish import ALONE
from rummynet_client.language import _
from rummynet_client.net.host_link import HostLink, Opening, until_idle
from rummynet_protocol.values import replace


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
