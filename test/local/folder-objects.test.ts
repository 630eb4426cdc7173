import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clearParts } from '../../shared/local/files/clear-parts.ts';
import { folderObjects } from '../../shared/local/folder-objects.ts';
import { temporaryFolder } from './temporary-folder.ts';

const BYTES = Buffer.from('some bytes');

async function keysOf(objects: ReturnType<typeof folderObjects>, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.list(prefix)) keys.push(key);
  return keys;
}

describe.each([
  '..',
  '../outside',
  'raw/../../outside',
  'raw/..',
  './raw',
  'raw/./a',
  '/etc/passwd',
  'raw//a',
  'raw/',
  '',
  'raw\\..\\a',
  'raw/a\0b',
  'raw/a b',
  'raw/a.part',
])('the key %j', (key) => {
  test('is refused by every call, which touches no file', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'objects'));
    writeFileSync(join(folder, 'outside'), 'untouched');
    const objects = folderObjects(join(folder, 'objects'));
    await expect(objects.put(key, BYTES)).rejects.toThrow('invalid object key');
    await expect(objects.get(key)).rejects.toThrow('invalid object key');
    await expect(objects.delete([key])).rejects.toThrow('invalid object key');
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['objects', 'outside']);
  });
});

test.each(['..', '../', 'raw/../../', '/', '/etc/'])('lists nothing outside of the folder (%j)', async (prefix) => {
  await expect(keysOf(folderObjects(temporaryFolder()), prefix)).rejects.toThrow('invalid prefix of object keys');
});

test('ignores temporary files of a killed process', async () => {
  const folder = temporaryFolder();
  const objects = folderObjects(folder);
  await objects.put('raw/a', BYTES);
  for (let n = 0; n < 4; n++) writeFileSync(join(folder, `raw/b.${process.pid}-${n}.part`), 'half');
  expect(await keysOf(objects, '')).toEqual(['raw/a']);
  await objects.put('raw/b', BYTES);
  expect(await keysOf(objects, 'raw/b')).toEqual(['raw/b']);
});

test('allows two adapters to write the same key at the same time', async () => {
  const folder = temporaryFolder();
  const [one, two] = [folderObjects(folder), folderObjects(folder)];
  await Promise.all(Array.from({ length: 10 }, (_, i) => [one, two][i % 2]!.put('clean/a', BYTES)));
  expect(await one.get('clean/a')).toEqual(BYTES);
  expect(readdirSync(join(folder, 'clean'))).toEqual(['a']);
});

test('leaves no files after a failed put', async () => {
  const folder = temporaryFolder();
  const objects = folderObjects(folder);
  await objects.put('raw/a', BYTES);
  await expect(objects.put('raw/a', BYTES, { ifAbsent: true })).rejects.toThrow('raw/a');
  mkdirSync(join(folder, 'raw/folder'));
  await expect(objects.put('raw/folder', BYTES)).rejects.toThrow();
  expect(readdirSync(join(folder, 'raw')).sort()).toEqual(['a', 'folder']);
});

test('creates a missing folder', async () => {
  const objects = folderObjects(join(temporaryFolder(), 'not/yet/there'));
  expect(await keysOf(objects, 'raw/')).toEqual([]);
  await objects.put('raw/plants/2026/a', BYTES);
  expect(await keysOf(objects, 'raw/')).toEqual(['raw/plants/2026/a']);
});

test('creates missing folders, but not the one that must exist', async () => {
  const folder = join(temporaryFolder(), 'data');
  const objects = folderObjects(join(folder, 'objects'), folder);
  await expect(objects.put('raw/a', BYTES)).rejects.toMatchObject({ code: 'ENOENT' });
  mkdirSync(folder);
  await Promise.all(['raw/a/b/c', 'raw/a/b/d', 'raw/a/e', 'clean/a'].map((key) => objects.put(key, BYTES)));
  expect(await keysOf(objects, '')).toEqual(['clean/a', 'raw/a/b/c', 'raw/a/b/d', 'raw/a/e']);
});

test('fails below a link that leads nowhere', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(folder, 'absent'), join(folder, 'objects'));
  await expect(folderObjects(join(folder, 'objects'), folder).put('raw/a', BYTES)).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

test('puts an object although a crawl that starts clears temporary files meanwhile', async () => {
  const folder = temporaryFolder();
  const objects = folderObjects(folder);
  const keys = Array.from({ length: 40 }, (_, i) => `raw/${i}`);
  let cleared = 0;
  const clear = () => {
    if (readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.part'))) {
      clearParts(folder);
      cleared++;
    }
    if (cleared === 0) setImmediate(clear);
  };
  clear();
  await Promise.all(keys.map((key) => objects.put(key, BYTES)));
  expect(cleared).toBe(1);
  expect(await keysOf(objects, 'raw/')).toEqual(keys.sort());
});
