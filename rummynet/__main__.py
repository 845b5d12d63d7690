"""``python -m rummynet`` is the command ``rummynet``."""

import sys

from rummynet.cli import main

sys.exit(main())
