"""The completions of shells and the manual page, tried in the programs that read them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from rummynet.rules.varieties import NAMES
from rummynet_cli.command_table import VERBS

SHARE = Path(__file__).parents[2] / "packaging" / "share"
VERB_NAMES = {verb.name for verb in VERBS}


def flags(name: str) -> set[str]:
    """The flags of a verb, and the one that all have."""
    return {flag.name for verb in VERBS if verb.name == name for flag in verb.flags if not flag.positional} | {"--help"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A working folder with a transcript, a configuration, another file and a folder."""
    for name in ("my game.rummy", "host.toml", "notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "store").mkdir()
    return tmp_path


def run(folder: Path, *words: str) -> set[str]:
    """The lines of a program's answer. It says nothing on standard error."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return set(done.stdout.splitlines()) - {""}


CASES = [
    ([""], VERB_NAMES | {"--help", "--version"}),
    (["pl"], {"play"}),
    (["join", "--"], flags("join")),
    (["play", "--variant", ""], set(NAMES)),
    (["play", "--variant", "=", "k"], {"keilty"}),
    (["host", "--log-level", "w"], {"warning"}),
    (["host", "--data", ""], {"store"}),
    (["host", "--config", ""], {"host.toml", "store"}),
    (["host", "--backup", ""], {"my game.rummy", "host.toml", "notes.txt", "store"}),
    (["verify", ""], {"my game.rummy", "store"}),
    (["join", "--name", ""], set()),
    (["engine", ""], set()),
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
class TestBash:
    FILE = SHARE / "bash-completion" / "completions" / "rummynet"

    def test_it_is_registered(self, folder: Path) -> None:
        told = run(folder, "bash", "--norc", "-c", f'source "{self.FILE}"; complete -p rummynet')
        assert told == {"complete -F _rummynet rummynet"}

    @pytest.mark.parametrize(("typed", "offered"), CASES)
    def test_what_is_offered(self, typed: list[str], offered: set[str], folder: Path) -> None:
        script = f'source "{self.FILE}"; COMP_WORDS=(rummynet "$@"); COMP_CWORD=$#; _rummynet;'
        script += 'printf "%s\\n" "${COMPREPLY[@]}"'
        assert run(folder, "bash", "--norc", "-c", script, "bash", *typed) == offered


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
class TestFish:
    FILE = SHARE / "fish" / "vendor_completions.d" / "rummynet.fish"

    def offered(self, folder: Path, line: str) -> set[str]:
        """The words without what is said of them."""
        told = run(folder, "fish", "--no-config", "-c", f'source "{self.FILE}"; complete -C "rummynet {line}"')
        return {one.partition("\t")[0] for one in told}

    @pytest.mark.parametrize(
        ("line", "offered"),
        [
            ("", VERB_NAMES),
            ("pl", {"play"}),
            ("join --", flags("join")),
            ("play --variant ", set(NAMES)),
            ("play --variant=k", {"--variant=keilty"}),
            ("host --data ", {"store/"}),
            ("join --name ", set()),
        ],
    )
    def test_what_is_offered(self, line: str, offered: set[str], folder: Path) -> None:
        assert self.offered(folder, line) == offered

    def test_transcripts_come_before_other_files(self, folder: Path) -> None:
        assert {"my game.rummy", "store/"} <= self.offered(folder, "verify ")


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
class TestZsh:
    FILE = SHARE / "zsh" / "site-functions" / "_rummynet"

    def test_compinit_takes_it(self, folder: Path) -> None:
        script = f'fpath=("{self.FILE.parent}" $fpath); autoload -U compinit; compinit -u -D; print $_comps[rummynet]'
        assert run(folder, "zsh", "-f", "-c", script) == {"_rummynet"}

    @pytest.mark.parametrize("name", sorted(VERB_NAMES))
    def test_every_verb_has_its_arguments(self, name: str, folder: Path) -> None:
        """With the helper that shows completions in the place of the one that only works in the line editor."""
        script = (
            '_arguments() { [[ $1 == -C ]] && { state=argument line=("$verb"); return 1 }; print -l -- "$@" };'
            f'verb={name}; source "{self.FILE}"'
        )
        told = run(folder, "zsh", "-f", "-c", script)
        assert {one.partition("[")[0].removeprefix("(- *)") for one in told if "--" in one.partition("[")[0]} == flags(
            name
        )


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_page_is_set_without_warnings_and_has_every_flag(folder: Path) -> None:
    page = SHARE / "man" / "man1" / "rummynet.1"
    text = " ".join(sorted(run(folder, "groff", "-man", "-Tascii", "-ww", "-P-cbou", str(page))))
    assert all(f"rummynet {name}" in text for name in VERB_NAMES)
    assert all(flag in text for name in VERB_NAMES for flag in flags(name) - {"--help"})
