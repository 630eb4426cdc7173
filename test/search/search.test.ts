import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search, toIndexQuery } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const ask = (q: string, rest: object = {}) => search({ crawl: 'main', q, ...rest }, { index });

beforeAll(async () => {
  const page = (id: string, title: string, text: string, rest = {}) =>
    seen(id, `http://${id}.example/`, { title, text, language: 'en', ...rest });
  await index.write('main', [
    page('bogs', 'Bogs', 'Pitcher plants grow in bogs.', { date: '2025-01-01', classes: [{ class: 'CP', score: 3 }] }),
    page('pitchers', 'Baseball', 'A pitcher throws the ball.'),
    page('sundew', 'Sundew', 'Its leaves are sticky.', { description: 'All about the sundew.' }),
    page('haus', 'Häuser', 'Die Häuser der Stadt.', { language: 'de' }),
    page('unknown', 'Plants?', 'plants plants', { language: 'und' }),
  ]);
});

test('finds pages by the stop words of their URLs, before pages in other languages', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const page = (id: string, path: string, text: string, language: string) =>
    seen(id, `https://bog.example${path}`, { title: id, text, language });
  await own.write('main', [
    page('gast', '/gast', `Der Gast mag The Who. ${'Er hat viele Platten. '.repeat(9)}`, 'de'),
    page('fan', '/fan', 'Who is who?', 'de'),
    page('band', '/the-who/', 'They play rock.', 'en'),
    page('songs', '/the-who/songs', 'Ada and Bo.', 'en'),
    page('other', '/who/the', 'The others who play.', 'en'),
    page('moss', '/moss', 'Moss.', 'en'),
  ]);
  const find = (q: string, rest = {}) =>
    search({ crawl: 'main', q, ...rest }, { index: own }, { languages: ['en', 'de'] });
  const ids = async (q: string, rest = {}) => (await find(q, rest)).hits.map(({ id }) => id);
  for (const q of ['The Who', '"the who"', '+the +who', 'the who?'])
    expect({ q, ids: await ids(q) }).toEqual({ q, ids: ['band', 'songs', 'gast', 'fan'] });
  for (const [q, language] of [['the who', 'en'], ['the who lang:en']])
    expect(await ids(q!, { language })).toEqual(['band', 'songs']);
  expect((await ids('the who', { sort: '-fetched' })).sort()).toEqual(['band', 'fan', 'gast', 'songs']);
  expect(await ids('the -who')).not.toContain('other');
  expect(await ids('the who moss')).toEqual(['moss']);
  expect(await ids('title:who')).toEqual(['fan', 'gast']);
  expect(await find('the who', { size: 1 })).toMatchObject({ total: 4, next: 1 });
});

test('names fields without a value, and finds what the words find', async () => {
  const withBlank = await ask('title: sundew');
  const detail = 'has no value; write it behind the colon, without a blank';
  expect(withBlank.notice).toEqual({ ignored: [{ operator: 'title:', detail }], searched: 'title: sundew' });
  expect(withBlank.hits.map(({ id }) => id)).toEqual((await ask('title sundew')).hits.map(({ id }) => id));
  expect((await ask('sundew class:()')).notice?.ignored).toEqual([{ operator: 'class:', detail }]);
  for (const q of ['title:sundew', 'Title: sundew', 'doi: 10.1000/182'])
    expect(await ask(q)).not.toHaveProperty('notice');
});

test('returns all properties of a hit', async () => {
  const { hits } = await ask('pitchers in a bog');
  expect(hits[0]).toEqual({
    id: 'bogs',
    url: 'http://bogs.example/',
    urls: ['http://bogs.example/'],
    title: 'Bogs',
    author: null,
    snippet: 'Pitcher plants grow in bogs.',
    marks: [
      [0, 7],
      [23, 27],
    ],
    score: expect.any(Number),
    fetchedAt: '2026-01-01T00:00:00.000Z',
    host: 'bogs.example',
    language: 'en',
    type: 'html',
    date: '2025-01-01',
    classes: [{ class: 'CP', score: 3 }],
    numRefBy: 1,
  });
});

