"""The command line: what it accepts, what it answers where something is wrong, and with which status."""

import argparse
import io
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import pytest

from rummynet import __version__
from rummynet.revision import revision
from rummynet.rules.varieties import NAMES
from rummynet_cli import main as cli
from rummynet_cli.command_table import VERBS
from rummynet_cli.errors import DEBUG_VARIABLE
from rummynet_cli.flags import Verb
from rummynet_cli.main import main
from rummynet_protocol.errors import Cheat, Refusal, RummynetError
from tests.support.programs import PATIENCE

Run = Callable[[argparse.Namespace], int]
ROOT = Path(__file__).parents[2]


class FileTrouble(RummynetError):
    code = "key_file"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[argparse.Namespace]:
    """What reaches a verb's code, which is not run."""
    found: list[argparse.Namespace] = []

    def run(args: argparse.Namespace) -> int:
        found.append(args)
        return 0

    stand_in(monkeypatch, run)
    return found


def stand_in(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(cli, "import_module", lambda name: argparse.Namespace(run=run))


def failing(problem: BaseException) -> Run:
    def run(args: argparse.Namespace) -> int:
        raise problem

    return run


def errors(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on standard error; nothing on standard output."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n") and err.count("\n") == 1
    return err.rstrip("\n")


class TestHelp:
    @pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
    def test_every_verb_explains_itself_with_an_example(self, verb: Verb, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([verb.name, "--help"]) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert f"usage: rummynet {verb.name}" in out
        assert f"example: {' '.join(verb.example.split())}" in out

    @pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
    def test_every_example_is_accepted(self, verb: Verb, seen: list[argparse.Namespace]) -> None:
        words = shlex.split(verb.example)
        words = words[words.index("rummynet") + 1 :]
        assert main(words[: words.index("|")] if "|" in words else words) == 0
        assert seen[0].verb == verb.name

    def test_the_overview_names_every_verb(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--help"]) == 0
        out = capsys.readouterr().out
        assert all(f"    {verb.name} " in out for verb in VERBS)

    def test_every_game_is_named_where_one_can_be_chosen(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["demo", "--help"])
        out = capsys.readouterr().out
        assert all(name in out for name in NAMES)

    def test_the_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--version"]) == 0
        commit = revision()
        assert capsys.readouterr().out == f"rummynet {__version__}" + (f" (commit {commit})" if commit else "") + "\n"


class TestArguments:
    def test_a_host_without_flags(self, seen: list[argparse.Namespace]) -> None:
        assert main(["host"]) == 0
        args = vars(seen[0])
        assert (args["bind"], args["port"], args["no_announce"]) == ("0.0.0.0", 7866, False)
        assert args["data"] is args["name"] is args["config"] is None

    def test_join(self, seen: list[argparse.Namespace]) -> None:
        main(["join"])
        main(["join", "hearth:9", "--name", "Ada", "--table", "3", "--watch", "--json"])
        assert seen[0].address is None and not seen[0].plain
        args = seen[1]
        assert (args.address, args.name, args.table, args.watch, args.json) == ("hearth:9", "Ada", 3, True, True)

    def test_verify_takes_several_files(self, seen: list[argparse.Namespace]) -> None:
        main(["verify", "a.rummy", "b.rummy", "--json", "--partial"])
        assert (seen[0].files, seen[0].json, seen[0].partial) == (["a.rummy", "b.rummy"], True, True)

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            ([], "say what you want, such as 'rummynet play' or 'rummynet join'"),
            (["dance"], "there is no command 'dance'"),
            (["bot"], "the following arguments are required: ADDRESS"),
            (["demo", "--players", "13"], "'13' is not a whole number from 2 to 12"),
            (["demo", "--players", "two"], "'two' is not a whole number from 2 to 12"),
            (["demo", "--target", "0"], "'0' is not a whole number from 1 to 1000000"),
            (["host", "--port", "65536"], "'65536' is not a whole number from 0 to 65535"),
            (["host", "--port", "9" * 5000], "is not a whole number"),
            (["host", "--por", "1"], "unrecognized arguments: --por 1; see: rummynet host --help"),
            (["host", "--game", "keilty"], "--game keilty; --variant is a flag of: demo, play, puzzle, arena; see"),
        ],
    )
    def test_usage_errors_are_one_line(self, words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(words) == 2
        line = errors(capsys)
        assert line.startswith("rummynet")
        assert says in line
        assert line.endswith("--help")

    def test_the_command_alone_asks_a_person_what_to_do(
        self, seen: list[argparse.Namespace], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        for typed, verb in (
            ("1\n", "play"),
            ("2\n", "join"),
            ("4\n", "host"),
            ("7\n", "puzzle"),
            ("what?\n\n 8 \n", "demo"),
        ):
            monkeypatch.setattr(sys, "stdin", Terminal(typed))
            main([])
            assert seen[-1].verb == verb
        # Without a code it is the list of this network.
        for typed, code in (("3\n 7 crossover clockwork \n", "7 crossover clockwork"), ("3\n\n", None)):
            monkeypatch.setattr(sys, "stdin", Terminal(typed))
            main([])
            assert (seen[-1].verb, seen[-1].address) == ("join", code)
        monkeypatch.setattr(sys, "stdin", Terminal("5\n"))
        main([])
        assert (seen[-1].verb, seen[-1].far) == ("host", True)
        monkeypatch.setattr(sys, "stdin", Terminal("6\n"))
        main([])
        assert seen[-1].teach
        for typed in ("?\n", "9\n"):
            monkeypatch.setattr(sys, "stdin", Terminal(typed))
            assert main([]) == 0 and len(seen) == 9
        assert "rummynet play --teach" in capsys.readouterr().out


class TestConfig:
    def write(self, tmp_path: Path, text: str) -> str:
        path = tmp_path / "host.toml"
        path.write_text(text, "utf-8")
        return str(path)

    def test_the_file_gives_flags(self, tmp_path: Path, seen: list[argparse.Namespace]) -> None:
        text = 'port = 0\nname = "-hearth"\nno_announce = true\ndata = "/x y"\nbind = "::1"\n'
        assert main(["host", "--config", self.write(tmp_path, text)]) == 0
        args = seen[0]
        assert (args.port, args.name, args.no_announce, args.data, args.bind) == (0, "-hearth", True, "/x y", "::1")

    def test_the_line_wins(self, tmp_path: Path, seen: list[argparse.Namespace]) -> None:
        path = self.write(tmp_path, 'port = 0\nname = "hearth"\nno-announce = false\n')
        assert main(["host", "--port", "5", "--config", path]) == 0
        assert (seen[0].port, seen[0].name, seen[0].no_announce) == (5, "hearth", False)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("port = ", "is not a TOML file"),
            ("colour = 1", "sets 'colour', but host has no such flag; it may set: bind, port, data, name, no-announce"),
            ("config = 'x'", "sets 'config', but host has no such flag"),
            ("port = 'x'", "'x' is not a whole number from 0 to 65535"),
            ("port = 1.5", "sets port to 1.5; write text or a whole number"),
            ("no_announce = 1", "sets no_announce to 1; write true or false"),
            ("name = true", "sets name to True; write text or a whole number"),
            ("[host]\nport = 1", "sets 'host', but host has no such flag"),
        ],
    )
    def test_what_is_wrong_with_it_is_said(
        self, tmp_path: Path, text: str, says: str, seen: list[argparse.Namespace], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["host", "--config", self.write(tmp_path, text)]) == 2
        assert says in errors(capsys)
        assert not seen

    @pytest.mark.parametrize(
        "journal", ["postgresql://club:secret@db/rummynet", "postgresql://db/rummynet?user=club&password=secret"]
    )
    def test_a_password_is_for_its_owner_and_a_service(
        self, tmp_path: Path, journal: str, seen: list[argparse.Namespace], capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = self.write(tmp_path, f"journal = '{journal}'\n")
        os.chmod(path, 0o644)
        assert main(["host", "--config", path]) == 2
        says = errors(capsys)
        assert "chmod o= " in says and "secret" not in says and not seen
        os.chmod(path, 0o640)
        assert main(["host", "--config", path]) == 0 and seen[0].journal == journal

    def test_others_may_read_a_file_without_one(self, tmp_path: Path, seen: list[argparse.Namespace]) -> None:
        path = self.write(tmp_path, "journal = 'postgresql://club@db/rummynet'\n")
        os.chmod(path, 0o644)
        assert main(["host", "--config", path]) == 0 and seen

    def test_a_file_that_is_not_there(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["host", "--config", str(tmp_path / "none.toml")]) == 2
        assert "cannot be read (No such file or directory); check the name after --config" in errors(capsys)


class TestEnds:
    @pytest.mark.parametrize("status", [0, 1, 2, 3, 130])
    def test_the_verbs_status_is_the_commands(self, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
        stand_in(monkeypatch, lambda args: status)
        assert main(["engine"]) == status

    @pytest.mark.parametrize(
        ("problem", "status", "line"),
        [
            (Cheat("deck", "the deck was changed"), 1, "rummynet: the deck was changed"),
            (Refusal("no such thing;\ntry another"), 2, "rummynet: no such thing; try another"),
            (FileTrouble("close it"), 2, "rummynet: close it"),
            (RummynetError("the host is gone"), 3, "rummynet: the host is gone"),
            (
                PermissionError(13, "Permission denied", "/x"),
                2,
                "rummynet: /x: Permission denied; check that it exists",
            ),
            (KeyError("a\nb"), 3, r"rummynet: unexpected KeyError: 'a\nb'. This is a bug: please report this line"),
            (ConnectionError("gone"), 3, "rummynet: unexpected ConnectionError: gone. This is a bug"),
        ],
    )
    def test_errors_are_one_line_and_a_status(
        self,
        problem: Exception,
        status: int,
        line: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
        stand_in(monkeypatch, failing(problem))
        assert main(["engine"]) == status
        assert errors(capsys).startswith(line)

    def test_whoever_wants_it_gets_the_traceback(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(DEBUG_VARIABLE, "1")
        stand_in(monkeypatch, failing(KeyError("x")))
        with pytest.raises(KeyError):
            main(["engine"])

    def test_ctrl_c_is_quiet(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        stand_in(monkeypatch, failing(KeyboardInterrupt()))
        assert main(["engine"]) == 130
        assert capsys.readouterr() == ("", "")


def command(words: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "rummynet", *words]


class TestTheProgram:
    """The real command in a process of its own."""

    def test_ctrl_c(self) -> None:
        # tests that were started in the background of a shell ignore the signal, and so would what they start
        with subprocess.Popen(
            command(["engine"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as program:  # fmt: skip
            assert program.stdin is not None and program.stdout is not None
            program.stdin.write(b'{"cmd": "position"}\n')
            program.stdin.flush()
            assert b'"ok": false' in program.stdout.readline()  # it runs
            program.send_signal(signal.SIGINT)
            assert program.wait(PATIENCE) == 130

    def test_a_reader_that_goes_away(self) -> None:
        kept: dict[str, int] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command(["engine"]), cwd=ROOT, **kept) as program:  # type: ignore[call-overload]
            program.stdout.close()
            program.stdin.write(b'{"cmd": "position"}\n')
            program.stdin.close()
            assert program.wait(PATIENCE) == 141
            assert program.stderr.read() == b""

    def test_a_host_that_is_not_there_while_input_is_still_open(self, tmp_path: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            words = ["join", f"127.0.0.1:{taken.getsockname()[1]}", "--json", "--data", str(tmp_path)]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            with subprocess.Popen(command(words), cwd=ROOT, text=True, **pipes) as program:  # type: ignore[call-overload]
                assert program.wait(PATIENCE) == 3
                assert program.stderr.read().count("\n") == 1
                program.stdin.close()

    def test_no_verb_is_one_line(self) -> None:
        done = subprocess.run(command([]), capture_output=True, text=True, cwd=ROOT, check=False)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)

    def test_a_verb_brings_in_only_what_it_needs(self) -> None:
        # Of the rules the help needs the list of names alone.
        rules = {"rummynet.rules.core.variety", "rummynet.rules.core.state"}
        heavy = {"twisted", "asyncio", "prompt_toolkit", "cryptography"} | rules
        program = (
            "import sys; from rummynet_cli.main import main; main(['--version'])\n"
            f"print(*sorted(name for name in {sorted(heavy)!r} if name in sys.modules))"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True, env=os.environ
        )
        assert done.stdout.splitlines()[1:] == [""]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_every_verb_has_its_code(verb: Verb) -> None:
    assert callable(import_module(verb.module).run)
