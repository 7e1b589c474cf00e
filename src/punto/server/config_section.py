"""A part of a configuration file: a misspelt key is an error, never ignored."""

import msgspec


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""
