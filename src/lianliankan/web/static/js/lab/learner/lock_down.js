// Takes away from a worker what leads out of it, before it runs the code of others: the network, what the browser
// stores, other workers, the page. What stays is the language, and the little that Python needs of the browser.

const LANGUAGE = `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error
  EvalError FinalizationRegistry Float16Array Float32Array Float64Array Infinity Int16Array Int32Array Int8Array Intl
  Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String
  SuppressedError Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap
  WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape globalThis isFinite isNaN parseFloat
  parseInt undefined unescape`;
const NEEDED = `WebAssembly TextDecoder TextEncoder DOMException Event clearTimeout console crypto performance
  queueMicrotask self`;
const KEPT = new Set(`${LANGUAGE} ${NEEDED}`.split(/\s+/));

const PAGE_BYTES = 65_536; // of WebAssembly

/** Remove everything else from the global object, for good. */
export function lockDown() {
  const { setTimeout } = self;
  forbidCodeFromText();
  /** @type {object | null} */
  let place = self;
  for (; place && place !== Object.prototype; place = Object.getPrototypeOf(place))
    for (const name of Reflect.ownKeys(place))
      if (typeof name === "symbol" || !KEPT.has(name)) Reflect.deleteProperty(place, name);
  Object.assign(globalThis, {
    Function: refuse,
    eval: refuse,
    /** @param {unknown} action @param {number} delay @param {unknown[]} rest */
    setTimeout: (action, delay, ...rest) => (typeof action === "function" ? setTimeout(action, delay, ...rest) : 0),
  });
}

function refuse() {
  throw new TypeError("text is not run as code here");
}

/** Let no function make others from text: every function leads to such a constructor. */
function forbidCodeFromText() {
  refuse.prototype = Function.prototype; // for instanceof
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds) Object.defineProperty(Object.getPrototypeOf(kind), "constructor", { value: refuse });
}

/**
 * Let memories grow no larger than this, whatever asks for more; Python raises MemoryError then.
 * @param {number} bytes
 */
export function limitMemory(bytes) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > bytes) throw new RangeError("no more memory here");
    return grow.call(this, pages);
  };
}
