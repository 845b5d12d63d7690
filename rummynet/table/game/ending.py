"""The sentence for players when a game is called off."""

from collections.abc import Sequence
from typing import assert_never

from rummynet.table.game.dealer import Dealer
from rummynet_protocol.sentences import listed, said


def called_off_sentence(dealer: Dealer, round: int) -> str | None:
    """Why there can be no further deck, in words; None while there can be one."""
    match dealer.stopped:
        case None:
            return None
        case "voids":
            return said("the game was called off: as many shuffles were put aside as this table allows")
        case "epochs":
            return said(
                "the game was called off: too many shuffles of round {round} were put aside for silent seats",
                round=round,
            )
        case "no-session":
            silent = dealer.gathering.missing if dealer.gathering else ()
            names = ", ".join(dealer.players[seat][1] for seat in silent)
            return said("the game could not begin: no answer from {names}", names=names)
        case other:
            assert_never(other)


def waited_sentence(by: Sequence[str], name: str) -> str:
    """Who has ended a game for want of whom."""
    return said("the game is over: {who} waited too long for {name}, and ended it", who=listed(by), name=name)
