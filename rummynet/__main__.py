"""``python -m rummynet`` is the command ``rummynet``."""

import sys

from rummynet_cli.main import main

sys.exit(main())
