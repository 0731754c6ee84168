// The dialogs for a new room and for the settings of one: everything is as usual unless it is changed.

import { h } from "../core/dom.js";
import { gravityIcon } from "../core/gravities.js";
import { Dialog } from "../dialogs/dialog.js";
import { actionButton, choice, dropDown, stepper, toggle } from "../dialogs/form.js";
import { named, t } from "../i18n/i18n.js";
import { formatAbout, formatName } from "./race_words.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { NewRoomRequest, RaceCatalog, RaceSettingsView } from "../server/protocol.js" */
/** @import { Format } from "./race_words.js" */

/**
 * @typedef {object} RoomWish what the player has chosen; null is as usual in the format
 * @property {Format} format
 * @property {boolean} isPublic
 * @property {number} seats
 * @property {[rows: number, cols: number] | null} size
 * @property {string} gravity
 * @property {number | null} idle in seconds, 0 for no such rule
 * @property {boolean | null} items
 */

/**
 * Return the request for a room: only what is not as usual.
 * @param {RoomWish} wish
 * @param {RaceCatalog} catalog
 * @returns {Required<NewRoomRequest>}
 */
export function roomRequest({ format, isPublic, seats, size, gravity, idle, items }, catalog) {
  const usual = catalog.formats[format];
  const settings = {
    format,
    ...(seats !== usual.seats && { seats }),
    ...(size && { rows: size[0], cols: size[1] }),
    ...(gravity !== usual.gravity && { gravity }),
    ...(idle !== null && idle !== usual.idle && { idle }),
    ...(items !== null && items !== usual.items && catalog.optional_items.includes(format) && { items }),
  };
  return { settings, is_public: isPublic };
}

/**
 * The sizes of boards to choose from, with the usual one of the format.
 * @param {{rows: number, cols: number}} usual
 * @param {[number, number][]} sizes
 * @returns {[number, number][]} the smallest first
 */
export function roomSizes({ rows, cols }, sizes) {
  /** @type {[number, number][]} */
  const all = [...sizes.filter(([r, c]) => r !== rows || c !== cols), [rows, cols]];
  return all.sort((one, other) => one[0] * one[1] - other[0] * other[1]);
}

/**
 * Offer to open a room.
 * @param {RaceCatalog} catalog
 * @param {(request: Required<NewRoomRequest>) => Promise<void>} create
 */
export function showNewRoom(catalog, create) {
  /** @type {RoomWish} */
  const wish = {
    format: "sprint",
    isPublic: true,
    seats: catalog.max_seats,
    size: null,
    gravity: catalog.gravities[0],
    idle: null,
    items: null,
  };
  showRoomForm(catalog, wish, {
    title: "create title",
    action: "create do",
    iconName: "race",
    isNew: true,
    accept: create,
  });
}

/**
 * Offer to change what was agreed in a room.
 * @param {RaceCatalog} catalog
 * @param {RaceSettingsView} settings as they are
 * @param {(settings: Record<string, unknown>) => void} change
 */
export function showRoomSettings(catalog, settings, change) {
  const { format, seats, rows, cols, gravity, idle, items } = settings;
  const usual = catalog.formats[format];
  const size = /** @type {[number, number] | null} */ (
    rows === usual.rows && cols === usual.cols ? null : [rows, cols]
  );
  const wish = { format, isPublic: false, seats, size, gravity, idle, items };
  showRoomForm(catalog, wish, {
    title: "room change",
    action: "room change do",
    iconName: "check",
    isNew: false,
    accept: async (request) => change(request.settings ?? {}),
  });
}

/**
 * @param {RaceCatalog} catalog
 * @param {RoomWish} wish what is chosen at first
 * @param {object} form
 * @param {TextKey} form.title
 * @param {TextKey} form.action
 * @param {IconName} form.iconName
 * @param {boolean} form.isNew whether it is to be opened, to everybody or not
 * @param {(request: Required<NewRoomRequest>) => Promise<void>} form.accept
 */
