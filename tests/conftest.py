"""Settings shared by all tests."""

import gc
import os
import signal
from threading import current_thread, main_thread

from hypothesis import HealthCheck, settings

from tests import heard

for name, examples in {"accord": 15, "full": 100}.items():
    settings.register_profile(
        name,
        # A gate must not depend on luck; at home every run tries other examples.
        derandomize=bool(os.environ.get("CI")),
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
    )
if (
    current_thread() is main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # a shell starts `make test &` so
):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # and Ctrl-C has tests of its own
settings.load_profile("accord")  # `make full` says --hypothesis-profile=full


def pytest_collection_finish():
    """Twenty thousand tests and all modules stay until the end: the garbage collector need not look
    through them again and again, which took a tenth of the time."""
    gc.collect()
    gc.freeze()


heard.listen()


def pytest_configure(config):
    """Sentences are heard in every run, and a whole run is judged by them."""
    config.pluginmanager.register(heard.Heard(), "heard")
