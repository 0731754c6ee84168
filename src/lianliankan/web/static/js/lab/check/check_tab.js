// The tab in which players write functions of the game themselves: exercises, an editor, and a judge. What they write
// runs in this browser, never on a server.

import { h, redraw, setStyle, setText } from "../../core/dom.js";
import { icon } from "../../core/icons.js";
import { currentLanguage, named, t } from "../../i18n/i18n.js";
import { OWN_FINDER, showCounterexample } from "../finder_card.js";
import { LearnerProblem, LearnerPython } from "../learner/learner_python.js";
import { defines } from "../python_tokens.js";
import { showClass } from "./class_dialog.js";
import { CodeEditor } from "./code_editor.js";
import { exerciseList } from "./exercise_list.js";
import { OwnFinder } from "./own_finder.js";
import { programBar, saveProgram } from "./program_bar.js";
import { readSheet, sheetKey } from "./sheet.js";
import { showSheetDialog } from "./sheet_dialog.js";
import { StoredPrograms } from "./stored_programs.js";
import { code, taskCard } from "./task_card.js";
import { verdictCard } from "./verdict_card.js";

/** @import { CheckAnswer, CheckFault, LabExercise } from "../../server/protocol.js" */

const SECONDS = 60; // for a check

export class CheckTab {
  /** @param {import("../lab_page.js").LabPage} lab */
  constructor(lab) {
    this.lab = lab;
    this.isWide = true;
    const { exercises } = lab.catalog;
    this.sheet = readSheet(
      lab.extra,
      exercises.map(({ name }) => name),
    );
    this.programs = new StoredPrograms(sheetKey(this.sheet));
    this.python = new LearnerPython();
    const wanted = [lab.extra.exercise, this.programs.work.current].find((name) => this.sheet.exercises.includes(name));
    /** @type {LabExercise} the exercise that is worked on */
    this.exercise = this.named(wanted ?? this.sheet.exercises[0]);
    /** @type {CheckAnswer | null} what the judge said last about this exercise */
    this.answer = null;
    /** Why there is no answer. */
    this.problem = "";
    /** The call that did not return. */
    this.lastCall = "";
    this.isRunning = false;
    this.editor = new CodeEditor({ onChange: (text) => this.changed(text), onRun: () => void this.run() });
    this.editor.setText(this.programs.work.source || this.exercise.template);
    this.head = h("div.check-head");
    this.task = h("div.check-left");
    this.bar = h("div.check-file");
    this.runBar = h("div.check-run");
    this.result = h("div.check-result", { "aria-live": "polite" });
    this.teachers = h("div.check-teachers");
    this.element = h(
      "div.lab-check",
      this.head,
      this.task,
      h("div.check-work", this.bar, this.editor.element, this.runBar),
      this.result,
      this.teachers,
    );
    this.build();
  }

  /** @param {string} name */
  named(name) {
    return /** @type {LabExercise} */ (this.lab.catalog.exercises.find((exercise) => exercise.name === name));
  }

  update() {
    if (LearnerPython.available()) this.python.prepare(); // it takes a while, and the player reads first
  }

  redraw() {
    this.editor.build();
    this.build();
  }

  close() {
    this.python.close();
  }

  // ---- What is on the screen ----------------------------------------------------------------------------------------

  build() {
    this.showHead();
    this.showTask();
    this.showBar();
    this.showRun();
    this.showResult();
    this.teachers.replaceChildren(
      h("h3", t("check teachers")),
      h("p.muted", t("check teachers about")),
      h(
        "div.card-actions",
        h(
          "button.button.small",
          { id: "check-sheet", onclick: () => showSheetDialog(this.lab) },
          icon("share"),
          t("sheet make"),
        ),
        h("button.button.small", { id: "check-class", onclick: () => showClass(this) }, icon("grid"), t("class open")),
      ),
    );
  }

  showHead() {
    const { exercises, title } = this.sheet;
    const { passed } = this.programs.work;
    const done = exercises.filter((name) => name in passed).length;
    const isLost = redraw(this.head, () => [
      h(
        "div.check-titles",
        h("h3", title || t("check title")),
        h("span.muted", t("check progress", { done, all: exercises.length })),
      ),
      exerciseList({
        exercises,
        current: this.exercise.name,
        isPassed: (name) => name in passed,
        onChoose: (name) => this.choose(name),
      }),
    ]);
    if (isLost) /** @type {HTMLElement | null} */ (this.head.querySelector("[aria-current]"))?.focus();
  }

