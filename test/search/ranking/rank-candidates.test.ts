import { expect, test } from 'vitest';
import type { SearchRecord } from '../../../shared/ports/search-record.ts';
import { queryWords } from '../../../shared/query/compile/query-words.ts';
import { rankCandidates } from '../../../shared/search/ranking/rank-candidates.ts';
import { DEFAULT_RANKING, type RankingOptions } from '../../../shared/search/ranking/ranking-options.ts';
import { recordOfDocument } from '../records.ts';

const NOW = Date.UTC(2026, 0, 1);
const PLAIN: RankingOptions = {
  ...DEFAULT_RANKING,
  ...{ allWordsFirst: false, pairWeight: 0, feedbackWeight: 0, titleBoost: 0, qualityBoost: 0, freshnessBoost: 0 },
};

const record = (id: string, text: string, rest: Partial<SearchRecord> = {}) =>
  recordOfDocument({ digest: id, title: 'Notes', text, language: 'en' }, 1, { score: 0, ...rest });

/** Every word is in ten of a thousand records. */
const statistics = async (words: readonly string[]) => ({
  documents: 1_000,
  matching: new Map(words.map((word) => [word, 10])),
});

const rank = (q: string, records: SearchRecord[], options: Partial<RankingOptions> = {}) =>
  rankCandidates(
    records.map((one) => ({ record: one })),
    queryWords(q, ['en']),
    statistics,
    { ...PLAIN, ...options },
    NOW,
  );
const order = async (...args: Parameters<typeof rank>) => (await rank(...args)).map((hit) => hit.record.id);

test('counts a word in the title three times', async () => {
  const title = record('title', 'peat grows here', { title: 'Moss' });
  expect(await order('moss', [record('text', 'moss moss grows'), title])).toEqual(['title', 'text']);
});

test('ranks a record first whose title is the query', async () => {
  const records = [
    record('often', 'moss garden moss garden moss garden', { title: 'Moss garden, moss garden' }),
    record('named', 'a short page', { title: 'The Moss Gardens' }),
    record('longer', 'moss garden', { title: 'The moss garden of the north' }),
  ];
  expect(await order('moss garden', records)).toEqual(['often', 'longer', 'named']);
  expect(await order('moss garden', records, { titleBoost: 1 })).toEqual(['named', 'often', 'longer']);
  const [first] = await rank('moss garden', records, { titleBoost: 1 });
  expect(first!.parts.map(({ part }) => part)).toContain('title');
  expect(await order('garden moss', records, { titleBoost: 1 })).toEqual(['often', 'longer', 'named']);
});

test('counts a repeated word of the query twice', async () => {
  const records = [record('moss', 'moss grows here'), record('peat', 'peat grows here')];
  expect(await order('moss peat peat', records)).toEqual(['peat', 'moss']);
});

test('ranks neighbouring words of the query above the same words apart', async () => {
  const records = [record('apart', 'plants with a red pitcher'), record('pair', 'red with pitcher plants')];
  expect(await order('pitcher plants', records)).toEqual(['apart', 'pair']);
  expect(await order('pitcher plants', records, { pairWeight: 1 })).toEqual(['pair', 'apart']);
});

test('ranks a record with all words above any with some', async () => {
  const records = [record('some', 'moss moss moss'), record('all', `moss ${'other words '.repeat(50)} peat`)];
  expect(await order('moss peat', records)).toEqual(['some', 'all']);
  const [first, second] = await rank('moss peat', records, { allWordsFirst: true });
  expect(first!.record.id).toBe('all');
  expect(first!.score).toBeGreaterThan(second!.score);
});

test('finds the words of a long document far from its beginning', async () => {
  const long = `moss ${'other words '.repeat(2_000)} peat ${'further words '.repeat(1_000)}`;
  const records = [
    record('some', 'moss moss moss'),
    record('long', long),
    record('none', long.replace('peat', 'fern')),
  ];
  expect(await order('moss peat', records, { allWordsFirst: true })).toEqual(['long', 'some', 'none']);
});

test('raises records that share terms with the first ones', async () => {
  const records = [
    record('a', 'moss sphagnum bog'),
    record('b', 'moss sphagnum bog'),
    record('other', 'moss handbag shop fashion'),
    record('more', 'moss sphagnum water fen and'),
  ];
  expect(await order('moss', records, { feedbackWeight: 0.65 })).toEqual(['a', 'b', 'more', 'other']);
});

test('demotes listings, and prefers good and new pages among equal ones', async () => {
  const text = 'moss grows here';
  const records = [
    record('listing', text, { genre: 'listing' }),
    record('old', text, { date: '1999-01-01' }),
    record('new', text, { date: '2025-12-31' }),
    record('good', text, { score: 1 }),
  ];
  const boosts = { qualityBoost: 0.2, freshnessBoost: 0.1 };
  expect(await order('moss', records, boosts)).toEqual(['good', 'new', 'old', 'listing']);
});

test('returns parts that add up to the score', async () => {
  const records = [
    record('a', 'pitcher plants in a red bog', { date: '2025-12-01', score: 0.7 }),
    record('b', 'pitcher in a red bog', { genre: 'listing' }),
  ];
  const hits = await rank('pitcher plants', records, DEFAULT_RANKING);
  for (const { score, parts } of hits) expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 9);
  expect(hits[0]!.parts.map(({ part }) => part)).toEqual([
    ...['word', 'word', 'pair', 'feedback', 'quality', 'freshness', 'allWords'],
  ]);
});

test('ranks records by the longest prefix of their URLs, and keeps scores above 0', async () => {
  const at = (id: string, url: string) => record(id, 'moss grows here', { url });
  const records = [
    at('other', 'https://bog.example/'),
    at('old', 'https://bog.example/archive/1'),
    at('kept', 'https://bog.example/archive/kept'),
    at('help', 'https://bog.example/help/moss'),
  ];
  const urlBoosts = [
    { prefix: 'https://bog.example/help/', boost: 0.2 },
    { prefix: 'https://bog.example/archive/', boost: -0.9 },
    { prefix: 'https://bog.example/archive/kept', boost: 0.1 },
  ];
  const ranked = await rank('moss', records, { urlBoosts });
  expect(ranked.map(({ record: { id } }) => id)).toEqual(['help', 'kept', 'other', 'old']);
  expect(ranked[0]!.parts.at(-1)).toEqual({ part: 'url', score: expect.closeTo(0.2 * ranked[2]!.score) });
  expect(ranked[3]!.score).toBeCloseTo(0.1 * ranked[2]!.score);
});
