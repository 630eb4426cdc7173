import type { Counts } from '../../ports/control.ts';
import type { ExplainingJudge } from '../judge.ts';
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
};

/** What a reclassification changes, or would change. */
export type ReclassifyReport = {
  /** Number of judged pages. */
  pages: number;
  transitions: Record<Transition, number>;
  /** Some pages of each transition, the first ones found. */
  examples: Record<Transition, RejudgedExample[]>;
  /** Links offered to the frontier, and refused ones by reason. Empty if nothing is applied. */
  links: Counts;
  /** Objects that could not be read: their number, and the first ones. */
  faults: { count: number; first: ObjectFault[] };
};

/** Maximum number of examples of each transition. */
const MAX_EXAMPLES = 5;
/** Maximum number of faults in a report. */
const MAX_FAULTS = 20;

export function createReport(): ReclassifyReport {
  return {
    pages: 0,
    transitions: { enters: 0, leaves: 0, rewritten: 0, rescored: 0, stays: 0, 'stays-out': 0 },
    examples: { enters: [], leaves: [], rewritten: [], rescored: [], stays: [], 'stays-out': [] },
    links: {},
    faults: { count: 0, first: [] },
  };
}

export function addPages(report: ReclassifyReport, pages: readonly RejudgedPage[], judge: ExplainingJudge): void {
  report.pages += pages.length;
  for (const page of pages) {
    report.transitions[page.transition]++;
    const examples = report.examples[page.transition];
    if (examples.length < MAX_EXAMPLES) examples.push(exampleOf(page, judge));
  }
}

export function addFault({ faults }: ReclassifyReport, fault: ObjectFault): void {
  faults.count++;
  if (faults.first.length < MAX_FAULTS) faults.first.push(fault);
}

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
    into.examples[name] = [...into.examples[name], ...more.examples[name]].slice(0, MAX_EXAMPLES);
  }
  for (const [name, n] of Object.entries(more.links)) into.links[name] = (into.links[name] ?? 0) + n;
  into.faults.count += more.faults.count;
  into.faults.first = [...into.faults.first, ...more.faults.first].slice(0, MAX_FAULTS);
}

function exampleOf({ document, before, score }: RejudgedPage, judge: ExplainingJudge): RejudgedExample {
  return { url: document.url, title: document.title ?? '', before, score, cutOff: cutOffOf(document, judge) ?? null };
}
