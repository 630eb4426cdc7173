import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSearchClient } from '../../shared/aws/opensearch/opensearch-client.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { RecordChange, SearchIndex } from '../../shared/ports/search-index.ts';
import type { SearchRequest } from '../../shared/search/answer.ts';
import { search } from '../../shared/search/search.ts';
import { searchCrawls } from '../../shared/search/search-crawls.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { engine } from './engines/engine.ts';
import { type OwnIndex, ownIndex } from './engines/indices.ts';
import { type ServerlessFilter, serverlessFilter } from './engines/serverless-filter.ts';

const RECORDS = 400;
const WORDS =
  'bog fen mire moor marsh peat moss sedge heath swamp carr reed rush ling sundew orchid newt frog crane snipe'.split(
    ' ',
  );
const FILLERS = 80;

/** Numbers from 0 to 1 that are the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomOf(7);
// Some words are in most records, some in few.
const pickWord = (): string => WORDS[Math.floor(random() ** 2 * WORDS.length)]!;

/** A page on some subjects: they are in its title, and more often in its text than other words. */
function pageText(subjects: readonly string[], length: number): string {
  const wordAt = () => {
    const share = random();
    if (share < 0.15) return subjects[Math.floor(random() * subjects.length)]!;
    return share < 0.25 ? pickWord() : `filler${Math.floor(random() * FILLERS)}`;
  };
  return Array.from({ length }, wordAt).join(' ');
}

const pages = Array.from({ length: RECORDS }, (_, i): RecordChange => {
  const subjects = [pickWord(), pickWord(), pickWord()];
  const text = pageText(subjects, 20 + Math.floor(random() * 200));
  return seen(`r${i}`, `http://h${i % 10}.example/${i}`, {
    ...{ title: subjects.slice(0, 2).join(' and '), headings: [subjects[2]!], text, language: 'en' },
    ...{ date: i % 3 === 0 ? `20${10 + (i % 15)}-05-01` : null, score: random() },
    fetchedAt: Date.UTC(2025, i % 12, 1 + (i % 28)),
  });
});
const QUERIES = Array.from({ length: 40 }, (_, i) => Array.from({ length: 1 + (i % 4) }, pickWord).join(' '));

const local = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
beforeAll(() => writeCrawls(local));

async function writeCrawls(index: SearchIndex): Promise<void> {
  await index.write('main', pages);
  // Every tenth text is in both crawls.
  const isOdd = (i: number) => i % 2 === 1;
  await index.write(
    'odd',
    pages.filter((_, i) => isOdd(i)),
  );
  await index.write(
    'even',
    pages.filter((_, i) => !isOdd(i) || i % 10 === 1),
  );
}

const idsOf = async (q: string, index: SearchIndex) => {
  const { hits } = await search({ crawl: 'main', q, size: 10 }, { index }, { nowMs: Date.UTC(2026, 0, 1) });
  return hits.map(({ id, score }) => ({ id, score }));
};

const FACETS = ['host', 'language', 'type', 'year'] as const;
/** A host has fewer records than there are candidates, so the order is the same. */
const HOST = 'h3.example';

/** Totals, facets and the order of the hits. */
const answerOf = async (index: SearchIndex, request: Omit<SearchRequest, 'crawl'>, crawls?: readonly string[]) => {
  const ask = (one: SearchRequest) => search(one, { index }, { nowMs: Date.UTC(2026, 0, 1) });
  const asked = { facets: FACETS, ...request };
  const { total, facets, hits } = await (crawls ? searchCrawls(crawls, asked, ask) : ask({ ...asked, crawl: 'main' }));
  return { total, facets, hits: hits.map(({ crawl, score, fetchedAt }) => [crawl, score.toFixed(3), fetchedAt]) };
};

/** Delay of the filter between a write and its visibility. */
const LATE_MS = 200;

/** OpenSearch itself, and behind the filter that refuses what OpenSearch Serverless does not offer. */
describe.each(['OpenSearch', 'OpenSearch Serverless'])('%s', (api) => {
  let filter: ServerlessFilter | undefined;
  let own: OwnIndex;

  beforeAll(async () => {
    const url = await engine('opensearch');
    if (api === 'OpenSearch Serverless') filter = await serverlessFilter(url, LATE_MS);
    const client = createSearchClient({ endpoint: filter?.url ?? url, signing: 'none', region: 'eu-north-1' });
    own = ownIndex(client);
    await writeCrawls(own.index);
    await (filter ? filter.shown() : client.indices.refresh());
  }, 900_000);
  afterAll(async () => {
    await own.remove();
    expect(filter?.refused ?? []).toEqual([]);
    await filter?.close();
  });

  /*
   * The tolerance: the engines choose the 50 candidates by their own scores (OpenSearch stores lengths in one byte and scores each
   * field), so a few candidates differ, and with them the mean length and the terms of feedback.
   */
  test('ranks like SQLite: nine of ten hits are the same, and nearly all first hits', async () => {
    let shared = 0;
    let all = 0;
    let sameFirst = 0;
    for (const q of QUERIES) {
      const [ours, theirs] = [await idsOf(q, local), await idsOf(q, own.index)];
      const ids = new Set(theirs.map(({ id }) => id));
      shared += ours.filter(({ id }) => ids.has(id)).length;
      all += ours.length;
      if (ours[0]?.id === theirs[0]?.id) sameFirst++;
    }
    expect(shared / all).toBeGreaterThanOrEqual(0.9);
    expect(sameFirst / QUERIES.length).toBeGreaterThanOrEqual(0.9);
  });

  test('ranks the same candidates in the order of SQLite', async () => {
    // A host has fewer records than there are candidates.
    const queries = QUERIES.slice(0, 12).map((q) => `${q} site:h3.example -nothing`);
    for (const q of queries) {
      const [ours, theirs] = [await idsOf(q, local), await idsOf(q, own.index)];
      expect(ours.length).toBeGreaterThan(0);
      expect(theirs.map(({ score }) => score.toFixed(3))).toEqual(ours.map(({ score }) => score.toFixed(3)));
    }
  });

  test('gives the totals, facets and order of SQLite for several crawls together', async () => {
    for (const q of QUERIES.slice(0, 12))
      for (const more of [{ site: HOST }, { site: HOST, from: 5, size: 5 }]) {
        const request = { q: `${q} -nothing`, ...more };
        const crawls = ['even', 'odd'];
        expect(await answerOf(own.index, request, crawls)).toEqual(await answerOf(local, request, crawls));
      }
    // Texts of both crawls are counted once if they are among the hits that were read.
    const newest = { q: '', sort: '-fetched' as const };
    const shown = await answerOf(local, newest, ['even', 'odd']);
    expect(shown.hits).toHaveLength(10);
    expect(await answerOf(own.index, newest, ['even', 'odd'])).toEqual(shown);
  });

  test('gives the totals, facets and order of SQLite for pages that changed since a day', async () => {
    for (const changed of ['2025-03-15', '2025-11-02', '2026-01-01'])
      for (const request of [
        { q: '', sort: '-fetched' as const },
        { q: `${QUERIES[1]} -nothing`, site: HOST },
        { q: `bog -nothing site:${HOST} changed:${changed}` },
        { q: 'bog', sort: '-date' as const },
      ]) {
        const { hits: ours, ...counts } = await answerOf(local, { changed, ...request });
        const { hits: theirs, ...others } = await answerOf(own.index, { changed, ...request });
        expect(others).toEqual(counts);
        if (request.sort !== '-date') expect(theirs).toEqual(ours);
      }
  });
});
