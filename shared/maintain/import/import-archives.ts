/**
 * Imports the captures of WARC and ARC files, or pages of other sources, into a crawl: writes them as objects of captures, as the fetch
 * stage does, and adds their pages to the frontier. The stages then process the objects as those of any crawl.
 *
 * Every file is read twice: first to find the newest capture of each URL, then to write it. Memory is bounded by a table of 24 bytes per
 * URL, with more passes beyond two million URLs, and by the captures of an object.
 */
import { createNewestVisits, MAX_URLS_PER_PASS, type NewestVisits } from '../../classify/reclassify/newest-visits.ts';
import {
  type ArchiveRules,
  bytesToCapture,
  bytesToJudge,
  captureOf,
  judgeRecord,
  placeOf,
} from '../../fetch/warc/archived-page.ts';
import type { Capture, CaptureNote } from '../../fetch/warc/capture.ts';
import {
  CAPTURE_LIMITS,
  type CapturePorts,
  type CrawlerInfo,
  createCaptureWriter,
  type VisitCaptures,
} from '../../fetch/warc/capture-writer.ts';
import type { KeepBytes, RecordPlace, StreamedItem, StreamedRecord } from '../../fetch/warc/streamed-record.ts';
import { type LoadOptions, loadHost } from '../../frontier/dump/load-host.ts';
import type { PageEntry } from '../../frontier/host/entry.ts';
import type { Frontier, HostKey } from '../../ports/frontier.ts';
import type { ObjectMessage } from '../../ports/messages.ts';
import { hostOf } from '../../url/url.ts';
import { readInboxFeedback } from './inbox-feedback.ts';
import { importedEntry, type KnownPages, matchKnownPages } from './known-pages.ts';

/** Pages with URL and time: those of a WARC or ARC file, of JSON Lines, or of a folder. */
export type Archive = {
  /** Name for people. */
  name: string;
  /** Reads the records from the first one on; the same ones each time. */
  read(keep: KeepBytes): AsyncIterable<StreamedItem>;
  /** Each record is a file of its own. */
  isFolder?: true;
};

/**
 * A damaged place. `file`: an archive, a file of lines, or a file of a folder. `offset` in bytes; absent: the whole file. `line`: counted
 * from 1, if the file has lines.
 */
export type DamagedPlace = { file: string; offset?: number; line?: number; detail: string };

export type ImportReport = {
  /** Number of files that were read: WARC and ARC files, JSON Lines, files of folders. */
  files: number;
  /** Records by `WARC-Type`; `other`: types that the standard does not have. */
  records: Record<string, number>;
  /** Captures that the rules of the crawl accept. */
  accepted: number;
  /** Captures that were imported: of each URL the newest, unless the crawl knows the same or a newer one. */
  imported: number;
  /** Captures that were to be imported, but that their files did not have any more when they were read again. */
  changed: number;
  /** Refused captures by reason. */
  refused: Record<string, number>;
  /** Number of damaged places. */
  damaged: number;
};

export type ImportOptions = {
  rules: ArchiveRules;
  crawler: CrawlerInfo;
  frontier: LoadOptions;
  /** The crawl follows the links of imported pages. */
  follow: boolean;
  signal: AbortSignal;
  onDamage(place: DamagedPlace): void;
  /** Called from time to time. */
  onProgress(report: ImportReport): void;
  /** Called after objects were sent to the stages. Resolves when there is room for more. */
  onSent(): Promise<void>;
  /** Maximum number of URLs in memory. Default: two million. */
  maxUrls?: number;
  /** Number of inbox items of a host from which on their feedback is merged. Default: 1,000. */
  maxInbox?: number;
  /** Number of pages that are added to the frontier together. Default: 2,000. */
  batchPages?: number;
};

/** What reading archives needs; the rest is about writing. */
export type ReadOptions = Pick<ImportOptions, 'rules' | 'follow' | 'signal' | 'onDamage' | 'onProgress' | 'maxUrls'>;

export type ImportPorts = CapturePorts & { frontier: Frontier };

/** Number of imported pages that are added to the frontier together; then their objects are sent to the stages. */
const PAGES_PER_BATCH = 2_000;
/** Length of the captures in memory, before compression, after which they are stored. Bytes. */
const MAX_PENDING_BYTES = 32 << 20;
/** Number of records between two calls of `onProgress`. */
const PROGRESS_EVERY = 500;

