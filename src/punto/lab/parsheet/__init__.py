"""The PAR sheet of a rulebook: its values, its chapters, and the ways it is written."""
