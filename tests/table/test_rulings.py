"""Every irregularity of every document, ruled as its clause says."""

from itertools import product

import pytest

from punto.rules import Rulebook, find_rulebook, newest_rulebooks
from punto.table import Decision, Found, Noticed, Report, adjudicate

BEFORE, PAID, NEXT = Noticed.BEFORE_PAYMENT, Noticed.AFTER_PAYMENT, Noticed.AFTER_NEXT_COMMENCED

# Found, when it was noticed, whether it can be reconstructed: decision and clause of the three MBS
# documents, of RWS and of Zero Commission. "?" leaves it to a supervisor.
TABLE = """
foreign-card              | before | no  | void 5.1.1             | void 5.1.1          | ?
foreign-card              | paid   | no  | stand 5.1.2            | stand 5.1.1         | ?
foreign-card              | next   | no  | stand 5.1.2            | stand 5.1.1         | ?
incorrect-number-of-cards | before | no  | void 5.2               | void 5.1.2          | ?
incorrect-number-of-cards | before | yes | go-on 5.2              | go-on 5.1.2         | ?
incorrect-number-of-cards | paid   | no  | void 5.2               | void 5.1.2          | ?
incorrect-number-of-cards | paid   | yes | go-on 5.2              | go-on 5.1.2         | ?
incorrect-number-of-cards | next   | no  | stand 5.2              | stand 5.1.2         | ?
order-unknown             | before | no  | void 5.3               | ?                   | ?
order-unknown             | before | yes | go-on 5.3              | ?                   | ?
order-unknown             | paid   | no  | stand                  | ?                   | ?
order-unknown             | next   | no  | stand                  | ?                   | ?
shoe-order-altered        | before | no  | void 5.4               | ?                   | ?
shoe-order-altered        | before | yes | go-on 5.4              | ?                   | ?
shoe-order-altered        | next   | no  | stand                  | ?                   | ?
insufficient-cards        | before | no  | void 5.5               | void 5.1.3          | ?
insufficient-cards        | next   | no  | stand                  | stand               | ?
malfunction               | before | no  | ?                      | ?                   | void GENERAL RULES
malfunction               | paid   | no  | ?                      | ?                   | void GENERAL RULES
malfunction               | next   | no  | ?                      | ?                   | void GENERAL RULES
wager-placed-late         | before | no  | refuse-wager 5.6       | refuse-wager 3.2    | ?
wager-increased-late      | before | no  | refuse-increase 5.6    | refuse-increase 3.2 | ?
wager-withdrawn-late      | before | no  | settle-as-placed 5.7   | ?                   | ?
connection-lost           | before | no  | ?                      | ?                   | complete DISCONNECTION POLICY
"""  # noqa: E501 – a table is read across
MBS = ("mbs-no-commission", "mbs-tiger", "mbs-elements")
COLUMNS = (MBS, ("rws-non-commission",), ("zero-commission",))
WHEN = {"before": BEFORE, "paid": PAID, "next": NEXT}


def cases() -> list[tuple[str, Report, str]]:
    found = []
    for line in TABLE.strip().splitlines():
        what, when, reconstructed, *rulings = [cell.strip() for cell in line.split("|")]
        report = Report(found=Found(what), noticed=WHEN[when], reconstructed=reconstructed == "yes")
        for names, ruling in zip(COLUMNS, rulings, strict=True):
            found += [(name, report, ruling) for name in names]
    return found


@pytest.mark.parametrize(("name", "report", "expected"), cases())
def test_ruling(name: str, report: Report, expected: str) -> None:
    ruling = adjudicate(find_rulebook(name), report)
    if expected == "?":
        assert (ruling.decision, ruling.clause) == (Decision.SUPERVISOR, None)
        assert "does not cover this" in ruling.words
    else:
        decision, _, clause = expected.partition(" ")
        assert (ruling.decision.value, ruling.clause or "") == (decision, clause)
        assert ruling.words


def test_only_tiger_speaks_of_extra_or_missing_cards() -> None:
    report = Report(found=Found.EXTRA_OR_MISSING_CARDS)
    decisions = {name: adjudicate(find_rulebook(name), report).decision for name in MBS}
    assert decisions == {
        "mbs-no-commission": Decision.SUPERVISOR,
        "mbs-tiger": Decision.VOID,
        "mbs-elements": Decision.SUPERVISOR,
    }


@pytest.mark.parametrize("name", MBS)
def test_cards_drawn_together_after_the_initial_deal_are_not_covered(name: str) -> None:
    report = Report(found=Found.ORDER_UNKNOWN, in_initial_deal=False)
    assert adjudicate(find_rulebook(name), report).decision is Decision.SUPERVISOR


@pytest.mark.parametrize("rulebook", newest_rulebooks(), ids=lambda rulebook: rulebook.id)
def test_every_report_gets_a_ruling_and_no_clause_is_made_up(rulebook: Rulebook) -> None:
    for found, noticed, reconstructed, initial in product(
        Found, Noticed, (False, True), (False, True)
    ):
        ruling = adjudicate(
            rulebook,
            Report(
                found=found,
                noticed=noticed,
                reconstructed=reconstructed,
                in_initial_deal=initial,
            ),
        )
        assert ruling.words
        assert ruling.clause is None or ruling.clause in rulebook.clauses
        if noticed is NEXT:
            assert ruling.decision is not Decision.GO_ON
            assert ruling.decision is not Decision.VOID or found is Found.MALFUNCTION
