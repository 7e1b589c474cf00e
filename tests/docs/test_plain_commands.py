"""Commands that a page shows without what they print: where each is tried, or why it is not.

What a page shows with its output begins with `$`, and is run by `test_examples.py` and
`test_operations.py`.
"""

import re
from collections.abc import Iterator
from typing import Final

import punto
from tests.docs.test_examples import blocks
from tests.docs.test_named_commands import PAGES

WHEEL: Final = f"punto-{punto.__version__}-py3-none-any.whl"
COMMAND: Final = re.compile(
    r"(?:PUNTO_\w+=\S+ )*(?:[\w./]*/)?(?:punto|pip|python3?|dask|docker|systemctl|npm) .*"
    r"|(?:PUNTO_\w+=\S+ )*scripts/\w+.*|(?:[\d*]+ ){5} *punto .*"
)

TRIED: Final = {
    f"pip install '{WHEEL}[server]'": "scripts/package installs the wheel so",
    "punto serve": "scripts/package, and every test of the server",
    "python3 -m venv punto": "scripts/package makes one by the module",
    f"punto/bin/pip install '{WHEEL}[server]'": "scripts/package",
    "punto/bin/punto serve": "scripts/package",
    "scripts/punto …     run punto": "every `$ scripts/punto` of the pages",
    "scripts/test        check the code and run all tests; with --quick, those of three minutes": (
        "this is it"
    ),
    "punto admin liability --database postgresql://punto@HOST/punto": (
        "tests/cli/test_admin.py; HOST is the reader's"
    ),
    "punto serve --node a --port 8000 --database postgresql://punto@HOST/punto": (
        "tests/server/test_node_processes.py; HOST is the reader's"
    ),
    "punto serve --node b --port 8000 --database postgresql://punto@HOST/punto": (
        "tests/server/test_node_processes.py; HOST is the reader's"
    ),
    "punto serve --node a --host 10.0.0.5 --node-address 10.0.0.5:8100"
    " --database postgresql://punto@HOST/punto": (
        "tests/server/test_node_processes.py, with an address of this machine"
    ),
    "30 5 * * *  punto admin backup /backups/$(date +\\%F).punto.gz --data /srv/house": (
        "a line for cron, which is not run; the command is, under Backups"
    ),
    'punto admin write-off terminal-1 --who sam --why "the customer is gone" --data house': (
        "tests/cli/test_admin.py; nobody owes anything in the house of the page"
    ),
    "punto admin players": "tests/cli/test_players.py",
    "punto admin limits PLAYER --stake 5000 --loss-day 20000 --who NAME --why TEXT": (
        "tests/cli/test_players.py; PLAYER is the reader's"
    ),
    "punto admin exclude PLAYER --days 30 --who NAME --why TEXT": "tests/cli/test_players.py",
    "scripts/punto simulate mbs-tiger --rounds 1000000000000 --checkpoint tiger.run": (
        "tests/sim/test_checkpoint.py, with rounds that end"
    ),
    "dask scheduler --port 8786 &": "tests/sim/test_cluster.py makes a cluster of its own",
    "dask worker tcp://127.0.0.1:8786 --nworkers 8 --nthreads 1 &": "tests/sim/test_cluster.py",
    "scripts/punto simulate mbs-tiger --rounds 1000000000000 --backend dask"
    " --scheduler tcp://127.0.0.1:8786": "tests/sim/test_cluster.py, with rounds that end",
    "PUNTO_SCREENSHOTS=1 scripts/test tests/browser/test_{tour,console,wall}.py": (
        "the same tests run with every scripts/test, and keep no pictures then"
    ),
}
"""Every such line, and where it is tried or why it is not."""


def plain_commands() -> Iterator[str]:
    """List the lines of blocks without a language that are commands and have no `$`."""
    for block in (each for page in PAGES for each in blocks(page, "")):
        if not re.match(r"\$ |\n", block):  # a block after one with a language begins with a line
            yield from filter(COMMAND.fullmatch, block.splitlines())


def test_every_plain_command_of_a_page_is_accounted_for() -> None:
    assert set(plain_commands()) == set(TRIED)
