// Making an exercise sheet: some exercises and a title become a link for a class.

import { linkTo } from "../../core/address.js";
import { h } from "../../core/dom.js";
import { icon } from "../../core/icons.js";
import { copyText } from "../../dialogs/copy.js";
import { Dialog } from "../../dialogs/dialog.js";
import { named, t } from "../../i18n/i18n.js";
import { writeSheet } from "./sheet.js";

/** @param {import("../lab_page.js").LabPage} lab */
export function showSheetDialog(lab) {
  const names = lab.catalog.exercises.map(({ name }) => name);
  const chosen = new Set(names);
  let title = "";
  new Dialog({
    title: () => t("sheet title"),
    kind: "sheet-dialog",
    body: () => {
      const link = h("input.field", { id: "sheet-link", readonly: true, "aria-label": t("sheet link") });
      const copy = h("button.button.primary", { id: "sheet-copy" }, icon("share"), t("sheet copy"));
      const open = h("a.button", { id: "sheet-open", target: "_blank", rel: "noopener" }, t("sheet open"));
      const update = () => {
        const exercises = names.filter((name) => chosen.has(name));
        const isEmpty = exercises.length === 0;
        link.value = isEmpty ? "" : linkTo(["lab"], writeSheet({ title, exercises }));
        open.setAttribute("href", link.value);
        copy.disabled = open.hidden = isEmpty;
      };
      copy.onclick = () => void copyText(link.value, copy);
      const field = h("input.field", {
        id: "sheet-name",
        maxlength: 80,
        value: title,
        placeholder: t("sheet example"),
      });
      field.oninput = () => {
        title = field.value;
        update();
      };
      const box = (/** @type {string} */ name) => {
        const input = h("input", { type: "checkbox", id: `sheet-${name}`, value: name, checked: chosen.has(name) });
        input.onchange = () => {
          if (input.checked) chosen.add(name);
          else chosen.delete(name);
          update();
        };
        return h("label", input, h("span", named("exercise", name)));
      };
      update();
      return [
        h(
          "div.dialog-body",
          h("p", { "data-about": true }, t("sheet about")),
          h("label.form-field", h("span", t("sheet name")), field),
          h("fieldset.sheet-choices", h("legend", t("check exercises")), ...names.map(box)),
          link,
          h("div.actions", copy, open),
        ),
      ];
    },
  });
}
