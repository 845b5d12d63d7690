"""Whether the end of a game's log is missing: the host dropped the game, or does not show how it ended meanwhile.

Source: FAIRNESS.md, "Consent".
"""

from rummynet_client.core.log.log_start import LastLog
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.not_now import NotToBeTrusted
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.unfinished_games import gone_incident, table_gone, was_long_away
from rummynet_client.core.session.watch import watches
from rummynet_client.language import _
from rummynet_protocol.wire.messages import TableShown


class MissingEnd:
    """Watches that the games of one table end with their logs."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._dropped: JoinedGame | None = None  # the game that was reported as dropped by the host
        self._unseen: JoinedGame | None = None  # the game that was reported as ended without its end being shown
        self._rest_requested: str | None = None
        """When the rest of a game without an end was requested: ``live``, after being ``away``, or None if never."""

    def connection_lost(self) -> None:
        """What was requested will not be answered: a missing end is requested again before the host is blamed."""
        self._rest_requested = None

    def rest_requested(self) -> None:
        """The rest of the log was requested after a new connection."""
        self._rest_requested = "away"

    def check_end(
        self, game: JoinedGame | None, shown: TableShown | None, *, is_whole: bool, is_catching_up: bool
    ) -> bool:
        """Check that a game that is over has an end in its log; if not, report it.

        On a connection that stood that is certain at once (*is_whole*): an honest host logs the end before it shows the
        table so. Else it is once the rest was requested. Returns whether to request the rest now.
        """
        if shown is None or game is None or shown.stage == "playing" or game.number != shown.game:
            self._rest_requested = None
        elif lacks_end(game) and self._rest_requested is None:
            self._rest_requested = "live" if is_whole else "away"
            if is_whole:
                self.game_left(game, was_away=False)
            return True
        elif lacks_end(game) and not is_catching_up:
            was_here = self._rest_requested == "live" or game.follower.auditor.head == shown.before
            self.game_left(game, was_away=not was_here)
        return False

    def game_left(self, game: JoinedGame, *, was_away: bool, gone_for: int = 0) -> None:
        """The host does not go on with *game*. *was_away*: it may have ended while this client was not connected.

        *gone_for*: milliseconds that this client was away, if the table is gone; else 0.
        """
        if not lacks_end(game):
            return
        if was_away and was_long_away(gone_for) and self._unseen is not game:
            self._unseen = game
            self._outbox.add_news(game.watch.tell("end", table_gone(game.number)))
            self._outbox.keep_incident(gone_incident(game.follower.own.log, game.number))
        elif was_away:
            self._report_unseen(game)
        else:
            self._report_dropped(game)

    def _report_unseen(self, game: JoinedGame) -> None:
        """Its end is not known here, and the host did not show it when asked, or will not any more: no alarm."""
        if self._unseen is game:
            return
        self._unseen = game
        says = _("game {game} went on without you, and the host does not show how it ended", game=game.number)
        self._report(game, watches.UNSEEN_END, says)

    def _report_dropped(self, game: JoinedGame) -> None:
        if self._dropped is game:
            return
        self._dropped = game
        says = _("game {game} has no end: the host does not go on with it; you keep its transcript", game=game.number)
        self._report(game, watches.NO_END, says)

    def _report(self, game: JoinedGame, kind: str, says: str) -> None:
        self._outbox.add_news(game.watch.report_missing_end(kind, says))
        self._outbox.add_incidents(*game.watch.take_incidents())

    def check_last_game(
        self, last: LastLog | None, shown: TableShown, game: JoinedGame | None, *, is_catching_up: bool
    ) -> None:
        """Check that the next game may follow the *last* one; *game* is the newest here. Raises NotToBeTrusted."""
        if last is None or (last.ended and last.head == shown.before):
            return
        if not last.ended and is_catching_up:
            raise NotToBeTrusted(
                _(
                    "your program asked for the rest of game {game} at this table, and it has not come; "
                    "nothing was signed. Say it again when it is here",
                    game=shown.game,
                )
            )
        was_dropped = game is not None and game is self._dropped
        if not last.ended and last.head != shown.before and not was_dropped:
            return  # its end was not seen here; check_opened gives a notice when the next game begins
        if last.ended:
            says = _(
                "the host shows a different end of game {game} from the one played here; nothing was signed",
                game=shown.game,
            )
        else:
            says = _("game {game} at this table has no end; nothing was signed for a new one", game=shown.game)
        raise NotToBeTrusted(says)


def lacks_end(game: JoinedGame) -> bool:
    """Whether the own seat plays in the game, all of it can be checked, no cheat was found, and the log has no end."""
    follower = game.follower
    is_followed = follower.auditor.me_seat is not None and follower.unknown is None and follower.cheat is None
    return is_followed and not follower.auditor.finished
