"""Columns of texts as runs of equal ones, in the stream of batches that becomes Parquet."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cpsudoku.road.sinks.arrow_runs import packed, unpacked

pa = pytest.importorskip("pyarrow")

COLUMNS = [
    ([], 0),
    (["unique"], 1),
    (["unique"] * 5, 1),
    (["unique", "none", "unique"], 3),
    (["none", "nonenone", ""], 3),
    (["ab", "abab"], 2),
    (["", "", ""], 3),
    ([None, None, None], 1),
    ([None, "none", None], 3),
    (["ü", "ü", "ü"], 1),
]


@pytest.mark.parametrize(("texts", "runs"), COLUMNS)
def test_a_stream_keeps_texts_and_equal_ones_once(texts: list[str | None], runs: int) -> None:
    batch = pa.record_batch(
        {
            "status": pa.array(texts, pa.string()),
            "puzzle": pa.array(texts, pa.string()),
            "line": pa.array(range(len(texts)), pa.int64()),
        }
    )
    short = packed(batch)
    assert len(short.column(0).values) == runs
    assert short.column(1).type == pa.string()
    assert short.schema.equals(packed(batch.slice(0, 0)).schema)
    read = pa.ipc.read_record_batch(short.serialize(), short.schema)
    back = unpacked(read)
    back.validate(full=True)
    assert back.equals(batch)
    assert back.schema.equals(batch.schema, check_metadata=True)


def test_runs_load_neither_pandas_nor_the_functions_of_arrow() -> None:
    code = (
        "import sys, pyarrow as pa; from cpsudoku.road.sinks.arrow_runs import packed, unpacked;"
        "texts = pa.StringArray.from_buffers(2, pa.py_buffer(bytes(12)), pa.py_buffer(b''));"
        "unpacked(packed(pa.record_batch({'status': texts})));"
        "sys.exit('pandas' in sys.modules or 'pyarrow.compute' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
