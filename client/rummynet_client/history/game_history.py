"""The player's own games, read from the transcripts that this client kept."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any, Final

from rummynet.files import read_file
from rummynet_client.language import _, ngettext
from rummynet_protocol import notation
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness import transcript
from rummynet_protocol.fairness.entries import Acted, Ended, Opened, Scored, Seated, read_entry
from rummynet_protocol.values import Value

# An evening that goes on past midnight is still one evening; nobody plays from one to the next at six.
_NIGHT: Final = timedelta(hours=6)
# How hosts and ``bots.names`` write the name of a bot.
_BOT: Final = "(bot)"


class Played(Value):
    """One game as its transcript tells it; ``seat`` is ours, None if we watched."""

    file: str
    at: int  # Unix time at its beginning, seconds, by the host's clock
    host: str
    variant: str
    players: tuple[str, ...]
    seat: int | None
    rounds: int
    scores: tuple[int, ...]
    finished: bool
    winner: int | None
    calls: int  # rummies that we called
    keys: tuple[str, ...] = ()  # the players' public keys in hex, by seat
    called_off: bool = False
    """It was ended before it was won. A game without an end may still be going on: its file does not tell."""

    @property
    def won(self) -> bool:
        """Whether we did."""
        return self.seat is not None and self.winner == self.seat


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
    """Who a player is over several games: who holds the key; a bot, which has a new one at each table, its name."""
    return name if name.endswith(_BOT) else key


def evenings(games: Iterable[Played], zone: tzinfo | None = None) -> list[Evening]:
    """The evenings on which these games of one kind were finished, oldest first. *zone* None: the machine's."""
    found: dict[date, Evening] = {}
    for game in sorted(games, key=lambda one: one.at):
        day = (datetime.fromtimestamp(game.at, zone) - _NIGHT).date()
        evening = found.setdefault(day, Evening(day))
        evening.games += 1
        _count(evening.gained, game)
    return list(found.values())


def standings(games: Iterable[Played]) -> dict[str, EveningStanding]:
    """What each player has gained in all of these games, by who they are."""
    found: dict[str, EveningStanding] = {}
    for game in sorted(games, key=lambda one: one.at):
        _count(found, game)
    return found


def _count(found: dict[str, EveningStanding], game: Played) -> None:
    for seat, (key, name, points) in enumerate(zip(game.keys, game.players, game.scores, strict=False)):
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


def score_of_these(games: Sequence[Played], names: Sequence[str]) -> str:
    """The running score of the players with these names, who sit at a table; "" until they have played twice."""
    here = {who for who, one in standings(games).items() if one.name in names}
    # A game that one of them played with others says nothing about these players.
    kept = [game for game in games if len(here & set(map(player_id, game.keys, game.players))) > 1]
    found = [one for who, one in standings(kept).items() if who in here]
    return standing_line(found, len(evenings(kept))) if len(kept) > 1 else ""


def read(path: Path) -> Played | None:
    """The game of one file; None if it holds no game. Raises OSError, NotATranscript, Cheat, Unknown.

    The client checked it while it was played; ``rummynet verify`` checks it again.
    """
    records = transcript.read_transcript(read_file(path, transcript.MOST_FILE)).records
    entries = [read_entry(record.entry) for record in records if isinstance(record, transcript.EntryRecord)]
    opened = next((one for one in entries if isinstance(one, Opened)), None)
    seated = [one for one in entries if isinstance(one, Seated)]
    if opened is None or not seated:
        return None
    # Every other record is of the file's owner alone: openings, refusals, the last word. A spectator has none.
    seat = next((record.seat for record in records if not isinstance(record, transcript.EntryRecord)), None)
    scored = [one for one in entries if isinstance(one, Scored)]
    last = scored[-1] if scored else None
    calls = sum(isinstance(one, Acted) and one.seat == seat and notation.is_call(one.do) for one in entries)
    return Played(
        # The last list: in some games players join between rounds.
        path.name, opened.at, opened.host_name, opened.variant, tuple(name for _, name in seated[-1].players), seat,
        len(scored), last.scores if last else (), bool(last and last.finished), last.winner if last else None, calls,
        tuple(key.hex() for key, _ in seated[-1].players),
        any(isinstance(one, Ended) and one.why != "played" for one in entries),
    )  # fmt: skip


