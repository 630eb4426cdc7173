import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { IndexHits, IndexQuery, SearchRecord } from '../ports/search-index.ts';
import { nearKeys, stemKey } from '../text/near-keys.ts';
import { tablesOf } from './sqlite-search-schema.ts';
import { dayOf, type Said } from './sqlite-search-writer.ts';

type RecordRow = { n: number; id: string; shown: string; text: string; said: string };
type Ranked = { n: number; score: number };
/** A query that gives each document its part of the score. */
type Scored = { sql: string; values: SQLInputValue[] };
type Condition = { sql: string; values: string[] };

/** A word in the title counts so much more than one elsewhere; in the order of the columns: title, headings, text. */
const WEIGHTS = '2.0, 1.0, 1.0';

const phraseOf = (word: string) => `"${word.replaceAll(/["\0]/g, '')}"`;

/** What FTS5 takes for the rarity of a word that is in half of all documents or more. */
const LEAST_RARITY = 1e-6;

/** Searches and reads the tables of one crawl. */
export function crawlReader(db: DatabaseSync, number: number) {
  const { record, url, words, near: nearTable } = tablesOf(number);
  const joined = `${record} r JOIN ${url} u ON u.n = r.n AND u.url = r.shown`;
  const fields = `r.n, r.id, r.shown, r.text, u.said FROM ${joined}`;
  const byNumber = db.prepare(`SELECT ${fields} WHERE r.n = ?`);
  // Prepared when it is asked for: an index of before there were keys has no such table.
  const sharing = () =>
    db.prepare(`SELECT DISTINCT o.n FROM json_each(?) k CROSS JOIN ${nearTable} o ON o.key = k.value`);
  const withoutText = db.prepare(`SELECT r.n, r.id, r.shown, '' AS text, u.said FROM ${joined} WHERE r.n = ?`);
  const byId = db.prepare(`SELECT ${fields} WHERE r.id = ?`);
  const following = db.prepare(`SELECT ${fields} WHERE r.id > ? ORDER BY r.id LIMIT ?`);
  const urlsOf = db.prepare(`SELECT url, at FROM ${url} WHERE n = ? AND live = 1 ORDER BY first, length(url), url`);
  const documents = db.prepare(`SELECT count(*) AS total FROM ${words}_docsize`);
  const holding = db.prepare(`SELECT count(*) AS total FROM ${words} WHERE ${words} MATCH ?`);
  const count = db.prepare(`SELECT count(*) AS total FROM ${record} WHERE shown IS NOT NULL`);

  function recordOf(row: RecordRow): SearchRecord {
    const urls = urlsOf.all(row.n) as { url: string; at: number }[];
    return {
      id: row.id,
      url: row.shown,
      urls: Object.fromEntries(urls.map(({ url, at }) => [url, at])),
      text: row.text,
      ...(JSON.parse(row.said) as Said),
    };
  }

  function ranked(sql: string, values: SQLInputValue[]): Ranked[] {
    return db.prepare(sql).all(...values) as Ranked[];
  }

  function total(sql: string, values: SQLInputValue[]): number {
    return (db.prepare(sql).get(...values) as { total: number }).total;
  }

  /**
   * What FTS5's score of a word is multiplied with to be that of Lucene, which OpenSearch gives too. FTS5 takes the rarity
   * of a word that half of the documents have for next to nothing, so that on a collection of one subject the words
   * of that subject would not count at all. (FTS5: ln((N − n + ½) / (n + ½)), at least 10⁻⁶; Lucene: ln(1 + the same).)
   */
  function factorOf(phrase: string, all: number): number {
    const { total: n } = holding.get(phrase) as { total: number };
    const odds = (all - n + 0.5) / (n + 0.5);
    return Math.log(1 + odds) / (odds > 1 ? Math.log(odds) : LEAST_RARITY);
  }

  /** @returns a query for `n` and `part`, the score of one word: of its forms, the one that counts most. */
  function scoresOf(forms: readonly string[], found: string, conditions: string[], all: number): Scored {
    const phrases = forms.map(phraseOf);
    const each = `SELECT rowid AS n, -bm25(${words}, ${WEIGHTS}) * ? AS part FROM ${found}`;
    const values = phrases.flatMap((phrase) => [factorOf(phrase, all), phrase, ...conditions]);
    if (phrases.length === 1) return { sql: each, values };
    const either = phrases.map(() => each).join(' UNION ALL ');
    return { sql: `SELECT n, max(part) AS part FROM (${either}) GROUP BY n`, values };
  }

  /** Numbers of the records that share a key; looked up first, as they are few and words may be many. */
  function rowsWith(keys: ReadonlySet<number>): number[] {
    if (!db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(nearTable)) return [];
    return (sharing().all(JSON.stringify([...keys])) as { n: number }[]).map(({ n }) => n);
  }

  function search({ words: asked, filters, near, stems, from, size }: IndexQuery): IndexHits {
    const keys = near?.flatMap(nearKeys) ?? stems?.map(stemKey);
    const { sql, values } = conditionOf(filters, keys && rowsWith(new Set(keys)));
    const rowOf = keys ? withoutText : byNumber;
    const where = `${record} r WHERE r.shown IS NOT NULL${sql}`;
    let all: number;
    let best: Ranked[];
    if (asked.length === 0) {
      all = total(`SELECT count(*) AS total FROM ${where}`, values);
      best = ranked(`SELECT r.n, 0.0 AS score FROM ${where} ORDER BY r.fetched DESC, r.id LIMIT ? OFFSET ?`, [
        ...values,
        size,
        from,
      ]);
    } else {
      const match = asked.flat().map(phraseOf).join(' OR ');
      // Without filters the records need not be looked at before the best are known.
      // The plus: looked up row by row, FTS5 would count the words of all anew for each.
      const rows = sql === '' ? '' : ` AND +${words}.rowid IN (SELECT r.n FROM ${where})`;
      const found = `${words} WHERE ${words} MATCH ?${rows}`;
      all = total(`SELECT count(*) AS total FROM ${found}`, [match, ...values]);
      const { total: held } = documents.get() as { total: number };
      const scores = asked.map((forms) => scoresOf(forms, found, values, held));
      best = ranked(
        // Materialised: bm25() is only to be had beside its MATCH, from which the planner would take it away.
        `WITH scores AS MATERIALIZED (${scores.map((one) => `SELECT * FROM (${one.sql})`).join(' UNION ALL ')})
         SELECT n, sum(part) AS score FROM scores GROUP BY n ORDER BY score DESC, n LIMIT ? OFFSET ?`,
        [...scores.flatMap((one) => one.values), size, from],
      );
    }
    const hits = best.map(({ n, score }) => ({ record: recordOf(rowOf.get(n) as RecordRow), score }));
    return { total: all, hits };
  }

  return {
    search,
    get(id: string): SearchRecord | undefined {
      const row = byId.get(id) as RecordRow | undefined;
      return row && recordOf(row);
    },
    count: () => (count.get() as { total: number }).total,
    /** Records with ids after `id`, in their order. */
    after: (id: string, limit: number) => (following.all(id, limit) as RecordRow[]).map(recordOf),
  };
}

