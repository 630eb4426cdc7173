import type { CleanDocument, DocumentLine } from '../clean/document.ts';
import { documentTypeOf } from '../clean/document-type.ts';
import { textsOfAnchors } from '../frontier/anchor-texts.ts';
import { changeTimeOf } from '../frontier/change-time.ts';
import type { PageFeedback } from '../frontier/offer.ts';
import type { RecordChange, SearchRecord } from '../ports/search-index.ts';
import type { Reason } from '../url/reason.ts';
import { stemOf } from '../url/stem.ts';
import { hostOf } from '../url/url.ts';
import type { Verdict } from './verdict.ts';

/** Consequence of a line of a clean object: changes of the search index and feedback for the frontier. */
export type Consequence = { changes: RecordChange[]; feedback?: PageFeedback };

/** A line of a clean object, by its kind. */
export type Line<Kind extends DocumentLine['kind']> = Extract<DocumentLine, { kind: Kind }>;

/** @param verdict verdict on the line's document. */
export function documentConsequence(line: Line<'document'>, verdict: Verdict): Consequence {
  const { document } = line;
  const keep = verdict.kind === 'relevant' && document.reason === null;
  const word = document.reason ?? verdict.kind;
  const changes = leavesRecord(line, keep ? document.digest : null);
  if (!keep) return { changes, feedback: feedbackOf(line, null, word) };
  const record = recordOf(line, document, verdict);
  const seen: RecordChange = { kind: 'seen', id: record.id, url: line.url, at: changeTimeOf(line), record };
  return { changes: [seen, ...changes], feedback: feedbackOf(line, record.id, word) };
}

/** Returns the consequence of a line about a page that was deleted while its object was in a queue. */
export function deletedConsequence(line: DocumentLine): Consequence {
  return { changes: leavesRecord(line, null), feedback: feedbackOf(line, null, 'deleted') };
}

/**
 * Returns the consequence of a capture without a document. If the capture knew of no record, there is none: the visit has
 * stored its outcome. An earlier capture may still be in a queue and bring feedback with a record, which later feedback
 * without a record must not override.
 */
export function captureConsequence(line: Line<'moved' | 'gone' | 'unchanged'>): Consequence {
  const { was } = line.note;
  // Held: too many pages of the host disappeared at once, so the page keeps its record.
  if (was === undefined || line.note.held) return { changes: [] };
  if (line.kind === 'unchanged') {
    const seen: RecordChange = { kind: 'seen', id: was, url: line.url, at: changeTimeOf(line) };
    return { changes: [seen], feedback: feedbackOf(line, was, 'not-modified') };
  }
  // A temporary redirect (maintenance, log-in) says nothing about the page.
  if (line.kind === 'moved' && !line.permanent) return { changes: [] };
  const reason =
    line.kind === 'moved' ? 'moved' : line.note.closed ? 'closed' : line.status === 410 ? 'gone' : 'not-found';
  return { changes: leavesRecord(line, null), feedback: feedbackOf(line, null, reason) };
}

/** Minimum number of pages of a host with one text, after each had its own, that count as error pages. */
const MIN_IDENTICAL_PAGES = 5;

/**
 * Keeps the records of pages of one host that had different texts and now share one: a failing server often sends its error
 * page with status 200. Pages that the operator confirmed are excluded by `findChangedPage`.
 *
 * @param found changed pages of one object with their consequences, which this function replaces.
 */
export function holdIdenticalPages(found: readonly { page: ChangedPage; consequence: Consequence }[]): void {
  for (const one of identicalPages(found)) Object.assign(one.consequence, heldConsequence(one.page));
}

/** @returns the lines of one object whose pages keep their records because they share a text (`holdIdenticalPages`) */
export function findHeldPages(lines: readonly DocumentLine[]): Set<DocumentLine> {
  const changed = lines.flatMap((line) => {
    const page = line.kind === 'document' ? findChangedPage(line) : undefined;
    return page ? [{ page, line }] : [];
  });
  return new Set(identicalPages(changed).map(({ line }) => line));
}

function identicalPages<Found extends { page: ChangedPage }>(found: readonly Found[]): Found[] {
  const alike = Map.groupBy(found, ({ page }) => `${hostOf(page.url)} ${page.digest}`);
  return [...alike.values()]
    .filter((list) => new Set(list.map(({ page }) => page.note.was)).size >= MIN_IDENTICAL_PAGES)
    .flat();
}

/** A page whose text differs from its record. */
export type ChangedPage = Page & { digest: string };
type Page = Pick<DocumentLine, 'url' | 'fetchedAt' | 'note'>;

/** @returns the changed page; undefined if it had no record, has the same text, or its new text is confirmed. */
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
  const seen: RecordChange = { kind: 'seen', id: was, url: page.url, at: changeTimeOf(page) };
  return { changes: [seen], feedback: feedbackOf(page, was, 'soft-404') };
}

/** Removes the URL from its old record, unless the record is still the same. */
function leavesRecord(line: DocumentLine, now: string | null): RecordChange[] {
  const { url, note } = line;
  if (note.was === undefined || note.was === now) return [];
  return [{ kind: 'left', id: note.was, url, at: changeTimeOf(line) }];
}

function feedbackOf(page: Page, record: string | null, verdict: Verdict['kind'] | Reason): PageFeedback {
  const { url, note } = page;
  return { url, at: changeTimeOf(page), ...(note.next === undefined ? {} : { next: note.next }), record, verdict };
}

/** Builds the search record of a relevant document. */
function recordOf(line: Line<'document'>, document: CleanDocument, verdict: Verdict): SearchRecord {
  return {
    id: document.digest,
    url: line.url,
    urls: { [line.url]: changeTimeOf(line) },
    title: document.title ?? '',
    headings: document.headings,
    text: document.text,
    ...(document.truncated && { truncated: document.truncated }),
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
    ...(line.note.anchors !== undefined && { anchors: textsOfAnchors(line.note.anchors) }),
    ...(document.genre && { genre: document.genre }),
    ...(document.fields && Object.keys(document.fields).length > 0 && { fields: document.fields }),
    ...duplicateKeys(line, document),
    ...recordAbout(document),
    ...publisherDirectives(document),
  };
}

/** Maximum number of alternates stored per record. */
const MAX_ALTERNATES = 50;

/** Returns the fields that identify records of the same page. */
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

/** Returns further metadata of a record. */
function recordAbout({ publisher, modified, about, citation }: CleanDocument): Pick<SearchRecord, 'about'> {
  const { licence, country, site, generator, server } = about ?? {};
  const values = { publisher, site, modified, licence, country, generator, server, ...citation };
  const known = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return known.length > 0 ? { about: Object.fromEntries(known) } : {};
}

/** Returns the publisher's directives for showing the record. */
function publisherDirectives({
  robots,
  unavailableAfter,
}: CleanDocument): Pick<SearchRecord, 'directives' | 'unavailableAfter'> {
  const directives = (['noarchive', 'nosnippet'] as const).filter((word) => robots.includes(word));
  return { ...(directives.length > 0 && { directives }), ...(unavailableAfter !== undefined && { unavailableAfter }) };
}
