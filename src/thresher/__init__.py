"""Thresher."""
