/**
 * Store of one control item per crawl: its state, the key of its settings, its usage counts, the reservations of its page
 * budget, and the mark of a running reindex.
 *
 * Adapters: `local/sqlite-control.ts`, `aws/dynamo/dynamo-control.ts`; contract: `test/contracts/control.contract.ts`.
 */
export interface ControlStore {
  get(crawl: string): Promise<Control | undefined>;
  list(): Promise<Control[]>;
  /** Creates the item. @returns false if another call created the crawl before; then nothing changes. */
  create(crawl: string, settingsKey: string, now: number): Promise<boolean>;
  /** @throws if the crawl does not exist. */
  setState(crawl: string, state: CrawlState): Promise<void>;
  /**
   * Replaces the key of the settings if it is still `seen`.
   *
   * @returns whether the crawl now uses `settingsKey`, also if it did before. @throws if the crawl does not exist.
   */
  setSettingsKey(crawl: string, seen: string, settingsKey: string): Promise<boolean>;
  /** Reserves pages of the budget for a message. */
  reserve(crawl: string, id: string, reservation: Reservation): Promise<void>;
  /**
   * Gives the reservation `id` to a worker: a message that is delivered to two workers at once is used by one of them.
   *
   * @param by names the worker. A repeated call of the same worker succeeds.
   * @returns false if there is no such reservation, or if another worker has it.
   * @throws if the crawl does not exist.
   */
  claim(crawl: string, id: string, by: string): Promise<boolean>;
  /**
   * Adds to the counts and deletes the reservation `reservationId`, if given. One update: both or neither. If the store's
   * response is lost and the call has no reservation, the counts may be added twice: an adapter would have to store the last update of
   * each process in the item, and every update is billed by the size of the item.
   */
  addUsage(crawl: string, counts: Counts, reservationId?: string): Promise<void>;
  /**
   * Stores the mark of a running reindex, unless the item has the mark of a reindex that was requested later.
   *
   * @throws if the crawl does not exist.
   */
  setReindexing(crawl: string, mark: ReindexMark): Promise<void>;
  /** Deletes the mark of the reindex that was requested at `at`. Keeps the mark of another reindex. */
  clearReindexing(crawl: string, at: number): Promise<void>;
}

/**
 * State of a crawl. Only hosts of an `open` crawl are visited. Of pages that are on their way, a `paused` crawl follows the
 * links and a `stopped` crawl refuses them.
 */
export type CrawlState = 'open' | 'paused' | 'stopped';

/** Pages of the budget reserved for one message. The reservation expires at `until`, epoch ms. `by`: the worker that uses it; absent: none yet. */
export type Reservation = { pages: number; until: number; by?: string };

/** Counts by flat names: `pages`, `bytes`, `requests`, `verdict.relevant`, `link.scope` … */
export type Counts = Record<string, number>;

/** Marks a running reindex. `at`: time of the request, which identifies the reindex; `seenAt`: its last activity. Epoch ms. */
export type ReindexMark = { at: number; seenAt: number };

/** The control item of a crawl. */
export type Control = {
  crawl: string;
  state: CrawlState;
  /** Key of the settings in the object store. */
  settingsKey: string;
  /** Epoch ms. */
  createdAt: number;
  counts: Counts;
  /** Reservations of the page budget by message id. */
  shares: Record<string, Reservation>;
  /** The reindex that runs, or that ended without deleting its mark. Absent: none. */
  reindexing?: ReindexMark;
};
