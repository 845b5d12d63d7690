"""The list of puzzles in the package, line by line: not parsed, since who wants one need not play a hundred rounds."""

from pkgutil import get_data

from rummynet.rules.varieties import NAMES


def puzzle_lines(games: tuple[str, ...] = NAMES) -> dict[str, str]:
    """The lines of the list by the puzzles' names, in its order."""
    found = {}
    for game in games:
        data = get_data(__package__, f"{game}.jsonl") or b""
        for line in data.decode().splitlines():
            found[line.partition('"id":"')[2].partition('"')[0]] = line
    return found


def first_rating(line: str) -> int:
    """The rating in a line."""
    return int(line.partition('"rating":')[2].partition(",")[0])
