"""What tiles show: symbols, the drawn tile sets, and pictures that players bring."""
