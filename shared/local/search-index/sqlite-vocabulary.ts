import type { DatabaseSync } from 'node:sqlite';
import type { TitleWord, WordQuery } from '../../ports/search-index.ts';
import { phraseOf } from '../../query/compile/fts5.ts';
import { beginnings, spellingSteps } from '../../text/analysis/letter-spellings.ts';
import type { CrawlTables } from './sqlite-search-schema.ts';

/** The last code point: no word has it, so all words with a prefix come before the prefix and this one. */
const LAST = '\u{10ffff}';

/** Counts the title words of records as they are shown and hidden. */
export function vocabularyWriter(db: DatabaseSync, { vocabulary }: CrawlTables) {
  const add = db.prepare(
    `INSERT INTO ${vocabulary} (word, records) VALUES (?, 1) ON CONFLICT (word) DO UPDATE SET records = records + 1`,
  );
  const subtract = db.prepare(`UPDATE ${vocabulary} SET records = records - 1 WHERE word = ?`);
  const removeUnused = db.prepare(`DELETE FROM ${vocabulary} WHERE word = ? AND records <= 0`);
  return {
    /** Replaces the words that a record counts for. */
    replace(before: readonly string[], now: readonly string[]): void {
      const [old, fresh] = [new Set(before), new Set(now)];
      for (const word of fresh) if (!old.has(word)) add.run(word);
      for (const word of old) {
        if (fresh.has(word)) continue;
        subtract.run(word);
        removeUnused.run(word);
      }
    },
  };
}

/** Reads the title words of one crawl. An index from before there was a vocabulary has none until it is written again. */
export function vocabularyReader(db: DatabaseSync, { vocabulary, words }: CrawlTables) {
  const order = 'ORDER BY records DESC, word LIMIT';
  const inRange = 'word >= ? AND word < ?';
  const byBeginning = db.prepare(`SELECT v.word, v.records FROM json_each(?) b
    CROSS JOIN ${vocabulary} v ON v.word >= b.value AND v.word < b.value || '${LAST}'
    ${order} ?`);
  const beginning = db.prepare(`SELECT b.value FROM json_each(?) b
    WHERE EXISTS (SELECT 1 FROM ${vocabulary} v WHERE v.word >= b.value AND v.word < b.value || '${LAST}')`);
  const withWords = (texts: readonly string[]) =>
    (beginning.all(JSON.stringify(texts)) as { value: string }[]).map(({ value }) => value);
  const ascending = db.prepare(`SELECT word, records FROM ${vocabulary} WHERE word >= ? ORDER BY word LIMIT ?`);
  const descending = db.prepare(`SELECT word, records FROM ${vocabulary} WHERE word < ? ORDER BY word DESC LIMIT ?`);
  const similar = db.prepare(`SELECT word, records FROM ${vocabulary} WHERE ${inRange} AND length(word) BETWEEN ? AND ?
    AND edit_distance(word, ?, ?) <= ? ${order} ?`);
  const matches = db.prepare(`SELECT count(*) AS total FROM (SELECT 1 FROM ${words} WHERE ${words} MATCH ? LIMIT ?)`);

  return {
    titleWords(query: WordQuery, size: number): TitleWord[] {
      if ('prefix' in query) {
        const { prefix, languages, asTyped } = query;
        const texts = asTyped ? [prefix] : beginnings(spellingSteps(prefix, languages), withWords);
        return byBeginning.all(JSON.stringify(texts), size) as unknown as TitleWord[];
      }
      if ('from' in query) return ascending.all(query.from, size) as unknown as TitleWord[];
      if ('before' in query) return descending.all(query.before, size) as unknown as TitleWord[];
      const { similarTo: word, maxEdits: max, commonStart } = query;
      const letters = Array.from(word);
      const start = letters.slice(0, commonStart).join('');
      const lengths = [letters.length - max, letters.length + max];
      return similar.all(start, `${start}${LAST}`, ...lengths, word, max, max, size) as unknown as TitleWord[];
    },

    /** Stops counting at the limit, because the posting list of a common word is long. */
    countMatches: (forms: readonly string[], limit: number): number =>
      (matches.get(forms.map((form) => phraseOf([form])).join(' OR '), limit) as { total: number }).total,
  };
}
