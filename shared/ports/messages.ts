/** What travels between the stages: pointers of a few hundred bytes, never pages. */

/** Hosts to visit. Only a hint: the frontier repeats what gets lost. */
export type VisitMessage = {
  crawl: string;
  /** Names the share of the page budget that was noted for this message in the control item. */
  id: string;
  hosts: { host: string; group: string; due: number }[];
  /** At most so many pages by this message altogether; absent: as the settings say. */
  pages?: number;
};

/** An object that the next stage is to read: captures (WARC), documents or records (JSON Lines). */
export type ObjectMessage = { crawl: string; key: string };

/** A message that was put back as a new one, because whoever takes it was away: since when that is done. Epoch ms. */
export type RequeueInfo = { since?: number };

/** To who writes records: all of a crawl's are to be written again under a new index, which then takes the place of the old. */
export type ReindexMessage = { crawl: string; reindex: ReindexProgress };

/** How far that has come. */
export type ReindexProgress = {
  /** When it was asked for, epoch ms: names the new index. */
  at: number;
  /** The last object that was written; absent: none yet. */
  after?: string;
  /** The new index has taken its place: what was kept since `at` is written once more, as it may have met the old one. */
  moved?: true;
  /** Records that were written so far, and those of them that the engine refused for good; one of several objects counts in each. Absent: 0. */
  told?: number;
  refused?: number;
};
