// What Python with cpsudoku starts from: its memory after a first start, and the files of cpsudoku.
// The worker of the page has this, and so has what makes the page.

/** What gzip has compressed into a stream. */
export const unpacked = async (stream) => new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());

/** Give Python its files. `packed` has the length of a list, the list of names and sizes, and the contents. */
export function writeFiles({ FS }, packed) {
  let at = 4 + new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const folders = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(packed.subarray(4, at)))) {
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(name, packed.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** Create the module of Python as `create` does, with so much room that it can take over the memory. */
export const withRoomFor = (memory, create) => async (settings) => {
  const module = await create(settings);
  const { length } = await memory;
  if (length > module.HEAP8.length) module._malloc(length); // takes it at the end, so that all of it fits
  return module;
};
