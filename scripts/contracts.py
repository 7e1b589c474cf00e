"""Our own contracts for import-linter: how the contracts in pyproject.toml are checked."""

from collections.abc import Iterator
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.domain.contract import InvalidContractOptions
from importlinter.domain.helpers import module_expressions_to_modules
from importlinter.domain.imports import ModuleExpression


class PureContract(ForbiddenContract):
    """The library's forbidden contract with exceptions, so that a new package starts as pure."""

    type_name = "pure"

    except_modules: Any = fields.SetField(subfield=fields.ModuleField())
    source_modules: Any = ForbiddenContract.source_modules

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: FBT001 - theirs
        found = set(module_expressions_to_modules(graph, self.source_modules))
        self.source_modules = {ModuleExpression(m.name) for m in found - self.except_modules}
        return super().check(graph, verbose)


class TableField(fields.Field[dict[str, set[str]]]):
    """A TOML table: the name of a package, and the names that it may import."""

    def parse(self, raw_data: Any) -> dict[str, set[str]]:  # noqa: ANN401 - straight from TOML
        return {name: set(may_import) for name, may_import in raw_data.items()}


class TableContract(Contract):
    """Each package imports what its line names, what those may import in turn, and no more.

    A package without a line breaks the contract; a line without a package is one still to come.
    The line ``__init__`` is for the top of the package itself.
    """

    type_name = "table"

    package: Any = fields.StringField()
    open_to_all: Any = fields.SetField(subfield=fields.StringField())
    table: Any = TableField()

    def validate(self) -> None:
        named = self.open_to_all.union(*self.table.values())
        if unknown := sorted(named - self.table.keys()):
            raise InvalidContractOptions({"table": f"no line for {', '.join(unknown)}"})

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002, FBT001 - theirs
        faults = [*self._undeclared(graph), *self._not_allowed(graph)]
        return ContractCheck(kept=not faults, metadata={"faults": sorted(faults)})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for fault in check.metadata["faults"]:
            output.print_error(f"- {fault}", bold=False)
        output.new_line()

    def _undeclared(self, graph: ImportGraph) -> Iterator[str]:
        for module in graph.find_children(self.package):
            if self._line_of(module) not in self.table:
                yield f"{module} has no line in the table"

    def _not_allowed(self, graph: ImportGraph) -> Iterator[str]:
        for importer in (self.package, *graph.find_descendants(self.package)):
            line = self._line_of(importer)
            allowed = {line} | self._reach(line) | self.open_to_all
            for imported in graph.find_modules_directly_imported_by(importer):
                if self._is_ours(imported) and self._line_of(imported) not in allowed:
                    details = graph.get_import_details(importer=importer, imported=imported)
                    numbers = ", ".join(str(detail["line_number"]) for detail in details)
                    yield f"{importer} must not import {imported} (line {numbers})"

    def _is_ours(self, module: str) -> bool:
        return f"{module}.".startswith(f"{self.package}.")

    def _line_of(self, module: str) -> str:
        """``punto.rules.hand`` belongs to the line ``rules``, ``punto`` to ``__init__``."""
        parts: list[str] = module.removeprefix(self.package).split(".")
        return parts[1] if len(parts) > 1 else "__init__"

    def _reach(self, name: str) -> set[str]:
        """All that a line allows: the names in it and, in turn, all that their lines allow."""
        direct: set[str] = self.table.get(name, set())
        return direct.union(*(self._reach(other) for other in direct))
