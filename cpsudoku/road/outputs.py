"""The outputs of a run, and the checkpoint from which another run continues them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import blake2b
from time import monotonic

from cpsudoku.road.plan import Plan
from cpsudoku.road.sinks.base import ALL, BAD, GOOD, Encoding, Writable
from cpsudoku.road.sinks.growing import Growing
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.files import is_stream, own_file, partial_of, replacing
from cpsudoku.runtime.json_text import JsonObject, value_of_json
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded

CHECKPOINT_SECONDS = 5.0
_ROWS = {"output": ALL, "keep": GOOD, "reject": BAD}


class Outputs:
    """The outputs of a run. If it stops, they stay with a checkpoint, from which another continues.

    ``encodings`` say how each is written, and ``state_now`` returns the state of the run after the
    blocks so far. ``state`` is the one that this run continues from; None if it begins. Raises
    InputError if the checkpoint belongs to another run, or an output is missing.
    """

    def __init__(
        self,
        plan: Plan,
        encodings: Mapping[str, Encoding],
        state_now: Callable[[], JsonObject],
        say: Callable[[str], None],
    ) -> None:
        self._plan, self._encodings, self._state_now, self._say = plan, encodings, state_now, say
        self.state = _read(plan, say) if plan.resume else None
        self._files: dict[str, Growing] = {}
        self._content = blake2b(digest_size=16)  # of everything judged
        self._whole: JsonObject = {}  # the content of a checkpoint: the state after a block
        self._saved = monotonic()

    def cover(self, identities: Iterable[bytes]) -> None:
        """Read the part again that the checkpoint covers; raise InputError if it has changed."""
        for identity in identities:
            self._content.update(identity)
        if self.state is None or self._content.hexdigest() != self.state["content"]:
            raise _of_another_run(self._plan, worded("the content of the input"))

    def take(self, judged: Iterator[Writable]) -> None:
        """Begin or continue each output, and write all blocks.

        After a failure the whole blocks stay, for ``resume``.
        """
        with self._stopping():
            self._open()
            self._saved = monotonic()
            self._take(judged)

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        """A context after whose failure nothing writes the outputs any more."""
        try:
            yield
        except BaseException:
            for file in self._files.values():
                file.stop()
            raise

    def _take(self, judged: Iterator[Writable]) -> None:
        try:
            for block in judged:
                self.write(block)
                del block  # see travel()
        except KeyboardInterrupt:
            self._save()
            if self._plan.checkpoint is not None:
                rows = plural(self._whole["rows"], "row")
                self._say(
                    worded("stopped after {rows}; use {resume} to continue from there", rows=rows)
                )
            raise
        except InputError:  # an output can't be written
            with suppress(InputError, OSError):
                self._save()
            raise

    def _open(self) -> None:
        """Begin each output in its encoding, or continue it."""
        sizes = self.state["sizes"] if self.state is not None else {}
        for name, encoding in self._encodings.items():
            path = self._plan.outputs[name]
            self._files[name] = Growing(path, sizes.get(name, 0), encoding, _ROWS[name])
        self._note()

    def write(self, block: Writable) -> None:
        """Write a block to each output, or to none, and now and then the state after it."""
        before = self._sizes()
        try:
            for file in self._files.values():
                file.write(block.written(file.encoding, file.rows))
        except InputError:
            self._cut(before)
            raise
        self._content.update(block.identity)
        self._note()
        if monotonic() - self._saved > CHECKPOINT_SECONDS:
            self._save()
            self._saved = monotonic()

    def _note(self) -> None:
        """Remember the state now; Ctrl-C may interrupt the next block."""
        content = {"content": self._content.hexdigest(), "sizes": self._sizes()}
        self._whole = content | self._state_now()

    def _sizes(self) -> dict[str, int]:
        return {name: file.size for name, file in self._files.items()}

    def _cut(self, sizes: Mapping[str, int]) -> None:
        for name, file in self._files.items():
            file.cut(sizes[name])

    def _save(self) -> None:
        """Flush the whole blocks to the disk, then write the checkpoint with their size."""
        path = self._plan.checkpoint
        if path is None:
            return
        self._cut(self._whole["sizes"])
        for file in self._files.values():
            file.sync()
        with replacing(path) as stream:
            signature = {"signature": self._plan.signature()}
            stream.write(json.dumps(signature | self._whole).encode())

    def finish(self) -> None:
        """Give the outputs their names; no checkpoint is needed any more."""
        with self._stopping():
            for file in self._files.values():
                file.finish()
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
        say(worded("there is no checkpoint {path}; starting from the beginning", path=path))
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
        raise InputError("it is not a checkpoint: {error}", source, error=error) from None
    wanted = json.loads(json.dumps(plan.signature()))
    different = [key for key, value in wanted.items() if signature.get(key) != value]
    if different:
        raise _of_another_run(plan, ", ".join(different))
    for name, output in plan.outputs.items():
        partial = partial_of(output)
        if not partial.exists() or partial.stat().st_size < sizes[name]:
            raise InputError(
                "its output {partial} is missing or too short", source, partial=partial
            )
    return state


def _of_another_run(plan: Plan, what: str) -> InputError:
    """The error for a checkpoint that does not belong to this run."""
    return InputError(
        "it belongs to another run: {what} changed; omit {resume} to start from the beginning",
        Source(str(plan.checkpoint)),
        what=what,
    )
