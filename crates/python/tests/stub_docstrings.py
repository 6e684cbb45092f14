"""Editors show the docstrings of a stub, and those of a compiled module only if they may import it. Run this file to put
the docstrings of the installed package into the stub in the repository; a test compares them.
"""

import ast
import inspect
import pathlib

from extremal import _native

STUB = pathlib.Path(__file__).parents[1] / "python" / "extremal" / "_native.pyi"


def documented(text):
    """The text of a stub with the docstrings that the module has."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    # From the end, so that places before it stay what they are.
    for node, doc in reversed(list(documents(ast.parse(text)))):
        indent = " " * (node.col_offset + 4)
        lines = doc.splitlines()
        quoted = doc if len(lines) == 1 else "\n".join([lines[0], *(f"{indent}{line}".rstrip() for line in lines[1:]), indent])
        quoted = f'{indent}"""{quoted}"""\n'
        first = node.body[0]
        if isinstance(first, ast.Expr):
            # A docstring, or three dots, which it replaces.
            begin, end = starts[first.lineno - 1] + first.col_offset, starts[first.end_lineno]
        else:
            line = min([first.lineno, *(decorator.lineno for decorator in getattr(first, "decorator_list", ()))])
            begin = end = starts[line - 1]
        text = text[:begin].rstrip() + "\n" + quoted + text[end:]
    return text


def documents(module):
    """Classes, functions and methods of the tree of a stub with their docstrings, in order."""
    for node in module.body:
        item = vars(_native).get(getattr(node, "name", None))
        doc = inspect.cleandoc(item.__doc__) if item is not None and item.__doc__ else None
        if doc and isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node, doc
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_") and inner.name in vars(item):
                member = vars(item)[inner.name]
                member = member.__func__ if isinstance(member, staticmethod) else member
                # What is not compiled belongs to collections.abc.
                if not inspect.isfunction(member):
                    yield inner, inspect.cleandoc(member.__doc__)


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text()))
