import { cpSync, existsSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WARCParser } from 'warcio';
import { type GeneratedWeb, startGeneratedWeb } from '../../demo/generated/generated-web.ts';
import { checkPoliteness, type Violation } from '../../demo/politeness.ts';
import { requestLog } from '../../demo/request-log.ts';
import { seeded } from '../../demo/seeded.ts';
import { readCapture } from '../../shared/fetch/warc/warc-read.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { PART_SUFFIX } from '../../shared/local/files/clear-parts.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import { type Child, startThresher } from '../../test/flow/child.ts';
import { leftovers, objectsOf, pagesOf, recordsOf, withStores } from '../../test/flow/remains.ts';

export type WebOptions = {
  pages: number;
  hosts: number;
  /** Minimum pause between two requests to a host. Milliseconds. */
  pauseMs: number;
};

export type KillOptions = WebOptions & {
  kills: number;
  /** Selects the moments of the kills. */
  seed: string;
  /** Time for which the crawl rests after each third kill, by a clock that is set ahead. Days; absent: it does not rest. */
  gapDays?: number;
  /** Called with a line after each kill. */
  onKill?(line: string): void;
};

/** What a killed crawl lost, repeated or broke. Each list is empty if the crawl kept its promises. */
export type KillResult = {
  kills: number;
  /** Kills by their moment. */
  moments: Record<string, number>;
  /** Days that the crawl rested between its runs. */
  restedDays: number;
  /** Runs that ended by themselves before their kill. */
  endedEarly: number;
  /** Pages of the generated web that the crawl did not fetch. */
  lostPages: string[];
  /** Pages whose outcome, record or text differs from those of an undisturbed crawl. */
  differences: string[];
  /** Requests for a page that an earlier request had already fetched. Only pages in flight at a kill may be among them. */
  doubled: number;
  /** Largest number of pages that one run fetched and had not committed when it was killed. */
  mostInFlight: number;
  /** Repeated requests for pages that were committed before the kill. */
  doubledAfterCommit: string[];
  politeness: Violation[];
  /** Fetched pages without a response in the archive, as read by the npm package `warcio`. */
  missingInArchive: string[];
  archivedResponses: number;
  /** Records whose place in the archive does not hold their page. */
  wrongPlaces: string[];
  records: number;
  /** Searches while the crawl ran, and those that failed. */
  searches: number;
  failedSearches: string[];
  /** Rows that should be gone at the end: queued messages, dead letters, links, pieces that heads name and that are missing. */
  leftovers: { messages: number; deadLetters: number; missingPieces: number; offeredLinks: number };
};

const CRAWL = 'killed';
/**
 * When kills hit, in turn: at the start of a run; some time after a number of pages; or after a number of pages, while a file is
 * written. The last kills hit the end of the crawl.
 */
const MOMENTS = ['start', 'page', 'index', 'frontier', 'objects'] as const;
type Moment = (typeof MOMENTS)[number] | 'end';
/** One kill in this many hits the end: all pages are requested, but not all are indexed. */
const ENDS = 10;
/** Latest kill of a starting run. Milliseconds. */
const START_MS = 2_500;
/** Latest kill after the awaited page; most come sooner. A visit with its commit takes this long. Milliseconds. */
const AFTER_PAGE_MS = 1_500;
/** Latest kill after the last page was requested. Milliseconds. */
const END_MS = 6_000;
/** Each time after this many kills the crawl rests, if it rests at all. */
const KILLS_PER_GAP = 3;
/** Timers may fire this much early, and the server notices the end of a response this much late. Milliseconds. */
const TOLERANCE_MS = 10;

/** Outcome and record of each page, as one string by URL. */
type Pages = ReadonlyMap<string, string>;

/** Crawls a generated web with `thresher crawl` in its own process. */
export function crawlUndisturbed(options: WebOptions): Promise<Pages> {
  return inFolder(async (folder) => {
    const dir = join(folder, 'whole');
    await withWeb(options, folder, async (web, file) => {
      const { code, out, err } = await startThresher(['crawl', file, '--dir', dir, '--json']).ended;
      if (code !== 0 || web.served().pages !== options.pages)
        throw new Error(`the undisturbed crawl ended with code ${code}: ${out}${err}`);
    });
    return (await contentsOf(dir)).pages;
  });
}

