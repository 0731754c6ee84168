"""What holds for all tests: how long something takes is nobody's proof, for machines are busy."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
