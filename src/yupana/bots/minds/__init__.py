"""How each game is judged and looked ahead in, compiled; needs the extra `fast`, and is imported only by who has it."""
