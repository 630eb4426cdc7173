import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressed, responseRecord } from '../../fetch/warc/foreign-warc.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';
import { type ImportFolder, importFolder, page, response } from './import-folder.ts';

let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => folder.remove());

let site: TestSite;
const pages: Record<string, string> = {};
beforeEach(async () => {
  for (const path of Object.keys(pages)) delete pages[path];
  Object.assign(pages, { '/': prose('heath'), '/new': prose('newer'), '/moss': prose('mosslive') });
  site = await startSite(pages);
});
afterEach(() => site.close());

const SETTINGS = (more = '') =>
  `crawl: bog\nseeds: [${site.origin}/]\nnetwork: {allowPrivate: [127.0.0.0/8]}\npoliteness: {hostPauseMs: 0}\n${more}`;
const onSite = (path: string, body: string, date?: string) =>
  responseRecord(`${site.origin}${path}`, body, date === undefined ? {} : { date });
const crawl = (yaml: string) => thresher(['crawl', yaml, '--dir', folder.data]);

test('of a crawl.yaml: its rules and topic decide, and refused URLs are counted by reason', async () => {
  folder.file('topic.txt', '100: moss7=Moss\n');
  const yaml = folder.file(
    'crawl.yaml',
    SETTINGS('exclude: ["*/private/*"]\ntopic: {filters: [{terms: topic.txt, cutOff: 1}]}\nscope: host\n'),
  );
  const name = folder.file(
    'a.warc.gz',
    compressed(
      ...[onSite('/moss?utm_source=x', page('moss')), onSite('/fern', page('fern')), onSite('/private/x', page('x'))],
      ...[response('moss', page('moss')), onSite('/a.exe', 'x')],
    ),
  );
  expect(await folder.imported(name, '--crawl', yaml)).toMatchObject({
    ...{ code: 0, crawl: 'bog', imported: 2 },
    refused: { excluded: 1, scope: 1, 'binary-extension': 1 },
  });
  expect(await folder.titles()).toEqual({ '/moss': 'moss' });
  expect((await folder.exported())[0]!.url).toBe(`${site.origin}/moss`);
  expect(site.requests()).toEqual([]);
});

test('fetches neither imported pages nor their links, until a recrawl asks for them', async () => {
  const yaml = folder.file('crawl.yaml', SETTINGS());
  const name = folder.file('a.warc.gz', compressed(onSite('/moss', page('moss', '<a href="/new">new</a>'))));
  expect((await folder.run(name, '--crawl', yaml)).code).toBe(0);
  expect((await crawl(yaml)).code).toBe(0);
  expect(site.requests()).toEqual(['/']);
  expect(await folder.titles()).toEqual({ '/': expect.anything(), '/moss': 'moss' });
  expect(await folder.problems()).toEqual([]);
  expect((await thresher(['reclassify', '--dir', folder.data])).code).toBe(0);
  expect((await thresher(['reclean', '--dir', folder.data])).code).toBe(0);
  expect((await crawl(yaml)).code).toBe(0);
  expect(site.requests()).toEqual([]);

  pages['/moss'] += '<a href="/new">new</a>';
  await thresher(['recrawl', '--prefix', `${site.origin}/moss`, '--dir', folder.data]);
  expect((await crawl(yaml)).code).toBe(0);
  expect(site.requests()).toEqual(['/moss', '/new']);
  expect((await folder.titles())['/moss']).toBe('mosslive');
  expect(await folder.problems()).toEqual([]);
  // The archive is older than what the crawl has fetched.
  expect(await folder.imported(name)).toMatchObject({ imported: 0 });
});

test.each([
  ['', ''],
  [' also in a crawl with a schedule for new links', `schedules: [{name: links, run: new, at: 'rate(7 days)'}]\n`],
])('follows the links of imported pages with --follow%s', async (_, schedule) => {
  const yaml = folder.file('crawl.yaml', SETTINGS(schedule));
  await folder.run(
    folder.file('a.warc.gz', compressed(onSite('/moss', page('moss', '<a href="/new">new</a>')))),
    '--crawl',
    yaml,
    '--follow',
  );
  expect(site.requests()).toEqual([]);
  expect((await crawl(yaml)).code).toBe(0);
  expect(site.requests()).toEqual(['/', '/new']);
});

test('replaces an older page that was fetched, and its record, and keeps its next visit', async () => {
  const yaml = folder.file('crawl.yaml', SETTINGS('revisit: {mode: fixed, days: 3}\n'));
  await crawl(yaml);
  const url = `${site.origin}/`;
  const listed = async () => (await thresher(['frontier', 'list', '--json', '--dir', folder.data])).answers()[0]!;
  const { next } = await listed();
  expect(
    await folder.imported(folder.file('old.warc.gz', compressed(onSite('/', page('older'), '2001-01-01T00:00:00Z')))),
  ).toMatchObject({
    imported: 0,
  });
  const date = new Date(Date.now() + 3_600_000).toISOString();
  expect(await folder.imported(folder.file('new.warc.gz', compressed(onSite('/', page('later'), date))))).toMatchObject(
    {
      imported: 1,
    },
  );
  expect((await folder.exported()).map((one) => [one.url, one.title])).toEqual([[url, 'later']]);
  expect(await listed()).toMatchObject({ url, state: 'fetched', next, at: date });
  expect(await folder.problems()).toEqual([]);
});

test('a URL that failed or was refused gets the page of an older archive', async () => {
  const yaml = folder.file('crawl.yaml', SETTINGS(`exclude: ["*/none"]\n`).replace('/]', '/broken]'));
  site.close();
  await crawl(yaml);
  const name = folder.file('a.warc.gz', compressed(onSite('/broken', page('moss'), '2001-01-01T00:00:00Z')));
  expect(await folder.imported(name)).toMatchObject({ code: 0, imported: 1 });
  expect(await folder.titles()).toEqual({ '/broken': 'moss' });
  expect(await folder.imported(name)).toMatchObject({ code: 0, imported: 0 });
  expect(await folder.problems()).toEqual([]);
});

test('pages that were deleted stay out', async () => {
  const yaml = folder.file('crawl.yaml', SETTINGS());
  const name = folder.file('a.warc.gz', compressed(onSite('/moss', page('moss')), onSite('/fern', page('fern'))));
  await folder.run(name, '--crawl', yaml);
  await thresher(['delete', '--path', `${site.origin}/moss`, '--apply', '--raw', '--dir', folder.data]);
  expect(await folder.imported(name)).toMatchObject({ code: 0, imported: 0, refused: { deleted: 1 } });
  expect(await folder.titles()).toEqual({ '/fern': 'fern' });
  expect(await folder.captures('bog')).toEqual({ [`${site.origin}/fern`]: 1 });
});

test('names the crawls of the folder if none is selected, and needs seeds that are URLs', async () => {
  const name = folder.file('a.warc.gz', compressed(response('moss', page('moss'))));
  await folder.run(name, '--crawl', 'one');
  const other = await folder.run(name, '--crawl', 'two');
  expect([other.code, other.stderr.at(-1)]).toEqual([
    2,
    `--crawl: ${folder.data} has no crawl two; it has one. To create another one, give its crawl.yaml`,
  ]);
  const yaml = folder.file('crawl.yaml', SETTINGS().replace(/seeds: .*/, 'seeds: [{warc: a.warc.gz}]'));
  const listed = await folder.run(name, '--crawl', yaml);
  expect(listed.code).toBe(2);
  expect(listed.stderr.join()).toContain('scope: any');
});
