"""Settings shared by all tests."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "accord",
    # A gate must not depend on luck; at home every run tries other examples.
    derandomize=bool(os.environ.get("CI")),
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("accord")
