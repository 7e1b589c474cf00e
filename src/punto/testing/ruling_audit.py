"""What the auditor knows of rulings: the rulebook is behind each, and each is carried out."""

from punto.coup.event import CardsReconstructed, RoundSettledAgain, RoundVoided
from punto.rules import Rulebook, VoidCause
from punto.rules.rulebook import VoidRule
from punto.table.event import (
    EarlierRoundVoided,
    IrregularityRuled,
    SupervisorDecided,
    TableEvent,
)
from punto.table.irregularity import Decision, Noticed
from punto.testing.violation import Violation, require


class RulingAudit:
    """Voids come of rulings and decisions, and nothing happens while a supervisor is awaited."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._awaiting: IrregularityRuled | None = None
        self._reaches: IrregularityRuled | None = None
        """A ruling that voids earlier rounds too."""
        self._voided_late: set[int] = set()
        self._mending = False
        """Whether a ruling has just said that the round goes on."""
        self._void: tuple[str, str | None] | None = None
        """Reason and clause of a void that must be the next event."""

    def before(self, event: TableEvent) -> None:
        """See that nothing comes between a ruling and what must follow it."""
        name = type(event).__name__
        if self._awaiting is not None:
            decided = isinstance(event, SupervisorDecided)
            require(decided, f"{name} while a supervisor was awaited")
        if self._void is not None:
            require(isinstance(event, RoundVoided), f"{name} where the void was to come")

    def at_rest(self) -> None:
        """After a command, no void may be outstanding, and no ruling mends anything any more."""
        self._mending = False
        require(self._void is None, "a round that was ruled void was not voided")

    def ruled(self, event: IrregularityRuled, *, in_initial_deal: bool, can_be_void: bool) -> None:
        """A ruling cites the rulebook and does not go beyond it."""
        require(bool(event.who.strip() and event.why.strip()), "a ruling without who and why")
        clauses = self._rulebook.clauses
        known = event.clause is None or event.clause in clauses
        require(known, f"a ruling cites {event.clause}, which is no clause")
        if event.decision is Decision.SUPERVISOR:
            require(event.clause is None, "a clause is cited, and a supervisor asked")
            self._awaiting = event
        if event.decision is Decision.GO_ON:
            self._mending = True
        if event.decision is Decision.VOID:
            self._check_void(event, in_initial_deal=in_initial_deal)
            if can_be_void:
                self._void = event.found.value, event.clause
            if event.noticed is Noticed.AFTER_NEXT_COMMENCED:
                self._reaches = event

    def _check_void(self, event: IrregularityRuled, *, in_initial_deal: bool) -> None:
        rule = self._rule(event)
        require(event.clause == rule.clause, f"{event.found.value} is not void by {event.clause}")
        commenced = event.noticed is Noticed.AFTER_NEXT_COMMENCED
        all_plays = rule.cause is VoidCause.MALFUNCTION
        require(all_plays or not commenced, "a round was ruled void after the next had commenced")
        if event.noticed is Noticed.AFTER_PAYMENT:
            reaches = rule.until_next_round or rule.cause is VoidCause.MALFUNCTION
            require(reaches, f"{event.found.value} does not void a round that was paid")
        can_be = rule.unless_reconstructed or rule.cause is VoidCause.ORDER_UNKNOWN
        mended = can_be and event.reconstructed
        require(not mended, "a round that was reconstructed was ruled void")
        inside = in_initial_deal or not rule.initial_deal_only
        require(inside, f"{event.found.value} voids in the initial deal only")

    def _rule(self, event: IrregularityRuled) -> VoidRule:
        for rule in self._rulebook.voids:
            if rule.cause.value == event.found.value:
                return rule
        raise Violation(f"the rulebook voids no round for {event.found.value}")

    def decided(self, event: SupervisorDecided) -> None:
        """A decision is on what was left to the supervisor, in the round it was about."""
        awaiting = self._awaiting
        if awaiting is None:
            raise Violation("a supervisor decided what nobody had asked")
        require(bool(event.who.strip() and event.why.strip()), "a decision without who and why")
        same = event.round == awaiting.round
        require(same, f"the question was on round {awaiting.round}, the answer on {event.round}")
        self._awaiting = None
        if event.void:
            commenced = awaiting.noticed is Noticed.AFTER_NEXT_COMMENCED
            require(not commenced, "a round was decided void after the next had commenced")
            self._void = "supervisor", None

    def mended(self, event: CardsReconstructed | RoundSettledAgain) -> None:
        """Cards are put in their order by a ruling that the round goes on, and by nothing else."""
        require(self._mending, f"{type(event).__name__} without a ruling")
        self._mending = False

    def round_begins(self) -> None:
        """A ruling reaches back no more once the next round has commenced."""
        self._reaches = None

    def voided_earlier(self, event: EarlierRoundVoided, last: int) -> None:
        """An earlier round is void once, by a ruling that reaches back to it."""
        ruling = self._reaches
        if ruling is None:
            raise Violation("an earlier round was voided without a ruling")
        inside = ruling.round <= event.round <= last
        require(inside, f"the ruling was from round {ruling.round} on, not on {event.round}")
        said = event.reason, event.clause
        require(said == (ruling.found.value, ruling.clause), f"void for {said}, not as ruled")
        require(bool(event.who.strip() and event.why.strip()), "a void without who and why")
        require(event.round not in self._voided_late, f"round {event.round} was void twice")
        self._voided_late.add(event.round)

    def voided(self, event: RoundVoided) -> None:
        """A void carries out the ruling before it."""
        due = self._void
        require(due is not None, "a round was voided without a ruling")
        said = event.reason, event.clause
        require(said == due, f"the round was to be void for {due}, not {said}")
        self._void = None