test('orders the same hits by the time of their fetch', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const page = (id: string, text: string, at: number) => seen(id, `http://${id}.example/`, { at, text, title: id });
  await own.write('main', [page('a', 'moss moss', 3), page('b', 'moss', 4), page('c', 'moss', 2), page('d', 'fen', 5)]);
  const ids = async (q: string) => {
    const { hits, total } = await search({ crawl: 'main', q, sort: '-fetched' }, { index: own });
    expect(hits).toHaveLength(total);
    return hits.map(({ id }) => id).join('');
  };
  expect(await ids('moss')).toBe('bac');
  expect(await ids('moss fen')).toBe('dbac');
  expect(await ids('"moss moss" OR fen')).toBe('da');
  expect(await ids('-title:b')).toBe('dac');
  expect(await ids('')).toBe('dbac');
  const { hits } = await search({ crawl: 'main', q: 'moss', sort: '-fetched', from: 1, size: 1 }, { index: own });
  expect(hits).toMatchObject([
    {
      id: 'a',
      marks: [
        [0, 4],
        [5, 9],
      ],
      score: 0,
    },
  ]);
});

test('counts duplicates and lists other formats, without records that are no longer available', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const stem = 'http://bog.example/paper';
  const paper = (id: string, ending: string, rest = {}) =>
    seen(id, `${stem}.${ending}`, { title: id, text: `A paper on ${id}`, language: 'en', stem, ...rest });
  await own.write('main', [
    paper('sundews', 'pdf', { about: { publisher: 'Bog Press' } }),
    seen('sundews', 'http://mirror.example/papers/sundews-1'),
    paper('moss', 'html'),
    paper('peat', 'ps', { unavailableAfter: 5 }),
  ]);
  const { hits } = await search({ crawl: 'main', q: 'sundews' }, { index: own }, { nowMs: 10 });
  expect(hits[0]).toMatchObject({ numRefBy: 2, otherFormats: [`${stem}.html`], about: { publisher: 'Bog Press' } });
});

test('lists at most 100 URLs of a hit, the one it is shown under among them', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const trap = (i: number) => seen('trap', `http://trap.example/calendar/${i}`, { title: 'Trap', text: 'sundews' });
  await own.write(
    'main',
    Array.from({ length: 300 }, (_, i) => trap(i)),
  );
  const { hits } = await search({ crawl: 'main', q: 'sundews' }, { index: own });
  expect([hits[0]!.urls.length, new Set(hits[0]!.urls).size, hits[0]!.numRefBy]).toEqual([100, 100, 300]);
  expect(hits[0]!.urls).toContain(hits[0]!.url);
});

test('ranks a document with all words above one with some', async () => {
  const { hits, total } = await ask('pitcher plants');
  const ids = hits.map(({ id }) => id);
  expect(ids.indexOf('bogs')).toBeLessThan(ids.indexOf('pitchers'));
  expect(total).toBe(3);
});

test('ranks a page above a listing that has its words more often', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const page = (id: string, text: string, rest = {}) =>
    seen(id, `http://${id}.example/`, { title: id, text, language: 'en', ...rest });
  const others = Array.from({ length: 9 }, (_, i) => page(`other${i}`, 'Of the moss and of peat.'));
  const list = page('list', 'Sundews, sundews', { genre: 'listing' });
  await own.write('main', [list, page('about', 'Of the sundews in the bogs of this country.'), ...others]);
  const { hits } = await search({ crawl: 'main', q: 'sundews' }, { index: own });
  expect(hits.map(({ id }) => id)).toEqual(['about', 'list']);
  expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
});

test('finds documents of unknown language by unstemmed words', async () => {
  expect((await ask('plants')).hits.map(({ id }) => id)).toContain('unknown');
});

test('stems a query in the language it names', async () => {
  expect((await ask('haus', { language: 'de' })).hits.map(({ id }) => id)).toEqual(['haus']);
  expect((await ask('haus lang:de')).hits.map(({ id }) => id)).toEqual(['haus']);
});

test('shows the description if only the title matches', async () => {
  expect((await ask('sundew')).hits[0]).toMatchObject({ snippet: 'All about the sundew.', marks: [[14, 20]] });
});

