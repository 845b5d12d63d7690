"""Opening a table: within the host's limits, and with options that suit some number of players."""

from collections.abc import Mapping
from copy import copy

from rummynet.rules.core.options import Options
from rummynet.rules.core.variety import Variety
from rummynet.rules.varieties import variety
from rummynet.table.effects import Effects
from rummynet.table.host_context import HostContext
from rummynet.table.journal.records import TableOpened
from rummynet.table.refusals import TooManyTables
from rummynet.table.table import Table
from rummynet.table.table_numbers import TableNumbers
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import said
from rummynet_protocol.text import clean
from rummynet_protocol.values import asdict
from rummynet_protocol.wire.messages import NAME, Create


def open_table(
    context: HostContext,
    tables: Mapping[int, Table],
    numbers: TableNumbers,
    key: bytes,
    name: str,
    request: Create,
    effects: Effects,
) -> Table:
    """The table that this person, whose *name* is known, asks for, beside the *tables* that are open.

    Raises TooManyTables, and the Refusal of a game or of options that do not exist or suit nobody.
    """
    limits = context.limits
    if len(tables) >= limits.tables:
        raise TooManyTables(
            said("this host has its {tables} tables open already; join one, or wait", tables=limits.tables)
        )
    if sum(table.by == key for table in tables.values()) >= limits.tables_each:
        raise TooManyTables(said("you have opened {tables} tables already; use one of them", tables=limits.tables_each))
    if not numbers.next:
        raise TooManyTables(said("this host cannot open a table just now; try again in a moment"))
    game = variety(request.variant)
    options = game.resolve(request.options)
    _check_playable(game, options)
    number = numbers.take()
    title = clean(request.name, NAME) or clean(f"{name}'s table", NAME)
    # A context of its own: later changes of the host's apply to new tables only, as the journal records none.
    id = context.chance(32)
    table = Table(copy(context), number, id, title, game, options, key)
    if request.closed:
        table.entrance.close(())
    effects.append(TableOpened(number, title, game.name, options, key, effects.unix, context.name, asdict(limits), id))
    table.update_occupancy(effects)
    return table


def _check_playable(game: Variety, options: Options) -> None:
    """Raises the first Refusal if these options suit no number of players at all."""
    problem: Refusal | None = None
    for players in game.seats:
        try:
            game.check(options, players)
        except Refusal as refusal:
            problem = problem or refusal
        else:
            return
    if problem is not None:
        raise problem
