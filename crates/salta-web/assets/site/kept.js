// Tables of solved boards in the browser's storage, for the next visit: compressed, each under its variant.

// So many of the latest are kept.
const MOST = 4;
const FOLDER = new URL("../tables/", import.meta.url).href;

const open = () => caches.open(FOLDER);
/** @param {string} variant */
const address = (variant) => `${FOLDER}${encodeURIComponent(variant)}`;

// Fails where there is no storage, or no room in it.
/** @param {string} variant @param {Uint8Array<ArrayBuffer>[]} parts */
export async function keep(variant, parts) {
  const cache = await open();
  const table = new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"));
  await cache.put(address(variant), new Response(table));
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST).map((oldest) => cache.delete(oldest)));
}

// The bytes of a table, if it was kept; unpacking finds damage.
/** @param {string} variant */
export async function recall(variant) {
  try {
    const body = (await (await open()).match(address(variant)))?.body;
    return body ? await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer() : null;
  } catch {
    return null;
  }
}

/** @param {string} variant */
export const forget = async (variant) => (await open()).delete(address(variant));
