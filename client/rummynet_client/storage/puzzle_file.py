"""The player's puzzle ratings, in one JSON file of the data directory."""

import json
from pathlib import Path
from typing import Final

from rummynet.files import read_file, replace_file
from rummynet.puzzles.scores import PuzzleScores, from_values, to_values
from rummynet_client.language import _, system_words
from rummynet_protocol.errors import RummynetError

FILE: Final = "puzzles.json"
_MOST: Final = 2**22  # bytes; an answered puzzle takes about 80, so this is far more than anybody answers


class PuzzleFileError(RummynetError):
    """The file cannot be read or written."""

    code = "puzzle_file"


def load_scores(folder: Path) -> PuzzleScores:
    """The scores kept in this folder; those of a beginner without any. Raises PuzzleFileError."""
    path = folder / FILE
    try:
        return from_values(json.loads(read_file(path, _MOST)))
    except FileNotFoundError:
        return PuzzleScores()
    # json parses by recursion: thousands of brackets are an error in the file, not a crash.
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise PuzzleFileError(
            _("{path} cannot be read ({problem}); repair it, or delete it to begin anew", path=path, problem=why)
        ) from None


def save_scores(scores: PuzzleScores, folder: Path) -> None:
    """Keep the scores. Raises PuzzleFileError."""
    path = folder / FILE
    try:
        replace_file(path, (json.dumps(to_values(scores), indent=1) + "\n").encode())
    except OSError as problem:
        says = _("{path} cannot be written: {reason}", path=path, reason=system_words(problem))
        raise PuzzleFileError(says) from None
