"""`python -m tests.corpus [GAME ...]` records games by the latest version of their rules anew."""

import sys

from tests.corpus import main

main(sys.argv[1:])
