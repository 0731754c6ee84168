"""Can it be won? Verdicts, their verification, advice, blame and difficulty ratings."""
