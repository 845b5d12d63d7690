"""After a start: the tables that an earlier run left open go on, however it ended."""

from rummynet.host.archive import Archive, readable
from rummynet.host.hall import Hall
from rummynet.host.logbook import Logbook
from rummynet.host.transcripts import Transcripts
from rummynet.table.resume import Resumed, resume
from rummynet.table.story import BadStory


def resume_tables(hall: Hall, archive: Archive, transcripts: Transcripts, logbook: Logbook) -> None:
    """Make them again from the journal; one that cannot be is left as it is, the others go on.

    Raises JournalError, TranscriptError.
    """
    resumed: list[Resumed] = []
    with readable(archive.path):
        tables = archive.open_tables()
    for number in tables:
        try:
            with readable(archive.path):
                story = archive.story(number)
            one = resume(story, hall.lobby.house)
        except BadStory as problem:
            logbook.warn(
                "a table could not be resumed; it stays in the journal, for the version of rummynet that wrote it",
                table=number,
                why=str(problem),
            )
            continue
        game = one.table.game
        if game is not None and one.table.stage == "playing":
            transcripts.resume(one.table.number, game.number, game.chronicle.rows)
        resumed.append(one)
    hall.resume(resumed)
    if resumed:
        logbook.note("resumed", tables=len(resumed))
