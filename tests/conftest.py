"""Settings shared by all tests."""

import os

from hypothesis import HealthCheck, settings

for name, examples in {"accord": 25, "full": 100}.items():
    settings.register_profile(
        name,
        # A gate must not depend on luck; at home every run tries other examples.
        derandomize=bool(os.environ.get("CI")),
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("accord")  # `make full` says --hypothesis-profile=full
