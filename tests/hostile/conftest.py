from tests.host.conftest import start, step  # noqa: F401 - fixtures
