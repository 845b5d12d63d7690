"""No sentence of the client goes round the catalogue: what looks like one is marked, or stands in a short list.

A literal with a space and letters is a sentence, unless it is written in the language of commands and cards.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rummynet_client.core.text.verbs import VERBS

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    file for place in ("client/rummynet_cli", "client/rummynet_client") for file in (ROOT / place).rglob("*.py")
    if file.name != "command_table.py"  # gathered as it is
)  # fmt: skip
MARKS = frozenset({"_", "N_", "ngettext", "pgettext", "sentence", "plural_sentence"})
STYLES = "terminal/drawing/theme.py"
"""A module of nothing but styles."""
STYLE = re.compile(r"class:[\w-]*|bold|reverse|underline|italic")
TYPED = frozenset(VERBS) | {":create", "on", "no", "for", "add", "remove", "pile", "now", "clear", "all"}
"""Words of the commands and of the notation; what stands for something else is in capitals there."""
REVIEWED = {
    "%Y-%m-%d %H:%M:%S UTC": "a form of date and time",
    "  rummynet join": "what is typed",
    "coach game": "what is typed",
    "coach [ROUND|game]": "what is typed",
    "seats close": "what is typed",
    "seats close|open": "what is typed",
    "seats open": "what is typed",
    "the deal": "the value of a line; the page of a round looks it up",
    "no line can hold a ": "a fault of the program",
    "the player has left": "for the host's log",
    "the host broke the protocol": "for the host's log",
    "standard input": "the name of a thread",
    "rummynet: ": "the program",
    "rummynet demo, rummynet VERB --help": "what is typed", "expected %s argument": "marked beside it",
    "rummynet verify: ": "what was typed", "rummynet replay: ": "what was typed",
    '<script type="application/json" id="embedded">': "HTML",
    "ascii yes": "a setting as it is typed", "signs no": "a setting as it is typed",
    **dict.fromkeys(
        ("{player} was out once", "{player} was out {times} times", "{players} sits out",
         "{players} paid {paid}", "{players} gets {won}"),
        "a form by number, which the rules mark",
    ),
    "help keys": "what is typed",
    "rummynet admin far": "what is typed", " --data ": "what is typed",
}  # fmt: skip


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts of a module but documentation, types, and what is marked."""
    passed: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            passed.update(part for argument in node.args for part in ast.walk(argument))
        for types in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            passed.update(ast.walk(types) if isinstance(types, ast.AST) else ())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in passed:
            yield node


def is_sentence(text: str) -> bool:
    if " " not in text or not re.search("[A-Za-z]{2}", text):
        return False
    words = [word for word in re.findall(r"[^\s\[\]/|]+", text) if not STYLE.match(word)]
    return not all(word in TYPED or not re.search("[a-z]", word) or word == "key=value" for word in words)


@cache
def unmarked() -> dict[str, list[str]]:
    """Every text that looks like a sentence, with where it stands."""
    found: dict[str, list[str]] = {}
    for file in SOURCES:
        if file.as_posix().endswith(STYLES):
            continue
        for node in literals(parsed(file)):
            if is_sentence(str(node.value)):
                found.setdefault(str(node.value), []).append(f"{file.relative_to(ROOT)}:{node.lineno}")
    return found


def test_every_sentence_is_marked() -> None:
    """Put it into _() or N_(), then run scripts/make/catalogue.py."""
    assert {text: where for text, where in unmarked().items() if text not in REVIEWED} == {}


def test_the_list_of_exceptions_has_nothing_that_is_not_there() -> None:
    assert set(REVIEWED) <= set(unmarked())


def test_a_marked_sentence_is_no_f_string() -> None:
    """Its places would be filled before it is looked up."""
    for file in SOURCES:
        if file.as_posix().endswith(STYLES):
            continue
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
                assert not any(isinstance(part, ast.JoinedStr) for part in node.args), f"{file.name}:{node.lineno}"


def test_what_looks_like_a_sentence() -> None:
    assert is_sentence("no melds yet") and is_sentence(" is not there")
    assert not is_sentence("swap CARD on N [lay CARD on M]") and not is_sentence("5S 6S 9D") and not is_sentence("draw")
