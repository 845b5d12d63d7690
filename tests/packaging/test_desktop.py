"""Desktop files, metainfo and MIME type say what the command takes and what a file begins with."""

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from packages.sbom import sbom

from rummynet import __version__
from rummynet_cli.parser import parser
from rummynet_protocol.fairness.transcript import MAGIC
from rummynet_protocol.wire.address import SCHEME, invitation, read_place
from tests.support.programs import host
from tests.support.terminals import Terminal

ROOT = Path(__file__).parents[2]
SHARE = ROOT / "packaging" / "share"
MIME = SHARE / "mime" / "packages" / "rummynet.xml"
METAINFO = SHARE / "metainfo" / "rummynet.metainfo.xml"
TRANSCRIPT = ROOT / "protocol" / "vectors" / "transcripts" / "keilty.rummy"


DATABASES = {"update-mime-database": "mime", "update-desktop-database": "applications"}


def need(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


def entry(name: str) -> configparser.SectionProxy:
    read = configparser.RawConfigParser()
    read.optionxform = str  # type: ignore[method-assign, assignment]
    read.read(SHARE / "applications" / name, encoding="utf-8")
    return read["Desktop Entry"]


@pytest.mark.parametrize(
    ("name", "opened", "verb"),
    [
        ("rummynet.desktop", f"{SCHEME}192.0.2.1/#sha256:{'0' * 64}", "join"),
        ("rummynet-replay.desktop", "game.rummy", "replay"),
    ],
)
def test_a_desktop_file_runs_a_command_that_exists(name: str, opened: str, verb: str) -> None:
    program, *words = shlex.split(entry(name)["Exec"])
    assert program == "rummynet"
    given = [opened if word in ("%u", "%f") else word for word in words]
    assert opened in given
    assert given[0] == verb
    parser().parse_args(given)
    assert (SHARE / "icons" / "hicolor" / "scalable" / "apps" / f"{entry(name)['Icon']}.svg").is_file()


def test_links_and_files_open_with_them() -> None:
    assert f"x-scheme-handler/{SCHEME.removesuffix('://')};" in entry("rummynet.desktop")["MimeType"]
    (kind,) = ElementTree.parse(MIME).getroot()
    assert entry("rummynet-replay.desktop")["MimeType"] == f"{kind.get('type')};"


def test_the_mime_type_is_told_by_the_first_bytes_of_a_transcript() -> None:
    read = ElementTree.parse(MIME).getroot()
    (match,) = read.findall(".//{*}match")
    (glob,) = read.findall(".//{*}glob")
    assert glob.get("pattern") == "*.rummy"
    assert match.get("value", "").replace(r"\n", "\n").encode() == MAGIC


def test_the_metainfo_knows_this_version() -> None:
    (newest, *_) = ElementTree.parse(METAINFO).getroot().iter("release")
    assert newest.get("version") == __version__  # its day is held against the changelog by scripts/packages/release


@pytest.mark.parametrize(
    "command",
    [
        ["desktop-file-validate", str(SHARE / "applications" / "rummynet.desktop")],
        ["desktop-file-validate", str(SHARE / "applications" / "rummynet-replay.desktop")],
        # The identifier is no domain name turned around: the project has no domain.
        ["appstreamcli", "validate", "--no-net", "--override", "cid-desktopapp-is-not-rdns=info", str(METAINFO)],
    ],
    ids=["desktop", "replay", "metainfo"],
)
def test_validators_have_nothing_against_them(command: list[str]) -> None:
    need(command[0])
    ran = subprocess.run(command, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


@pytest.fixture
def desktop(tmp_path: Path) -> dict[str, str]:
    """The environment of an account in which ``share`` is installed, and ``rummynet`` is on the path."""
    folder = tmp_path / "data"
    shutil.copytree(SHARE, folder)
    for database, place in DATABASES.items():
        if shutil.which(database) is not None:
            subprocess.run([database, str(folder / place)], capture_output=True, check=True)
    command = tmp_path / "bin" / "rummynet"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rummynet "$@"\n')
    command.chmod(0o755)
    here = {
        "PATH": f"{command.parent}:{os.environ['PATH']}", "XDG_DATA_HOME": str(folder), "XDG_CURRENT_DESKTOP": "",
        "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path), "RUMMYNET_HOME": str(tmp_path / "home"),
        "DISPLAY": ":0", "TERM": "xterm-256color", "LANG": "C.UTF-8",
    }  # fmt: skip
    return {**{name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}, **here}


@pytest.mark.parametrize("name", ["game.rummy", "game"])
def test_the_system_knows_a_transcript_by_its_name_or_its_first_bytes(
    name: str, desktop: dict[str, str], tmp_path: Path
) -> None:
    need("xdg-mime", *DATABASES)
    shutil.copy(TRANSCRIPT, tmp_path / name)
    asked = ["xdg-mime", "query", "filetype", str(tmp_path / name)]
    told = subprocess.run(asked, capture_output=True, text=True, env=desktop, check=True).stdout
    assert told == "application/x-rummynet\n"


def opening(by: str, name: str, opened: str) -> list[str]:
    """The command by which a desktop opens a link or a file."""
    if by == "xdg-open":
        need(by, *DATABASES)
        return [by, opened]
    return [opened if word in ("%u", "%f") else word for word in shlex.split(entry(name)["Exec"])]


@pytest.mark.slow
@pytest.mark.parametrize("by", ["Exec", "xdg-open"])
def test_a_link_opens_the_host_in_a_terminal(by: str, desktop: dict[str, str], tmp_path: Path) -> None:
    with host(tmp_path / "inn") as (started, address):
        link = invitation(*read_place(address).where, started.lines[0].rpartition(" ")[2])
        with Terminal(opening(by, "rummynet.desktop", link), 80, 24, desktop) as terminal:
            terminal.until(lambda text: "Inn" in text and "?  help" in text)


@pytest.mark.slow
@pytest.mark.parametrize("by", ["Exec", "xdg-open"])
def test_a_transcript_opens_its_replay_in_a_terminal(by: str, desktop: dict[str, str]) -> None:
    with Terminal(opening(by, "rummynet-replay.desktop", str(TRANSCRIPT)), 80, 24, desktop) as terminal:
        terminal.until(lambda text: "the cards were dealt" in text)


def test_the_bill_of_materials_names_each_dependency_and_each_library_inside_the_pages() -> None:
    made = sbom(ROOT, "1.2.3")
    names = {one["name"] for one in made["components"]}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert {re.split("[>=]", one)[0] for one in wanted} <= names
    inside = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert set(inside["dependencies"]) <= names
    assert not set(inside["devDependencies"]) & names
    assert made["metadata"]["component"]["version"] == "1.2.3"
    refs = {one["bom-ref"] for one in made["components"]}
    assert set(made["dependencies"][0]["dependsOn"]) == refs