test('has longer snippets on request, and says where they begin in the text', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const text = `${'Moss grows here. '.repeat(100)}A sundew is sticky. ${'Peat is wet. '.repeat(100)}`;
  const page = (id: string, rest = {}) =>
    seen(id, `http://${id}.example/`, { title: `${id} bog`, text, language: 'en', ...rest });
  await own.write('main', [
    page('open'),
    page('closed', { directives: ['noarchive'] }),
    page('hidden', { directives: ['nosnippet'] }),
  ]);
  const hitsOf = async (q: string) =>
    (await search({ crawl: 'main', q, snippetLength: 1_000 }, { index: own })).hits.map(
      ({ id, snippet, snippetOffset }) => ({ id, length: Math.round(snippet.length / 100), snippetOffset }),
    );
  const [long, short] = [10, 2];
  expect((await hitsOf('sundew')).sort((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: 'closed', length: short, snippetOffset: text.indexOf('A sundew') },
    { id: 'hidden', length: 0, snippetOffset: null },
    { id: 'open', length: long, snippetOffset: text.indexOf('A sundew') },
  ]);
  // Only the description has the word.
  expect((await search({ crawl: 'main', q: 'sundew', snippetLength: 1_000 }, { index })).hits[0]).toMatchObject({
    snippet: 'All about the sundew.',
    snippetOffset: null,
  });
});

test('returns the next page, and null on the last one', async () => {
  const first = await ask('', { size: 3 });
  expect(first).toMatchObject({ total: 5, from: 0, next: 3, query: '' });
  expect(await ask('', { size: 3, from: 3 })).toMatchObject({ from: 3, next: null });
  expect((await ask('', { size: 3, from: 50 })).hits).toEqual([]);
});

test('finds nothing in an unknown crawl', async () => {
  expect(await search({ crawl: 'none', q: 'plants' }, { index })).toMatchObject({ total: 0, hits: [], next: null });
});

test.each([
  [{}, { from: 0, size: 10 }],
  [
    { from: -5, size: 0 },
    { from: 0, size: 1 },
  ],
  [
    { from: 1e9, size: 1e9 },
    { from: 10_000, size: 100 },
  ],
  [
    { from: 1.9, size: Number.NaN },
    { from: 1, size: 10 },
  ],
])('reads %o as %o', (given, read) => {
  expect(toIndexQuery({ crawl: 'main', q: 'x', ...given }, { languages: ['en'] })).toMatchObject(read);
});

test('prefers filters of the request to those in the query, and ignores empty ones', () => {
  const request = { crawl: 'main', q: 'x site:a.example type:pdf', site: 'http://B.example/', type: '', class: 'CP' };
  expect(toIndexQuery(request, { languages: ['en'] }).filters).toEqual({ site: 'b.example', type: 'pdf', class: 'CP' });
});

test('says how many pages match without filters if none matches with them', async () => {
  const all = await ask('sundew');
  expect(all.total).toBeGreaterThan(0);
  expect(all).not.toHaveProperty('totalWithoutFilters');
  expect(await ask('sundew site:nowhere.example')).toMatchObject({ total: 0, totalWithoutFilters: all.total });
  expect(await ask('qwertz')).not.toHaveProperty('totalWithoutFilters');
});

test('says how it understood the operators, and names those that it does not apply', async () => {
  const answer = await ask('"pitcher plants" -baseball editor:Ada');
  expect(answer.hits.map(({ id }) => id)).toEqual(['bogs']);
  expect(answer.understood).toBe('"pitcher plants" AND editor:Ada AND NOT baseball');
  expect(answer.notice).toEqual({
    ignored: [{ operator: 'editor:Ada', detail: expect.stringContaining('there is no field editor:') }],
    searched: 'pitcher plants editor: Ada',
  });
  const plain = await ask('meat-eating plants site:bogs.example');
  expect(plain).not.toHaveProperty('notice');
  expect(plain).not.toHaveProperty('understood');
});

test('applies operators together with filters of the request', async () => {
  const found = async (q: string, rest = {}) => (await ask(q, rest)).hits.map(({ id }) => id);
  expect(await found('pitcher -plants')).toEqual(['pitchers']);
  expect(await found('title:bogs OR title:sundew', { site: 'bogs.example' })).toEqual(['bogs']);
  expect(await found('plant*', { language: 'de' })).toEqual([]);
  expect(await found('-plants', { language: 'de' })).toEqual(['haus']);
});

