// Requests about the player's account, and the browser's passkeys.

import { send } from "./api.js";

/** @import { AccountAnswer, ForgottenAnswer, ImportAnswer, InvitationAnswer, LinkAnswer } from "./protocol.js" */

/** @type {(credential: object, bring?: boolean) => object} */
const answered = (credential, bring = false) => ({ credential, bring });

export const accountApi = {
  /** @returns {Promise<AccountAnswer>} */
  get: () => send("GET", "/api/player"),
  /** @type {(name: string) => Promise<AccountAnswer>} */
  rename: (name) => send("PUT", "/api/player/name", { name }),
  /** @type {(id: string) => Promise<AccountAnswer>} */
  removePasskey: (id) => send("DELETE", `/api/player/passkeys/${id}`),
  /** @type {(id: string) => Promise<AccountAnswer | null>} null if it is this device */
  signOut: (id) => send("DELETE", `/api/player/devices/${id}`),
  /** @returns {Promise<AccountAnswer>} */
  signOutOthers: () => send("DELETE", "/api/player/devices"),
  /** @returns {Promise<LinkAnswer>} */
  makeLink: () => send("POST", "/api/player/links"),
  /** @type {(token: string) => Promise<InvitationAnswer>} */
  lookAtLink: (token) => send("POST", "/api/player/links/look", { token }),
  /** @type {(token: string, bring: boolean) => Promise<AccountAnswer>} */
  join: (token, bring) => send("POST", "/api/player/join", { token, bring }),
  /** @type {(confirm: string) => Promise<ForgottenAnswer>} */
  deleteAll: (confirm) => send("DELETE", "/api/player", { confirm }),
};

/** Where everything about the player can be downloaded. */
export const EXPORT_PATH = "/api/player/export";

/**
 * Take everything from such a download that is not here yet.
 * @param {File} file
 * @returns {Promise<ImportAnswer>}
 */
export function importData(file) {
  return send("POST", "/api/player/import", file);
}

/** Whether passkeys work here: browsers want HTTPS or localhost, and a name, not a plain address. */
export function canUsePasskeys() {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return isSecureContext && "PublicKeyCredential" in window && !isAddress;
}

/**
 * Have the browser make a passkey.
 * @returns {Promise<AccountAnswer>}
 */
export async function makePasskey() {
  const { challenge, user, excludeCredentials, ...rest } = await send("POST", "/api/player/passkeys/options");
  const known = excludeCredentials.map((/** @type {{id: string}} */ each) => ({ ...each, id: toBytes(each.id) }));
  const made = await navigator.credentials.create({
    publicKey: {
      ...rest,
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: known,
    },
  });
  return send("POST", "/api/player/passkeys", answered(writeCredential(made)));
}

/**
 * Sign in with any passkey of the site.
 * @param {boolean} bring whether the games of this browser come along
 * @returns {Promise<AccountAnswer>}
 */
export async function usePasskey(bring) {
  const { challenge, allowCredentials: _, ...rest } = await send("POST", "/api/player/sign-in/options");
  const used = await navigator.credentials.get({ publicKey: { ...rest, challenge: toBytes(challenge) } });
  return send("POST", "/api/player/sign-in", answered(writeCredential(used), bring));
}

/**
 * Write what an authenticator answered as JSON; not every browser has `toJSON`.
 * @param {Credential | null} credential
 */
function writeCredential(credential) {
  const { id, rawId, type, response } = /** @type {PublicKeyCredential} */ (credential);
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const parts = /** @type {Record<string, ArrayBuffer | undefined>} */ (/** @type {unknown} */ (response));
  const written = names.flatMap((name) => (parts[name] ? [[name, toText(parts[name])]] : []));
  return { id, rawId: toText(rawId), type, clientExtensionResults: {}, response: Object.fromEntries(written) };
}

/**
 * @param {string} text in base64url
 * @returns {Uint8Array<ArrayBuffer>}
 */
function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function toText(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
