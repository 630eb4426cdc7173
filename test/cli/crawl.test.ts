import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withCrawl } from '../../cli/open-crawl.ts';
import { loadStoredSettings } from '../../cli/run/crawl-settings.ts';
import { runCrawl } from '../../cli/run/runner.ts';
import { type RunningSite, startSite } from '../../demo/server.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { thresher } from './test-terminal.ts';

let site: RunningSite;
let folder: string;
const dir = (name: string) => join(folder, name);

beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(join(tmpdir(), 'thresher-'));
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const crawl = (name: string, ...more: string[]) => {
  const network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${site.port}`];
  return ['crawl', 'http://sundew.test/', ...network, '--delay', '0', '--dir', dir(name), ...more];
};

test('prints a summary with a search command that works', async () => {
  const { code, printed, messages } = await thresher(crawl('whole'));
  expect(code).toBe(0);
  expect(messages).toEqual([]);
  expect(printed[0]).toBe('Crawl sundew.test: done.');
  const line = printed.find((text) => text.includes('npx thresher search'))!;
  const [, query, place] = /npx thresher search (?:'([^']*)'|\S+) --dir (\S+) --name sundew\.test$/.exec(line)!;
  expect(place).toBe(dir('whole'));
  const found = await thresher(['search', query ?? 'sundew', '--dir', place!, '--name', 'sundew.test']);
  expect(found.code).toBe(0);
  expect(found.printed.join('\n')).toMatch(/^ {2}1\. .+\n {5}http:\/\/sundew\.test\//);
});

describe('afterwards', () => {
  const at = () => ['--dir', dir('whole')];
  const runJson = async (...args: string[]) => (await thresher([...args, ...at(), '--json'])).answers()[0]!;

  test('`status --json` has the documented shape', async () => {
    const status = await runJson('status');
    expect(status).toMatchObject({ crawl: 'sundew.test', state: 'done', due: 0, cost: 0 });
    expect(status['urls']).toBe(Object.values(status['outcomes'] as Record<string, number>).reduce((a, b) => a + b));
    for (const field of ['reasons', 'verdicts', 'records', 'hosts', 'bytes', 'seconds', 'cpuSeconds'])
      expect(status).toHaveProperty(field);
  });

  test('`export -o -` writes to standard output, but no folder of files', async () => {
    const { code, answers } = await thresher(['export', '-o', '-', ...at()]);
    expect(code).toBe(0);
    expect(answers()).toHaveLength((await runJson('status'))['records'] as number);
    expect(await thresher(['export', '-f', 'files', '-o', '-', ...at()])).toMatchObject({
      code: 2,
      stderr: ['--format files: no folder; give one with -o FOLDER'],
    });
    expect(existsSync('-')).toBe(false);
  });

  test('`search --json` has the documented shape', async () => {
    const { total, hits } = (await runJson('search', 'sundew', '--size', '2')) as { total: number; hits: object[] };
    expect(total).toBeGreaterThan(2);
    expect(hits).toHaveLength(2);
    for (const field of [
      'id',
      'url',
      'urls',
      'title',
      'snippet',
      'score',
      'host',
      'language',
      'type',
      'date',
      'classes',
    ])
      expect(hits[0]).toHaveProperty(field);
  });

  test('explains a fetched URL and a refused one', async () => {
    const fetched = await runJson('explain', 'HTTP://sundew.test/#top');
    expect(fetched).toMatchObject({ url: 'http://sundew.test/', state: 'fetched' });
    expect(fetched['steps']).toContainEqual(expect.objectContaining({ step: 'fetch', decision: 'fetched' }));
    const outside = await runJson('explain', 'http://elsewhere.test/');
    expect(outside['steps']).toContainEqual(expect.objectContaining({ decision: 'refused', reason: 'scope' }));
  });

  test('--name continues the crawl with its stored settings', async () => {
    const { settings } = await withCrawl({ dir: dir('whole') }, 'read', ({ crawl }, stores) =>
      loadStoredSettings(crawl, stores),
    );
    const again = await thresher(['crawl', '--name', 'sundew.test', ...at()]);
    expect([again.code, again.messages, again.printed[0]]).toEqual([0, [], 'Crawl sundew.test: done.']);
    const after = await withCrawl({ dir: dir('whole') }, 'read', ({ crawl }, stores) =>
      loadStoredSettings(crawl, stores),
    );
    expect(after.settings).toEqual(settings);
    const limited = await thresher(['crawl', '--name', 'sundew.test', '--limit', '3', ...at()]);
    expect([limited.code, limited.stderr]).toEqual([
      2,
      ['--limit: not possible without URLs or a crawl.yaml; the crawl has its stored settings'],
    ]);
    const varied = await thresher(['crawl', '--name', 'sundew.test', ...at()], [], {
      env: { THRESHER_LIMITS_PAGES: '1' },
    });
    expect([varied.code, varied.stderr[0]]).toEqual([
      0,
      'THRESHER_LIMITS_PAGES: ignored; the crawl has its stored settings',
    ]);
    const unknown = await thresher(['crawl', '--name', 'other', ...at()]);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      [`--name: ${dir('whole')} has no crawl other; it has sundew.test`],
    ]);
  });

  test('reports an unknown crawl and names the existing ones', async () => {
    const { code, stderr } = await thresher(['status', ...at(), '--name', 'other']);
    expect([code, stderr]).toEqual([2, [`--name: ${dir('whole')} has no crawl other; it has sundew.test`]]);
  });

  test('stops and resumes a crawl', async () => {
    expect((await thresher(['stop', ...at()])).printed).toEqual(['sundew.test: stopped']);
    expect(await runJson('status')).toMatchObject({ state: 'stopped' });
    expect((await thresher(['resume', ...at()])).code).toBe(0);
    expect(await runJson('status')).toMatchObject({ state: 'done' });
  });

  test.each([
    ['pause', 'paused'],
    ['stop', 'stopped'],
  ])('refuses a crawl after `%s` until --resume opens it', async (verb, state) => {
    await thresher([verb, ...at()]);
    const before = site.log.requests.length;
    const settings = readFileSync(join(dir('whole'), 'frontier.sqlite')).length;
    const refused = await thresher(crawl('whole', '--depth', '9'));
    expect(refused).toMatchObject({
      code: 2,
      printed: [],
      stderr: [
        `crawl sundew.test in ${dir('whole')} is ${state} (by \`thresher ${verb}\`), so nothing was fetched and nothing was changed`,
        expect.stringContaining(`thresher resume --dir ${dir('whole')} --name sundew.test`),
      ],
    });
    expect((await thresher(crawl('whole', '--watch'))).code).toBe(2);
    expect(site.log.requests.length).toBe(before);
    expect(readFileSync(join(dir('whole'), 'frontier.sqlite')).length).toBe(settings);
    expect(await runJson('status')).toMatchObject({ state });
    expect((await thresher(crawl('whole', '--resume'))).code).toBe(0);
    expect(await runJson('status')).toMatchObject({ state: 'done' });
  });

  test('refuses a paused crawl as a library, and opens it on request', async () => {
    await thresher(['pause', ...at()]);
    const settings = readSettings({ crawl: 'sundew.test', seeds: ['http://sundew.test/'] });
    const job = { dir: dir('whole'), settings, seeds: [] };
    await expect(runCrawl(job)).rejects.toThrow('crawl sundew.test in');
    expect(await runJson('status')).toMatchObject({ state: 'paused' });
    expect(await runCrawl({ ...job, resume: true })).toMatchObject({ end: 'done' });
  });

  test('runs a crawl again that ended by itself', async () => {
    expect((await thresher(crawl('whole'))).code).toBe(0);
  });
});

