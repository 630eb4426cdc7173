/**
 * The search index on a real OpenSearch, on one limited to the API of OpenSearch Serverless, and, if
 * THRESHER_OPENSEARCH_ENDPOINT is set, on an engine of AWS: with THRESHER_OPENSEARCH_SIGNING `es` or `aoss`, and region and
 * credentials as the SDK finds them. The tests delete what they create there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@opensearch-project/opensearch';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSearchClient } from '../../shared/aws/opensearch/opensearch-client.ts';
import { INDEX_BODY, WORDS_MARK } from '../../shared/aws/opensearch/opensearch-document.ts';
import { openSearchIndex } from '../../shared/aws/opensearch/opensearch-index.ts';
import { search } from '../../shared/search/search.ts';
import { searchRecords } from '../../shared/search/search-records.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { firstSearchIndex, searchAlias } from '../../shared/text/search-names.ts';
import { languageWordsContract } from '../contracts/language-words.contract.ts';
import { searchConditionsContract } from '../contracts/search-conditions.contract.ts';
import { searchIndexContract, seen } from '../contracts/search-index.contract.ts';
import { FETCHED_AT, libraryWorld, pageRecord } from '../web/library-world.ts';
import { engine } from './engines/engine.ts';
import { type IndexPool, indexPool, type OwnIndex, ownIndex, type PooledEngine } from './engines/indices.ts';
import { type ServerlessFilter, serverlessFilter } from './engines/serverless-filter.ts';

const opened: OwnIndex[] = [];
const open = (client: Client) => {
  const own = ownIndex(client);
  opened.push(own);
  return own;
};
afterEach(async () => {
  for (const own of opened.splice(0)) await own.remove();
});

const plainClient = (endpoint: string) => createSearchClient({ endpoint, signing: 'none', region: 'eu-north-1' });
/** Contracts whose tests share one index. */
const QUERY_CONTRACTS = { conditions: searchConditionsContract, 'words of languages': languageWordsContract };

/** Runs the contract of the index in emptied indices. @param connect is called when the tests run */
function pooledContract(connect: () => PooledEngine, histories: number): void {
  describe('contract', () => {
    let connected: PooledEngine;
    let pool: IndexPool;
    beforeAll(() => {
      connected = connect();
      pool = indexPool(connected);
    });
    afterAll(() => pool.close());
    searchIndexContract(async (state) => {
      const own = state === 'never used' ? ownIndex(connected.client) : pool.open();
      opened.push(own);
      return { index: own.index, settle: connected.settle };
    }, histories);
  });
}

/** Runs the query contracts, each in an index of its own. @param client is called when the tests run */
function queryContracts(client: () => Client, settle: () => Promise<void>): void {
  for (const [what, contract] of Object.entries(QUERY_CONTRACTS))
    describe(what, () => {
      let own: OwnIndex;
      afterAll(() => own.remove());
      contract(async () => {
        own = ownIndex(client());
        return { index: own.index, settle };
      });
    });
}

const inClass = (name: string) => [{ class: name, score: 1 }];
const page = (n: number) => seen(`x${n}`, `http://a.example/${n}`);

