"""Measuring: page sets, splits, metrics, intervals, and the other extractors to compare with."""
