import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchRequest } from '../../../shared/search/answer.ts';
import { search } from '../../../shared/search/search.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { seen } from '../../contracts/search-index.contract.ts';

const URL = 'http://a.example/';

/** The index of a version before words of URLs. */
const WITHOUT_URL_WORDS = 'DROP TABLE url_words_1';

/** An index from before versions of the analysis were noted. */
const WITHOUT_ANALYSIS = 'ALTER TABLE crawl DROP COLUMN analysis';

/** Words of an earlier version: FTS5 cannot add the columns that this one has. */
const OLD_WORDS = `${WITHOUT_ANALYSIS}; ${WITHOUT_URL_WORDS}; DROP TABLE words_1;
  CREATE VIRTUAL TABLE words_1 USING fts5(
    title, headings, text, content = '', contentless_delete = 1, tokenize = 'ascii')`;

/** Words of the version before keywords. */
const WORDS_WITHOUT_KEYWORDS = `${WITHOUT_ANALYSIS}; DROP TABLE words_1;
  CREATE VIRTUAL TABLE words_1 USING fts5(
    title, headings, text, author, anchors, abstract, content = '', contentless_delete = 1, tokenize = 'ascii')`;

/** Words of the version before abstracts. */
const WORDS_WITHOUT_ABSTRACTS = `DROP TABLE words_1;
  CREATE VIRTUAL TABLE words_1 USING fts5(
    title, headings, text, author, anchors, content = '', contentless_delete = 1, tokenize = 'ascii')`;

const WAYS = { 'by SQL': undefined, 'in memory': { records: 0, hits: 0 } };

test.each(Object.entries(WAYS))(
  'writes and searches words of an earlier version without authors, anchor texts and abstracts, %s',
  async (_, limits) => {
    const db = new DatabaseSync(':memory:');
    await sqliteSearchIndex(db, analyzeToString).write('bogs', [seen('gone', URL, { at: 1 })]);
    await sqliteSearchIndex(db, analyzeToString).write('bogs', [{ kind: 'left', id: 'gone', url: URL, at: 2 }]);
    db.exec(OLD_WORDS);
    const index = sqliteSearchIndex(db, analyzeToString, undefined, limits);
    const find = async (q: string) => {
      const { hits, total } = await search({ crawl: 'bogs', q }, { index }, { languages: ['en'] });
      expect(hits).toHaveLength(total);
      return hits.map(({ id }) => id).sort();
    };
    const moss = seen('moss', URL, { text: 'moss', author: 'Ada Bell', anchors: ['Green things'], description: 'Wet' });
    await index.write('bogs', [moss, seen('fern', 'http://b.example/', { text: 'fern by ada' })]);
    expect(await find('ada')).toEqual(['fern']);
    expect(await find('text:ada')).toEqual(['fern']);
    for (const q of [
      'author:ada',
      'author:ad*',
      'author:adb~',
      'author:"ada bell"',
      'green',
      'anchor:green',
      'wet',
      'abstract:wet',
    ])
      expect(await find(q)).toEqual([]);
    expect(await find('moss OR author:ada')).toEqual(['moss']);
    const whole = {
      match: 'whole' as const,
      field: 'author' as const,
      text: 'ada bell',
      alternatives: [['ada', 'bell']],
    };
    expect(await index.search('bogs', { words: [], condition: whole, filters: {}, from: 0, size: 9 })).toMatchObject({
      total: 0,
    });
    expect(await find('-author:ada')).toEqual(['fern', 'moss']);
    // Rows that were read before follow the stored counts of the words of new records.
    await index.write('bogs', [seen('bog', 'http://c.example/', { text: 'bog', author: 'Ada' })]);
    expect(await find('ada')).toEqual(['fern']);
    expect(await find('bog')).toEqual(['bog']);
    expect(await index.similarWords('bogs', { words: ['bel'], maxEdits: 1 }, 9)).toEqual([]);
  },
);

const NO_AUTHORS = {
  operator: 'author:',
  detail: expect.stringContaining('has no authors; thresher reindex adds them'),
};
const NO_ABSTRACTS = { operator: 'abstract:', detail: expect.stringContaining('has no abstracts; thresher reindex') };
const NO_KEYWORDS = { operator: 'keywords:', detail: expect.stringContaining('has no keywords; thresher reindex') };
const NO_URLS = { operator: 'url:', detail: expect.stringContaining('has no words of URLs; thresher reindex') };
const NO_ANCHORS = { operator: 'anchor:', detail: expect.stringContaining('has no anchor texts; thresher reindex') };

