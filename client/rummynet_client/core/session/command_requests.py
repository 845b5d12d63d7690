"""Translates commands of the player that correspond to one protocol request."""

from collections.abc import Callable

from rummynet_client.core.text import commands
from rummynet_client.core.text.commands import Command
from rummynet_protocol.wire.messages import (
    Create,
    Here,
    Leave,
    Manage,
    Request,
    Say,
    SeatBot,
    Sit,
    Stand,
    Watch,
)

Make = Callable[[int], Request]
"""Makes the request with a given number."""


def host_request(command: Command) -> Make | None:
    """The request to open, join or watch a table; None for other commands."""
    match command:
        case commands.OpenTable(variant=variant, options=options, name=name):
            return lambda n: Create(n, variant, options, name, command.closed)
        case commands.TakeSeat(table, seat):
            return lambda n: Sit(n, table, seat)
        case commands.WatchTable(table):
            return lambda n: Watch(n, table)
    return None


def table_request(command: Command, table: int, *, has_seat: bool) -> Make | None:
    """The request to the table with this number; None for other commands."""
    match command:
        case commands.StandUp():
            # One word for people, two requests: the host frees a seat with one and a place to watch with the other.
            return (lambda n: Stand(n, table)) if has_seat else (lambda n: Leave(n, table))
        case commands.ChangeBots(do, strategy):
            return lambda n: SeatBot(n, table, do, strategy)
        case commands.BeHere():
            return lambda n: Here(n, table)
        case commands.ManageTable(do, seat):
            return lambda n: Manage(n, table, do, seat)
        case commands.SayAloud(text):
            return lambda n: Say(n, table, text)
    return None
