"""Games that an earlier run of the program has not followed to their end, held against what the host shows now.

A host tells who connects about each table where they sit, before it answers what is sent behind the lobby, and a player
keeps the seat while a game goes on. So a game whose table does not come, or comes with a later game, has ended or was
dropped while the program was away, and how is not shown: a doubt, once. Source: FAIRNESS.md, "Consent".
"""

from rummynet_client.core.log.player import PlayerClock, UnfinishedGame
from rummynet_client.core.session.outbox import Outbox
from rummynet_client.core.session.watch import watches
from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.core.session.watch.watches import WATCHES
from rummynet_client.core.text import news
from rummynet_client.language import _


def was_long_away(millis: int) -> bool:
    """Whether an honest host may have closed the table meanwhile: the others finished, or nobody was there any more."""
    return millis >= WATCHES[watches.UNSEEN_END].millis


def table_gone(game: int) -> str:
    """What is said of a table that is gone then."""
    return _("the table of game {game} is gone: it may have ended, or been given up, while you were away", game=game)


def gone_incident(log: bytes, game: int) -> Incident:
    """The record that it was told, so that it is told once. It says nothing against the host."""
    return Incident(watches.GONE, log=log.hex(), game=game)


class UnfinishedGames:
    """*games* loses those that the host shows: they are followed again."""

    def __init__(self, games: list[UnfinishedGame], outbox: Outbox, clock: PlayerClock) -> None:
        self._games, self._outbox, self._clock = games, outbox, clock
        self._reported: set[bytes] = set()
        self._is_alone = False
        self._ping: int | None = None  # the ping behind the first lobby of this connection

    def reconnected(self, *, is_alone: bool) -> None:
        """There is a new connection. *is_alone*: no other host has this one's key, and may have a table of it."""
        self._is_alone, self._ping = is_alone, None

    def lobby_shown(self) -> None:
        """The lobby has come; all own tables follow before anything sent from now on is answered."""
        # With other hosts of one key a table may be at one of them, which says nothing about this host.
        if self._is_alone and self._ping is None and any(one.log not in self._reported for one in self._games):
            self._ping = self._outbox.send_ping()

    def table_shown(self, table: bytes, game: int) -> None:
        """A table has come, with the number of the game that is played there or was last."""
        for one in [one for one in self._games if one.table == table]:
            if game > one.game:
                self._report(one)
            else:
                self._games.remove(one)

    def handle_pong(self, number: int) -> None:
        """The host has answered a ping, and all before it."""
        if self._ping is None or number < self._ping:
            return
        self._is_alone, self._ping = False, None  # asked once on each connection
        for one in self._games:
            self._report(one, is_gone=bool(one.at) and was_long_away(self._clock.wall() - one.at))

    def _report(self, one: UnfinishedGame, *, is_gone: bool = False) -> None:
        if one.log in self._reported:
            return
        self._reported.add(one.log)
        if is_gone:
            self._outbox.keep_incident(gone_incident(one.log, one.game))
            self._outbox.add_news(news.FairnessReported("end", says=table_gone(one.game)))
            return
        self._outbox.add_incidents(Incident(watches.UNSEEN_END, log=one.log.hex(), game=one.game))
        says = _("game {game} went on without you, and the host does not show how it ended", game=one.game)
        self._outbox.add_news(news.FairnessReported("end", says=says))
