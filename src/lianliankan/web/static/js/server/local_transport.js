// The way to the game in a site, in the place of transport.js: files of the site, and a worker that does what a server
// does elsewhere.

import { saveFile } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { FirstSocket, answerEarly, firstDeal, isNewcomer, noteVisit } from "../local/newcomer.js";
import { FILES, Runtime, pythonListAddress } from "../local/runtime.js";

/** @import { Socket } from "./transport.js" */

export { pythonListAddress };

/** What the site has as files, and what is the same for everyone. */
const FILE = /^\/(texts\/.*|faces\/\w+\.svg)$/;
const KERNEL = "/static/kernel.wasm"; // a site has it once, among the files that Python runs on
const FACTS = /^\/api\/(game|lab|toys\/[\w-]+)$/;

const local = new Runtime();
/** @type {Runtime | null} a server needs none */
export const runtime = local;

let isNew = isNewcomer();
void local.ready.then(() => {
  if (!isNew) void navigator.storage?.persist?.(); // some browsers ask the player, who has games to lose by now
  isNew = false;
  noteVisit();
});
local.start({ language: settings.language === "auto" ? navigator.language : settings.language });

/**
 * @param {string} method
 * @param {string} path
 * @param {Pick<RequestInit, "headers" | "body" | "signal">} [options]
 * @returns {Promise<Response>}
 */
export async function request(method, path, options = {}) {
  if (FILE.test(path)) return fetch(new URL(path.slice(1), FILES));
  if (path === KERNEL) return loadKernel();
  if (FACTS.test(path)) return fetch(new URL(`${path.slice(1)}.json`, FILES));
  const early = isNew ? await answerEarly(method, path, options.body).catch(() => null) : null;
  if (early) return Response.json(early);
  return local.request(method, path, options);
}

/** Fetch the kernel. */
async function loadKernel() {
  const { fetchRuntimeFile } = await import("../local/runtime_files.js");
  return fetchRuntimeFile(pythonListAddress(), "kernel.wasm");
}

/**
 * @param {string} path
 * @returns {Socket}
 */
export function openSocket(path) {
  const deal = firstDeal(path);
  return deal ? new FirstSocket(local, deal) : local.openSocket(path);
}

/** @type {Map<string, Promise<string>>} */
const pictures = new Map();

/**
 * Return an address from which an image element can load a picture.
 * @param {string} path
 * @returns {Promise<string>}
 */
export function pictureAddress(path) {
  const known = pictures.get(path) ?? loadPicture(path);
  pictures.set(path, known);
  known.catch(() => pictures.delete(path));
  return known;
}

/** @param {string} path */
async function loadPicture(path) {
  const response = await request("GET", path);
  if (!response.ok) throw new Error(`cannot load ${path}`);
  return URL.createObjectURL(await response.blob());
}

/**
 * Return the attributes of a link that saves a file.
 * @param {string} path
 * @param {string} [name] of the file, if not the one in the answer
 * @returns {import("../core/dom.js").Attributes}
 */
export function downloadAttributes(path, name) {
  return {
    href: "#",
    onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      void saveAnswer(path, name);
    },
  };
}

/**
 * @param {string} path
 * @param {string} [name]
 */
async function saveAnswer(path, name) {
  const response = await request("GET", path);
  if (!response.ok) return;
  const told = response.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1];
  saveFile(await response.blob(), name ?? told ?? "lianliankan");
}
