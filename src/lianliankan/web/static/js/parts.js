// The parts of the page that are loaded when they are asked for: dialogs, and pages other than a game.

import { currentPlace } from "./core/address.js";
import { closeDialogs } from "./dialogs/dialog.js";
import { loadPart } from "./server/api.js";

/**
 * Wait for a part and its style.
 * @template {{loadPartStyle: () => Promise<unknown>}} Part
 * @param {Promise<Part>} part
 */
async function withStyle(part) {
  await (await part).loadPartStyle();
  return part;
}

export class Parts {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.isLoading = false;
    /** @type {import("./dialogs/gallery.js").Gallery | null} */
    this.gallery = null;
  }

  /** Show the lesson, which newcomers get first and help offers again. */
  async showLesson() {
    await this.app.try(async () => {
      const { LessonPage, loadLesson } = await loadPart(import("./game/lesson_page.js"));
      const toys = await loadLesson();
      closeDialogs();
      this.app.setAddress("/");
      this.app.openPage(() => new LessonPage(this.app, toys));
    });
  }

  /**
   * Show the card of a shared board or of a challenge; a game starts only when the player says so.
   * @param {string} share
   */
  async openChallenge(share) {
    const { openChallenge } = await loadPart(import("./dialogs/challenge.js"));
    await openChallenge(this.app, share);
  }

  /** @param {string} id */
  async replay(id) {
    await this.app.try(() => this.openReplay({ id }));
  }

  /**
   * Open the replay of a game, or of how it could have been won.
   * @param {import("./server/api.js").GameSource} source
   * @param {string} [part] the rest of the address: `win-12` is the win after 12 commands
   */
  async openReplay(source, part = "") {
    const { openReplay } = await loadPart(import("./game/replay_page.js"));
    await openReplay(this.app, source, part);
  }

  /**
   * Offer to share a game.
   * @param {string} id
   */
  async share(id) {
    await this.app.try(async () => {
      const { showShare } = await loadPart(import("./dialogs/share.js"));
      await showShare(this.app, id);
    });
  }

  /** Show the statistics, which have a page of their own. */
  async showStatistics() {
    await this.app.try(async () => (await loadPart(import("./game/statistics_page.js"))).showStatistics(this.app));
  }

  /**
   * Show the account, which has a page of its own.
   * @param {{notice?: string}} [options]
   */
  async showAccount(options) {
    await this.app.try(async () => (await loadPart(import("./game/account_page.js"))).showAccount(this.app, options));
  }

  /** Show whose account a link leads to. */
  async openJoin() {
    await (await loadPart(import("./dialogs/account_dialogs.js"))).openJoin(this.app);
  }

  /**
   * Show the lobby of the races, a room, or what is around races.
   * @param {string[]} parts of the address after `/race`
   */
  async showRace(...parts) {
    await this.app.try(async () => (await loadPart(import("./race/race_places.js"))).openRacePlace(this.app, parts));
  }

  /**
   * Open the board editor.
   * @param {import("./edit/edit_page.js").EditSource} source
   */
  async openEditor(source) {
    await (await loadPart(import("./edit/edit_page.js"))).openEditor(this.app, source);
  }

  /**
   * Show the lab: how algorithms search for links.
   * @param {string} [share] its board
   */
  async showLab(share) {
    const place = currentPlace(); // before anything is waited for
    await this.app.try(async () => (await loadPart(import("./lab/lab_page.js"))).openLab(this.app, share, place));
  }

  /**
   * Race against a recorded game.
   * @param {import("./server/protocol.js").GhostRaceRequest} ghost
   */
  async raceGhost(ghost) {
    await this.app.try(async () => (await loadPart(import("./race/race_places.js"))).openGhostRace(this.app, ghost));
  }

  /** Take the board that is shown to the lab. */
  async openInLab() {
    await this.app.try(async () => (await loadPart(import("./lab/lab_page.js"))).openInLab(this.app));
  }

  /**
   * Show what there is to say about the runtime of a site.
   * @param {import("./local/runtime.js").Runtime} runtime
   */
  async watchSite(runtime) {
    await (await loadPart(import("./game/site_page.js"))).watchSite(this.app, runtime);
  }

  /**
   * Load a part of the page, and then show its dialog; who asks twice meanwhile gets one.
   * @template P
   * @param {() => Promise<P>} load
   * @param {(part: P) => unknown} show
   */
  async showPart(load, show) {
    if (this.isLoading) return;
    this.isLoading = true;
    await this.app.try(async () => void show(await load())).finally(() => (this.isLoading = false));
  }

  showNewGame() {
    const load = () => loadPart(import("./dialogs/new_game.js"));
    void this.showPart(load, ({ showNewGame }) => showNewGame(this.app));
  }

  showCampaign() {
    const load = () => loadPart(import("./dialogs/campaign.js"));
    void this.showPart(load, ({ showCampaign }) => showCampaign(this.app));
  }

  /**
   * Show what a level of the campaign is like, before it begins.
   * @param {number} level
   */
  async showLevel(level) {
    await this.app.try(async () => {
      const { showLevelCard } = await loadPart(import("./game/level_card.js"));
      await showLevelCard(this.app, level);
    });
  }

  /** Show today's board and the calendar of the days before. */
  async showDaily() {
    await this.app.try(async () => (await loadPart(import("./dialogs/daily.js"))).showDaily(this.app));
  }

  async showBestLists() {
    await this.app.try(async () => (await loadPart(import("./dialogs/best_lists.js"))).showBestLists(this.app));
  }

  showSettings() {
    const load = () => loadPart(import("./dialogs/settings_dialog.js"));
    void this.showPart(load, ({ showSettings }) => showSettings(this.app));
  }

  /**
   * Show all tile sets.
   * @param {(gallery: import("./dialogs/gallery.js").Gallery) => void} [then]
   */
  async showGallery(then) {
    const load = () => withStyle(loadPart(import("./dialogs/gallery.js")));
    await this.showPart(load, ({ Gallery }) => {
      if (!this.gallery?.isOpen) this.gallery = new Gallery();
      then?.(this.gallery);
    });
  }

  showHelp() {
    const load = () => withStyle(loadPart(import("./dialogs/help.js")));
    void this.showPart(load, ({ showHelp }) => showHelp(this.app));
  }
}
