import { describe, expect, test } from 'vitest';
import type { KnownPage } from '../../../shared/frontier/explain/explain.ts';
import { explainStep } from '../../../shared/frontier/explain/explain-step.ts';
import type { RenderNote } from '../../../shared/ports/renderer.ts';
import { withRendering } from '../../../shared/settings/explain/explain-rendering.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import type { Url } from '../../../shared/url/url.ts';

const settingsOf = (rendering: object = {}) => readSettings({ seeds: ['https://moor.test/'], rendering });
const URL_A = 'https://moor.test/app/a' as Url;

function stepOf(change: Partial<KnownPage> = {}, rendering: object = {}) {
  const steps = [
    explainStep('found', 'seed', ''),
    explainStep('fetch', 'fetched', ''),
    explainStep('classify', 'kept', ''),
  ];
  const page: KnownPage = { url: URL_A, at: 1, outcome: 'fetched', ...change };
  const all = withRendering(steps, page, settingsOf(rendering));
  const added = all.filter(({ step }) => step === 'render');
  // Behind the fetch, before everything that follows from it.
  if (added.length > 0) expect(all.map(({ step }) => step)).toEqual(['found', 'fetch', 'render', 'classify']);
  return added.map(({ decision, detail }) => [decision, detail]);
}

test.each<[string, RenderNote, string, string]>([
  [
    'a shell',
    { result: 'rendered', why: 'empty', requests: 3 },
    'rendered',
    'it had scripts and hardly any text (rendering.emptyPages); 3 requests sent for it',
  ],
  [
    'a page with refused requests that is never quiet',
    { result: 'rendered', why: 'chosen', requests: 1, refused: { robots: 1, limit: 2 }, isUnfinished: true },
    'rendered',
    'a pattern of rendering.pages chose it; 1 request sent for it; 3 requests refused: robots.txt 1, rendering.maxRequests 2; it was still loading after rendering.timeoutMs',
  ],
  [
    'a page that fails',
    { result: 'failed', why: 'chosen', detail: 'no answer within 17000 ms', requests: 1, refused: { rest: 1 } },
    'failed',
    'no answer within 17000 ms; read as it was sent; a pattern of rendering.pages chose it; 1 request sent for it; 1 request refused: the host asked for a rest 1',
  ],
  [
    'a page that asks not to be indexed',
    { result: 'refused', why: 'chosen' },
    'refused',
    'a pattern of rendering.pages chose it, but as it was sent it asks not to be indexed or is unreadable, which rendering does not change',
  ],
])('%s, whatever the settings are today', (_, rendering, decision, detail) => {
  expect(stepOf({ rendering })).toEqual([[decision, detail]]);
});

describe('a page that was not rendered', () => {
  test.each([
    ['no pattern chooses', { pages: ['/docs/*'] }, 'no pattern of rendering.pages chooses it'],
    [
      'that has text',
      { emptyPages: true },
      'no pattern of rendering.pages chooses it, and as it was sent it was no HTML page, had text or no scripts, or asked not to be indexed',
    ],
    [
      'that a pattern chooses',
      { pages: ['/app/*'] },
      'rendering.pages chooses it, but it was no HTML page with a status from 200 to 299, or was fetched before it did',
    ],
  ])('%s', (_, rendering, detail) => {
    expect(stepOf({}, rendering)).toEqual([['skipped', detail]]);
  });

  test('has no step in a crawl that renders nothing, as a list, and without a response', () => {
    expect(stepOf()).toEqual([]);
    expect(stepOf({ verdict: 'sitemap' }, { emptyPages: true })).toEqual([]);
    expect(stepOf({ outcome: 'failed.timeout' }, { emptyPages: true })).toEqual([]);
    expect(withRendering([], undefined, settingsOf({ emptyPages: true }))).toEqual([]);
  });
});
