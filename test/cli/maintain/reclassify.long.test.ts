/** A changed topic is applied to the stored pages of a small crawl. */
import { mkdtempSync, readdirSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../../cli/run/folder/folder-lock.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import type { ReclassifyReport } from '../../../shared/classify/reclassify/reclassify-report.ts';
import { indexRecords } from '../../../shared/index/index-records.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

let dir: string;
let site: TestSite;
let pages: Record<string, string>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-reclassify-'));
  writeFileSync(join(dir, 'moss.txt'), '10: moss1=M\n');
  writeFileSync(join(dir, 'fern.txt'), '10: fern1=F\n');
  writeFileSync(join(dir, 'both.txt'), '20: moss1=M\n10: fern1=F\n');
  pages = {
    '/': `${prose('index')}<a href="/moss">a</a> <a href="/fern">b</a> <a href="/mixed">c</a> <a href="/rain">d</a>`,
    '/moss': `${prose('moss')}<a href="/below-moss">below</a>`,
    '/fern': `${prose('fern')}<a href="/below-fern">below</a>`,
    '/mixed': `${prose('fern')} ${prose('moss')}`,
    '/rain': prose('rain'),
    '/below-moss': prose('moss', 80),
    '/below-fern': prose('fern', 80),
  };
  site = await startSite(pages);
});
afterEach(() => {
  site.close();
  rmSync(dir, { recursive: true });
});

const data = () => join(dir, 'data');
const at = () => ['--dir', data(), '--name', 'plants'];
const topic = (name: string) => ['--topic', join(dir, `${name}.txt`)];
const crawlArguments = (name: string, to = data()) => {
  const options = ['--allow-private', '127.0.0.0/8', '--delay', '0', '--follow', 'relevant'];
  return ['crawl', `${site.origin}/`, ...options, ...topic(name), '--dir', to, '--name', 'plants'];
};
const crawl = (name: string) => thresher(crawlArguments(name));
const exported = async () =>
  (await thresher(['export', ...at()]))
    .answers()
    .map(({ url, score }) => `${String(url).replace(site.origin, '')} ${score}`)
    .sort();
const reclassify = async (...args: string[]) => {
  const result = await thresher(['reclassify', ...args, '--json', ...at()]);
  return { ...result, report: result.answers()[0] as unknown as ReclassifyReport };
};
const paths = (examples: readonly { url: string }[]) => examples.map(({ url }) => url.replace(site.origin, '')).sort();
const filesIn = (stage: string) =>
  readdirSync(join(data(), 'objects', stage), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );

test('shows what a topic would change, then applies it without fetching, as a new crawl would have judged', async () => {
  await crawl('moss');
  site.requests();
  const before = await exported();
  expect(before.map((line) => line.split(' ')[0])).toEqual(['/below-moss', '/mixed', '/moss']);

  const dry = await reclassify(...topic('fern'), '--dry-run');
  expect(dry.code).toBe(0);
  expect(dry.report.transitions).toEqual({
    ...{ enters: 1, leaves: 2, rewritten: 0, rescored: 1 },
    ...{ stays: 0, 'stays-out': 2 },
  });
  expect(paths(dry.report.examples.enters)).toEqual(['/fern']);
  expect(paths(dry.report.examples.leaves)).toEqual(['/below-moss', '/moss']);
  expect(dry.report.examples.enters[0]).toMatchObject({ before: 0, cutOff: 0 });
  expect(dry.report.examples.enters[0]!.score).toBeGreaterThan(0);
  expect(await exported()).toEqual(before);

  const text = (await thresher(['reclassify', ...topic('fern'), '--dry-run', ...at()])).printed.join('\n');
  expect(text).toContain('1 would enter:');
  expect(text).toMatch(/\/fern.*: score 0 → \d+ \(cut-off 0\)/);
  expect(text).toContain('Nothing was changed');

  const applied = await reclassify(...topic('fern'));
  expect(applied.code).toBe(0);
  expect(applied.report.transitions).toEqual(dry.report.transitions);
  expect(site.requests()).toEqual([]);
  expect((await exported()).map((line) => line.split(' ')[0])).toEqual(['/fern', '/mixed']);

  // The link of the page that entered is followed; nothing else is fetched.
  await crawl('fern');
  expect(site.requests()).toEqual(['/below-fern']);
  const now = await exported();

  const fresh = join(dir, 'fresh');
  await thresher(crawlArguments('fern', fresh));
  const expected = (await thresher(['export', '--dir', fresh])).answers();
  expect(now).toEqual(expected.map(({ url, score }) => `${String(url).replace(site.origin, '')} ${score}`).sort());
});

