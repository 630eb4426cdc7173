import type { DatabaseSync } from 'node:sqlite';
import { dayOf } from '../../index/filter-values.ts';
import { keywordText, type RecordTexts, TEXT_FIELDS, textsOf } from '../../index/text-fields.ts';
import type { TextField } from '../../ports/index-condition.ts';
import type { RecordChange } from '../../ports/search-index.ts';
import type { PageFields, SearchRecord } from '../../ports/search-record.ts';
import { titleWords } from '../../text/analysis/title-words.ts';
import { duplicateKeys } from '../../text/duplicate-keys.ts';
import { fnv1a } from '../../text/fnv1a.ts';
import { DAY_MS, HOUR_MS } from '../../text/time-units.ts';
import { changeTimes } from './changes/change-times.ts';
import { lexiconWriter } from './lexicon/lexicon-writer.ts';
import { countTerms, toBlob } from './postings/term-counts.ts';
import { fieldColumnValues } from './sqlite-search-fields.ts';
import { crawlTables } from './sqlite-search-schema.ts';
import { writeStatements } from './sqlite-search-statements.ts';
import { textColumns, textsOfColumns } from './sqlite-text-columns.ts';
import { vocabularyWriter } from './sqlite-vocabulary.ts';
import { urlWordWriter } from './url-words/url-word-writer.ts';

/** Returns the analysed words of the texts of a record, joined by blanks. */
type AnalyzeRecord = (record: SearchRecord) => RecordTexts;

/** How long a tombstone is kept after a URL has left a record: longer than any queue keeps a message. */
const TOMBSTONE_MS = 35 * DAY_MS;

/**
 * How long a removed record is listed (`SearchIndex.changedRecords`), by the time of its removal: a day longer than readers rely on it. Its
 * pages may have changed long before, such as those that a reclassification removes.
 */
const LISTED_MS = 36 * DAY_MS;

/** Maximum number of tombstones that one transaction removes: it must end soon after its changes, or readers miss them. */
const MOST_EXPIRED = 5_000;

/** Pause between two searches for expired tombstones, which read all that are old, also those of records that are still listed. */
const EXPIRY_PAUSE_MS = HOUR_MS;

/** `first` of a URL that was never seen. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** `first`: when the URL was first seen with this content, epoch ms. */
type ShownUrl = { url: string; page: string; first: number };
/** A record with changes. `urls`: those whose words are indexed, before the changes. `given`: the first record of the changes. */
type ChangedRow = { n: number; urls: string; given?: SearchRecord };
type RecordState = { shown: string | null; face: string | null; fetchedDay: string | null };

/**
 * Applies changes to the tables of one crawl, inside a transaction of the caller. The result depends only on the set of
 * changes, not on their order: the row of a URL keeps the later of two changes, and the record is derived from those rows.
 */
