import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { explainIndexedUrl } from '../../../shared/settings/explain/explain-indexed-url.ts';
import { nearDuplicateSteps } from '../../../shared/settings/explain/explain-near-duplicates.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { seen } from '../../contracts/search-index.contract.ts';

const T = Date.UTC(2026, 2, 4);
const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
await index.write('plants', [
  seen('x', 'http://a.example/x', { at: T, simhash: '0123456789abcdef' }),
  // Differ from x in 3, 1, 1, 4 and 40 bits.
  seen('three', 'http://a.example/three', { at: T, simhash: '0123456789abcde8' }),
  seen('one', 'http://a.example/one', { at: T, simhash: '0123456789abcdee' }),
  seen('old', 'http://a.example/old', { at: T, simhash: '0123456789abcded', unavailableAfter: T }),
  seen('four', 'http://a.example/four', { at: T, simhash: '0123456789abcde0' }),
  seen('far', 'http://a.example/far', { at: T, simhash: '01234567ffffffff' }),
  seen('short', 'http://a.example/short', { at: T }),
]);

async function detailsOf(id: string, nearBits: number | null) {
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'], duplicates: { nearBits } });
  const steps = await nearDuplicateSteps(settings, await index.get('plants', id), index, T);
  return steps.map(({ step, decision, detail }) => `${step} ${decision}: ${detail}`);
}

test('names the near-duplicates of a record, nearest first, without those that have expired', async () => {
  expect(await detailsOf('x', 3)).toEqual([
    'duplicates shared: near-duplicates: http://a.example/one (1 of 64 bits differ) http://a.example/three (3); a search shows the best of them and lists the others with it (duplicates.nearBits: 3)',
  ]);
});

test.each([
  ['a record without a near one', 'far', 6],
  ['a text without a fingerprint', 'short', 6],
  ['grouping that is off', 'x', null],
])('says nothing about %s', async (_what, id, nearBits) => {
  expect(await detailsOf(id, nearBits)).toEqual([]);
});

test('the explanation from the index alone has the step behind that of the record', async () => {
  const settings = readSettings({ crawl: 'plants', seeds: ['http://a.example/'] });
  const { steps } = await explainIndexedUrl('http://a.example/x', settings, index, T);
  expect(steps.slice(-3).map(({ step }) => step)).toEqual(['record', 'duplicates', 'frontier']);
  expect(steps.at(-2)!.detail).toContain('http://a.example/four (4)');
});
