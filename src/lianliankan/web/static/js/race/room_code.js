// The code of a room, as players write it: in any case, with spaces, or as the whole link.

const CODE = /^[A-Z0-9]{4,12}$/;

/**
 * Return the code of a room in what a player typed or pasted; null if there is none.
 * @param {string} text
 */
export function readRoomCode(text) {
  const link = text.match(/\/race\/([A-Za-z0-9]+)(?![\w/])/);
  const code = (link ? link[1] : text.replace(/[\s-]/g, "")).toUpperCase();
  return CODE.test(code) ? code : null;
}
