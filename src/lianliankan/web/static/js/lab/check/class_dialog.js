// A class: many programs, judged one after the other in this browser, in one table.

import { h, redraw, saveFile, setStyle, setText } from "../../core/dom.js";
import { icon } from "../../core/icons.js";
import { Dialog } from "../../dialogs/dialog.js";
import { readDrop } from "../../dialogs/dropped_files.js";
import { filePickers } from "../../dialogs/file_pickers.js";
import { currentLanguage, named, t } from "../../i18n/i18n.js";
import { LearnerProblem, LearnerPython } from "../learner/learner_python.js";
import { ClassTable, isNoAnswer, outcomeOf } from "./class_table.js";
import { toCsv } from "./csv.js";
import { readProgram } from "./program_bar.js";
import { code } from "./task_card.js";
import { verdictCard } from "./verdict_card.js";

/** @import { IconName } from "../../core/icons.js" */
/** @import { CheckAnswer } from "../../server/protocol.js" */
/** @import { CheckTab } from "./check_tab.js" */
/** @import { ClassRow, NoAnswer } from "./class_table.js" */

const SECONDS = 30; // for a function
const SIGNS = { passed: "✓", failed: "✗", missing: "–", error: "!", undecided: "?", "": "" };

/** @param {CheckTab} tab */
export function showClass(tab) {
  new ClassDialog(tab);
}

class ClassDialog {
  /** @param {CheckTab} tab */
  constructor(tab) {
    this.lab = tab.lab;
    this.exercises = tab.sheet.exercises;
    this.table = new ClassTable(this.exercises);
    this.python = new LearnerPython();
    this.isRunning = false;
    this.isClosed = false;
    /** @type {{row: ClassRow, exercise: string} | null} the answer that is shown in full */
    this.shown = null;
    this.status = h("p.muted", { role: "status" });
    this.meter = h("div.check-meter.judging", h("div"));
    this.results = h("div.table-scroll", { tabindex: "0", role: "region" });
    this.detail = h("div.class-detail");
    this.buttons = h("div.card-actions");
    this.dialog = new Dialog({
      title: () => t("class title"),
      kind: "class-dialog",
      body: () => this.body(),
      onClose: () => {
        this.isClosed = true;
        this.python.close();
      },
    });
    this.listenForDrops(this.dialog.element);
  }

  /** @returns {import("../../dialogs/dialog.js").Content} */
  body() {
    this.results.setAttribute("aria-label", t("class results"));
    this.show();
    const lack = LearnerPython.lack();
    return [
      h(
        "div.dialog-body",
        h("p", { "data-about": true }, t("class about")),
        lack ? h("p.lab-note", lack.text) : h("div.drop-zone.class-drop", t("class drop"), ...this.pickers()),
        this.buttons,
        this.meter,
        this.status,
        this.results,
        this.detail,
      ),
    ];
  }

  /** Buttons to choose files, and a folder if the browser supports it. */
  pickers() {
    const take = (/** @type {File[]} */ files) =>
      void this.take(files.map((file) => ({ file, name: file.name, path: file.webkitRelativePath })));
    const pickers = filePickers("class", take, {
      accept: ".py",
      files: { name: "files", text: "class files" },
      folder: { name: "folder", text: "class folder" },
    });
    pickers[0].toggleAttribute("data-first", true);
    return pickers;
  }

