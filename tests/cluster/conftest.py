"""A PostgreSQL server for the tests of clusters; where there can be none they are skipped."""

from tests.support.filled_database import data, url  # noqa: F401 - fixtures
from tests.support.postgres import database_url, postgres_server  # noqa: F401 - fixtures
