"""A game as one HTML file: the page that checks and shows it, with the transcript inside.

The page checks the transcript itself and computes the positions of Keilty rummy. Of other games, whose rules it does
not have, the positions are put beside the transcript; of Keilty rummy a digest of each, so that the page can compare.
"""

import base64
import gzip
import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from rummynet import __version__
from rummynet.game_coaching import CoachedRound
from rummynet.pages import DATA_PLACE, page_text
from rummynet.verifier.offline import check_transcript
from rummynet.verifier.report import Report
from rummynet_client.core.session.review import MissedRummy
from rummynet_client.language import other_catalogue
from rummynet_client.language.catalogues import LANGUAGES, catalogue
from rummynet_client.terminal.replay.replay import Frame, Replay, replay_so_far
from rummynet_protocol import notation
from rummynet_protocol.events import to_dict
from rummynet_protocol.fairness.transcript import Transcript
from rummynet_protocol.values import Value

COMPUTED_BY_THE_PAGE: Final = frozenset({"keilty"})
"""The games whose rules the page has."""
# Hexadecimal digits of a position's digest: it compares two programs and proves nothing, so 32 bits do.
_DIGEST: Final = 8


class GamePage(Value):
    """A page, and what was found about the transcript inside it."""

    html: str
    report: Report


def game_page(data: bytes, transcript: Transcript, coached: Sequence[CoachedRound] = ()) -> GamePage:
    """The page of a game, *data* being the transcript's bytes.

    Also of a transcript that does not verify: the page names the record.
    """
    page = page_text("replay")
    replay, _ = replay_so_far(transcript)
    report = check_transcript(transcript, partial=True)
    besides: dict[str, Any] = {"frames": None, "digests": [], "notes": {}, "version": __version__}
    besides["found"] = {"verdict": report.kind, "check": report.check, "record": report.record}
    if replay is not None:
        shown = [(at, frame) for at, frame in enumerate(replay.frames) if not frame.sentence]
        if replay.variety.name in COMPUTED_BY_THE_PAGE:
            scored = {frame.round for frame in replay.frames if frame.sentence}
            besides["digests"] = [_digest(replay, frame) for _, frame in shown if frame.round in scored]
        else:
            besides["frames"] = [_frame(replay, frame, _missed_after(replay, at)) for at, frame in shown]
        besides["notes"] = _notes(replay, coached, [at for at, _ in shown]) if coached else {}
    embedded = {"transcript": _packed(data), "besides": _packed(json.dumps(besides).encode())}
    tag = f'<script type="application/json" id="embedded">{json.dumps(embedded)}</script>'
    return GamePage(page.replace(DATA_PLACE, tag, 1), report)


def _notes(replay: Replay, coached: Sequence[CoachedRound], shown: Sequence[int]) -> dict[str, dict[str, str]]:
    """The coach's notes by language, by step: the reader's language is not known here."""
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


def _missed_after(replay: Replay, at: int) -> Sequence[MissedRummy]:
    """What nobody called in the round that ends with this step."""
    after = replay.frames[at + 1 : at + 2]
    return after[0].missed if after and after[0].sentence else ()


def _frame(replay: Replay, frame: Frame, missed: Sequence[MissedRummy]) -> dict[str, Any]:
    return {
        "round": frame.round,
        "events": [to_dict(event) for event in frame.events],
        "position": _position(replay, frame),
        "clock": frame.by_clock,
        "seat": frame.decision[0] if frame.decision is not None else None,
        "missed": [{"text": notation.text(one.action), "by": one.by, "millis": one.millis} for one in missed],
        "note": "",
    }


def _position(replay: Replay, frame: Frame) -> dict[str, Any]:
    whole = replay.variety.positions.write(frame.state)
    hands = [[card for card in hand if card is not None] for hand in whole["hands"]]
    return {
        "hands": hands,
        "hidden": [frame.state.count(seat) - len(hand) for seat, hand in enumerate(hands)],
        "stock": len(frame.state.stock),
        "pile": whole["discard"],
        "melds": whole["melds"],
        "turn": None if frame.state.phase == "over" else frame.state.turn,
        "scores": list(frame.state.scores),
    }


def _digest(replay: Replay, frame: Frame) -> str:
    """Of the position as text; web/table/frames.js writes the same."""
    position = _position(replay, frame)
    held = "/".join(
        f"{' '.join(sorted(hand))}+{hidden}" for hand, hidden in zip(position["hands"], position["hidden"], strict=True)
    )
    laid = "/".join(f"{' '.join(meld['cards'])}:{' '.join(map(str, meld['by']))}" for meld in position["melds"])
    turn = "-" if position["turn"] is None else str(position["turn"])
    text = "|".join([held, str(position["stock"]), " ".join(position["pile"]), laid, turn])
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]
