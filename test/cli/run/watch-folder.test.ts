import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchFolder } from '../../../cli/run/folder/watch-folder.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

test.each([
  ['removed', (dir: string) => rmSync(dir, { recursive: true })],
  ['moved', (dir: string) => renameSync(dir, `${dir}-away`)],
  [
    'replaced',
    (dir: string) => {
      renameSync(dir, `${dir}-away`);
      mkdirSync(dir);
      openStores(dir).close();
    },
  ],
])('a folder that is %s while a crawl runs ends the run', async (_, damage) => {
  const dir = join(temporaryFolder(), 'data');
  const stores = openStores(dir);
  const { promise, resolve } = Promise.withResolvers<Error>();
  const unwatch = watchFolder(dir, resolve, 5);
  damage(dir);
  expect((await promise).message).toBe(
    `${dir} was removed, moved or replaced while the crawl was running; restore it to resume`,
  );
  unwatch();
  stores.close();
});

test('an object that is stored after the folder was moved fails instead of going to the old place', async () => {
  const dir = join(temporaryFolder(), 'data');
  const stores = openStores(dir);
  await stores.objects.put('raw/plants/2026/a', Buffer.from('a'));
  renameSync(dir, `${dir}-away`);
  await expect(stores.objects.put('raw/plants/2026/b', Buffer.from('b'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(existsSync(dir)).toBe(false);
  renameSync(`${dir}-away`, dir);
  await stores.objects.put('raw/plants/2027/01/c', Buffer.from('c'));
  expect(await stores.objects.get('raw/plants/2027/01/c')).toEqual(Buffer.from('c'));
  stores.close();
});
