"""The atlas: which share of all deals can be won, in many variants of the game."""
