import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../../shared/classify/models/training/seeded-random.ts';
import { openDatabase } from '../../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../../shared/local/search-index/sqlite-search-index.ts';
import type { IndexQuery, RecordChange } from '../../../../shared/ports/search-index.ts';
import { seen } from '../../../contracts/search-index.contract.ts';
import { fewOrMany } from '../../../long-test.ts';

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
  for (let round = 0; round < fewOrMany(15, 40); round++) {
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

test('counts words as they are after another connection has written, also for searches by SQL', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-counts-'));
  const open = () => openDatabase(join(dir, 'index.sqlite'));
  const [writing, reading, fresh] = [open(), open(), open()];
  const writer = sqliteSearchIndex(writing, (text) => text);
  const limits = { records: 0, hits: 250 };
  const texts = Array.from({ length: 400 }, (_, i) => (i < 205 ? 'apple tree' : i < 300 ? 'berry bush' : 'cedar tree'));
  await writer.write(
    'c',
    texts.map((text, i) => seen(`r${i}`, `http://a.example/${i}`, { title: '', text: `${text} w${i}`, at: 1 })),
  );
  const reader = sqliteSearchIndex(reading, (text) => text, undefined, limits);
  await reader.search('c', ask({ words: [['apple'], ['berry']] }));
  const left = Array.from(
    { length: 10 },
    (_, i): RecordChange => ({ kind: 'left', id: `r${i}`, url: `http://a.example/${i}`, at: 2 }),
  );
  await writer.write('c', left);
  const other = sqliteSearchIndex(fresh, (text) => text, undefined, limits);
  expect(await reader.statistics('c', ['apple'])).toEqual(await other.statistics('c', ['apple']));
  const query = ask({ words: [['apple'], ['w399']] });
  expect(await reader.search('c', query)).toEqual(await other.search('c', query));
  for (const db of [writing, reading, fresh]) db.close();
  rmSync(dir, { recursive: true });
});

test('a word without letters matches no record', async () => {
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, (text) => text, undefined, { records: 0, hits: 0 });
  await index.write('c', [seen('r', 'http://a.example/', { text: 'bog', at: 1 })]);
  expect((await index.search('c', ask({ words: [['']] }))).total).toBe(0);
  db.close();
});
