import { releaseStaleLeases } from '../../cli/run/prepare-crawl.ts';
import { setBackPages } from '../../cli/run/set-back-pages.ts';
import { BundleMissingError } from '../../shared/frontier/host/bundle-reader.ts';
import { decodePageEntry, type PageRow } from '../../shared/frontier/host/entry.ts';
import { fingerprintLookup } from '../../shared/frontier/host/fingerprint-set.ts';
import { parseManifest, pieceNames } from '../../shared/frontier/host/manifest.ts';
import { unpackRows } from '../../shared/frontier/host/pieces.ts';
import { decodeOffer } from '../../shared/frontier/offer-format.ts';
import { indexRecords } from '../../shared/index/index-records.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { sqliteLastTime } from '../../shared/local/sqlite-last-time.ts';
import { type SqliteQueue, sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { type SqliteSchedules, sqliteSchedules } from '../../shared/local/sqlite-schedules.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Fetcher } from '../../shared/ports/fetcher.ts';
import type { Frontier, HostKey } from '../../shared/ports/frontier.ts';
import type { HostLock } from '../../shared/ports/host-lock.ts';
import type { ObjectMessage, VisitMessage } from '../../shared/ports/messages.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import type { Random } from '../../shared/ports/random.ts';
import type { RobotsStore } from '../../shared/ports/robots-store.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { memoryObjects } from '../memory-objects.ts';
import type { Network } from './network.ts';
import { type CommittedPage, createRecords } from './records.ts';
import { SCHEDULE_TIMES } from './scheduled.ts';
import { PlannedFault } from './worker.ts';
import type { World } from './world.ts';

export const CRAWLS = ['one', 'two'];

/** Time that a page may take through the queues, with several crashes. Seconds. */
const IN_QUEUES_S = 2_000;

export type WorkerPorts = {
  clock: Clock;
  random: Random;
  locks: HostLock;
  frontier: Frontier;
  robots: RobotsStore;
  control: ControlStore;
  objects: Objects;
  index: SearchIndex;
  fetcher: Fetcher;
  schedules: Pick<SqliteSchedules, 'due'>;
} & Queues;

export type Queues = {
  visits: Queue<VisitMessage>;
  captures: Queue<ObjectMessage>;
  documents: Queue<ObjectMessage>;
  records: Queue<ObjectMessage>;
};

export type Stores = ReturnType<typeof createStores>;

/** The local adapters in memory, with records of commits, indexing, overwrites, stranded offers and wasted work. */
/** @param keepMs how long messages about objects are retained, in milliseconds */
export function createStores(world: World, maxReceives = 1000, keepMs = 1e12) {
  const db = openDatabase(':memory:');
  const now = () => Math.round(world.now());
  const clock: Clock = { now, sleep: async () => {} };
  const locks = sqliteHostLock(db);
  const frontier = sqliteFrontier(db);
  const control = sqliteControl(db);
  const lastTime = sqliteLastTime(db);
  const watch = {
    /** `crawl url` → number of the commit (1, 2 …) → fetch times of those visits: one each, unless committed twice. */
    commits: new Map<string, Map<number, Set<number>>>(),
    /** `crawl url at` of visits that found the page gone. */
    gone: new Set<string>(),
    /** `crawl url` → world's times of its commits, in seconds since the start. */
    committedS: new Map<string, number[]>(),
    /** `crawl url at` → SHA-256 of the last body of the page, in hex. */
    digests: new Map<string, string | undefined>(),
    counted: new Set<string>(),
    stranded: new Set<string>(),
    overwritten: 0,
    dead: 0,
    visits: 0,
    empty: 0,
    refusedTakes: 0,
    sent: 0,
    /** State of the stores at the last check for stranded offers. */
    lookedAt: '',
    onCommit: (_key: string) => {},
  };
  const sendHooks = new Map<unknown, () => void>();

  const watchedFrontier: Frontier = {
    ...frontier,
    async listDue(crawl, at, limit) {
      // The due index lags: hosts that have just become due are not always listed.
      const due = await frontier.listDue(crawl, at, limit);
      return due.filter(() => world.random() >= 0.1);
    },
    async open(key, at, group) {
      const opened = await frontier.open(key, at, group);
      if ('head' in opened) watch.visits++;
      return opened;
    },
    async commit(key, epoch, change) {
      const before = new Set(
        parseManifest((await frontier.getHead(key))?.manifest ?? '').map((ref) => ref.kind + ref.epoch),
      );
      const result = await frontier.commit(key, epoch, change);
      if (result !== 'committed') return result;
      if (change.state === 'dead') watch.dead++;
      const added = parseManifest(change.manifest).filter(
        (ref) => ref.kind === 'p' && !before.has(ref.kind + ref.epoch),
      );
      if (added.length === 0) watch.empty++;
      for (const ref of added) {
        // Missing only if a mutation deletes too much.
        for (const bytes of await frontier.readBundles(key, pieceNames(ref)))
          if (bytes) noteCommits(key, unpackRows<PageRow>(bytes));
      }
      return result;
    },
  };
  const noteCommits = ({ crawl }: HostKey, rows: PageRow[]) => {
    for (const entry of rows.map(decodePageEntry)) {
      if (entry.partial || entry.outcome.startsWith('refused')) continue;
      const key = `${crawl} ${entry.url}`;
      const rounds = watch.commits.get(key) ?? new Map<number, Set<number>>();
      watch.commits.set(key, rounds);
      const times = rounds.get(entry.visits) ?? new Set();
      // A merge of bundles writes earlier commits again.
      if (!times.has(entry.at)) watch.committedS.set(key, [...(watch.committedS.get(key) ?? []), world.time()]);
      rounds.set(entry.visits, times.add(entry.at));
      if (entry.outcome.startsWith('gone')) watch.gone.add(`${key} ${entry.at}`);
      watch.digests.set(`${key} ${entry.at}`, entry.digest);
      watch.onCommit(key);
    }
  };
  const watchedLocks: HostLock = {
    ...locks,
    async acquire(group, request) {
      const result = await locks.acquire(group, request);
      if (!result.acquired) watch.refusedTakes++;
      return result;
    },
  };
  const objects = memoryObjects();
  const watchedObjects: Objects = {
    ...objects,
    async put(key, bytes, options) {
      const old = key.startsWith('raw/') ? await objects.get(key) : undefined;
      if (old && !options?.ifAbsent && !Buffer.from(old).equals(bytes)) watch.overwritten++;
      await objects.put(key, bytes, options);
    },
  };
  const records = createRecords();
  const queue = <Message>(name: string, retentionMs: number, deadLetters: boolean): Queue<Message> => {
    const real = sqliteQueue<Message>(db, name, clock, {
      retentionMs,
      maxReceives,
      hasDeadLetters: deadLetters,
    });
    rawQueues.set(name, real);
    redrives.push(() => {
      for (let left = real.redrive(1000); left > 0; left--) sendHooks.get(name)?.();
    });
    const watched: Queue<Message> = {
      ...real,
      async send(messages) {
        await real.send(messages);
        if (name === 'visits') watch.sent += messages.length;
        for (const _ of messages) sendHooks.get(name)?.();
      },
    };
    return watched;
  };
  const redrives: (() => void)[] = [];
  const rawQueues = new Map<string, unknown>();
  const names = new Map<unknown, string>();
  const stuck =
    db.prepare(`SELECT i.crawl, i.host, i.id, i.body, h.manifest FROM inbox i JOIN head h USING (crawl, host)
    LEFT JOIN host_lock l USING (grp) WHERE h.due IS NULL OR (h.due > :soon AND h.due > coalesce(l.open_at, 0) + 2000)`);
  const changes = db.prepare('SELECT total_changes() AS n');
  const countsOf = db.prepare(`SELECT json_extract(counts, '$.pages') AS pages FROM control WHERE crawl = ?`);
  const anyDue = db.prepare('SELECT 1 FROM head WHERE crawl = ? AND due <= ? LIMIT 1');

  return {
    locks: watchedLocks,
    frontier: watchedFrontier,
    robots: sqliteRobotsStore(db),
    control,
    objects: watchedObjects,
    index: records.index,
    schedules: sqliteSchedules(db, clock, SCHEDULE_TIMES),
    queues(wrap: <Message>(queue: Queue<Message>) => Queue<Message>): Queues {
      const made: Queues = {
        visits: wrap(queue<VisitMessage>('visits', 900_000, false)),
        captures: wrap(queue<ObjectMessage>('captures', keepMs, true)),
        documents: wrap(queue<ObjectMessage>('documents', keepMs, true)),
        records: wrap(queue<ObjectMessage>('records', keepMs, true)),
      };
      for (const [name, one] of Object.entries(made)) names.set(one, name);
      return made;
    },
    /** Whether stored objects whose messages expired are sent again. Only mutations change it. */
    isResending: true,
    /** Writes all stored records to the index, as an operator does whom the log asks for it. */
    async reindex(crawl: string): Promise<void> {
      for await (const key of objects.list(`records/${crawl}/`))
        await indexRecords({ crawl, key }, { objects, ...records });
    },
    /**
     * Begins a run as the runner on one machine does, which ends what the last one left.
     *
     * @param shiftClock called between the two runs
     */
    async beginRun(shiftClock: () => void): Promise<void> {
      lastTime.set(now());
      shiftClock();
      const backMs = lastTime.adjust(now());
      await setBackPages(backMs, { control, frontier, clock });
      lastTime.set(now());
      await releaseStaleLeases({
        ...{ locks, frontier, control, clock },
        visits: rawQueues.get('visits') as SqliteQueue<VisitMessage>,
        captures: rawQueues.get('captures') as SqliteQueue<ObjectMessage>,
        documents: rawQueues.get('documents') as SqliteQueue<ObjectMessage>,
        records: rawQueues.get('records') as SqliteQueue<ObjectMessage>,
      });
    },
    /** Sends all dead letters again, as an operator does. */
    redrive(): void {
      for (const redrive of redrives) redrive();
    },
    /** Calls `work` for each message sent to the queue. */
    onSend: (one: unknown, work: () => void) => void sendHooks.set(names.get(one), work),
    onCommit: (work: (key: string) => void) => {
      watch.onCommit = work;
    },
    anythingDue: (crawl: string) => anyDue.get(crawl, now() + 1000) !== undefined,
    /** Wraps the frontier for production code: an offer counts once it is announced. */
    counting(given: Frontier): Frontier {
      const put: string[] = [];
      return new Proxy(given, {
        get(target, name) {
          if (name === 'putInbox') {
            return async (items: Parameters<Frontier['putInbox']>[0]) => {
              const places = await target.putInbox(items);
              put.push(...items.map((item) => `${item.crawl} ${item.host} ${item.id}`));
              return places;
            };
          }
          if (name === 'notifyHosts') {
            return async (...args: Parameters<Frontier['notifyHosts']>) => {
              const results = await target.notifyHosts(...args);
              const counted = args[0]
                .filter((_, i) => results[i] === 'notified')
                .map(({ crawl, host }) => `${crawl} ${host} `);
              for (const key of put.splice(0))
                if (counted.some((start) => key.startsWith(start))) watch.counted.add(key);
              return results;
            };
          }
          return target[name as keyof Frontier];
        },
      });
    },
    /** Returns counted, unmerged offers with links at hosts that are not due soon. */
    lookForStranded(soonS: number) {
      // Time alone strands no offer, because due times only come nearer.
      const state = `${(changes.get() as { n: number }).n} ${watch.counted.size}`;
      if (state === watch.lookedAt) return;
      watch.lookedAt = state;
      const rows = stuck.all({ soon: now() + soonS * 1000 + 1000 }) as {
        crawl: string;
        host: string;
        id: string;
        body: Uint8Array;
        manifest: string;
      }[];
      for (const { crawl, host, id, body, manifest } of rows) {
        const key = `${crawl} ${host} ${id}`;
        if (!watch.counted.has(key) || watch.stranded.has(key)) continue;
        if (!decodeOffer(body).links.every((link) => seenBy(crawl, host, manifest)(link.url))) watch.stranded.add(key);
      }
    },
    /** A late visit may find bundles deleted; any other error is a bug. */
    excuse(error: unknown, errors: string[]) {
      if (!(error instanceof BundleMissingError || error instanceof PlannedFault))
        errors.push((error as Error).stack ?? String(error));
    },
    commits: (key: string) => watch.commits.get(key)?.size ?? 0,
    indexed: (key: string) => indexedRounds(key),
    /** Number of committed visits that the index did not receive, without those that were just made beyond two of a page. */
    notIndexed: () =>
      [...watch.commits].reduce((sum, [key, rounds]) => {
        const firstTwo = Math.min(2, rounds.size) - indexedRounds(key);
        return sum + Math.max(0, firstTwo, settledRounds(key) - indexedRounds(key, isSettled));
      }, 0),
    committedTwice: () =>
      [...watch.commits.values()]
        .flatMap((rounds) => [...rounds.values()])
        .reduce((sum, times) => sum + times.size - 1, 0),
    stranded: () => watch.stranded.size,
    overwritten: () => watch.overwritten,
    dead: () => watch.dead,
    waste: () => ({ visits: watch.visits, empty: watch.empty, refusedTakes: watch.refusedTakes, sent: watch.sent }),
    /** Number of pages that the crawl has counted. */
    pages: (crawl: string) => Number(countsOf.get(crawl)?.['pages'] ?? 0),
    forgetRecordTimes: records.forgetTimes,
    recordsLeftBefore: records.leftBefore,
    /** Whether the page was gone at its last committed visit. */
    isGone: (key: string) => pageOf(key)?.isGone ?? false,
    /** Whether a visit of the page was committed in this time, in seconds since the start. */
    committedBetween: (key: string, from: number, to: number) =>
      (watch.committedS.get(key) ?? []).some((at) => at >= from && at <= to),
    /** Number of pages that the index does not show as they were last committed, without those fetched just now. @param textOf text of a body, given by its digest */
    async outdated(textOf: Network['textOf']): Promise<number> {
      const isSettledPage = (key: string) => Math.max(...watch.committedS.get(key)!) < world.time() - IN_QUEUES_S;
      let sum = 0;
      for (const crawl of CRAWLS) {
        const own = [...watch.commits.keys()].filter((key) => key.startsWith(`${crawl} `) && isSettledPage(key));
        const withText = (key: string) => ({
          ...pageOf(key)!,
          text: textOf(watch.digests.get(`${key} ${pageOf(key)!.last}`)),
        });
        sum += await records.outdated(crawl, new Map(own.map((key) => [key.slice(crawl.length + 1), withText(key)])));
      }
      return sum;
    },
    close() {
      db.close();
      records.close();
    },
  };

  function pageOf(key: string): Omit<CommittedPage, 'text'> | undefined {
    const rounds = watch.commits.get(key);
    if (!rounds) return undefined;
    const times = new Set([...rounds.values()].flatMap((at) => [...at]));
    // The visit with the highest number: its time need not be the latest, if the clock was set back.
    const last = Math.max(...rounds.get(Math.max(...rounds.keys()))!);
    return { times, last, isGone: watch.gone.has(`${key} ${last}`) };
  }

  /** Whether a visit at this time had time to pass the queues. */
  function isSettled(at: number): boolean {
    return at < now() - 1_000 * IN_QUEUES_S;
  }

  function settledRounds(key: string): number {
    return [...(watch.commits.get(key)?.values() ?? [])].filter((times) => [...times].every(isSettled)).length;
  }

  function indexedRounds(key: string, among: (at: number) => boolean = () => true): number {
    const rounds = [...(watch.commits.get(key)?.values() ?? [])].filter((times) => [...times].every(among));
    const isReceived = (at: number) => records.received(key, at, watch.gone.has(`${key} ${at}`));
    return rounds.filter((times) => [...times].every(isReceived)).length;
  }

  function seenBy(crawl: string, host: string, manifest: string): (url: string) => boolean {
    const get = db.prepare('SELECT bytes FROM bundle WHERE crawl = ? AND host = ? AND name = ?');
    const refs = parseManifest(manifest).filter((ref) => ref.kind === 's');
    const piece = (name: string) => (get.get(crawl, host, name) as { bytes: Uint8Array } | undefined)?.bytes;
    return fingerprintLookup(refs.map((ref) => Buffer.concat(pieceNames(ref).flatMap((name) => piece(name) ?? []))));
  }
}
