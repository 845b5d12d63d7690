"""SECURITY.md says of each finding about a host what it weighs; so do a table of the program and one of the pages."""

import re
from pathlib import Path

from rummynet_client.core.session.watch.incidents import RECORDED, WEIGHTS, Incident, Weight, sentences
from rummynet_client.core.session.watch.watches import LONGEST_TICK, WATCHES

ROOT = Path(__file__).parents[2]
SESSION = ROOT / "client" / "rummynet_client" / "core" / "session"
ROW = re.compile(r"\| `([a-z-]+)` \| (cheat|doubt|unknown) \| ([a-z, ]+) \|")


def rows() -> dict[str, tuple[str, set[str]]]:
    """By kind: its class, and who shows it."""
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    table = page[page.index("### Alarm, doubt, unknown") : page.index("The program's table is")]
    found = {kind: (weight, set(where.split(", "))) for kind, weight, where in ROW.findall(table)}
    assert len(found) == table.count("\n| `")
    return found


def test_the_tables_of_the_program_and_of_the_pages_are_that_of_the_page_on_security() -> None:
    code = (ROOT / "web" / "table" / "fault_words.js").read_text("utf-8")
    table = code[code.index("WEIGHTS =") : code.index("});")]
    pages = dict(re.findall(r'^  "?([a-z-]+)"?: "([a-z]+)",$', table, re.MULTILINE))
    for who, told in (("program", {kind: str(weight) for kind, weight in WEIGHTS.items()}), ("page", pages)):
        assert told == {kind: weight for kind, (weight, where) in rows().items() if who in where}


def test_only_a_cheat_weighs_as_one_and_what_is_unknown_is_never_kept() -> None:
    assert [kind for kind, weight in WEIGHTS.items() if weight is Weight.CHEAT] == ["cheat"]
    assert set(WEIGHTS) >= RECORDED
    assert all(WEIGHTS[kind] is not Weight.UNKNOWN for kind in RECORDED)


WATCH = re.compile(r'^  "?([a-z-]+)"?: \{ millis: ([\d_]+), says: (?:N_\()?"([^"]*)"\)? \},$', re.MULTILINE)


def test_pages_watch_their_host_for_the_same_after_the_same_wait_in_the_same_words() -> None:
    code = (ROOT / "web" / "client" / "watches.js").read_text("utf-8")
    table = code[code.index("WATCHES =") : code.index("});")]
    pages = {kind: (int(millis), says) for kind, millis, says in WATCH.findall(table)}
    assert len(pages) == table.count("millis:")
    assert pages == {kind: (watch.millis, watch.says) for kind, watch in WATCHES.items()}
    assert f"LONGEST_TICK = {LONGEST_TICK:_};" in code


def test_each_kind_is_found_in_the_module_that_its_row_names_and_on_a_page() -> None:
    pages = "".join(
        path.read_text("utf-8") for path in (ROOT / "web" / "client").glob("*.js") if path.stem != "watches"
    )
    for kind, watch in WATCHES.items():
        (module,) = (path.read_text("utf-8") for path in SESSION.rglob(f"{watch.by}.py"))
        assert kind.replace("-", "_").upper() in module, kind
        assert f'"{kind}"' in pages, kind


def test_the_host_is_judged_in_few_modules_of_the_program() -> None:
    client = ROOT / "client" / "rummynet_client"
    made = re.compile(r"^(?!\s*(?:class|case) ).*\b(?:Incident|FairnessReported)\(", re.MULTILINE)
    found = {path for path in client.rglob("*.py") if made.search(path.read_text("utf-8"))}
    watch = {SESSION / "watch" / f"{name}.py" for name in ("alarms", "game_watch", "incidents")}
    assert found == watch | {SESSION / f"{name}.py" for name in ("host_watch", "unfinished_games")}


def test_each_kind_is_a_sentence() -> None:
    for kind in WATCHES:
        (says,) = sentences((Incident(kind, game=7, check="time", says="draw", names=("Ann",)),))
        assert says.startswith("game 7: ") and "{" not in says