describe('SearchIndex in OpenSearch', () => {
  let client: Client;
  beforeAll(async () => {
    client = plainClient(await engine('opensearch'));
  }, 900_000);

  pooledContract(() => ({ client, direct: client, settle: async () => void (await client.indices.refresh()) }), 12);

  queryContracts(
    () => client,
    async () => void (await client.indices.refresh()),
  );

  test('keeps all first writes of concurrent processes', async () => {
    const { prefix, index } = open(client);
    const others = Array.from({ length: 6 }, () => openSearchIndex(client, prefix, analyzeToString));
    await Promise.all([index, ...others].map((one, i) => one.write('main', [page(i), page(100)])));
    await client.indices.refresh();
    expect(await index.count('main')).toBe(8);
  });

  test('writes to the index that the alias was moved to, without recreating the first', async () => {
    const { prefix, index } = open(client);
    await index.write('main', [page(1)]);
    const [alias, second] = [searchAlias(prefix, 'main'), `${prefix}__main_000002`];
    // As a reindexing does: the template gives the index its fields.
    await client.indices.create({ index: second });
    await openSearchIndex(client, prefix, analyzeToString).write('main', [page(1)]);
    await client.indices.updateAliases({
      body: {
        actions: [{ add: { index: second, alias } }, { remove_index: { index: firstSearchIndex(prefix, 'main') } }],
      },
    });
    await openSearchIndex(client, prefix, analyzeToString).write('main', [page(2)]);
    await index.write('main', [page(3)]);
    await client.indices.refresh();
    expect(await index.count('main')).toBe(2);
    expect((await index.search('main', { words: [['text']], filters: {}, from: 0, size: 9 })).total).toBe(2);
    expect((await client.indices.exists({ index: firstSearchIndex(prefix, 'main') })).statusCode).toBe(404);
    await client.indices.delete({ index: second });
  });

  test('shows all hits of an index of an earlier version, which cannot collapse them, and sorts them last', async () => {
    const { prefix, index } = open(client);
    const first = firstSearchIndex(prefix, 'main');
    const { hostName: _, day: __, ...properties } = INDEX_BODY.mappings.properties as Record<string, object>;
    const body = { ...INDEX_BODY, mappings: { ...INDEX_BODY.mappings, properties } };
    await client.indices.create({
      index: first,
      body: { ...body, aliases: { [searchAlias(prefix, 'main')]: {} } } as object,
    });
    await index.write('main', [page(1), page(2)]);
    await client.indices.refresh();
    const query = { words: [['text']], filters: {}, from: 0, size: 9 };
    expect(await index.search('main', { ...query, collapse: 'host' })).toMatchObject({ total: 2, notCollapsed: true });
    const answer = await search({ crawl: 'main', q: 'text', collapse: 'host' }, { index });
    expect(answer.hits).toHaveLength(2);
    expect(answer.notice?.ignored).toMatchObject([
      { operator: 'collapse=host', detail: expect.stringContaining('thresher reindex') },
    ]);
    expect((await search({ crawl: 'main', q: 'text', sort: 'date' }, { index })).hits).toHaveLength(2);
    expect(await index.search('main', query)).not.toHaveProperty('notCollapsed');
    await client.indices.delete({ index: first });
  });

  test('searches an index of an earlier version, which has no authors, anchor texts, abstracts and words of URLs', async () => {
    const { prefix, index } = open(client);
    const first = firstSearchIndex(prefix, 'main');
    const { words, ...properties } = INDEX_BODY.mappings.properties;
    const { title, headings, text } = words.properties as Record<string, object>;
    const mappings = {
      ...INDEX_BODY.mappings,
      properties: { ...properties, words: { properties: { title, headings, text } } },
    };
    await client.indices.create({
      index: first,
      body: { ...INDEX_BODY, mappings, aliases: { [searchAlias(prefix, 'main')]: {} } } as object,
    });
    const more = { author: 'Ada Bell', anchors: ['Flypapers'], description: 'Wet' };
    await index.write('main', [seen('x', 'http://a.example/', { text: 'moss', ...more })]);
    await client.indices.refresh();
    const find = async (q: string) => (await search({ crawl: 'main', q }, { index })).hits.map(({ id }) => id);
    for (const q of ['moss', 'mosq~', 'moss OR author:ada', '-author:ada', 'moss -anchor:fly*'])
      expect(await find(q)).toEqual(['x']);
    for (const q of [
      'ada',
      'author:ada',
      'author:ad*',
      'author:adb~',
      'author:"ada bell"~2',
      'flypapers',
      'wet',
      'abstract:wet',
      'url:example',
    ])
      expect(await find(q)).toEqual([]);
    expect(await index.similarWords('main', { words: ['mos'], maxEdits: 1 }, 9)).toEqual(['moss']);
    expect(await index.lackingTexts('main')).toEqual(['author', 'anchors', 'abstract', 'keywords', 'url']);
    expect((await search({ crawl: 'main', q: 'author:ada' }, { index })).notice?.ignored).toMatchObject([
      { operator: 'author:', detail: expect.stringContaining('thresher reindex') },
    ]);
    await client.indices.delete({ index: first });
  });

  test('searches an index of an earlier version, which has no abstracts and keywords', async () => {
    const { prefix, index } = open(client);
    const first = firstSearchIndex(prefix, 'main');
    const { words, ...properties } = INDEX_BODY.mappings.properties;
    const { abstract: _, keywords: __, ...others } = words.properties as Record<string, object>;
    const mappings = { ...INDEX_BODY.mappings, properties: { ...properties, words: { properties: others } } };
    await client.indices.create({
      index: first,
      body: { ...INDEX_BODY, mappings, aliases: { [searchAlias(prefix, 'main')]: {} } } as object,
    });
    const fields = { text: 'moss', author: 'Ada Bell', description: 'Wet', keywords: ['fen'] };
    await index.write('main', [seen('x', 'http://a.example/', fields)]);
    await client.indices.refresh();
    const find = async (q: string) => (await search({ crawl: 'main', q }, { index })).hits.map(({ id }) => id);
    for (const q of ['moss', 'ada', 'ada OR abstract:wet', '-abstract:wet']) expect(await find(q)).toEqual(['x']);
    for (const q of ['wet', 'abstract:wet', 'abstract:we*', 'fen', 'keywords:fen']) expect(await find(q)).toEqual([]);
    expect(await index.similarWords('main', { words: ['bel'], maxEdits: 1 }, 9)).toEqual(['bell']);
    expect(await index.lackingTexts('main')).toEqual(['abstract', 'keywords']);
    expect((await search({ crawl: 'main', q: 'abstract:wet' }, { index })).notice?.ignored).toMatchObject([
      { operator: 'abstract:', detail: expect.stringContaining('thresher reindex') },
    ]);
    await client.indices.delete({ index: first });
  });

  test('searches an index of an earlier version, which has no words of URLs', async () => {
    const { prefix, index } = open(client);
    const first = firstSearchIndex(prefix, 'main');
    const {
      words,
      [WORDS_MARK]: _mark,
      ...properties
    } = INDEX_BODY.mappings.properties as Record<string, object> & {
      words: { properties: object };
    };
    const { url: _, ...others } = words.properties as Record<string, object>;
    const mappings = { ...INDEX_BODY.mappings, properties: { ...properties, words: { properties: others } } };
    await client.indices.create({
      index: first,
      body: { ...INDEX_BODY, mappings, aliases: { [searchAlias(prefix, 'main')]: {} } } as object,
    });
    await index.write('main', [seen('x', 'http://a.example/', { text: 'moss', description: 'Wet' })]);
    await client.indices.refresh();
    const find = async (q: string) => (await search({ crawl: 'main', q }, { index })).hits.map(({ id }) => id);
    for (const q of ['moss', 'wet', 'wet OR url:example', '-url:example']) expect(await find(q)).toEqual(['x']);
    for (const q of ['url:example', 'url:ex*', 'url:exampel~', 'url:"a example"', 'url:"example a"~3'])
      expect(await find(q)).toEqual([]);
    expect(await index.similarWords('main', { words: ['wat'], maxEdits: 1 }, 9)).toEqual(['wet']);
    expect(await index.lackingTexts('main')).toEqual(['url']);
    expect(await index.hasOldWords('main')).toBe(true);
    expect((await search({ crawl: 'main', q: 'inurl:example' }, { index })).notice?.ignored).toMatchObject([
      { operator: 'url:', detail: expect.stringContaining('thresher reindex') },
    ]);
    await client.indices.delete({ index: first });
  });

  test('says that an index of an earlier version has no licences', async () => {
    const { prefix, index } = open(client);
    const first = firstSearchIndex(prefix, 'main');
    const { licence: _, licenceName: __, ...properties } = INDEX_BODY.mappings.properties as Record<string, object>;
    const mappings = { ...INDEX_BODY.mappings, properties };
    await client.indices.create({
      index: first,
      body: { ...INDEX_BODY, mappings, aliases: { [searchAlias(prefix, 'main')]: {} } } as object,
    });
    await index.write('main', [seen('x', 'http://a.example/', { text: 'moss', about: { licence: 'CC0' } })]);
    await client.indices.refresh();
    const ask = (q: string) => search({ crawl: 'main', q, facets: ['licence'] }, { index });
    expect(await ask('moss')).toMatchObject({ total: 1, facets: { licence: [] } });
    expect(await ask('licence:cc0')).toMatchObject({
      total: 0,
      notice: { ignored: [{ operator: 'licence:', detail: expect.stringContaining('thresher reindex') }] },
    });
    expect(await index.lacksValues('main', 'licence')).toBe(true);
    await client.indices.delete({ index: first });
  });

  test('lists the records of an index of an earlier version, and what is written to it from then on by its time', async () => {
    const { prefix, index } = open(client);
    const first = firstSearchIndex(prefix, 'main');
    await index.write('main', [page(1)]);
    const { body: stored } = await client.get({ index: first, id: 'x1' });
    const { listedAt: _, ...before } = stored._source as Record<string, unknown>;
    await client.indices.delete({ index: first });
    const { listedAt: __, ...properties } = INDEX_BODY.mappings.properties;
    const mappings = { ...INDEX_BODY.mappings, properties };
    const aliases = { [searchAlias(prefix, 'main')]: {} };
    await client.indices.create({ index: first, body: { ...INDEX_BODY, mappings, aliases } as object });
    await client.index({ index: first, id: 'x1', body: before, refresh: true });
    // The index of another process.
    const later = openSearchIndex(client, prefix, analyzeToString);
    const changed = async (from?: number) => {
      const query = { before: Number.MAX_SAFE_INTEGER, size: 9, ...(from !== undefined && { from }) };
      return (await later.changedRecords('main', query)).map(({ id, at, record }) => [
        id,
        at > 0,
        record !== undefined,
      ]);
    };
    expect([await changed(), await changed(1)]).toEqual([[['x1', false, true]], []]);
    await later.write('main', [page(2)]);
    await client.indices.refresh();
    expect(await changed()).toEqual([
      ['x1', false, true],
      ['x2', true, true],
    ]);
    expect(await changed(1)).toEqual([['x2', true, true]]);
    await client.indices.delete({ index: first });
  });

  test('serves SRU and OAI-PMH as SQLite does', async () => {
    const { index } = open(client);
    // In the order of their ids, which is that of changes at one time.
    const pages = [
      pageRecord('flytrap', { title: 'Flytraps', text: 'flytraps snap', date: '2019-05', author: 'Mary Treat' }),
      pageRecord('sundew', {
        title: 'Sundews',
        text: 'sundews catch flies',
        date: '2021',
        classes: inClass('CP.Drosera'),
      }),
    ];
    const changes = pages.map((record) => ({
      kind: 'seen' as const,
      id: record.id,
      url: record.url,
      at: FETCHED_AT,
      record,
    }));
    await index.write('main', changes);
    await client.indices.refresh();
    const options = { languages: ['en'] };
    const inOpenSearch = await libraryWorld(
      { main: [] },
      {
        search: (request) => search(request, { index }, options),
        searchRecords: (request) => searchRecords(request, { index }, options),
        titleWords: (crawl, query, size) => index.titleWords(crawl, query, size),
        // Its changes are listed a minute later.
        changedRecords: (crawl, query) => index.changedRecords(crawl, { ...query, before: query.before + 120_000 }),
      },
    );
    const inSqlite = await libraryWorld({ main: pages });
    for (const path of [
      ...['/sru', '/sru?query=sundews', '/sru?query=cql.allRecords%3D1%20sortby%20date&recordSchema=thresher'],
      ...['/sru?query=dc.creator%20exact%20%22mary%20treat%22&recordSchema=marcxml', '/sru?query=dc.date%3C2020'],
      ...[
        '/sru?query=flytr*&maximumRecords=0',
        '/sru?scanClause=dc.subject%3DC',
        '/sru?scanClause=t',
        '/oai?verb=ListSets',
      ],
      ...['/oai?verb=ListIdentifiers&metadataPrefix=oai_dc', '/oai?verb=ListRecords&metadataPrefix=marc21&set=CP'],
    ]) {
      const [one, other] = await Promise.all(
        [inOpenSearch, inSqlite].map(async ({ ask }) =>
          (await (await ask(path)).text()).replaceAll(/<(responseDate|datestamp)>[^<]*/g, '<$1>'),
        ),
      );
      expect(one, path).toBe(other);
      expect(one, path).not.toMatch(/<diagnostic |<error /);
    }
  });

  test('recreates a deleted index with the write after the one that failed', async () => {
    const { prefix, index } = open(client);
    await index.write('main', [page(1)]);
    await client.indices.delete({ index: firstSearchIndex(prefix, 'main') });
    await expect(index.write('main', [page(2)])).rejects.toThrow(/1 record refused.*404/);
    await index.write('main', [page(2)]);
    await client.indices.refresh();
    expect(await index.count('main')).toBe(1);
  });

  test('separates stacks and crawls whose names are prefixes of each other', async () => {
    const { prefix, index } = open(client);
    await index.write('main', [page(1)]);
    await index.write('2-main', [page(4), page(5), page(6)]);
    const other = openSearchIndex(client, `${prefix}-2`, analyzeToString);
    await other.write('main', [page(2), page(3)]);
    await client.indices.refresh();
    expect(await Promise.all([index.count('main'), index.count('2-main'), other.count('main')])).toEqual([1, 3, 2]);
    await client.indices.delete({ index: firstSearchIndex(`${prefix}-2`, 'main') });
    await client.indices.deleteIndexTemplate({ name: `${prefix}-2` });
  });
});

