"""``verify`` and ``replay`` without a file, with a number, with the beginning of a name."""

import re
from pathlib import Path

import pytest

from rummynet_cli.main import main
from rummynet_cli.transcript_files import NotOneTranscript, transcript_path
from rummynet_client.demo.demonstration import Outcome, judge
from tests.support.errors import raises
from tests.support.forge import Forge
from tests.support.forge_scripts import called_off, dealt


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games in the data directory; the second began later."""
    monkeypatch.setenv("RUMMYNET_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "transcripts"
    folder.mkdir()
    (folder / "2026-01-01-keilty-aa.rummy").write_bytes(Forge("keilty", {"target": 30}, 2, seed=1).play().transcript())
    (folder / "2026-01-02-joker-bb.rummy").write_bytes(Forge("joker", {}, 2, seed=2).play(1).transcript())
    return folder


@pytest.mark.parametrize("verb", ["verify", "replay"])
def test_without_a_file_the_games_are_listed_with_numbers(
    verb: str, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb]) == 0
    first, second, empty, how = capsys.readouterr().out.splitlines()
    assert {first[:5], second[:5]} == {"  1  ", "  2  "} and not empty
    assert f"rummynet {verb} 1" in how and str(kept) in how
    assert {first.split("  ")[-1], second.split("  ")[-1]} == {path.name for path in kept.iterdir()}


def test_without_any_game_it_says_how_one_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUMMYNET_HOME", str(tmp_path))
    assert main(["verify"]) == 0
    assert "rummynet play" in capsys.readouterr().out
    demo = tmp_path / "transcripts" / "demo" / "2026-01-03" / "host.rummy"
    demo.parent.mkdir(parents=True)
    demo.touch()
    assert transcript_path("1", tmp_path) == demo, "a number counts the demo's for who has played none"


def test_the_number_of_the_list_is_that_game(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["verify"])
    names = [line.split("  ")[-1] for line in capsys.readouterr().out.splitlines()[:2]]
    assert [transcript_path(str(number), kept.parent).name for number in (1, 2)] == names


def test_the_beginning_of_a_name_is_enough(kept: Path) -> None:
    assert transcript_path("2026-01-02", kept.parent).name == "2026-01-02-joker-bb.rummy"
    assert transcript_path("2026-01-01-keilty-aa.rummy", kept.parent) == kept / "2026-01-01-keilty-aa.rummy"
    assert main(["verify", "2026-01-01"]) == 0


def test_several_or_none_are_said_in_one_line(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with raises(NotOneTranscript, "transcript"):
        transcript_path("2026-01", kept.parent)
    with raises(NotOneTranscript, "transcript"):
        transcript_path("7", kept.parent)
    for name, says in (("2026-01", "have names that begin"), ("x" * 300, "cannot be read: File name too long\n")):
        assert main(["verify", name]) == 2
        told = capsys.readouterr().err
        assert says in told and told.count("\n") == 1
    assert transcript_path("nothing", kept.parent).name == "nothing"
    assert main(["verify", "2"]) == 0  # notes stand before the verdict
    assert capsys.readouterr().out.splitlines()[-1].startswith("VERIFIED: the deck was fair and every move legal. Not ")


def test_a_replay_into_a_pipe_shows_the_cards_that_were_asked_for(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = {}
    for flags in ((), ("--open",), ("--seat", "1"), ("--seat", "0"), ("--plain",)):
        assert main(["replay", "1", *flags]) == 0
        shown[flags] = capsys.readouterr().out
    assert "holds 8 hidden" in shown[()]
    seen = {flags: {seat for seat in (0, 1) if f"player {seat} holds" in told} for flags, told in shown.items()}
    assert seen == {(): set(), ("--open",): {0, 1}, ("--seat", "1"): {1}, ("--seat", "0"): {0}, ("--plain",): set()}
    assert "drew a card" in shown[("--plain",)] and "drew a card" not in shown[("--open",)]
    # Spoken: suits in words, no drawn cards and no letters for them.
    assert "The pile, top card first: " in shown[("--plain",)]
    assert not re.search(r"[♣♦♥♠│]|\b[2-9TJQKA][CDHS]\b", shown[("--plain",)])
    assert main(["replay", "1", "--seat", "2"]) == 2
    assert "there is no seat 2 in this game; its seats are 0 to 1" in capsys.readouterr().err


def test_a_file_here_comes_before_a_number(kept: Path) -> None:
    here = Path("1")
    here.write_bytes(b"")
    assert transcript_path("1", kept.parent) == here


def test_a_game_without_an_end_is_not_over_and_one_that_was_ended_was_called_off(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (kept / "b.rummy").write_bytes(dealt().transcript(0))
    (kept / "c.rummy").write_bytes(called_off().transcript(1))
    assert main(["verify"]) == 0
    how = {line.split("  ")[-1]: line for line in capsys.readouterr().out.splitlines()}
    assert " not over " in how["b.rummy"] and " called off " in how["c.rummy"]
    assert " not over " in how["2026-01-02-joker-bb.rummy"] and "not over" not in how["2026-01-01-keilty-aa.rummy"]
    assert main(["verify", str(kept / "b.rummy")]) == 1
    assert "the game goes on, or was broken off" in capsys.readouterr().out


def test_where_the_games_of_the_demo_are_stands_below_the_list(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demo = kept / "demo" / "2026-01-03"
    demo.mkdir(parents=True)
    main(["verify"])
    assert "rummynet demo" not in capsys.readouterr().out, "there is none yet"
    (demo / "host.rummy").write_bytes(dealt().transcript())
    main(["verify"])
    assert f"games of 'rummynet demo' are in {kept / 'demo'}" in capsys.readouterr().out


def test_the_last_line_of_the_demo_is_how_to_see_its_game_again(tmp_path: Path) -> None:
    path, told = tmp_path / "host.rummy", list[str]()
    path.write_bytes(Forge("keilty", {"target": 30}, 2, seed=1).play().transcript())
    judge(Outcome(transcripts={"host": path}), told.append)
    assert f"'rummynet replay {path}'" in told[-1]


@pytest.mark.parametrize(("slip", "says"), [("jion", "mean 'join'?"), ("xyzzy", "the commands are: demo, play, host")])
def test_a_slip_of_a_verb_says_what_was_meant(slip: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([slip]) == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


def test_the_data_directory_is_also_taken_as_a_flag(
    kept: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUMMYNET_HOME", str(tmp_path / "elsewhere"))
    for verb in ("verify", "replay"):
        assert main([verb, "2026-01-01"]) == 2
        assert main([verb, "2026-01-01", "--data", str(kept.parent)]) == 0
        capsys.readouterr()
        assert main([verb, "--data", str(kept.parent)]) == 0
        assert str(kept) in capsys.readouterr().out


def test_a_file_of_anything_is_told_as_no_game_whatever_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "holiday.rummy"
    path.write_bytes(bytes(range(256)))
    for verb in ("verify", "replay"):
        assert main([verb, str(path)]) == 2
        assert "there is no game of rummynet in this file" in capsys.readouterr().err