export function crawlWriter(db: DatabaseSync, number: number, now: () => number) {
  const tables = crawlTables(number);
  const columns = textColumns(db, tables.words);
  const statements = writeStatements(db, number, columns);
  const lexicon = lexiconWriter(db, tables);
  const urlWords = urlWordWriter(db, tables);
  const noteTime = changeTimes(db, tables, now);
  const deriveRecord = recordDeriver(statements, columns, vocabularyWriter(db, tables), lexicon.add);
  let isConfirmed = true;
  let nextExpiryMs = Number.NEGATIVE_INFINITY;

  /** @param newest time of the latest change; `version`: number of the transaction, whose time is not noted yet */
  function removeTombstones(newest: number, version: number): void {
    const nowMs = now();
    if (nowMs < nextExpiryMs) return;
    const old = { at: newest - TOMBSTONE_MS, removedAt: nowMs - LISTED_MS, version, most: MOST_EXPIRED };
    const emptied = statements.removeOldTombstones.all(old) as { n: number }[];
    // If there may be more, the next transaction continues.
    if (emptied.length < MOST_EXPIRED) nextExpiryMs = nowMs + EXPIRY_PAUSE_MS;
    for (const { n } of emptied) statements.removeIfEmpty.run(n);
    if (emptied.length > 0) statements.setRemoved.run();
  }

  function findOrAdd(id: string): ChangedRow {
    const known = statements.findNumber.get(id) as { n: number } | undefined;
    if (known) return { n: known.n, urls: urlWords.urlsOf(known.n) };
    return { n: (statements.addRecord.get(id) as { n: number }).n, urls: '' };
  }

  return {
    isShown: (id: string): boolean => statements.isShown.get(id) !== undefined,

    /** Call it when the transaction of `apply` is committed: what another one has written is not known to be there. */
    confirm(): void {
      isConfirmed = true;
    },

    /** Makes the next transaction have a larger number than this one. */
    setLeastVersion: (version: number): void => void statements.setLeastVersion.run(version),

    /**
     * @param ready words that were analysed before: id → words of the first record with that id in `changes`
     * @returns the number of the transaction in its crawl
     */
    apply(changes: readonly RecordChange[], ready: ReadonlyMap<string, RecordTexts>, analyze: AnalyzeRecord): number {
      if (!isConfirmed) lexicon.forget();
      isConfirmed = false;
      const changed = new Map<string, ChangedRow>();
      let newest = 0;
      for (const change of changes) {
        const entry = changed.get(change.id) ?? findOrAdd(change.id);
        changed.set(change.id, entry);
        if (change.kind === 'seen' && change.record) entry.given ??= change.record;
        statements.mergeUrl.run(urlRow(entry.n, change));
        newest = Math.max(newest, change.at);
      }
      const { version } = statements.nextVersion.get() as { version: number };
      for (const [id, { n, urls, given }] of changed) {
        const analyzeOnce = (record: SearchRecord) => wordsIfSame(given, record, ready.get(id)) ?? analyze(record);
        const isWritten = deriveRecord({ n, version }, given, analyzeOnce);
        // Copies of a record have its URLs, also those under which it is not shown.
        if (urlWords.update(n, urls) && !isWritten) statements.setVersion.run({ n, version });
      }
      lexicon.write();
      removeTombstones(newest, version);
      // Last: readers take the time for that of the end of the transaction.
      noteTime(version);
      return version;
    },
  };
}

/** Returns a function that derives a record from the rows of its URLs. @param texts the columns of the table of words */
function recordDeriver(
  statements: ReturnType<typeof writeStatements>,
  texts: readonly TextField[],
  vocabulary: ReturnType<typeof vocabularyWriter>,
  addToLexicon: (words: readonly string[]) => void,
) {
  /** A text has one fingerprint unless its algorithm has changed; the URL that is shown may change. */
  function setKeys(n: number, before: readonly number[], now: readonly number[]) {
    for (const key of before) if (!now.includes(key)) statements.removeKey.run(key, n);
    for (const key of now) if (!before.includes(key)) statements.addKey.run(key, n);
  }

  function hideRecord(n: number, version: number, { shown, face }: RecordState) {
    if (shown === null) return;
    statements.removeWords.run(n);
    setKeys(n, keysOfFace(face), []);
    vocabulary.replace(wordsOfFace(face), []);
    statements.removeCounts.run(n);
    statements.removeFrequencies.run(n);
    statements.hide.run({ n, version });
  }

  /** Removes the words of a record that is shown. Returns the text of a record. */
  function takeText(n: number, { shown }: RecordState, given: SearchRecord | undefined): string {
    if (shown === null) return given!.text;
    statements.removeWords.run(n);
    return (statements.readText.get(n) as { text: string }).text;
  }

  /**
   * @param given a record of this batch with that id, if there is one
   * @returns whether the row of the record was written, so that it counts as changed
   */
  return (
    { n, version }: { n: number; version: number },
    given: SearchRecord | undefined,
    analyze: AnalyzeRecord,
  ): boolean => {
    const chosen = statements.chooseUrl.get(n) as ShownUrl | undefined;
    const state = statements.readState.get(n) as RecordState;
    if (!chosen) {
      hideRecord(n, version, state);
      return true;
    }
    const { first } = chosen;
    if (!given && state.shown === chosen.url && state.fetchedDay === dayOf(new Date(first).toISOString())) return false;
    const fields = JSON.parse(chosen.page) as PageFields;
    const face = faceOf(fields, texts);
    if (state.face !== face) {
      const text = takeText(n, state, given);
      const words = textsOfColumns(analyze({ ...fields, id: '', url: chosen.url, urls: {}, text }), texts);
      statements.addWords.run(n, ...texts.map((field) => words[field]));
      const { terms, counts, frequencies } = countTerms(words);
      statements.setCounts.run(n, toBlob(counts));
      statements.setFrequencies.run(n, frequencies);
      addToLexicon(terms);
      setKeys(n, keysOfFace(state.face), duplicateKeys(fields));
      vocabulary.replace(wordsOfFace(state.face), titleWords(fields));
    }
    const { fetchedAt: fetched } = fields;
    const columns = fieldColumnValues({ ...fields, fetchedAt: first });
    const row = { n, shown: chosen.url, face, fetched, version, ...columns };
    // Each update of a row writes its text again.
    if (state.shown === null) statements.showText.run({ ...row, text: given!.text });
    else statements.show.run(row);
    return true;
  };
}

