"""Asks a person at a terminal something that is answered by yes or no."""

import sys

from rummynet_client.language import _
from rummynet_protocol.text import harmless


def is_anybody_there() -> bool:
    """Whether a question would be seen, and could be answered."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def yes_or_no(question: str, enter: bool) -> bool:
    """Ask until the answer is one; *enter* is what Enter alone means, and the end of input."""
    choices = _("[Y/n]") if enter else _("[y/N]")
    prompt = harmless(f"{question} {choices} ")
    while True:
        sys.stderr.write(prompt)
        sys.stderr.flush()
        answer = sys.stdin.readline().strip().lower()
        if not answer:
            return enter
        if answer in ("y", "yes", "j", "ja"):  # German's too, whatever the language: neither word means no
            return True
        if answer in ("n", "no", "nein"):
            return False
        prompt = harmless(_("Type y or n: "))
