// A page of help: the language chosen there is the board's too, as strings.js reads it.

import * as storage from "./storage.js";
import { leadBack } from "./way-back.js";

const other = /** @type {HTMLAnchorElement} */ (document.querySelector("a[hreflang]"));
other.addEventListener("click", () => storage.set("language", other.hreflang));
leadBack();
