import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { explainIndexedUrl } from '../../../shared/settings/explain/explain-indexed-url.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { seen } from '../../contracts/search-index.contract.ts';

const SETTINGS = readSettings({ crawl: 'plants', seeds: ['http://a.example/'], exclude: ['URL /draft-\\d+'] });
const T = Date.UTC(2026, 2, 4);

const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
beforeAll(() =>
  index.write('plants', [
    seen('x', 'http://a.example/sundew', {
      at: T,
      title: 'Round leaved sundew',
      score: 0.75,
      classes: [{ class: 'Plants.Sundews', score: 0.5 }],
    }),
    seen('x', 'http://a.example/print/sundew', { at: T + 1 }),
    seen('y', 'http://a.example/offer', { at: T, title: 'Offer of March', unavailableAfter: T }),
  ]),
);

const stepsOf = async (url: string) => {
  const { steps } = await explainIndexedUrl(url, SETTINGS, index, T);
  return steps.map(({ step, decision }) => `${step} ${decision}`);
};

test('explains a URL in the index by its capture, its record and its other URLs', async () => {
  const { url, state, steps } = await explainIndexedUrl('http://A.example/sundew#leaf', SETTINGS, index, T);
  expect([url, state]).toEqual(['http://a.example/sundew', 'indexed']);
  expect(steps.slice(-4)).toEqual([
    {
      ...{ at: '2026-03-04T00:00:00.000Z', step: 'fetch', decision: 'fetched', reason: null },
      detail: expect.stringContaining('the capture of http://a.example/sundew is in raw/x, bytes 1 to 2'),
    },
    {
      ...{ at: null, step: 'record', decision: 'kept', reason: null },
      detail: expect.stringMatching(/score 0\.75 \(Plants\.Sundews 0\.5\).*: Round leaved sundew$/),
    },
    {
      ...{ at: null, step: 'duplicates', decision: 'shared', reason: 'duplicate' },
      detail: expect.stringContaining('http://a.example/print/sundew'),
    },
    {
      ...{ at: null, step: 'frontier', decision: 'unknown', reason: null },
      detail: expect.stringContaining('thresher explain URL --target aws'),
    },
  ]);
});

describe('a URL that is not in the index', () => {
  test.each([
    ['http://a.example/other', 'rules accepted'],
    ['http://a.example/draft-1', 'rules refused'],
    ['http://b.example/', 'rules refused'],
  ])('%s: says what the rules decide, and which command shows the rest', async (url, rules) => {
    const { state, steps } = await explainIndexedUrl(url, SETTINGS, index, T);
    expect(state).toBe('not-indexed');
    expect(await stepsOf(url)).toEqual(['spelling accepted', rules, 'record missing']);
    expect(steps.at(-1)!.detail).toContain('thresher explain URL --target aws');
  });

  test('a text that is no URL has only the reason', async () => {
    expect(await explainIndexedUrl('mailto:a@b.example', SETTINGS, index, T)).toMatchObject({
      state: 'refused.scheme',
      steps: [{ step: 'spelling', decision: 'refused', reason: 'scheme' }],
    });
  });
});

test('leaves out the title of a page that has expired', async () => {
  const { steps } = await explainIndexedUrl('http://a.example/offer', SETTINGS, index, T);
  const { detail } = steps.find(({ step }) => step === 'record')!;
  expect(detail).toContain('not shown since 2026-03-04');
  expect(detail).not.toContain('Offer');
});
