/**
 * Store of the frontier: one head per host with its state, bundles of queued and known URLs, and an inbox of offers.
 *
 * Adapters: `local/sqlite-frontier.ts`, `aws/dynamo/dynamo-frontier.ts`; contract: `test/contracts/frontier.contract.ts`.
 * Each update is conditional and touches one item; there are no transactions across hosts. A batch call that throws may
 * have applied part of the batch. The caller supplies all times, in epoch milliseconds.
 *
 * If the store's response to a write is lost, the write is repeated. Repeated calls have one effect, except that `open` may
 * skip an epoch and count an attempt twice, and `notifyHosts` may increment a counter twice. Both are harmless.
 */
export interface Frontier {
  /**
   * Lists due heads of a crawl, at most `limit`. At least half of them are the longest due, the rest have the best class.
   * The cost depends on `limit`, not on the number of due heads. The list can be minutes old: `open` decides.
   */
  listDue(crawl: string, now: number, limit: number): Promise<DueHost[]>;

  /**
   * Opens a head for a visit if it exists, is due (`due <= now`) and belongs to the group. Increments `epoch` and `attempts`.
   *
   * @returns the head after the update, or why it was not opened. Only this manifest and this inbox counter are valid.
   */
  open(key: HostKey, now: number, group: string): Promise<{ head: Head } | { refused: OpenRefusal }>;

  /**
   * Commits a visit if the epoch is still `epoch`. Resets `attempts` to 0 and clears the crash marker and `alone`.
   *
   * @param change.inbox expected inbox counter. The commit fails with `inbox-moved` if it differs. Absent: any.
   * @returns `epoch-lost` if another worker opened the head meanwhile: the visit's work must be discarded.
   */
  commit(key: HostKey, epoch: number, change: HeadChange): Promise<'committed' | 'inbox-moved' | 'epoch-lost'>;

  /** Changes `due` if it is still `seenDue`. @returns whether the host now has this due time. */
  postpone(key: HostKey, seenDue: number, due: number): Promise<boolean>;

  /** Stores a URL in the head before its request, if the epoch is current. After a crash, the next visit skips the URL. */
  setCrashMarker(key: HostKey, epoch: number, url: string): Promise<boolean>;

  /**
   * Sends the host in a message of its own until the next commit, and refunds the attempt of this epoch, if the epoch is
   * current and not committed. May be repeated: an attempt is refunded once.
   *
   * @param attempts the attempts of the head as it was opened, 1 or more.
   * @returns whether the host is isolated.
   */
  isolate(key: HostKey, epoch: number, attempts: number): Promise<boolean>;

  /** Returns the head; undefined if the host is unknown. Strongly consistent. */
  getHead(key: HostKey): Promise<Head | undefined>;

  /**
   * Lists all heads of a crawl, for reports and repairs. The store chooses the order, which stays stable while hosts are
   * added and deleted.
   *
   * @param after lists only heads behind this host, whether or not it still exists. Absent: all.
   */
  listHeads(crawl: string, after?: string): AsyncIterable<Head>;

  /**
   * Writes immutable pieces of bundles, all pieces of an epoch in one call. Rewriting them writes the same bytes. Pieces take
   * effect when a commit names them.
   */
  writeBundles(key: HostKey, pieces: readonly BundlePiece[]): Promise<void>;

  /** @returns the bytes in the order of the names; undefined for a missing piece. */
  readBundles(key: HostKey, names: readonly string[]): Promise<(Uint8Array | undefined)[]>;

  /**
   * Deletes pieces. Missing pieces are ignored.
   *
   * @param epochs epochs of all bundles that remain. A deleted piece of such an epoch may stay until the last one goes.
   */
  deleteBundles(key: HostKey, names: readonly string[], epochs: ReadonlySet<number>): Promise<void>;

  /**
   * Puts offers into inboxes, one item each. Items count once `notifyHosts` announces them. A repeated call puts the same items.
   *
   * @returns for each item its place, which its notification must name: the item can be read from then on, and the place is its
   * id. Undefined: the item is in the inbox already.
   */
  putInbox(items: readonly InboxItem[]): Promise<(string | undefined)[]>;

  /**
   * Announces inbox items: increments the inbox counter of each entry's host. A new or idle head becomes ready and due
   * `now`. A ready head keeps its `due`. A dead head refuses, and so does an idle one if the entry is `onlyIfReady`. A head that
   * refuses stays unchanged and does not get the item of the entry's place; other items the caller deletes.
   *
   * A new host of an entry with a `domainLimit` is counted for its domain, or refused if the domain has as many hosts already. Each host
   * counts once, also if the call is repeated or two workers find the host at the same time. A store may count a host again after a crash,
   * so that the domain is full earlier, and may refuse a host that another worker is just adding.
   *
   * @returns one result per entry.
   */
  notifyHosts(entries: readonly HostNotification[], now: number): Promise<NotifyResult[]>;

  /** Returns the number of hosts that `notifyHosts` has counted for a domain. Hosts without a `domainLimit` do not count. */
  countHosts(crawl: string, domain: string): Promise<number>;