/** If nothing is found, words may have other forms. */
const OLD_FORMS = { operator: '…', detail: expect.stringContaining('thresher reindex rebuilds it') };

test.each<[Omit<SearchRequest, 'crawl'>, object[]]>([
  [{ q: 'author:ada' }, [NO_AUTHORS]],
  [{ q: 'moss OR creator:"ada bell"' }, [NO_AUTHORS]],
  [{ q: 'moss -author:ad*' }, [NO_AUTHORS]],
  [{ q: 'moss', author: 'Ada Bell' }, [NO_AUTHORS]],
  [{ q: 'moss inanchor:green author:adb~' }, [NO_AUTHORS, NO_ANCHORS]],
  [{ q: 'moss -description:wet' }, [NO_ABSTRACTS]],
  [{ q: 'moss OR keywords:wet' }, [NO_KEYWORDS]],
  [{ q: 'moss url:example' }, [NO_URLS]],
  [{ q: 'moss -inurl:exam*' }, [NO_URLS]],
  [{ q: 'moss ada' }, [OLD_FORMS]],
  [{ q: 'moss title:ada' }, [OLD_FORMS]],
  [{ q: '(fern OR ada)' }, [OLD_FORMS]],
  [{ q: 'lang:de OR lang:fr' }, []],
  [{ q: '???' }, []],
  [{ q: '', site: 'b.example' }, []],
  [{ q: '' }, []],
])('a search for %j in an index of an earlier version says which texts it lacks', async (request, notices) => {
  const ignoredOf = async (db: DatabaseSync) => {
    const index = sqliteSearchIndex(db, analyzeToString);
    return (await search({ crawl: 'bogs', ...request }, { index })).notice?.ignored ?? [];
  };
  const db = new DatabaseSync(':memory:');
  await sqliteSearchIndex(db, analyzeToString).write('bogs', [seen('moss', URL, { text: 'moss' })]);
  expect(await ignoredOf(db)).toEqual([]);
  db.exec(OLD_WORDS);
  expect(await ignoredOf(db)).toEqual(notices);
});

test.each(Object.entries(WAYS))('an index without abstracts finds pages by its other texts, %s', async (_, limits) => {
  const db = new DatabaseSync(':memory:');
  await sqliteSearchIndex(db, analyzeToString).write('bogs', [seen('gone', URL, { at: 1 })]);
  await sqliteSearchIndex(db, analyzeToString).write('bogs', [{ kind: 'left', id: 'gone', url: URL, at: 2 }]);
  db.exec(WORDS_WITHOUT_ABSTRACTS);
  const index = sqliteSearchIndex(db, analyzeToString, undefined, limits);
  const idsOf = async (q: string) =>
    (await search({ crawl: 'bogs', q }, { index }, { languages: ['en'] })).hits.map(({ id }) => id);
  const moss = { text: 'moss', author: 'Ada Bell', anchors: ['Green things'] };
  await index.write('bogs', [seen('moss', URL, { ...moss, description: 'Wet', at: 3 })]);
  const faceOf = () => (db.prepare("SELECT face FROM record_1 WHERE id = 'moss'").get() as { face: string }).face;
  const face = faceOf();
  await index.write('bogs', [seen('moss', URL, { ...moss, description: 'Dry', at: 4 })]);
  for (const q of ['moss', 'ada', 'author:bell', 'anchor:green', 'green OR abstract:wet', 'moss -abstract:dry'])
    expect(await idsOf(q)).toEqual(['moss']);
  for (const q of ['wet', 'dry', 'abstract:dry', 'abstract:dr*']) expect(await idsOf(q)).toEqual([]);
  expect(await index.lackingTexts('bogs')).toEqual(['abstract', 'keywords']);
  expect((await index.get('bogs', 'moss'))?.description).toBe('Dry');
  // The words are the same, so they are not written again.
  expect(faceOf()).toBe(face);
});

