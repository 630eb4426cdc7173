import type { PageDocument } from '../classify/review/find-document.ts';
import { dayPrefix, documentsPrefix, hourPrefix, objectOpenedAt } from '../classify/review/object-time.ts';
import type { DocumentLine } from '../clean/document.ts';
import type { CapturedUrls } from '../ports/captured-urls.ts';
import type { Objects } from '../ports/objects.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import { readMatchingLines, readTexts } from '../text/json-lines.ts';
import { DAY_MS } from '../text/time-units.ts';

/** A stored capture of one of the URLs of a page, with the text that was extracted from it. */
export type PageVersion = {
  url: string;
  /** When it was fetched, epoch ms. */
  fetchedAt: number;
  title: string;
  /** Digest of the text: the id of the record that the page had then. */
  digest: string;
  /** Length of the text, in UTF-16 units. */
  length: number;
};

/**
 * A place in the captures of a page: objects opened before this time (epoch ms), the first `skip` captures of the latest of them excepted.
 */
export type VersionsPlace = { before: number; skip: number };

/** Captures of a page, newest first. */
export type PageVersions = {
  versions: PageVersion[];
  /** Number of stored objects that were read. */
  searched: number;
  /** Where the captures continue that were not searched or have no room. Null if there are none. */
  next: VersionsPlace | null;
};

export type VersionsPorts = {
  objects: Pick<Objects, 'list' | 'get'>;
  /** Absent: every object is read. */
  capturedUrls?: CapturedUrls;
  /** Whether there is time to list or read more. */
  hasTime(): boolean;
};

/** Maximum number of captures that one request returns. */
const MAX_VERSIONS = 50;

/** Maximum number of URLs of a page whose captures are searched. */
const MAX_URLS = 1_000;

/** Maximum number of objects that one request reads: each has up to 200 pages, on AWS 800. */
const MAX_OBJECTS = 200;

/** How long one request may search, in milliseconds. */
const MAX_VERSIONS_MS = 2_000;

/** Maximum number of days whose objects one request lists. */
const MAX_DAYS = 400;

/** Maximum time between the opening of an object and a capture in it: longer than any visit. Milliseconds. */
const MAX_OPEN_MS = 600_000;

/**
 * Finds the stored captures of the URLs of a page in objects from the newest on, until the limits are reached; `next` continues from
 * there. Captures whose publisher forbids copies, or to index the page, and those that were not kept have no version.
 *
 * @param from.since start of the crawl, epoch ms
 * @param from.place where to begin
 */
export async function findVersions(
  crawl: string,
  urls: readonly string[],
  ports: VersionsPorts,
  from: { since: number; place: VersionsPlace },
): Promise<PageVersions> {
  const wanted = urls.slice(0, MAX_URLS);
  const { place, since } = from;
  const versions: PageVersion[] = [];
  let searched = 0;
  let skip = place.skip;
  const end = (next: VersionsPlace | null): PageVersions => ({
    versions: versions.sort((a, b) => b.fetchedAt - a.fetchedAt),
    searched,
    next,
  });
  let day = place.before - 1;
  for (let days = 0; day >= startOfDay(since); days++, day = startOfDay(day) - 1) {
    if (days > 0 && (days === MAX_DAYS || !ports.hasTime())) return end({ before: day + 1, skip: 0 });
    for (const { opened, keys } of await objectsOf(crawl, day, place.before, ports.objects)) {
      const isOver = searched >= MAX_OBJECTS || versions.length === MAX_VERSIONS || (searched > 0 && !ports.hasTime());
      if (isOver) return end({ before: opened + 1, skip });
      const found: PageVersion[] = [];
      for (const key of keys) {
        const read = await versionsIn(key, wanted, ports);
        if (read) searched++;
        found.push(...(read ?? []));
      }
      const left = found.sort(newestFirst).slice(skip);
      const shown = left.slice(0, MAX_VERSIONS - versions.length);
      versions.push(...shown);
      if (shown.length < left.length) return end({ before: opened + 1, skip: skip + shown.length });
      skip = 0;
    }
  }
  return end(null);
}

const newestFirst = (a: PageVersion, b: PageVersion): number => b.fetchedAt - a.fetchedAt || (a.url < b.url ? -1 : 1);

/** The URLs of a record, the one that it is shown under first. */
export const urlsOf = ({ url, urls }: Pick<SearchRecord, 'url' | 'urls'>): string[] => [
  ...new Set([url, ...Object.keys(urls)]),
];

/** @returns a function that tells whether a request that starts now may search on */
export function versionsDeadline(now: () => number): () => boolean {
  const end = now() + MAX_VERSIONS_MS;
  return () => now() < end;
}

