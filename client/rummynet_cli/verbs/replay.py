"""``rummynet replay``: a finished game step by step on a terminal, or as JSON Lines for other programs."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rummynet.files import read_file
from rummynet.game_coaching import CoachedRound, NotFinished, coach_game
from rummynet.game_steps import picture, scenes
from rummynet.keyfile import home
from rummynet.rules.core.errors import BadSeats
from rummynet_cli.console import progress_line
from rummynet_cli.transcript_files import kept_games, transcript_path
from rummynet_client.language import _, sentence_of, system_words, translated
from rummynet_client.storage.settings import Settings, apply_kept_language, kept_settings
from rummynet_client.surface import has_screen, write_text
from rummynet_protocol.errors import Cheat, Refusal, Unknown
from rummynet_protocol.fairness.transcript import MOST_FILE, NotATranscript, Transcript, inflated, read_transcript
from rummynet_protocol.text import harmless

if TYPE_CHECKING:
    from rummynet_client.terminal.replay.replay import Replay, Viewpoint


def run(args: argparse.Namespace) -> int:
    """Show the file: 0 shown to its end, 1 its log is wrong somewhere, 2 it is none, cut, or of an unknown game.

    Without a file list the kept games. Raises NotOneTranscript, BadSeats.
    """
    apply_kept_language(home(args.data))
    if args.file is None:
        print("\n".join(kept_games("replay", home(args.data))))
        return 0
    path = transcript_path(args.file, home(args.data))
    try:
        data = inflated(read_file(path, MOST_FILE))  # pages made of it hold it as it is
        transcript = read_transcript(data)
    except NotATranscript as problem:
        return _complain(2, f"{path}: {sentence_of(problem)}")
    except OSError as problem:
        return _complain(2, f"{path}: " + _("cannot be read: {reason}", reason=system_words(problem)))
    try:
        status = _show_as_asked(path, data, transcript, args)
    except NotFinished as problem:
        return _complain(1, f"{path}: {problem}")
    except Unknown as problem:
        return _complain(2, f"{path}: {_cannot_be_checked(sentence_of(problem))}")
    except Cheat as cheat:
        says = _("stops here, because the log is wrong ({check}): {says}", check=cheat.check, says=sentence_of(cheat))
        return _complain(1, f"{path}: {says}")
    if status == 0 and transcript.cut:
        records = len(transcript.records)
        says = _("the file is cut off in record {record}; you see the game up to there", record=records)
        return _complain(2, f"{path}: {says}")
    return status


def _show_as_asked(path: Path, data: bytes, transcript: Transcript, args: argparse.Namespace) -> int:
    """Show the game as the flags say. Raises NotFinished, Unknown, Cheat."""
    if args.html is not None:
        return _page(path, data, transcript, args)
    if args.coach:
        return _coach(data, transcript, args)
    view: Viewpoint = "everybody" if args.open else "nobody" if args.seat is None else args.seat
    if not args.json and sys.stdin.isatty() and sys.stdout.isatty():
        return _shower(args)(data, transcript, view, ())
    if args.json or (view == "nobody" and not args.plain):
        return _show(transcript, as_json=args.json)
    return _show_from(data, transcript, view)


def _cannot_be_checked(reason: str) -> str:
    return _("this game cannot be checked by this version of rummynet; a newer one may ({reason})", reason=reason)


def _page(path: Path, data: bytes, transcript: Transcript, args: argparse.Namespace) -> int:
    """Write the page; 1 if its transcript is wrong somewhere. Raises NotFinished."""
    from rummynet_client.game_page import game_page

    with progress_line() as show:
        show_progress = None if show is None else lambda done, all: show(_progress_text(done, all))
        page = game_page(data, transcript, list(coach_game(transcript, show_progress)) if args.coach else ())
    out = Path(args.html)
    try:
        out.write_text(page.html, "utf-8")
    except OSError as problem:
        return _complain(2, f"{out}: " + _("cannot be written: {reason}", reason=system_words(problem)))
    print(harmless(_("{path} is written; open it in a browser, it works offline", path=out)))
    if page.report.check is not None:
        says = _("the log is wrong ({check}, record {record})", check=page.report.check, record=page.report.record)
        return _complain(1, f"{path}: {says}")
    if page.report.is_unknown:
        return _complain(2, f"{path}: {_cannot_be_checked(translated(page.report.reason))}")
    if not page.report.complete and not transcript.cut:
        print(_("the game in this file is not finished; the page shows what there is"))
    return 0


def _coach(data: bytes, transcript: Transcript, args: argparse.Namespace) -> int:
    """What cost each player most: beside the steps at a terminal, else as text or JSON Lines."""
    from rummynet_client.core.text.hint_text import moment_text
    from rummynet_client.core.text.json_lines import moment_values

    with progress_line() as show:
        show_progress = None if show is None else lambda done, all: show(_progress_text(done, all))
        rounds = list(coach_game(transcript, show_progress, args.seat))
    if not args.json and sys.stdin.isatty() and sys.stdout.isatty():
        return _shower(args)(data, transcript, "everybody", rounds)
    for one in rounds:
        if args.json:
            for moment in one.moments:
                told = {"round": one.round, "seat": one.seat, "name": one.name, **dict(moment_values(moment))}
                position = one.variety.positions.write(moment.decision.view.position)
                print(json.dumps({**told, "position": position}))
            continue
        lines = [moment_text(moment, one.names) for moment in one.moments] or [_("no play cost much")]
        print(harmless(_("round {round}, {name}", round=one.round, name=one.name)))
        print("\n".join(harmless(f"  {line}") for line in lines))
    return 0


def _progress_text(done: int, all: int) -> str:
    return _("the coach has looked at {done} of {all}", done=done, all=all)


def _replay(
    data: bytes, transcript: Transcript, view: "Viewpoint", rounds: Sequence[CoachedRound] = ()
) -> "Replay | None":
    """The game; None if no card was dealt. Raises Cheat if the log is wrong."""
    from rummynet_cli.signature_workers import on_all_processors
    from rummynet_client.terminal.replay.replay import replay_so_far

    replay, cheat = on_all_processors(len(data), lambda verify: replay_so_far(transcript, verify))
    if cheat is not None:
        raise cheat
    if replay is None:
        return None
    if isinstance(view, int) and view >= len(replay.names):
        last = len(replay.names) - 1
        raise BadSeats(_("there is no seat {seat} in this game; its seats are 0 to {last}", seat=view, last=last))
    return (replay.coached(rounds) if rounds else replay).with_viewpoint(view)


def _shower(args: argparse.Namespace) -> Callable[[bytes, Transcript, "Viewpoint", Sequence[CoachedRound]], int]:
    """What shows the game at a terminal: a screen, or line by line."""
    return _step if args.plain or not has_screen() else partial(_project, kept_settings(home(args.data)))


def _project(
    settings: Settings, data: bytes, transcript: Transcript, view: "Viewpoint", rounds: Sequence[CoachedRound]
) -> int:
    from rummynet_client.terminal.replay.replay_screen import ReplayScreen

    scene = _replay(data, transcript, view, rounds)
    if scene is None:
        return _show(transcript, as_json=False)  # no card was dealt: there are no steps to go through
    return ReplayScreen(scene, settings=settings).run()


def _step(data: bytes, transcript: Transcript, view: "Viewpoint", rounds: Sequence[CoachedRound]) -> int:
    """Line by line, a person at a terminal saying where to go."""
    from rummynet_client.core.text.commands import QUIT_WORDS
    from rummynet_client.terminal.replay.replay import command_help, run_replay_command, step_sentences

    scene = _replay(data, transcript, view, rounds)
    if scene is None:
        return _show(transcript, as_json=False)
    write_text("\n".join(map(harmless, [*step_sentences(scene), command_help()])))
    while (command := _read_command()) not in (None, *QUIT_WORDS):
        try:
            scene = run_replay_command(scene, command or "")
            write_text("\n".join(map(harmless, step_sentences(scene))))
        except Refusal as problem:
            write_text(harmless(sentence_of(problem)))
    return 0


def _complain(status: int, says: str) -> int:
    print(harmless(f"rummynet replay: {says}"), file=sys.stderr)
    return status


def _show(transcript: Transcript, *, as_json: bool) -> int:
    for scene in scenes(transcript):
        print(json.dumps(scene.to_dict()) if as_json else "\n".join(map(harmless, [*picture(scene), ""])))
    return 0


def _show_from(data: bytes, transcript: Transcript, view: "Viewpoint") -> int:
    """Every step with the cards that this viewpoint sees."""
    from rummynet_client.terminal.replay.replay import step_sentences

    scene = _replay(data, transcript, view)
    if scene is None:
        return _show(transcript, as_json=False)
    for steps in range(len(scene.frames)):
        print("\n".join(map(harmless, [*step_sentences(scene.moved_by(steps)), ""])))
    return 0


def _read_command() -> str | None:
    """Where the person wants to go; None at the end of input."""
    try:
        return input("> ").strip().lower()
    except EOFError:
        print()
        return None
