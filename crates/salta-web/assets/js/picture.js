// The board as a picture to share.

const SIZE = 1200;

// Rules of the page's style sheets for the board, for a picture that stands alone.
function style() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const ofBoard = rules.filter((text) => text.startsWith("#board .")).map((text) => text.replaceAll("#board ", ""));
  const shown = getComputedStyle(document.documentElement);
  const colours = ["--light", "--dark", "--frame", "--gold"].map((name) => `${name}:${shown.getPropertyValue(name)}`);
  return `svg{${colours.join(";")}}${ofBoard.join("")}.piece{transition:none}`;
}

/**
 * The picture as a PNG file.
 * @param {SVGSVGElement} svg
 * @returns {Promise<Blob>}
 */
export async function pictureOf(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const side of ["width", "height"]) copy.setAttribute(side, String(SIZE));
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "style");
  sheet.textContent = style();
  copy.prepend(sheet);
  const image = new Image(SIZE, SIZE);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  canvas.getContext("2d")?.drawImage(image, 0, 0, SIZE, SIZE);
  return new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)), "image/png"));
}
