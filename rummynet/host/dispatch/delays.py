"""The delays of people that others are shown: written into messages as they are sent, since no table knows them."""

from rummynet.table.lobby.lobby import Lobby
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import LobbyShown, Message, TableShown


class Delays:
    """Milliseconds to the host and back, by key, of those whose way is long enough to be told."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._of: dict[bytes, int] = {}

    def set(self, key: bytes, millis: int) -> bool:
        """Set the delay of a person, 0 for none to be told. Returns whether that has changed anything."""
        before = self._of.pop(key, 0)
        if millis:
            self._of[key] = millis
        return millis != before

    def add_to(self, message: Message) -> Message:
        """The message with the delays that it has a place for."""
        if not self._of:
            return message
        if isinstance(message, TableShown):
            found = tuple((seat, self._of[key]) for seat, key, *_ in message.seats if key in self._of)
            return replace(message, delays=found) if found else message
        if isinstance(message, LobbyShown):
            far = tuple(number for number, *_ in message.tables if self._is_far(number))
            return replace(message, far=far) if far else message
        return message

    def _is_far(self, number: int) -> bool:
        table = self._lobby.tables.get(number)
        return table is not None and any(seat.key in self._of for seat in table.seating.seats.values())