function urlRow(n: number, change: RecordChange) {
  const isSeen = change.kind === 'seen';
  const page = isSeen && change.record ? pageFieldsJson(change.record) : null;
  // A change without a record must not count as the latest one with fields.
  const pageAt = page === null ? -1 : change.at;
  return { n, url: change.url, first: isSeen ? change.at : NEVER, at: change.at, live: isSeen ? 1 : 0, pageAt, page };
}

/** Returns the words of `given` if `record` has the same words. */
function wordsIfSame(
  given: SearchRecord | undefined,
  record: SearchRecord,
  words: RecordTexts | undefined,
): RecordTexts | undefined {
  if (!given || given.language !== record.language) return undefined;
  const [one, other] = [textsOf(given), textsOf(record)];
  return TEXT_FIELDS.every((field) => one[field] === other[field]) ? words : undefined;
}

/**
 * Returns, as JSON, what words and keys are derived from: fields, and hashes of the description and, in a list, the keywords.
 *
 * @param texts the columns of the table of words
 */
function faceOf(fields: PageFields, texts: readonly TextField[]): string {
  const { language, title, headings, simhash, stem, author, anchors, description } = fields;
  const rest: (string | number | number[] | null)[] = [stem ?? null, author, ...(anchors ?? [])];
  if (description !== '' && texts.includes('abstract')) rest.push(fnv1a(description));
  const keywords = keywordText(fields);
  if (keywords !== '' && texts.includes('keywords')) rest.push([fnv1a(keywords)]);
  // A record without them has the input that earlier versions have stored.
  while (rest.at(-1) === null) rest.pop();
  return JSON.stringify([language, title, headings, simhash ?? null, ...rest]);
}

function keysOfFace(face: string | null): number[] {
  const [, , , simhash, stem] = face === null ? [] : (JSON.parse(face) as (string | null | undefined)[]);
  return duplicateKeys({ simhash: simhash ?? undefined, stem: stem ?? undefined });
}

/** Returns the texts of a record that are compared as a whole. @param face JSON of the column of that name */
export function textsOfFace(face: string): Pick<SearchRecord, 'title' | 'headings' | 'author'> {
  const [, title, headings, , , author] = JSON.parse(face) as [string, string, string[], unknown, unknown, string?];
  return { title, headings, author: author ?? null };
}

function wordsOfFace(face: string | null): string[] {
  if (face === null) return [];
  const [, title, headings] = JSON.parse(face) as [string, string, string[]];
  return titleWords({ title, headings });
}

function pageFieldsJson({ id: _id, url: _url, urls: _urls, text: _text, ...fields }: SearchRecord): string {
  return JSON.stringify(fields);
}
