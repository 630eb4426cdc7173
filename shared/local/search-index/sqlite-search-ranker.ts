import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';
import type { IndexQuery } from '../../ports/search-index.ts';
import { ALL_WORDS_BONUS, BONUS } from '../../query/compile/bonus.ts';
import { anyOf, conditionSql, phraseOf } from '../../query/compile/fts5.ts';
import { countTerms, type QueryTerm } from '../../query/compile/query-terms.ts';
import { passingRows } from './filters/passing-rows.ts';
import { countRows as countBits, hasRow, type RowBits, rowsOfBits } from './postings/row-bits.ts';
import { TEXT_COUNTS } from './postings/term-counts.ts';
import { type Condition, shownRecords } from './sqlite-search-fields.ts';
import { crawlTables } from './sqlite-search-schema.ts';
import type { CrawlStatistics } from './sqlite-word-statistics.ts';

/** Number and score of the row of a record. */
export type RankedRow = { n: number; score: number };
export type Ranking<Row = RankedRow> = { total: number; best: Row[] };

/** A part of a list: `size` entries from position `from` on, counted from 0. */
export type Page = { from: number; size: number };
/** A query for `n`, `part`, what it adds to the score of a record, and `word`, which is 1 if it is a word. */
type WordScores = { sql: string; values: SQLInputValue[] };

/** Number of rows up to which sorting by the time of the fetch takes less than reading the newest records that pass a filter. */
const MAX_SORTED_ROWS = 1_000;

/** Weights of the columns in BM25: a word in the title counts twice. */
const COLUMN_WEIGHTS = TEXT_FIELDS.map((field) => `${TEXT_COUNTS[field]}.0`).join(', ');

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
  const each = `SELECT rowid AS n, -bm25(${words}, ${COLUMN_WEIGHTS}) * ? AS part, 1 AS word FROM ${matches}`;
  if (forms === 1) return each;
  return `SELECT n, max(part) AS part, 1 AS word FROM (${Array(forms).fill(each).join(' UNION ALL ')}) GROUP BY n`;
}

/**
 * Returns the query for the records with the best sums of the scores of their words.
 *
 * @param allowed the table of the rows that pass the filters, followed by a comma, or an empty string
 * @param allWords number of words whose records rank first; 0: records with all words rank by their scores
 */
function sumOfScoresSql(scores: readonly WordScores[], allowed: string, allWords: number): string {
  const bonus = allWords > 1 ? ` + (sum(word) = ${allWords}) * ${allWords * ALL_WORDS_BONUS}.0` : '';
  // Materialised: bm25() only works beside its MATCH, and the planner would move it away.
  return `WITH ${allowed} scores AS MATERIALIZED (${scores.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ')})
    SELECT n, sum(part)${bonus} AS score FROM scores GROUP BY n ORDER BY score DESC, n LIMIT ? OFFSET ?`;
}

/** Queries of the rankers. */
function rankQueries(db: DatabaseSync) {
  return {
    rank: (sql: string, values: SQLInputValue[]) => db.prepare(sql).all(...values) as RankedRow[],
    /** @param before clauses before the query, such as `WITH` */
    countRows: (source: string, values: SQLInputValue[], before = '') =>
      (db.prepare(`${before} SELECT count(*) AS total FROM ${source}`).get(...values) as { total: number }).total,
  };
}

/** Ranks the records of one crawl by the time of their fetch. */
function newestRanker(db: DatabaseSync, record: string) {
  const { rank, countRows } = rankQueries(db);
  const shown = (condition: Condition) => shownRecords(record, condition);
  const inOrder = db.prepare(`SELECT n FROM ${record} WHERE shown IS NOT NULL ORDER BY fetched DESC, id`);
  return {
    /** Ranks all records, newest first. */
    newest(condition: Condition, { from, size }: Page): Ranking {
      const total = countRows(shown(condition), condition.values);
      // Few rows are found by their fields and sorted, of many the newest are found in their order.
      const where = shown({ ...condition, isOfFields: condition.isOfFields === true && total <= MAX_SORTED_ROWS });
      const select = `SELECT r.n, 0.0 AS score FROM ${where} ORDER BY r.fetched DESC, r.id LIMIT ? OFFSET ?`;
      return { total, best: rank(select, [...condition.values, size, from]) };
    },

    /** Ranks rows, newest first. */
    newestOf(rows: RowBits, { from, size }: Page): RankedRow[] {
      if (countBits(rows) <= MAX_SORTED_ROWS) {
        const select = `SELECT r.n, 0.0 AS score FROM ${record} r JOIN json_each(?) j ON r.n = j.value`;
        return rank(`${select} ORDER BY r.fetched DESC, r.id LIMIT ? OFFSET ?`, [
          JSON.stringify([...rowsOfBits(rows)]),
          size,
          from,
        ]);
      }
      const found: RankedRow[] = [];
      let skipped = 0;
      for (const { n } of inOrder.iterate() as unknown as Iterable<{ n: number }>) {
        if (!hasRow(rows, n) || skipped++ < from) continue;
        if (found.push({ n, score: 0 }) === size) break;
      }
      return found;
    },
  };
}

