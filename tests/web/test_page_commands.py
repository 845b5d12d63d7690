"""`replay --html` and `verify --page` where something is in the way; none of it needs built pages or a browser."""

from pathlib import Path

import pytest

from rummynet import pages
from rummynet.pages import DATA_PLACE
from rummynet_cli.main import main
from tests.support.forge_scripts import dealt

pytestmark = pytest.mark.drawn(2)

KEILTY = Path(__file__).parent.parent.parent / "protocol" / "vectors" / "transcripts" / "keilty.rummy"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pages of one line in place of the built ones."""
    (tmp_path / "built").mkdir()
    for name in ("replay", "verify"):
        (tmp_path / "built" / f"{name}.html").write_text(f"<p>{name}</p>{DATA_PLACE}", "utf-8")
    monkeypatch.setattr(pages, "files", lambda package: tmp_path)
    return tmp_path


@pytest.mark.parametrize("line", [["replay", str(KEILTY), "--html", "OUT"], ["verify", "--page", "OUT"]])
def test_a_file_that_cannot_be_written_is_named(
    built: Path, line: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([one.replace("OUT", str(built / "nowhere" / "x.html")) for one in line]) == 2
    told = capsys.readouterr().err
    assert "x.html: cannot be written: No such file or directory" in told and told.count("\n") == 1


def test_what_is_written_is_the_page_with_the_game_inside_also_of_one_that_is_not_over(
    built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = built / "game.html"
    assert main(["replay", str(KEILTY), "--html", str(out)]) == 0
    assert capsys.readouterr().out == f"{out} is written; open it in a browser, it works offline\n"
    text = out.read_text("utf-8")
    assert text.startswith('<p>replay</p><script type="application/json" id="embedded">{') and DATA_PLACE not in text
    assert main(["verify", "--page", str(out)]) == 0
    assert out.read_text("utf-8") == f"<p>verify</p>{DATA_PLACE}"
    capsys.readouterr()
    (built / "begun.rummy").write_bytes(dealt().transcript(0))
    assert main(["replay", str(built / "begun.rummy"), "--html", str(out)]) == 0
    written, state = capsys.readouterr().out.splitlines()
    assert str(out) in written and "is not finished" in state
    (built / "x.rummy").write_text("no transcript")
    assert main(["replay", str(built / "x.rummy"), "--html", str(built / "x.html")]) == 2
    assert "x.rummy" in capsys.readouterr().err and not (built / "x.html").exists()


@pytest.mark.parametrize("more", [[], ["--json"], ["--html"]])
def test_a_file_that_is_cut_is_shown_as_far_as_it_goes_and_said_to_be_cut(
    built: Path, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = built / "cut.rummy", built / "cut.html"
    path.write_bytes(KEILTY.read_bytes()[:-1])
    assert main(["replay", str(path), *more, *([str(out)] if more == ["--html"] else [])]) == 2
    told = capsys.readouterr()
    assert told.out and "cut.rummy: the file is cut off in record" in told.err and told.err.count("\n") == 1
    assert out.exists() == (more == ["--html"])
    assert main(["verify", str(path)]) == 2
