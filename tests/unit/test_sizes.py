"""Nothing is longer than a reader takes in at once."""

import ast
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[2] / "src"
MOST_LINES: Final = 400
MOST_OF_A_FUNCTION: Final = 50


def test_no_file_and_no_function_is_too_long() -> None:
    long = []
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > MOST_LINES:
            long.append(f"{path.relative_to(SOURCE)}: {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > MOST_OF_A_FUNCTION:
                    long.append(f"{path.relative_to(SOURCE)}: {node.name} has {lines} lines")
    assert long == []
