import type { DatabaseSync } from 'node:sqlite';
import type { RecordChange, SearchRecord } from '../ports/search-index.ts';
import { keysOf } from '../text/near-keys.ts';
import { tablesOf } from './sqlite-search-schema.ts';

/** Words of a record as the analysis gives them, joined by blanks. */
export type Words = { title: string; headings: string; text: string };

/** How long it is remembered that a URL left a record: longer than any queue keeps a message. */
const TOMBSTONE_MS = 35 * 24 * 3_600_000;

/** First time of a URL that was never seen. */
const NEVER = Number.MAX_SAFE_INTEGER;

type Shown = { url: string; said: string };
type Row = { shown: string | null; face: string | null };

/**
 * Applies changes to the tables of one crawl; to be called inside a transaction. What is left depends on the set of
 * changes alone, not on their order: a URL's row keeps the later of two words, and the record is made from those rows.
 */
export function crawlWriter(db: DatabaseSync, number: number) {
  const { record, url, words, near } = tablesOf(number);
  const shows = db.prepare(`SELECT 1 FROM ${record} WHERE id = ? AND shown IS NOT NULL`);
  const find = db.prepare(`SELECT n FROM ${record} WHERE id = ?`);
  const add = db.prepare(`INSERT INTO ${record} (id) VALUES (?) RETURNING n`);
  // Of two words of one time, the one that the URL has left counts.
  const later = 'excluded.at > at OR (excluded.at = at AND excluded.live < live)';
  const live = `CASE WHEN ${later} THEN excluded.live ELSE live END`;
  const note = db.prepare(`
    INSERT INTO ${url} (n, url, first, at, live, said_at, said) VALUES (:n, :url, :first, :at, :live, :saidAt, :said)
    ON CONFLICT (n, url) DO UPDATE SET
      first = min(first, excluded.first), at = max(at, excluded.at), live = ${live},
      said_at = CASE WHEN excluded.said IS NULL THEN said_at ELSE max(said_at, excluded.said_at) END,
      said = CASE WHEN (${live}) = 0 THEN NULL
        WHEN excluded.said IS NOT NULL AND (said IS NULL OR excluded.said_at >= said_at) THEN excluded.said ELSE said END`);
  // Who names another URL with this text as the canonical one steps back behind those that do not.
  const stepsBack = `instr(u.said, '"canonical":') > 0 AND EXISTS (SELECT 1 FROM ${url} c WHERE c.n = u.n AND c.url = json_extract(u.said, '$.canonical')
    AND c.url <> u.url AND c.live = 1 AND c.said IS NOT NULL)`;
  const choose = db.prepare(`SELECT url, said FROM ${url} u WHERE n = ? AND live = 1 AND said IS NOT NULL
    ORDER BY ${stepsBack}, first, length(url), url LIMIT 1`);
  const rowOf = db.prepare(`SELECT shown, face FROM ${record} WHERE n = ?`);
  const show = db.prepare(`UPDATE ${record} SET shown = :shown, face = :face, host = :host, language = :language,
    type = :type, day = :day, classes = :classes, fetched = :fetched WHERE n = :n`);
  const keepText = db.prepare(`UPDATE ${record} SET text = ? WHERE n = ?`);
  const textOf = db.prepare(`SELECT text FROM ${record} WHERE n = ?`);
  const hide = db.prepare(`UPDATE ${record} SET shown = NULL, face = NULL, text = NULL WHERE n = ?`);
  const addWords = db.prepare(`INSERT INTO ${words} (rowid, title, headings, text) VALUES (?, ?, ?, ?)`);
  const dropWords = db.prepare(`DELETE FROM ${words} WHERE rowid = ?`);
  const addNear = db.prepare(`INSERT OR IGNORE INTO ${near} (key, n) VALUES (?, ?)`);
  const dropNear = db.prepare(`DELETE FROM ${near} WHERE key = ? AND n = ?`);
  const dropOldTombstones = db.prepare(`DELETE FROM ${url} WHERE live = 0 AND at < ? RETURNING n`);
  const dropEmpty = db.prepare(`DELETE FROM ${record} WHERE n = ? AND shown IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${url} u WHERE u.n = ${record}.n)`);

  const numberOf = (id: string) => ((find.get(id) ?? add.get(id)) as { n: number }).n;

  function noteChange(n: number, change: RecordChange) {
    const seen = change.kind === 'seen';
    const said = seen && change.record ? saidBy(change.record) : null;
    // Who says nothing must not count as the latest that said something.
    const saidAt = said === null ? -1 : change.at;
    note.run({ n, url: change.url, first: seen ? change.at : NEVER, at: change.at, live: seen ? 1 : 0, saidAt, said });
  }

  /** A text has one fingerprint, unless how it is made has changed since; its address may be another one. */
  function setKeys(n: number, before: readonly number[], now: readonly number[]) {
    for (const key of before) if (!now.includes(key)) dropNear.run(key, n);
    for (const key of now) if (!before.includes(key)) addNear.run(key, n);
  }

  /** Makes the record what its URLs say. @param given a record of this batch with that id. */
  function settle(n: number, given: SearchRecord | undefined, wordsOf: (record: SearchRecord) => Words) {
    const shown = choose.get(n) as Shown | undefined;
    const row = rowOf.get(n) as Row;
    if (!shown) {
      if (row.shown === null) return;
      dropWords.run(n);
      setKeys(n, keysIn(row.face), []);
      hide.run(n);
      return;
    }
    if (!given && row.shown === shown.url) return;
    const said = JSON.parse(shown.said) as Said;
    const face = faceOf(said);
    if (row.face === face) {
      show.run(columnsOf(n, shown.url, said, face));
      return;
    }
    if (row.shown !== null) dropWords.run(n);
    else keepText.run(given!.text, n);
    const text = row.shown === null ? given!.text : (textOf.get(n) as { text: string }).text;
    const { title, headings, text: body } = wordsOf({ ...said, id: '', url: shown.url, urls: {}, text });
    addWords.run(n, title, headings, body);
    setKeys(n, keysIn(row.face), keysOf(said));
    show.run(columnsOf(n, shown.url, said, face));
  }

  return {
    /** Whether the record is there and shown. */
    shows: (id: string) => shows.get(id) !== undefined,

    /** @param ready words of records, made before: id → words of the first record of that id in `changes`. */
    apply(changes: readonly RecordChange[], ready: ReadonlyMap<string, Words>, wordsOf: (r: SearchRecord) => Words) {
      const touched = new Map<string, { n: number; given?: SearchRecord }>();
      let newest = 0;
      for (const change of changes) {
        const entry = touched.get(change.id) ?? { n: numberOf(change.id) };
        touched.set(change.id, entry);
        if (change.kind === 'seen' && change.record) entry.given ??= change.record;
        noteChange(entry.n, change);
        newest = Math.max(newest, change.at);
      }
      for (const [id, { n, given }] of touched)
        settle(n, given, (r) => sameFace(given, r, ready.get(id)) ?? wordsOf(r));
      for (const { n } of dropOldTombstones.all(newest - TOMBSTONE_MS) as { n: number }[]) dropEmpty.run(n);
    },
  };
}

