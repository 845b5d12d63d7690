"""At a start: resumes the tables that an earlier run left open, however it ended."""

from functools import partial

from rummynet.host.dispatcher import Dispatcher
from rummynet.host.ops.logbook import Logbook
from rummynet.host.storage.journal import Journal
from rummynet.host.storage.transcripts import Transcripts
from rummynet.table.journal.table_history import BadHistory
from rummynet.table.lobby.resume import Resumed, resume_table


def resume_tables(dispatcher: Dispatcher, journal: Journal, transcripts: Transcripts, logbook: Logbook) -> None:
    """Rebuild the open tables from the journal. One that cannot be rebuilt is logged and left as it is in the journal.

    Raises JournalError, TranscriptError.
    """
    resumed: list[Resumed] = []
    with journal.reading():
        tables = journal.open_tables()
    for number in tables:
        try:
            with journal.reading():
                history = journal.history(number)
            one = resume_table(history, dispatcher.lobby.context)
        except BadHistory as problem:
            logbook.warn(
                "a table could not be resumed; it stays in the journal, for the version of rummynet that wrote it",
                table=number,
                why=str(problem),
            )
            # The other tables go on; this one stays in the journal for the version that can read it.
            continue
        game = one.table.game
        if game is not None and one.table.stage == "playing":
            transcripts.resume(number, game.number, partial(journal.entries, number, game.number))
        resumed.append(one)
    dispatcher.resume(resumed)
    if resumed:
        logbook.note("resumed", tables=len(resumed))
