import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexFile } from '../../../cli/run/folder/data-folder.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { readOnlyStores } from '../../../cli/serve/read-only-stores.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

test('closes replaced stores when the last call that uses them has ended', async () => {
  const dir = temporaryFolder();
  openStores(dir).close();
  const stores = readOnlyStores(dir, (opened) => opened);
  const gate = Promise.withResolvers<void>();
  const reads = (until: Promise<void>) =>
    stores.run(async (used) => {
      await until;
      return { used, control: await used.control.get('bog') };
    });
  const first = reads(gate.promise);
  cpSync(indexFile(dir), join(dir, 'rebuilt'));
  renameSync(join(dir, 'rebuilt'), indexFile(dir));
  const second = await reads(Promise.resolve());
  gate.resolve();
  const { used, control } = await first;
  expect(control).toBeUndefined();
  expect(used).not.toBe(second.used);
  await expect(async () => used.control.get('bog')).rejects.toThrow(/not open|finalized/);
  expect(await second.used.control.get('bog')).toBeUndefined();
  stores.close();
  await expect(async () => second.used.control.get('bog')).rejects.toThrow(/not open|finalized/);
});

test('tells whether stores are those of the current files', () => {
  const dir = temporaryFolder();
  openStores(dir).close();
  const stores = readOnlyStores(dir, (_, isCurrent) => isCurrent);
  const first = stores.current();
  expect(first()).toBe(true);
  cpSync(indexFile(dir), join(dir, 'rebuilt'));
  renameSync(join(dir, 'rebuilt'), indexFile(dir));
  expect([first(), stores.current()()]).toEqual([false, true]);
  const second = stores.current();
  renameSync(dir, `${dir}-moved`);
  expect(second()).toBe(false);
  renameSync(`${dir}-moved`, dir);
  const third = stores.current();
  expect(third()).toBe(true);
  stores.close();
  expect(third()).toBe(false);
});
