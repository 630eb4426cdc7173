import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { FACET_NAMES } from '../../shared/index/facets.ts';
import { TEXT_FIELDS } from '../../shared/index/text-fields.ts';
import type { SearchedText } from '../../shared/ports/index-condition.ts';
import type {
  ChangedQuery,
  ChangedRecord,
  RecordChange,
  SearchIndex,
  SearchRecord,
  WordQuery,
} from '../../shared/ports/search-index.ts';
import { nearestWords } from '../../shared/text/similar-words.ts';
import type { Url } from '../../shared/url/url.ts';
import { recordOfDocument } from '../search/records.ts';

const DAY = 24 * 3_600_000;
const T = Date.UTC(2026, 0, 1);
const CRAWL = 'main';

/** An empty index. `settle` waits until writes are visible to searches. */
export type OpenIndex = { index: SearchIndex; settle: () => Promise<void> };

/** Opens an index without records. `never used`: it had none before either. */
type Open = (state?: 'never used') => Promise<OpenIndex>;

type Sighting = Partial<SearchRecord> & { at?: number };

/** A page with a record, as the classify stage makes it. Words are plain and lower case, so the analysis does not change them. */
export function seen(id: string, url: string, { at = T, ...fields }: Sighting = {}): RecordChange {
  const document = { url: url as Url, digest: id, title: `title ${id}`, text: `text ${id}`, language: 'und' };
  const capture = { key: 'raw/x', offset: 1, length: 2 };
  const record = recordOfDocument(document, at, { capture, ...fields });
  return { kind: 'seen', id, url, at, record };
}

const again = (id: string, url: string, at: number): RecordChange => ({
  kind: 'seen',
  id,
  url,
  at,
});
export const left = (id: string, url: string, at: number): RecordChange => ({
  kind: 'left',
  id,
  url,
  at,
});
const [A, B] = ['http://a.example/', 'http://b.example/b'];

/**
 * The contract of `SearchIndex`.
 *
 * @param histories number of random histories in the last test; each may wait for the index once
 */
