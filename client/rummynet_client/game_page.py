"""A game as one HTML file: the page that checks and shows it, with the transcript inside.

The page checks the transcript itself and computes what it shows.
"""

import base64
import gzip
import json
from collections.abc import Sequence
from typing import Any

from rummynet import __version__
from rummynet.game_coaching import CoachedRound
from rummynet.pages import DATA_PLACE, page_text
from rummynet.verifier.offline import check_transcript
from rummynet.verifier.report import Report
from rummynet_client.language import other_catalogue
from rummynet_client.language.catalogues import LANGUAGES, catalogue
from rummynet_client.terminal.replay.replay import Replay, replay_so_far
from rummynet_protocol.fairness.transcript import Transcript
from rummynet_protocol.values import Value


class GamePage(Value):
    """A page, and what was found about the transcript inside it."""

    html: str
    report: Report


def game_page(data: bytes, transcript: Transcript, coached: Sequence[CoachedRound] = ()) -> GamePage:
    """The page of a game, *data* being the transcript's bytes.

    Also of a transcript that does not verify: the page names the record.
    """
    page = page_text("replay")
    report = check_transcript(transcript, partial=True)
    besides: dict[str, Any] = {"notes": {}, "version": __version__}
    besides["found"] = {"verdict": report.kind, "check": report.check, "record": report.record}
    if coached:
        replay, _ = replay_so_far(transcript)
        besides["notes"] = _notes(replay, coached) if replay is not None else {}
    embedded = {"transcript": _packed(data), "besides": _packed(json.dumps(besides).encode())}
    tag = f'<script type="application/json" id="embedded">{json.dumps(embedded)}</script>'
    return GamePage(page.replace(DATA_PLACE, tag, 1), report)


def _notes(replay: Replay, coached: Sequence[CoachedRound]) -> dict[str, dict[str, str]]:
    """The coach's notes by language, by step of the page: the reader's language is not known here."""
    # A page says the end of a round with its last step.
    shown = [at for at, frame in enumerate(replay.frames) if not frame.sentence]
    found: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        with other_catalogue(catalogue(language)):
            notes = replay.coached(coached).notes
        found[language] = {str(step): notes[at] for step, at in enumerate(shown) if at in notes}
    return found


def _packed(data: bytes) -> str:
    """Compressed, in base 64: no character of it means anything in HTML."""
    # Without the time of packing, the same game gives the same page byte for byte.
    return base64.b64encode(gzip.compress(data, mtime=0)).decode("ascii")
