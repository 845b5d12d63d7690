"""``rummynet stats``: one's own games, from the transcripts that this client kept. Nothing is asked of any host."""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from rummynet.files import read_file
from rummynet.keyfile import home
from rummynet_client.language import _, ngettext
from rummynet_client.storage.settings import apply_kept_language
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import Acted, Opened, Scored, Seated, read_entry
from rummynet_protocol.fairness.transcript import (
    MOST_FILE,
    EntryRecord,
    NotATranscript,
    OpeningRecord,
    read_transcript,
)
from rummynet_protocol.text import harmless


@dataclass(frozen=True, slots=True)
class Played:
    """One game as its transcript tells it; ``seat`` is ours, None if we watched."""

    file: str
    at: int
    """Unix time at its beginning, seconds, by the host's clock."""
    host: str
    variant: str
    players: tuple[str, ...]
    seat: int | None
    rounds: int
    scores: tuple[int, ...]
    finished: bool
    winner: int | None
    calls: int
    """Rummies that we called."""

    @property
    def won(self) -> bool:
        """Whether we did."""
        return self.seat is not None and self.winner == self.seat


def read(path: Path) -> Played | None:
    """The game of one file; None if it holds no game. Raises OSError, NotATranscript, Cheat where it cannot be read.

    The client checked it while it was played; ``rummynet verify`` checks it again.
    """
    records = read_transcript(read_file(path, MOST_FILE)).records
    entries = [read_entry(record.entry) for record in records if isinstance(record, EntryRecord)]
    opened = next((one for one in entries if isinstance(one, Opened)), None)
    seated = [one for one in entries if isinstance(one, Seated)]
    if opened is None or not seated:
        return None
    seat = next((record.seat for record in records if isinstance(record, OpeningRecord)), None)
    scored = [one for one in entries if isinstance(one, Scored)]
    last = scored[-1] if scored else None
    calls = sum(isinstance(one, Acted) and one.seat == seat and one.do.startswith("rummy ") for one in entries)
    return Played(
        path.name, opened.at, opened.host_name, opened.variant, tuple(name for _, name in seated[-1].players), seat,
        len(scored), last.scores if last else (), bool(last and last.finished), last.winner if last else None, calls,
    )  # fmt: skip


def history(folder: Path) -> tuple[list[Played], list[str]]:
    """All games of the folder, oldest first, and a line for each file that cannot be read.

    Files put aside as evidence are left out.
    """
    games, unread = [], []
    for path in sorted(path for path in folder.glob("*.rummy") if not path.name.endswith(".evidence.rummy")):
        try:
            game = read(path)
        except (OSError, NotATranscript, Cheat) as problem:
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


def run(args: argparse.Namespace) -> int:
    """Print the summary and the last games; 0 also where there are none."""
    data = home(args.data)
    apply_kept_language(data)
    games, unread = history(data / "transcripts")
    sys.stderr.write("".join(harmless(line) + "\n" for line in unread))
    told = summary(games)
    if args.json:
        print_out = {"summary": told, "games": [asdict(one) for one in games]}
        sys.stdout.write(json.dumps(print_out) + "\n")
        return 0
    lines = [_told(row) for row in told] or [_("no games yet; 'rummynet play' begins one")]
    lines += ["", *map(_game, games[-args.last :])] if games else []
    sys.stdout.write("".join(harmless(line) + "\n" for line in lines))
    return 0


def _told(row: dict[str, Any]) -> str:
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


def _game(one: Played) -> str:
    when = datetime.fromtimestamp(one.at).strftime("%Y-%m-%d %H:%M")
    scores = ", ".join(f"{name} {score}" for name, score in zip(one.players, one.scores, strict=False)) or _("no round")
    how = _("won") if one.won else _("watched") if one.seat is None else _("lost") if one.finished else _("broken off")
    return f"{when}  {one.variant:<7} {how:<10} {scores}  {one.file}"
