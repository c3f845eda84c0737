"""The terminal: the plain line mode, which also works over ssh, in pipes and on braille displays."""