export function searchIndexContract(open: Open, histories = 25): void {
  let index: SearchIndex;
  let settle: () => Promise<void>;
  beforeEach(async () => {
    ({ index, settle } = await open());
  });

  test('separates crawls whose names are prefixes of each other or look like index names', async () => {
    const crawls = [
      'plants',
      'plants-000001',
      'plants_000001',
      'plants-plants',
      'plants.plants',
      'a',
      'a-b',
      'a_b_000001',
    ];
    for (const crawl of crawls) await index.write(crawl, [seen(crawl, `http://${crawl.length}.example/`)]);
    await settle();
    for (const crawl of crawls) {
      const { hits } = await index.search(crawl, { words: [], filters: {}, from: 0, size: 9 });
      expect(hits.map(({ record }) => record.id)).toEqual([crawl]);
    }
  });

  async function write(...changes: RecordChange[]) {
    await index.write(CRAWL, changes);
    await settle();
  }
  const find = (words: string[], rest: Partial<Parameters<SearchIndex['search']>[1]> = {}) =>
    index.search(CRAWL, { words: words.map((word) => [word]), filters: {}, from: 0, size: 10, ...rest });
  const idsOf = async (...args: Parameters<typeof find>) => (await find(...args)).hits.map(({ record }) => record.id);
  async function all() {
    const records: SearchRecord[] = [];
    for await (const record of index.records(CRAWL)) records.push(record);
    return records;
  }

  test('is empty before the first write', async () => {
    expect(await index.count(CRAWL)).toBe(0);
    expect(await index.get(CRAWL, 'x')).toBeUndefined();
    expect(await index.leftAt(CRAWL, 'x', A)).toBeUndefined();
    expect(await find(['text'])).toEqual({ total: 0, hits: [] });
    expect(await all()).toEqual([]);
  });

  test('returns a record as it was written', async () => {
    const change = seen('x', A, {
      headings: ['One', 'Two'],
      keywords: ['k'],
      author: 'Ann; Bob',
      date: '2020-05',
      classes: [{ class: 'A.1', score: 2 }],
    });
    await write(change);
    expect(await index.get(CRAWL, 'x')).toEqual(change.kind === 'seen' && change.record);
    expect(await index.count(CRAWL)).toBe(1);
  });

  test('separates crawls', async () => {
    await write(seen('x', A));
    await index.write('other', [seen('y', B)]);
    await settle();
    expect(await idsOf(['text'])).toEqual(['x']);
    expect(await index.get('other', 'x')).toBeUndefined();
    expect(await index.count('other')).toBe(1);
  });

  describe('changes of records', () => {
    /** Times of changes lie ahead. */
    const ALL = { before: Number.MAX_SAFE_INTEGER, size: 100 };
    const changedIds = async (query: Partial<ChangedQuery> = {}, crawl = CRAWL) =>
      (await index.changedRecords(crawl, { ...ALL, ...query })).map(({ id, record }) => (record ? id : `-${id}`));
    /** Writes of one millisecond may have one time. */
    const later = () => sleep(3);

    test('are listed in the order of the latest change of each record', async () => {
      expect(await changedIds()).toEqual([]);
      await write(seen('x', A, { title: 'first' }));
      await later();
      await write(seen('y', B));
      expect(await changedIds()).toEqual(['x', 'y']);
      await later();
      await write(seen('x', A, { at: T + 1, title: 'second' }));
      expect(await changedIds()).toEqual(['y', 'x']);
      const [, x] = await index.changedRecords(CRAWL, ALL);
      expect(x!.record).toMatchObject({ id: 'x', title: 'second', text: '', urls: { [A]: T + 1 } });
      expect(await changedIds({}, 'other')).toEqual([]);
    });

    test('a removed record is listed with its classes until it is indexed again', async () => {
      await write(seen('x', A, { classes: [{ class: 'a.b', score: 1 }] }), seen('y', B));
      await later();
      await write(left('x', A, T + 1));
      expect(await changedIds()).toEqual(['y', '-x']);
      const removed = (await index.changedRecords(CRAWL, ALL))[1]!;
      expect(removed.classes).toContain('a.b');
      expect(await changedIds({ class: 'a' })).toEqual(['-x']);
      await later();
      await write(seen('x', A, { at: T + 2 }));
      expect(await changedIds()).toEqual(['y', 'x']);
    });

    test('a record that loses one of its URLs is listed again, and one that is only seen again is not', async () => {
      await write(seen('x', A), seen('x', B, { at: T + 1 }), seen('y', B));
      await later();
      await write(seen('z', A));
      expect((await changedIds()).at(-1)).toBe('z');
      await later();
      await write({ kind: 'seen', id: 'y', url: B, at: T + 2 });
      expect((await changedIds()).at(-1)).toBe('z');
      await later();
      await write(left('x', B, T + 2));
      expect((await changedIds()).at(-1)).toBe('x');
      const [, , x] = await index.changedRecords(CRAWL, ALL);
      expect(x!.record!.urls).toEqual({ [A]: T });
    });

    test('a record is listed as removed by the time of its removal, however old its page is', async () => {
      await write(seen('x', A), seen('y', B, { at: T + 120 * DAY }));
      await later();
      // As a reclassification does: it times its changes soon after the visits.
      await write(left('x', A, T + 1), left('y', B, T + 120 * DAY + 1));
      expect((await changedIds()).sort()).toEqual(['-x', '-y']);
      await later();
      await write(seen('z', B, { at: T + 300 * DAY }));
      expect((await changedIds()).sort()).toEqual(['-x', '-y', 'z']);
    });

    test('a record that was never shown is not listed', async () => {
      await write(left('x', A, T + 1));
      await write(seen('x', A, { at: T }));
      expect(await changedIds()).toEqual([]);
      expect(await changedIds({ id: 'x' })).toEqual([]);
    });

    test('pages follow one another, also when records change meanwhile', async () => {
      for (const id of ['a', 'b', 'c']) {
        await index.write(CRAWL, [seen(`${id}1`, `${A}${id}1`), seen(`${id}2`, `${A}${id}2`)]);
        await later();
      }
      await settle();
      const ids: string[] = [];
      for (let after: ChangedRecord | undefined; ids.length < 20; ) {
        const [one] = await index.changedRecords(CRAWL, { ...ALL, size: 1, ...(after && { after }) });
        if (!one) break;
        ids.push(one.id);
        // A record that was listed, and one that was not.
        if (ids.length === 2) await write(seen('a1', `${A}a1`, { at: T + 1 }), seen('c2', `${A}c2`, { at: T + 1 }));
        after = one;
      }
      expect(ids.slice(0, 2).sort()).toEqual(['a1', 'a2']);
      expect(ids.slice(2, 4).sort()).toEqual(['b1', 'b2']);
      expect(ids.slice(4)).toEqual(['c1', 'a1', 'c2']);
    });

    test('are chosen by time, class and id', async () => {
      await write(seen('x', A, { classes: [{ class: 'a.b', score: 1 }] }));
      await later();
      await write(
        seen('y', B, {
          classes: [
            { class: 'a.bc', score: 1 },
            { class: 'd', score: 1 },
          ],
        }),
      );
      const [x, y] = await index.changedRecords(CRAWL, ALL);
      expect(x!.at).toBeLessThan(y!.at);
      expect([x!.classes, y!.classes]).toEqual([['a.b'], ['a.bc', 'd']]);
      expect(await changedIds({ from: x!.at })).toEqual(['x', 'y']);
      expect(await changedIds({ from: x!.at + 1 })).toEqual(['y']);
      expect(await changedIds({ from: y!.at + 1 })).toEqual([]);
      expect(await changedIds({ before: y!.at })).toEqual(['x']);
      expect(await changedIds({ before: x!.at })).toEqual([]);
      expect(await changedIds({ from: y!.at, before: x!.at })).toEqual([]);
      expect(await changedIds({ class: 'a' })).toEqual(['x', 'y']);
      expect(await changedIds({ class: 'a.b' })).toEqual(['x']);
      expect(await changedIds({ class: 'b' })).toEqual([]);
      expect(await changedIds({ id: 'y', before: 0 })).toEqual(['y']);
      expect(await changedIds({ id: 'z' })).toEqual([]);
    });
  });

  test('searches title, headings and text, with words joined by OR', async () => {
    await write(seen('x', A, { title: 'red' }), seen('y', A, { headings: ['green'] }), seen('z', B, { text: 'blue' }));
    expect((await idsOf(['red', 'green', 'blue', 'black'])).sort()).toEqual(['x', 'y', 'z']);
    expect(await find(['black'])).toEqual({ total: 0, hits: [] });
  });

  test('searches authors, and ranks records about a person above those of the person', async () => {
    await write(
      seen('x', A, { title: 'one', text: 'two three', author: 'Ada Bell; Cy Day' }),
      seen('y', B, { title: 'ada', text: 'two three', author: 'Cy Day' }),
      seen('z', B, { title: 'one', text: 'two three' }),
    );
    expect(await idsOf(['ada'])).toEqual(['y', 'x']);
    expect((await idsOf(['day'])).sort()).toEqual(['x', 'y']);
    expect((await index.statistics(CRAWL, ['ada', 'day', 'bell'])).matching).toEqual(
      new Map([
        ['ada', 2],
        ['day', 2],
        ['bell', 1],
      ]),
    );
    expect((await index.similarWords(CRAWL, { words: ['bel'], maxEdits: 1 }, 9)).includes('bell')).toBe(true);
  });

  test('finds a record by its new anchor texts', async () => {
    await write(seen('x', A, { anchors: ['Ada'], at: T }));
    await write(seen('x', A, { anchors: ['Bell', 'Cy'], at: T + 1 }));
    expect(await idsOf(['ada'])).toEqual([]);
    expect(await idsOf(['cy'])).toEqual(['x']);
    expect((await index.get(CRAWL, 'x'))?.anchors).toEqual(['Bell', 'Cy']);
  });

  test('finds a record by its new author', async () => {
    await write(seen('x', A, { author: 'Ada', at: T }));
    await write(seen('x', A, { author: 'Bell', at: T + 1 }));
    expect(await idsOf(['ada'])).toEqual([]);
    expect(await idsOf(['bell'])).toEqual(['x']);
    await write(seen('x', A, { author: null, at: T + 2 }));
    expect(await idsOf(['bell'])).toEqual([]);
  });

  test('finds a record by its new description', async () => {
    await write(seen('x', A, { description: 'Ada', at: T }));
    await write(seen('x', A, { description: 'Bell', at: T + 1 }));
    expect(await idsOf(['ada'])).toEqual([]);
    expect(await idsOf(['bell'])).toEqual(['x']);
    expect((await index.similarWords(CRAWL, { words: ['bel'], maxEdits: 1 }, 9)).includes('bell')).toBe(true);
    await write(seen('x', A, { description: '', at: T + 2 }));
    expect(await idsOf(['bell'])).toEqual([]);
  });

  test('finds a record by the description of the page that it links to', async () => {
    await write(seen('x', A, { description: 'Ada', at: T }), seen('x', B, { description: 'Bell', at: T + 1 }));
    expect([await idsOf(['ada']), await idsOf(['bell'])]).toEqual([['x'], []]);
    await write({ kind: 'left', id: 'x', url: A, at: T + 2 });
    expect([await idsOf(['ada']), await idsOf(['bell'])]).toEqual([[], ['x']]);
  });

  describe('words of URLs', () => {
    const idsIn = (...alternatives: string[][]) =>
      idsOf([], { condition: { match: 'words', fields: ['url'], alternatives, maxGap: 0, ordered: true } });

    test('are those of all URLs of a record', async () => {
      await write(seen('x', 'http://a.example/one', { at: T }), seen('y', 'http://a.example/three', { at: T }));
      await write(seen('x', 'http://b.example/two', { at: T + 1 }));
      expect([await idsIn(['one']), await idsIn(['four'])]).toEqual([['x'], []]);
      await write(again('x', 'http://c.example/four', T + 1));
      expect([await idsIn(['one']), await idsIn(['two']), await idsIn(['four'])]).toEqual([['x'], ['x'], ['x']]);
      expect([await idsIn(['three']), await idsIn(['three'], ['two'])].map((ids) => ids.sort())).toEqual([
        ['y'],
        ['x', 'y'],
      ]);
      // A phrase is within one URL.
      expect([await idsIn(['b', 'example', 'two']), await idsIn(['one', 'b'])]).toEqual([['x'], []]);
    });

    test('leave with a URL, and come back with it', async () => {
      const [one, two] = ['http://a.example/one', 'http://a.example/two'];
      await write(seen('x', one, { at: T }), seen('x', two, { at: T + 1 }));
      await write(left('x', one, T + 2));
      expect([await idsIn(['one']), await idsIn(['two'])]).toEqual([[], ['x']]);
      await write(left('x', two, T + 3));
      expect(await idsIn(['two'])).toEqual([]);
      await write(seen('x', one, { at: T + 4 }));
      expect([await idsIn(['one']), await idsIn(['two'])]).toEqual([['x'], []]);
    });

    test('are those of the URLs that were seen first, if a record has many', async () => {
      const urls = Array.from({ length: 30 }, (_, i) => `http://a.example/n${i}`);
      for (const [i, url] of urls.entries()) await index.write(CRAWL, [seen('x', url, { at: T + i })]);
      await settle();
      expect([await idsIn(['n0']), await idsIn(['n19']), await idsIn(['n20'])]).toEqual([['x'], ['x'], []]);
      await write(left('x', urls[0]!, T + 99));
      expect([await idsIn(['n0']), await idsIn(['n20']), await idsIn(['n21'])]).toEqual([[], ['x'], []]);
    });

    test('are no words of texts: they are neither counted, nor similar words, nor words of titles', async () => {
      await write(seen('x', 'http://a.example/sphagnum', { title: 'one', text: 'two' }));
      expect(await idsIn(['sphagnum'])).toEqual(['x']);
      expect(await idsOf(['sphagnum'])).toEqual([]);
      expect((await index.statistics(CRAWL, ['sphagnum'])).matching.get('sphagnum')).toBe(0);
      expect(await index.similarWords(CRAWL, { words: ['sphagnun'], maxEdits: 1 }, 9)).toEqual([]);
      expect(await index.titleWords(CRAWL, { from: 's' }, 9)).not.toContainEqual(
        expect.objectContaining({ word: 'sphagnum' }),
      );
      expect(await index.countMatches(CRAWL, [['sphagnum']], 9)).toEqual([0]);
      expect(await index.lackingTexts(CRAWL)).toEqual([]);
    });
  });

  test('ranks a record with all words above records of its length with some', async () => {
    await write(
      seen('x', A, { text: 'red one' }),
      seen('y', A, { text: 'red blue' }),
      seen('z', B, { text: 'blue two' }),
    );
    expect((await idsOf(['red', 'blue']))[0]).toBe('y');
  });

  test('ranks all records with all words above those with some, if the query asks for it', async () => {
    const rare = seen('rare', A, { title: 'red red', text: 'red red red' });
    const all = seen('all', B, { text: `red ${'word '.repeat(200)} blue` });
    const others = [...'abcdef'].map((id) => seen(id, `${B}${id}`, { text: 'blue words' }));
    await write(rare, all, ...others);
    expect((await idsOf(['red', 'blue']))[0]).toBe('rare');
    expect((await idsOf(['red', 'blue'], { allWordsFirst: true })).slice(0, 2)).toEqual(['all', 'rare']);
    expect((await idsOf(['red'], { allWordsFirst: true })).slice(0, 2)).toEqual(['rare', 'all']);
  });

  test('counts the records that have a word', async () => {
    expect(await index.statistics(CRAWL, ['red'])).toMatchObject({ documents: 0 });
    await write(seen('x', A, { title: 'red', text: 'red blue' }), seen('y', B, { text: 'blue' }));
    const { documents, matching } = await index.statistics(CRAWL, ['red', 'blue', 'black', 'red']);
    expect(documents).toBe(2);
    expect(['red', 'blue', 'black'].map((word) => matching.get(word) ?? 0)).toEqual([1, 2, 0]);
    await write(left('y', B, T + 1));
    expect((await index.statistics(CRAWL, ['blue'])).matching.get('blue')).toBe(1);
  });

  test('weighs a rare word more than a common one', async () => {
    const common = [...'abcdef'].map((id) => seen(id, `${A}${id}`, { text: 'common words' }));
    await write(...common, seen('x', B, { text: 'rare words' }));
    expect((await idsOf(['common', 'rare']))[0]).toBe('x');
  });

  test('finds other formats of a document by its stem', async () => {
    const [at, paper, last] = ['http://a.example/paper.pdf', 'http://a.example/paper', 'http://a.example/last'];
    await write(
      seen('x', at, { text: 'red', simhash: '0123456789abcdef', stem: paper }),
      seen('y', 'http://a.example/paper.ps', { text: 'green', stem: paper }),
      seen('z', 'http://a.example/other.pdf', { text: 'blue', stem: 'http://a.example/other' }),
      seen('w', paper, { text: 'white' }),
    );
    const { total, hits } = await find([], { stems: [paper] });
    expect(total).toBe(2);
    expect(hits.map(({ record }) => [record.id, record.text]).sort()).toEqual([
      ['x', ''],
      ['y', ''],
    ]);
    // From now on it is shown at another URL.
    await write(left('x', at, T + 1), seen('x', `${last}.pdf`, { text: 'red', at: T + 1, stem: last }));
    expect(await idsOf([], { stems: [paper] })).toEqual(['y']);
    expect(await idsOf([], { stems: [last] })).toEqual(['x']);
  });

  test('still scores a word that nearly all records contain', async () => {
    const others = Array.from({ length: 9 }, (_, i) =>
      seen(`o${i}`, `http://a/o${i}`, { title: 'bog', text: 'x y z' }),
    );
    await write(...others, seen('most', 'http://a/most', { title: 'bog', text: 'bog bog bog' }));
    const { hits } = await find(['bog']);
    expect(hits[0]!.record.id).toBe('most');
    expect(hits[0]!.score).toBeGreaterThan(0.01);
  });

  test('scores the best form of a word, not the sum of its forms', async () => {
    await write(
      seen('both', 'http://a/both', { title: 't', text: 'alpina alpin w w' }),
      seen('rare', 'http://a/rare', { title: 't', text: 'alpina grasilla w w' }),
      ...Array.from({ length: 6 }, (_, i) => seen(`x${i}`, `http://a/x${i}`, { title: 't', text: 'alpin w w w' })),
    );
    const words = [
      ['alpina', 'alpin'],
      ['grasilla', 'grasill'],
    ];
    const { hits, total } = await index.search(CRAWL, { words, filters: {}, from: 0, size: 10 });
    expect([total, hits[0]!.record.id]).toEqual([8, 'rare']);
    const alone = await index.search(CRAWL, { words: [['alpina', 'alpin']], filters: {}, from: 0, size: 10 });
    const best = await find(['alpina']);
    expect(alone.hits[0]!.score).toBeCloseTo(best.hits[0]!.score, 4);
  });

  test('multiplies the score of a form by its weight', async () => {
    await write(
      seen('rare', 'http://a/rare', { title: 't', text: 'alpina w w w' }),
      ...Array.from({ length: 6 }, (_, i) => seen(`x${i}`, `http://a/x${i}`, { title: 't', text: 'alpin w w w' })),
    );
    const best = async (weights?: ReadonlyMap<string, number>) => {
      const query = { words: [['alpina', 'alpin']], filters: {}, from: 0, size: 10, ...(weights && { weights }) };
      const { hits } = await index.search(CRAWL, query);
      return { ids: hits.map(({ record }) => record.id), score: hits[0]!.score };
    };
    expect((await best()).ids[0]).toBe('rare');
    expect((await best(new Map([['alpina', 0.01]]))).ids.at(-1)).toBe('rare');
    expect((await best(new Map([['alpina', 2]]))).score).toBeCloseTo(2 * (await best()).score, 4);
  });

  test('weighs a word in the title more than one in the text', async () => {
    await write(seen('x', A, { title: 'one', text: 'red two' }), seen('y', B, { title: 'red', text: 'one two' }));
    expect(await idsOf(['red'])).toEqual(['y', 'x']);
  });

  test('counts a repeated query word twice', async () => {
    await write(seen('x', A, { text: 'red one' }), seen('y', B, { text: 'blue one' }));
    expect(await idsOf(['red', 'red', 'blue'])).toEqual(['x', 'y']);
    expect(await idsOf(['red', 'blue', 'blue'])).toEqual(['y', 'x']);
  });

  test('returns hits in order of descending scores', async () => {
    await write(
      ...[1, 2, 3].map((n) =>
        seen(`x${n}`, `${A}${n}`, {
          text: `${'red '.repeat(n)} ${'one '.repeat(9 - n)}`,
        }),
      ),
    );
    const scores = (await find(['red'])).hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.at(-1)).toBeGreaterThan(0);
  });

  test('returns all records, newest first, without words', async () => {
    await write(...[3, 1, 2].map((n) => seen(`x${n}`, `${A}${n}`, { at: T + n })));
    expect(await idsOf([])).toEqual(['x3', 'x2', 'x1']);
  });

  test('lists the languages of its records, those of the most records first', async () => {
    expect(await index.languages(CRAWL)).toEqual([]);
    const page = (id: string, language: string) => seen(id, `${A}${id}`, { language });
    await write(page('a', 'sv'), page('b', 'de'), page('c', 'und'), page('d', 'de'), page('e', 'en'), page('f', 'sv'));
    expect(await index.languages(CRAWL)).toEqual(['de', 'sv', 'en', 'und']);
    await write(left('b', `${A}b`, T + 1), left('e', `${A}e`, T + 1));
    expect(await index.languages(CRAWL)).toEqual(['sv', 'de', 'und']);
  });

  describe('times of fetches', () => {
    const HOUR = 3_600_000;
    const at = (id: string, hours: number) => seen(id, `${A}${id}`, { at: T + hours * HOUR });

    test('counts records in equal parts of the time from the first to the last fetch', async () => {
      expect(await index.fetchTimes(CRAWL, 4)).toBeUndefined();
      await write(at('a', 0), at('b', 1.5), at('c', 2.5), at('d', 2.6), at('e', 12));
      const ends = { first: T, last: T + 12 * HOUR };
      expect(await index.fetchTimes(CRAWL, 4)).toEqual({ ...ends, counts: [4, 0, 0, 1] });
      expect(await index.fetchTimes(CRAWL, 6)).toEqual({ ...ends, counts: [2, 2, 0, 0, 0, 1] });
      expect(await index.fetchTimes(CRAWL, 1)).toEqual({ ...ends, counts: [5] });
      expect(await index.fetchTimes('other', 4)).toBeUndefined();
    });

    test('has one part if all records are of one moment', async () => {
      await write(at('a', 1), at('b', 1));
      expect(await index.fetchTimes(CRAWL, 30)).toEqual({ first: T + HOUR, last: T + HOUR, counts: [2] });
    });

    test('follows records that leave and are fetched again', async () => {
      await write(at('a', 0), at('b', 1), at('c', 2));
      await write(left('c', `${A}c`, T + 3 * HOUR), at('a', 4));
      expect(await index.fetchTimes(CRAWL, 2)).toEqual({ first: T + HOUR, last: T + 4 * HOUR, counts: [1, 1] });
      await write(left('a', `${A}a`, T + 5 * HOUR), left('b', `${A}b`, T + 5 * HOUR));
      expect(await index.fetchTimes(CRAWL, 2)).toBeUndefined();
    });
  });

  test('returns pages without gaps or repetitions', async () => {
    await write(...[...'abcdefg'].map((id) => seen(id, A + id, { text: 'red' })));
    const pages = await Promise.all([0, 3, 6, 9].map((from) => find(['red'], { from, size: 3 })));
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
    expect(pages.flatMap(({ hits }) => hits.map(({ record }) => record.id)).sort()).toEqual([...'abcdefg']);
  });

  test.each<[string, Parameters<SearchIndex['search']>[1]['filters'], string[]]>([
    ['host', { site: 'www.a.example' }, ['x']],
    ['host: hosts below it', { site: 'a.example' }, ['x', 'y']],
    ['host: not hosts that only end alike', { site: 'example.net' }, []],
    ['host: not another name', { site: 'b.example.net' }, []],
    ['host with its port', { site: 'myexample.net:81' }, ['z']],
    ['host without its port', { site: 'myexample.net' }, ['z']],
    ['language', { language: 'de' }, ['y']],
    ['type', { type: 'pdf' }, ['z']],
    ['author', { author: 'Ada Bell' }, ['x']],
    ['author: whole names', { author: 'Ada' }, ['y']],
    ['class', { class: 'A.14.5' }, ['x']],
    ['class: classes below it', { class: 'A.14' }, ['x', 'y']],
    ['class: not classes that only begin alike', { class: 'A.1' }, []],
    ['after: that day inclusive', { after: '2020-05-01' }, ['y', 'z']],
    ['before: that day exclusive', { before: '2020-05-01' }, ['x']],
    ['a year stands for its first day', { after: '2020', before: '2021' }, ['x', 'y']],
    ['all filters must match', { language: 'de', type: 'pdf' }, []],
  ])('filters by %s, with words and without', async (_rule, filters, ids) => {
    await write(
      seen('x', 'http://www.a.example/', {
        text: 'red',
        language: 'en',
        date: '2020',
        author: 'Cy Day; Ada  Bell',
        classes: [{ class: 'A.14.5', score: 1 }],
      }),
      seen('y', 'http://a.example/', {
        text: 'red',
        language: 'de',
        date: '2020-05-01T10:00:00Z',
        author: 'Ada',
        classes: [
          { class: 'B', score: 2 },
          { class: 'A.14', score: 1 },
        ],
      }),
      seen('z', 'http://myexample.net:81/', {
        text: 'red',
        type: 'pdf',
        date: '2021-03',
      }),
      seen('none', 'http://none.example/', { text: 'red' }),
    );
    expect((await idsOf(['red'], { filters })).sort()).toEqual(ids);
    expect((await idsOf([], { filters })).sort()).toEqual(ids);
    expect((await find(['red'], { filters })).total).toBe(ids.length);
  });

  describe('facets', () => {
    const FACETED = () => [
      seen('x', 'http://www.a.example/', {
        ...{ text: 'red blue', language: 'en', type: 'pdf', date: '2020', genre: 'article', author: 'Ann; Bob; Ann' },
        about: { licence: 'https://creativecommons.org/licenses/by/4.0/' },
        fields: { subject: ['Moss', 'Moss', { text: 'Peat  bogs' }], level: [3] },
        classes: [
          { class: 'A.14.5', score: 2 },
          { class: 'A.14', score: 1 },
        ],
      }),
      seen('y', 'http://a.example/', {
        ...{ text: 'red', language: 'de', date: '2020-05-01T10:00:00Z', genre: 'article', author: 'Bob' },
        about: { licence: 'CC BY 3.0' },
        fields: { subject: ['Moss'] },
        classes: [
          { class: 'A.14', score: 1 },
          { class: 'B', score: 1 },
        ],
      }),
      seen('z', 'http://a.example/z', { text: 'red', language: 'de', date: '2021-03', genre: 'forum' }),
      seen('w', B, { text: 'blue', language: 'sv' }),
    ];
    const facetsOf = async (words: string[], rest: Parameters<typeof find>[1] = {}, size = 10) => {
      const { facets } = await find(words, { ...rest, facets: { names: FACET_NAMES, size } });
      return Object.fromEntries(
        Object.entries(facets!).map(([name, values]) => [name, values.map(({ value, count }) => `${value} ${count}`)]),
      );
    };

    test('counts the values of all hits, also of those on other pages', async () => {
      await write(...FACETED());
      const counts = {
        class: ['A 2', 'A.14 2', 'A.14.5 1', 'B 1'],
        host: ['a.example 2', 'www.a.example 1'],
        type: ['html 2', 'pdf 1'],
        language: ['de 2', 'en 1'],
        year: ['2020 2', '2021 1'],
        genre: ['article 2', 'forum 1'],
        author: ['Bob 2', 'Ann 1'],
        licence: ['cc-by 2'],
        field: ['subject=Moss 2', 'level=3 1', 'subject=Peat bogs 1'],
      };
      expect(await facetsOf(['red'])).toEqual(counts);
      expect(await facetsOf(['red'], { from: 2, size: 1 })).toEqual(counts);
      expect((await facetsOf(['red'], { filters: { field: 'subject=Peat bogs' } })).host).toEqual(['www.a.example 1']);
      expect((await facetsOf(['red', 'blue'])).host).toEqual(['a.example 2', 'b.example 1', 'www.a.example 1']);
    });

    test('counts a record that was written after the newest one was removed', async () => {
      await write(seen('x', A, { text: 'red' }));
      await write(seen('y', B, { text: 'red' }));
      expect((await facetsOf(['red'])).host).toHaveLength(2);
      await write(left('y', B, T + 1));
      await write(seen('z', 'http://z.example/', { text: 'red', host: 'z.example' }));
      expect((await facetsOf(['red'])).host).toContain('z.example 1');
    });

    test('counts what filters and conditions leave, and all records without words', async () => {
      await write(...FACETED());
      expect((await facetsOf(['red'], { filters: { language: 'de' } })).year).toEqual(['2020 1', '2021 1']);
      expect((await facetsOf([], { filters: { class: 'A.14' } })).type).toEqual(['html 1', 'pdf 1']);
      expect((await facetsOf([])).language).toEqual(['de 2', 'en 1', 'sv 1']);
      const condition = { match: 'value', field: 'genre', value: 'article' } as const;
      expect((await facetsOf(['blue'], { condition })).language).toEqual(['de 1', 'en 1']);
      expect(await facetsOf(['nothing'])).toMatchObject({ host: [], class: [] });
    });

    test('returns as many values as asked for, and only facets that were asked for', async () => {
      await write(...FACETED());
      expect((await facetsOf([], {}, 1)).language).toEqual(['de 2']);
      expect(Object.keys((await find([], { facets: { names: ['year'], size: 3 } })).facets!)).toEqual(['year']);
      expect(await find([])).not.toHaveProperty('facets');
    });

    test('follows records that change, move and leave', async () => {
      await write(...FACETED());
      await facetsOf([]);
      await write(left('w', B, T + 1), seen('v', B, { text: 'red', language: 'fi', at: T + 1 }));
      await write(
        seen('x', 'http://c.example/', { at: T + 2, text: 'red' }),
        left('x', 'http://www.a.example/', T + 3),
      );
      expect(await facetsOf([])).toMatchObject({
        host: ['a.example 2', 'b.example 1', 'c.example 1'],
        language: ['de 2', 'fi 1', 'und 1'],
        year: ['2020 1', '2021 1'],
      });
    });
  });

  describe('sort', () => {
    const DATED = () => [
      seen('x', `${A}x`, { text: 'red red', date: '2020-05', at: T + 1 }),
      seen('y', `${A}y`, { text: 'red one', date: '2021', at: T + 2 }),
      seen('z', `${A}z`, { text: 'blue', date: '2019', at: T + 3 }),
      seen('u', `${A}u`, { text: 'red', at: T + 4 }),
      seen('v', `${A}v`, { text: 'red red red', date: '2020-05-01', at: T + 5 }),
    ];
    const by = (descending: boolean) => [{ field: 'date', descending }];

    test('orders hits by a field, equal ones by rank, and those without it last', async () => {
      await write(...DATED());
      expect(await idsOf(['red'], { sort: by(false) })).toEqual(['v', 'x', 'y', 'u']);
      expect(await idsOf(['red'], { sort: by(true) })).toEqual(['y', 'v', 'x', 'u']);
      expect(await idsOf([], { sort: by(true) })).toEqual(['y', 'v', 'x', 'z', 'u']);
      expect(await idsOf(['red'], { sort: [{ field: 'language', descending: true }, ...by(true)] })).toEqual([
        'y',
        'v',
        'x',
        'u',
      ]);
    });

    test('has pages without gaps, all hits in the total, and the scores of relevance', async () => {
      await write(...DATED());
      const pages = await Promise.all([0, 2, 4].map((from) => find(['red'], { sort: by(true), from, size: 2 })));
      expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
      expect(pages.flatMap(({ hits }) => hits.map(({ record }) => record.id))).toEqual(['y', 'v', 'x', 'u']);
      const scores = new Map((await find(['red'])).hits.map(({ record, score }) => [record.id, score]));
      for (const { record, score } of pages[0]!.hits) expect(score).toBeCloseTo(scores.get(record.id)!, 4);
      const condition = { match: 'days', field: 'date', before: '2021-01-01' } as const;
      expect(await idsOf(['red'], { condition, sort: by(false) })).toEqual(['z', 'v', 'x']);
      expect(await idsOf([], { filters: { after: '2020' }, sort: by(false), size: 2 })).toEqual(['v', 'x']);
    });
  });

  describe('collapse', () => {
    const SITES = () => [
      ...[3, 1, 2].map((n) =>
        seen(`a${n}`, `${A}${n}`, { text: `red${' red'.repeat(n)} one`, date: `201${n}`, at: T + n }),
      ),
      seen('b1', `${B}1`, { text: 'red one two three', date: '2020', at: T + 9 }),
      seen('b2', `${B}2`, { text: 'blue' }),
      seen('c', 'http://www.a.example/', { text: 'red one two three four five', at: T + 10 }),
    ];
    const collapsed = async (words: string[], rest: Parameters<typeof find>[1] = {}) =>
      (await find(words, { ...rest, collapse: 'host' })).hits.map(({ record, others }) => `${record.id} ${others}`);

    test('returns the best record of each host, with the number of others', async () => {
      await write(...SITES());
      expect(await collapsed(['red'])).toEqual(['a3 2', 'b1 0', 'c 0']);
      expect(await collapsed([])).toEqual(['c 0', 'b1 1', 'a3 2']);
      expect((await find(['red'], { collapse: 'host' })).total).toBe(5);
      expect(await collapsed(['red'], { filters: { before: '2013' } })).toEqual(['a2 1']);
      expect((await find(['red'])).hits[0]).not.toHaveProperty('others');
    });

    test('has pages without gaps, also in another order', async () => {
      await write(...SITES());
      const pages = await Promise.all([0, 1, 2, 3].map((from) => collapsed(['red'], { from, size: 1 })));
      expect(pages).toEqual([['a3 2'], ['b1 0'], ['c 0'], []]);
      const sort = [{ field: 'date', descending: false }];
      expect(await collapsed(['red'], { sort })).toEqual(['a1 2', 'b1 0', 'c 0']);
      expect(await collapsed(['red'], { sort, from: 1, size: 1 })).toEqual(['b1 0']);
    });
  });

  describe('words of titles and headings', () => {
    const TITLED = () => [
      seen('x', `${A}x`, { title: 'Carnivorous plants', headings: ['Sundews', 'Carnivores 2'], text: 'alpha' }),
      seen('y', `${A}y`, { title: 'Carnivorous PLANTS of Småland', text: 'alpha beta' }),
      seen('z', B, { title: 'Carnival', text: 'plants' }),
    ];
    const listed = async (query: WordQuery, size = 9) =>
      (await index.titleWords(CRAWL, query, size)).map(({ word, records }) => `${word} ${records}`);

    const begun = (prefix: string, languages: readonly string[] = [], size = 9) => listed({ prefix, languages }, size);

    test('are found by their beginning, those of most records first', async () => {
      await write(...TITLED());
      expect(await begun('carn')).toEqual(['carnivorous 2', 'carnival 1', 'carnivores 1']);
      expect(await begun('carn', [], 1)).toEqual(['carnivorous 2']);
      expect(await begun('mål')).toEqual([]);
      expect(await begun('små')).toEqual(['småland 1']);
      for (const prefix of ['.*', '"', 'a%', '\\', '2']) expect(await begun(prefix)).toEqual([]);
    });

    test('are found by their beginning as it is typed', async () => {
      await write(seen('t', `${A}t`, { title: 'Öppet opera Ångström angst', language: 'sv' }));
      expect(await listed({ prefix: 'ö', languages: ['en', 'sv'], asTyped: true })).toEqual(['öppet 1']);
      expect(await listed({ prefix: 'o', languages: ['en', 'sv'], asTyped: true })).toEqual(['opera 1']);
      expect(await listed({ prefix: 'ång', languages: [], asTyped: true })).toEqual(['ångström 1']);
    });

    test('are found by a beginning with signs that a search ignores, which the word may lack', async () => {
      const titles = ['ड्रोसेरा', 'সূর্যশিশির', 'ज़मीन जमीनी', 'محمد مُحَمَّدي'];
      await write(...titles.map((title, i) => seen(`t${i}`, `${A}${i}`, { title, language: 'und' })));
      expect(await begun('ड्र', ['hi', 'mr', 'ne'])).toEqual(['ड्रोसेरा 1']);
      expect(await begun('সূর্য', ['bn'])).toEqual(['সূর্যশিশির 1']);
      expect(await begun('ज\u093cम', ['hi', 'mr', 'ne'])).toEqual(['जमीनी 1', 'ज़मीन 1']);
      expect(await begun('مُحَم', ['ar', 'fa', 'ur'])).toEqual(['محمد 1', 'مُحَمَّدي 1']);
    });

    test('are found by their beginning in other spellings that a search takes for the same', async () => {
      const titles = ['Café Ångström', 'Straße Ærø', 'München Müll', 'Mueller muesli', 'Ёлка Елец', 'Ήλιος', 'أحمد'];
      await write(...titles.map((title, i) => seen(`t${i}`, `${A}${i}`, { title, language: 'und' })));
      for (const prefix of ['c', 'cafe', 'café', 'CAFÉ'.toLowerCase()]) expect(await begun(prefix)).toEqual(['café 1']);
      expect(await begun('angstro')).toEqual(['ångström 1']);
      for (const prefix of ['s', 'stras', 'strass', 'strasse']) expect(await begun(prefix)).toEqual(['straße 1']);
      for (const prefix of ['aer', 'aero', 'ærø']) expect(await begun(prefix)).toEqual(['ærø 1']);
      expect(await begun('munch', ['en'])).toEqual(['münchen 1']);
      expect(await begun('muench', ['en'])).toEqual([]);
      expect(await begun('muenche', ['en', 'de'])).toEqual(['münchen 1']);
      expect(await begun('müll', ['de'])).toEqual(['mueller 1', 'müll 1']);
      expect(await begun('mull', ['de'])).toEqual(['müll 1']);
      expect(await begun('елк')).toEqual(['ёлка 1']);
      expect(await begun('ёл', ['ru', 'bg', 'sr', 'uk'])).toEqual(['елец 1', 'ёлка 1']);
      expect(await begun('ηλι', ['el'])).toEqual(['ήλιος 1']);
      expect(await begun('احم', ['ar'])).toEqual(['أحمد 1']);
      expect(await begun('x'.repeat(40), ['de'])).toEqual([]);
      expect(await begun('aeoeue'.repeat(6), ['de'])).toEqual([]);
    });

    test('are listed in the order of their code points, from a word on or before it', async () => {
      await write(...TITLED());
      const all = ['carnival 1', 'carnivores 1', 'carnivorous 2', 'of 1', 'plants 2', 'småland 1', 'sundews 1'];
      expect(await listed({ from: '' })).toEqual(all);
      expect(await listed({ from: 'carnivorous' }, 2)).toEqual(['carnivorous 2', 'of 1']);
      expect(await listed({ from: 'carnivorouses' }, 1)).toEqual(['of 1']);
      expect(await listed({ from: 'små' })).toEqual(['småland 1', 'sundews 1']);
      expect(await listed({ from: 'z' })).toEqual([]);
      expect(await listed({ before: 'of' }, 2)).toEqual(['carnivorous 2', 'carnivores 1']);
      expect(await listed({ before: '\u{10ffff}' })).toEqual(all.toReversed());
      expect(await listed({ before: '' })).toEqual([]);
      expect(await index.titleWords('none', { from: 'a' }, 9)).toEqual([]);
      await write(left('z', B, T + 1));
      expect(await listed({ from: '' }, 1)).toEqual(['carnivores 1']);
    });

    test('are found by similarity, with swapped neighbours as one edit', async () => {
      await write(...TITLED());
      expect(await listed({ similarTo: 'carnviorous', maxEdits: 1, commonStart: 1 })).toEqual(['carnivorous 2']);
      expect(await listed({ similarTo: 'plnts', maxEdits: 1, commonStart: 1 })).toEqual(['plants 2']);
      expect(await listed({ similarTo: 'dlants', maxEdits: 1, commonStart: 1 })).toEqual([]);
      expect(await listed({ similarTo: 'dlants', maxEdits: 1, commonStart: 0 })).toEqual(['plants 2']);
      expect(await listed({ similarTo: 'carnivor', maxEdits: 2, commonStart: 0 })).toEqual([
        'carnival 1',
        'carnivores 1',
      ]);
    });

    test('follow records that change and leave', async () => {
      await write(...TITLED());
      await write(left('x', `${A}x`, T + 1), seen('z', B, { title: 'Sundews', at: T + 1 }));
      expect(await begun('carn')).toEqual(['carnivorous 1']);
      expect(await begun('sun')).toEqual(['sundews 1']);
    });

    test('counts the records that have a form of a word anywhere, up to a limit', async () => {
      await write(...TITLED());
      const words = [['alpha'], ['beta', 'plants'], ['nothing'], ['"']];
      expect(await index.countMatches(CRAWL, words, 9)).toEqual([2, 3, 0, 0]);
      expect(await index.countMatches(CRAWL, words, 1)).toEqual([1, 1, 0, 0]);
      expect(await index.countMatches('none', [['alpha']], 9)).toEqual([0]);
      expect(await index.titleWords('none', { prefix: 'a', languages: [] }, 9)).toEqual([]);
    });
  });

  test('reads special characters as words, not as query syntax', async () => {
    await write(seen('x', A, { text: 'red' }));
    for (const word of ['"', 'a"b', 'AND', 'red*', 'title:red', '(', 'NEAR(', "'", '\\', '\u0000', 'é', '🌱', ''])
      await expect(find([word])).resolves.toMatchObject({
        total: expect.any(Number),
      });
  });

  test('keeps every URL of a record and shows the one that was seen first, the shortest among equals', async () => {
    await write(seen('x', `${A}long`, { at: T + 1 }), seen('x', B, { at: T + 5 }), seen('x', A, { at: T + 1 }));
    await write(again('x', A, T + 9));
    const record = await index.get(CRAWL, 'x');
    expect(record).toMatchObject({
      url: A,
      host: 'a.example',
      urls: { [A]: T + 9, [`${A}long`]: T + 1, [B]: T + 5 },
    });
    expect(await index.count(CRAWL)).toBe(1);
    expect((await find(['text'])).total).toBe(1);
  });

  test('remembers when a URL left a record, also if no other URL has it', async () => {
    await write(seen('x', A), seen('x', B), seen('y', A, { at: T + 1 }));
    expect(await index.leftAt(CRAWL, 'x', A)).toBeUndefined();
    await write(left('x', A, T + 1));
    expect([await index.leftAt(CRAWL, 'x', A), await index.leftAt(CRAWL, 'x', B)]).toEqual([T + 1, undefined]);
    await write(left('x', B, T + 2), left('z', A, T + 3));
    expect(await index.get(CRAWL, 'x')).toBeUndefined();
    expect([await index.leftAt(CRAWL, 'x', B), await index.leftAt(CRAWL, 'z', A)]).toEqual([T + 2, T + 3]);
    await write(again('x', A, T + 4));
    expect(await index.leftAt(CRAWL, 'x', A)).toBeUndefined();
  });

  test('finds the record that has a URL, the latest of several', async () => {
    expect(await index.findByUrl(CRAWL, A)).toBeUndefined();
    await write(seen('x', A), seen('x', B), seen('y', A, { at: T + 1 }), seen('z', `${A}z`));
    const idOf = async (url: string) => (await index.findByUrl(CRAWL, url))?.id;
    expect([await idOf(A), await idOf(B), await idOf(`${A}z`), await idOf(`${B}z`)]).toEqual([
      'y',
      'x',
      'z',
      undefined,
    ]);
    expect(await index.findByUrl(CRAWL, B)).toEqual(await index.get(CRAWL, 'x'));
    await write(left('y', A, T + 2));
    expect(await idOf(A)).toBe('x');
    await write(left('x', A, T + 2), left('z', `${A}z`, T + 3));
    expect([await idOf(A), await idOf(`${A}z`)]).toEqual([undefined, undefined]);
  });

  test('finds the records of several URLs, the latest of each', async () => {
    expect(await index.idsOfUrls(CRAWL, [A])).toEqual(new Map());
    await write(seen('x', A), seen('x', B), seen('y', A, { at: T + 1 }), seen('z', `${A}z`), left('z', `${A}z`, T + 2));
    const found = await index.idsOfUrls(CRAWL, [
      A,
      B,
      `${A}z`,
      `${B}z`,
      'x"; --',
      ...Array.from({ length: 600 }, (_, i) => `${A}${i}`),
    ]);
    expect(new Map(found)).toEqual(
      new Map([
        [A, 'y'],
        [B, 'x'],
      ]),
    );
    expect(new Map(await index.idsOfUrls(CRAWL, []))).toEqual(new Map());
  });

  const canonical = (of: string) => ({ canonical: of });
  const NAMING: { rule: string; changes: RecordChange[]; shown: string }[] = [
    {
      rule: 'shows the canonical URL that its pages name, once that has the same text',
      changes: [seen('x', A, canonical(B)), seen('x', B, { at: T + 1 })],
      shown: B,
    },
    { rule: 'not before that', changes: [seen('x', A, canonical(B)), seen('x', `${A}c`, { at: T + 1 })], shown: A },
    {
      rule: 'not if it has another text',
      changes: [seen('x', A, canonical(B)), seen('y', B, { at: T + 1 })],
      shown: A,
    },
    {
      rule: 'not if it no longer has the text',
      changes: [seen('x', A, canonical(B)), seen('x', B, { at: T + 1 }), left('x', B, T + 2)],
      shown: A,
    },
    {
      rule: 'ignores URLs that name each other',
      changes: [seen('x', A, canonical(B)), seen('x', B, { at: T + 1, ...canonical(A) })],
      shown: A,
    },
    { rule: 'ignores a URL that names itself', changes: [seen('x', A, canonical(A)), seen('x', B)], shown: A },
  ];

  test.each(NAMING)('canonical: $rule', async ({ changes, shown }) => {
    await write(...changes);
    expect((await index.get(CRAWL, 'x'))?.url).toBe(shown);
  });

  test('finds near-duplicates among matching records, without their texts', async () => {
    const [one, near, far] = ['0123456789abcdef', '0123456789abc000', 'fedcba9876543210'];
    await write(
      seen('x', A, { text: 'red', simhash: one }),
      seen('y', A, { text: 'red', simhash: near }),
      seen('z', B, { text: 'red', simhash: far }),
      seen('w', B, { text: 'blue', simhash: one }),
      seen('v', B, { text: 'red' }),
    );
    const { total, hits } = await find(['red'], { near: [one] });
    expect(total).toBe(2);
    expect(hits.map(({ record }) => [record.id, record.text, record.simhash]).sort()).toEqual([
      ['x', '', one],
      ['y', '', near],
    ]);
    const scores = new Map((await find(['red'])).hits.map(({ record, score }) => [record.id, score]));
    for (const { record, score } of hits) expect(score).toBeCloseTo(scores.get(record.id)!, 5);
    expect((await idsOf([], { near: [far] })).sort()).toEqual(['z']);
  });

  test('searches only the records with some ids', async () => {
    await write(
      seen('x', A, { text: 'red' }),
      seen('y', B, { text: 'red blue', language: 'sv' }),
      seen('z', B, { text: 'blue' }),
    );
    const ids = ['y', 'z', 'y', 'none'];
    expect((await idsOf([], { ids })).sort()).toEqual(['y', 'z']);
    expect(await idsOf(['red'], { ids })).toEqual(['y']);
    expect(await idsOf([], { ids, filters: { language: 'sv' } })).toEqual(['y']);
    expect(await idsOf([], { ids: [] })).toEqual([]);
    await write(left('z', B, T + 5));
    expect(await idsOf([], { ids })).toEqual(['y']);
  });

  // OpenSearch counts deleted records as records that have a word until it merges their segment.
  describe('counts of the records that have a word', () => {
    beforeEach(async () => {
      ({ index, settle } = await open('never used'));
    });

    test('ranks a record that is linked by a word above one that only has it in its text', async () => {
      const other = { title: 'one', text: 'two three four', anchors: ['five', 'six'] };
      await write(
        seen('x', A, { ...other, text: 'two three flypaper' }),
        seen('y', B, { ...other, anchors: ['flypaper', 'six'] }),
        seen('z', B, { ...other }),
      );
      expect(await idsOf(['flypaper'])).toEqual(['y', 'x']);
    });

    test('lists similar words, nearest first, then those of the most records', async () => {
      await write(
        seen('x', A, { text: 'bogs fens moor', language: 'und' }),
        seen('y', B, { text: 'fens bog door', title: 'bogus', language: 'und' }),
        seen('z', B, { text: 'door mood', language: 'und' }),
      );
      const similar = (words: string[], maxEdits: number, limit = 10) =>
        index.similarWords(CRAWL, { words, maxEdits }, limit);
      const others = async (word: string, maxEdits: number, limit = 10) =>
        (await similar([word], maxEdits, limit)).filter((one) => one !== word);
      expect(await others('moor', 1)).toEqual(['door', 'mood']);
      expect(await others('boor', 1)).toEqual(['door', 'moor']);
      expect(await others('bogs', 2)).toEqual(['bogus', 'bog']);
      expect(await others('bgos', 1)).toEqual(['bogs']);
      expect(await others('boor', 1, 1)).toEqual(['door']);
      expect(await others('heather', 2)).toEqual([]);
      expect(await similar(['fen', 'boor'], 1)).toEqual(['fens', 'door', 'moor']);
      expect(await index.similarWords('none', { words: ['fen'], maxEdits: 1 }, 9)).toEqual([]);
    });

    test('lists the same similar words if there are more than the limit', async () => {
      const letters = 'abcdefghijklmnopqrstuvwxyz';
      const words = [...letters].flatMap((a) => [...letters].map((b) => `su${a}d${b}w`));
      await write(
        seen('x', A, { text: words.join(' '), language: 'und' }),
        seen('y', B, { text: words.filter((_, i) => i % 7 === 0).join(' '), language: 'und' }),
      );
      const counted = words.map((word, i) => ({ word, records: i % 7 === 0 ? 2 : 1 }));
      const expected = nearestWords('sundew', 2, counted).map(({ word }) => word);
      const found = await index.similarWords(CRAWL, { words: ['sundew'], maxEdits: 2 }, 300);
      expect(found.filter((word) => word !== 'sundew')).toEqual(
        expected.filter((word) => word !== 'sundew').slice(0, found.includes('sundew') ? 299 : 300),
      );
    });
  });

  test('finds records by hundreds of words', async () => {
    await write(seen('x', A, { text: 'w299' }), seen('y', B, { title: 'w298' }), seen('z', B, { text: 'w300' }));
    const alternatives = Array.from({ length: 300 }, (_, i) => [`w${i}`]);
    const words = { match: 'words' as const, alternatives, maxGap: 0, ordered: true };
    const idsIn = (fields: SearchedText[]) => idsOf([], { condition: { ...words, fields } });
    expect((await idsIn([...TEXT_FIELDS])).sort()).toEqual(['x', 'y']);
    expect((await idsIn(['title', 'headings', 'text'])).sort()).toEqual(['x', 'y']);
    expect(await idsIn(['text'])).toEqual(['x']);
    const many = Array.from({ length: 8 }, () => ({ ...words, fields: ['text' as const] }));
    expect(await idsOf(['w299'], { condition: { match: 'and', parts: many }, bonuses: many })).toEqual(['x']);
  });

  test('finds records without their texts, in the same order', async () => {
    await write(seen('x', A, { text: 'red red', title: 'X' }), seen('y', B, { text: 'red and blue and green' }));
    const complete = await find(['red']);
    const without = await find(['red'], { withoutText: true });
    expect(without.hits.map(({ record }) => [record.id, record.text])).toEqual([
      ['x', ''],
      ['y', ''],
    ]);
    expect(without.hits.map(({ score }) => score)).toEqual(complete.hits.map(({ score }) => score));
    expect(without.hits[0]?.record.title).toBe('X');
  });

  test('updates the keys of a record that has left or has a new fingerprint', async () => {
    const [before, now] = ['0123456789abcdef', 'fedcba9876543210'];
    await write(seen('x', A, { simhash: before }), seen('y', B, { simhash: before }));
    await write(left('x', A, T + 1), seen('y', B, { at: T + 1, simhash: now }));
    expect(await idsOf([], { near: [before] })).toEqual([]);
    expect(await idsOf([], { near: [now] })).toEqual(['y']);
  });

  test('shows the fields of the page that it links to', async () => {
    await write(seen('x', A, { title: 'red', at: T }), seen('x', B, { title: 'blue', at: T + 1 }));
    expect(await idsOf(['red'])).toEqual(['x']);
    await write(left('x', A, T + 2));
    expect(await index.get(CRAWL, 'x')).toMatchObject({
      url: B,
      title: 'blue',
      host: 'b.example',
    });
    expect(await idsOf(['red'])).toEqual([]);
    expect(await idsOf(['blue'])).toEqual(['x']);
  });

  test('removes a record when its last URL has left', async () => {
    await write(seen('x', A), seen('x', B));
    await write(left('x', A, T + 1));
    expect(await index.count(CRAWL)).toBe(1);
    await write(left('x', B, T + 1));
    expect(await index.get(CRAWL, 'x')).toBeUndefined();
    expect(await index.count(CRAWL)).toBe(0);
    expect((await find(['text'])).total).toBe(0);
    expect((await find([])).total).toBe(0);
    expect(await all()).toEqual([]);
  });

  test('keeps the later of two changes, also if it says that the URL has left and arrives first', async () => {
    await write(left('x', A, T + 2));
    await write(seen('x', A, { at: T + 1 }));
    expect(await index.get(CRAWL, 'x')).toBeUndefined();
    await write(seen('x', A, { at: T + 3 }));
    await write(left('x', A, T + 2));
    expect(await index.get(CRAWL, 'x')).toMatchObject({ urls: { [A]: T + 3 } });
  });

  test('keeps a tombstone for 35 days', async () => {
    await write(left('x', A, T + 1));
    await write(seen('y', B, { at: T + 34 * DAY }));
    await write(seen('x', A, { at: T }));
    expect(await index.get(CRAWL, 'x')).toBeUndefined();
  });

  test('merges a sighting that arrives before the record', async () => {
    await write(again('x', A, T + 5));
    expect(await index.count(CRAWL)).toBe(0);
    await write(seen('x', A, { at: T }));
    expect(await index.get(CRAWL, 'x')).toMatchObject({ urls: { [A]: T + 5 } });
  });

  test('shows the fields of the latest fetch, also after a sighting without a record', async () => {
    await write(again('x', A, T + 9));
    await write(seen('x', A, { at: T + 3 }));
    await write(seen('x', A, { at: T + 6 }));
    expect(await index.get(CRAWL, 'x')).toMatchObject({ fetchedAt: T + 6, urls: { [A]: T + 9 } });
  });

  test('finds a page again that comes back', async () => {
    await write(seen('x', A, { text: 'red' }));
    await write(left('x', A, T + 1));
    await write(seen('x', A, { text: 'red', at: T + 2 }));
    expect(await idsOf(['red'])).toEqual(['x']);
  });

  test('returns records in the order of their ids', async () => {
    const ids = Array.from({ length: 130 }, (_, i) => `id${(i * 37) % 130}`);
    await write(...ids.map((id) => seen(id, A + id)));
    expect((await all()).map(({ id }) => id)).toEqual(ids.toSorted());
  });

  test('the filter `changed` takes the first fetch with the present text, not one that changed the markup alone', async () => {
    const day = (n: number) => new Date(T + n * DAY).toISOString().slice(0, 10);
    const since = (n: number) => idsOf([], { filters: { changed: day(n) } });
    await write(seen('old', A), seen('other', B), seen('old', A, { at: T + 3 * DAY, title: 'another title' }));
    expect(await since(1)).toEqual([]);
    expect((await since(0)).sort()).toEqual(['old', 'other']);
    await write(left('old', A, T + 5 * DAY), seen('new', A, { at: T + 5 * DAY }));
    expect(await since(5)).toEqual(['new']);
    // An earlier fetch that arrives late.
    await write(again('new', A, T + 4 * DAY));
    expect([await since(5), await since(4)]).toEqual([[], ['new']]);
    for (const field of ['fetchedDay', 'licence'] as const)
      for (const crawl of [CRAWL, 'never']) expect(await index.lacksValues(crawl, field)).toBe(false);
    expect(await index.lackingTexts(CRAWL)).toEqual([]);
    expect(await index.lackingTexts('never')).toEqual([]);
    expect(await index.hasOldWords(CRAWL)).toBe(false);
    expect(await index.hasOldWords('never')).toBe(false);
  });

  test('gives the same result for any order and repetition of changes', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(historyAndDelivery, async ({ history, delivery }) => {
        const [straight, shuffled] = [`straight-${++run}`, `shuffled-${run}`];
        await index.write(straight, history);
        for (const batch of delivery) await index.write(shuffled, batch);
        await settle();
        expect(await stateOf(index, shuffled)).toEqual(await stateOf(index, straight));
      }),
      { numRuns: histories },
    );
  });
}

