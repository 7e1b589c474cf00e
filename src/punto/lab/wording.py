"""Numbers as people read them: rounded once, from the exact value."""

from fractions import Fraction

NO_BREAK = "\u00a0"


def whole(number: int) -> str:
    """Write `4,998,398,275,503,360`."""
    return f"{number:,}"


def decimal(number: Fraction | float, places: int, *, signed: bool = False) -> str:
    """Round to so many places, half to even, with a true minus sign."""
    scaled = round(Fraction(number) * 10**places)
    digits = f"{abs(scaled):0{places + 1}d}"
    text = f"{int(digits[:-places]):,}.{digits[-places:]}" if places else f"{int(digits):,}"
    if scaled < 0:
        return f"−{text}"
    return f"+{text}" if signed and scaled else text


def percent(number: Fraction | float, places: int = 6, *, signed: bool = False) -> str:
    """Write a share in percent, without the sign: columns say so in their heads."""
    return decimal(Fraction(number) * 100, places, signed=signed)


def with_percent_sign(number: Fraction | float, places: int = 6) -> str:
    """Write `1.458104 %`."""
    return f"{percent(number, places)}{NO_BREAK}%"


def units(number: Fraction, *, signed: bool = False) -> str:
    """Write units won or lost as they are: `170.5`, or `1 1/3` where no decimal is exact."""
    text = _exact(abs(number))
    if number < 0:
        return f"−{text}"
    return f"+{text}" if signed and number else text


def _exact(number: Fraction) -> str:
    rest, parts = number.numerator % number.denominator, number.denominator
    places = next((n for n in range(10) if 10**n % parts == 0), None)
    if places is None:
        return f"{whole(number.numerator // parts)} {rest}/{parts}".removeprefix("0 ")
    return decimal(number, places)


def power_of_ten(number: int) -> str:
    """Write `10³` for a thousand."""
    return "10" + str(len(str(number)) - 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def shortened(text: str, length: int) -> str:
    """Cut a long name for a place that is narrow."""
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"
