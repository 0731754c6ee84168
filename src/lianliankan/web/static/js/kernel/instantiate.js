// Instantiates the kernel's WebAssembly, in a page, a worker or Node. kernel/wasm/interface.h says how it is called.

/** @typedef {Record<string, (...numbers: number[]) => number>} Functions */

/** The kernel, with its two buffers. */
export class KernelInstance {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    const { memory, ...functions } = instance.exports;
    this.memory = /** @type {WebAssembly.Memory} */ (memory);
    this.names = Object.keys(functions);
    this.functions = /** @type {Functions} */ (/** @type {unknown} */ (functions));
    this.numbers = new Int32Array(this.memory.buffer);
  }

  /** The buffer for the numbers of the next call; valid until then. @param {number} size */
  input(size) {
    const address = this.functions.input(size);
    if (address === 0) throw new RangeError(`the kernel has no memory for ${size} numbers`);
    return this.view(address, size);
  }

  /** The numbers that the last call wrote; valid until the next. */
  output() {
    const { output, output_size } = this.functions;
    return this.view(output(), output_size());
  }

  /** @param {number} address @param {number} size */
  view(address, size) {
    if (this.numbers.length === 0) this.numbers = new Int32Array(this.memory.buffer); // the memory has grown
    return this.numbers.subarray(address >> 2, (address >> 2) + size);
  }
}

/**
 * Make an instance of kernel.wasm. It needs nothing from outside but a clock.
 *
 * @param {BufferSource | WebAssembly.Module} source
 */
export async function instantiateKernel(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  /** @type {WebAssembly.Memory} */
  let memory;
  const wasi = {
    /** @param {number} _clock @param {bigint} _precision @param {number} address */
    clock_time_get(_clock, _precision, address) {
      new DataView(memory.buffer).setBigUint64(address, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    // What the C++ library prints before it gives up goes nowhere.
    fd_write: () => NOT_SUPPORTED,
    fd_seek: () => NOT_SUPPORTED,
    fd_close: () => NOT_SUPPORTED,
    fd_fdstat_get: () => NOT_SUPPORTED,
  };
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
  /** @type {() => void} */ (instance.exports._initialize)();
  return new KernelInstance(instance);
}

const NOT_SUPPORTED = 58;
