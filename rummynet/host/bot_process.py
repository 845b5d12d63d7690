"""``python -m rummynet.host.bot_process WORDS``: ``rummynet WORDS`` for as long as standard input is open, no longer.

The host holds the other end and never writes to it: it is closed when the host ends, in whatever way.
"""

import os
import runpy
import sys
import threading
from typing import Final

_NOBODY: Final = 0


def main() -> None:
    """Run the command; it ends at once when nobody holds the other end any more."""
    threading.Thread(target=_end_with_host, daemon=True).start()
    runpy.run_module("rummynet", run_name="__main__")


def _end_with_host() -> None:
    while os.read(sys.stdin.fileno(), 512):
        pass
    os._exit(_NOBODY)


if __name__ == "__main__":
    main()