  showTask() {
    this.task.replaceChildren(taskCard(this.exercise, this.sheet.exercises.indexOf(this.exercise.name) + 1));
  }

  showBar() {
    const { exercise } = this;
    const isThere = defines(this.editor.text, exercise.function);
    this.bar.replaceChildren(
      programBar({
        text: () => this.editor.text,
        templates: this.lab.catalog.exercises.map(({ template }) => template),
        onOpen: (text) => this.replaceProgram(text),
        onClear: () => this.clear(),
        onProblem: (problem) => this.showProblem(problem),
      }),
      isThere
        ? ""
        : h(
            "button.button.small.check-add",
            { id: "check-add", onclick: () => this.addTemplate() },
            icon("plus"),
            t("check add"),
            code(exercise.function),
          ),
    );
  }

  showRun() {
    const lack = LearnerPython.lack();
    this.meter = h("div.check-meter", { hidden: !this.isRunning }, h("div"));
    const isHint = !lack && !this.isRunning && this.programs.isKept;
    this.stage = h("span", { class: `check-stage muted${isHint ? " for-keys" : ""}` });
    const button = this.isRunning
      ? h("button.button", { id: "check-stop", onclick: () => this.python.stop() }, icon("cross"), t("check stop"))
      : h(
          "button.button.primary",
          { id: "check-go", disabled: lack !== null, onclick: () => void this.run() },
          icon("play"),
          t("check run"),
        );
    if (redraw(this.runBar, () => [button, this.stage, this.meter, lack && h("p.lab-note", lack.text)])) button.focus();
    setText(this.stage, lack || this.isRunning ? "" : t(this.programs.isKept ? "check keys" : "check not kept"));
  }

  /** @param {import("../learner/learner_python.js").LearnerProgress} progress */
  showProgress({ phase, share, told }) {
    const done = phase === "running" ? (told?.share ?? 0) : share;
    const bar = /** @type {HTMLElement | null} */ (this.meter?.firstElementChild ?? null);
    if (bar) setStyle(bar, { width: `${Math.round(100 * done)}%` });
    this.meter?.classList.toggle("judging", phase === "running");
    if (this.stage) setText(this.stage, t(`check-phase ${phase}`));
  }

  showResult() {
    const { answer, exercise, problem } = this;
    if (problem) {
      const call = this.lastCall ? [h("pre", { tabindex: "0" }, code(this.lastCall))] : [];
      return this.result.replaceChildren(h("p.lab-note.bad", { role: "alert" }, problem), ...call);
    }
    if (!answer) return this.result.replaceChildren();
    const { fault } = answer;
    const go = (/** @type {string} */ tab) => this.openFault(/** @type {NonNullable<typeof fault>} */ (fault), tab);
    this.result.replaceChildren(
      verdictCard(answer, {
        hasRing: exercise.outside,
        isLink: exercise.kind === "link",
        actions: {
          trace: () => go("trace"),
          race: () => go("race"),
          showFinder: (finder, promise) => this.showFinder(finder, promise),
        },
        next: answer.outcome === "passed" ? this.nextSteps() : [],
      }),
    );
  }

  /** What to do after an exercise is passed. */
  nextSteps() {
    const { exercises } = this.sheet;
    const open = exercises.filter((name) => !(name in this.programs.work.passed));
    const place = exercises.indexOf(this.exercise.name);
    const next = open.find((name) => exercises.indexOf(name) > place) ?? open[0];
    const isLink = this.exercise.kind === "link";
    return [
      next
        ? h(
            "button.button.primary",
            { id: "check-next", onclick: () => this.goOn(next) },
            t("check next", { title: named("exercise", next) }),
            icon("forth"),
          )
        : h(
            "button.button.primary",
            { id: "check-hand-in", onclick: () => saveProgram(this.editor.text) },
            icon("save"),
            t("check all done"),
          ),
      isLink && this.exercise.outside
        ? h(
            "button.button",
            { id: "check-race", onclick: () => void this.lab.showTab("race") },
            icon("race"),
            t("check race"),
          )
        : "",
    ];
  }

  /** @param {string} problem */
  showProblem(problem) {
    [this.problem, this.lastCall] = [problem, ""];
    this.showResult();
  }

  // ---- The program --------------------------------------------------------------------------------------------------

