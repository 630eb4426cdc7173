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
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { sqliteLastTime } from '../../shared/local/sqlite-last-time.ts';
import { type SqliteQueue, sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { type SqliteSchedules, sqliteSchedules } from '../../shared/local/sqlite-schedules.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Fetcher } from '../../shared/ports/fetcher.ts';
import type { Frontier, HeadChange, HostKey } from '../../shared/ports/frontier.ts';
import type { HostLock } from '../../shared/ports/host-lock.ts';
import type { ObjectMessage, VisitMessage } from '../../shared/ports/messages.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import type { Random } from '../../shared/ports/random.ts';
import type { RobotsStore } from '../../shared/ports/robots-store.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { memoryObjects } from '../memory-objects.ts';
import type { Network } from './network.ts';
import type { OpenFrontier } from './observed-frontier.ts';
import { type CommittedPage, createRecords } from './records.ts';
import { SCHEDULE_TIMES } from './scheduled.ts';
import { sqliteObserved } from './sqlite-observed.ts';
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

export type Stores = Awaited<ReturnType<typeof createStores>>;

type StoreOptions = {
  maxReceives?: number | undefined;
  /** How long messages about objects are retained, in milliseconds. */
  keepMs?: number | undefined;
  /** Where the frontier is stored. Default: SQLite. */
  openFrontier?: OpenFrontier | undefined;
};

/** The local adapters in memory, with records of commits, indexing, overwrites, stranded offers and wasted work. */
export async function createStores(
  world: World,
  { maxReceives = 1000, keepMs = 1e12, openFrontier = sqliteObserved }: StoreOptions = {},
) {
  const db = openDatabase(':memory:');
  const now = () => Math.round(world.now());
  const clock: Clock = { now, sleep: async () => {} };
  const locks = sqliteHostLock(db);
  const objects = memoryObjects();
  const observed = await openFrontier({ world, db, objects });
  const { frontier, exact } = observed;
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
        parseManifest((await exact.getHead(key))?.manifest ?? '').map((ref) => ref.kind + ref.epoch),
      );
      const result = await frontier.commit(key, epoch, change);
      if (!(await hasTakenEffect(key, change, result))) return result;
      if (change.state === 'dead') watch.dead++;
      const added = parseManifest(change.manifest).filter(
        (ref) => ref.kind === 'p' && !before.has(ref.kind + ref.epoch),
      );
      if (added.length === 0) watch.empty++;
      for (const ref of added) {
        // Missing only if a mutation deletes too much.
        for (const bytes of await exact.readBundles(key, pieceNames(ref)))
          if (bytes) noteCommits(key, unpackRows<PageRow>(bytes));
      }
      return result;
    },
  };
  /** A commit whose answer was lost takes effect, and its repetition finds that another worker has opened the host since. */
  const hasTakenEffect = async (key: HostKey, { manifest }: HeadChange, result: string) =>
    result === 'committed' || (result === 'epoch-lost' && (await exact.getHead(key))?.manifest === manifest);
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
  const changes = db.prepare('SELECT total_changes() AS n');
  const countsOf = db.prepare(`SELECT json_extract(counts, '$.pages') AS pages FROM control WHERE crawl = ?`);

  return {
    locks: watchedLocks,
    frontier: watchedFrontier,
    exactFrontier: exact,
    /** Methods of the frontier that process a list item by item, so that a crash may come in between. */
    frontierLists: observed.lists,
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
      const { local } = observed;
      if (!local) throw new Error('the frontier of a stack has no runs');
      lastTime.set(now());
      shiftClock();
      const backMs = lastTime.adjust(now());
      await setBackPages(backMs, { control, frontier: local, clock });
      lastTime.set(now());
      await releaseStaleLeases({
        ...{ locks, frontier: local, control, clock },
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
    anythingDue: (crawl: string) => observed.isAnyDue(crawl, now() + 1000),
    /** Wraps the frontier for production code: an offer counts once it is announced. */
    counting(given: Frontier): Frontier {
      const put: string[] = [];
      return new Proxy(given, {
        get(target, name) {
          if (name === 'putInbox') {
            return async (items: Parameters<Frontier['putInbox']>[0]) => {
              const places = await target.putInbox(items);
              put.push(...items.map((item, i) => `${item.crawl} ${item.host} ${places?.[i] ?? item.id}`));
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
    /** Notes counted, unmerged offers with links at hosts that are not due soon. */
    async lookForStranded(soonS: number): Promise<void> {
      // Time alone strands no offer, because due times only come nearer.
      const state = `${(changes.get() as { n: number }).n} ${observed.changes()} ${watch.counted.size}`;
      if (state === watch.lookedAt) return;
      watch.lookedAt = state;
      for (const { crawl, host, id, body, manifest } of await observed.waitingOffers(now() + soonS * 1000 + 1000)) {
        const key = `${crawl} ${host} ${id}`;
        if (!watch.counted.has(key) || watch.stranded.has(key)) continue;
        const isSeen = await seenBy({ crawl, host }, manifest);
        if (!decodeOffer(body).links.every((link) => isSeen(link.url))) watch.stranded.add(key);
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

  async function seenBy(key: HostKey, manifest: string): Promise<(url: string) => boolean> {
    const refs = parseManifest(manifest).filter((ref) => ref.kind === 's');
    const read = async (names: string[]) => (await exact.readBundles(key, names)).flatMap((bytes) => bytes ?? []);
    return fingerprintLookup(await Promise.all(refs.map(async (ref) => Buffer.concat(await read(pieceNames(ref))))));
  }
}
