"""Openings of cards shown to one seat, with proofs: sent when the cards are given, kept to be sent again."""

from rummynet.table.api.effects import Effects
from rummynet.table.game.dealt_cards import Given, Play
from rummynet.table.game.game_log import GameLog
from rummynet_protocol.wire.messages import Openings


class PrivateOpenings:
    """The openings of the round with this *number*. Each belongs to the log entry that gave the cards.

    What is kept are the cards' places: the proofs, seven hashes a card, are made from the deck when they are sent.
    """

    def __init__(self, game_log: GameLog, play: Play, number: int) -> None:
        self._game_log = game_log
        self._play = play
        self._number = number
        self._sent: list[tuple[int, int, int, tuple[int, ...]]] = []
        """(index of the entry, seat, epoch of the deck, places in it)."""

    def send_openings(self, key: bytes, seat: int, given: tuple[Given, ...], effects: Effects) -> None:
        """Send a seat, whose key is *key*, the openings of the cards that the newest entry gave it."""
        # One message is about one deck: its proofs are against that deck's root.
        for epoch in dict.fromkeys([card.epoch for card in given]):
            places = tuple([card.position for card in given if card.epoch == epoch])
            self._sent.append((self._game_log.newest, seat, epoch, places))
            effects.send((key,), self._message(epoch, places))

    def for_seat(self, seat: int | None) -> list[tuple[int, Openings]]:
        """(index of the entry, message) of all that this seat was sent, in order."""
        return [(index, self._message(epoch, places)) for index, to, epoch, places in self._sent if to == seat]

    def _message(self, epoch: int, places: tuple[int, ...]) -> Openings:
        log = self._game_log
        return Openings(log.table, log.game, self._number, epoch, self._play.openings(epoch, places))


def send_log_with_openings(
    game_log: GameLog, mine: list[tuple[int, Openings]], key: bytes, start: int, is_shown: bool, effects: Effects
) -> None:
    """Send one person the log from *start* on, with their own openings (*mine*, from ``PrivateOpenings.for_seat``).

    Each opening follows directly after the entry that gave the cards, so that a reader who continues from any entry
    learns everything in the order of play. Openings of earlier entries come first, until all hands are shown.
    """
    for given, message in mine:
        # Once all hands are shown the log itself has these cards.
        if given < start and not is_shown:
            effects.send((key,), message)
    for given, message in mine:
        if given >= start:
            game_log.send_entries(key, start, given + 1, effects)
            effects.send((key,), message)
            start = given + 1
    game_log.send_entries(key, start, game_log.newest + 1, effects)
