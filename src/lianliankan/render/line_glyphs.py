"""The characters that draw lines in a terminal, one for every set of sides from which a line leaves a cell."""

from typing import Final

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
"""The sides of a cell. Add up the sides from which a line leaves: the sum is the index of its character in a table.

>>> THIN_LINES[LEFT | RIGHT], THIN_LINES[DOWN | RIGHT], ASCII_LINES[UP | LEFT]
('─', '┌', '+')
"""

THIN_LINES: Final = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Thin lines of box-drawing characters."""

ASCII_LINES: Final = " |||-+++-+++-+++"
"""The same with ASCII characters only."""
