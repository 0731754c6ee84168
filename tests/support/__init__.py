"""What several tests share: the reference game, strategies, stages for screens, and files."""
