"""Who may manage a table: its owner, and who becomes it when the owner leaves."""

from rummynet.table.refusals import NoSuchSeat, NotOwner
from rummynet.table.seating import Seating


class Rights:
    """``owner`` is the key of the person who may; None while nobody is there who could."""

    def __init__(self, owner: bytes | None) -> None:
        self.owner = owner

    def only(self, key: bytes) -> None:
        """Raises NotOwner."""
        if key != self.owner:
            raise NotOwner("only the owner of this table can do that; 'table' shows whose it is")

    def hand_on(self, seating: Seating, seat: int | None) -> None:
        """Give the table to the person in this seat. Raises NoSuchSeat where none sits, and for bots."""
        there = seating.seats.get(seat) if seat is not None else None
        if there is None or there.bot:
            raise NoSuchSeat("no person sits there; name the seat of somebody who is to have the table")
        self.owner = there.key

    def came(self, key: bytes) -> None:
        """Somebody is at the table: a table without an owner is theirs."""
        if self.owner is None:
            self.owner = key

    def went(self, key: bytes, seating: Seating) -> None:
        """Somebody is not at the table any more: the owner's leaving hands it on."""
        if key == self.owner:
            self.owner = _heir(key, seating)


def _heir(gone: bytes, seating: Seating) -> bytes | None:
    """The connected person in the lowest seat, else the one who has watched longest."""
    sitting = [one.key for one in seating.seats.values() if one.connected and not one.bot]
    return next((key for key in (*sitting, *seating.watchers) if key != gone), None)
