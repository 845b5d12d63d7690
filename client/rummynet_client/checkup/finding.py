"""The result of one check."""

from typing import Literal

from rummynet_client.language import translated
from rummynet_protocol.values import Value

Verdict = Literal["ok", "warn", "fail"]


class Finding(Value):
    """``what`` was checked, ``says`` is the result, ``do`` the remedy (empty if ok)."""

    what: str
    verdict: Verdict
    says: str
    do: str = ""

    @property
    def line(self) -> str:
        """One line for people."""
        return f"{self.verdict:<4} {translated(self.what)}: {self.says}" + (f" -> {self.do}" if self.do else "")

    def to_dict(self) -> dict[str, str | None]:
        """The finding in ``--json``."""
        return {"what": self.what, "verdict": self.verdict, "says": self.says, "do": self.do or None}
