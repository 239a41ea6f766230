"""Where a state of an arena is drawn."""

Place = tuple[float, float]
"""Rightwards and downwards."""
