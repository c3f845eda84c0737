"""`python -m tests.corpus` records the corpus anew."""

from tests.corpus import main

main()
