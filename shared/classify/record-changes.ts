import type { CleanDocument, DocumentLine } from '../clean/document.ts';
import { documentTypeOf } from '../clean/document-type.ts';
import type { PageFeedback } from '../frontier/enqueue-links.ts';
import type { RecordChange, SearchRecord } from '../ports/search-index.ts';
import type { Reason } from '../url/reason.ts';
import { stemOf } from '../url/stem.ts';
import { hostOf } from '../url/url.ts';
import type { Verdict } from './verdict.ts';

/** What a line of a clean object means for the search index, and what the frontier is told of the page. */
export type Consequence = { changes: RecordChange[]; feedback?: PageFeedback };

type Line<Kind extends DocumentLine['kind']> = Extract<DocumentLine, { kind: Kind }>;

/** @param verdict of the line's document. */
export function documentConsequence(line: Line<'document'>, verdict: Verdict): Consequence {
  const { document } = line;
  const keep = verdict.kind === 'relevant' && document.reason === null;
  const word = document.reason ?? verdict.kind;
  const changes = leavesRecord(line, keep ? document.digest : null);
  if (!keep) return { changes, feedback: feedbackOf(line, null, word) };
  const record = recordOf(line, document, verdict);
  const seen: RecordChange = { kind: 'seen', id: record.id, url: line.url, at: line.fetchedAt, record };
  return { changes: [seen, ...changes], feedback: feedbackOf(line, record.id, word) };
}

/**
 * Of pages that brought no document. Where the capture knew of no record there is nothing to say: the visit has noted
 * how it went, and an earlier capture may still be on its way whose news name a record. They must not be outdone by
 * later ones that only say that nothing is known.
 */
export function captureConsequence(line: Line<'moved' | 'gone' | 'unchanged'>): Consequence {
  const { was } = line.note;
  // Held: too much of its host is gone at once, and the page keeps its record.
  if (was === undefined || line.note.held) return { changes: [] };
  if (line.kind === 'unchanged') {
    const seen: RecordChange = { kind: 'seen', id: was, url: line.url, at: line.fetchedAt };
    return { changes: [seen], feedback: feedbackOf(line, was, 'not-modified') };
  }
  // A passing redirect (maintenance, a log-in) says nothing of the page behind it.
  if (line.kind === 'moved' && !line.permanent) return { changes: [] };
  const reason = line.kind === 'moved' ? 'moved' : line.status === 410 ? 'gone' : 'not-found';
  return { changes: leavesRecord(line, null), feedback: feedbackOf(line, null, reason) };
}

/** So many pages of a host that say the same all at once, where each had a text of its own, are error pages. */
const MIN_IDENTICAL_PAGES = 5;

/**
 * Pages that had records of their own, and of which several of one host now have one text, keep what they had: a server in
 * trouble often says so with status 200. What the operator believes is taken as it is.
 *
 * @param found what documents of one object mean, where it is to be changed.
 */
export function holdIdenticalPages(found: readonly { page: ChangedPage; consequence: Consequence }[]): void {
  const alike = Map.groupBy(found, ({ page }) => `${hostOf(page.url)} ${page.digest}`);
  for (const list of alike.values()) {
    if (new Set(list.map(({ page }) => page.note.was)).size < MIN_IDENTICAL_PAGES) continue;
    for (const one of list) Object.assign(one.consequence, heldConsequence(one.page));
  }
}

/** A page that has another text than the record it had. */
export type ChangedPage = Page & { digest: string };
type Page = Pick<DocumentLine, 'url' | 'fetchedAt' | 'note'>;

/** @returns undefined for a page that had no record, or has the same, or whose text now is believed. */
export function findChangedPage({
  url,
  fetchedAt,
  note,
  document: { digest },
}: Line<'document'>): ChangedPage | undefined {
  if (note.was === undefined || note.was === digest || note.believed) return undefined;
  return { url, fetchedAt, note, digest };
}

function heldConsequence(page: Page): Consequence {
  const was = page.note.was!;
  const seen: RecordChange = { kind: 'seen', id: was, url: page.url, at: page.fetchedAt };
  return { changes: [seen], feedback: feedbackOf(page, was, 'soft-404') };
}

/** The URL leaves the record it had, unless that is the one it has now. */
function leavesRecord({ url, fetchedAt, note }: DocumentLine, now: string | null): RecordChange[] {
  if (note.was === undefined || note.was === now) return [];
  return [{ kind: 'left', id: note.was, url, at: fetchedAt }];
}

function feedbackOf(
  { url, fetchedAt, note }: Page,
  record: string | null,
  verdict: Verdict['kind'] | Reason,
): PageFeedback {
  return { url, at: fetchedAt, ...(note.next === undefined ? {} : { next: note.next }), record, verdict };
}

/** A relevant document as it is searched and shown. */
function recordOf(line: Line<'document'>, document: CleanDocument, verdict: Verdict): SearchRecord {
  return {
    id: document.digest,
    url: line.url,
    urls: { [line.url]: line.fetchedAt },
    title: document.title ?? '',
    headings: document.headings,
    text: document.text,
    description: document.description ?? '',
    keywords: document.keywords,
    author: document.author,
    date: document.date,
    language: document.language,
    type: documentTypeOf(document.mimeType),
    host: hostOf(line.url),
    fetchedAt: line.fetchedAt,
    verdict: verdict.kind,
    score: verdict.score,
    classes: verdict.classes,
    capture: line.capture,
    ...(document.genre && { genre: document.genre }),
    ...(document.fields && Object.keys(document.fields).length > 0 && { fields: document.fields }),
    ...duplicateKeys(line, document),
    ...recordAbout(document),
    ...publisherDirectives(document),
  };
}

/** Alternates of a page that are kept. */
const MAX_ALTERNATES = 50;

/** What tells which other records may be the same page. */
function duplicateKeys(
  { url }: Line<'document'>,
  { simhash, canonical, about }: CleanDocument,
): Pick<SearchRecord, 'simhash' | 'stem' | 'canonical' | 'alternates'> {
  const stem = stemOf(url);
  const alternates = about?.alternates.slice(0, MAX_ALTERNATES) ?? [];
  return {
    ...(simhash && { simhash }),
    ...(stem !== undefined && { stem }),
    ...(canonical !== null && canonical !== url && { canonical }),
    ...(alternates.length > 0 && { alternates }),
  };
}

/** What else is told of a record. */
function recordAbout({ publisher, modified, about }: CleanDocument): Pick<SearchRecord, 'about'> {
  const { licence, country, site, generator, server } = about ?? {};
  const said = { publisher, site, modified, licence, country, generator, server };
  const known = Object.entries(said).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return known.length > 0 ? { about: Object.fromEntries(known) } : {};
}

/** What the publisher asks of whoever shows the record. */
function publisherDirectives({
  robots,
  unavailableAfter,
}: CleanDocument): Pick<SearchRecord, 'wishes' | 'unavailableAfter'> {
  const wishes = (['noarchive', 'nosnippet'] as const).filter((word) => robots.includes(word));
  return { ...(wishes.length > 0 && { wishes }), ...(unavailableAfter !== undefined && { unavailableAfter }) };
}
