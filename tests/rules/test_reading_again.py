"""What comes with punto is kept from the first time; read again, it is the same."""

from punto.house.canonical import canonical
from punto.lab.parsheet import page
from punto.rules import library


def test_a_rulebook_read_again_is_the_same() -> None:
    assert library._catalogue.__wrapped__() == library.rulebook_keys()
    for key in library.rulebook_keys():
        again = library._load.__wrapped__(key)
        assert canonical(again) == canonical(library.find_rulebook(key))


def test_the_style_of_a_par_sheet_read_again_is_the_same() -> None:
    assert page._style_sheet.__wrapped__() == page._style_sheet()
