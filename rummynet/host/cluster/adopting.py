"""Adopts tables of other hosts with the same journal while this one runs, and shows those that stay elsewhere."""

from collections.abc import Mapping

from rummynet.host.dispatcher import Dispatcher
from rummynet.table.inputs import HostRestarted
from rummynet.table.journal.resume import Resumed
from rummynet_protocol.wire.message_codec import TableRow


def adopt_table(dispatcher: Dispatcher, one: Resumed, token: int) -> None:
    """Go on with a table that another host had, or an earlier run; its rows are written under this token."""
    number, lobby = one.table.number, dispatcher.lobby
    if number in lobby.tables:
        dispatcher.give_up_table(number)
    dispatcher.tokens[number] = token
    lobby.adopt_table(one.table, one.journal, one.ms - dispatcher.ms)
    one.journal.extend_timers(one.ms)
    for timer, due in one.timers.items():
        dispatcher.timers.start(timer, due - one.ms)
    dispatcher.take_input(HostRestarted(number))
    if number in lobby.tables:
        dispatcher.queue_effects(lobby.welcome_back(number, dispatcher.ms, int(dispatcher.unix())), None, number)
    for held in dispatcher.moves.arrived(number):
        dispatcher.handle_request(*held)


def show_elsewhere(dispatcher: Dispatcher, rows: Mapping[int, TableRow], *, are_all: bool = True) -> None:
    """Set the rows of other hosts' tables in the lobby; requests to tables that are gone are answered.

    Not *are_all*: there are tables that have no row yet.
    """
    shown, is_behind = dispatcher.moves.complete_rows(rows)
    is_partial = not are_all or is_behind
    effects = dispatcher.lobby.show_elsewhere(shown, is_partial, dispatcher.ms, int(dispatcher.unix()))
    dispatcher.queue_effects(effects, None, 0)
    for held in dispatcher.moves.retry():
        dispatcher.handle_request(*held)
