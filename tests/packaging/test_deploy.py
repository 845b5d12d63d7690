"""What packaging/deploy says is what the command takes, and its parts agree with each other."""

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from rummynet_cli.config_file import with_config
from rummynet_cli.parser import parser
from rummynet_protocol.wire.address import DEFAULT_PORT

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
