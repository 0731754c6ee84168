// Where the game is that these pages are part of. They stand alone; `llk site --docs` has another file in this place.

/** @type {URL | null} */
export const game = null;
