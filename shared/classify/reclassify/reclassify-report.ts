import type { Counts } from '../../ports/control.ts';
import type { ExplainingJudge } from '../judge.ts';
import type { ScoredClass } from '../models/classifier.ts';
import { cutOffOf, type RejudgedPage, type Transition } from './reclassify.ts';
import type { ObjectFault } from './stored-documents.ts';

/** A page as an example of a transition. */
export type RejudgedExample = {
  url: string;
  title: string;
  /** Score before; null if it is unknown. */
  before: number | null;
  score: number;
  /** Threshold of the topic definition that decided; null if none did. */
  cutOff: number | null;
  /** The class whose score changes most; null if none does. */
  class: { class: string; before: number; score: number } | null;
  /** How much score or classes change, as a share of the larger value. 0 to 1; 1 if the score before is unknown. */
  change: number;
};

/** What a reclassification changes, or would change. */
export type ReclassifyReport = {
  /** Number of judged pages. */
  pages: number;
  transitions: Record<Transition, number>;
  /** Some pages of each transition: the first ones found; of rescored pages those that change most, and none that hardly change. */
  examples: Record<Transition, RejudgedExample[]>;
  /** Links offered to the frontier, and refused ones by reason. Empty if nothing is applied. */
  links: Counts;
  /** Objects that could not be read: their number, and the first ones. */
  faults: { count: number; first: ObjectFault[] };
};

/** Maximum number of examples of each transition. */
const MAX_EXAMPLES = 5;
/** Smallest change of a rescored page that is shown: with four digits, a smaller one may be invisible. */
const MIN_CHANGE = 1e-3;
/** Maximum number of faults in a report. */
const MAX_FAULTS = 20;

/** Returns an empty report. */
export function createReport(): ReclassifyReport {
  return {
    pages: 0,
    transitions: { enters: 0, leaves: 0, rewritten: 0, rescored: 0, stays: 0, 'stays-out': 0 },
    examples: { enters: [], leaves: [], rewritten: [], rescored: [], stays: [], 'stays-out': [] },
    links: {},
    faults: { count: 0, first: [] },
  };
}

/** Counts pages by how their verdicts changed, with examples of each kind. */
export function addPages(report: ReclassifyReport, pages: readonly RejudgedPage[], judge: ExplainingJudge): void {
  report.pages += pages.length;
  for (const page of pages) {
    report.transitions[page.transition]++;
    const examples = report.examples[page.transition];
    if (page.transition === 'rescored') addRescored(report, page, judge);
    else if (examples.length < MAX_EXAMPLES) examples.push(exampleOf(page, judge));
  }
}

function addRescored({ examples }: ReclassifyReport, page: RejudgedPage, judge: ExplainingJudge): void {
  const change = changeOf(page);
  const least = examples.rescored.length < MAX_EXAMPLES ? 0 : examples.rescored.at(-1)!.change;
  if (change < MIN_CHANGE || change <= least) return;
  examples.rescored = mostChanged([...examples.rescored, exampleOf(page, judge)]);
}

const mostChanged = (examples: RejudgedExample[]): RejudgedExample[] =>
  examples.sort((a, b) => b.change - a.change).slice(0, MAX_EXAMPLES);

/** Counts an object that could not be read. The report keeps the first ones. */
export function addFault({ faults }: ReclassifyReport, fault: ObjectFault): void {
  faults.count++;
  if (faults.first.length < MAX_FAULTS) faults.first.push(fault);
}

/** Adds the counts of links among the counts of a crawl (`link.<outcome>`). */
export function addLinks({ links }: ReclassifyReport, counts: Counts): void {
  for (const [name, n] of Object.entries(counts)) {
    const [kind, outcome] = name.split('.');
    if (kind === 'link' && outcome) links[outcome] = (links[outcome] ?? 0) + n;
  }
}

/** Adds the report of a later part. */
export function addReport(into: ReclassifyReport, more: ReclassifyReport): void {
  into.pages += more.pages;
  for (const name of Object.keys(into.transitions) as Transition[]) {
    into.transitions[name] += more.transitions[name];
    const examples = [...into.examples[name], ...more.examples[name]];
    into.examples[name] = name === 'rescored' ? mostChanged(examples) : examples.slice(0, MAX_EXAMPLES);
  }
  for (const [name, n] of Object.entries(more.links)) into.links[name] = (into.links[name] ?? 0) + n;
  into.faults.count += more.faults.count;
  into.faults.first = [...into.faults.first, ...more.faults.first].slice(0, MAX_FAULTS);
}

function exampleOf(page: RejudgedPage, judge: ExplainingJudge): RejudgedExample {
  const { document, before, score } = page;
  const cutOff = cutOffOf(document, judge) ?? null;
  const changed = changedClass(page);
  return {
    url: document.url,
    title: document.title ?? '',
    before,
    score,
    cutOff,
    class: changed,
    change: changeOf(page),
  };
}

function changeOf(page: RejudgedPage): number {
  const { before, score, classes, classesBefore = [] } = page;
  const changed = changedClass(page);
  const largest = Math.max(0, ...[...classes, ...classesBefore].map((one) => Math.abs(one.score)));
  const ofClass = changed === null ? 0 : Math.abs(changed.score - changed.before) / largest;
  const ofScore = before === null ? 1 : Math.abs(score - before) / (Math.max(Math.abs(score), Math.abs(before)) || 1);
  return Math.min(1, Math.max(ofClass, ofScore));
}

function changedClass({ classes, classesBefore = [] }: RejudgedPage): RejudgedExample['class'] {
  const scoreIn = (list: readonly ScoredClass[], name: string) => list.find((one) => one.class === name)?.score ?? 0;
  const names = new Set([...classes, ...classesBefore].map((one) => one.class));
  return [...names]
    .map((name) => ({ class: name, before: scoreIn(classesBefore, name), score: scoreIn(classes, name) }))
    .filter((one) => one.before !== one.score)
    .reduce<RejudgedExample['class']>(
      (top, one) => (top === null || Math.abs(one.score - one.before) > Math.abs(top.score - top.before) ? one : top),
      null,
    );
}