/** Ranks the records of one crawl by SQL. Words of many records take long (`postings/posting-ranker.ts`). */
export function crawlRanker(db: DatabaseSync, number: number, statistics: CrawlStatistics) {
  const tables = crawlTables(number);
  const { record, words } = tables;
  const findPassing = passingRows(db, number, record);
  const rowsOf = (condition: Condition): Condition =>
    condition.isOfFields
      ? findPassing(condition)
      : { sql: `SELECT r.n FROM ${shownRecords(record, condition)}`, values: condition.values };
  const { rank, countRows } = rankQueries(db);

  /** Scores one word: a record scores the best of the word's forms. */
  function wordScores({ forms, count }: QueryTerm, weights: IndexQuery['weights'], matches: string): WordScores {
    const documents = statistics.documents();
    const values = forms.flatMap((form) => {
      const phrase = phraseOf([form]);
      // The number of FTS5 itself, which its score depends on near half of the documents.
      const factor = luceneFactor(statistics.matches(phrase), documents);
      return [count * factor * (weights?.get(form) ?? 1), phrase];
    });
    return { sql: bestFormSql(words, matches, forms.length), values };
  }

  /** Scores records that meet a condition, among those that pass the filters. */
  function bonusScores(bonus: IndexCondition): WordScores {
    const { sql, values } = conditionSql(bonus, tables);
    return {
      sql: `SELECT r.n, ${BONUS}.0 AS part, 0 AS word FROM ${record} r WHERE r.n IN allowed AND ${sql}`,
      values,
    };
  }

  const allowedTable = ({ sql }: Condition) => `allowed (n) AS MATERIALIZED (${sql})`;
  // The plus sign keeps SQLite from looking up row by row, where FTS5 would count all words anew for each.
  const matchesIn = (allowed: Condition | undefined) =>
    `${words} WHERE ${words} MATCH ?${allowed ? ` AND +${words}.rowid IN allowed` : ''}`;

  /** @param allowed query for the rows that may match; undefined: all */
  function bestOf(
    query: IndexQuery,
    terms: readonly QueryTerm[],
    allowed: Condition | undefined,
    { from, size }: Page,
  ): RankedRow[] {
    const matches = matchesIn(allowed);
    const scores = [
      ...terms.map((term) => wordScores(term, query.weights, matches)),
      ...(query.bonuses ?? []).map(bonusScores),
      ...(query.condition ? [{ sql: 'SELECT n, 0.0 AS part, 0 AS word FROM allowed', values: [] }] : []),
    ];
    const values = [...(allowed?.values ?? []), ...scores.flatMap((one) => one.values), size, from];
    const sql = sumOfScoresSql(
      scores,
      allowed ? `${allowedTable(allowed)},` : '',
      query.allWordsFirst ? terms.length : 0,
    );
    return rank(sql, values);
  }

  /** Counts the records with one of the words, among those that pass the filters. */
  function countAnyWord(terms: readonly QueryTerm[], condition: Condition | undefined): number {
    const anyWord = anyOf(terms.flatMap(({ forms }) => forms));
    if (!condition) return statistics.matches(anyWord);
    const allowed = rowsOf(condition);
    return countRows(matchesIn(allowed), [...allowed.values, anyWord], `WITH ${allowedTable(allowed)}`);
  }

  return {
    ...newestRanker(db, record),

    /** Ranks records by the sum of the scores of their words: those that meet the condition of the query, or have a word. */
    byWords(query: IndexQuery, condition: Condition, page: Page): Ranking {
      const terms = countTerms(query.words);
      const restricted = condition.sql === '' ? undefined : condition;
      const total = query.condition
        ? () => countRows(shownRecords(record, condition), condition.values)
        : () => countAnyWord(terms, restricted);
      const allowed = restricted && rowsOf(restricted);
      return { total: total(), best: bestOf(query, terms, allowed, page) };
    },
  };
}
