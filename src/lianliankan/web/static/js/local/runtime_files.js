// The files that the game runs on: fetched all at once, unpacked while they arrive, and counted for the progress.

/**
 * @typedef {object} RuntimeFile
 * @property {string} url relative to the folder of the list
 * @property {number} size in bytes, packed
 */
/**
 * @typedef {object} RuntimeList
 * @property {string} version of the game
 * @property {object} pyodide what Pyodide wants to know about itself
 * @property {Record<string, RuntimeFile>} files by name
 */

/** A file that the site should have did not arrive. */
export class LoadFailed extends Error {}

export class RuntimeFiles {
  /**
   * Begin to fetch the files of a list.
   *
   * @param {URL} listUrl
   * @param {(done: number, total: number) => void} onProgress
   */
  static async begin(listUrl, onProgress) {
    const answer = await load(listUrl);
    return new RuntimeFiles(/** @type {RuntimeList} */ (await answer.json()), listUrl, onProgress);
  }

  /**
   * @param {RuntimeList} list
   * @param {URL} listUrl
   * @param {(done: number, total: number) => void} onProgress
   */
  constructor(list, listUrl, onProgress) {
    this.version = list.version;
    this.pyodide = list.pyodide;
    this._total = Object.values(list.files).reduce((sum, file) => sum + file.size, 0);
    this._done = 0;
    this._onProgress = onProgress;
    /** @type {Map<string, Promise<ReadableStream<Uint8Array<ArrayBuffer>>>>} */
    this._streams = new Map();
    for (const [name, file] of Object.entries(list.files)) {
      const stream = this._open(new URL(file.url, listUrl));
      stream.catch(() => {}); // its reader gets the error
      this._streams.set(name, stream);
    }
  }

  /**
   * Return a file, unpacked, as a response; once.
   *
   * @param {string} name
   * @param {string} type
   */
  async response(name, type) {
    const stream = await this._streams.get(name);
    if (!stream) throw new Error(`no file ${name}`);
    return new Response(stream, { headers: { "Content-Type": type } });
  }

  /**
   * Return the bytes of a file, unpacked; once.
   *
   * @param {string} name
   */
  async bytes(name) {
    return new Uint8Array(await (await this.response(name, "application/octet-stream")).arrayBuffer());
  }

  /** @param {URL} url */
  async _open(url) {
    const { body } = await load(url);
    if (!body) throw new LoadFailed(`nothing in ${url.pathname}`);
    const counted = new TransformStream({
      transform: (/** @type {Uint8Array<ArrayBuffer>} */ part, sink) => {
        this._done += part.byteLength;
        this._onProgress(Math.min(this._done, this._total), this._total);
        sink.enqueue(part);
      },
    });
    return unpacked(body.pipeThrough(counted));
  }
}

/** @param {URL} url */
async function load(url) {
  const answer = await fetch(url).catch((problem) => {
    throw new LoadFailed(`${url.pathname}: ${problem.message}`);
  });
  if (!answer.ok) throw new LoadFailed(`${url.pathname}: ${answer.status}`);
  return answer;
}

/**
 * Unpack a stream, unless the host has let the browser do it.
 *
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} packed
 * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>}
 */
async function unpacked(packed) {
  const reader = packed.getReader();
  let { value: first } = await reader.read();
  const isGzip = first?.[0] === 0x1f && first[1] === 0x8b;
  const stream = new ReadableStream({
    async pull(sink) {
      const value = first ?? (await reader.read()).value;
      first = undefined;
      if (value) sink.enqueue(value);
      else sink.close();
    },
  });
  return isGzip ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

/**
 * Fetch one file of a list, unpacked.
 *
 * @param {URL} listUrl
 * @param {string} name
 */
export async function fetchRuntimeFile(listUrl, name) {
  const { files } = /** @type {RuntimeList} */ (await (await load(listUrl)).json());
  const { body } = await load(new URL(files[name].url, listUrl));
  if (!body) throw new LoadFailed(`nothing in ${name}`);
  return new Response(await unpacked(body));
}
