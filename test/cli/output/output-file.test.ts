import { readdirSync, readFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { checkOutputFile, writeWhole } from '../../../cli/output/output-file.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('writes and syncs a file before it gets its name', async () => {
  const calls: string[] = [];
  const { writeFile, rename } = fsPromises;
  vi.spyOn(fsPromises, 'writeFile').mockImplementation(async (...args) => {
    await writeFile(...args);
    calls.push((args[2] as { flush?: boolean } | undefined)?.flush ? 'write and sync' : 'write');
  });
  vi.spyOn(fsPromises, 'rename').mockImplementation(async (...args) => {
    calls.push('rename');
    await rename(...args);
  });
  syncBuiltinESMExports();
  const dir = temporaryFolder();
  await writeWhole(join(dir, 'a.json'), Buffer.from('{}'));
  expect(calls).toEqual(['write and sync', 'rename']);
  expect([readdirSync(dir), readFileSync(join(dir, 'a.json'), 'utf8')]).toEqual([['a.json'], '{}']);
});

test('writes to a device, which cannot be synced', async () => {
  await expect(writeWhole('/dev/null', Buffer.from('{}'))).resolves.toBeUndefined();
});

test.each([
  ['a read-only disk', 'EROFS', 'the disk is read-only; give the name of a file on another one'],
  ['a folder of another user', 'EACCES', 'no permission to write it'],
])('says in words that a file cannot be written on %s', async (_, code, why) => {
  const file = join(temporaryFolder(), 'a.json');
  vi.spyOn(fsPromises, 'access').mockRejectedValue(Object.assign(new Error(`${code}: access '${file}'`), { code }));
  syncBuiltinESMExports();
  await expect(checkOutputFile(file, '-o')).rejects.toThrow(`-o ${file}: ${why}`);
});
