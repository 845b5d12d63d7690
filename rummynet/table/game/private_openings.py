"""The cards that one seat alone was shown in a round, with their proofs: told at once, kept to be told again."""

from rummynet.table.effects import Effects
from rummynet.table.game.dealt_cards import Given, Play
from rummynet.table.game.game_log import GameLog
from rummynet_protocol.wire.messages import Openings


class PrivateOpenings:
    """Those of the round of this *number*. Each stands after the entry of the log that gave the cards."""

    def __init__(self, game_log: GameLog, number: int) -> None:
        self._game_log = game_log
        self._number = number
        self._sent: list[tuple[int, int, Openings]] = []
        """After which entry, to which seat."""

    def send_openings(self, play: Play, key: bytes, seat: int, given: tuple[Given, ...], effects: Effects) -> None:
        """Show a seat, whose key this is, the cards that the newest entry gave it."""
        log = self._game_log
        for epoch, rows in play.openings(given).items():
            message = Openings(log.table, log.game, self._number, epoch, rows)
            self._sent.append((log.newest, seat, message))
            effects.send((key,), message)

    def for_seat(self, seat: int | None) -> list[tuple[int, Openings]]:
        """All that this seat was shown, in order, and after which entry."""
        return [(index, message) for index, to, message in self._sent if to == seat]


def send_log_with_openings(
    game_log: GameLog, mine: list[tuple[int, Openings]], key: bytes, start: int, is_shown: bool, effects: Effects
) -> None:
    """Tell one person the log from *start* on and the cards that are theirs (*mine*, as ``PrivateOpenings.of`` gives).

    Cards come where they first came, right after the entry that gave them, so that whoever reads on from any point
    learns everything in the order of play; earlier ones of the round come first, until all hands are shown.
    """
    for given, message in mine:
        if given < start and not is_shown:
            effects.send((key,), message)
    for given, message in mine:
        if given >= start:
            game_log.send_entries(key, start, given + 1, effects)
            effects.send((key,), message)
            start = given + 1
    game_log.send_entries(key, start, len(game_log.rows), effects)
