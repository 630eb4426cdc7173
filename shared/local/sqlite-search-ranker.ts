import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { IndexCondition } from '../ports/index-condition.ts';
import type { IndexQuery } from '../ports/search-index.ts';
import { BONUS } from '../query/compile/bonus.ts';
import { conditionSql, phraseOf } from '../query/compile/fts5.ts';
import type { Condition } from './sqlite-search-fields.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';

/** Number and score of the row of a record. */
export type RankedRow = { n: number; score: number };
type Ranking = { total: number; best: RankedRow[] };
type Page = { from: number; size: number };
/** A query for `n` and `part`, what one word adds to the score of a record. */
type WordScores = { sql: string; values: SQLInputValue[] };

/** Weights of the columns title, headings and text in BM25: a word in the title counts twice. */
const COLUMN_WEIGHTS = '2.0, 1.0, 1.0';

/** The inverse document frequency that FTS5 gives to a word that half of all documents or more contain. */
const FTS5_MIN_IDF = 1e-6;

/**
 * Returns the factor between FTS5's score of a word and Lucene's, which OpenSearch uses. FTS5 gives nearly no weight to a word
 * that half of the documents contain, so in a collection on one subject the words of the subject would not count.
 * (IDF of FTS5: ln((N − n + ½) / (n + ½)), at least 10⁻⁶; of Lucene: ln(1 + the same).)
 */
function luceneFactor(matching: number, documents: number): number {
  const odds = (documents - matching + 0.5) / (matching + 0.5);
  return Math.log(1 + odds) / (odds > 1 ? Math.log(odds) : FTS5_MIN_IDF);
}

/** Returns the query for the scores of one word with so many forms. */
function bestFormSql(words: string, matches: string, forms: number): string {
  const each = `SELECT rowid AS n, -bm25(${words}, ${COLUMN_WEIGHTS}) * ? AS part FROM ${matches}`;
  if (forms === 1) return each;
  return `SELECT n, max(part) AS part FROM (${Array(forms).fill(each).join(' UNION ALL ')}) GROUP BY n`;
}

/**
 * Returns the query for the records with the best sums of the scores of their words.
 *
 * @param allowed the table of the rows that pass the filters, followed by a comma, or an empty string
 */
function sumOfScoresSql(scores: readonly WordScores[], allowed: string): string {
  // Materialised: bm25() only works beside its MATCH, and the planner would move it away.
  return `WITH ${allowed} scores AS MATERIALIZED (${scores.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ')})
    SELECT n, sum(part) AS score FROM scores GROUP BY n ORDER BY score DESC, n LIMIT ? OFFSET ?`;
}

/** Ranks the records of one crawl. */
export function crawlRanker(db: DatabaseSync, tables: CrawlTables) {
  const { record, words } = tables;
  const countDocuments = db.prepare(`SELECT count(*) AS total FROM ${words}_docsize`);
  const countMatches = db.prepare(`SELECT count(*) AS total FROM ${words} WHERE ${words} MATCH ?`);
  const shownRecords = (condition: Condition) => `${record} r WHERE r.shown IS NOT NULL${condition.sql}`;

  const rank = (sql: string, values: SQLInputValue[]) => db.prepare(sql).all(...values) as RankedRow[];
  const countRows = (source: string, values: SQLInputValue[], before = '') =>
    (db.prepare(`${before} SELECT count(*) AS total FROM ${source}`).get(...values) as { total: number }).total;

  /** Scores one word: a record scores the best of the word's forms. */
  function wordScores(forms: readonly string[], matches: string, documents: number): WordScores {
    const phrases = forms.map((form) => phraseOf([form]));
    const values = phrases.flatMap((phrase) => {
      const { total: matching } = countMatches.get(phrase) as { total: number };
      return [luceneFactor(matching, documents), phrase];
    });
    return { sql: bestFormSql(words, matches, phrases.length), values };
  }

  /** Scores records that meet a condition, among those that pass the filters. */
  function bonusScores(bonus: IndexCondition): WordScores {
    const { sql, values } = conditionSql(bonus, tables);
    return { sql: `SELECT r.n, ${BONUS}.0 AS part FROM ${record} r WHERE r.n IN allowed AND ${sql}`, values };
  }

  return {
    /** Ranks all records, newest first. */
    newest(condition: Condition, { from, size }: Page): Ranking {
      const where = shownRecords(condition);
      const select = `SELECT r.n, 0.0 AS score FROM ${where} ORDER BY r.fetched DESC, r.id LIMIT ? OFFSET ?`;
      return { total: countRows(where, condition.values), best: rank(select, [...condition.values, size, from]) };
    },

    /** Ranks records by the sum of the scores of their words: those that meet the condition of the query, or have a word. */
    byWords(query: IndexQuery, condition: Condition, { from, size }: Page): Ranking {
      const { sql, values } = condition;
      // Without filters only the rows of the best hits are read. With filters they are checked once for all words.
      const allowed = sql === '' ? '' : `allowed (n) AS MATERIALIZED (SELECT r.n FROM ${shownRecords(condition)})`;
      // The plus sign keeps SQLite from looking up row by row, where FTS5 would count all words anew for each.
      const matches = `${words} WHERE ${words} MATCH ?${sql === '' ? '' : ` AND +${words}.rowid IN allowed`}`;
      const { total: documents } = countDocuments.get() as { total: number };
      const scores = [
        ...query.words.map((forms) => wordScores(forms, matches, documents)),
        ...(query.bonuses ?? []).map(bonusScores),
        ...(query.condition ? [{ sql: 'SELECT n, 0.0 AS part FROM allowed', values: [] }] : []),
      ];
      const scored = scores.flatMap((one) => one.values);
      const anyWord = query.words
        .flat()
        .map((form) => phraseOf([form]))
        .join(' OR ');
      return {
        total: query.condition
          ? countRows(shownRecords(condition), values)
          : countRows(matches, [...values, anyWord], allowed && `WITH ${allowed}`),
        best: rank(sumOfScoresSql(scores, allowed && `${allowed},`), [...values, ...scored, size, from]),
      };
    },
  };
}