const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** Lists the objects of a day that were opened before a time: the latest first, those of the same second together. */
async function objectsOf(crawl: string, day: number, before: number, objects: Pick<Objects, 'list'>) {
  const byTime = new Map<number, string[]>();
  for await (const key of objects.list(dayPrefix(crawl, day))) {
    const opened = objectOpenedAt(key);
    if (opened === undefined || opened >= before) continue;
    byTime.set(opened, [...(byTime.get(opened) ?? []), key]);
  }
  return [...byTime].map(([opened, keys]) => ({ opened, keys })).sort((a, b) => b.opened - a.opened);
}

/**
 * Reads the captures of an object. A damaged object has none.
 *
 * @returns undefined if the object was not read, because it has none of the URLs
 */
async function versionsIn(
  key: string,
  urls: readonly string[],
  { objects, capturedUrls }: VersionsPorts,
): Promise<PageVersion[] | undefined> {
  const known = capturedUrls?.select(key, urls);
  if (known?.length === 0) return undefined;
  const bytes = await objects.get(key);
  if (!bytes) return [];
  try {
    if (!known) capturedUrls?.set(key, readTexts(bytes, 'url'));
    return documentsIn(bytes, known ?? urls).map(versionOf);
  } catch {
    return [];
  }
}

/** @throws if the object is damaged */
function documentsIn(bytes: Uint8Array, urls: readonly string[]): PageDocument[] {
  const wanted = new Set(urls);
  const { lines } = readMatchingLines<DocumentLine>(bytes, ...urls.map((url) => JSON.stringify(url)));
  return lines.flatMap((line) => (line.kind === 'document' && wanted.has(line.url) && isShown(line) ? [line] : []));
}

const versionOf = ({ url, fetchedAt, document: { title, digest, text } }: PageDocument): PageVersion => ({
  ...{ url, fetchedAt, digest },
  title: title ?? '',
  length: text.length,
});

const HIDDEN = ['noindex', 'noarchive', 'nosnippet'];

const isShown = ({ document: { robots, reason } }: PageDocument): boolean =>
  reason === null && !robots.some((directive) => HIDDEN.includes(directive));

/**
 * Returns the text of a page at the time of a capture.
 *
 * @returns undefined if there is no such capture, if it may not be shown, or if time ran out
 */
export async function readVersion(
  crawl: string,
  urls: readonly string[],
  fetchedAt: number,
  { objects, capturedUrls, hasTime }: VersionsPorts,
): Promise<(PageVersion & { text: string }) | undefined> {
  for await (const key of keysFor(crawl, fetchedAt, { objects, capturedUrls })) {
    if (!hasTime()) return undefined;
    const wanted = capturedUrls?.select(key, urls) ?? urls.slice(0, MAX_URLS);
    if (wanted.length === 0) continue;
    const line = await captureIn(key, wanted, fetchedAt, objects);
    if (line) return { ...versionOf(line), text: line.document.text };
  }
  return undefined;
}

/**
 * Lists the objects that may have a capture: those that were open then, and if it is known which URLs objects have, all others, as an
 * imported capture is older than its object.
 */
async function* keysFor(
  crawl: string,
  fetchedAt: number,
  { objects, capturedUrls }: { objects: Pick<Objects, 'list'>; capturedUrls: CapturedUrls | undefined },
): AsyncGenerator<string> {
  const open = await keysBefore(crawl, fetchedAt, objects);
  yield* open;
  if (!capturedUrls) return;
  const searched = new Set(open);
  for await (const key of objects.list(documentsPrefix(crawl))) if (!searched.has(key)) yield key;
}

async function captureIn(key: string, urls: readonly string[], fetchedAt: number, objects: Pick<Objects, 'get'>) {
  const bytes = await objects.get(key);
  try {
    return bytes && documentsIn(bytes, urls).find((line) => line.fetchedAt === fetchedAt);
  } catch {
    return undefined;
  }
}

/** Lists the objects that may have been open at a time, the latest opened first. */
async function keysBefore(crawl: string, at: number, objects: Pick<Objects, 'list'>): Promise<string[]> {
  const found: { key: string; opened: number }[] = [];
  for (const prefix of new Set([at, at - MAX_OPEN_MS].map((time) => hourPrefix(crawl, time))))
    for await (const key of objects.list(prefix)) {
      const opened = objectOpenedAt(key);
      // Keys have seconds, times have milliseconds.
      if (opened !== undefined && opened <= at + 1_000 && opened >= at - MAX_OPEN_MS) found.push({ key, opened });
    }
  return found.sort((a, b) => b.opened - a.opened).map(({ key }) => key);
}
