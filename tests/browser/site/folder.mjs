// A folder of plain files, served below a path of its own.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** @import { AddressInfo } from "node:net" */

/** @type {Record<string, string>} */
const KINDS = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json",
};
const PLACE = "/some/where/";

/** @param {string} folder */
export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "", "http://localhost").pathname;
    const file = path.startsWith(PLACE) && join(folder, normalize(path.slice(PLACE.length)) || ".");
    const body = file && (await readFile(path.endsWith("/") ? join(file, "index.html") : file).catch(() => null));
    response.writeHead(body ? 200 : 404, {
      "content-type": KINDS[extname(path) || ".html"] ?? "application/octet-stream",
    });
    response.end(body);
  });
  await new Promise((go) => server.listen(0, "127.0.0.1", () => go(null)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  return { server, url: `http://127.0.0.1:${port}${PLACE}` };
}
