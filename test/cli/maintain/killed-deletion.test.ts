import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteLocally } from '../../../cli/maintain/delete-locally.ts';
import type { DeletionSelectors } from '../../../cli/maintain/deletion-rules.ts';
import { type ImportFolder, importFolder, LINE_PAGES, lines } from '../import/import-folder.ts';
import { testTerminal, thresher } from '../test-terminal.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

const SECRET = 'annsecret';
const URL = 'http://a.example/staff/ann';
const TEXT = `Notes on ${SECRET}, who lives by the heath and counts its mosses in every season of the year.`;

const indexHas = (text: string): boolean => readFileSync(join(folder.data, 'index.sqlite')).includes(text);

/** Imports pages, and begins a deletion that ends at a line of its progress. */
async function killDeletion(selection: DeletionSelectors, isLast: (line: string) => boolean): Promise<void> {
  await folder.imported(folder.file('pages.jsonl', lines(...LINE_PAGES, { url: URL, text: TEXT })));
  const progress = (line: string) => {
    if (isLast(line)) throw new Error('killed');
  };
  const terminal = { ...testTerminal(), progress };
  const killed = deleteLocally({ dir: folder.data }, selection, { apply: true, raw: false }, terminal);
  await expect(killed).rejects.toThrow('killed');
  expect(await folder.titles()).not.toHaveProperty('/staff/ann');
  expect(indexHas(SECRET)).toBe(true);
}

const repeat = (...selection: string[]) => thresher(['delete', ...selection, '--apply', '--dir', folder.data]);

test('a deletion that was killed after its records had left the index overwrites their words when it is repeated', async () => {
  await killDeletion({ url: [URL] }, (line) => line.endsWith('read'));
  expect((await repeat('--url', URL)).code).toBe(0);
  expect(indexHas(SECRET)).toBe(false);
});

test('one by MD5 digest is repeated by the id of the record if the documents are gone', async () => {
  const md5 = createHash('md5').update(TEXT).digest('hex');
  await killDeletion({ digest: [md5] }, (line) => line === 'a.example');
  expect(await repeat('--digest', md5)).toMatchObject({
    code: 2,
    stderr: [
      expect.stringMatching(/no document has the MD5 digest .*give --id with what `thresher delete --list` lists/),
    ],
  });
  const { printed } = await thresher(['delete', '--list', '--dir', folder.data]);
  const [id = ''] = /\b[0-9a-f]{64}\b/.exec(printed.join('\n')) ?? [];
  expect((await repeat('--id', id)).code).toBe(0);
  expect(indexHas(SECRET)).toBe(false);
});
