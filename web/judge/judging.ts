import type { Agreement } from '../../shared/classify/judgements/choose-pages.ts';
import type { PersonVerdict } from '../../shared/classify/judgements/judgement-store.ts';
import type { PageToJudge } from '../../shared/classify/judgements/page-to-judge.ts';

/** A verdict that was given on this server and can be taken back. */
export type RecentVerdict = { url: string; title: string; verdict: PersonVerdict };

export type PagesToJudge = {
  /** The next pages, the most useful first. */
  pages: readonly PageToJudge[];
  /** Number of pages with a verdict of a person. */
  judged: number;
  /** How often the person agrees with the topic filters, as of the last choice of pages. */
  agreement: Agreement;
  /** The latest verdict. Absent: none since the server started. */
  last?: RecentVerdict;
};

/** Judging pages in the browser. Everybody who can open the pages can judge. */
export type WebJudging = {
  /** Secret of this server. It is part of every form, so that no other website can make a browser send one. */
  token: string;
  /** Reads stored pages, so it should keep its result for a while. */
  pages(crawl: string): Promise<PagesToJudge>;
  /**
   * Stores a verdict, or takes the latest one back.
   *
   * @returns false if the page is not one to judge
   */
  judge(crawl: string, url: string, verdict: PersonVerdict | undefined): Promise<boolean>;
};
