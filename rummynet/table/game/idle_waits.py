"""How long each seat on turn has left its turn unused, for the others who may want to go on.

It is never more than the log says: what the player could not use (a pause, a lost connection, a restart of the host)
does not count. Source: FAIRNESS.md, "Votes".
"""

from collections.abc import Set


class IdleWaits:
    """The waits of one round; a turn may be left unused for *millis*."""

    def __init__(self, millis: int) -> None:
        self._millis = millis
        self._since: dict[int, int] = {}

    def update(self, on_turn: Set[int], ms: int, signer: int | None) -> None:
        """These seats are on turn now, after an action that seat *signer* signed itself."""
        self._since = {seat: ms if seat == signer else self._since.get(seat, ms) for seat in on_turn}

    def restart(self, ms: int, seat: int | None = None) -> None:
        """Give this seat, or all, the whole time again."""
        for one in self._since if seat is None else self._since.keys() & {seat}:
            self._since[one] = ms

    def rest(self, seat: int, ms: int) -> int | None:
        """The milliseconds that are left to the seat's player; None if the seat is not on turn."""
        since = self._since.get(seat)
        return None if since is None else max(0, since + self._millis - ms)
