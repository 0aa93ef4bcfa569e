#!/usr/bin/env python3
"""Compiles the search of propagators to WebAssembly: scripts/web_assembly.py FILE.

The source is the one that Numba compiles for this machine. Its code for LLVM is compiled again, to
a library that the Python of Pyodide loads. The linker is wasm-ld, of LLVM's lld or of ziglang.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
# What makes Numba emit code for any machine, anew.
ENVIRONMENT = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
_MAIN = re.compile(r"^define [^\n]*@(_ZN8cpsudoku7engines9propagate6kernel6search[^(]*)\(", re.M)
_OF_MACHINE = re.compile(r'^target .*$|"(?:target-cpu|target-features|probe-stack)"="[^"]*"', re.M)
# A one-dimensional array of int64, as Numba passes it; only the address of its numbers is read.
_ARRAY = "ptr null, ptr null, i64 0, i64 8, ptr %{0}, i64 0, i64 8"
_ENTRY = f"""
define i64 @search(ptr %program, ptr %rows, i64 %budget) {{{{
  %returned = alloca i64
  %error = alloca ptr
  %status = call i32 @{{name}}(ptr %returned, ptr %error,
    {_ARRAY.format("program")}, {_ARRAY.format("rows")}, i64 %budget)
  %outcome = load i64, ptr %returned
  %is_fine = icmp eq i32 %status, 0
  %result = select i1 %is_fine, i64 %outcome, i64 -1
  ret i64 %result
}}}}
"""


def linker() -> list[str] | None:
    """The command of a linker for WebAssembly, or None."""
    names = ["wasm-ld", *(f"wasm-ld-{version}" for version in range(30, 13, -1))]
    found = next(filter(None, map(shutil.which, names)), None)
    if found is not None:
        return [found]
    return [sys.executable, "-m", "ziglang", "wasm-ld"] if find_spec("ziglang") else None


def compile_search(path: Path) -> None:
    """Write the library. It is compiled in a process of its own, which takes 15 s."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"NUMBA_CACHE_DIR": folder}
        command = [sys.executable, __file__, str(path.absolute())]
        subprocess.run(command, check=True, env=os.environ | ENVIRONMENT | places)


def code_of_search() -> str:
    """What Numba gives to LLVM for the search, with a function that needs nothing of Numba."""
    from cpsudoku.engines.propagate.kernel import search

    compiled: Any = search
    compiled = compiled.with_numba
    compiled.compile("int64(int64[::1], int64[::1], int64)")
    code = _OF_MACHINE.sub("", compiled.inspect_llvm(compiled.signatures[0]))
    (name,) = _MAIN.findall(code)
    return code + _ENTRY.format(name=name)


def object_of(code: str) -> bytes:
    """The code as an object file of WebAssembly, with the function ``search`` alone."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, reloc="pic", features=FEATURES)
    module = llvm.parse_assembly(code)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name != "search":
            each.linkage = "internal"
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    emitted: bytes = machine.emit_object(module)
    return emitted


def link(emitted: bytes, path: Path) -> None:
    """Write a library with the function ``search``."""
    command = linker()
    assert command is not None
    options = ["-shared", "--experimental-pic", "--export=search", "--strip-all"]
    with tempfile.NamedTemporaryFile(suffix=".o") as file:
        file.write(emitted)
        file.flush()
        subprocess.run([*command, *options, "-o", path, file.name], check=True)


if __name__ == "__main__":
    link(object_of(code_of_search()), Path(sys.argv[1]))