  /** @param {string} text */
  changed(text) {
    const had = this.bar.querySelector("#check-add") === null;
    this.programs.change({ source: text });
    if (defines(text, this.exercise.function) !== had) this.showBar();
  }

  /**
   * Work on another exercise.
   * @param {string} name
   */
  choose(name) {
    if (this.isRunning) this.python.stop();
    this.exercise = this.named(name);
    this.answer = null;
    this.problem = "";
    this.editor.markLine(0);
    this.programs.change({ current: name });
    this.lab.extra.exercise = name;
    this.lab.writeAddress({ replace: true });
    if (!this.editor.text.trim()) this.replaceProgram(this.exercise.template);
    this.build();
  }

  /**
   * Go on to the next exercise, with the beginning of its function in the program.
   * @param {string} name
   */
  goOn(name) {
    this.choose(name);
    if (!defines(this.editor.text, this.exercise.function)) this.addTemplate();
    document.getElementById("check-task-title")?.focus();
    this.element.scrollIntoView({ block: "start" });
  }

  /** Write the beginning of the function at the end of the program. */
  addTemplate() {
    const before = this.editor.text.trimEnd();
    const gap = before ? "\n\n\n".slice(0, 3 - (this.editor.text.length - before.length)) : "";
    this.editor.append(gap + this.exercise.template);
    this.showBar();
    const lines = this.editor.text.split("\n");
    this.editor.goToLine(lines.findIndex((line) => line.startsWith(`def ${this.exercise.function}`)) + 2);
  }

  /** @param {string} text */
  replaceProgram(text) {
    this.editor.setText(text);
    this.problem = "";
    this.answer = null;
    this.changed(text);
    this.showBar();
    this.showResult();
  }

  /** Forget the program and what is passed. */
  clear() {
    this.programs.clear();
    this.choose(this.sheet.exercises[0]);
    this.replaceProgram(this.exercise.template);
  }

  // ---- The judge ----------------------------------------------------------------------------------------------------

  /** Have the function judged. */
  async run() {
    if (this.isRunning || !LearnerPython.available()) return;
    const { exercise } = this;
    const source = this.editor.text;
    [this.isRunning, this.answer, this.problem] = [true, null, ""];
    this.editor.markLine(0);
    this.showRun();
    this.showResult();
    try {
      const answer = await this.ask(source, exercise.name, (progress) => this.showProgress(progress));
      if (exercise === this.exercise) this.take(answer, source);
    } catch (problem) {
      if (!(problem instanceof LearnerProblem)) throw problem;
      if (exercise === this.exercise && problem.code !== "stopped")
        [this.problem, this.lastCall] = [problem.text, problem.told?.call ?? ""];
    } finally {
      this.isRunning = false;
      this.showHead();
      this.showRun();
      this.showResult();
    }
    if (this.answer || this.problem) this.result.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  /**
   * @param {string} source
   * @param {string} exercise
   * @param {(progress: import("../learner/learner_python.js").LearnerProgress) => void} onProgress
   * @returns {Promise<CheckAnswer>}
   */
  ask(source, exercise, onProgress) {
    const request = { type: "check", source, exercise, language: currentLanguage(), seconds: SECONDS };
    return this.python.ask(request, { onProgress });
  }

  /**
   * @param {CheckAnswer} answer
   * @param {string} source the program that it is about
   */
  take(answer, source) {
    const { exercise } = this;
    this.answer = answer;
    this.editor.markLine(answer.line);
    this.programs.setPassed(exercise.name, answer.outcome === "passed" ? answer.questions : 0);
    if (exercise.kind === "link" && answer.outcome !== "error")
      this.lab.setOwnFinder(new OwnFinder(this.python, source, exercise.function));
  }

  /**
   * Show a published algorithm on the smallest board on which it breaks a promise.
   * @param {string} finder
   * @param {string} promise
   */
  showFinder(finder, promise) {
    const board = this.lab.finderNamed(finder)?.promises.find(({ name }) => name === promise)?.broken_on;
    if (board) void showCounterexample(this.lab, finder, board);
  }

  /**
   * Let the function search on the board of a fault, in another tab.
   * @param {CheckFault} fault
   * @param {string} tab
   */
  openFault({ share, a, b }, tab) {
    if (share && a && b) void this.lab.openBoard(share, { pair: [a, b], finder: OWN_FINDER, tab });
  }
}