/**
 * Imports archives. Killed at any point, it can be repeated: captures that the frontier knows are not imported again. Ends early if the
 * signal aborts; then what was read so far is stored.
 *
 * @throws NotArchiveError if an archive is no WARC or ARC file; the caller has looked at each of them before
 */
export async function importArchives(
  crawl: string,
  archives: readonly Archive[],
  ports: ImportPorts,
  options: ImportOptions,
): Promise<ImportReport> {
  return readArchives(crawl, archives, ports.frontier, options, () => openBatch(crawl, ports, options));
}

/** Returns the captures that `importArchives` would import, which must fit into memory. Stores nothing. */
export async function previewImport(
  crawl: string,
  archives: readonly Archive[],
  frontier: Frontier,
  options: ReadOptions,
): Promise<{ captures: Capture[]; report: ImportReport }> {
  const captures: Capture[] = [];
  const add = async (capture: Capture) => void captures.push(capture);
  const report = await readArchives(crawl, archives, frontier, options, () => ({ add, end: async () => {} }));
  return { captures, report };
}

/** @param open returns what gets the captures of a pass */
async function readArchives(
  crawl: string,
  archives: readonly Archive[],
  frontier: Frontier,
  options: ReadOptions,
  open: () => Batch,
): Promise<ImportReport> {
  const report: ImportReport = { files: 0, records: {}, accepted: 0, imported: 0, changed: 0, refused: {}, damaged: 0 };
  let parts = 1;
  for (let part = 0; part < parts && !options.signal.aborted; part++) {
    const newest = createNewestVisits(options.maxUrls ?? MAX_URLS_PER_PASS, part, parts);
    // All passes see the same records: the first one counts them.
    const hosts = await findCaptures(archives, newest, part === 0 ? report : undefined, options);
    parts = newest.parts;
    if (options.signal.aborted) break;
    const known = await matchKnownPages(crawl, hosts, newest, frontier);
    await writeCaptures(archives, { newest, known }, report, open(), options);
    if (!options.signal.aborted) report.changed += newest.countDocuments();
  }
  return report;
}

/** First pass: finds the newest capture of each URL. @returns the hosts of the captures */
async function findCaptures(
  archives: readonly Archive[],
  newest: NewestVisits,
  report: ImportReport | undefined,
  { rules, signal, onDamage, onProgress }: ReadOptions,
): Promise<Set<string>> {
  const hosts = new Set<string>();
  let read = 0;
  for (const { name, read: readAll, isFolder } of archives) {
    const damage = ({ offset, line, file }: RecordPlace, detail: string) => {
      if (!report) return;
      report.damaged++;
      const place = file === undefined ? { file: name, offset } : { file };
      onDamage({ ...place, ...(line !== undefined && { line }), detail });
    };
    for await (const record of readAll(bytesToJudge)) {
      if (signal.aborted) return hosts;
      if (report && ++read % PROGRESS_EVERY === 0) onProgress(report);
      if (record.kind === 'broken') {
        damage(record, record.detail);
        continue;
      }
      if (report && isFolder) report.files++;
      if (report) addOne(report.records, RECORD_TYPES.has(record.type) ? record.type : 'other');
      const judged = judgeRecord(record, rules);
      if (judged.kind === 'broken') damage(record, judged.detail);
      else if (judged.kind === 'refused' && report) addOne(report.refused, judged.reason);
      else if (judged.kind === 'page') {
        if (report) report.accepted++;
        newest.add(judged.url, judged.at, 'document');
        hosts.add(hostOf(judged.url));
      }
    }
    if (report && !isFolder) report.files++;
  }
  return hosts;
}

/** Types of records (WARC 1.1, 5.5). */
const RECORD_TYPES: ReadonlySet<string> = new Set([
  ...['warcinfo', 'response', 'resource', 'request', 'metadata', 'revisit', 'conversion', 'continuation'],
]);

const addOne = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

type Chosen = { newest: NewestVisits; known: KnownPages };

