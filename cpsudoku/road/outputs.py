"""The outputs of a run, and the checkpoint from which another run continues them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import blake2b
from time import monotonic

from cpsudoku.road.plan import Plan
from cpsudoku.road.sinks.base import Encoding
from cpsudoku.road.sinks.growing import ALL, BAD, GOOD, Growing
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.files import is_stream, own_file, partial_of, replacing
from cpsudoku.runtime.json_text import JsonObject, value_of_json
from cpsudoku.runtime.plural import plural

CHECKPOINT_SECONDS = 5.0
_ROWS = {"output": ALL, "keep": GOOD, "reject": BAD}


class Outputs:
    """The outputs of a run. If it stops, they stay with a checkpoint, from which another continues.

    ``state`` is the checkpoint that this run continues from; None if it begins. It raises
    InputError if that belongs to another run, or an output is missing.
    """

    def __init__(self, plan: Plan, say: Callable[[str], None]) -> None:
        self._plan, self._say = plan, say
        self.state = _read(plan, say) if plan.resume else None
        self.sinks: dict[str, Growing] = {}
        self._content = blake2b(digest_size=16)  # of everything judged
        self._whole: JsonObject = {}  # the content of a checkpoint: the state after a block
        self._saved = monotonic()

    def cover(self, identities: Iterable[bytes]) -> None:
        """Read the part again that the checkpoint covers; raise InputError if it has changed."""
        for identity in identities:
            self._content.update(identity)
        if self.state is None or self._content.hexdigest() != self.state["content"]:
            raise _of_another_run(self._plan, "the content of the input")

    def open(self, encodings: Mapping[str, Encoding]) -> None:
        """Begin each output in its encoding, or continue it."""
        sizes = self.state["sizes"] if self.state is not None else {}
        for name, encoding in encodings.items():
            path = self._plan.outputs[name]
            self.sinks[name] = Growing(path, sizes.get(name, 0), encoding, _ROWS[name])

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """A context in which a block is written to every output, or to none if one can't be."""
        before = {name: sink.size for name, sink in self.sinks.items()}
        try:
            yield
        except InputError:
            for name, sink in self.sinks.items():
                sink.cut(before[name])
            raise

    def add(self, identity: bytes, rows: int, **state: object) -> None:
        """Note the state after a block, which has this identity, and write it now and then."""
        self._content.update(identity)
        self.note(rows, **state)
        if monotonic() - self._saved > CHECKPOINT_SECONDS:
            self._save()
            self._saved = monotonic()

    def note(self, rows: int, **state: object) -> None:
        """Remember the state after so many rows; Ctrl-C may interrupt the next block."""
        sizes = {name: sink.size for name, sink in self.sinks.items()}
        content = {"rows": rows, "content": self._content.hexdigest(), "sizes": sizes}
        self._whole = content | state

    @contextmanager
    def kept(self) -> Iterator[None]:
        """A context after whose failure the whole blocks stay, for ``resume``."""
        self._saved = monotonic()
        try:
            yield
        except KeyboardInterrupt:
            self._save()
            if self._plan.checkpoint is not None:
                rows = plural(self._whole["rows"], "row")
                self._say(f"stopped after {rows}; use {{resume}} to continue from there")
            raise
        except InputError:  # an output can't be written
            with suppress(InputError, OSError):
                self._save()
            raise

    def _save(self) -> None:
        """Flush the whole blocks to the disk, then write the checkpoint with their size."""
        path = self._plan.checkpoint
        if path is None:
            return
        for name, sink in self.sinks.items():
            sink.cut(self._whole["sizes"][name])
            sink.sync()
        with replacing(path) as stream:
            signature = {"signature": self._plan.signature()}
            stream.write(json.dumps(signature | self._whole).encode())

    def finish(self) -> None:
        """Give the outputs their names; no checkpoint is needed any more."""
        for sink in self.sinks.values():
            sink.finish()
        if self._plan.checkpoint is not None:
            self._plan.checkpoint.unlink(missing_ok=True)


def _read(plan: Plan, say: Callable[[str], None]) -> JsonObject | None:
    """The state to continue from, or None if there is none.

    Raises InputError if the checkpoint belongs to another run, or its output is missing.
    """
    for output in plan.outputs.values():
        if is_stream(output):
            raise InputError("{resume} needs a regular file", Source(str(output)))
    path = plan.checkpoint
    assert path is not None
    if not path.exists():
        say(f"there is no checkpoint {path}; starting from the beginning")
        return None
    source = Source(str(path))
    with own_file(path) as stream:
        text = stream.read()
    try:
        state: JsonObject = value_of_json(text)
        signature, sizes = state["signature"], state["sizes"]
        if not (isinstance(signature, dict) and isinstance(sizes, dict)):
            raise ValueError("it has no signature")
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"it is not a checkpoint: {error}", source) from None
    wanted = json.loads(json.dumps(plan.signature()))
    different = [key for key, value in wanted.items() if signature.get(key) != value]
    if different:
        raise _of_another_run(plan, ", ".join(different))
    for name, output in plan.outputs.items():
        partial = partial_of(output)
        if not partial.exists() or partial.stat().st_size < sizes[name]:
            raise InputError(f"its output {partial} is missing or too short", source)
    return state


def _of_another_run(plan: Plan, what: str) -> InputError:
    """The error for a checkpoint that does not belong to this run."""
    return InputError(
        f"it belongs to another run: {what} changed; omit {{resume}} to start from the beginning",
        Source(str(plan.checkpoint)),
    )
