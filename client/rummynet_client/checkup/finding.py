"""One thing that was looked at, and what came out."""

from dataclasses import dataclass
from typing import Literal

from rummynet_client.language import translated

Verdict = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """``what`` was looked at, ``says`` what was found, ``do`` what to do about it (empty when it is ok)."""

    what: str
    verdict: Verdict
    says: str
    do: str = ""

    @property
    def line(self) -> str:
        """One line, as people read it."""
        return f"{self.verdict:<4} {translated(self.what)}: {self.says}" + (f" -> {self.do}" if self.do else "")

    def to_dict(self) -> dict[str, str | None]:
        """As ``--json`` tells it."""
        return {"what": self.what, "verdict": self.verdict, "says": self.says, "do": self.do or None}