/** Reads everything about a small crawl. */
async function stateOf(index: SearchIndex, crawl: string) {
  const records: SearchRecord[] = [];
  for await (const record of index.records(crawl)) records.push(record);
  const found: Record<string, string[]> = {};
  for (const word of ['one', 'two', 'three', 'first', 'second']) {
    const { hits } = await index.search(crawl, {
      words: [[word]],
      filters: {},
      from: 0,
      size: 50,
    });
    found[word] = hits.map(({ record }) => record.id).sort();
  }
  for (const word of ['b', 'c']) {
    const condition = {
      match: 'words' as const,
      fields: ['url' as const],
      alternatives: [[word]],
      maxGap: 0,
      ordered: true,
    };
    const { hits } = await index.search(crawl, { words: [], condition, filters: {}, from: 0, size: 50 });
    found[`url ${word}`] = hits.map(({ record }) => record.id).sort();
  }
  const changed: string[][] = [];
  for (const n of [1, 3, 6]) {
    const filters = { changed: new Date(T + n * DAY).toISOString() };
    const { hits } = await index.search(crawl, { words: [], filters, from: 0, size: 50 });
    changed.push(hits.map(({ record }) => record.id).sort());
  }
  return { records, found, changed, count: await index.count(crawl) };
}

type Fetch = {
  url: string;
  content: 'one' | 'two' | 'three' | 'gone';
  title: 'first' | 'second';
  canonical: string | undefined;
};

