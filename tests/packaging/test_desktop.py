"""Desktop files, metainfo and MIME type say what the command takes and what a file begins with."""

import configparser
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sbom import sbom

from rummynet import __version__
from rummynet_cli.parser import parser
from rummynet_protocol.fairness.transcript import MAGIC
from rummynet_protocol.wire.invitation import SCHEME

ROOT = Path(__file__).parents[2]
SHARE = ROOT / "share"
MIME = SHARE / "mime" / "packages" / "rummynet.xml"
METAINFO = SHARE / "metainfo" / "rummynet.metainfo.xml"


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
    assert newest.get("version") == __version__  # its day is held against the changelog by scripts/release


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
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    ran = subprocess.run(command, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout


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
