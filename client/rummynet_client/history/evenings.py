"""The running score of a family: points and games won by player over evenings, from games played to their end. Pure.

A player is who holds a key, under the newest name; bots, which have a new key at each table, are known by their names.
An evening ends at six in the morning.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from rummynet_client.language import _, ngettext
from rummynet_protocol.values import Value

# An evening that goes on past midnight is still one evening; nobody plays from one to the next at six.
_NIGHT: Final = timedelta(hours=6)
# How hosts and ``bots.names`` write the name of a bot.
_BOT: Final = "(bot)"


class FinishedGame(Value):
    """A game played to its end; names, keys and points by seat."""

    at: int  # Unix time at its beginning, seconds
    names: tuple[str, ...]
    keys: tuple[str, ...]
    points: tuple[int, ...]
    winner: int | None  # the seat that won; None for a shared first place


@dataclass(slots=True)
class EveningStanding:
    """What a player has gained so far."""

    name: str
    points: int = 0
    won: int = 0
    games: int = 0

    def add(self, points: int, won: bool) -> None:
        """Count one more game."""
        self.points, self.won, self.games = self.points + points, self.won + won, self.games + 1


@dataclass(slots=True)
class Evening:
    """The games of one day: what each player gained on it, by who they are."""

    day: date
    games: int = 0
    gained: dict[str, EveningStanding] = field(default_factory=dict)


def player_id(key: str, name: str) -> str:
    """Who a player is over several games."""
    return name if name.endswith(_BOT) else key


def evenings(games: Iterable[FinishedGame], zone: tzinfo | None = None) -> list[Evening]:
    """The evenings on which these games of one kind were played, oldest first. *zone* None: the machine's."""
    found: dict[date, Evening] = {}
    for game in sorted(games, key=lambda one: one.at):
        day = (datetime.fromtimestamp(game.at, zone) - _NIGHT).date()
        evening = found.setdefault(day, Evening(day))
        evening.games += 1
        _count(evening.gained, game)
    return list(found.values())


def standings(games: Iterable[FinishedGame]) -> dict[str, EveningStanding]:
    """What each player has gained in all of these games, by who they are."""
    found: dict[str, EveningStanding] = {}
    for game in sorted(games, key=lambda one: one.at):
        _count(found, game)
    return found


def _count(found: dict[str, EveningStanding], game: FinishedGame) -> None:
    for seat, (key, name, points) in enumerate(zip(game.keys, game.names, game.points, strict=False)):
        standing = found.setdefault(player_id(key, name), EveningStanding(name))
        # Games come oldest first, so the newest name of a key stays.
        standing.name = name
        standing.add(points, seat == game.winner)


def evening_line(evening: Evening) -> str:
    """An evening in a line: the day, how many games, what everybody gained."""
    games = ngettext("{n} game", "{n} games", evening.games, n=evening.games)
    return _(
        "{day}, {games}: {results}", day=evening.day.isoformat(), games=games, results=_listed(evening.gained.values())
    )


def standing_line(found: Iterable[EveningStanding], evenings: int) -> str:
    """The running score: games won and points of everybody over so many evenings."""
    over = ngettext("over {n} evening", "over {n} evenings", evenings, n=evenings)
    return _("{over}: {results}", over=over, results=_listed(found))


def _listed(found: Iterable[EveningStanding]) -> str:
    ordered = sorted(found, key=lambda one: (-one.won, -one.points, one.name))
    return "; ".join(map(_standing, ordered))


def _standing(one: EveningStanding) -> str:
    return ngettext(
        "{name} {points:+d}, {won} of {games} game won", "{name} {points:+d}, {won} of {games} games won", one.games,
        name=one.name, points=one.points, won=one.won, games=one.games,
    )  # fmt: skip


def score_of_these(games: Sequence[FinishedGame], names: Sequence[str]) -> str:
    """The running score of the players with these names, who sit at a table; "" until they have played twice."""
    here = {who for who, one in standings(games).items() if one.name in names}
    # A game that one of them played with others says nothing about these players.
    kept = [game for game in games if len(here & set(map(player_id, game.keys, game.names))) > 1]
    found = [one for who, one in standings(kept).items() if who in here]
    return standing_line(found, len(evenings(kept))) if len(kept) > 1 else ""
