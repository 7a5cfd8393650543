"""Publishes interactive technical lessons whose numbers are computed from one definition."""

__version__ = "0.1.0"
