import type { LinkEvidence } from '../focus/link-evidence.ts';
import type { Url } from '../url/url.ts';
import type { Graph } from './graph.ts';

/** A page as the topic filter of the crawl judges it; its label plays no part. */
export type PageJudgement = {
  /** Probability that it is on topic, 0 to 1. */
  relevance: number;
  verdict: 'relevant' | 'leads-on' | 'off-topic';
};

/** A link that waits to be fetched. */
export type WaitingLink = {
  page: number;
  evidence: LinkEvidence;
  /** Rank among all links by the time they were found, from 0. */
  foundAt: number;
  isSeed: boolean;
  /** Whether the evidence has changed since the last ranking. */
  isChanged: boolean;
};

/** A fetched page, judged. */
export type FetchedPage = PageJudgement & {
  page: number;
  evidence: LinkEvidence;
  isSeed: boolean;
  /** Links to pages that were not known before. */
  newLinks: readonly WaitingLink[];
};

/** Priority of a link that is not fetched, unless a later ranking gives it another. */
export const DROPPED = Number.NEGATIVE_INFINITY;

/** Decides the order of a simulated crawl. */
export type CrawlOrder = {
  /** Returns the priority of a link: the highest is fetched first; `DROPPED`: never. */
  priorityOf(link: WaitingLink): number;
  /** Learns from a judged page, after its links were added. */
  observe?(page: FetchedPage): void;
  /** Number of fetches after which the priority of every link may be another. Absent: only changed links are ranked again. */
  rerankEvery?: number;
};

/** What a crawl order may use. */
export type OrderContext = {
  graph: Graph;
  judge(page: number): PageJudgement;
  /** Returns the worth of a page's links by the layer of the page in a context graph, 0 to 1. Absent: there are no training pages. */
  worthOfLinks?: ((page: number) => number) | undefined;
  /** Returns the text of a page. */
  textOf(page: number): PageText;
  /** Returns how relevant the topic filter finds words, 0 to 1. */
  strengthOfWords(text: string): number;
  /** Returns the training pages. */
  trainingPages(): readonly TrainingText[];
};

/** Text of a page with its title. `language`: ISO 639-1 code, or `und`. */
export type PageText = { text: string; language: string };

/** A training page with links to other training pages. */
export type TrainingText = PageText & {
  url: Url;
  /** Whether it is on topic, by its label. */
  isRelevant: boolean;
  links: readonly { url: Url; anchor: string }[];
};
