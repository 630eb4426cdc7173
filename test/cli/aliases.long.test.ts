import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prose, startSite, type TestSite } from './site.ts';
import { thresher } from './test-terminal.ts';

let dir: string;
let one: TestSite;
let other: TestSite;
let names: string[];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-aliases-'));
  names = ['heath', 'moss', 'fern', 'sedge'];
  const links = names.map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  const pages = Object.fromEntries(names.map((name) => [`/${name}`, prose(name)]));
  // Links without a text, so that both names have the same texts.
  const home = (...more: string[]) => prose('home') + links + more.map((path) => `<a href="${path}"></a>`).join('');
  const rest = { '/rush': prose('rush'), '/reed': prose('reed') };
  one = await startSite({ ...pages, ...rest, '/': home('/rush', '/reed') });
  // A page that the first name does not have.
  other = await startSite({ ...pages, '/only': prose('only'), '/': home('/only') }, '127.0.0.2', one.port);
});
afterEach(() => {
  one.close();
  other.close();
  rmSync(dir, { recursive: true });
});

const at = () => ['--dir', dir, '--name', 'moss'];
const crawl = () =>
  thresher(['crawl', `${one.origin}/`, `${other.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', ...at()]);
const answer = async (...args: string[]) => (await thresher([...args, '--json', ...at()])).answers()[0]!;
const exported = async () => (await thresher(['export', ...at()])).answers() as { url: string; urls: string[] }[];

test('prints the evidence, folds the alias, and keeps it folded', async () => {
  expect((await crawl()).code).toBe(0);
  const dry = await thresher(['aliases', ...at()]);
  expect(dry.printed).toEqual([
    `${other.host} is an alias of ${one.host}`,
    `  ${one.host} and ${other.host}: same text: 5 of 6 texts, 5 at the same path`,
    `Nothing was changed. To fold: npx thresher aliases --apply --dir ${dir} --name moss`,
  ]);
  const named = await thresher(['aliases', other.host, '--least', '4', ...at()]);
  expect(named.printed.at(-1)).toContain(`thresher aliases --apply ${other.host} --least 4 --dir`);
  expect((await exported()).flatMap(({ urls }) => urls)).toHaveLength(13);

  const applied = await answer('aliases', '--apply');
  expect(applied).toMatchObject({ aliases: { [other.host]: one.host }, folded: { urls: 6, moved: 1, busy: [] } });
  const records = await exported();
  expect(records.map(({ url }) => url.replace(one.origin, '')).sort()).toEqual(
    ['/', '/only', '/reed', '/rush', ...names.map((name) => `/${name}`)].sort(),
  );
  expect(records.every(({ urls }) => urls.length === 1)).toBe(true);
  expect(await answer('aliases')).toMatchObject({ aliases: {} });
  expect((await thresher(['reclassify', ...at()])).code).toBe(0);
  expect((await exported()).map(({ url, urls }) => [url, urls])).toEqual(records.map(({ url }) => [url, [url]]));

  // The page that only the alias had is fetched under the main name, where it does not exist.
  [one, other].forEach((site) => void site.requests());
  await thresher(['recrawl', ...at()]);
  expect((await crawl()).code).toBe(0);
  expect(other.requests()).toEqual([]);
  expect(one.requests()).toContain('/only');
  expect((await exported()).map(({ url }) => url)).not.toContain(`${one.origin}/only`);
  expect(await answer('sanity')).toMatchObject({ problems: [] });
  expect((await thresher(['reindex', '--dir', dir])).code).toBe(0);
  expect((await exported()).flatMap(({ urls }) => urls)).toHaveLength(7);

  expect(await answer('aliases', '--undo', other.host)).toMatchObject({ pages: 6 });
  await crawl();
  expect(other.requests()).toContain('/only');
  expect((await exported()).flatMap(({ urls }) => urls)).toHaveLength(13);
});

test('sanity finds nothing right after folding, and a second run changes nothing', async () => {
  await crawl();
  await thresher(['aliases', '--apply', ...at()]);
  expect(await answer('sanity')).toMatchObject({ problems: [] });
  expect(await answer('aliases', '--apply')).toMatchObject({ folded: { urls: 0, moved: 0, queued: 0 } });
  expect((await thresher(['aliases', '--apply', ...at()])).printed).toEqual([
    expect.stringContaining('no aliases found'),
  ]);
});

test('refuses unknown names', async () => {
  await crawl();
  expect(await thresher(['aliases', 'no.example', '--apply', ...at()])).toMatchObject({ code: 2 });
  expect(await thresher(['aliases', '--undo', 'no.example', ...at()])).toMatchObject({ code: 2 });
});
