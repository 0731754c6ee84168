"""What tiles show: symbols, drawn tile sets and custom pictures."""
