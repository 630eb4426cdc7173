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
  addRenderedPage,
  bytesToCapture,
  bytesToJudge,
  captureOf,
  isRenderedPage,
  judgeRecord,
  placeOf,
} from '../../fetch/warc/archived-page.ts';
import type { Capture, CaptureNote } from '../../fetch/warc/capture.ts';
import type { KeepBytes, RecordPlace, StreamedItem, StreamedRecord } from '../../fetch/warc/streamed-record.ts';
import type { PageEntry } from '../../frontier/host/entry.ts';
import type { Frontier } from '../../ports/frontier.ts';
import { hostOf } from '../../url/url.ts';
import { type BatchOptions, type ImportBatch, type ImportPorts, openImportBatch } from './import-batch.ts';
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

/** Counts of an import: files, captures and damage. */
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

/** What reading archives needs; the rest is about writing. */
export type ReadOptions = {
  rules: ArchiveRules;
  /** The crawl follows the links of imported pages. */
  follow: boolean;
  signal: AbortSignal;
  onDamage(place: DamagedPlace): void;
  /** Called from time to time. */
  onProgress(report: ImportReport): void;
  /** Maximum number of URLs in memory. Default: two million. */
  maxUrls?: number;
};

export type ImportOptions = ReadOptions & BatchOptions;

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
  return readArchives(crawl, archives, ports.frontier, options, () => openImportBatch(crawl, ports, options));
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
  open: () => ImportBatch,
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
    const isLeftOut = textsBesideResponses();
    for await (const record of readAll(bytesToJudge)) {
      if (signal.aborted) return hosts;
      if (report && ++read % PROGRESS_EVERY === 0) onProgress(report);
      if (record.kind === 'broken') {
        damage(record, record.detail);
        continue;
      }
      if (report && isFolder) report.files++;
      if (report) addOne(report.records, RECORD_TYPES.has(record.type) ? record.type : 'other');
      if (isLeftOut(record)) continue;
      const judged = judgeRecord(record, rules);
      if (judged.kind === 'broken') damage(record, judged.detail);
      else if (judged.kind === 'refused' && report) addOne(report.refused, judged.reason);
      else if (judged.kind === 'page') {
        if (report) report.accepted++;
        newest.add(judged.url, rankTime(record.type, judged.at), 'document');
        hosts.add(hostOf(judged.url));
      }
    }
    if (report && !isFolder) report.files++;
  }
  return hosts;
}

/**
 * Returns a function that is called with each record of an archive, in order, and tells which ones are left out: texts (WET) in a file with
 * responses. Beside the responses that they were made of, texts may be dated later, and would replace them.
 */
function textsBesideResponses(): (record: StreamedRecord) => boolean {
  let hasResponses = false;
  return ({ type }) => {
    hasResponses ||= type === 'response';
    return hasResponses && type === 'conversion';
  };
}

/**
 * Returns the time by which the newest record of a URL is chosen, epoch ms. The text of a WET file has the time of its response, and comes
 * half a millisecond before it: whole times of other records are not affected.
 */
const rankTime = (type: string | undefined, at: number): number => (/^conversion$/i.test(type ?? '') ? at - 0.5 : at);

/** Types of records (WARC 1.1, 5.5). */
const RECORD_TYPES: ReadonlySet<string> = new Set([
  ...['warcinfo', 'response', 'resource', 'request', 'metadata', 'revisit', 'conversion', 'continuation'],
]);

const addOne = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

type ChosenPage = { capture: Capture; entry: PageEntry; recordId: string };

type Chosen = { newest: NewestVisits; known: KnownPages };

/** Second pass: writes the newest capture of each URL. */
async function writeCaptures(
  archives: readonly Archive[],
  { newest, known }: Chosen,
  report: ImportReport,
  batch: ImportBatch,
  options: ReadOptions,
): Promise<void> {
  const { rules, follow, signal, onProgress } = options;
  const keptBytes = bytesToCapture(rules);
  /** The last page that was chosen: its rendered page may follow. */
  let last: ChosenPage | undefined;
  const addLast = async () => {
    if (last) await batch.add(last.capture, last.entry);
    last = undefined;
  };
  const keep = (fields: ReadonlyMap<string, string>): number => {
    if (isRenderedPage(fields)) return keptBytes;
    const place = placeOf(fields, rules);
    if (!place || !('url' in place)) return 0;
    const at = rankTime(fields.get('warc-type'), place.at);
    return newest.visitedAt(place.url, at) !== undefined ? keptBytes : 0;
  };
  let read = 0;
  for (const archive of archives) {
    const isLeftOut = textsBesideResponses();
    for await (const record of archive.read(keep)) {
      if (signal.aborted) break;
      if (++read % PROGRESS_EVERY === 0) onProgress(report);
      if (record.kind === 'broken') continue;
      if (last && isRenderedPage(record.fields)) addRenderedPage(last.capture, last.recordId, record);
      const page = isLeftOut(record) ? undefined : chosenPage(record, newest, rules);
      if (!page) continue;
      await addLast();
      if (signal.aborted) break;
      const entry = importedEntry(page.url, known.get(page.url), page.at);
      const capture = captureOf(record, page, noteOf(entry, known.get(page.url)?.record, page.at, follow), rules);
      // Of captures with the same URL and time, the first counts.
      newest.add(page.url, rankTime(record.type, page.at), 'end');
      last = { capture, entry, recordId: record.fields.get('warc-record-id') ?? '' };
      report.imported++;
    }
    await addLast();
    if (signal.aborted) break;
  }
  await batch.end();
}

/** Returns the place of a record that is to be imported; undefined otherwise, also because none of its block was kept. */
function chosenPage(record: StreamedRecord, newest: NewestVisits, rules: ArchiveRules) {
  const judged = judgeRecord(record, rules);
  if (judged.kind !== 'page') return undefined;
  return newest.visitedAt(judged.url, rankTime(record.type, judged.at)) !== undefined ? judged : undefined;
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
