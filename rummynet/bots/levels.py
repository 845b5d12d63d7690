"""The names of the strategies, weakest first: the one list of them."""

from typing import Final

NAMES: Final = ("random", "simple", "steady", "strong", "expert", "master")
