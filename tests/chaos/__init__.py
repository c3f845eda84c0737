"""Experiments that break things on purpose and hold the server to its promises: see docs/guarantees.md."""
