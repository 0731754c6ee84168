"""Speed, side by side in one run: the kernel, the same through Python, and the textbook search in C++ and in Python."""
