import { beforeEach, expect, test } from 'vitest';
import type { Annotation, AnnotationStore, PageLimit } from '../../shared/ports/annotation-store.ts';
import type { IndexCondition } from '../../shared/ports/index-condition.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';

const CRAWL = 'bog';

export const anAnnotation = (change: Partial<Annotation> = {}): Annotation => ({
  ...{ id: 'first', crawl: CRAWL, url: 'http://bog.example/', record: 'r1', author: 'Ada' },
  ...{ text: 'See the map of 1897.', createdAt: 1_000 },
  ...change,
});

const words = (text: string) => analyzeToString(text, 'en');
const phrase = (...alternatives: string[][]): IndexCondition => ({
  ...{ match: 'words', fields: ['text'], alternatives, maxGap: 0, ordered: true },
});

/**
 * Contract of `AnnotationStore`.
 *
 * @param open returns an empty store.
 */
export function annotationStoreContract(open: () => Promise<AnnotationStore>): void {
  let store: AnnotationStore;
  beforeEach(async () => {
    store = await open();
  });
  const add = (change: Partial<Annotation>, limit?: PageLimit) => {
    const one = anAnnotation(change);
    return store.add(one, words(one.text), limit);
  };
  const idsOf = (found: Annotation[]) => found.map(({ id }) => id);

  test('an empty store has nothing', async () => {
    expect(await store.get(CRAWL, 'first')).toBeUndefined();
    expect(await store.ofPage(CRAWL, { id: 'r1', urls: [] })).toEqual([]);
    expect(await store.list(CRAWL, { size: 10 })).toEqual([]);
    expect(await store.matching(CRAWL, phrase(['map']), 10)).toEqual([]);
    expect(await store.change(CRAWL, 'first', { text: 'x', changedAt: 1 }, 'x')).toBe(false);
    expect(await store.delete(CRAWL, 'first')).toBe(false);
    await store.replaceWords(words);
  });

  test('returns an annotation as it was added', async () => {
    const changed = anAnnotation({ id: 'second', changedAt: 2_000, text: 'Zeile\n\tπ 🌱' });
    expect([await add({}), await add(changed)]).toEqual(['added', 'added']);
    expect(await store.get(CRAWL, 'first')).toEqual(anAnnotation());
    expect(await store.get(CRAWL, 'second')).toEqual(changed);
    expect(await store.get('other', 'first')).toBeUndefined();
  });

  test('an id that the crawl has stays as it is', async () => {
    await add({});
    expect(await add({ text: 'another' })).toBe('known');
    expect(await add({ crawl: 'other', text: 'another' })).toBe('added');
    expect(await store.get(CRAWL, 'first')).toEqual(anAnnotation());
    expect(await store.matching(CRAWL, phrase(['anoth'])!, 10)).toEqual([]);
  });

  test('a page has the annotations of its URLs and of its text, the oldest first', async () => {
    await add({ id: 'of-url', record: 'earlier', createdAt: 3 });
    await add({ id: 'of-text', url: 'http://moved.example/', createdAt: 2 });
    await add({ id: 'of-both', createdAt: 1 });
    await add({ id: 'of-none', url: 'http://moved.example/', record: 'r2', createdAt: 0 });
    await add({ crawl: 'other' });
    const page = { id: 'r1', urls: ['http://mirror.example/', 'http://bog.example/'] };
    expect(idsOf(await store.ofPage(CRAWL, page))).toEqual(['of-both', 'of-text', 'of-url']);
  });

  test('adds no more annotations to a page than a limit', async () => {
    await add({ id: 'of-url', record: 'earlier' });
    await add({ id: 'of-text', url: 'http://moved.example/' });
    await add({ id: 'of-both' });
    await add({ crawl: 'other' });
    const page = { id: 'r1', urls: ['http://bog.example/'] };
    const within = (max: number) => ({ pages: [{ id: 'empty', urls: [] }, page], max });
    expect(await add({ id: 'fourth' }, within(3))).toBe('full');
    expect(await add({ id: 'of-both' }, within(3))).toBe('known');
    expect(await add({ id: 'fourth' }, within(4))).toBe('added');
    expect(idsOf(await store.ofPage(CRAWL, page)).sort()).toEqual(['fourth', 'of-both', 'of-text', 'of-url']);
    expect(await store.matching(CRAWL, phrase(['map']), 10)).toHaveLength(3);
  });

  test('a changed text is found by its new words only', async () => {
    await add({});
    expect(await store.change(CRAWL, 'first', { text: 'A photograph', changedAt: 5 }, words('A photograph'))).toBe(
      true,
    );
    expect(await store.get(CRAWL, 'first')).toEqual(anAnnotation({ text: 'A photograph', changedAt: 5 }));
    expect(await store.matching(CRAWL, phrase(['map']), 10)).toEqual([]);
    expect(await store.matching(CRAWL, phrase(['photograph']), 10)).toHaveLength(1);
  });

  test('a deleted annotation is not found', async () => {
    await add({});
    expect(await store.delete('other', 'first')).toBe(false);
    expect(await store.delete(CRAWL, 'first')).toBe(true);
    expect(await store.get(CRAWL, 'first')).toBeUndefined();
    expect(await store.matching(CRAWL, phrase(['map']), 10)).toEqual([]);
    expect(await add({})).toBe('added');
  });

  test('lists annotations page by page, the newest first', async () => {
    for (const [i, id] of ['a', 'b', 'c', 'd'].entries())
      await add({ id, createdAt: i < 2 ? 1 : 2, author: id === 'd' ? 'Bo' : 'Ada', url: `http://${id}.example/` });
    expect(idsOf(await store.list(CRAWL, { size: 3 }))).toEqual(['d', 'c', 'b']);
    expect(idsOf(await store.list(CRAWL, { size: 3, after: { createdAt: 2, id: 'c' } }))).toEqual(['b', 'a']);
    expect(idsOf(await store.list(CRAWL, { size: 9, author: 'Ada' }))).toEqual(['c', 'b', 'a']);
    expect(idsOf(await store.list(CRAWL, { size: 9, author: 'Ada', url: 'http://b.example/' }))).toEqual(['b']);
    expect(await store.list('other', { size: 9 })).toEqual([]);
  });

  test.each<[what: string, condition: IndexCondition, ids: string[]]>([
    ['a word', phrase(['map']), ['r1', 'r2']],
    ['a phrase', phrase(['old', 'map']), ['r2']],
    ['one of several phrases', phrase(['old', 'map'], ['fen']), ['r2', 'r3']],
    ['words near each other', { ...phrase(['fen', 'photo']), maxGap: 3, ordered: false } as IndexCondition, ['r3']],
    ['a pattern at the end', { match: 'wildcard', fields: ['text'], pattern: 'pho*' }, ['r3']],
    ['a pattern at the beginning', { match: 'wildcard', fields: ['text'], pattern: '*oto' }, ['r3']],
    ['similar words', { match: 'fuzzy', fields: ['text'], words: ['mpa'], maxEdits: 1 }, ['r1', 'r2']],
    ['two conditions', { match: 'and', parts: [phrase(['map']), phrase(['old'])] }, ['r2']],
    ['syntax of an engine', phrase(['map"', 'OR', '*']), []],
  ])('finds pages by %s', async (_what, condition, ids) => {
    await add({ id: 'a', createdAt: 1 });
    await add({ id: 'b', createdAt: 2, record: 'r2', text: 'The old map, a map of moss' });
    await add({ id: 'c', createdAt: 3, record: 'r3', text: 'A fen, and a photo of it' });
    await add({ id: 'd', createdAt: 4, crawl: 'other', text: 'the old map of a fen in a photo' });
    const found = await store.matching(CRAWL, condition, 10);
    expect(found.map(({ record }) => record).sort()).toEqual(ids);
    for (const { url } of found) expect(url).toBe('http://bog.example/');
  });

  test('returns each page once, those with the newest annotations first, up to a limit', async () => {
    for (const [i, record] of ['r1', 'r2', 'r3', 'r1'].entries()) await add({ id: `${i}`, createdAt: i, record });
    const found = await store.matching(CRAWL, phrase(['map']), 2);
    expect(found.map(({ record }) => record)).toEqual(['r1', 'r3']);
  });

  test('replaces the words of all annotations', async () => {
    await add({});
    await store.replaceWords((text) => text.toLowerCase().replaceAll(/[^a-z ]/g, ''));
    expect(await store.matching(CRAWL, phrase(['the', 'map', 'of']), 10)).toHaveLength(1);
  });
}
