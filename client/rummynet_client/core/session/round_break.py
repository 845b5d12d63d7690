"""The break between two rounds: a player who looks at the last round gives their part in the next deal later.

The deal needs a part of every seat, so it waits for all who are there, and no host decides how long. Each client goes
on by itself when the time that the table agreed on is up (option ``break_seconds``); a program that plays goes on at
once.
"""


class RoundBreak:
    """The own break, begun when a round ends and over when the player goes on or its time is up."""

    def __init__(self) -> None:
        self.left = 0
        """Milliseconds left; 0 outside a break."""

    def begin(self, millis: int) -> None:
        """A round is over, and the next deal may wait so long for this player."""
        self.left = millis

    def end(self) -> None:
        """The player goes on."""
        self.left = 0

    def tick(self, millis: int) -> bool:
        """Let *millis* pass. Returns whether the break ends by that."""
        before, self.left = self.left, max(0, self.left - millis)
        return before > 0 and not self.left
