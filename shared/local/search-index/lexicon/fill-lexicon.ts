import type { DatabaseSync } from 'node:sqlite';

/** Words of one row of a lexicon that is filled from the index. */
const WORDS_PER_ROW = 5_000;

/** Replaces the words of a lexicon by those of the index, which reads all of it. New rows have larger numbers than all before. */
export function fillLexicon(db: DatabaseSync, { words, lexicon }: { words: string; lexicon: string }): void {
  const { last } = db.prepare(`SELECT ifnull(max(n), 0) AS last FROM ${lexicon}`).get() as { last: number };
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${lexicon}_source USING fts5vocab(main, ${words}, row);
    DELETE FROM ${lexicon};
    INSERT INTO ${lexicon} (n, terms) SELECT ${last + 1} + (at / ${WORDS_PER_ROW}), group_concat(term, char(10))
      FROM (SELECT term, row_number() OVER () - 1 AS at FROM temp.${lexicon}_source) GROUP BY at / ${WORDS_PER_ROW};
    DROP TABLE temp.${lexicon}_source`);
}
