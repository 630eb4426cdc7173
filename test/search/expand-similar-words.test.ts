import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { MAX_SIMILAR_WORDS } from '../../shared/search/expand-similar-words.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const letters = [...'bcdefghijklmnopqrtuvwxyz'];

beforeAll(async () => {
  const page = (id: string, text: string) => seen(id, `http://${id}.example/`, { title: '', text, language: 'und' });
  // Words that differ from pitcher in two letters, each on a page of its own; some are on another page too.
  const words = letters.flatMap((a) => letters.map((b) => `p${a}tch${b}r`));
  await index.write('main', [
    ...words.map((word, i) => page(`x${i}`, word)),
    page('common', words.slice(-30).join(' ')),
    page('near', 'pitchers'),
    page('moss', 'moss'),
  ]);
});

const ask = (q: string, given: SearchIndex = index) => search({ crawl: 'main', q, size: 100 }, { index: given });

test('takes the nearest words, then those of the most records, and says so', async () => {
  const { total, notice } = await ask('pitchxr~2');
  expect(notice?.ignored).toEqual([
    { operator: 'pitchxr~2', detail: `only the ${MAX_SIMILAR_WORDS} nearest words are searched for` },
  ]);
  // Each word is on a page of its own. The frequent ones are on the common page too, so one of them was taken.
  expect(total).toBe(MAX_SIMILAR_WORDS + 1);
  expect((await ask('pitchxr~2 AND pzt*')).hits.map(({ id }) => id)).toContain('common');
});

test('says nothing if all similar words are searched for', async () => {
  expect(await ask('mosx~1')).toMatchObject({ total: 1, hits: [{ id: 'moss' }] });
  expect(await ask('mosx~1')).not.toHaveProperty('notice');
});

test('looks for similar words once for each request, also in brackets and exclusions', async () => {
  const asked: string[] = [];
  const counting: SearchIndex = {
    ...index,
    similarWords(crawl, query, limit) {
      asked.push(`${query.words}~${query.maxEdits}`);
      return index.similarWords(crawl, query, limit);
    },
  };
  const answer = await ask('(mosx~1 OR pitchres~1) AND -pitcher~1', counting);
  expect(asked.sort()).toEqual(['mosx~1', 'pitcher~1', 'pitchr,pitchres~1']);
  expect(answer.hits.map(({ id }) => id)).toEqual(['moss']);
});
