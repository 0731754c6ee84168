// Small helpers to make and change elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Find the one element that a selector names; its absence is a mistake in the page.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function find(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Give a new element its attributes, listeners (`onclick`) and children; null and false are left out.
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} given
 * @param {(Node | string | null | false)[]} children
 * @returns {E}
 */
function furnish(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== false) element.append(child);
  return element;
}

/**
 * Make an HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [given]
 * @param {...(Node | string | null | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, given = {}, ...children) {
  return furnish(document.createElement(tag), given, children);
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [given]
 * @param {...(Node | string | null | false)} children
 * @returns {SVGElement}
 */
export function s(tag, given = {}, ...children) {
  return furnish(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), given, children);
}

/**
 * Set style properties through the style object, which the page's content policy allows.
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, string>} values
 */
export function setStyle(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
}

/**
 * Change an element's text only where it differs, so that nothing is drawn or announced twice.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Wait.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Wait until something is drawn; a page that nobody looks at draws nothing, and is not waited for.
 * @returns {Promise<void>}
 */
export function nextFrame() {
  return new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => resolve())));
}

/**
 * Load a picture from bytes, ready to be drawn.
 * @param {Blob} bytes
 * @returns {Promise<HTMLImageElement>}
 */
export async function loadImage(bytes) {
  const address = URL.createObjectURL(bytes);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}
