/** The code of the function Admin over the stores of a data folder, which an import has filled. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { administer } from '../../../functions/admin/administer.ts';
import { importPageOnce, PAGE_URL } from '../annotations/imported-page.ts';
import { thresher } from '../test-terminal.ts';
import { type FolderStack, openFolderStack } from './folder-stack.ts';

let dir: string;
let stack: FolderStack;
const newFolder = importPageOnce();
beforeEach(async () => {
  dir = newFolder();
  stack = await openFolderStack(dir);
});
afterEach(() => stack.stores.close());

const onStack = (...args: string[]) => thresher(['annotations', ...args, '--target', 'aws', '--dir', dir]);
const add = (...args: string[]) => onStack('add', '--author', 'Ada', '--json', ...args);
const list = async (...args: string[]) => (await onStack('list', '--json', ...args)).answers();

test('adds, lists, changes and deletes annotations', async () => {
  const [added] = (await add('--url', PAGE_URL, 'See the map.')).answers();
  expect(added).toMatchObject({ url: PAGE_URL, author: 'Ada', text: 'See the map.' });
  const id = added!['id'] as string;
  const record = added!['record'] as string;
  const [second] = (await add('--record', record, 'More.')).answers();
  expect(await list()).toEqual([second, added]);
  for (const nobody of ['Bo', 'B'.repeat(70)]) expect(await list('--author', nobody)).toEqual([]);
  const [changed] = (await onStack('change', id, 'See both maps.', '--json')).answers();
  expect(changed).toEqual({ ...added, text: 'See both maps.', changedAt: expect.any(String) });
  expect(await onStack('delete', 'no id', 'unknown', id)).toMatchObject({
    code: 1,
    printed: [`${id}: deleted`],
    stderr: ['no id: there is no such annotation', 'unknown: there is no such annotation'],
  });
  expect(await list()).toEqual([second]);
});

test.each([
  [['add', '--author', 'Ada', '--url', 'http://bog.example/none', 'x'], /has no page with this URL/],
  [['add', '--author', 'Ada', '--record', 'none', 'x'], /there is no such page in the crawl/],
  [['add', '--author', 'Ada', '--url', PAGE_URL, ' '], /the text is empty/],
  [['add', '--author', 'Ada', '--record', 'no id', 'x'], /there is no such page in the crawl/],
  [['change', 'none', 'x'], /there is no such annotation/],
  [['change', 'no id', 'x'], /there is no such annotation/],
])('refuses %j', async (args, message) => {
  const { code, stderr } = await onStack(...args);
  expect([code, stderr.join('\n')]).toEqual([2, expect.stringMatching(message)]);
});

test('refuses a long text', async () => {
  const { stderr } = await add('--url', PAGE_URL, 'x'.repeat(30_000));
  expect(stderr).toEqual([expect.stringContaining('the text is longer than 5,000 characters')]);
});

test('refuses names that nobody can have, and compares names in NFC', async () => {
  const [{ record } = {}] = (await add('--url', PAGE_URL, 'See the map.')).answers();
  const addAs = (author: string) => {
    const call = { verb: 'add', record, author, text: 'x' };
    return administer({ action: 'annotations', crawl: 'archive', call }, stack.stores, 'host');
  };
  for (const name of ['<b>', ' Ada', 'Ada\n', '']) expect(await addAs(name), name).toMatchObject({ status: 400 });
  expect(await addAs('Rene\u0301')).toMatchObject({ body: { annotations: [{ author: 'Ren\u00e9' }] } });
});

test('loads the annotations of a file, some at a time, and lists them page by page', async () => {
  const [added] = (await add('--url', PAGE_URL, 'See the map.')).answers();
  const { id } = added!;
  const lines = Array.from({ length: 230 }, (_, i) => ({
    ...added,
    id: `a${i}`,
    createdAt: new Date(i).toISOString(),
    ...(i >= 100 && { url: `http://bog.example/${i}`, record: `r${i}` }),
  }));
  const file = join(dir, 'annotations.jsonl');
  writeFileSync(file, [JSON.stringify({ id }), ...[added, ...lines].map((one) => JSON.stringify(one))].join('\n'));
  const before = stack.calls;
  const loaded = await onStack('load', file, '--json');
  expect(loaded).toMatchObject({ code: 1, stderr: [`${file}:1: text: expected a string`] });
  expect(loaded.answers()).toMatchObject([{ added: 230, known: 1, errors: 1 }]);
  // One asks for the name of the crawl.
  expect(stack.calls - before).toBe(4);
  const all = await list();
  expect(all.map((one) => one['id'])).toEqual([id, ...lines.map((one) => one.id).reverse()]);
});

test('looks up the pages of all annotations that it loads together', async () => {
  const [added] = (await add('--url', PAGE_URL, 'See the map.')).answers();
  const file = join(dir, 'annotations.jsonl');
  writeFileSync(file, Array.from({ length: 90 }, (_, i) => JSON.stringify({ ...added, id: `a${i}` })).join('\n'));
  const { index } = stack.stores;
  const methods = ['get', 'search', 'idsOfUrls', 'findByUrl'] as const;
  const spies = methods.map((name) => vi.spyOn(index, name));
  expect(await onStack('load', file)).toMatchObject({ code: 0 });
  expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1, 0]);
});

test('reports those for which a page has no room', async () => {
  const [added] = (await add('--url', PAGE_URL, 'See the map.')).answers();
  const file = join(dir, 'annotations.jsonl');
  writeFileSync(file, Array.from({ length: 201 }, (_, i) => JSON.stringify({ ...added, id: `a${i}` })).join('\n'));
  const { code, stderr } = await onStack('load', file);
  expect([code, stderr]).toEqual([
    1,
    [`${file}:200: the page has 200 annotations already`, `${file}:201: the page has 200 annotations already`],
  ]);
});
