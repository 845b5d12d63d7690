"""The offer that a player accepts with ``ready``: one game at one table, as shown; and how two offers differ.

Source: FAIRNESS.md, "Consent".
"""

from rummynet_client.language import _
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.values import Value
from rummynet_protocol.wire.messages import TableShown

Players = tuple[tuple[bytes, str], ...]  # (key, name) by seat


class Offer(Value):
    """A game that can be consented to now."""

    log: bytes  # the id of its log
    before: bytes  # the last head of the table's preceding log
    rules: bytes  # the rules hash
    players: Players
    variant: str
    bots: tuple[int, ...] = ()  # the places of those of them that are the host's own bots

    @property
    def players_hash(self) -> bytes:
        """The players hash, as in the statement."""
        return fair.players_hash(self.players, self.bots)


def next_game(host: bytes, shown: TableShown) -> Offer:
    """The next game at a table that is waiting."""
    return Offer(
        fair.log_id(host, shown.id, shown.game + 1),
        shown.before,
        fair.rules_hash(shown.variant, shown.options),
        tuple((key, name) for _seat, key, name, *_more in sorted(shown.seats)),
        shown.variant,
        tuple(place for place, (*_more, is_bot) in enumerate(sorted(shown.seats)) if is_bot),
    )


def describe_changes(before: Offer, now: Offer) -> str:
    """What has changed between two offers, as text; empty if nothing has."""
    if before.log != now.log:
        return _("that game is over")
    texts = [] if before.rules == now.rules else [_("the options have changed")]
    texts += [] if before.before == now.before else [_("the game before it is a different one")]
    old, new = dict(before.players), dict(now.players)
    # By key: two people can have the same name, and consent is given to a person.
    texts += [_("{name} has sat down", name=name) for key, name in now.players if key not in old]
    texts += [_("{name} has left", name=name) for key, name in before.players if key not in new]
    texts += [
        _("{before} is now called {now}", before=old[key], now=name)
        for key, name in now.players
        if key in old and old[key] != name
    ]
    if not texts and before.players != now.players:
        texts = [_("the seats have changed")]
    return ", ".join(texts)


def added_players(before: Offer, now: Offer) -> frozenset[bytes] | None:
    """The keys of the players added since, if nothing else has changed; else None."""
    if (before.log, before.before, before.rules) != (now.log, now.before, now.rules):
        return None
    old = dict(before.players)
    stayed = tuple((key, name) for key, name in now.players if key in old)
    return frozenset(key for key, _ in now.players if key not in old) if stayed == before.players else None