describe('SearchIndex with the API of OpenSearch Serverless', () => {
  const LATE_MS = 400;
  let filter: ServerlessFilter;
  let client: Client;
  let direct: Client;
  beforeAll(async () => {
    const url = await engine('opensearch');
    direct = plainClient(url);
    filter = await serverlessFilter(url, LATE_MS);
    client = plainClient(filter.url);
  }, 900_000);
  afterAll(async () => {
    expect(filter.refused).toEqual([]);
    await filter.close();
  });

  pooledContract(() => ({ client, direct, settle: () => filter.shown() }), 4);

  queryContracts(
    () => client,
    () => filter.shown(),
  );
});

describe('The filter', () => {
  let filter: ServerlessFilter;
  beforeAll(async () => {
    filter = await serverlessFilter(await engine('opensearch'), 10_000);
  }, 900_000);
  afterAll(() => filter.close());

  test.each<[string, string, number]>([
    ['POST', '/x/_update_by_query', 404],
    ['POST', '/x/_delete_by_query', 404],
    ['POST', '/_reindex', 404],
    ['POST', '/_search/scroll', 404],
    ['GET', '/x/_search?scroll=1m', 400],
    ['POST', '/x/_refresh', 404],
    ['POST', '/x/_bulk?refresh=true', 400],
    ['GET', '/', 404],
    ['GET', '/_nodes', 404],
    ['PUT', '/_cluster/settings', 404],
  ])('refuses %s %s', async (method, path, status) => {
    expect((await fetch(filter.url + path, { method })).status).toBe(status);
  });

  test('shows writes ten seconds late and keeps two concurrent writes to one record', async () => {
    // The filter's own clock: on a busy machine the two writes alone may take ten seconds.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { index } = open(plainClient(filter.url));
      await index.write('main', [seen('x', 'http://a.example/')]);
      await index.write('main', [seen('x', 'http://b.example/')]);
      await vi.advanceTimersByTimeAsync(9_999);
      expect(await index.count('main')).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      await filter.shown();
      expect(Object.keys((await index.get('main', 'x'))!.urls).sort()).toEqual([
        'http://a.example/',
        'http://b.example/',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});

const given = {
  endpoint: process.env['THRESHER_OPENSEARCH_ENDPOINT'] ?? '',
  signing: process.env['THRESHER_OPENSEARCH_SIGNING'] === 'aoss' ? ('aoss' as const) : ('es' as const),
  region: process.env['AWS_REGION'] ?? 'eu-north-1',
};

if (given.endpoint !== '') {
  describe(`SearchIndex at the configured endpoint, signed for ${given.signing}`, () => {
    // There is no refresh on request, so every test waits.
    const LATE_MS = given.signing === 'aoss' ? 15_000 : 2_500;
    searchIndexContract(
      async () => ({ index: open(createSearchClient(given)).index, settle: () => sleep(LATE_MS) }),
      given.signing === 'aoss' ? 5 : 20,
    );
  });
}
