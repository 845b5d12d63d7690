"""The list of puzzles in the package, line by line: not parsed, since who wants one need not play a hundred rounds."""

from importlib.resources import files

from rummynet.rules.varieties import NAMES


def puzzle_lines(games: tuple[str, ...] = NAMES) -> dict[str, str]:
    """The lines of the list by the puzzles' names, in its order. A game without a list has no puzzles."""
    found = {}
    for one in (files(__package__) / f"{game}.jsonl" for game in games):
        for line in one.read_text("utf-8").splitlines() if one.is_file() else ():
            found[line.partition('"id":"')[2].partition('"')[0]] = line
    return found


def first_rating(line: str) -> int:
    """The rating in a line."""
    return int(line.partition('"rating":')[2].partition(",")[0])