/** Words made for `given` serve a record that looks the same. */
function sameFace(given: SearchRecord | undefined, record: SearchRecord, words: Words | undefined): Words | undefined {
  const same =
    given &&
    given.language === record.language &&
    given.title === record.title &&
    given.headings.join('\n') === record.headings.join('\n') &&
    given.text === record.text;
  return same ? words : undefined;
}

/** What words and keys are made of. */
function faceOf({ language, title, headings, simhash, stem }: Said): string {
  return JSON.stringify([language, title, headings, simhash ?? null, ...(stem === undefined ? [] : [stem])]);
}

function keysIn(face: string | null): number[] {
  const [, , , simhash, stem] = face === null ? [] : (JSON.parse(face) as (string | null | undefined)[]);
  return keysOf({ simhash: simhash ?? undefined, stem: stem ?? undefined });
}

/** What a page says beside its text. */
export type Said = Omit<SearchRecord, 'id' | 'url' | 'urls' | 'text'>;

function saidBy({ id: _id, url: _url, urls: _urls, text: _text, ...said }: SearchRecord): string {
  return JSON.stringify(said);
}

function columnsOf(n: number, shown: string, said: Said, face: string) {
  return {
    n,
    shown,
    face,
    host: said.host,
    language: said.language,
    type: said.type,
    day: said.date === null ? null : dayOf(said.date),
    classes: said.classes.length === 0 ? '' : `\n${said.classes.map((c) => c.class).join('\n')}\n`,
    fetched: said.fetchedAt,
  };
}

/** `2020`, `2020-05` and times as a day, so that they compare as text. */
export function dayOf(date: string): string {
  return `${date}-01-01`.slice(0, 10);
}
