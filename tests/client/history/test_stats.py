"""Statistics of the own games, computed from the transcripts."""

import argparse
import json
from pathlib import Path

import pytest

from rummynet_cli.verbs import stats
from rummynet_client.history.game_history import read
from rummynet_protocol.fairness.transcript import HEADER, EntryRecord, LastWordRecord, pack_record, read_transcript
from tests.support.forge import Forge

ROOT = Path(__file__).parents[3]


def store(folder: Path) -> Path:
    kept = folder / "transcripts"
    kept.mkdir()
    forge = Forge("keilty", {"target": 100}, 3, seed=3).play()
    (kept / "a.rummy").write_bytes(forge.transcript(1))
    (kept / "b.rummy").write_bytes(Forge("keilty", {"target": 100}, 2, seed=5).play().transcript(None))
    (kept / "c.evidence.rummy").write_bytes(b"whatever")
    (kept / "d.rummy").write_bytes(b"not one")
    return folder


def test_the_verb_tells_them_for_people_and_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = argparse.Namespace(data=str(store(tmp_path)), json=False, last=10)
    assert stats.run(args) == 0
    told = capsys.readouterr().out
    assert "Evenings of keilty" in told and "over 1 evening: " in told
    assert told.startswith("keilty: 1 game, ") and "watched" in told and "a.rummy" in told
    assert stats.run(argparse.Namespace(data=str(tmp_path), json=True, last=10)) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["games"]) == 2 and found["evenings"]["keilty"][0]["games"] == 1
    assert stats.run(argparse.Namespace(data=str(tmp_path / "none"), json=False, last=10)) == 0
    assert "no games yet" in capsys.readouterr().out


def test_a_game_with_a_sealed_deck_is_the_players_own_by_its_last_word(tmp_path: Path) -> None:
    told = read_transcript((ROOT / "protocol" / "vectors" / "transcripts" / "keilty.rummy").read_bytes()).records
    kept = [one for one in told if isinstance(one, EntryRecord | LastWordRecord)]  # as with a deck without openings
    path = tmp_path / "game.rummy"
    path.write_bytes(HEADER + b"".join(map(pack_record, kept)))
    game = read(path)
    assert game is not None and game.seat == next(one.seat for one in kept if isinstance(one, LastWordRecord))
