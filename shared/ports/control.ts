/**
 * The control item of a crawl: its switch, the place of its settings, what it has spent and counted, and the shares of
 * its page budget that are under way.
 * Adapters: `local/sqlite-control.ts`, `aws/dynamo-control.ts`; contract: `test/contracts/control.contract.ts`.
 */
export interface ControlStore {
  get(crawl: string): Promise<Control | undefined>;
  list(): Promise<Control[]>;
  /** @returns false when the crawl is there already: nothing is changed then. */
  create(crawl: string, settingsKey: string, now: number): Promise<boolean>;
  /** @throws when there is no such crawl. */
  setState(crawl: string, state: CrawlState): Promise<void>;
  /**
   * Names other settings, if the key still is `seen`. @returns whether it does: also true where it named them already.
   * @throws when there is no such crawl.
   */
  setSettingsKey(crawl: string, seen: string, settingsKey: string): Promise<boolean>;
  /** Notes pages that were handed out with a visits message; or none, for other work on the crawl that goes on until then. */
  reserve(crawl: string, id: string, share: Reservation): Promise<void>;
  /** Adds to the counts and, where `shareId` is given, takes that note away. One update: both or neither. */
  addUsage(crawl: string, counts: Counts, shareId?: string): Promise<void>;
}

export type CrawlState = 'open' | 'paused' | 'stopped';

/** Pages of the budget handed out with one message; past `until` (epoch ms) the note counts no more. */
export type Reservation = { pages: number; until: number };

/** Name → count. Names are flat, `group.word`: `pages`, `bytes`, `requests`, `verdict.relevant`, `link.scope` … */
export type Counts = Record<string, number>;

export type Control = {
  crawl: string;
  state: CrawlState;
  /** Key of the settings in the object store. */
  settingsKey: string;
  createdAt: number;
  counts: Counts;
  shares: Record<string, Reservation>;
};
