/**
 * What hosts still have to fetch and what is known of them: heads, bundles, offers, and what is due.
 *
 * Adapters: `local/sqlite-frontier.ts`, `aws/dynamo-frontier.ts`; contract: `test/contracts/frontier.contract.ts`.
 * Each update touches one item and is conditional; there are no transactions over hosts. A list that throws may have
 * been worked off in part. Times are epoch milliseconds and the caller's.
 */
export interface Frontier {
  /**
   * Heads of a crawl that are due, at most `limit`: at least half of them those that are due longest, the rest those of
   * the best class. What it costs follows `limit`, and not how many are due. May lag behind by minutes: the visit's
   * `open` decides.
   */
  listDue(crawl: string, now: number, limit: number): Promise<DueHost[]>;

  /**
   * Opens a head for a visit: epoch + 1, attempts + 1, if it is there, due (`due <= now`), neither paused nor poor, and of
   * this group.
   *
   * @returns the head after the update (only this manifest and this inbox counter count), or why not.
   */
  open(key: HostKey, now: number, group: string): Promise<{ head: Head } | { refused: OpenRefusal }>;

  /**
   * Makes a visit's work valid, if the epoch is still `epoch`; attempts become 0, the note and `alone` go.
   *
   * @param change.inbox with a number the commit also needs the inbox counter to be still that one (a host may only fall
   * idle then). @returns `epoch-lost` when somebody else has taken over: forget everything.
   */
  commit(key: HostKey, epoch: number, change: HeadChange): Promise<'committed' | 'inbox-moved' | 'epoch-lost'>;

  /** Moves `due` if it still is `seenDue`. @returns whether it did. */
  postpone(key: HostKey, seenDue: number, due: number): Promise<boolean>;

  /** Notes in the head what is about to be fetched, if the epoch is still mine: whoever comes after a crash passes it over. */
  setCrashMarker(key: HostKey, epoch: number, url: string): Promise<boolean>;

  /** Has the host visited alone from now on (until a commit) and takes back an attempt, if there is one and the epoch is still mine. */
  isolate(key: HostKey, epoch: number): Promise<boolean>;

  /** The head as it is, or undefined. Consistent. */
  getHead(key: HostKey): Promise<Head | undefined>;

  /**
   * All heads of a crawl, for reports and repairs, in an order of the store's own that stays the same whoever comes or goes.
   *
   * @param after only those behind this host in that order, whether or not it is there (any more).
   */
  listHeads(crawl: string, after?: string): AsyncIterable<Head>;

  /** Puts immutable pieces of bundles; a name that is there is written again with the same bytes. Nothing changes until a commit names them. */
  writeBundles(key: HostKey, pieces: readonly BundlePiece[]): Promise<void>;

  /** @returns the bytes in the order of the names; undefined for one that is not there. */
  readBundles(key: HostKey, names: readonly string[]): Promise<(Uint8Array | undefined)[]>;

  /** Those that are not there are passed over. */
  deleteBundles(key: HostKey, names: readonly string[]): Promise<void>;

  /**
   * Puts bodies of offers into inboxes, one item each; the same id again is the same item. They count from `announce` on.
   */
  putInbox(items: readonly InboxItem[]): Promise<void>;

  /**
   * Tells hosts of new inbox items: the inbox counter + 1 for each entry; a head that is new or idle becomes ready, due
   * `now`; one that is ready or paused keeps its `due`; a poor or dead one refuses.
   *
   * @returns for each entry what became of it; `refused` for a poor or dead host.
   */
  notifyHosts(entries: readonly HostNotification[], now: number): Promise<('told' | 'refused')[]>;

  /** The inbox, oldest ids in any order, up to `limit` items. `end`: these are all. Consistent. */
  readInbox(key: HostKey, limit: number): Promise<{ items: { id: string; body: Uint8Array }[]; end: boolean }>;

  deleteInbox(key: HostKey, ids: readonly string[]): Promise<void>;
}

export type HostKey = { crawl: string; host: string };

/** `idle`: nothing due now; with a `due` it has a recrawl date. `dead`: rests until `due`. */
export type HeadState = 'ready' | 'idle' | 'paused' | 'poor' | 'dead';

export type OpenRefusal = 'missing' | 'not-due' | 'state' | 'group';

/** Kept under 1 KB: every update is billed by the whole item. */
export type Head = HostKey & {
  group: string;
  /** Starts at the clock's seconds, so that no bundle's name ever comes twice. */
  epoch: number;
  state: HeadState;
  manifest: string;
  /** How many inbox items were ever announced. */
  inbox: number;
  due?: number;
  /** Best class (0 first, 7 last) among what is queued, as far as a commit knew. */
  best: number;
  /** Opened so often without a commit. */
  attempts: number;
  /** To be visited by a message of its own. */
  alone?: boolean;
  /** A URL whose request may have killed the worker. */
  noted?: string;
  /** Pages committed, by outcome and reason: `fetched`, `refused.robots` …; what adds up to the URLs of the host. */
  counts: Record<string, number>;
};

export type HeadChange = {
  state: HeadState;
  /** Absent: not due at all. Of a paused or poor host it is dropped: whom nobody may open is not due. */
  due?: number;
  manifest: string;
  best: number;
  counts: Record<string, number>;
  inbox?: number;
};

export type DueHost = HostKey & { group: string; due: number; best: number; alone: boolean } & {
  /** It was visited before: the last commit left a manifest. */
  begun: boolean;
};
export type BundlePiece = { name: string; bytes: Uint8Array };
export type InboxItem = HostKey & { id: string; body: Uint8Array };
/** `best`: class of the best link of the offer. `group` is written when the head is new. */
export type HostNotification = HostKey & { group: string; best: number };
