"""The board in the terminal: its widget, drawing, colours, cursor and motion."""