def history(folder: Path) -> tuple[list[Played], list[str]]:
    """All games of the folder, oldest first, and a line for each file that cannot be read.

    Files put aside as evidence are left out.
    """
    games, unread = [], []
    for path in sorted(path for path in folder.glob("*.rummy") if not path.name.endswith(".evidence.rummy")):
        try:
            game = read(path)
        # One bad file must not hide the other games.
        except (OSError, transcript.NotATranscript, Cheat, Unknown) as problem:
            why = getattr(problem, "strerror", None) or problem
            unread.append(_("not counted: {file} ({reason})", file=path.name, reason=why))
        else:
            games += [game] if game is not None else []
    return sorted(games, key=lambda one: (one.at, one.file)), unread


def summary(games: Iterable[Played]) -> list[dict[str, Any]]:
    """For each variant what came of the games that we played in."""
    by_variant: dict[str, list[Played]] = defaultdict(list)
    for one in games:
        if one.seat is not None:
            by_variant[one.variant].append(one)
    return [_row(variant, played) for variant, played in sorted(by_variant.items())]


def _row(variant: str, played: Sequence[Played]) -> dict[str, Any]:
    rounds = sum(one.rounds for one in played)
    points = sum(one.scores[one.seat] for one in played if one.scores and one.seat is not None)
    return {
        "variant": variant,
        "games": len(played),
        "finished": sum(one.finished for one in played),
        "won": sum(one.won for one in played),
        "rounds": rounds,
        "points_a_round": round(points / rounds, 1) if rounds else None,
        "rummies_called": sum(one.calls for one in played),
    }


def finished_games(games: Iterable[Played], variant: str) -> list[Played]:
    """The games of a variant that were played to their end, those that we watched left out."""
    return [one for one in games if one.variant == variant and one.finished and one.seat is not None]


def running_score(folder: Path, variant: str, names: Sequence[str]) -> str:
    """The running score of the players with these names over the games kept in the folder; "" for a first game."""
    return score_of_these(finished_games(history(folder)[0], variant), names)


def evenings_by_variant(games: Sequence[Played]) -> dict[str, list[dict[str, Any]]]:
    """For programs: the evenings of each variant, with what each player gained."""
    found = {one.variant: evenings(finished_games(games, one.variant)) for one in games}
    return {
        variant: [
            {"day": one.day.isoformat(), "games": one.games, "players": [asdict(each) for each in one.gained.values()]}
            for one in days
        ]
        for variant, days in sorted(found.items())
        if days
    }


def evening_lines(games: Sequence[Played], last: int) -> list[str]:
    """The running scores by variant: the last evenings, then all of them together."""
    lines: list[str] = []
    for variant in sorted({one.variant for one in games}):
        finished = finished_games(games, variant)
        found = evenings(finished)
        if found:
            total = standing_line(standings(finished).values(), len(found))
            lines += ["", _("Evenings of {variant}", variant=variant), *map(evening_line, found[-last:]), total]
    return lines


def summary_line(row: dict[str, Any]) -> str:
    """A row of the summary as a sentence."""
    told = ngettext(
        "{variant}: {games} game, {finished} played to the end, {won} won",
        "{variant}: {games} games, {finished} played to the end, {won} won",
        row["games"],
        variant=row["variant"],
        games=row["games"],
        finished=row["finished"],
        won=row["won"],
    )
    if not row["rounds"]:
        return told
    rounds = ngettext(
        "{rounds} round, {points} points a round",
        "{rounds} rounds, {points} points a round",
        row["rounds"],
        rounds=row["rounds"],
        points=row["points_a_round"],
    )
    called = row["rummies_called"]
    rummies = ngettext("{rummies} rummy called", "{rummies} rummies called", called, rummies=called)
    return _("{told}; {rounds}, {rummies}", told=told, rounds=rounds, rummies=rummies)


def game_line(one: Played) -> str:
    """A game as a line: when, which, how it went, the scores, the file."""
    when = datetime.fromtimestamp(one.at).strftime("%Y-%m-%d %H:%M")
    scores = ", ".join(f"{name} {score}" for name, score in zip(one.players, one.scores, strict=False)) or _("no round")
    return f"{when}  {one.variant:<7} {_how(one):<10} {scores}  {one.file}"


def _how(one: Played) -> str:
    if one.won or one.finished:
        return _("won") if one.won else _("watched") if one.seat is None else _("lost")
    return _("called off") if one.called_off else _("not over")
