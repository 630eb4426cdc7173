import { recordsKey } from '../classify/records-key.ts';
import type { DocumentLine } from '../clean/document.ts';
import { documentsKey } from '../clean/documents-key.ts';
import type { CaptureNote } from '../fetch/warc/capture.ts';
import { readCaptures } from '../fetch/warc/warc-read.ts';
import { changeTimeOf } from '../frontier/change-time.ts';
import type { PageLine } from '../frontier/dump/dump-line.ts';
import { feedbackEntry } from '../frontier/host/entry.ts';
import type { Objects } from '../ports/objects.ts';
import type { RecordChange } from '../ports/search-index.ts';
import { readJsonLines } from '../text/json-lines.ts';
import { hostOf, type Url } from '../url/url.ts';

/**
 * Yields the pages in the stored objects of a crawl as lines of a frontier dump, for a crawl whose frontier is lost. A URL has a line
 * for each of its visits, and the lines of a host stand together within an object only. Holds one object in memory. URLs that were
 * refused, failed or never fetched are not in the archive.
 *
 * @param onDamaged called with an object, or a part of one, that cannot be read; the others follow
 */
export async function* archiveLines(
  crawl: string,
  objects: Pick<Objects, 'get' | 'list'>,
  onDamaged: (key: string, reason: string) => void,
): AsyncIterable<PageLine> {
  const read = async <Line>(key: string, linesOf: (bytes: Uint8Array) => Iterable<Line>): Promise<Line[]> => {
    try {
      const bytes = await objects.get(key);
      return bytes ? [...linesOf(bytes)] : [];
    } catch (error) {
      onDamaged(key, (error as Error).message);
      return [];
    }
  };
  const cleaned = new Set<string>();
  for await (const key of objects.list(`clean/${crawl}/`)) {
    cleaned.add(key);
    const documents = await read(key, readJsonLines<DocumentLine>);
    const changes = recordsOf(await read(recordsKey(key), readJsonLines<RecordChange>));
    yield* byHost(documents.map((line) => pageOfDocument(line, changes.get(line.url))));
  }
  for await (const key of objects.list(`raw/${crawl}/`))
    if (!cleaned.has(documentsKey(key)))
      yield* byHost(await read(key, (bytes) => pagesOfCaptures(bytes, key, onDamaged)));
  for await (const key of objects.list(`records/${crawl}/`)) {
    if (cleaned.has(key.replace(/^records\//, 'clean/'))) continue;
    const changes = recordsOf(await read(key, readJsonLines<RecordChange>));
    yield* byHost([...changes].map(([url, change]) => pageOfRecord(url as Url, change)));
  }
}

/** The record that a URL has after the changes of an object; null: none. */
type Change = { at: number; record: string | null };

function recordsOf(changes: readonly RecordChange[]): Map<string, Change> {
  const found = new Map<string, Change>();
  for (const { kind, id, url, at } of changes) {
    const known = found.get(url);
    const isNewer = !known || at > known.at || (at === known.at && kind === 'seen');
    if (isNewer) found.set(url, { at, record: kind === 'seen' ? id : null });
  }
  return found;
}

function pageOfDocument(line: DocumentLine, change: Change | undefined): PageLine {
  const at = changeTimeOf(line);
  const page = pageOf(line.url, at, outcomeOf(line), line.note);
  const moved = line.kind === 'moved' && line.to !== null && { to: line.to };
  const judged = change?.at === at && { record: change.record, verdict: verdictOf(line, change) };
  return { ...page, ...moved, ...judged };
}

function outcomeOf({ kind, status }: DocumentLine): string {
  if (kind === 'moved') return 'redirected';
  if (kind === 'gone') return status === 410 ? 'gone.gone' : 'gone.not-found';
  return kind === 'unchanged' ? 'unchanged' : 'fetched';
}

function verdictOf({ kind }: DocumentLine, { record }: Change): string {
  if (record !== null) return kind === 'unchanged' ? 'not-modified' : 'relevant';
  return kind === 'moved' || kind === 'gone' ? kind : 'off-topic';
}

/** Records that were written without a visit, such as by `thresher reclassify`. */
function pageOfRecord(url: Url, { at, record }: Change): PageLine {
  return { type: 'page', ...feedbackEntry({ url, at, record, verdict: record === null ? 'off-topic' : 'relevant' }) };
}

/** Pages that were fetched and not cleaned yet. */
function* pagesOfCaptures(
  bytes: Uint8Array,
  key: string,
  onDamaged: (key: string, reason: string) => void,
): Iterable<PageLine> {
  for (const found of readCaptures(bytes, key)) {
    if (found.kind === 'broken') {
      onDamaged(key, `byte ${found.place.offset}: ${found.detail}`);
      continue;
    }
    const { url, fetchedAt, status, note } = found.capture;
    const isPage = status >= 200 && status < 300 && !note.robots;
    if (isPage) yield pageOf(url, changeTimeOf({ fetchedAt, note }), 'fetched', note);
  }
}

function pageOf(url: Url, at: number, outcome: string, note: CaptureNote): PageLine {
  const { class: priority, depth, next, about, extractRule, anchors } = note;
  return {
    ...{ type: 'page', url, at, class: priority, depth, outcome, visits: 1, tries: 0 },
    ...(next !== undefined && { next }),
    ...(about && { about }),
    ...(extractRule !== undefined && { extractRule }),
    ...(anchors !== undefined && { anchors }),
  };
}

function* byHost(lines: readonly PageLine[]): Iterable<PageLine> {
  for (const list of Map.groupBy(lines, ({ url }) => hostOf(url)).values()) yield* list;
}
