"""The page on the configuration has every setting, as the code reads it."""

import pytest
from msgspec.structs import fields

from punto.server.config_section import Section
from scripts import configuration_page


def test_the_page_is_up_to_date() -> None:
    written = configuration_page.PAGE.read_text(encoding="utf-8")
    assert written == configuration_page.page(), "run scripts/docs"


@pytest.mark.parametrize("kind", [kind for _, kind in configuration_page.SECTIONS.values()])
def test_every_key_says_what_it_is(kind: type[Section]) -> None:
    told = configuration_page.documented(kind)
    assert [each.name for each in fields(kind) if not told.get(each.name)] == []


def test_every_section_is_on_the_page() -> None:
    listed = {kind for _, kind in configuration_page.SECTIONS.values()}
    assert listed == {kind for kind in Section.__subclasses__() if kind.__module__ != __name__}
