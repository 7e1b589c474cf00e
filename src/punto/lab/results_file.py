"""Results of a simulation in a file: JSON, or Parquet, with all that makes them again."""

import json
from pathlib import Path
from typing import Final

from punto.errors import WrongInput
from punto.frames import arrow_here
from punto.lab.simulation_record import provenance, simulation_record
from punto.sim import Play, Simulation
from punto.sim.whole_file import whole_file

FORMS: Final = (".json", ".parquet")


def check_results_file(file: Path) -> None:
    """Refuse a file that could not be written, before any work."""
    if file.suffix.lower() not in FORMS:
        raise WrongInput(f"results are written as {' or '.join(FORMS)}, not {file.name!r}")
    if not file.parent.is_dir():
        raise WrongInput(f"{file}: there is no directory {file.parent}")
    if file.suffix.lower() == ".parquet":
        arrow_here()


def write_results(found: Simulation | Play, file: Path) -> None:
    """Write what came of a simulation.

    JSON has what `--json` prints. Parquet has a row for each wager and what it pays, or for each
    session, and the rest under `punto` in its metadata. Both have settings, versions and hash.
    """
    check_results_file(file)
    record = {**simulation_record(found), **provenance(found)}
    with whole_file(file) as opened:
        if file.suffix.lower() == ".json":
            opened.write(f"{json.dumps(record, indent=2)}\n".encode())
            return
        arrow = arrow_here()
        table = arrow.table(found.columns)
        told = table.replace_schema_metadata({"punto": json.dumps(record)})
        arrow.parquet.write_table(told, opened)
