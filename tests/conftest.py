"""Settings for all tests."""

from hypothesis import settings

# A loaded machine must not fail a property: what is checked is the answer, not the time.
settings.register_profile("thresher", deadline=None)
settings.load_profile("thresher")
