"""What the lab measures for the documentation: growth, flaws, hashing, counting, deadlocks."""
