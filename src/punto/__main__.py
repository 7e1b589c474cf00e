"""`python -m punto` is the command line."""

from punto.cli import main

main()
