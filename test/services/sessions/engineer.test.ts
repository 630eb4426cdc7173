/**
 * An engineer runs a crawl of documentation from scripts: settings, exit codes, JSON, pauses, deletions and checks.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StaticServer, startStatic } from '../../../bench/data/static-server.ts';
import { thresher } from '../../cli/test-terminal.ts';
import { installDocs } from '../debian-docs.ts';
import { type Session, startSession } from './transcript.ts';

const DOCS = '/usr/share/doc/python3-doc/html';

let site: StaticServer;
let folder: string;
let run: Session;
let base: string;
const file = (name: string) => join(folder, name);
const data = () => join(folder, 'data');

beforeAll(async () => {
  installDocs('python3-doc', DOCS);
  folder = mkdtempSync(join(tmpdir(), 'thresher-engineer-'));
  site = await startStatic(DOCS);
  base = `http://127.0.0.1:${site.port}`;
  run = startSession(['--dir', data()]);
});

afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const requests = () => site.log.requests.filter(({ path }) => path !== '/robots.txt').map(({ path }) => path);

test('writes a crawl.yaml without a terminal, and does not overwrite it', async () => {
  const init = ['init', 'pydocs', '--seed', `${base}/library/index.html`, '--preset', 'site'];
  const contact = ['--user-agent', 'docs-crawler (+http://127.0.0.1/about)', '-o', file('crawl.yaml')];
  const session = startSession();
  await session([...init, ...contact], {
    out: [`${file('crawl.yaml')} written`, `Start the crawl with: npx thresher crawl ${file('crawl.yaml')}`],
  });
  await session([...init, ...contact], {
    code: 2,
    out: [],
    err: [`${file('crawl.yaml')} exists; choose another name with --output, or overwrite it with --force`],
  });
  await session(['validate', file('crawl.yaml')], {
    out: [`${file('crawl.yaml')}: crawl pydocs, 1 seed, scope host, 0 topic filters`],
  });
});

test('names file, line and key of a mistake', async () => {
  const text = readFileSync(file('crawl.yaml'), 'utf8');
  writeFileSync(file('wrong.yaml'), `${text}\npoliteness: {hostPauseM: 0}\n`);
  await startSession()(['validate', file('wrong.yaml')], {
    code: 2,
    out: [],
    err: [`${file('wrong.yaml')}:27: politeness.hostPauseM: unknown; did you mean hostPauseMs?`],
  });
  writeFileSync(
    file('crawl.yaml'),
    `${text}
exclude: ['*/_sources/*']
sitemaps: false
politeness: {hostPauseMs: 0, answerTimeFactor: 0}
network: {allowPrivate: [127.0.0.0/8]}
`.replace('# scope: host', 'scope: prefix'),
  );
});

test('prints settings that can be used as a crawl.yaml', async () => {
  const printed = await startSession()(['validate', file('crawl.yaml'), '--print'], {});
  expect(printed.printed.join('\n').split('\n')).toContainEqual(
    expect.stringMatching(/^scope: prefix # .*crawl\.yaml:\d+$/),
  );
  writeFileSync(file('complete.yaml'), printed.printed.join('\n'));
  await startSession()(['validate', file('complete.yaml')], {
    out: [`${file('complete.yaml')}: crawl pydocs, 1 seed, scope prefix, 0 topic filters`],
  });
});

test('filters URLs by the rules of the crawl', async () => {
  const urls = [
    `${base.replace('http', 'HTTP')}/library/a.html#x`,
    'http://other.example/',
    'nonsense',
    `${base}/library/_sources/x.txt`,
  ];
  const { code, printed, stderr } = await thresher(['url', '--filter', '--crawl', file('crawl.yaml')], urls);
  expect([code, printed, stderr]).toEqual([
    0,
    [`${base}/library/a.html`],
    [
      'http://other.example/\tscope: outside the scope of the crawl: scope prefix',
      'nonsense\tmalformed: not a valid URL, even after the usual repairs',
      `${base}/library/_sources/x.txt\texcluded: an exclude rule matches: */_sources/*`,
    ],
  ]);
});

test('previews the crawl without a request', async () => {
  await run(['crawl', file('crawl.yaml'), '--dry-run'], {
    out: [
      'Crawl pydocs: dry run. Nothing is fetched, not even robots.txt, and nothing is written.',
      '  crawl     new',
      '  seeds     1 accepted; 0 refused',
      '  scope     prefix',
      '  exclude   */_sources/*',
      '  limits    none',
      '  topic     none',
      '  strategy  breadth-first',
      '  agent     docs-crawler (+http://127.0.0.1/about) (robots.txt addresses it as docs-crawler)',
      '  sitemaps  false',
      '  delay     0 s between requests to a host, or longer if robots.txt asks for it',
      '  private   127.0.0.0/8',
      `  accepted  ${base}/library/index.html`,
    ],
  });
  expect(site.log.requests).toEqual([]);
});

test('fetches as many pages as --limit says', async () => {
  await run(['crawl', file('crawl.yaml'), '--limit', '30'], {
    code: 4,
    out: [
      'Crawl pydocs: ended at its limit of pages (limits.pages), with pages still to fetch; to go on, raise it and run the crawl again.',
      '  pages          30 of 1 host',
      '  URLs           30: fetched 30',
      '  topic          none: relevant 30',
      '  links skipped  {text}',
      '  waiting        {n} URLs',
      '  time           {n} s, {n} pages/s, {n} ms of CPU per page',
      '  received       {size}',
      '  records        30',
      '  money          $0.00',
      `  stored in      ${data()}/objects (raw/pydocs: responses as WARC; clean/pydocs: documents)`,
      `  search with    npx thresher search {text} --dir ${data()} --name pydocs`,
    ],
  });
  expect(requests()).toHaveLength(30);
  await run(['status'], {
    out: [
      'crawl    pydocs',
      'state    not running, but not done: at its limit of pages (limits.pages); to go on, raise it and run the crawl again',
      'pages    30',
      'URLs     30: fetched 30',
      'topic    none: relevant 30',
      'time     {n} s, {n} pages/s, {n} ms of CPU per page',
      'records  30',
      'hosts    1, 1 due',
      'waiting  {n} URLs',
    ],
  });
});

test('refuses to crawl while the crawl is paused', async () => {
  await run(['pause'], { out: ['pydocs: paused'] });
  await run(['crawl', file('crawl.yaml')], {
    code: 2,
    out: [],
    err: [
      `crawl pydocs in ${data()} is paused (by \`thresher pause\`), so nothing was fetched and nothing was changed`,
      `to open it, add --resume to this command, or run: npx thresher resume --dir ${data()} --name pydocs`,
    ],
  });
  expect(requests()).toHaveLength(30);
  const { json } = await run(['crawl', file('crawl.yaml'), '--resume', '--limit', '40', '--json'], { code: 4 });
  expect(json()).toEqual([expect.objectContaining({ crawl: 'pydocs', pages: 40, records: 40, limit: 'pages' })]);
  expect(requests()).toHaveLength(40);
});

test('says how a search is understood, and what is wrong with it', async () => {
  await run(['search', '"command line" -socket', '--size', '1'], {
    out: [
      '  1. {text}',
      `     ${base}/library/{text}.html`,
      '     {text}',
      '     score {n} · {date} · en',
      '',
      '1 to 1 of {n}; more with --from 1',
    ],
    err: ['note: understood as "command line" AND NOT socket'],
  });
  await run(['search', 'json', '--after', '2024-13-01'], {
    code: 2,
    out: [],
    err: ['--after: 2024-13-01: must be a date, such as 2024-05-31'],
  });
});

test('deletes a page for good, and allows it again', async () => {
  const url = () => `${base}/library/2to3.html`;
  const found = (end: string) => [
    end,
    '  1 record; leaving the search index: 1',
    `      ${url()}  2to3 — Automated Python 2 to 3 code translation`,
    '  1 URL in the frontier; not fetched yet: 0',
    `      ${url()}`,
    '  1 line of stored documents in clean/',
    `      ${url()}`,
    '  1 stored change of records in records/',
    '  1 capture in raw/: kept; --raw overwrites them',
  ];
  await run(['delete', '--path', url()], {
    out: [
      ...found('pydocs: would delete:'),
      `Nothing was changed. To delete: npx thresher delete --path ${url()} --dir ${data()} --name pydocs --apply`,
    ],
  });
  await run(['delete', '--path', url(), '--apply'], {
    out: [
      ...found('pydocs: deleted:'),
      `Kept out from now on. To allow it again: npx thresher delete --lift --path ${url()} --dir ${data()} --name pydocs`,
    ],
  });
  await run(['seed', '--force', url()], {
    code: 2,
    out: [],
    err: [
      `seed refused: ${url()}: deleted (removed with \`thresher delete\` and kept out until \`thresher delete --lift\`)`,
      'no seed was accepted; the reasons are printed above',
    ],
  });
  await run(['reindex'], { out: ['pydocs: 39 records'] });
  const { json } = await run(['explain', url(), '--json'], {});
  expect(json()[0]).toMatchObject({ url: url(), state: 'refused.deleted' });

  await run(['delete', '--lift', '--path', url()], {
    out: [`pydocs: allowed again: --path ${url()}; due for the next crawl: 1 URL`],
  });
  await run(['seed', '--force', url()], { out: ['pydocs: 1 seed was added'] });
  const { json: status } = await run(['crawl', file('crawl.yaml'), '--limit', '41', '--json'], { code: 4 });
  expect(status()[0]).toMatchObject({ pages: 41, records: 40 });
  expect(requests().filter((path) => path === '/library/2to3.html')).toHaveLength(2);
});

test('checks the data folder, and exports the records', async () => {
  await run(['sanity'], { out: ['pydocs: no problems'] });
  await run(['export', '-o', file('out.jsonl')], { err: [`40 records written to ${file('out.jsonl')}`] });
  const lines = readFileSync(file('out.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ url: `${base}/library/2to3.html`, verdict: 'relevant' }),
  );
});
