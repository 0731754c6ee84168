// What is remembered: what was loaded, as long as the page is open, and small values in the browser's storage.

/**
 * Return a function that loads something once, or once for each key; if that fails, the next call tries again.
 * @template {[] | [string]} Key
 * @template T
 * @param {(...key: Key) => Promise<T>} load
 * @returns {(...key: Key) => Promise<T>}
 */
export function once(load) {
  /** @type {Map<string | undefined, Promise<T>>} */
  const loaded = new Map();
  return (...key) => {
    const loading = loaded.get(key[0]) ?? load(...key);
    loaded.set(key[0], loading);
    loading.catch(() => loaded.delete(key[0]));
    return loading;
  };
}

/**
 * Read a value that all tabs share; null if there is none.
 * @param {string} name
 */
export function readStored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Store a value for all tabs; null removes it.
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean} whether it is kept: storage may be full, or not allowed, and the page goes on without it
 */
export function writeStored(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