test('searches for the rarest words of a long question, and says so', async () => {
  const common = Array.from({ length: 60 }, (_, i) => `common${i}`).join(' ');
  const rare = Array.from({ length: 32 }, (_, i) => `rare${i}`).join(' ');
  const long = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  await long.write('main', [
    seen('a', 'http://a.example/', { text: common }),
    seen('b', 'http://b.example/', { text: `${common} ${rare}` }),
  ]);
  const { notice, understood, hits } = await search({ crawl: 'main', q: `unknown ${common} ${rare}` }, { index: long });
  expect(notice?.ignored).toEqual([{ operator: '…', detail: 'only the 32 rarest of 93 words are searched for' }]);
  expect([understood, notice?.searched]).toEqual([rare, rare]);
  expect(hits.map(({ id }) => id)).toEqual(['b']);
});

test('explains scores on request, with parts that add up', async () => {
  expect((await ask('pitchers')).hits[0]).not.toHaveProperty('explanation');
  const { hits } = await ask('pitchers bogs', { explain: true });
  for (const { score, explanation } of hits)
    expect(explanation!.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 9);
  expect(hits[0]!.explanation).toContainEqual({ part: 'word', words: 'pitcher', score: expect.any(Number) });
  expect((await ask('', { explain: true })).hits[0]).toMatchObject({ explanation: [], score: 0 });
  expect((await ask('pitch*', { explain: true })).hits[0]!.explanation).toMatchObject([{ part: 'engine' }]);
});

test.each(['?!', '"?!"', '...', '""', ' ( ) ', '**', '*!', 'title:""', 'url:"'])(
  'finds nothing for %j, which has no words',
  async (q) => {
    expect(await ask(q)).toMatchObject({ total: 0, hits: [] });
    expect(await ask(q, { filters: { language: 'en' } })).toMatchObject({ total: 0, hits: [] });
  },
);

test('finds all pages for an empty query, and ignores signs beside words', async () => {
  for (const all of [' ', '*', ' *:* ']) expect((await ask(all)).total).toBe(5);
  expect((await ask('!!! bogs ?')).total).toBe((await ask('bogs')).total);
});

test('marks the words that patterns and similar words find, and no excluded words', async () => {
  const marked = async (q: string) =>
    (await ask(q)).hits.map(({ snippet, marks }) => marks.map(([start, end]) => snippet.slice(start, end)).join());
  expect(await marked('text:pitch*')).toEqual(['Pitcher', 'pitcher']);
  expect(await marked('stickt~')).toEqual(['sticky']);
  expect(await marked('text:b?gs -text:thr*')).toEqual(['bogs']);
  expect(await marked('-text:pitch* lang:en')).toEqual(['']);
});

test('marks no Chinese character alone that is part of a longer word of the query', async () => {
  const own = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const text = '臺灣的圖書館收藏了許多書籍';
  await own.write('main', [seen('zh', 'http://zh.example/', { text, language: 'zh' })]);
  const marked = async (q: string) => {
    const { hits } = await search({ crawl: 'main', q }, { index: own });
    return hits.flatMap(({ snippet, marks }) => marks.map(([start, end]) => snippet.slice(start, end)));
  };
  expect(await marked('图书馆')).toEqual(['圖書館']);
  expect(await marked('书')).toEqual(['書', '書']);
  expect(await marked('书 图书馆')).toEqual(['圖書館', '書']);
});

test('says that pages are not found by stop words', async () => {
  const notice = {
    ignored: [
      {
        operator: 'The who',
        detail: 'has only stop words, so it finds pages by the words of their URLs, and pages in other languages',
      },
    ],
    searched: 'The who',
  };
  expect(await ask('The who')).toMatchObject({ total: 0, notice });
  expect((await ask('title:the')).notice?.ignored).toHaveLength(1);
  // The script tells that the word is Hebrew.
  expect((await ask('של')).notice?.ignored).toHaveLength(1);
  expect((await ask('+bog +של')).total).toBe((await ask('+bog')).total);
  expect(await ask('the bog')).not.toHaveProperty('notice');
  expect(await ask('')).not.toHaveProperty('notice');
});
