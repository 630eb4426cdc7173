import { beforeEach, expect, test } from 'vitest';
import { thresher } from '../test-terminal.ts';
import { importPageOnce, PAGE_URL } from './imported-page.ts';

let dir: string;
const newFolder = importPageOnce();
beforeEach(() => {
  dir = newFolder();
});

const annotations = (...args: string[]) => thresher(['annotations', ...args, '--dir', dir]);
const add = (...args: string[]) => annotations('add', '--author', 'Ada', '--url', PAGE_URL, '--json', ...args);
const list = async () => (await annotations('list', '--json')).answers();

test('adds, lists, changes and deletes an annotation', async () => {
  const [added] = (await add('See the map.')).answers();
  expect(added).toMatchObject({ crawl: 'archive', url: PAGE_URL, author: 'Ada', text: 'See the map.' });
  expect(await list()).toEqual([added]);
  const id = added!['id'] as string;
  const record = added!['record'] as string;
  const second = await annotations('add', '--author', 'Bo Ek', '--record', record, 'two\nlines');
  expect(second.printed.join('\n')).toMatch(
    /^[a-z0-9]+ {2}[-\d]+ [:\d]+ {2}Bo Ek {2}http:\/\/bog\.example\/moss\n {4}two\n {4}lines$/,
  );
  expect((await annotations('list', '--author', 'Ada')).printed).toHaveLength(2);
  expect((await annotations('list', '--url', 'http://other.example/')).printed).toEqual([]);
  const [changed] = (await annotations('change', id, 'See both maps.', '--json')).answers();
  expect(changed).toEqual({ ...added, text: 'See both maps.', changedAt: expect.any(String) });
  expect(await annotations('delete', id)).toMatchObject({ code: 0, printed: [`${id}: deleted`] });
  expect(await annotations('delete', id)).toMatchObject({ code: 1, stderr: [`${id}: there is no such annotation`] });
  expect(await list()).toHaveLength(1);
});

test('reads a text from standard input', async () => {
  const { answers } = await thresher(
    ['annotations', 'add', '--author', 'Ada', '--url', PAGE_URL, '--dir', dir, '--json', '-'],
    ['a', 'b'],
  );
  expect(answers()).toMatchObject([{ text: 'a\nb' }]);
});

test('loads what list has written, once', async () => {
  await add('one');
  await add('two');
  const lines = (await annotations('list', '--json')).printed;
  for (const line of lines) await annotations('delete', (JSON.parse(line) as { id: string }).id);
  const load = () => thresher(['annotations', 'load', '-', '--dir', dir, '--json'], [...lines, '{"id": 1}', '', 'x']);
  const first = await load();
  expect(first).toMatchObject({ code: 1 });
  expect(first.answers()).toEqual([{ crawl: 'archive', added: 2, known: 0, errors: 2 }]);
  expect(first.stderr).toEqual(['-:3: text: expected a string', expect.stringMatching(/^-:5: .*JSON/)]);
  expect((await load()).answers()).toMatchObject([{ added: 0, known: 2 }]);
  expect((await annotations('list', '--json')).printed).toEqual(lines);
});

test('loads no more annotations of a page than it shows, and those of other pages', async () => {
  const [first] = (await add('See the map.')).answers();
  const line = (change: object) => JSON.stringify({ ...first, ...change });
  const byUrl = Array.from({ length: 100 }, (_, i) => line({ id: `u${i}`, record: 'earlier' }));
  const byRecord = Array.from({ length: 101 }, (_, i) => line({ id: `r${i}`, url: 'http://moved.example/' }));
  const other = [line({ id: 'other', record: 'unknown', url: 'http://unknown.example/' }), line({ id: 'r0' })];
  const load = await thresher(
    ['annotations', 'load', '-', '--dir', dir, '--json'],
    [...byRecord, ...byUrl, ...other, line({ id: 'last' })],
  );
  expect(load.code).toBe(1);
  expect(load.answers()).toEqual([{ crawl: 'archive', added: 200, known: 1, errors: 3 }]);
  expect(load.stderr).toEqual([200, 201, 204].map((n) => `-:${n}: the page has 200 annotations already`));
  expect(await list()).toHaveLength(201);
});

test('takes a name of decomposed letters for the same person', async () => {
  const [composed, decomposed] = ['Bo \u00c9k', 'Bo E\u0301k'] as const;
  await annotations('add', '--author', decomposed, '--url', PAGE_URL, 'one');
  const [added] = await list();
  expect(added).toMatchObject({ author: composed });
  const line = JSON.stringify({ ...added, id: 'loaded', author: decomposed });
  expect(await thresher(['annotations', 'load', '-', '--dir', dir], [line])).toMatchObject({ code: 0 });
  const found = (await annotations('list', '--author', decomposed, '--json')).answers();
  expect(found.map(({ author }) => author)).toEqual([composed, composed]);
});

test.each<[what: string, args: string[], message: RegExp]>([
  [
    'a page that the crawl does not have',
    ['add', '--author', 'Ada', '--url', 'http://x.example/', 'x'],
    /has no page with this URL/,
  ],
  ['an unknown record', ['add', '--author', 'Ada', '--record', 'x', 'x'], /there is no such page/],
  ['a name with other signs', ['add', '--author', 'A<b>', '--url', PAGE_URL, 'x'], /--author: must be/],
  [
    'a name with two blanks',
    ['add', '--author', 'Bo  Ek', '--url', PAGE_URL, 'x'],
    /--author: must be .* single blanks/,
  ],
  ['an empty text', ['add', '--author', 'Ada', '--url', PAGE_URL, ' '], /the text is empty/],
  ['a long text', ['add', '--author', 'Ada', '--url', PAGE_URL, 'x'.repeat(5_001)], /longer than 5,000 characters/],
  ['no page', ['add', '--author', 'Ada', 'x'], /give the page/],
  ['an unknown verb', ['remove', 'x'], /use `annotations list`/],
  ['options of another verb', ['delete', 'x', '--author', 'Ada'], /only for/],
  ['a missing file', ['load', 'none.jsonl'], /no such file/],
])('refuses %s', async (_what, args, message) => {
  const { code, stderr } = await annotations(...args);
  expect(code).toBe(2);
  expect(stderr.join('\n')).toMatch(message);
});
