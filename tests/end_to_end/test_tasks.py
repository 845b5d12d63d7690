"""What people want to do in a terminal: the table of keys is current, and the keys of the lesson's tasks do it."""

from pathlib import Path

from scripts.people_tasks import BEGIN, END, PAGE, in_the_lesson, table


def test_the_table_of_keys_is_what_the_script_does() -> None:
    page = PAGE.read_text("utf-8")
    assert page[page.index(BEGIN) + len(BEGIN) : page.index(END)].strip() == table(), "scripts/people_tasks.py --write"


def test_a_meld_a_throw_a_deep_card_and_a_rummy_by_their_keys(tmp_path: Path) -> None:
    in_the_lesson(tmp_path)