/** Returns the changes of successive fetches: a record, seen again, or left. */
function historyOf(fetches: Fetch[]): RecordChange[] {
  const changes: RecordChange[] = [];
  const had = new Map<string, Fetch>();
  for (const [i, fetch] of fetches.entries()) {
    const { url, content, title, canonical } = fetch;
    const at = T + i * DAY;
    const before = had.get(url);
    if (before?.content === content) {
      if (content !== 'gone') changes.push(again(content, url, at));
      continue;
    }
    if (before && before.content !== 'gone') changes.push(left(before.content, url, at));
    if (content !== 'gone')
      changes.push(seen(content, url, { at, title, text: content, ...(canonical && { canonical }) }));
    had.set(url, fetch);
  }
  return changes;
}

const fetches = fc.array(
  fc.record({
    url: fc.constantFrom(A, B, `${A}c`),
    content: fc.constantFrom('one', 'two', 'three', 'gone'),
    title: fc.constantFrom('first', 'second'),
    canonical: fc.constantFrom(undefined, A, B, `${A}c`, 'http://never.example/'),
  }),
  { minLength: 1, maxLength: 12 },
) as fc.Arbitrary<Fetch[]>;

const historyAndDelivery = fetches.map(historyOf).chain((history) => {
  const doubled = [...history, ...history];
  return fc
    .tuple(
      fc.shuffledSubarray(doubled, { minLength: doubled.length }),
      fc.array(fc.integer({ min: 1, max: 4 }), {
        minLength: 24,
        maxLength: 24,
      }),
    )
    .map(([order, sizes]) => ({ history, delivery: batchesOf(order, sizes) }));
});

function batchesOf<T>(list: T[], sizes: number[]): T[][] {
  const batches: T[][] = [];
  for (let from = 0, i = 0; from < list.length; from += sizes[i++ % sizes.length]!)
    batches.push(list.slice(from, from + sizes[i % sizes.length]!));
  return batches;
}
