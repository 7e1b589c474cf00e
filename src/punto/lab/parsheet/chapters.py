"""The chapters of a PAR sheet, in the order that an analyst reads them."""

from collections.abc import Sequence

from punto.lab.document import (
    Document,
    Figure,
    Paragraph,
    Points,
    Section,
    Signatures,
    Term,
    Terms,
)
from punto.lab.markup import Markup
from punto.lab.parsheet import method, plot
from punto.lab.parsheet.band import CONFIDENCES
from punto.lab.parsheet.countable import countability_chapter
from punto.lab.parsheet.sheet import ParSheet, WagerSheet
from punto.lab.parsheet.signoff import SOURCES
from punto.lab.parsheet.tables import (
    band_table,
    deck_tables,
    exposure_table,
    pay_table,
    removal_tables,
    stake_table,
    summary_table,
    totals_table,
    winner_table,
)
from punto.lab.wording import NO_BREAK, decimal, units, whole, with_percent_sign


def document_of(sheet: ParSheet) -> Document:
    """Set out the whole sheet."""
    return Document(
        kind="PAR sheet",
        title=sheet.rulebook.title,
        subtitle=_subtitle(sheet),
        running_foot=f"PAR sheet {sheet.rulebook.key}, {_decks(sheet.decks)}",
        facts=_facts(sheet),
        sections=_sections(sheet),
    )


def _sections(sheet: ParSheet) -> Sequence[Section]:
    return (
        _summary(sheet),
        _wagers(sheet),
        _bands(sheet),
        _totals(sheet),
        _removal(sheet),
        _by_decks(sheet),
        _exposure(sheet),
        Section("Stake units", (Paragraph(method.STAKES), stake_table(sheet))),
        countability_chapter(sheet.countability),
        Section("Method and conventions", (Points(method.CONVENTIONS),)),
        _sign_off(sheet),
    )


def _subtitle(sheet: ParSheet) -> str:
    book = sheet.rulebook
    version = f"version {book.version}" if book.version else None
    effective = f"effective {book.effective}" if book.effective else None
    return ", ".join(filter(None, (book.operator, version, effective, _decks(sheet.decks))))


def _decks(decks: int) -> str:
    return f"{decks}{NO_BREAK}deck{'s' if decks > 1 else ''}"


def _facts(sheet: ParSheet) -> Terms:
    book = sheet.rulebook
    low, high = book.shoe.min_decks, book.shoe.max_decks
    allowed = f"{low} to {high}" if low < high else f"{low} only"
    note = "" if sheet.is_allowed else "; outside what the rulebook allows"
    return Terms(
        (
            Term("Rulebook", book.id, is_code=True),
            Term("Operator", book.operator or "none named"),
            Term("Version", book.version or "none named"),
            Term("Effective", book.effective or "no date named"),
            Term("Decks", f"{sheet.decks} (allowed: {allowed}){note}"),
            Term("Cards", f"{sheet.cards} ({len(book.deck)} a deck)"),
            Term("Ordered draws of six cards", whole(sheet.sequences)),
            Term("Void draws", whole(sheet.void)),
        )
    )


def _summary(sheet: ParSheet) -> Section:
    edges = [(wager.wager.name, wager.figures.house_edge) for wager in sheet.wagers]
    bars = Figure("House edge of every wager, in percent of the stake.", (plot.edge_bars(edges),))
    return Section("Summary", (summary_table(sheet), bars))


# --- wager by wager -----------------------------------------------------------------------------


def _wagers(sheet: ParSheet) -> Section:
    return Section("Wagers", (), [_wager(wager) for wager in sheet.wagers])


def _wager(sheet: WagerSheet) -> Section:
    return Section(sheet.wager.name, (pay_table(sheet), _figures(sheet)))


def _figures(sheet: WagerSheet) -> Terms:
    figures = sheet.figures
    return Terms(
        (
            Term("House edge", with_percent_sign(figures.house_edge)),
            Term("RTP", with_percent_sign(sheet.rtp)),
            Term("Edge per resolved bet", with_percent_sign(figures.edge_per_resolved_bet)),
            Term("Hit frequency", with_percent_sign(figures.hit_frequency)),
            Term("Standard deviation", decimal(figures.sd, 6)),
            Term("Variance", decimal(figures.variance, 6)),
            Term("Skewness", decimal(figures.skewness, 6)),
            Term("Volatility index", decimal(sheet.volatility_index, 6)),
        )
    )


def _bands(sheet: ParSheet) -> Section:
    tables = (band_table(sheet, confidence) for confidence in CONFIDENCES)
    return Section("Confidence bands of the RTP", (Paragraph(method.BANDS), *tables))


def _totals(sheet: ParSheet) -> Section:
    drawn = plot.heat_map(sheet.totals, sheet.sequences)
    caption = (
        "Final totals in percent of rounds; a stronger colour is more frequent. Framed: ties. "
        "The Player wins below the frames, the Banker above."
    )
    return Section(
        "Totals of both hands",
        (
            Paragraph(method.TOTALS),
            winner_table(sheet),
            Figure(caption, (drawn,)),
            totals_table(sheet),
        ),
    )


def _removal(sheet: ParSheet) -> Section:
    drawn = [_removal_drawing(wager) for wager in sheet.wagers]
    caption = (
        "Effects of removal by rank, each wager to its own scale. Full bars, upwards: better for "
        "the player. Open bars, downwards: worse. The largest of both kinds are written out."
    )
    return Section(
        "Effects of removal",
        (Paragraph(method.REMOVAL), Figure(caption, drawn), *removal_tables(sheet)),
    )


def _removal_drawing(sheet: WagerSheet) -> Markup:
    effects = {rank.symbol: effect for rank, effect in sheet.removal.items()}
    return plot.removal_bars(sheet.wager.id, sheet.wager.name, effects)


def _by_decks(sheet: ParSheet) -> Section:
    drawn = [
        plot.deck_line(
            wager.wager.id,
            wager.wager.name,
            wager.edge_by_decks,
            allowed=sheet.allowed_decks,
            chosen=sheet.decks,
        )
        for wager in sheet.wagers
    ]
    caption = (
        "House edge by decks, each wager to its own scale. Shaded: what the rulebook allows. "
        "The large dot is the shoe of this sheet."
    )
    return Section(
        "Edge by decks", (Paragraph(method.DECKS), Figure(caption, drawn), *deck_tables(sheet))
    )


def _exposure(sheet: ParSheet) -> Section:
    exposure = sheet.exposure
    text = (
        f"With one unit on each of the {len(exposure.wagers)} wagers, the house pays "
        f"{units(exposure.winnings)} units in winnings, collects "
        f"{units(exposure.winnings - exposure.net)}, and is down {units(exposure.net)}."
    )
    return Section(
        "Largest exposure", (Paragraph(method.EXPOSURE), Paragraph(text), exposure_table(sheet))
    )


def _sign_off(sheet: ParSheet) -> Section:
    signed = sheet.sign_off
    return Section(
        "Sign-off",
        (
            Terms(
                (
                    Term("punto", signed.version, is_code=True),
                    Term("Rulebook", signed.rulebook_sha256, is_code=True),
                    Term("Code", signed.code_sha256, is_code=True),
                    Term("Command", signed.command, is_code=True),
                )
            ),
            Paragraph(
                f"Rulebook: {method.RULEBOOK_HASH}. Code: {method.CODE_HASH} "
                f"({', '.join(SOURCES)}). {method.COMMAND}"
            ),
            Signatures(("Prepared by", "Reviewed by")),
        ),
    )
