import type { DatabaseSync } from 'node:sqlite';
import type { IndexCondition } from '../ports/index-condition.ts';
import type { IndexQuery } from '../ports/search-index.ts';
import { isTermPattern, type TermPattern } from '../query/compile/fts5.ts';
import { globMatches } from '../text/glob-match.ts';
import { type CountedWord, nearestWords } from '../text/similar-words.ts';
import { numbersOf } from './sqlite-matching-rows.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';
import type { CrawlStatistics } from './sqlite-word-statistics.ts';

/** Maximum number of terms that a pattern is replaced by. One with more is evaluated by SQL. */
const MAX_TERMS = 500;

/**
 * Replaces patterns and similar words in the conditions of a query by the terms of the index that they match, because a query
 * evaluates its conditions several times and the terms must be read one by one.
 *
 * @param termsOf returns at most so many terms that a pattern matches
 */
export function expandTerms(query: IndexQuery, termsOf: (pattern: TermPattern, limit: number) => string[]): IndexQuery {
  const expanded = new Map<IndexCondition, IndexCondition>();
  const expand = (condition: IndexCondition): IndexCondition => {
    const known = expanded.get(condition);
    if (known) return known;
    const result = expandOne(condition);
    expanded.set(condition, result);
    return result;
  };
  function expandOne(condition: IndexCondition): IndexCondition {
    if (condition.match === 'and' || condition.match === 'or')
      return { ...condition, parts: condition.parts.map(expand) };
    if (condition.match === 'not') return { ...condition, part: expand(condition.part) };
    if (!isTermPattern(condition)) return condition;
    const terms = termsOf(condition, MAX_TERMS + 1);
    if (terms.length > MAX_TERMS) return condition;
    if (terms.length === 0) return { match: 'none' };
    const alternatives = terms.map((term) => [term]);
    return { match: 'words', fields: condition.fields, alternatives, maxGap: 0, ordered: true };
  }
  const { condition, bonuses } = query;
  return {
    ...query,
    ...(condition && { condition: expand(condition) }),
    ...(bonuses && { bonuses: bonuses.map(expand) }),
  };
}

/** All terms of a crawl in one string, each followed by a line feed, and the number of records that have each. */
type TermList = { terms: string; records: Uint32Array; version: number };

/** A transaction shows about 50 records: the list is read again when about one record in a hundred is new. */
const RECORDS_A_VERSION = 5_000;

/**
 * Finds terms by patterns. FTS5 reads the whole index to list its terms (1 s for 80,000 records), so the list is kept in memory,
 * with about 10 bytes a term. New terms may be missing until one record in a hundred is new; in a crawl of less than 5,000 records
 * none is.
 *
 * @param number number of the crawl
 */
export function termFinder(
  db: DatabaseSync,
  { terms }: CrawlTables,
  number: number,
  statistics: Pick<CrawlStatistics, 'documents'>,
) {
  const readVersion = db.prepare('SELECT version FROM crawl WHERE n = ?');
  let list: TermList | undefined;

  function current(): TermList {
    const { version } = readVersion.get(number) as { version: number };
    const allowed = Math.floor(statistics.documents() / RECORDS_A_VERSION);
    if (list && version - list.version <= allowed) return list;
    const sql = `SELECT group_concat(term, char(10)) AS names, group_concat(doc) AS counts FROM ${terms}`;
    const { names, counts } = db.prepare(sql).get() as { names: string | null; counts: string | null };
    list = { terms: names === null ? '' : `${names}\n`, records: numbersOf(counts ?? ''), version };
    return list;
  }

  /** Returns the terms of so many UTF-16 units that pass a test. */
  function filtered(min: number, max: number, accepts: (term: string) => boolean): CountedWord[] {
    const { terms: all, records } = current();
    const found: CountedWord[] = [];
    for (let start = 0, n = 0; start < all.length; n++) {
      const end = all.indexOf('\n', start);
      if (end - start >= min && end - start <= max) {
        const word = all.slice(start, end);
        if (accepts(word)) found.push({ word, records: records[n]! });
      }
      start = end + 1;
    }
    return found;
  }

  /** Returns the terms that differ in at most so many letters, nearest first, then those of the most records. */
  function similar(word: string, maxEdits: number): CountedWord[] {
    const { length } = Array.from(word);
    const letters = letterSet(word);
    // An edit changes two letters of the set at most: the removed one and the added one.
    const isNear = (term: string) => countOnes(letterSet(term) ^ letters) <= 2 * maxEdits;
    // A letter has one or two units.
    return nearestWords(word, maxEdits, filtered(Math.max(1, length - maxEdits), 2 * (length + maxEdits), isNear));
  }

  return {
    similar,
    /** Returns at most so many of the terms that match a pattern, in any order. */
    matching(pattern: TermPattern, limit: number): string[] {
      if (pattern.match === 'fuzzy')
        return [
          ...new Set(pattern.words.flatMap((word) => similar(word, pattern.maxEdits).map((one) => one.word))),
        ].slice(0, limit);
      const found = filtered(1, Number.POSITIVE_INFINITY, (term) => globMatches(pattern.pattern, term));
      return found.slice(0, limit).map(({ word }) => word);
    },
  };
}

/** Returns the letters of a word as bits, several letters to a bit. */
function letterSet(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits;
}

/** Counts the set bits of a 32-bit integer. */
function countOnes(given: number): number {
  let bits = given;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count++;
  return count;
}
