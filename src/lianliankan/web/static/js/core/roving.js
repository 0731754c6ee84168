// Arrow keys within a group of buttons, of which Tab reaches one.

/** @type {Record<string, (place: number, count: number) => number>} */
const STEPS = {
  ArrowRight: (place, count) => (place + 1) % count,
  ArrowDown: (place, count) => (place + 1) % count,
  ArrowLeft: (place, count) => (place + count - 1) % count,
  ArrowUp: (place, count) => (place + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Let the arrow keys, Home and End move the focus among the visible items of a group.
 * @param {HTMLElement} group
 * @param {string} selector of its items
 */
export function roveFocus(group, selector) {
  group.addEventListener("keydown", (event) => {
    const items = visibleItems(group, selector);
    const place = items.findIndex((item) => item === document.activeElement);
    const step = STEPS[event.key];
    if (place < 0 || !step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // the board has arrow keys too
    items[step(place, items.length)].focus();
  });
  group.addEventListener("focusin", ({ target }) => setTabStop(group, selector, /** @type {Element} */ (target)));
}

/**
 * Let Tab reach one item of a group.
 * @param {HTMLElement} group
 * @param {string} selector
 * @param {Element | null} [wanted] by default what has the focus; the first one if it is not in the group
 */
export function setTabStop(group, selector, wanted = document.activeElement) {
  const items = visibleItems(group, selector);
  const stop = items.find((item) => item === wanted) ?? items[0];
  for (const item of group.querySelectorAll(selector)) item.setAttribute("tabindex", item === stop ? "0" : "-1");
}

/**
 * @param {HTMLElement} group
 * @param {string} selector
 */
export function visibleItems(group, selector) {
  const items = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]);
  return items.filter((item) => item.getClientRects().length > 0);
}
