"""Work that may take long: fair queues, the worker processes behind them, and what they are asked."""
