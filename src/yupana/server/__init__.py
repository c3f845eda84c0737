"""Tables that people sit down at: the log of each is the truth, kept before it is told to anybody."""