/**
 * Crawls a generated web with `thresher crawl` in its own process, with SIGKILL at random moments and the same command again. Compares
 * the result with an undisturbed crawl.
 *
 * @param undisturbed pages of that crawl. Default: it runs first.
 */
export async function killCrawl(options: KillOptions, undisturbed?: Pages): Promise<KillResult> {
  const expected = undisturbed ?? (await crawlUndisturbed(options));
  return inFolder(async (folder) => {
    const killed = join(folder, 'killed');
    const log = requestLog();
    const runs = await withWeb({ ...options, log }, folder, (web, file) => killRepeatedly(options, web, file, killed));
    return { ...runs, ...(await compare(expected, killed)), politeness: politenessOf(log, options.pauseMs) };
  });
}

/** Runs work with a temporary folder, which is deleted when it ends. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'thresher-kill-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Log = ReturnType<typeof requestLog>;

async function withWeb<T>(
  { hosts, pages, pauseMs, log }: WebOptions & { log?: Log },
  folder: string,
  work: (web: GeneratedWeb & { log: Log | undefined }, crawlFile: string) => Promise<T>,
): Promise<T> {
  const web = await startGeneratedWeb({ hosts, pages, seed: 'killed', ...(log && { log }) });
  const file = join(folder, 'crawl.json');
  writeFileSync(
    file,
    JSON.stringify({
      crawl: CRAWL,
      seeds: web.seeds,
      scope: 'any',
      politeness: { hostPauseMs: pauseMs, answerTimeFactor: 0 },
      // Longer than all gaps together: a revisit would count as a repeated request.
      revisit: { mode: 'fixed', days: 3_650 },
      network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.bench.test': `127.0.0.1:${web.port}` } },
    }),
  );
  try {
    return await work({ ...web, log }, file);
  } finally {
    await web.close();
  }
}

const politenessOf = (log: Log, pauseMs: number): Violation[] =>
  checkPoliteness(log, { pauseMs: () => pauseMs, toleranceMs: TOLERANCE_MS });

type Runs = Pick<
  KillResult,
  | 'kills'
  | 'moments'
  | 'restedDays'
  | 'endedEarly'
  | 'doubled'
  | 'mostInFlight'
  | 'doubledAfterCommit'
  | 'searches'
  | 'failedSearches'
  | 'lostPages'
>;

/** Runs the crawl until it was killed often enough, then once more to its end. */
async function killRepeatedly(
  { kills, pages, seed, hosts, gapDays = 0, pauseMs, onKill }: KillOptions,
  web: GeneratedWeb & { log: Log | undefined },
  crawlFile: string,
  dir: string,
): Promise<Runs> {
  const log = web.log!;
  const random = seeded(seed);
  const fetched = new Set<string>();
  const runs: Runs = {
    ...{ kills: 0, moments: {}, restedDays: 0, endedEarly: 0, doubled: 0, mostInFlight: 0 },
    ...{ doubledAfterCommit: [], searches: 0, failedSearches: [], lostPages: [] },
  };
  let from = 0;
  /** Counts the requests of a run. */
  const note = (committed: ReadonlySet<string>) => {
    let doubled = 0;
    for (const { host, path } of log.requests.slice(from).filter(({ path }) => path !== '/robots.txt')) {
      const url = `http://${host}${path}`;
      if (fetched.has(url)) doubled++;
      if (committed.has(url)) runs.doubledAfterCommit.push(url);
      fetched.add(url);
    }
    runs.doubled += doubled;
    return doubled;
  };

  let committed: ReadonlySet<string> = new Set();
  const command = ['crawl', crawlFile, '--dir', dir, '--json'];
  const start = () =>
    startThresher(command, {
      options: ['--import', './test/flow/preloads/shifted-clock.mjs'],
      env: { CLOCK_SHIFT_MS: `${runs.restedDays * DAY_MS}` },
      isGroup: true,
    });
  const ends = Math.floor(kills / ENDS);
  while (runs.kills < kills) {
    const moment: Moment = runs.kills >= kills - ends ? 'end' : MOMENTS[runs.kills % MOMENTS.length]!;
    const isStart = moment === 'start';
    const child = start();
    const left = (pages - fetched.size) / (kills - ends - runs.kills + 1);
    const isEnd = moment === 'end';
    const awaited = isStart || isEnd ? 0 : Math.round(random() * 2 * left);
    const afterMs = Math.round(
      isStart ? random() * START_MS : isEnd ? random() * END_MS : random() ** 3 * AFTER_PAGE_MS,
    );
    const search = isStart ? undefined : searchDuring(dir, runs);
    let hasEnded = false;
    const ended = child.ended.finally(() => {
      hasEnded = true;
    });
    const isOver = () => hasEnded;
    const reached = isEnd ? untilAllRequested(log, pages) : untilRequests(log, from + awaited);
    const written = moment === 'index' || moment === 'frontier' || moment === 'objects' ? moment : undefined;
    await Promise.race([ended, reached.then(() => (written ? untilWritten(dir, written, isOver) : delay(afterMs)))]);
    const isKilled = !hasEnded && killGroup(child);
    const end = await ended;
    await search;
    runs.moments[moment] = (runs.moments[moment] ?? 0) + 1;
    const doubled = note(committed);
    runs.kills++;
    if (gapDays > 0 && runs.kills % KILLS_PER_GAP === 0) {
      runs.restedDays += gapDays;
      // By the clock of the crawl the pauses of the hosts are over; by that of the server they must be, too.
      await delay(3 * pauseMs);
    }
    if (!isKilled) runs.endedEarly++;
    if (!isKilled && end.code !== 0) throw new Error(`a run ended with code ${end.code}: ${end.out}${end.err}`);
    committed = await committedPages(dir);
    const pagesOfRun = new Set(log.requests.slice(from).map(({ host, path }) => `http://${host}${path}`));
    from = log.requests.length;
    const inFlight = [...pagesOfRun].filter((url) => !url.endsWith('/robots.txt') && !committed.has(url)).length;
    runs.mostInFlight = Math.max(runs.mostInFlight, inFlight);
    onKill?.(
      `kill ${runs.kills}: ${moment}, ${awaited} requests${written ? '' : ` + ${afterMs} ms`}${isKilled ? '' : ' (ended before)'}; fetched ${fetched.size}, committed ${committed.size}, in flight ${inFlight}, repeated ${doubled}`,
    );
  }
  const last = await start().ended;
  note(committed);
  if (last.code !== 0 || last.err !== '') throw new Error(`the last run ended with code ${last.code}: ${last.err}`);
  if (fetched.size < pages)
    runs.lostPages = [`${pages - fetched.size} of ${pages} pages on ${hosts} hosts were not requested`];
  return runs;
}