  /** @param {HTMLElement} element */
  listenForDrops(element) {
    const take = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes("Files")) return false;
      event.preventDefault();
      event.stopPropagation(); // elsewhere, files are pictures
      return true;
    };
    element.addEventListener("dragover", (event) => take(event) && element.classList.add("dropping"));
    element.addEventListener("dragleave", (event) => event.relatedTarget || element.classList.remove("dropping"));
    element.addEventListener("drop", (event) => {
      element.classList.remove("dropping");
      if (take(event) && event.dataTransfer) void readDrop(event.dataTransfer).then(({ files }) => this.take(files));
    });
  }

  /**
   * Add files, and judge them.
   * @param {import("../../dialogs/dropped_files.js").DroppedFile[]} files
   */
  async take(files) {
    const programs = files.filter(({ name }) => name.endsWith(".py"));
    for (const { file, name, path } of programs) {
      const { text, problem } = await readProgram(file);
      this.table.add(path || name, text, problem);
    }
    this.show();
    if (!programs.length) return setText(this.status, t("class none"));
    await this.run();
  }

  async run() {
    if (this.isRunning) return;
    this.isRunning = true;
    this.show();
    try {
      while (this.isRunning && !this.isClosed) {
        const [next] = this.table.open;
        if (!next) break;
        await this.judge(next);
        this.show();
      }
    } finally {
      this.isRunning = false;
      if (!this.isClosed) this.show();
    }
  }

  /** @param {{row: ClassRow, exercise: string}} next */
  async judge({ row, exercise }) {
    try {
      const file = row.name.slice(row.name.lastIndexOf("/") + 1);
      const request = {
        type: "check",
        source: row.text,
        exercise,
        file,
        language: currentLanguage(),
        seconds: SECONDS,
      };
      row.answers.set(exercise, await this.python.ask(request));
    } catch (problem) {
      if (!(problem instanceof LearnerProblem)) throw problem;
      if (problem.code === "stopped") return;
      const outcome = problem.code === "hung" ? "failed" : "error"; // the program's fault, or not
      row.answers.set(exercise, { outcome, sentence: problem.text, call: problem.told?.call ?? "" });
    }
  }

  stop() {
    this.isRunning = false;
    this.python.stop();
    this.show();
  }

  // ---- What is on the screen ----------------------------------------------------------------------------------------

  show() {
    const { done, all } = this.table.progress;
    const bar = /** @type {HTMLElement} */ (this.meter.firstElementChild);
    setStyle(bar, { width: `${all ? (100 * done) / all : 0}%` });
    this.meter.hidden = !this.isRunning;
    setText(
      this.status,
      all ? t(this.isRunning ? "class running" : "class done", { done, all, files: this.table.rows.length }) : "",
    );
    const action = (
      /** @type {"stop" | "continue" | "csv"} */ name,
      /** @type {IconName} */ iconName,
      /** @type {() => void} */ act,
    ) => h("button.button.small", { id: `class-${name}`, onclick: act }, icon(iconName), t(`class ${name}`));
    redraw(this.buttons, () => [
      ...(this.isRunning ? [action("stop", "cross", () => this.stop())] : []),
      ...(!this.isRunning && done < all ? [action("continue", "play", () => void this.run())] : []),
      ...(done ? [action("csv", "save", () => this.saveCsv())] : []),
    ]);
    redraw(this.results, () => [this.table.rows.length > 0 && this.tableElement()]);
    this.results.hidden = !this.table.rows.length;
    this.showDetail();
  }

  tableElement() {
    const { rows, exercises } = this.table;
    const column = (/** @type {string} */ name) => h("th", { scope: "col" }, named("exercise", name));
    return h(
      "table.class-table",
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, t("class file")),
          ...exercises.map(column),
          h("th", { scope: "col" }, t("class sum")),
        ),
      ),
      h(
        "tbody",
        ...rows.map((row, place) =>
          h(
            "tr",
            h("th", { scope: "row" }, row.name),
            ...(row.problem
              ? [h("td.bad", { colspan: exercises.length }, row.problem)]
              : exercises.map((name) => this.cell(row, place, name))),
            h("td.sum", `${this.table.passed(row)} / ${exercises.length}`),
          ),
        ),
      ),
    );
  }

  /**
   * @param {ClassRow} row
   * @param {number} place
   * @param {string} exercise
   */
  cell(row, place, exercise) {
    const answer = row.answers.get(exercise);
    const outcome = outcomeOf(answer);
    const text = outcome && t(`class-cell ${outcome}`);
    if (!outcome || outcome === "passed" || outcome === "missing")
      return h(
        "td",
        { class: outcome, title: text, "data-outcome": outcome },
        h("span", { "aria-hidden": "true" }, SIGNS[outcome]),
        h("span.visually-hidden", text),
      );
    const isShown = this.shown?.row === row && this.shown.exercise === exercise;
    const open = () => {
      this.shown = isShown ? null : { row, exercise };
      this.show();
      this.detail.scrollIntoView({ block: "nearest", behavior: "smooth" });
    };
    const label = `${row.name}, ${named("exercise", exercise)}: ${titleOf(answer)}`;
    return h(
      "td",
      { class: outcome, "data-outcome": outcome },
      h(
        "button",
        {
          id: `class-${place}-${exercise}`,
          title: label,
          "aria-label": label,
          "aria-expanded": String(isShown),
          onclick: open,
        },
        SIGNS[outcome],
      ),
    );
  }

  /** Show one answer in full. */
  showDetail() {
    const { shown } = this;
    const answer = shown?.row.answers.get(shown.exercise);
    if (!shown || answer === undefined) return this.detail.replaceChildren();
    const exercise = this.lab.catalog.exercises.find(({ name }) => name === shown.exercise);
    this.detail.replaceChildren(
      h("h3", `${shown.row.name} · ${named("exercise", shown.exercise)}`),
      ...(isNoAnswer(answer)
        ? [h("p.lab-note.bad", answer.sentence), answer.call ? h("pre", code(answer.call)) : ""]
        : [verdictCard(answer, { hasRing: exercise?.outside ?? true })]),
    );
  }

  saveCsv() {
    const head = [t("class file"), ...this.exercises.map((name) => named("exercise", name)), t("class sum")];
    const rows = this.table.toRows({ head, cell: summarize });
    saveFile(new Blob(["\uFEFF", toCsv(rows)], { type: "text/csv" }), "class.csv"); // so that spreadsheets know it is UTF-8
  }
}

/**
 * The outcome, and what is wrong.
 * @param {CheckAnswer | NoAnswer | undefined} answer
 */
function summarize(answer) {
  const outcome = outcomeOf(answer);
  if (!outcome || !answer) return "";
  const said = t(`class-cell ${outcome}`);
  const reason = reasonOf(answer);
  return reason ? t("class result", { outcome: said, reason }) : said;
}

/** @param {CheckAnswer | NoAnswer} answer */
function reasonOf(answer) {
  if (isNoAnswer(answer)) return answer.outcome === "failed" ? t("mistake-name endless-loop") : answer.sentence;
  return answer.fault?.mistake ? named("mistake-name", answer.fault.mistake) : answer.reason;
}

/** @param {CheckAnswer | NoAnswer | undefined} answer */
function titleOf(answer) {
  return (isNoAnswer(answer) ? answer.sentence : answer?.title) ?? "";
}
