import { expect, test } from 'vitest';
import { compileFilters, type ExplainingJudge } from '../../../shared/classify/judge.ts';
import { readCrawlExamples } from '../../../shared/classify/judgements/crawl-examples.ts';
import type { PersonVerdict } from '../../../shared/classify/judgements/judgement-store.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { lineOf, link } from '../documents.ts';
import { storeDocuments } from '../review/stored.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
const PLANTS = compileFilters([{ terms: '10: sundew=P', file: 'plants.txt', cutOff: 45 }]);

const page = (host: string, sundews: number, reason: 'noindex' | null = null) =>
  lineOf(
    {
      url: `http://${host}.example/` as Url,
      text: `${host} ${'sundew '.repeat(sundews)}`,
      links: [link('http://a.example/', 'to a')],
      reason,
    },
    { fetchedAt: NOON },
  );

async function examples(judge: ExplainingJudge, judged: Record<string, PersonVerdict>) {
  const objects = memoryObjects();
  const pages = [page('many', 9), page('near', 4), page('none', 0), page('few', 1), page('hidden', 9, 'noindex')];
  await storeDocuments(objects, NOON, 'one', pages);
  const verdicts = {
    of: (url: Url) => judged[new URL(url).hostname.split('.')[0]!],
    size: Object.keys(judged).length,
  };
  const found = await readCrawlExamples('plants', judge, verdicts, { objects, createdAt: NOON, now: NOON }, 1_000);
  const byHost = Object.fromEntries(
    found.examples.map(({ url, label, isByPerson }) => [
      new URL(url).hostname,
      `${label}${isByPerson ? ' by person' : ''}`,
    ]),
  );
  return { ...found, byHost };
}

test('takes the verdicts of the filters, but not in doubt, and those of the person in any case', async () => {
  const { byHost, doubtful, examples: list } = await examples(PLANTS, { none: 'relevant' });
  expect(byHost).toEqual({
    'many.example': 'relevant',
    'few.example': 'off-topic',
    'none.example': 'relevant by person',
  });
  expect(doubtful).toBe(1);
  expect(list[0]).toMatchObject({ language: 'en', links: [{ url: 'http://a.example/', anchor: 'to a' }] });
  expect((await examples(PLANTS, { near: 'off-topic' })).byHost).toMatchObject({
    'near.example': 'off-topic by person',
  });
});

test('without a topic, unjudged pages stand for other topics if the person rejected none', async () => {
  const anything = compileFilters([]);
  expect((await examples(anything, { many: 'relevant' })).byHost).toEqual({
    'many.example': 'relevant by person',
    'near.example': 'off-topic',
    'none.example': 'off-topic',
    'few.example': 'off-topic',
  });
  const both = await examples(anything, { many: 'relevant', none: 'off-topic' });
  expect(both.byHost).toEqual({ 'many.example': 'relevant by person', 'none.example': 'off-topic by person' });
});
