import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStores } from '../../../cli/run/wiring.ts';
import { anAnnotation } from '../../contracts/annotation-store.contract.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PAGE = { id: 'r1', urls: [] };

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

test('a deleted text is overwritten in the file', async () => {
  const dir = temporaryFolder();
  const stores = openStores(dir);
  await stores.annotations.add(anAnnotation({ text: 'a secret that was published by mistake' }), 'secret');
  await stores.annotations.delete('bog', 'first');
  stores.close();
  expect(readFileSync(join(dir, 'annotations.sqlite')).includes('published by mistake')).toBe(false);
});