test.each(Object.entries(WAYS))('an index without keywords finds pages by its other texts, %s', async (_, limits) => {
  const db = new DatabaseSync(':memory:');
  await sqliteSearchIndex(db, analyzeToString).write('bogs', [seen('gone', URL, { at: 1 })]);
  await sqliteSearchIndex(db, analyzeToString).write('bogs', [{ kind: 'left', id: 'gone', url: URL, at: 2 }]);
  db.exec(WORDS_WITHOUT_KEYWORDS);
  const index = sqliteSearchIndex(db, analyzeToString, undefined, limits);
  const answer = (q: string) => search({ crawl: 'bogs', q }, { index }, { languages: ['en'] });
  const idsOf = async (q: string) => (await answer(q)).hits.map(({ id }) => id);
  await index.write('bogs', [seen('moss', URL, { text: 'moss', description: 'Wet', keywords: ['fen'], at: 3 })]);
  expect(await answer('moss')).not.toHaveProperty('notice');
  expect((await answer('fen')).notice?.ignored).toEqual([OLD_FORMS]);
  for (const q of ['moss', 'abstract:wet', 'moss -keywords:fen']) expect(await idsOf(q)).toEqual(['moss']);
  for (const q of ['fen', 'keywords:fen', 'keywords:fe*']) expect(await idsOf(q)).toEqual([]);
  expect(await index.lackingTexts('bogs')).toEqual(['keywords']);
});

test('an index with all texts, but of an earlier version of the analysis, says so if it does not find a word', async () => {
  const ignoredOf = async (q: string, db: DatabaseSync) => {
    const index = sqliteSearchIndex(db, analyzeToString);
    return (await search({ crawl: 'bogs', q }, { index })).notice?.ignored ?? [];
  };
  const db = new DatabaseSync(':memory:');
  await sqliteSearchIndex(db, analyzeToString).write('bogs', [seen('moss', URL, { text: 'moss' })]);
  expect(await ignoredOf('C++', db)).toEqual([]);
  db.exec(WITHOUT_ANALYSIS);
  for (const q of ['C++', '+t-shirt', 'title:C#']) expect(await ignoredOf(q, db)).toEqual([OLD_FORMS]);
  expect(await ignoredOf('moss', db)).toEqual([]);
  // A write does not change the words that are there.
  await sqliteSearchIndex(db, analyzeToString).write('bogs', [seen('fern', 'http://b.example/', { text: 'fern' })]);
  expect(await ignoredOf('C++', db)).toEqual([OLD_FORMS]);
  await sqliteSearchIndex(db, analyzeToString).write('fens', [seen('fern', URL, { text: 'fern' })]);
  expect(await sqliteSearchIndex(db, analyzeToString).hasOldWords('fens')).toBe(false);
});

test('writes the words of a page again if only its keywords have changed', async () => {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  const idsOf = async (q: string) => (await search({ crawl: 'bogs', q }, { index })).hits.map(({ id }) => id);
  await index.write('bogs', [seen('moss', URL, { keywords: ['fen'], at: 1 })]);
  await index.write('bogs', [seen('moss', URL, { keywords: ['mire'], at: 2 })]);
  expect([await idsOf('fen'), await idsOf('mire')]).toEqual([[], ['moss']]);
  await index.write('bogs', [seen('moss', URL, { description: 'mire', at: 3 })]);
  expect([await idsOf('keywords:mire'), await idsOf('abstract:mire')]).toEqual([[], ['moss']]);
});

test.each(Object.entries(WAYS))(
  'an index without words of URLs is written and searched without them, %s',
  async (_, limits) => {
    const db = new DatabaseSync(':memory:');
    await sqliteSearchIndex(db, analyzeToString).write('bogs', [seen('moss', URL, { text: 'moss', at: 1 })]);
    db.exec(WITHOUT_URL_WORDS);
    const index = sqliteSearchIndex(db, analyzeToString, undefined, limits);
    const idsOf = async (q: string) =>
      (await search({ crawl: 'bogs', q }, { index }, { languages: ['en'] })).hits.map(({ id }) => id).sort();
    await index.write('bogs', [seen('fern', 'http://b.example/fern', { text: 'fern', at: 2 })]);
    await index.write('bogs', [seen('moss', 'http://c.example/', { text: 'moss', at: 3 })]);
    expect(await idsOf('moss OR url:fern')).toEqual(['moss']);
    expect(await idsOf('-url:example')).toEqual(['fern', 'moss']);
    for (const q of ['url:example', 'url:exam*', 'url:*ample', 'url:exampel~', 'url:"b example"', 'url:"example b"~3'])
      expect(await idsOf(q)).toEqual([]);
    const exact = { match: 'url' as const, url: URL, words: ['a', 'example'] };
    expect(await index.search('bogs', { words: [], condition: exact, filters: {}, from: 0, size: 9 })).toMatchObject({
      total: 0,
    });
    expect(await index.lackingTexts('bogs')).toEqual(['url']);
    index.dropRemovedWords('bogs');
    expect(await idsOf('moss')).toEqual(['moss']);
  },
);
