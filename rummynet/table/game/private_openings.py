"""Openings of cards shown to one seat, with proofs: sent when the cards are given, kept to be sent again."""

from rummynet.table.effects import Effects
from rummynet.table.game.dealt_cards import Given, Play
from rummynet.table.game.game_log import GameLog
from rummynet_protocol.wire.messages import Openings


class PrivateOpenings:
    """The openings of the round with this *number*. Each belongs to the log entry that gave the cards."""

    def __init__(self, game_log: GameLog, number: int) -> None:
        self._game_log = game_log
        self._number = number
        self._sent: list[tuple[int, int, Openings]] = []
        """(index of the entry, seat, message)."""

    def send_openings(self, play: Play, key: bytes, seat: int, given: tuple[Given, ...], effects: Effects) -> None:
        """Send a seat, whose key is *key*, the openings of the cards that the newest entry gave it."""
        log = self._game_log
        for epoch, rows in play.openings(given).items():
            message = Openings(log.table, log.game, self._number, epoch, rows)
            self._sent.append((log.newest, seat, message))
            effects.send((key,), message)

    def for_seat(self, seat: int | None) -> list[tuple[int, Openings]]:
        """(index of the entry, message) of all that this seat was sent, in order."""
        return [(index, message) for index, to, message in self._sent if to == seat]


def send_log_with_openings(
    game_log: GameLog, mine: list[tuple[int, Openings]], key: bytes, start: int, is_shown: bool, effects: Effects
) -> None:
    """Send one person the log from *start* on, with their own openings (*mine*, from ``PrivateOpenings.for_seat``).

    Each opening follows directly after the entry that gave the cards, so that a reader who continues from any entry
    learns everything in the order of play. Openings of earlier entries come first, until all hands are shown.
    """
    for given, message in mine:
        if given < start and not is_shown:
            effects.send((key,), message)
    for given, message in mine:
        if given >= start:
            game_log.send_entries(key, start, given + 1, effects)
            effects.send((key,), message)
            start = given + 1
    game_log.send_entries(key, start, game_log.newest + 1, effects)