test('changes nothing when it is repeated, and takes back a change of topic', async () => {
  await crawl('moss');
  const before = await exported();
  await reclassify(...topic('both'));
  const both = await exported();
  expect(both).toHaveLength(4);
  const records = filesIn('records').length;
  const again = await reclassify();
  expect(again.report.transitions).toMatchObject({ enters: 0, leaves: 0, rescored: 0 });
  expect(filesIn('records')).toHaveLength(records);
  await reclassify(...topic('fern'));
  await reclassify(...topic('moss'));
  expect(await exported()).toEqual(before);
});

test('stores records from which a new index gets the same records, in any order', async () => {
  await crawl('moss');
  await reclassify(...topic('fern'));
  await reclassify(...topic('both'));
  const before = await exported();
  const stores = openStores(data());
  const db = openDatabase(':memory:');
  const index = sqliteSearchIndex(db, (text) => text);
  const keys: string[] = [];
  for await (const key of stores.objects.list('records/plants/')) keys.push(key);
  for (const key of keys.reverse()) await indexRecords({ crawl: 'plants', key }, { objects: stores.objects, index });
  const found: string[] = [];
  for await (const { url, score } of index.records('plants')) found.push(`${url.replace(site.origin, '')} ${score}`);
  stores.close();
  db.close();
  expect(found.sort()).toEqual(before);
});

test('tells the frontier, so that a page that entered leaves when it is gone, and one that left is not removed twice', async () => {
  await crawl('moss');
  await reclassify(...topic('both'));
  expect((await exported()).join()).toContain('/fern');
  delete pages['/fern'];
  await thresher(['recrawl', ...at()]);
  await crawl('both');
  expect((await exported()).join()).not.toContain('/fern ');
});

test('keeps pages that are found unchanged out of a topic that they left', async () => {
  await crawl('moss');
  await reclassify(...topic('fern'));
  const before = await exported();
  await thresher(['recrawl', ...at()]);
  await crawl('fern');
  expect((await exported()).filter((line) => !line.startsWith('/below-fern'))).toEqual(before);
});

test('reports unreadable and missing objects, and applies the rest', async () => {
  await crawl('moss');
  await thresher(['recrawl', ...at()]);
  pages['/rain'] = prose('fern', 90);
  await crawl('moss');
  const [first, last] = filesIn('clean').sort();
  truncateSync(join(data(), 'objects/clean', last!), 20);
  const { code, report, messages } = await reclassify(...topic('both'));
  expect(code).toBe(1);
  expect(report.faults).toMatchObject({ count: 1, first: [{ key: `clean/${last}` }] });
  expect(messages.join()).toContain(last);
  expect(report.transitions.enters).toBeGreaterThan(0);

  unlinkSync(join(data(), 'objects/clean', first!));
  const missing = await reclassify('--dry-run');
  expect(missing.code).toBe(1);
  expect(missing.messages.join('\n')).toContain('thresher reclean');
});

