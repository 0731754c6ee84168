"""The dialogs of the terminal game."""
