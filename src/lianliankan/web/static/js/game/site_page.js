// What only a site shows: how much of the game is loaded, why there is none, and that there is a new version.

import { find, h, setText } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { loadStyle } from "../core/style.js";
import { showProblem } from "../dialogs/notices.js";
import { t } from "../i18n/i18n.js";
import { FILES, siteAddress } from "../local/runtime.js";
import { loadPartTexts } from "../server/texts.js";

const LOOK_EVERY = 3_600_000; // milliseconds, for a new version

/**
 * Show what there is to say about the runtime, and keep the site for times without a network.
 * @param {import("../app.js").App} app
 * @param {import("../local/runtime.js").Runtime} runtime
 */
export async function watchSite(app, runtime) {
  await Promise.all([loadPartTexts("site"), loadStyle("site.css")]);
  const bar = h("progress.loading-bar", { id: "loading", max: 100, value: 0 });
  const note = h("p.loading-note");
  const sign = h("p.waiting", { id: "waiting", role: "status", popover: "manual" });
  find(".header").append(bar);
  find("#main").append(note, sign);
  runtime.onChange(() => {
    setText(note, t("site loading"));
    bar.ariaLabel = t("site loading");
    bar.value = Math.max(bar.value, 100 * runtime.progress);
    bar.hidden = note.hidden = !runtime.isLoading;
    // An empty stage has the note already.
    showSign(sign, runtime.isLoading && runtime.isAsked && find("#stage").childElementCount > 0);
    if (runtime.isLoading && runtime.isAwaited) setText(find("#message"), t("site waiting"));
    if (runtime.status === "failed") showFailure(app, runtime);
  });
  void runtime.ready.then(() => keepSite());
}

/**
 * Show that something waits, above whatever is open.
 * @param {HTMLElement} sign
 * @param {boolean} isWaiting
 */
function showSign(sign, isWaiting) {
  setText(sign, isWaiting ? t("site asked") : "");
  if (sign.matches(":popover-open") !== isWaiting) sign.togglePopover(isWaiting);
}

/**
 * Show why there is no game, and what can be done about it.
 * @param {import("../app.js").App} app
 * @param {import("../local/runtime.js").Runtime} runtime
 */
function showFailure(app, runtime) {
  const isElsewhere = runtime.problem === "busy" || runtime.problem === "taken";
  app.router.leave();
  const text = t(`site-failed ${runtime.problem}`);
  if (!isElsewhere) return showProblem(text, "load again", () => location.reload());
  showProblem(text, "site take over", () => {
    runtime.start({ language: document.documentElement.lang, takeOver: true });
    void (app.me ? app.route() : app.start());
  });
}

/** Have the service worker keep this version, and tell the player when there is another one. */
async function keepSite() {
  if (!("serviceWorker" in navigator)) return; // without https, browsers keep nothing
  const version = FILES.pathname.split("/").at(-2);
  const folder = siteAddress();
  void navigator.locks.request(
    `lianliankan ${folder.pathname} ${version}`,
    { mode: "shared" },
    () => new Promise(() => {}),
  );
  const site = navigator.serviceWorker;
  const registration = await site.register(new URL("service_worker.js", folder), { scope: folder.pathname });
  const look = () => {
    if (registration.waiting && site.controller) showNewVersion(registration.waiting);
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  registration.active?.postMessage({ type: "tidy" });
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
}

/** @param {ServiceWorker} next */
function showNewVersion(next) {
  document.querySelector(".new-version")?.remove();
  const reload = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    next.postMessage({ type: "activate" });
  };
  /** @type {HTMLElement} */
  const card = h(
    "div.new-version",
    { role: "status" },
    h("span", t("site new version")),
    h("button.button.primary", { id: "new-version", onclick: reload }, t("load again")),
    iconButton("close", t("close"), { onclick: () => card.remove() }),
  );
  find(".header").append(card);
}
