"""A PAR sheet as JSON: fractions and large integers as text, so that nothing is lost."""

from typing import Any

from punto.lab.countability_record import countability_record
from punto.lab.parsheet import method
from punto.lab.parsheet.band import Band
from punto.lab.parsheet.sheet import LineReturn, ParSheet, WagerSheet
from punto.lab.parsheet.signoff import SOURCES

Record = dict[str, Any]


def as_json(sheet: ParSheet) -> Record:
    """Give the sheet as what `json.dumps` takes, in the order of the page."""
    return {
        "sheet": "par",
        "rulebook": _rulebook(sheet),
        "decks": sheet.decks,
        "cards": sheet.cards,
        "sequences": str(sheet.sequences),
        "void_sequences": str(sheet.void),
        "wagers": {wager.wager.id: _wager(wager) for wager in sheet.wagers},
        "winners": {winner.value: str(count) for winner, count in sheet.winners.items()},
        "totals": [[str(count) for count in row] for row in sheet.totals],
        "exposure": _exposure(sheet),
        "rounding": {"effect": "none", "note": method.STAKES},
        "countability": _countability(sheet),
        "method": [*method.CONVENTIONS, method.BANDS, method.REMOVAL],
        "sign_off": _sign_off(sheet),
    }


def _countability(sheet: ParSheet) -> Record | str:
    found = sheet.countability
    return method.NO_COUNTABILITY if found is None else countability_record(found)


def _rulebook(sheet: ParSheet) -> Record:
    book = sheet.rulebook
    return {
        "id": book.id,
        "title": book.title,
        "operator": book.operator,
        "version": book.version,
        "effective": book.effective,
        "cards_per_deck": len(book.deck),
        "decks": {"min": book.shoe.min_decks, "max": book.shoe.max_decks},
        "allows_this_shoe": sheet.is_allowed,
    }


def _wager(sheet: WagerSheet) -> Record:
    figures = sheet.figures
    return {
        "name": sheet.wager.name,
        "step": sheet.wager.step,
        "lines": [_line(line) for line in sheet.lines],
        "ev": str(figures.ev),
        "house_edge": float(figures.house_edge),
        "rtp": str(sheet.rtp),
        "edge_per_resolved_bet": str(figures.edge_per_resolved_bet),
        "hit_frequency": str(figures.hit_frequency),
        "variance": str(figures.variance),
        "sd": figures.sd,
        "skewness": figures.skewness,
        "volatility_index": sheet.volatility_index,
        "largest_win": str(sheet.largest_win),
        "bands": [_band(band) for band in sheet.bands],
        "effects_of_removal": {rank.symbol: str(e) for rank, e in sheet.removal.items()},
        "house_edge_by_decks": {str(d): str(edge) for d, edge in sheet.edge_by_decks.items()},
    }


def _line(line: LineReturn) -> Record:
    return {
        "when": line.when,
        "pays": line.line.pays,
        "clause": line.line.clause,
        "net": str(line.net),
        "combinations": str(line.combinations),
        "probability": str(line.probability),
        "return": str(line.returned),
        "net_result": str(line.contribution),
    }


def _band(band: Band) -> Record:
    return {
        "rounds": band.rounds,
        "confidence": band.confidence,
        "low": band.low,
        "high": band.high,
        "rough": band.is_rough,
    }


def _exposure(sheet: ParSheet) -> Record:
    exposure = sheet.exposure
    pays = {
        wager.id: line.pays for wager, line in zip(exposure.wagers, exposure.lines, strict=True)
    }
    return {
        "staked": len(exposure.wagers),
        "winnings": str(exposure.winnings),
        "net": str(exposure.net),
        "pays": pays,
    }


def _sign_off(sheet: ParSheet) -> Record:
    signed = sheet.sign_off
    return {
        "punto": signed.version,
        "rulebook_sha256": signed.rulebook_sha256,
        "code_sha256": signed.code_sha256,
        "code": list(SOURCES),
        "command": signed.command,
    }
