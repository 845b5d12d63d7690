"""What packaging says is what the command takes, and what a file begins with; its parts agree with each other."""

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
from rummynet_cli.config_file import with_config
from rummynet_cli.parser import parser
from rummynet_protocol.fairness.transcript import MAGIC
from rummynet_protocol.wire.address import DEFAULT_PORT, SCHEME, invitation, read_place
from tests.support.programs import host
from tests.support.terminals import Terminal

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "packaging" / "deploy"
UNIT = DEPLOY / "systemd" / "rummynet-host.service"
CONTAINER = (DEPLOY / "Containerfile").read_text()


def unit() -> configparser.SectionProxy:
    """The unit's section Service; of keys that stand there twice the last."""
    read = configparser.RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[method-assign, assignment]
    read.read(UNIT)
    return read["Service"]


def last(word: str) -> str:
    """What follows the last instruction with this word in the container file."""
    found: list[str] = re.findall(rf"^{word} (.*)$", CONTAINER, re.MULTILINE)
    return found[-1]


def test_the_service_runs_a_command_that_exists() -> None:
    program, *words = unit()["ExecStart"].split()
    assert program == "/opt/rummynet/bin/rummynet"
    args = parser().parse_args(words)
    assert (args.verb, args.data, args.config) == ("host", "${STATE_DIRECTORY}", "/etc/rummynet/host.toml")


def test_the_service_is_ready_when_it_says_so_and_may_wait_for_its_database() -> None:
    assert (unit()["Type"], unit()["TimeoutStartSec"]) == ("notify", "infinity")


def test_the_configuration_that_is_installed_is_one() -> None:
    path = str(DEPLOY / "systemd" / "host.toml")
    args = with_config(path, ["host", "--config", path])
    assert (args.port, args.log_level, args.limits) == (DEFAULT_PORT, "info", {})


def test_user_and_folders_are_the_same_everywhere() -> None:
    service = unit()
    kind, user, _, home = re.findall(
        r"^(u) (\S+) (\S+) \".*\" (\S+)$", (DEPLOY / "systemd/sysusers.conf").read_text(), re.M
    )[0]
    assert (kind, service["User"], service["Group"]) == ("u", user, user)
    assert home == f"/var/lib/{service['StateDirectory']}"
    assert f"d {home} {service['StateDirectoryMode']} {user} {user} -" in (DEPLOY / "systemd/tmpfiles.conf").read_text()


def test_the_configuration_which_may_hold_a_password_is_the_services_alone() -> None:
    path = unit()["ExecStart"].split()[-1]
    assert f"z {path} 0640 root {unit()['Group']} -" in (DEPLOY / "systemd/tmpfiles.conf").read_text().splitlines()
    (line,) = [one for one in (DEPLOY / "install-host").read_text().splitlines() if "systemd/host.toml" in one]
    assert "install -D -m 640 " in line


def test_the_container_runs_a_command_that_exists() -> None:
    words = json.loads(last("CMD"))
    args = parser().parse_args(words)
    assert (args.verb, args.data) == ("host", last("VOLUME"))
    assert last("EXPOSE") == f"{DEFAULT_PORT}/tcp"
    assert json.loads(last("ENTRYPOINT")) == ["/opt/rummynet/bin/rummynet"]
    assert last("USER") in CONTAINER.partition("useradd --system --uid ")[2].split()


def test_the_container_has_an_interpreter_that_was_tried() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    versions = set(re.findall(r"^ARG PYTHON=docker.io/library/python:(\S+)-slim", CONTAINER, re.MULTILINE))
    assert len(versions) == 1
    tried = {one.removeprefix("Programming Language :: Python :: ") for one in settings["project"]["classifiers"]}
    assert versions <= tried


def test_the_hosts_of_the_compose_file_are_one_cluster() -> None:
    """Each command is one that exists, each host is reached where it says, and all that is named is there."""
    yaml = pytest.importorskip("yaml")
    given = {"POSTGRES_PASSWORD": "x", "ADDRESS": "192.0.2.1"}
    text = re.sub(r"\$\{(\w+)[^}]*\}", lambda found: given[found[1]], (DEPLOY / "compose.yaml").read_text())
    composed = yaml.safe_load(text)
    services = composed["services"]
    hosts = [service for name, service in services.items() if name.startswith("host-")]
    parsed = [parser().parse_args(service["command"]) for service in hosts]
    assert len({args.port for args in parsed}) == len(hosts) == 3
    assert {(args.verb, args.data, args.journal) for args in parsed} == {
        ("host", last("VOLUME"), "postgresql://rummynet@database/rummynet")
    }
    assert {service["environment"]["PGPASSWORD"] for service in hosts} == {"x"}, "and no argument holds it"
    of_database = services["database"]["environment"]
    assert {of_database[f"POSTGRES_{name}"] for name in ("USER", "DB")} == {"rummynet"}
    for args, service in zip(parsed, hosts, strict=True):
        assert service["ports"] == [f"{args.port}:{args.port}"] and args.address == f"192.0.2.1:{args.port}"
        assert set(service["depends_on"]) <= services.keys()
        assert service["volumes"][1] == "../../identity:/data/identity"
        assert args.metrics is not None
        where = "http://{}:{}/readyz".format(*args.metrics)
        kind, line = service["healthcheck"]["test"]
        assert kind == "CMD-SHELL", "podman-compose 1.0 breaks words with quotes in CMD"
        program, option, code = shlex.split(line)
        assert (program, option) == ("/opt/rummynet/bin/python", "-c")
        compile(code, "healthcheck", "exec")
        assert where in code, "it is asked where it answers"
    own = [service["volumes"][0].partition(":")[0] for service in (*hosts, services["database"])]
    assert sorted(own) == sorted(composed["volumes"]), "each has a volume of its own"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """With a program that is there, which is all that it asks of this machine."""
    program = shutil.which("true")
    (tmp_path / UNIT.name).write_text(UNIT.read_text().replace("/opt/rummynet/bin/rummynet", str(program)))
    done = subprocess.run(
        ("systemd-analyze", "verify", "--man=no", str(tmp_path / UNIT.name)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [[], ["nothing.whl"], [str(UNIT)]])
def test_the_installer_wants_a_wheel(words: list[str]) -> None:
    done = subprocess.run((DEPLOY / "install-host", *words), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("install-host: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("can_run", [True, False])
def test_the_installer_makes_nothing_with_a_python_that_the_service_cannot_run(tmp_path: Path, can_run: bool) -> None:
    wheel = tmp_path / "rummynet-0.0.0test-py3-none-any.whl"
    wheel.touch()
    stubs = {"id": "echo 0", "runuser": f"exit {0 if can_run else 126}", "mypython": '[ "$1" = -c ] || exit 9'}
    for name, does in stubs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    environ = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHON": "mypython"}
    done = subprocess.run((DEPLOY / "install-host", wheel), env=environ, capture_output=True, text=True, check=False)
    if can_run:
        assert done.returncode == 9, "it went on, to make the environment"
    else:
        assert done.returncode == 2
        assert done.stderr.startswith(f"install-host: other users cannot run {tmp_path}/mypython")


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
