// The way to the server: no other module fetches anything or opens a WebSocket. A site has no server, and has
// local_transport.js in the place of this file.

import { serverAddress } from "../core/address.js";

/** @typedef {Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">} Socket */

/**
 * What runs the game where there is no server.
 * @type {import("../local/runtime.js").Runtime | null}
 */
export const runtime = null;

/** Return where the list of the files is that Python in the browser needs; `python` in the facts says if it is there. */
export function pythonListAddress() {
  return new URL(serverAddress("/runtime/files.json"), location.href);
}

/**
 * Send a request; the promise is rejected if there is no answer.
 * @param {string} method
 * @param {string} path
 * @param {Pick<RequestInit, "headers" | "body" | "signal">} [options]
 * @returns {Promise<Response>}
 */
export function request(method, path, options = {}) {
  return fetch(serverAddress(path), { method, credentials: "same-origin", ...options });
}

/**
 * Open a connection for messages.
 * @param {string} path
 * @returns {Socket}
 */
export function openSocket(path) {
  const url = new URL(serverAddress(path), location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(url);
}

/**
 * Return the address from which an image element can load a picture.
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function pictureAddress(path) {
  return serverAddress(path);
}

/**
 * Return the attributes of a link that saves a file.
 * @param {string} path
 * @param {string} [name] of the file, if not the server's
 * @returns {import("../core/dom.js").Attributes}
 */
export function downloadAttributes(path, name) {
  return { href: serverAddress(path), download: name ?? true };
}
