"""How tables come to a running host: from the journal of its last run, or from another host of its cluster.

After a start they come one by one while the host serves already, first those that somebody asks for.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from rummynet.host.dispatch.dispatcher import Dispatcher
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal import FIRST_TOKEN, Journal
from rummynet.host.storage.journal_writer import Write
from rummynet.host.storage.transcripts import NO_TRANSCRIPT, Transcripts
from rummynet.table.api.inputs import HostRestarted
from rummynet.table.journal.table_history import BadHistory, TableHistory
from rummynet.table.lobby.resume import Resumed, resume_table
from rummynet_protocol.wire.message_codec import TableRow


def adopt_table(dispatcher: Dispatcher, one: Resumed, token: int = FIRST_TOKEN, has_moved: bool = False) -> None:
    """Go on with a table; its rows are written under this token. *has_moved*: another host had it."""
    number, lobby = one.table.number, dispatcher.lobby
    if number in lobby.tables:
        dispatcher.give_up_table(number)
    dispatcher.tokens[number] = token
    # Its time goes on from its last input: log time never runs backwards, and no clock counts the time between.
    lobby.adopt_table(one.table, one.journal, one.ms - dispatcher.ms)
    if (game := one.table.running) is not None:
        dispatcher.counts.game_runs(number, game.statements.log)
    one.journal.extend_timers(one.ms)
    for timer, due in one.timers.items():
        dispatcher.timers.start(timer, due - one.ms)
    dispatcher.take_input(HostRestarted(number, has_moved))
    if number in lobby.tables:
        dispatcher.queue_effects(lobby.welcome_back(number, dispatcher.ms, int(dispatcher.unix())), None, number)
    for held in dispatcher.moves.arrived(number):
        dispatcher.handle_request(*held)
    dispatcher.schedule_flush()


def show_elsewhere(dispatcher: Dispatcher, rows: Mapping[int, TableRow | None]) -> None:
    """Set the rows (None: not known yet) of others' tables in the lobby; answer requests to tables that are gone."""
    shown, is_partial = dispatcher.moves.complete_rows(rows)
    effects = dispatcher.lobby.show_elsewhere(shown, is_partial, dispatcher.ms, int(dispatcher.unix()))
    dispatcher.queue_effects(effects)
    for held in dispatcher.moves.retry():
        dispatcher.handle_request(*held)
    dispatcher.schedule_flush()


def resume_tables(
    dispatcher: Dispatcher, journal: Journal, transcripts: Transcripts, write: Write, logbook: Logbook
) -> Iterator[None]:
    """Read the open tables from the journal. Each step makes one of them again, until the iterator ends.

    One that cannot be made again is logged and left as it is in the journal. Raises JournalError before the first step.
    """
    histories: dict[int, TableHistory] = {}
    with journal.reading():
        tables = journal.open_tables()
    for number in tables:
        try:
            with journal.reading():
                histories[number] = journal.history(number)
        except BadHistory as problem:
            note_failure(logbook, number, str(problem))
    dispatcher.moves.awaited.update(histories)
    dispatcher.lobby.rows.is_partial = bool(histories)
    return _make_again(dispatcher, histories, transcripts, write, logbook)


def _make_again(
    dispatcher: Dispatcher, histories: dict[int, TableHistory], transcripts: Transcripts, write: Write, logbook: Logbook
) -> Iterator[None]:
    def copy(table: int, game: int) -> None:
        transcripts.finished(table, game)

    def copied(problem: Exception | None) -> None:
        if problem is not None:
            logbook.warn(NO_TRANSCRIPT, why=str(problem))

    moves, lobby, resumed = dispatcher.moves, dispatcher.lobby, 0
    while (number := moves.next_awaited()) is not None:
        moves.awaited.discard(number)
        history = histories.pop(number)
        try:
            adopt_table(dispatcher, resume_table(history, lobby.context))
        except BadHistory as problem:
            note_failure(logbook, number, str(problem))
        else:
            resumed += 1
            # A host that was killed just then has not copied it.
            write(partial(copy, number, history.checkpoint.games), copied)
        yield
    if resumed:
        logbook.note("resumed", tables=resumed)
    show_elsewhere(dispatcher, {})


def note_failure(logbook: Logbook, table: int, why: str) -> None:
    """Log that a table is not resumed."""
    says = "a table could not be resumed; it stays in the journal, for the version of rummynet that wrote it"
    logbook.warn(says, table=table, why=why)
