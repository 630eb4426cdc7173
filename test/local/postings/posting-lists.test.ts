import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import { sqliteSearchIndex } from '../../../shared/local/sqlite-search-index.ts';
import type { IndexQuery, RecordChange } from '../../../shared/ports/search-index.ts';
import { seen } from '../../contracts/search-index.contract.ts';

const WORDS = ['bog', 'fen', 'moss', 'mire', 'moor', 'heath', 'sedge', 'peat'];
const DAY = 24 * 3_600_000;

const ask = (more: Partial<IndexQuery>): IndexQuery => ({ words: [], filters: {}, from: 0, size: 50, ...more });
const word = (text: string, fields: ('title' | 'headings' | 'text')[] = ['title', 'headings', 'text']) => ({
  match: 'words' as const,
  fields,
  alternatives: [[text]],
  maxGap: 0,
  ordered: true,
});

const QUERIES: IndexQuery[] = [
  ask({ words: [['bog']] }),
  ask({ words: [['bog'], ['fen'], ['moss']], allWordsFirst: true }),
  ask({ words: [['bog', 'mire'], ['peat']], filters: { language: 'sv' } }),
  ask({ words: [['bog']], filters: { site: 'b.example', after: '2020-01-02' } }),
  ask({ filters: { before: '2020-01-03' } }),
  ask({ words: [['bog']], condition: { match: 'and', parts: [word('bog'), { match: 'not', part: word('fen') }] } }),
  ask({ condition: word('moss', ['title']) }),
  ask({
    condition: { match: 'or', parts: [word('heath', ['text']), { match: 'days', field: 'date', from: '2020-01-03' }] },
  }),
  ask({ words: [['bog'], ['sedge']], sort: [{ field: 'date', descending: true }] }),
  ask({ words: [['bog'], ['moor']], collapse: 'host', facets: { names: ['language', 'host'], size: 5 } }),
];

test('finds and scores in memory what SQL finds and scores, while records change and leave', async () => {
  const random = seededRandom(5);
  const below = (n: number) => Math.floor(random() * n);
  const words = (n: number) => Array.from({ length: n }, () => WORDS[below(1 + below(WORDS.length))]!).join(' ');
  const db = new DatabaseSync(':memory:');
  const bySql = sqliteSearchIndex(db, (text) => text);
  const inMemory = sqliteSearchIndex(db, (text) => text, undefined, { records: 0, hits: 0 });
  let at = 1;
  const change = (): RecordChange => {
    const id = `r${below(60)}`;
    const url = `http://${'ab'[below(2)]}.example/${id}${below(2)}`;
    at += random() < 0.02 ? 40 * DAY : 1;
    if (random() < 0.3) return { kind: 'left', id, url, at };
    const fields = { title: words(2), text: `${id} ${words(12)}`, language: below(2) === 0 ? 'en' : 'sv' };
    return seen(id, url, { ...fields, date: `2020-01-0${1 + below(5)}`, at });
  };
  for (let round = 0; round < 40; round++) {
    await bySql.write('c', Array.from({ length: 5 }, change));
    for (const query of QUERIES) {
      const [expected, found] = [await bySql.search('c', query), await inMemory.search('c', query)];
      const shown = ({ hits, ...rest }: typeof found) => ({
        ...rest,
        hits: hits.map(({ record, score, others }) => ({ id: record.id, score: Number(score.toFixed(3)), others })),
      });
      expect(shown(found)).toEqual(shown(expected));
    }
  }
  db.close();
});
