// Which pages of a file in Emscripten's memory have changed since they were last kept, and how to take that back.

import { PAGE_BYTES } from "./kept_file.js";

/**
 * @typedef {object} FileNode a file of Emscripten's MEMFS
 * @property {Uint8Array<ArrayBuffer>} contents with room to grow behind its end
 * @property {number} usedBytes
 * @property {{write: Write}} stream_ops
 * @property {{setattr: (node: FileNode, attributes: {size?: number}) => void}} node_ops
 */
/** @typedef {(stream: object, buffer: Uint8Array, offset: number, length: number, position: number) => number} Write */

export class FileChanges {
  /**
   * Watch a file from now on; a writer must open it after this.
   *
   * @param {FileNode} node
   */
  constructor(node) {
    this._node = node;
    this._size = node.usedBytes;
    /** @type {Map<number, Uint8Array<ArrayBuffer>>} what the changed pages were before */
    this._before = new Map();
    const { write } = node.stream_ops;
    const { setattr } = node.node_ops;
    node.stream_ops = {
      ...node.stream_ops,
      write: (stream, buffer, offset, length, position) => {
        this._remember(position, position + length);
        return write(stream, buffer, offset, length, position);
      },
    };
    node.node_ops = {
      ...node.node_ops,
      setattr: (target, attributes) => {
        if (attributes.size !== undefined && attributes.size < node.usedBytes)
          this._remember(attributes.size, node.usedBytes);
        setattr(target, attributes);
      },
    };
  }

  get isChanged() {
    return this._before.size > 0 || this._size !== this._node.usedBytes;
  }

  /** Count every page as changed: nothing of the file is kept yet. */
  markAll() {
    this._remember(0, this._node.usedBytes);
  }

  /**
   * Return copies of the changed pages, and the size of the file.
   *
   * @returns {{pages: Map<number, Uint8Array<ArrayBuffer>>, size: number}}
   */
  collect() {
    const size = this._node.usedBytes;
    const numbers = [...this._before.keys()].filter((number) => number * PAGE_BYTES < size);
    return { pages: new Map(numbers.map((number) => [number, this._page(number, size)])), size };
  }

  /** What was collected is kept: changes count from here on. */
  settle() {
    this._before.clear();
    this._size = this._node.usedBytes;
  }

  /** Make the file what it was when it was last kept. */
  takeBack() {
    const contents = new Uint8Array(this._size);
    contents.set(this._node.contents.subarray(0, Math.min(this._size, this._node.usedBytes)));
    for (const [number, bytes] of this._before) if (bytes.length) contents.set(bytes, number * PAGE_BYTES);
    this._node.contents = contents;
    this._node.usedBytes = this._size;
    this._before.clear();
  }

  /**
   * Remember the pages of a range as they are, unless they have changed already.
   *
   * @param {number} start
   * @param {number} end
   */
  _remember(start, end) {
    for (let number = Math.floor(start / PAGE_BYTES); number * PAGE_BYTES < end; number++)
      if (!this._before.has(number)) this._before.set(number, this._page(number, this._size));
  }

  /**
   * @param {number} number
   * @param {number} size
   */
  _page(number, size) {
    const start = Math.min(number * PAGE_BYTES, size);
    return this._node.contents.slice(start, Math.min(start + PAGE_BYTES, size));
  }
}
