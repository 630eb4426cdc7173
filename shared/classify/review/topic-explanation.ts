import type { ScorePart } from '../../focus/link-model.ts';
import type { Explanation } from '../../frontier/explain/explain.ts';
import type { Reason } from '../../url/reason.ts';
import type { FilterReport } from '../filters/filter.ts';

import type { Verdict } from '../verdict.ts';

/** The topic filters' answer about a stored document. */
export type TopicExplanation = {
  /** Verdict by the crawl's current topic. A page that must not be kept has its reason instead. */
  verdict: Verdict['kind'] | Reason;
  /** Verdict that the crawl acted on. It differs from `verdict` if the topic changed since. */
  stored: string;
  /** When the document was fetched. ISO 8601. */
  fetchedAt: string;
  /** Filters that were consulted, in order. The last one decided if it has a `verdict`. At most 100 terms each. */
  filters: FilterReport[];
};

/** What the crawl has learned about a URL until today. */
export type LinkPriorityExplanation = {
  /** Version of the stored model; null: none is stored, so that before the first page applies. */
  version: number | null;
  /** 0 to 1. */
  score: number;
  /** 0 (first) to 7 (last). */
  class: number;
  /** Parts of the score in log odds, largest first. None with `strategy: cindi`. */
  parts: ScorePart[];
  /** What CINDI's rules found. Absent: the crawl has another strategy. */
  rules?: string[];
};

/** The explanation of a URL, with what the topic adds to it. */
export type ExplainedUrl = Explanation & {
  /** What the topic filters say about the stored document. Absent: no topic, or no document was found. */
  topic?: TopicExplanation;
  /** Absent: the crawl has no link model, or nothing is known of a link to the URL. */
  priority?: LinkPriorityExplanation;
};