/** @param rows only these. @returns conditions on `r`, each led by ` AND`; '' for none. */
function conditionOf(filters: IndexQuery['filters'], rows: number[] | undefined): Condition {
  const parts: Condition[] = [];
  const add = (sql: string, ...values: string[]) => parts.push({ sql: ` AND ${sql}`, values });
  const { host, language, type } = filters;
  if (rows) add('r.n IN (SELECT value FROM json_each(?))', JSON.stringify(rows));
  if (host !== undefined) {
    // A name stands for all hosts below it, and for all their ports unless it names one.
    const column = host.includes(':') ? 'r.host' : "substr(r.host, 1, instr(r.host || ':', ':') - 1)";
    add(`(${column} = ? OR substr(${column}, -length(?) - 1) = '.' || ?)`, host, host, host);
  }
  if (language !== undefined) add('r.language = ?', language);
  if (type !== undefined) add('r.type = ?', type);
  if (filters.class !== undefined) {
    add('(instr(r.classes, ?) > 0 OR instr(r.classes, ?) > 0)', `\n${filters.class}\n`, `\n${filters.class}.`);
  }
  if (filters.after !== undefined) add('r.day >= ?', dayOf(filters.after));
  if (filters.before !== undefined) add('r.day < ?', dayOf(filters.before));
  return { sql: parts.map((part) => part.sql).join(''), values: parts.flatMap((part) => part.values) };
}
