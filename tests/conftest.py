"""Settings shared by all tests."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "accord", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("accord")
