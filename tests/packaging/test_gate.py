"""The gate is red where something is missing or fails, and says which option leaves it out.

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
PROGRAMS = ("node", "npm", "chromium", "chromedriver")
VALIDATORS = ("desktop-file-validate", "appstreamcli", "xdg-mime", "update-mime-database")
TOOLS = ("pytest", "ruff", "mypy", "lint-imports", "mkdocs", "twine", "python")
SYSTEM = ("bash", "cat", "cp", "cut", "dirname", "du", "mkdir", "mktemp", "rm", "sleep", "tail", "tee", "touch")
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
    for name in ("build_web", "check_web", "check_compiled"):
        program(tmp_path / "scripts" / name)
    for name in TOOLS:
        program(tmp_path / ".venv-check" / "bin" / name)
    for name in (*PROGRAMS, *VALIDATORS):
        program(tmp_path / "bin" / name)
    for name in SYSTEM:
        found = shutil.which(name)
        assert found is not None
        (tmp_path / "bin" / name).symlink_to(found)
    (tmp_path / "web").mkdir()
    return tmp_path


def environment(tree: Path, **more: str) -> dict[str, str]:
    given = {"PATH": str(tree / "bin"), "CALLS": str(tree / "calls"), "TMPDIR": str(tree), **more}
    return given | {"PYTHON": str(tree / ".venv-check" / "bin" / "python")}


def run(tree: Path, *words: str, **env: str) -> "subprocess.CompletedProcess[str]":
    command, given = [str(tree / words[0]), *words[1:]], environment(tree, **env)
    return subprocess.run(command, capture_output=True, text=True, env=given, check=False)


def calls(tree: Path) -> str:
    return (tree / "calls").read_text() if (tree / "calls").exists() else ""


def test_where_all_is_there_everything_is_checked(tree: Path) -> None:
    done = run(tree, "scripts/check")
    assert done.returncode == 0, done.stderr
    assert "check_web \n" in calls(tree)
    assert "python scripts/evenings --minutes 2 --seed 1\n" in calls(tree)
    held, room = done.stdout.splitlines()[-2:]
    assert held.startswith("== all checks held (") and room.startswith("room: ") and "left out" not in done.stdout


@pytest.mark.parametrize("missing", PROGRAMS)
def test_without_node_or_chromium_it_is_red_and_says_what_to_do(missing: str, tree: Path) -> None:
    (tree / "bin" / missing).unlink()
    done = run(tree, "scripts/check")
    assert (done.returncode, done.stdout, calls(tree)) == (2, "", "")
    assert done.stderr.lower().startswith(f"{missing} is missing, ") and done.stderr.count("\n") == 1
    assert "scripts/check --without pages" in done.stderr


@pytest.mark.parametrize("missing", PROGRAMS)
def test_without_pages_it_is_green_and_says_what_was_left_out(missing: str, tree: Path) -> None:
    (tree / "bin" / missing).unlink()
    done = run(tree, "scripts/check", "--without", "pages")
    assert done.returncode == 0, done.stderr
    assert "left out: the pages for browsers (--without pages)" in done.stdout.splitlines()
    assert "check_web" not in calls(tree)
    assert "python scripts/evenings --minutes 2 --seed 1 --without pages\n" in calls(tree)


@pytest.mark.parametrize("name", ["google-chrome", "chromium-browser"])
def test_chromium_by_another_name_is_chromium(name: str, tree: Path) -> None:
    (tree / "bin" / "chromium").rename(tree / "bin" / name)
    assert run(tree, "scripts/check").returncode == 0


@pytest.mark.parametrize(
    "failing",
    [
        "ruff format", "ruff check", "mypy", "build_web", "check_web", "lint-imports",
        "mkdocs build", "python scripts/check_vectors.py", "python scripts/check_wire_vectors.py", "pytest",
        "python scripts/evenings", "check_compiled", "python scripts/chaos", "python -m build",
        "twine check --strict", "python scripts/packages/check_dist.py", "python -m venv", "rummynet demo", "python -",
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
    assert "check_web \n" in calls(tree) and "twine check" in calls(tree)


def test_the_end_of_what_failed_stands_before_the_last_line_however_much_came_after(tree: Path) -> None:
    program(tree / "scripts" / "check_web", "#!/bin/bash\nfor n in {1..100}; do echo fault $n; done\nexit 1\n")
    program(tree / "scripts" / "check_compiled", "#!/bin/bash\nexit 1\n")
    shown = run(tree, "scripts/check").stdout.splitlines()
    first, second = "-- pages again, the last 60 lines", "-- compiled again, the last 60 lines"
    assert shown[-66:] == [
        "", first, *(f"fault {n}" for n in range(41, 101)), "", second, "", shown[-1],
    ]  # fmt: skip
    assert shown[-1].startswith("== failed: pages compiled (")


def test_a_built_page_that_is_not_current_is_found_before_what_takes_minutes(tree: Path) -> None:
    done = run(tree, "scripts/check", FAILING="build_web --check")
    assert done.returncode == 1 and done.stdout.splitlines()[-1].startswith("== failed: built_pages (")
    assert "ruff check" in calls(tree) and "pytest" not in calls(tree)


@pytest.mark.parametrize("missing", ["nothing", "bin/node", "bin/npm", "web/node_modules"])
def test_between_two_changes_built_pages_are_compared_where_they_can_be_built(missing: str, tree: Path) -> None:
    for name in ("chromium", "chromedriver"):
        (tree / "bin" / name).unlink()
    program(tree / "web" / "node_modules" / "one")
    if missing != "nothing":
        (tree / missing).rename(tree / "elsewhere")
    done = run(tree, "scripts/check", "--quick")
    assert done.returncode == 0, done.stderr
    assert ("build_web --check\n" in calls(tree)) == (missing == "nothing")


def test_steps_that_were_killed_with_their_lane_have_not_held(tree: Path) -> None:
    program(tree / ".venv-check" / "bin" / "pytest", '#!/bin/bash\n[ "$2" != 3 ] || kill -KILL 0\n')
    done = run(tree, "scripts/check")
    assert done.returncode == 1 and done.stdout.splitlines()[-1].startswith("== failed: a lane that was killed (")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("hanging", ["python -m pip", "ruff check", "mypy", "pytest -n 3", "python scripts/chaos"])
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
    assert calls(tree) == "check \n"


def test_on_a_new_machine_ci_installs_chromium(tree: Path) -> None:
    program(tree / "scripts" / "check")
    program(tree / "bin" / "id", "#!/bin/bash\necho 0\n")
    (tree / "bin" / "chromium").unlink()
    program(tree / "bin" / "apt-get", STAND_IN + f'cp "$0" "{tree}/bin/chromium"\n')
    assert run(tree, ".ci/run").returncode == 0
    update, install, gate = calls(tree).splitlines()
    assert "update" in update and " chromium chromium-driver " in install and gate == "check "


@pytest.mark.parametrize("user", ["0", "1000"])
def test_where_ci_gets_no_chromium_it_says_that_the_pages_are_left_out(user: str, tree: Path) -> None:
    program(tree / "scripts" / "check")
    program(tree / "bin" / "id", f"#!/bin/bash\necho {user}\n")
    (tree / "bin" / "chromedriver").unlink()
    program(tree / "bin" / "apt-get", f"#!/bin/bash\necho apt-get >> {tree}/installing\nexit 100\n")
    done = run(tree, ".ci/run")
    assert done.returncode == 0 and calls(tree) == "check --without pages\n"
    assert done.stdout.splitlines()[-1].endswith("scripts/check --without pages")
    assert (tree / "installing").exists() == (user == "0"), "only root can install"
