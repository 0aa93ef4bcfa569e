// Starts the page that was opened as a file: its modules become blobs, and an import map names them.

const imports = {};
for (const [name, text] of Object.entries(globalThis.cpsudoku_files.modules)) {
  imports[name] = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}
const map = document.createElement("script");
map.type = "importmap";
map.nonce = "page";
map.textContent = JSON.stringify({ imports });
document.head.append(map);
import("cpsudoku/main");
