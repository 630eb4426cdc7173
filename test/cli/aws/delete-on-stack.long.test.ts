import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';
import { REGION } from './aws-account.ts';
import { type FolderStack, openFolderStack } from './folder-stack.ts';

/*
 * The code of the function Admin over the stores of a data folder: a crawl on one machine fills them, and the command reaches
 * them as it reaches a stack.
 */

let dir: string;
let site: TestSite;
let stack: FolderStack;
const pages: Record<string, string> = {};
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-delete-aws-'));
  for (const path of Object.keys(pages)) delete pages[path];
  Object.assign(pages, {
    '/': `${prose('heath')}<a href="/moss">moss</a> <a href="/staff/ann">a</a> <a href="/staff/bob">b</a>`,
    '/moss': prose('moss'),
    '/staff/ann': prose('annsecret'),
    '/staff/bob': prose('bobsecret'),
  });
  site = await startSite(pages);
  expect((await crawl()).code).toBe(0);
  stack = await openFolderStack(dir);
});
afterEach(() => {
  stack.stores.close();
  site.close();
  rmSync(dir, { recursive: true });
});

const crawl = () =>
  thresher([
    'crawl',
    `${site.origin}/`,
    '--allow-private',
    '127.0.0.0/8',
    '--delay',
    '0',
    '--dir',
    dir,
    '--name',
    'moss',
  ]);
const onStack = (...args: string[]) => thresher(['delete', ...args, '--target', 'aws', '--dir', dir, '--name', 'moss']);
const filesWith = (text: string) =>
  readdirSync(join(dir, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => unpacked(file).includes(text));
function unpacked(file: string): Buffer {
  const bytes = readFileSync(file);
  if (file.endsWith('.gz')) return gunzipSync(bytes);
  return file.endsWith('.zst') && bytes.length > 0 ? zstdDecompressSync(bytes) : bytes;
}

async function indexedUrls(): Promise<string[]> {
  const urls: string[] = [];
  for await (const { urls: own } of stack.stores.index.records('moss')) urls.push(...Object.keys(own));
  return urls.map((url) => url.replace(site.origin, '')).sort();
}

test.each([
  ['in one call', 0],
  ['in calls that run out of time', 15_000],
])('deletes a path from a stack %s', async (_, each) => {
  stack.slownessMs = each;
  const path = `${site.origin}/staff/`;
  const dry = await onStack('--path', path, '--raw');
  expect(dry.code).toBe(0);
  expect(dry.printed.join('\n')).toMatch(/would delete:(.|\n)*2 URLs in the frontier(.|\n)*Nothing was changed/);
  expect(filesWith('annsecret7').length).toBeGreaterThan(1);

  const { code, printed } = await onStack('--path', path, '--apply', '--raw');
  expect(code).toBe(0);
  expect(printed.join('\n')).toMatch(
    /2 URLs in the frontier(.|\n)*2 captures in raw\/: overwritten(.|\n)*in 15 minutes/,
  );
  expect(filesWith('annsecret7')).toEqual([]);
  await stack.runIndexStage();
  expect(await indexedUrls()).toEqual(['/', '/moss']);
  expect(printed.at(-1)).toBe(
    `Kept out from now on. To allow it again: npx thresher delete --lift --path ${path} --target aws --stack Thresher --region ${REGION} --name moss`,
  );
  expect((await onStack('--list')).printed).toEqual([`--path ${path}`]);
  const again = await onStack('--path', path, '--apply', '--raw', '--json');
  expect(again.answers()).toMatchObject([{ pages: { count: 0 }, documents: { count: 0 }, captures: { count: 0 } }]);

  site.requests();
  await thresher(['recrawl', '--dir', dir]);
  expect((await crawl()).code).toBe(0);
  expect(site.requests()).toEqual(['/', '/moss']);
  // The clock of the slow function is ahead by now, and what it deletes counts as deleted later than it is fetched.
  if (each > 0) return;
  expect((await onStack('--lift', '--path', path)).printed.join()).toContain('due for the next crawl: 2 URLs');
  expect((await crawl()).code).toBe(0);
  expect(site.requests()).toEqual(['/staff/ann', '/staff/bob']);
  expect(await indexedUrls()).toHaveLength(4);
  const nothing = await onStack('--lift', '--path', path);
  expect(nothing).toMatchObject({ code: 2, stderr: [expect.stringContaining('nothing to lift')] });
});

test('deletes a record by its id, and refuses what a stack cannot do', async () => {
  let id = '';
  for await (const record of stack.stores.index.records('moss')) if (record.text.includes('bobsecret7')) id = record.id;
  const { code, answers } = await onStack('--id', id, '--apply', '--raw', '--json');
  expect(code).toBe(0);
  expect(answers()).toMatchObject([{ pages: { count: 1 }, documents: { count: 1 }, captures: { count: 1 } }]);
  expect(filesWith('bobsecret7')).toEqual([]);
  await stack.runIndexStage();
  expect(await indexedUrls()).toEqual(['/', '/moss', '/staff/ann']);
  expect((await onStack('--lift', '--id', id)).code).toBe(2);
  expect((await onStack('--digest', 'a'.repeat(32))).code).toBe(2);
  for (const command of ['sanity', 'aliases']) {
    const refused = await thresher([command, '--target', 'aws', '--dir', dir]);
    expect(refused).toMatchObject({ code: 2, stderr: [expect.stringContaining('--target: not available')] });
  }
});

test('a lifted rule makes only pages due that no other rule keeps out', async () => {
  const path = `${site.origin}/staff/`;
  expect((await onStack('--path', path, '--path', `${path}ann`, '--apply')).code).toBe(0);
  const lifted = await onStack('--lift', '--path', path);
  expect(lifted.printed.join()).toContain('due for the next crawl: 1 URL');
});

test('deletes a single URL from a stack, and none that begins like it', async () => {
  pages['/moss'] += '<a href="/staff/ann-marie">a</a>';
  pages['/staff/ann-marie'] = prose('annmarie');
  await thresher(['recrawl', '--dir', dir]);
  expect((await crawl()).code).toBe(0);
  const url = `${site.origin}/staff/ann`;
  expect((await onStack('--url', url, '--apply', '--raw')).code).toBe(0);
  await stack.runIndexStage();
  expect(await indexedUrls()).toEqual(['/', '/moss', '/staff/ann-marie', '/staff/bob']);
  expect(filesWith('annsecret7')).toEqual([]);
  expect((await onStack('--list')).printed).toEqual([`--url ${url}`]);
  expect((await onStack('--lift', '--url', url)).printed.join()).toContain('due for the next crawl: 1 URL');
});