function showRoomForm(catalog, wish, { title, action, iconName, isNew, accept }) {
  let isMoreOpen = false;
  const dialog = new Dialog({
    title: () => t(title),
    kind: "new-room",
    body: () => [
      h("div.dialog-body", ...mainFields(), moreFields()),
      h(
        "div.dialog-footer",
        actionButton(action, () => void accept(roomRequest(wish, catalog)), { kind: "primary", iconName, first: true }),
      ),
    ],
  });

  function mainFields() {
    const change = (/** @type {Partial<RoomWish>} */ values) => {
      Object.assign(wish, values);
      dialog.draw();
    };
    return [
      choice({
        name: "room-format",
        label: t("create format"),
        wide: true,
        value: wish.format,
        options: catalog.room_formats.map((value) => ({ value, text: formatName(value) })),
        onChange: (value) => change({ format: /** @type {Format} */ (value), size: null, idle: null, items: null }),
      }),
      h("p.muted", { "aria-live": "polite" }, formatAbout(wish.format)),
      ...(isNew
        ? [
            choice({
              name: "room-public",
              label: t("create who"),
              wide: true,
              value: wish.isPublic ? "all" : "link",
              options: /** @type {const} */ (["all", "link"]).map((value) => ({ value, text: t(`create ${value}`) })),
              onChange: (value) => change({ isPublic: value === "all" }),
            }),
          ]
        : []),
      stepper({
        name: "room-seats",
        label: t("create seats"),
        value: wish.seats,
        min: catalog.min_seats[wish.format],
        max: catalog.max_seats,
        onChange: (value) => (wish.seats = value ?? catalog.max_seats),
      }),
    ];
  }

  /** What most rooms leave as it is. */
  function moreFields() {
    const usual = catalog.formats[wish.format];
    const sizes = roomSizes(usual, catalog.sizes);
    const [rows, cols] = wish.size ?? [usual.rows, usual.cols];
    const idle = wish.idle ?? usual.idle;
    const { idle_times: idleTimes } = catalog;
    const more = h(
      "details.more-settings",
      { open: isMoreOpen },
      h("summary", { id: "room-more" }, t("create more")),
      h(
        "div.form-grid",
        labelled(
          "create size",
          dropDown(
            "room-size",
            sizes.map(([r, c]) => sizeText(r, c, usual)),
            sizes.findIndex(([r, c]) => r === rows && c === cols),
            (place) => (wish.size = sizes[place]),
          ),
        ),
        labelled(
          "create idle",
          dropDown("room-idle", idleTimes.map(idleText), idleTimes.indexOf(idle), (place) => {
            wish.idle = idleTimes[place];
          }),
        ),
        choice({
          name: "room-gravity",
          label: t("new gravity"),
          wide: true,
          value: wish.gravity,
          options: catalog.gravities.map((value) => ({
            value,
            text: named("gravity", value),
            picture: gravityIcon(value),
          })),
          onChange: (value) => (wish.gravity = value),
        }),
        catalog.optional_items.includes(wish.format)
          ? h(
              "div.form-field.wide",
              toggle({
                name: "room-items",
                label: t("create items"),
                value: wish.items ?? usual.items,
                onChange: (value) => (wish.items = value),
              }),
            )
          : null,
      ),
    );
    more.ontoggle = () => (isMoreOpen = more.open);
    return more;
  }
}

/**
 * @param {TextKey} text
 * @param {HTMLElement} field
 */
function labelled(text, field) {
  return h("label.form-field", h("span", t(text)), field);
}

/**
 * @param {number} rows
 * @param {number} cols
 * @param {{rows: number, cols: number}} usual
 */
function sizeText(rows, cols, usual) {
  const size = `${rows}×${cols}`;
  return rows === usual.rows && cols === usual.cols ? t("create usual", { size }) : size;
}

/** @param {number} seconds */
function idleText(seconds) {
  return seconds ? t("create idle seconds", { seconds }) : t("create idle never");
}
