"""``python -m rummynet.host.bots.bot_process WORDS``: runs ``rummynet WORDS`` while standard input is open.

The host holds the other end and never writes to it: it is closed when the host ends, in whatever way.
"""

import os
import runpy
import sys
import threading
from typing import Final

_NOBODY: Final = 0  # the status when the host is gone: nobody is left to read another


def main() -> None:
    """Run the command; the process exits as soon as standard input is closed."""
    threading.Thread(target=_end_with_host, daemon=True).start()
    runpy.run_module("rummynet", run_name="__main__")


def _end_with_host() -> None:
    while os.read(sys.stdin.fileno(), 512):
        pass
    os._exit(_NOBODY)  # from this thread nothing less ends the process, whatever the command waits for


if __name__ == "__main__":
    main()
