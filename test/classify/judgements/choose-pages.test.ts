import { beforeEach, expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { choosePagesToJudge } from '../../../shared/classify/judgements/choose-pages.ts';
import { describeAgreement } from '../../../shared/classify/judgements/describe-agreement.ts';
import { excerptAround } from '../../../shared/classify/judgements/excerpt.ts';
import type { CleanDocument } from '../../../shared/clean/document.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { headOf, lineOf } from '../documents.ts';
import { storeDocuments } from '../review/stored.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
const JUDGE = compileFilters([{ sitesOk: ['ok.example'] }, { terms: '10: sundew=P', file: 'plants.txt', cutOff: 45 }]);

const page = (host: string, sundews: number, fields: Partial<CleanDocument> = {}, fetchedAt = NOON) =>
  lineOf(
    {
      url: `http://${host}.example/${sundews}` as Url,
      title: `${host} ${sundews}`,
      text: `${host} ${'sundew '.repeat(sundews)}`,
      ...fields,
    },
    { fetchedAt },
  );

let objects: Objects;
beforeEach(() => {
  objects = memoryObjects();
});

async function choose(listed = 10, judged: string[] = []) {
  const verdicts = {
    of: (url: Url) => (judged.includes(url) ? ('relevant' as const) : undefined),
    size: judged.length,
  };
  const ports = { objects, createdAt: NOON, now: NOON };
  const chosen = await choosePagesToJudge('plants', JUDGE, verdicts, ports, { pages: 1_000, listed });
  return { ...chosen, titles: chosen.pages.map(({ title }) => title) };
}

test('chooses the pages closest to the cut-off on both sides', async () => {
  await storeDocuments(objects, NOON, 'one', [
    ...[page('a', 1), page('b', 3), page('c', 5), page('d', 9), page('e', 0), page('ok', 4)],
    ...[page('hidden', 4, { reason: 'noindex' }), page('empty', 4, { text: '' })],
  ]);
  const { titles, pages, sample } = await choose(4);
  expect(titles).toEqual(['c 5', 'b 3', 'a 1', 'd 9']);
  expect(pages[0]).toEqual({
    url: 'http://c.example/5',
    title: 'c 5',
    verdict: 'relevant',
    score: 50,
    margin: 0.1,
    why: 'plants.txt: score 50 above 45: sundew (5)',
    terms: [{ term: 'sundew', hits: 5 }],
    excerpt: 'c sundew sundew sundew sundew sundew',
    fetchedAt: '2026-05-03T12:00:00.000Z',
  });
  expect(sample).toEqual({ pages: 8, objects: 1, ofObjects: 1 });
});

test('prefers other hosts to many pages of one host', async () => {
  const same = (n: number) => page('a', 4, { url: `http://a.example/${n}` as Url, title: `a${n}`, digest: `${n}` });
  await storeDocuments(objects, NOON, 'one', [same(1), same(2), same(3), same(4), page('b', 5), page('c', 6)]);
  // Margins: a 0.1, b 0.1, c 0.25; each further page of host a counts as 0.05 farther.
  expect((await choose()).titles).toEqual(['a1', 'b 5', 'a2', 'a3', 'a4', 'c 6']);
});

test('leaves out judged pages, pages that ended, and copies of a text', async () => {
  await storeDocuments(objects, NOON, 'one', [
    ...[
      page('judged', 4),
      page('gone', 4),
      page('copy', 4, { digest: 'same' }),
      page('original', 4, { digest: 'same' }),
    ],
    page('changed', 4),
  ]);
  await storeDocuments(objects, NOON + 60_000, 'two', [
    { ...headOf('http://gone.example/4', { fetchedAt: NOON + 1 }), kind: 'gone' },
    page('changed', 4, { title: 'new version' }, NOON + 1),
  ]);
  const { titles } = await choose(10, ['http://judged.example/4']);
  expect(titles).toEqual(['new version', 'copy 4']);
});

test('counts how often the person agrees with the filters', async () => {
  await storeDocuments(objects, NOON, 'one', [page('a', 9), page('b', 8), page('c', 1), page('d', 2)]);
  // The person accepts a and c, which the filters accept and reject.
  const { agreement } = await choose(10, ['http://a.example/9', 'http://c.example/1']);
  expect(agreement).toEqual({ relevant: { judged: 1, agreed: 1 }, 'off-topic': { judged: 1, agreed: 0 } });
  expect(describeAgreement(agreement)).toBe('you confirmed 1 of 1 relevant and 0 of 1 off-topic page');
  expect(describeAgreement((await choose()).agreement)).toBe('');
  const [judged, none] = [
    { judged: 3, agreed: 1 },
    { judged: 0, agreed: 0 },
  ];
  expect(describeAgreement({ relevant: judged, 'off-topic': none })).toBe('you confirmed 1 of 3 relevant pages');
  expect(describeAgreement({ relevant: none, 'off-topic': judged })).toBe('you confirmed 1 of 3 off-topic pages');
});

test('shows the text around the first term', () => {
  const words = (n: number) => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');
  const text = `${words(50)} the Sundew plant ${words(80)}`;
  const excerpt = excerptAround(text, 'sundew @and plant');
  expect(excerpt).toMatch(/^… word\d+ .* the Sundew plant word0 .*word\d+ …$/);
  expect(excerpt.length).toBeLessThan(320);
  expect(excerptAround('a short\n text', undefined)).toBe('a short text');
  expect(excerptAround(text, 'none')).toMatch(/^word0 .* …$/);
  expect(excerptAround('x'.repeat(1_000), undefined)).toBe(`${'x'.repeat(300)} …`);
});