test('a page limit ends a crawl with exit code 4, after the records are written and the status is printed', async () => {
  const output = join(folder, 'out.jsonl');
  const { code, answers, messages } = await thresher(crawl('limited', '--limit', '3', '--json', '-o', output));
  expect([code, messages]).toEqual([4, [`3 records written to ${output}`]]);
  expect(answers()).toEqual([expect.objectContaining({ crawl: 'sundew.test', pages: 3, records: 3, limit: 'pages' })]);
  const records = readFileSync(output, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(records).toHaveLength(3);
  for (const field of [
    'id',
    'url',
    'urls',
    'title',
    'text',
    'links',
    'metadata',
    'fetchedAt',
    'verdict',
    'score',
    'classes',
  ])
    expect(records[0]).toHaveProperty(field);
  expect(readdirSync(dirname(output)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test.runIf(existsSync('/dev/full'))('prints the status of a crawl whose records could not be written', async () => {
  for (const option of ['-o', '--warc-file']) {
    const { code, answers, messages } = await thresher(crawl('limited', '--limit', '3', '--json', option, '/dev/full'));
    expect([code, messages.at(-1)]).toEqual([3, expect.stringMatching(/^the disk is full: \/dev\/full \(ENOSPC\)/)]);
    expect(answers()).toMatchObject([{ pages: 3 }]);
  }
});

test('writes what it fetched to a WARC file at the end', async () => {
  const file = join(folder, 'crawl.warc.gz');
  const { code, stderr } = await thresher(crawl('archived', '--limit', '2', '--json', '--warc-file', file));
  expect([code, stderr.at(-1)]).toEqual([4, expect.stringMatching(/^[\d.]+ KB written to .*crawl\.warc\.gz$/)]);
  const captures = [...readCaptures(readFileSync(file), '')].filter(({ kind }) => kind === 'capture');
  expect(captures).toHaveLength(2);
  const refused = await thresher(crawl('unwritten', '--warc-file', join(folder, 'nowhere', 'x.warc.gz')));
  expect(refused).toMatchObject({ code: 2, stderr: [expect.stringMatching(/^--warc-file .* does not exist/)] });
  const same = await thresher(crawl('unwritten', '-o', join(folder, 'same'), '--warc-file', join(folder, '.', 'same')));
  expect(same).toMatchObject({ code: 2, stderr: [expect.stringMatching(/^--warc-file .*: -o writes the records/)] });
  const unnamed = await thresher(crawl('unwritten', '-o', ''));
  expect(unnamed).toMatchObject({ code: 2, stderr: ['-o : the name is empty; give the name of a file'] });
  for (const name of ['records.csv', 'records.xml', 'records.jsonl.xz'])
    expect(await thresher(crawl('unwritten', '-o', name))).toMatchObject({
      code: 2,
      stderr: [
        expect.stringMatching(/^-o records\.(?:(?:csv|xml): a crawl writes JSON Lines|jsonl\.xz: not possible)/),
      ],
    });
  const remote = await thresher(['crawl', 'http://sundew.test/', '--target', 'aws', '--warc-file', file]);
  expect(remote).toMatchObject({ code: 2, stderr: [expect.stringMatching(/^--warc-file: not possible with/)] });
});

test('counts the same pages in the limit, the summary and the status: requests for URLs other than robots.txt', async () => {
  const requests = () => site.log.requests.filter(({ path }) => path !== '/robots.txt').length;
  const before = requests();
  const run = async (...more: string[]) => (await thresher(crawl('counted', ...more))).printed;
  expect((await run('--limit', '12')).join('\n')).toMatch(/^ +pages +12 of 1 host$/m);
  expect(requests() - before).toBe(12);
  await run();
  const status = async () => (await thresher(['status', '--dir', dir('counted'), '--json'])).answers()[0]!;
  const whole = await status();
  expect(whole['pages']).toBe(requests() - before);
  await thresher(['recrawl', '--dir', dir('counted')]);
  await run();
  expect(await status()).toMatchObject({ pages: requests() - before, urls: whole['urls'] });
});

test('an interrupted crawl ends with exit code 130 and loses nothing', async () => {
  const stop = new AbortController();
  const before = site.log.requests.length;
  const running = thresher(crawl('stopped', '--json'), [], { interrupt: stop.signal });
  while (site.log.requests.length < before + 5) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();
  expect((await running).code).toBe(130);
  const again = await thresher(crawl('stopped', '--json'));
  expect(again.code).toBe(0);
  const whole = await thresher(['status', '--dir', dir('whole'), '--json']);
  expect(again.answers()[0]).toMatchObject({
    urls: whole.answers()[0]!['urls'],
    records: whole.answers()[0]!['records'],
  });
});

test('--end-with-input stops a crawl in order when standard input ends', async () => {
  const { code, answers } = await thresher(crawl('input', '--end-with-input', '--json', '--delay', '60'));
  expect([code, answers()]).toMatchObject([130, [{ crawl: 'sundew.test', state: 'running' }]]);
});

test('a page limit that is not reached has no effect', async () => {
  const whole = (await thresher(['status', '--dir', dir('whole'), '--json'])).answers()[0]!;
  expect((await thresher(crawl('enough', '--limit', `${Number(whole['pages']) + 1}`))).code).toBe(0);
});

test('selects one of two crawls with --name', async () => {
  expect((await thresher(crawl('limited', '--limit', '1', '--name', 'second'))).code).toBe(4);
  const { code, stderr } = await thresher(['stats', '--dir', dir('limited')]);
  expect([code, stderr]).toEqual([2, [expect.stringContaining('--name (second, sundew.test)')]]);
  expect((await thresher(['status', '--dir', dir('limited'), '--name', 'second'])).code).toBe(0);
});

describe('errors at the start', () => {
  test('all seeds refused, each with its reason', async () => {
    const seeds = ['mailto:a@b.test', 'http://10.0.0.1/', 'http://nas.local/'];
    const { code, stderr } = await thresher(['crawl', ...seeds, '--dir', dir('refused')]);
    expect(code).toBe(2);
    expect(stderr).toEqual([
      'seed refused: mailto:a@b.test: scheme (neither http, https nor ftp (fetch.ftp))',
      expect.stringMatching(
        /^seed refused: http:\/\/10\.0\.0\.1\/: private-address .*allow it with --allow-private 10\.0\.0\.1$/,
      ),
      expect.stringMatching(
        /^seed refused: http:\/\/nas\.local\/: private-address .*--allow-private RANGE, such as 192\.168\.0\.0\/16$/,
      ),
      'no seed was accepted, so there is nothing to crawl',
    ]);
    expect(existsSync(dir('refused'))).toBe(false);
  });

  test('a file in place of the folder, with exit code 3', async () => {
    writeFileSync(dir('file'), '');
    expect(await thresher(crawl('file'))).toMatchObject({
      code: 3,
      stderr: [expect.stringContaining('not a folder; use another one')],
    });
  });

  test('standard output for the records, before it fetches anything', async () => {
    expect(await thresher(crawl('unwritten', '-o', '-'))).toMatchObject({
      code: 2,
      printed: [],
      stderr: [expect.stringMatching(/^-o -: standard output has the report of this command; give another name/)],
    });
    expect([existsSync('-'), existsSync(dir('unwritten'))]).toEqual([false, false]);
  });

  test('an output that cannot be written, with exit code 2', async () => {
    const run = await thresher(crawl('unwritten', '-o', join(folder, 'nowhere', 'out.jsonl')));
    expect(run).toMatchObject({
      code: 2,
      stderr: [expect.stringMatching(/^-o .*: the folder .* does not exist; create it first$/)],
    });
  });
});
