// Small helpers to create and change elements.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: never) => unknown)>} Attributes */
/** @typedef {Node | string | null | undefined | false} Child */

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
 * Set classes, attributes, listeners (`onclick`) and children of a new element; null and false are skipped.
 * @template {Element} E
 * @param {E} element
 * @param {string[]} classes
 * @param {(Attributes | Child)[]} parts the attributes may be left out
 * @returns {E}
 */
function setUp(element, classes, parts) {
  element.classList.add(...classes);
  for (const part of parts)
    if (typeof part === "string" || part instanceof Node) element.append(part);
    else if (part) setAttributes(element, part);
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
}

/**
 * Create an HTML element, e.g. `h("p.note", "text")` or `h("a.link", { href: "/" }, "home")`; a button submits nothing.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} selector its tag and classes
 * @param {...(Attributes | Child)} parts its attributes, if any, and its children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(selector, ...parts) {
  const [tag, ...classes] = selector.split(".");
  const element = /** @type {HTMLElementTagNameMap[T]} */ (document.createElement(tag));
  if (element instanceof HTMLButtonElement) element.type = "button";
  return setUp(element, classes, parts);
}

/**
 * Create an SVG element in the same way.
 * @param {string} selector
 * @param {...(Attributes | Child)} parts
 * @returns {SVGElement}
 */
export function s(selector, ...parts) {
  const [tag, ...classes] = selector.split(".");
  return setUp(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), classes, parts);
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
 * Replace what is in an element. The focus stays on the part that is the same: with the same id, or the same first data
 * attribute. So do the caret in a field, and how far parts are scrolled.
 * @param {Element} element
 * @param {() => Child[]} draw returns the new children, of which some may be in the element already
 * @returns {boolean} whether the focus is lost, because its part is gone
 */
export function redraw(element, draw) {
  const { activeElement } = document;
  const focused = activeElement !== element && element.contains(activeElement) ? activeElement : null;
  const parts = [element, ...element.querySelectorAll("*")];
  const scrolled = parts.flatMap((part) => {
    const { scrollLeft: left, scrollTop: top } = part;
    return left || top ? [{ part, left, top }] : [];
  });
  element.replaceChildren(...draw().filter((child) => typeof child === "string" || child instanceof Node));
  for (const { part, left, top } of scrolled) samePart(element, part)?.scrollTo({ left, top, behavior: "instant" });
  if (!focused) return false;
  const found = samePart(element, focused);
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
  if (hasCaret(focused) && hasCaret(found) && found.value === focused.value)
    found.setSelectionRange(focused.selectionStart, focused.selectionEnd);
  return !element.contains(document.activeElement);
}

/**
 * Find what a part of an element is now: itself if it is still there, or what has taken its place.
 * @param {Element} element
 * @param {Element} part
 */
function samePart(element, part) {
  if (element.contains(part)) return part;
  if (part.id) return element.querySelector(`#${CSS.escape(part.id)}`);
  const key = [...part.attributes].find(({ name }) => name.startsWith("data-"));
  return key ? element.querySelector(`[${key.name}="${CSS.escape(key.value)}"]`) : null;
}

/**
 * Whether an element is a field with a caret.
 * @param {unknown} element
 * @returns {element is HTMLInputElement | HTMLTextAreaElement}
 */
function hasCaret(element) {
  const isInput = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isInput && element.selectionStart !== null;
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
