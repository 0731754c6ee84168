// Small helpers to create and change elements.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: never) => unknown)>} Attributes */

/**
 * Find the element for a selector, which must exist.
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
 * Set attributes, listeners (`onclick`) and children of a new element; null and false are skipped.
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {(Node | string | null | false)[]} children
 * @returns {E}
 */
function setUp(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== false) element.append(child);
  return element;
}

/**
 * Create an HTML element; a button submits nothing.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string | null | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return setUp(
    document.createElement(tag),
    tag === "button" ? { type: "button", ...attributes } : attributes,
    children,
  );
}

/**
 * Create an SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string | null | false)} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  return setUp(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * Set style properties through the style object: the content security policy forbids style attributes.
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, string>} values
 */
export function setStyle(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
}

/**
 * Change an element's text only if it differs, so that nothing is drawn or announced twice.
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
 * Wait for the next frame; a hidden page has none, so there is nothing to wait for.
 * @returns {Promise<void>}
 */
export function nextFrame() {
  return new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => resolve())));
}

/**
 * Load a picture from bytes, ready to draw.
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

/**
 * Let the browser save a file.
 * @param {Blob} content
 * @param {string} name
 */
export function saveFile(content, name) {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