  /**
   * Reads up to `limit` inbox items, in any order. `end`: there are no more. Strongly consistent without `since`.
   *
   * @param known ids of items to leave out, because the caller has them. Their bodies are not read. Absent: none.
   * @param since the counter that the last read of this visit returned. The store may then leave out items that were not
   * announced since, or only a moment ago. Absent: all items are read.
   * @returns `counter`: inbox counter at the time of the read, if the store reads it anyway
   */
  readInbox(
    key: HostKey,
    limit: number,
    known?: ReadonlySet<string>,
    since?: number,
  ): Promise<{ items: ReadItem[]; end: boolean; counter?: number }>;

  /** Deletes items, except those that are `inHead`: a commit deletes them. Unknown ids are ignored. */
  deleteInbox(key: HostKey, ids: readonly string[]): Promise<void>;
}

/** Identifies the frontier of a host in a crawl. */
export type HostKey = { crawl: string; host: string };

/** `ready`: has URLs to fetch. `idle`: has none; its `due`, if any, is the next revisit. `dead`: visits to it crashed eight workers; rests until `due`. */
export type HeadState = 'ready' | 'idle' | 'dead';

/** Why a head was not opened: it does not exist, is not due, or belongs to another group than the caller assumes. */
export type OpenRefusal = 'missing' | 'not-due' | 'group';

/** State of a host. Kept about 1 KB with its offers, because each update is billed by the size of the whole item. */
export type Head = HostKey & {
  group: string;
  /** Starts at the epoch seconds of the clock, so that bundle names are never reused. */
  epoch: number;
  state: HeadState;
  manifest: string;
  /** Number of inbox items ever announced. */
  inbox: number;
  /** Time of the next visit, epoch ms. Absent: not due. */
  due?: number;
  /** Best class (0 first, 7 last) among the queued URLs, as of the last commit. */
  best: number;
  /** Number of times the head was opened since the last commit. */
  attempts: number;
  /** Send the host in a message of its own. Absent: it may share one. */
  alone?: boolean;
  /** Crash marker: a URL whose request may have crashed the worker. Absent: none. */
  crashMarker?: string;
  /** Committed URLs by outcome and reason: `fetched`, `refused.robots` …. They add up to the URLs of the host. */
  counts: Record<string, number>;
  /** Absent: no page with a record was lost recently. */
  removals?: RemovalWindow;
};

/** Recently requested pages that have a record, and how many of them are gone. Protects the records of a host that fails. */
export type RemovalWindow = {
  /** Time of the first lost page, epoch ms. */
  since: number;
  /** Number of requested pages that have a record. */
  requested: number;
  /** Number of requested pages that are gone. */
  gone: number;
  /** Number of gone pages whose record was removed. */
  removed: number;
};

/** What a commit writes into the head. Fields have the meaning that they have in `Head`; `inbox` is the counter that the commit expects. */
export type HeadChange = {
  state: HeadState;
  /** Epoch ms. Absent: not due. */
  due?: number;
  manifest: string;
  best: number;
  counts: Record<string, number>;
  /** Absent: the head has no removal window any more. */
  removals?: RemovalWindow;
  /** Absent: the counter is not checked. */
  inbox?: number;
  /** Ids of inbox items to delete with the commit: those that are `inHead`. Absent: none. */
  merged?: readonly string[];
};

/** A host that is due. Fields have the meaning that they have in `Head`. */
export type DueHost = HostKey & { group: string; due: number; best: number; alone: boolean } & {
  /** The host was visited before: the last commit left a manifest. */
  isStarted: boolean;
};

/** A piece of a bundle: at most 4 KB, unless a single row is longer. It never changes, and its name is never reused. */
export type BundlePiece = { name: string; bytes: Uint8Array };

/** An encoded offer (`frontier/offer-format.ts`) for the next visit of a host. */
export type InboxItem = HostKey & {
  id: string;
  body: Uint8Array;
  /** A notification follows that names the place of the item. Absent: the item must be readable without one. */
  announced?: boolean;
};
/** An inbox item that was read. `inHead`: the store keeps it with the head, so that a commit deletes it at no cost. */
export type ReadItem = { id: string; body: Uint8Array; inHead?: boolean };
/**
 * Announces one inbox item. `best`: best class of its links. `group` is stored if the head is new. `place`: what `putInbox`
 * returned for the item. `onlyIfReady`: the item tells more about links that were announced before. An idle host has decided on
 * them and has none in its queue, so it stays idle. `domainLimit`: absent, the host does not count for a domain.
 */
export type HostNotification = HostKey & {
  group: string;
  best: number;
  place?: string | undefined;
  onlyIfReady?: boolean;
  domainLimit?: DomainLimit;
};
/** Maximum number of hosts of a registrable domain that links may add to a crawl, 1 or more. */
export type DomainLimit = { domain: string; maxHosts: number };
/**
 * `refused`: the host is dead. `domain-full`: the host is new, and its domain has reached the limit of the entry. `idle`: the host is idle,
 * and the entry was `onlyIfReady`.
 */
export type NotifyResult = 'notified' | 'refused' | 'domain-full' | 'idle';
