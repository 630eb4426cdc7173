import type { CleanDocument } from '../../clean/document.ts';
import type { Evidence, ScoredClass } from '../models/classifier.ts';
import type { LocationWeights, TermMatch } from '../terms/topic-terms.ts';
import type { Verdict } from '../verdict.ts';

/** A verdict with its `strength`: confidence of the filter, 0 to 1, regardless of the range of scores. It ranks links. */
export type Judgement = Verdict & {
  strength: number;
  /** Answer of the document filter. Absent: it was not consulted, or the page is not a document. */
  documentAccepted?: boolean;
  /** A filter failed on the document, and the next one judged it. */
  failed?: boolean;
};

/** Answer of one filter about a document, for reports. */
export type FilterReport = {
  /** `sites OK`, `metadata`, `domain words`, or the file name of the topic definition or model. */
  filter: string;
  accepts: boolean;
  /** Verdict of a filter that decides. Absent: the next filter is consulted. */
  verdict?: Verdict['kind'];
} & (
  | {
      kind: 'sites';
      /** The listed host that covers the page's host; absent if none does. */
      host?: string;
    }
  | {
      kind: 'terms';
      score: number;
      cutOff: number;
      weights: LocationWeights;
      /** Number of words that divides the points of the terms. Absent: scores are not normalised. */
      dividedBy?: number;
      /** Matched terms, those with the largest contribution first. */
      terms: TermMatch[];
    }
  /** A filter that answers yes or no. `why`: a text for users. */
  | { kind: 'rule'; why: string }
  | {
      kind: 'model';
      /** Share of the best class on topic in the sum of this class and the best one off topic, 0 to 1. */
      score: number;
      cutOff: number;
      /** Every class with its probability, best first. */
      classes: ScoredClass[];
      /** The words that speak most for the best class. */
      terms: Evidence[];
      /** If there are none: the words that speak most for the second best. */
      contrary: Evidence[];
    }
);

/**
 * A filter's answer. If `decides` is true, no further filter is consulted. A `relevant` answer that does not decide is that of a
 * filter that only rejects: it lets the document pass.
 */
export type FilterAnswer = Judgement & { decides: boolean };

/** A row of `topic.filters`, compiled once per topic. */
export type CompiledFilter = {
  /** Whether the filter can accept documents. If no filter of a topic can, documents that all filters let pass are relevant. */
  canAccept: boolean;
  /** @returns undefined if the filter says nothing about the document */
  judge: (document: CleanDocument) => FilterAnswer | undefined;
  report: (document: CleanDocument) => FilterReport;
  /** Scores how relevant a short text, such as a link text, is to the topic. 0 to 1. */
  strengthOfWords: (text: string) => number;
};
