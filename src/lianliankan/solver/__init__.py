"""Can it be won? Solving, verifying a verdict, advice, blame and a difficulty rating."""
