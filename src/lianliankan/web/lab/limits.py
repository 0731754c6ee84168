"""The limits of the lab on the web."""

MAX_LAB_CELLS = 600
"""The number of cells of the largest board that searches run on."""

MAX_TRACE_STEPS = 8_000
"""The number of steps of the longest trace that is sent."""

MAX_FINDERS = 10
"""How many finders can race."""

MIN_GROWTH_SIDE, MAX_GROWTH_SIDE = 4, 32
"""The sides of the smallest and of the largest board on which finders are measured."""

MAX_RECORD_BYTES = 500_000
"""The size of the longest record of a game that is read, in bytes."""
