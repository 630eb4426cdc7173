import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { RecordChange, SearchIndex, SearchRecord } from '../../shared/ports/search-index.ts';
import type { Url } from '../../shared/url/url.ts';
import { recordOfDocument } from '../search/records.ts';

const DAY = 24 * 3_600_000;
const T = Date.UTC(2026, 0, 1);
const CRAWL = 'main';

/** An empty index. `settle` waits until writes are visible to searches. */
export type OpenIndex = { index: SearchIndex; settle: () => Promise<void> };

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
const left = (id: string, url: string, at: number): RecordChange => ({
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
export function searchIndexContract(open: () => Promise<OpenIndex>, histories = 60): void {
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

  test('searches title, headings and text, with words joined by OR', async () => {
    await write(seen('x', A, { title: 'red' }), seen('y', A, { headings: ['green'] }), seen('z', B, { text: 'blue' }));
    expect((await idsOf(['red', 'green', 'blue', 'black'])).sort()).toEqual(['x', 'y', 'z']);
    expect(await find(['black'])).toEqual({ total: 0, hits: [] });
  });

  test('ranks a record with all words above records of its length with some', async () => {
    await write(
      seen('x', A, { text: 'red one' }),
      seen('y', A, { text: 'red blue' }),
      seen('z', B, { text: 'blue two' }),
    );
    expect((await idsOf(['red', 'blue']))[0]).toBe('y');
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
        classes: [{ class: 'A.14.5', score: 1 }],
      }),
      seen('y', 'http://a.example/', {
        text: 'red',
        language: 'de',
        date: '2020-05-01T10:00:00Z',
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
  return { records, found, count: await index.count(crawl) };
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
    const at = T + i * 1000;
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
