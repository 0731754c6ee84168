// Requests of the lab.

import { send } from "../server/api.js";

/** @type {Promise<import("../server/protocol.js").LabCatalog> | null} */
let catalog = null;

/** Return what the lab offers; it is asked for once. */
export function loadCatalog() {
  catalog ??= /** @type {Promise<import("../server/protocol.js").LabCatalog>} */ (send("GET", "/api/lab"));
  catalog.catch(() => (catalog = null));
  return catalog;
}
