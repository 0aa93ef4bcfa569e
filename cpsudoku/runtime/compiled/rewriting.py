"""Rewrites the source of compiled functions as plain Python.

Only what Python cannot do with lists is rewritten before the source becomes code:

- ``a[i, j]`` becomes ``a[i][j]``, and ``a.shape[1]`` the length of a row.
- Numbers of NumPy become numbers of Python, which do not overflow.
- Decorators and annotations are dropped.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from pathlib import Path
from types import CodeType

_NUMBERS = ("uint8", "uint32", "int64", "uint64", "float64")


def rewritten(path: Path, skipped: Collection[str]) -> CodeType:
    """The functions, classes and constants of a file as byte code, without those of these names."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    tree.body = [each for each in tree.body if _is_kept(each, skipped)]
    source = ast.fix_missing_locations(_Rewriter().visit(tree))
    made: CodeType = compile(source, str(path), "exec")
    return made


def _is_kept(node: ast.stmt, skipped: Collection[str]) -> bool:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name not in skipped
    if isinstance(node, ast.Assign):
        return not any(isinstance(each, ast.Name) and each.id in skipped for each in node.targets)
    return False


class _Rewriter(ast.NodeTransformer):
    """Turns the source of a compiled function into Python for lists."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Without its decorator and its annotations."""
        node.decorator_list, node.returns = [], None
        for argument in node.args.args:
            argument.annotation = None
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """An index of an array, or of its shape, as one of nested lists."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            array: ast.expr = node.value.value
            assert isinstance(node.slice, ast.Constant)
            assert isinstance(node.slice.value, int)
            for _ in range(node.slice.value):
                array = ast.Subscript(array, ast.Constant(0), ast.Load())
            return ast.Call(ast.Name("len", ast.Load()), [array], [])
        if isinstance(node.slice, ast.Tuple):
            row, column = node.slice.elts
            return ast.Subscript(ast.Subscript(node.value, row, ast.Load()), column, node.ctx)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A number of NumPy as a number."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _NUMBERS:
            return node.args[0]
        return node
