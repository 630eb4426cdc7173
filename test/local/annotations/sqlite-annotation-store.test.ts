import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { annotationsFile } from '../../../cli/run/folder/data-folder.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import type { AnnotationStore } from '../../../shared/ports/annotation-store.ts';
import type { IndexCondition } from '../../../shared/ports/index-condition.ts';
import { anAnnotation } from '../../contracts/annotation-store.contract.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PAGE = { id: 'r1', urls: [] };
const phrase = (...words: string[]): IndexCondition => ({
  ...{ match: 'words', fields: ['text'], alternatives: [words], maxGap: 0, ordered: true },
});
const WORD = phrase('map');
const PHRASE = phrase('map', 'of', 'moss');

test('the first annotation creates the file, and other connections see it', async () => {
  const dir = temporaryFolder();
  const writer = openStores(dir);
  const reader = openStores(dir, 'read');
  expect(await reader.annotations.ofPage('bog', PAGE)).toEqual([]);
  expect(existsSync(join(dir, 'annotations.sqlite'))).toBe(false);
  await writer.annotations.add(anAnnotation(), 'map');
  expect(await reader.annotations.ofPage('bog', PAGE)).toEqual([anAnnotation()]);
  reader.close();
  writer.close();
});

/** Returns which of the words the files of annotations have anywhere. */
const inFiles = (dir: string, words: readonly string[]): string[] => {
  const files = readdirSync(dir).filter((name) => name.startsWith('annotations.sqlite'));
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(dir, name))));
  return words.filter((word) => bytes.includes(word));
};

const SECRET = { text: 'Xylographic prints, published by mistake', words: 'xylograph print publish mistak' };
const SECRET_WORDS = ['published by', 'xylograph', 'mistak'];

/** Adds a secret between other annotations, and opens the file in a second process, as a crawl does. */
async function withSecret(dir: string) {
  const stores = openStores(dir);
  const other = openStores(dir, 'read');
  for (const id of ['before', 'secret', 'behind']) {
    const isSecret = id === 'secret';
    await stores.annotations.add(
      anAnnotation({ id, ...(isSecret && { text: SECRET.text }) }),
      isSecret ? SECRET.words : 'map',
    );
  }
  await other.annotations.ofPage('bog', PAGE);
  expect(inFiles(dir, SECRET_WORDS)).toEqual(SECRET_WORDS);
  return { stores, other };
}

test.each<[what: string, remove: (store: AnnotationStore) => Promise<unknown>]>([
  ['deleted', (store) => store.delete('bog', 'secret')],
  ['replaced', (store) => store.change('bog', 'secret', { text: 'See the map.', changedAt: 2_000 }, 'see map')],
])('a %s text and its words leave the file and its log at once', async (_what, remove) => {
  const dir = temporaryFolder();
  const { stores, other } = await withSecret(dir);
  expect(await remove(stores.annotations)).toBe(true);
  expect(inFiles(dir, SECRET_WORDS)).toEqual([]);
  expect(await stores.annotations.matching('bog', WORD, 10)).toHaveLength(1);
  for (const one of [stores, other]) one.close();
});

test('a deleted text leaves the log when another process has ended its read transaction', async () => {
  const dir = temporaryFolder();
  const { stores, other } = await withSecret(dir);
  const reader = openDatabase(annotationsFile(dir));
  reader.exec('BEGIN; SELECT count(*) FROM annotation');
  expect(await stores.annotations.delete('bog', 'secret')).toBe(true);
  expect(inFiles(dir, ['published by'])).toEqual(['published by']);
  reader.exec('COMMIT');
  await stores.annotations.ofPage('bog', PAGE);
  expect(inFiles(dir, SECRET_WORDS)).toEqual([]);
  reader.close();
  for (const one of [stores, other]) one.close();
});

test('the words of a file of an earlier version are kept, and leave it when they are deleted', async () => {
  const dir = temporaryFolder();
  const { stores: first, other } = await withSecret(dir);
  first.close();
  const earlier = openDatabase(annotationsFile(dir));
  earlier.exec(`DROP TABLE annotation_words;
    CREATE VIRTUAL TABLE annotation_words USING fts5(text, content = '', contentless_delete = 1, tokenize = 'ascii')`);
  for (const [n, words] of [
    [1, 'old map'],
    [2, SECRET.words],
    [3, 'map of moss'],
  ] as const)
    earlier.prepare('INSERT INTO annotation_words (rowid, text) VALUES (?, ?)').run(n, words);
  earlier.close();
  const stores = openStores(dir);
  const counts = () =>
    Promise.all([stores, other].map(async (one) => (await one.annotations.matching('bog', PHRASE, 10)).length));
  expect(await counts()).toEqual([1, 1]);
  await stores.annotations.delete('bog', 'secret');
  expect(inFiles(dir, SECRET_WORDS)).toEqual([]);
  expect(await counts()).toEqual([1, 1]);
  await other.annotations.delete('bog', 'behind');
  expect(await counts()).toEqual([0, 0]);
  for (const one of [stores, other]) one.close();
});
