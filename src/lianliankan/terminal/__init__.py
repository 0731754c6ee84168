"""The terminal game: screens that draw what the game answers, and know no rule."""
