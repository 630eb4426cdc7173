import type { CleanDocument } from '../../clean/document.ts';
import type { Url } from '../../url/url.ts';
import type { FilterReport } from '../filters/filter.ts';
import type { JudgementReport } from '../judge.ts';
import type { Verdict } from '../verdict.ts';
import { excerptAround } from './excerpt.ts';

/** A page whose verdict a person should confirm. */
export type PageToJudge = {
  url: Url;
  title: string;
  /** Verdict of the topic filters. */
  verdict: Verdict['kind'];
  score: number;
  /** Distance of the score from the decision boundary, 0 to 1. 0: the filters might as well have decided the other way. */
  margin: number;
  why: string;
  /** The terms with the largest contribution. At most 5. */
  terms: { term: string; hits: number }[];
  /** Text around the first of these terms, or the start of the text. */
  excerpt: string;
  /** ISO 8601. */
  fetchedAt: string;
};

/** Maximum number of terms, and of characters of the title. */
const MAX_TERMS = 5;
const MAX_TITLE_LENGTH = 200;

export function pageToJudge(
  document: CleanDocument,
  fetchedAt: number,
  { judgement, filters }: JudgementReport,
): PageToJudge {
  const { kind, score, why } = judgement;
  const terms = judgement.terms.slice(0, MAX_TERMS).map(({ term, hits }) => ({ term, hits }));
  return {
    url: document.url,
    title: (document.title ?? '').trim().slice(0, MAX_TITLE_LENGTH),
    verdict: kind,
    score,
    margin: marginOf(filters),
    why,
    terms,
    excerpt: excerptAround(document.text, terms[0]?.term),
    fetchedAt: new Date(fetchedAt).toISOString(),
  };
}

/** Score of a topic definition with cut-off 0 whose margin is 0.5: one or two terms of medium weight. */
const HALF_MARGIN_SCORE = 20;

/** Returns the distance of the nearest filter from its decision boundary, 0 to 1. */
export const marginOf = (filters: readonly FilterReport[]): number => Math.min(1, ...filters.map(marginOfFilter));

/**
 * Relates the distance between score and cut-off to the cut-off, so that topics with large and small weights compare. A page without
 * a sign of the topic, and one that a filter without scores decided about, is far from the boundary.
 */
function marginOfFilter(report: FilterReport): number {
  if (!('cutOff' in report) || report.terms.length === 0) return 1;
  const gap = Math.abs(report.score - report.cutOff);
  const scale = report.kind === 'terms' ? Math.max(report.cutOff, HALF_MARGIN_SCORE) : 1 / 2;
  return gap / (gap + scale);
}