/** Second pass: writes the newest capture of each URL. */
async function writeCaptures(
  archives: readonly Archive[],
  { newest, known }: Chosen,
  report: ImportReport,
  batch: Batch,
  options: ReadOptions,
): Promise<void> {
  const { rules, follow, signal, onProgress } = options;
  const keptBytes = bytesToCapture(rules);
  const keep = (fields: ReadonlyMap<string, string>): number => {
    const place = placeOf(fields, rules);
    const isChosen = place && 'url' in place && newest.visitedAt(place.url, place.at) !== undefined;
    return isChosen ? keptBytes : 0;
  };
  let read = 0;
  for (const archive of archives) {
    for await (const record of archive.read(keep)) {
      if (signal.aborted) break;
      if (++read % PROGRESS_EVERY === 0) onProgress(report);
      if (record.kind === 'broken') continue;
      const page = chosenPage(record, newest, rules);
      if (!page) continue;
      const entry = importedEntry(page.url, known.get(page.url), page.at);
      const capture = captureOf(record, page, noteOf(entry, known.get(page.url)?.record, page.at, follow), rules);
      // Of captures with the same URL and time, the first counts.
      newest.add(page.url, page.at, 'end');
      await batch.add(capture, entry);
      report.imported++;
    }
    if (signal.aborted) break;
  }
  await batch.end();
}

/** Returns the place of a record that is to be imported; undefined otherwise, also because none of its block was kept. */
function chosenPage(record: StreamedRecord, newest: NewestVisits, rules: ArchiveRules) {
  const judged = judgeRecord(record, rules);
  return judged.kind === 'page' && newest.visitedAt(judged.url, judged.at) !== undefined ? judged : undefined;
}

/** @param was record that the page has so far */
function noteOf(
  { at: changeAt, depth, class: place, next, about, extractRule, anchors }: PageEntry,
  was: string | null | undefined,
  at: number,
  follow: boolean,
): CaptureNote {
  return {
    depth,
    class: place,
    ...(next !== undefined && { next }),
    ...(about && { about }),
    ...(extractRule !== undefined && { extractRule }),
    ...(anchors !== undefined && { anchors }),
    ...(changeAt !== at && { changeAt }),
    ...(typeof was === 'string' && { was }),
    ...(!follow && { unfollowed: true as const }),
  };
}

/** Adds imported pages of a host to the frontier. */
async function addToFrontier(
  key: HostKey,
  pages: readonly PageEntry[],
  ports: ImportPorts,
  { frontier: rules, maxInbox }: ImportOptions,
): Promise<void> {
  const { lines, ids } = await readInboxFeedback(key, ports.frontier, maxInbox);
  const own = pages.map((page) => ({ type: 'page' as const, ...page }));
  await loadHost(key, [...own, ...lines], ports, rules);
  if (ids.length > 0) await ports.frontier.deleteInbox(key, ids);
}

type Batch = {
  add(capture: Capture, entry: PageEntry): Promise<void>;
  /** Stores the last captures, adds their pages to the frontier, and sends their objects to the stages. */
  end(): Promise<void>;
};

/**
 * Collects captures. They are stored first, then their pages are added to the frontier, and at last their messages are sent: a stage must never
 * process a page that the frontier does not know. A run that is killed in between leaves objects without a message, which the next
 * import sends (`findMissingDocuments`).
 */
function openBatch(crawl: string, ports: ImportPorts, options: ImportOptions): Batch {
  const messages: ObjectMessage[] = [];
  const captures = {
    ...ports.captures,
    async send(sent: readonly ObjectMessage[]) {
      messages.push(...sent);
    },
  };
  const writer = createCaptureWriter(crawl, options.crawler, { ...ports, captures });
  let visit: VisitCaptures | undefined;
  let entries: PageEntry[] = [];
  let pending = { pages: 0, bytes: 0 };

  const store = async () => {
    await visit?.flush(0);
    visit = undefined;
    pending = { pages: 0, bytes: 0 };
  };
  const send = async () => {
    await store();
    for (const [host, pages] of Map.groupBy(entries, ({ url }) => hostOf(url)))
      await addToFrontier({ crawl, host }, pages, ports, options);
    entries = [];
    if (messages.length > 0) await ports.captures.send(messages.splice(0));
    await options.onSent();
  };
  return {
    async add(capture, entry) {
      visit ??= writer.startVisit();
      visit.add(capture);
      entries.push(entry);
      pending.pages++;
      pending.bytes += capture.body.length;
      if (entries.length >= (options.batchPages ?? PAGES_PER_BATCH)) await send();
      else if (pending.pages >= CAPTURE_LIMITS.maxPages || pending.bytes >= MAX_PENDING_BYTES) await store();
    },
    end: send,
  };
}
