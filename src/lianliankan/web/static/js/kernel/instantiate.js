// Instantiates the kernel's WebAssembly, in a page, a worker or Node. kernel/wasm/interface.h says how it is called.

/** @typedef {Record<string, (...numbers: number[]) => number>} Functions */

/** The functions of a module. */
export class KernelInstance {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    const { memory, ...functions } = instance.exports;
    this.memory = /** @type {WebAssembly.Memory} */ (memory);
    this.functions = /** @type {Functions} */ (/** @type {unknown} */ (functions));
    this.names = Object.keys(functions);
    this.numbers = new Int32Array(this.memory.buffer);
  }

  /** An array for the input of a call. @param {number} size */
  makeInput(size) {
    return new Int32Array(size);
  }

  /**
   * Call a function that has an input or an output. Returns a copy: the result of the call, and the output after it.
   * @param {string} name
   * @param {Int32Array | null | undefined} input
   * @param {...number} numbers
   */
  ask(name, input, ...numbers) {
    const { functions } = this;
    if (input) {
      const address = functions.input(input.length);
      if (address === 0 && input.length) return new Int32Array([OUT_OF_MEMORY]);
      this.view(address, input.length).set(input);
    }
    const result = functions[name](...numbers);
    const output = this.view(functions.output(), functions.output_size());
    const answer = new Int32Array(1 + output.length);
    answer[0] = result;
    answer.set(output, 1);
    return answer;
  }

  /** @param {number} address @param {number} size */
  view(address, size) {
    if (this.numbers.length === 0) this.numbers = new Int32Array(this.memory.buffer); // the memory has grown
    return this.numbers.subarray(address >> 2, (address >> 2) + size);
  }
}

const OUT_OF_MEMORY = -2;

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
