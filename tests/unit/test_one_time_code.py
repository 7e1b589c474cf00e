"""One-time codes, held against the values that RFC 6238 publishes (appendix B, SHA-1)."""

import pytest

from punto.people.one_time_code import STEP_MS, code_at, step_at, step_of

SECRET = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ],
)
def test_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    assert code_at(SECRET, step_at(seconds * 1_000), digits=8) == code
    assert code_at(SECRET, step_at(seconds * 1_000)) == code[-6:]


@pytest.mark.parametrize(
    ("count", "code"),
    [(0, "755224"), (1, "287082"), (2, "359152"), (5, "254676"), (9, "520489")],
)
def test_codes_of_single_steps_are_those_of_rfc_4226(count: int, code: str) -> None:
    assert code_at(SECRET, count) == code


def test_a_code_is_of_the_step_now_or_one_beside_it_and_not_used() -> None:
    now = 1_000 * STEP_MS + 7
    codes = {step: code_at(SECRET, step) for step in range(997, 1_004)}
    found = {step: step_of(SECRET, code, now, 0) for step, code in codes.items()}
    assert {step for step, of in found.items() if of == step} == {999, 1_000, 1_001}
    assert [found[step] for step in (997, 998, 1_002, 1_003)] == [None] * 4
    used = [step_of(SECRET, codes[step], now, 1_000) for step in (999, 1_000, 1_001)]
    assert used == [None, None, 1_001]
    for wrong in ("", "000000", codes[1_000][:-1], codes[1_000] + "0", "\uff12" * 6):
        assert step_of(SECRET, wrong, now, 0) is None
    assert step_of(SECRET, code_at(SECRET, 0), 0, 0) is None, "no step before the first is used"
