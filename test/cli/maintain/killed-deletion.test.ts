import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteLocally } from '../../../cli/maintain/delete-locally.ts';
import { type ImportFolder, importFolder, LINE_PAGES, lines } from '../import/import-folder.ts';
import { prose } from '../site.ts';
import { thresher } from '../test-terminal.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

const SECRET = 'annsecret';
const URL = 'http://a.example/staff/ann';

const indexHas = (text: string): boolean => readFileSync(join(folder.data, 'index.sqlite')).includes(text);

test('a deletion that was killed after its records had left the index overwrites their words when it is repeated', async () => {
  await folder.imported(folder.file('pages.jsonl', lines(...LINE_PAGES, { url: URL, text: prose(SECRET) })));
  const progress = (line: string) => {
    if (line.endsWith('read')) throw new Error('killed');
  };
  const selection = { host: [], path: [], url: [URL], digest: [], id: [] };
  const killed = deleteLocally({ dir: folder.data }, selection, { apply: true, raw: false }, {
    progress,
    interrupt: new AbortController().signal,
  } as Parameters<typeof deleteLocally>[3]);
  await expect(killed).rejects.toThrow('killed');
  expect(await folder.titles()).not.toHaveProperty('/staff/ann');
  expect(indexHas(SECRET)).toBe(true);
  const again = await thresher(['delete', '--url', URL, '--apply', '--dir', folder.data]);
  expect(again.code).toBe(0);
  expect(indexHas(SECRET)).toBe(false);
});
