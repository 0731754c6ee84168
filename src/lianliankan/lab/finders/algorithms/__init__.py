"""The textbook algorithms, one file each."""
