"""Clients' followers of forged games, without a session around them."""

from collections.abc import Callable

from rummynet_client.core.log.contributions import Promises
from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.log.log_start import LastLog, Past
from rummynet_client.core.log.own_statements import OwnStatements
from rummynet_client.core.log.player import Player
from rummynet_protocol.fairness.entries import Entry, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from tests.support.fake_host import HandClock, bytes_of
from tests.support.forge import Forge


def player_of(signer: Signer, secret: bytes, random: Callable[[int], bytes] | None = None) -> Player:
    """Somebody of whom nothing was kept."""
    nothing = lambda log: b""  # noqa: E731
    return Player(signer, secret, random or bytes_of("somebody"), HandClock(), nothing, nothing)


def follower_of(
    forge: Forge, player: Player, last: LastLog | None = None, promises: Promises | None = None
) -> GameFollower:
    """Of the log that *forge* writes, of which nothing has come yet."""
    past = Past(forge.table, forge.number, forge.rules, last)
    own = OwnStatements(player.signer, player.clock, forge.log, forge.game.name)
    return GameFollower(player, own, forge.host.public, past, {} if promises is None else promises)


def entries_of(follower: GameFollower) -> list[Entry]:
    """The log that it has followed."""
    records = read_transcript(follower.transcript()).records
    return [read_entry(record.entry) for record in records if isinstance(record, EntryRecord)]


def in_seat(forge: Forge, seat: int) -> GameFollower:
    """That of the player in this seat of the forged game."""
    return follower_of(forge, player_of(forge.players[seat].signer, forge.players[seat].secret))
