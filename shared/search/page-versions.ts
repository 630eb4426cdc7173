import { findDocument, type PageDocument } from '../classify/review/find-document.ts';
import { dayPrefix, objectOpenedAt } from '../classify/review/object-time.ts';
import type { DocumentLine } from '../clean/document.ts';
import type { Objects } from '../ports/objects.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import { readMatchingLines } from '../text/json-lines.ts';
import type { Url } from '../url/url.ts';

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

/** Captures of a page, newest first. */
export type PageVersions = {
  versions: PageVersion[];
  /** Number of stored objects that were searched. */
  searched: number;
  /** Earlier objects were not searched: those opened before this time, epoch ms. Null if all were. */
  before: number | null;
};

/** Maximum number of URLs of a page whose captures are searched. */
const MAX_URLS = 10;

/** Maximum number of objects that one request reads: each has up to 200 pages. */
const MAX_OBJECTS = 200;

/** How long one request may search, in milliseconds. */
const MAX_VERSIONS_MS = 2_000;

/** Maximum number of days whose objects one request lists. */
const MAX_DAYS = 400;

const DAY_MS = 86_400_000;

/**
 * Finds the stored captures of the URLs of a page. Documents have no index by URL, so the objects are searched from the newest on,
 * until the limits are reached; `before` continues from there. Captures whose publisher forbids copies, or to index the page, and those that
 * were not kept have no version.
 *
 * @param from.since start of the crawl, epoch ms
 * @param from.before objects opened before this time are searched, epoch ms
 * @param hasTime checked before each listing and each read
 */
export async function findVersions(
  crawl: string,
  urls: readonly string[],
  objects: Pick<Objects, 'list' | 'get'>,
  from: { since: number; before: number },
  hasTime: () => boolean,
): Promise<PageVersions> {
  const wanted = urls.slice(0, MAX_URLS);
  const versions: PageVersion[] = [];
  let searched = 0;
  const end = (before: number | null): PageVersions => ({
    versions: versions.sort((a, b) => b.fetchedAt - a.fetchedAt),
    searched,
    before,
  });
  let day = from.before;
  for (let days = 0; day >= startOfDay(from.since); days++, day = startOfDay(day) - 1) {
    if (days === MAX_DAYS || !hasTime()) return end(day + 1);
    for (const { key, opened } of await objectsOf(crawl, day, from.before, objects)) {
      if (searched === MAX_OBJECTS || !hasTime()) return end(opened + 1);
      searched++;
      versions.push(...(await versionsIn(key, wanted, objects)));
    }
  }
  return end(null);
}

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

/** Lists the objects of a day that were opened before a time, the latest first. */
async function objectsOf(crawl: string, day: number, before: number, objects: Pick<Objects, 'list'>) {
  const found: { key: string; opened: number }[] = [];
  for await (const key of objects.list(dayPrefix(crawl, day))) {
    const opened = objectOpenedAt(key);
    if (opened !== undefined && opened < before) found.push({ key, opened });
  }
  return found.sort((a, b) => b.opened - a.opened || (a.key < b.key ? 1 : -1));
}

/** A damaged object has no versions. */
async function versionsIn(key: string, urls: readonly string[], objects: Pick<Objects, 'get'>): Promise<PageVersion[]> {
  const bytes = await objects.get(key);
  if (!bytes) return [];
  try {
    return urls.flatMap((url) =>
      readMatchingLines<DocumentLine>(bytes, JSON.stringify(url)).lines.flatMap((line) =>
        line.kind === 'document' && line.url === url && isShown(line) ? [versionOf(line)] : [],
      ),
    );
  } catch {
    return [];
  }
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
 * @param hasTime checked before each read
 * @returns undefined if there is no such capture, if it may not be shown, or if time ran out
 */
export async function readVersion(
  crawl: string,
  urls: readonly string[],
  fetchedAt: number,
  objects: Pick<Objects, 'list' | 'get'>,
  hasTime: () => boolean,
): Promise<(PageVersion & { text: string }) | undefined> {
  for (const url of urls.slice(0, MAX_URLS)) {
    if (!hasTime()) return undefined;
    const line = await findDocument(crawl, url as Url, [{ at: fetchedAt }], objects, hasTime);
    if (line?.fetchedAt === fetchedAt && isShown(line)) return { ...versionOf(line), text: line.document.text };
  }
  return undefined;
}