test('keeps the cut-off of the topic, changes it with --cut-off, and refuses a folder in use', async () => {
  await crawl('moss');
  expect((await reclassify('--cut-off', '1000')).report.transitions).toMatchObject({ leaves: 3, enters: 0 });
  expect((await reclassify(...topic('both'))).report).toMatchObject({ cutOffs: [{ cutOff: 1000 }] });
  expect((await reclassify('--cut-off', '0')).report.transitions.enters).toBe(4);

  const unlock = lockFolder(data());
  const busy = await reclassify('--cut-off', '1');
  unlock();
  expect(busy.code).toBe(3);
  expect((await thresher(['reclassify', 'x.txt', ...at()])).code).toBe(2);
});

test('a crawl with another topic names the command until it is applied, and keeps its JSON clean', async () => {
  await crawl('moss');
  const again = await crawl('moss');
  expect(again.messages).toEqual([]);
  for (const args of [[], ['--json']]) {
    const changed = await thresher([...crawlArguments('both'), ...args]);
    expect(changed.code).toBe(0);
    expect(changed.messages).toEqual([
      `settings changed: topic.filters. Stored pages do not follow yet; apply with: npx thresher reclassify --dir ${data()} --name plants`,
    ]);
    if (args.length > 0) expect(changed.answers()).toHaveLength(1);
  }
  const { report } = await reclassify();
  // The score before is known, because the earlier topic is.
  expect(report.examples.enters[0]).toMatchObject({ before: 0, score: 10 });
  expect((await crawl('both')).messages).toEqual([]);
});

test('a topic that changes back names the command until it is applied: the pages in between follow the other topic', async () => {
  await crawl('moss');
  await crawl('both');
  for (let run = 0; run < 2; run++)
    expect((await crawl('moss')).messages).toEqual([expect.stringContaining('topic.filters')]);
  await reclassify();
  expect((await crawl('moss')).messages).toEqual([]);
});

test('a seed on a new site names the command that offers the links to it that were refused before', async () => {
  const other = await startSite({ '/': prose('other'), '/deep': prose('deep') }, '127.0.0.2');
  pages['/'] += `<a href="${other.origin}/deep">deep</a>`;
  // Without a topic, the scope are the hosts of the seeds.
  const options = ['--allow-private', '127.0.0.0/8', '--delay', '0', ...at()];
  const crawlFrom = (...seeds: string[]) => thresher(['crawl', ...seeds, ...options]);
  const crawlBoth = () => crawlFrom(`${site.origin}/`, `${other.origin}/`);
  await crawlFrom(`${site.origin}/`);
  for (let run = 0; run < 2; run++)
    expect((await crawlBoth()).messages).toEqual([
      `settings changed: seeds. Stored pages do not follow yet; apply with: npx thresher reclassify --dir ${data()} --name plants`,
    ]);
  expect(other.requests()).toEqual(['/']);
  await reclassify();
  expect((await crawlBoth()).messages).toEqual([]);
  other.close();
  expect(other.requests()).toEqual(['/deep']);
});

test('removes pages that exclude refuses today, and adds them again after the rule has changed back', async () => {
  await crawl('moss');
  const before = await exported();
  await thresher([...crawlArguments('moss'), '--exclude', '/moss']);
  expect(await exported()).toEqual(before);

  const dry = await reclassify('--dry-run');
  expect(paths(dry.report.examples.leaves)).toEqual(['/moss']);
  await reclassify();
  const left = await exported();
  expect(left.map((line) => line.split(' ')[0])).toEqual(['/below-moss', '/mixed']);
  expect((await reclassify()).report.transitions).toMatchObject({ enters: 0, leaves: 0, rescored: 0 });
  expect((await thresher(['sanity', ...at()])).code).toBe(0);
  await thresher(['reindex', ...at()]);
  expect(await exported()).toEqual(left);
  await thresher(['reclean', ...at()]);
  expect(await exported()).toEqual(left);

  await crawl('moss');
  const again = await reclassify();
  expect(paths(again.report.examples.enters)).toEqual(['/moss']);
  expect(await exported()).toEqual(before);
  expect((await thresher(['sanity', ...at()])).code).toBe(0);
});