/** Kills a process with all that it started. @returns false if it has ended */
function killGroup({ process: { pid } }: Child): boolean {
  try {
    return process.kill(-pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits for the next write to a database, or for the next object that is being written. */
async function untilWritten(dir: string, what: 'index' | 'frontier' | 'objects', isOver: () => boolean): Promise<void> {
  const [path, isWrite] =
    what === 'objects'
      ? [join(dir, 'objects'), (name: string) => name.endsWith(PART_SUFFIX)]
      : [dir, (name: string) => name === `${what}.sqlite-wal`];
  while (!existsSync(path) && !isOver()) await delay(1);
  if (isOver()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(
    path,
    { recursive: what === 'objects' },
    (_, name) => name !== null && isWrite(name) && resolve(),
  );
  const timer = setInterval(() => isOver() && resolve(), 20);
  await promise;
  watcher.close();
  clearInterval(timer);
}

/** Searches once, a second after the start of a run. */
async function searchDuring(dir: string, runs: Runs): Promise<void> {
  if (!existsSync(join(dir, 'index.sqlite'))) return;
  await delay(1_000);
  const { code, err } = await startThresher(['search', 'carnivorous plants', '--dir', dir, '--json']).ended;
  runs.searches++;
  // Before the crawl exists in the folder, the command says so.
  if (code !== 0 && !err.includes('no crawl in this folder yet')) runs.failedSearches.push(`code ${code}: ${err}`);
}

/**
 * URLs of the pages that were committed when the run was killed. Reads a copy, so that the next run finds the files as the
 * killed one left them.
 */
async function committedPages(dir: string): Promise<Set<string>> {
  const file = join(dir, 'frontier.sqlite');
  if (!existsSync(file)) return new Set();
  const copy = mkdtempSync(join(tmpdir(), 'thresher-kill-copy-'));
  try {
    for (const ending of ['', '-wal'])
      if (existsSync(file + ending)) cpSync(file + ending, join(copy, `frontier.sqlite${ending}`));
    const db = openDatabase(join(copy, 'frontier.sqlite'));
    try {
      return new Set((await pagesOf(CRAWL, { frontier: sqliteFrontier(db) })).map(({ url }) => url));
    } finally {
      db.close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

type Comparison = Omit<KillResult, keyof Runs | 'politeness'>;

async function compare(expected: Pages, killed: string): Promise<Comparison> {
  const found = await contentsOf(killed);
  const differences = [...new Set([...expected.keys(), ...found.pages.keys()])].flatMap((url) => {
    const [a, b] = [expected.get(url), found.pages.get(url)];
    return a === b ? [] : [`${url}: ${a ?? 'no page'} | ${b ?? 'no page'}`];
  });
  const archived = new Set<string>();
  let archivedResponses = 0;
  for await (const uri of archivedUris(found.archive)) {
    archived.add(uri);
    archivedResponses++;
  }
  const { messages, deadLetters, missingPieces, offeredLinks } = leftovers(killed);
  return {
    differences,
    archivedResponses,
    missingInArchive: [...found.pages.keys()].filter((url) => !archived.has(url)),
    wrongPlaces: found.wrongPlaces,
    records: found.records,
    leftovers: {
      ...{ messages, deadLetters },
      ...{ missingPieces: missingPieces.length, offeredLinks: offeredLinks.length },
    },
  };
}

/** The pages of a crawl, its archive, and records with a wrong place in it. */
async function contentsOf(dir: string) {
  return withStores(dir, async (stores) => {
    const records = await recordsOf(CRAWL, stores);
    const recordOf = new Map(records.flatMap((record) => Object.keys(record.urls).map((url) => [url, record])));
    const pages = new Map<string, string>();
    for (const { url, outcome } of await pagesOf(CRAWL, stores)) {
      const { id, title, text: words } = recordOf.get(url) ?? { id: 'no record', title: '', text: '' };
      pages.set(url, JSON.stringify([outcome, id, title, words]));
    }
    const wrongPlaces: string[] = [];
    for (const { url, urls, capture } of records) {
      const { key, offset, length } = capture;
      const member = await stores.objects.get(key, { offset, length });
      if (!member || !(readCapture(member).url in urls)) wrongPlaces.push(`${url}: ${key} at ${offset}`);
    }
    return { pages, records: records.length, wrongPlaces, archive: await objectsOf('raw', CRAWL, stores) };
  });
}

/** Yields the target URI of each response. Every record is read to its end. */
async function* archivedUris(objects: Iterable<[string, Uint8Array]>): AsyncGenerator<string> {
  for (const [, bytes] of objects) {
    for await (const record of new WARCParser([bytes] as unknown as AsyncIterable<Uint8Array>)) {
      await record.readFully(false);
      if (record.warcType === 'response') yield record.warcTargetURI ?? '';
    }
  }
}

/** Waits until every page was requested, in this run or before. */
async function untilAllRequested(log: Log, pages: number): Promise<void> {
  const found = new Set<string>();
  let read = 0;
  for (;;) {
    for (; read < log.requests.length; read++) {
      const { host, path } = log.requests[read]!;
      if (path !== '/robots.txt') found.add(`http://${host}${path}`);
    }
    if (found.size >= pages) return;
    await untilRequests(log, read + 1);
  }
}

function untilRequests(log: Log, count: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => (log.requests.length >= count ? resolve() : log.next(check));
    check();
  });
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Describes each promise that the crawl broke; empty if it kept all. */
export function findKillFaults(result: KillResult, pages: number): string[] {
  const { messages, deadLetters, missingPieces, offeredLinks } = result.leftovers;
  const lists: [string, number][] = [
    ['pages lost', result.lostPages.length],
    ['pages differ from the undisturbed crawl', result.differences.length],
    ['committed pages fetched again', result.doubledAfterCommit.length],
    ['fetched pages missing in the archive', result.missingInArchive.length],
    ['records with a wrong place in the archive', result.wrongPlaces.length],
    ['searches failed', result.failedSearches.length],
    ['messages left', messages],
    ['dead letters', deadLetters],
    ['pieces of the frontier missing', missingPieces],
    ['links left in inboxes', offeredLinks],
    ['records missing', pages - result.records],
  ];
  const impolite = result.politeness.map(({ kind, host, path, detail }) => `${kind}: ${host}${path}, ${detail}`);
  return [...lists.flatMap(([name, n]) => (n === 0 ? [] : [`${n} ${name}`])), ...impolite];
}
