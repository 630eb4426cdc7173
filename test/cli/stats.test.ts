import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { prose, startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

test('counts visited and relevant URLs by directory', async () => {
  const site = await startSite({
    '/': `${prose('moss')}<a href=/a/1>1</a> <a href=/a/b/2>2</a> <a href=/a/none>none</a> <a href=/c/later>later</a>`,
    '/a/1': prose('fen'),
    '/a/b/2': prose('bog'),
    '/c/later': prose('hag'),
  });
  const at = ['--dir', temporaryFolder()];
  const network = ['--allow-private', '127.0.0.0/8', '--delay', '0'];
  await thresher(['crawl', `${site.origin}/`, ...network, '--limit', '4', '--exclude', '*/c/*', ...at]);
  site.close();
  const stats = async (...args: string[]) => (await thresher(['stats', ...args, ...at, '--json'])).answers()[0]!;
  const row = (path: string, visited: number, relevant: number) => ({
    directory: `${site.host}${path}`,
    visited,
    relevant,
    documents: 0,
    first: expect.stringMatching(/^20\d\d-.*:00\.000Z$/),
    last: expect.stringMatching(/^20\d\d-.*Z$/),
    prr: relevant / visited,
    ddr: 0,
  });
  expect(await stats()).toMatchObject({ total: 2, directories: [row('/a/', 3, 2), row('/', 1, 1)] });
  expect(await stats('--depth', '0')).toMatchObject({ total: 1, directories: [row('/', 4, 3)] });
  expect(await stats()).toMatchObject({
    directories: [{ entrance: `${site.origin}/a/1` }, { entrance: `${site.origin}/` }],
  });
  expect(await stats('--depth', '9', '--limit', '1')).toMatchObject({ total: 3, directories: [row('/a/', 2, 1)] });
  const { printed } = await thresher(['stats', '--limit', '1', ...at]);
  expect(printed).toEqual([
    '   visited  relevant      rate documents      rate  directory',
    `         3         2      67 %         0       0 %  ${site.host}/a/`,
    'and 1 more directory',
  ]);
  expect((await thresher(['stats', 'x', ...at])).code).toBe(2);
  const interrupted = await thresher(['stats', ...at], [], { interrupt: AbortSignal.abort() });
  expect(interrupted).toMatchObject({ code: 130, printed: [] });
});

test('counts records of other types than HTML as documents', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'fen.txt'), 'Fens are wet. '.repeat(20));
  writeFileSync(join(folder, 'bog.html'), prose('bog'));
  const at = ['--dir', temporaryFolder()];
  await thresher(['import', folder, '--base', 'https://wet.example/a/', ...at]);
  const { answers } = await thresher(['stats', ...at, '--json']);
  const counts = { visited: 2, relevant: 2, documents: 1, prr: 1, ddr: 0.5 };
  expect(answers()[0]).toMatchObject({ directories: [{ directory: 'wet.example/a/', ...counts }] });
});

test('lists the hosts that other hosts link to most, known or not', async () => {
  const folder = temporaryFolder();
  const page = (url: string, ...links: string[]) => ({
    url,
    html: `${prose(url)}${links.map((link) => `<a href="${link}">x</a>`).join(' ')}`,
  });
  const pages = [
    page('http://a.example/1', 'http://b.example/', 'http://b.example/x', 'http://c.example/', 'http://a.example/2'),
    page('http://a.example/2', 'http://b.example/'),
    page('http://b.example/', 'http://c.example/y'),
  ];
  writeFileSync(join(folder, 'pages.jsonl'), pages.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const at = ['--dir', temporaryFolder()];
  await thresher(['import', join(folder, 'pages.jsonl'), ...at]);
  const stats = (...args: string[]) => thresher(['stats', '--linked', ...args, ...at]);
  expect((await stats('--json')).answers()[0]).toEqual({
    crawl: 'archive',
    total: 2,
    hosts: [
      { host: 'c.example', numRefBy: 2, pages: 2, relevant: 0 },
      { host: 'b.example', numRefBy: 1, pages: 2, relevant: 1 },
    ],
  });
  expect((await stats('--limit', '1')).printed).toEqual([
    '  by hosts  by pages  relevant  host',
    '         2         2         0  c.example',
    'and 1 more host',
  ]);
  expect((await stats('--depth', '1')).code).toBe(2);
  const interrupted = await thresher(['stats', '--linked', ...at], [], { interrupt: AbortSignal.abort() });
  expect(interrupted).toMatchObject({ code: 130, printed: [] });
});

test('counts the archive by status, media type and host', async () => {
  const site = await startSite({
    '/': `${prose('moss')}<a href=/fen>fen</a> <a href=/none>none</a>`,
    '/fen': prose('fen'),
  });
  const at = ['--dir', temporaryFolder()];
  const crawl = () =>
    thresher(['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--name', 'moor', ...at]);
  await crawl();
  await thresher(['recrawl', ...at]);
  await crawl();
  site.close();
  const archive = (...args: string[]) => thresher(['stats', '--archive', ...args, ...at]);
  const found = (await archive('--json')).answers()[0]! as { bytes: number };
  const { bytes } = found;
  expect(bytes).toBeGreaterThan(800);
  expect(found).toEqual({
    ...{ crawl: 'moor', captures: 6, revisits: 2, bytes, broken: 0 },
    statuses: [
      { value: '200', captures: 4, revisits: 2, bytes },
      { value: '404', captures: 2, revisits: 0, bytes: 0 },
    ],
    types: [
      { value: 'text/html', captures: 4, revisits: 2, bytes },
      { value: '(none)', captures: 2, revisits: 0, bytes: 0 },
    ],
    hosts: [{ value: site.host, captures: 6, revisits: 2, bytes }],
  });
  const { printed } = await archive('--limit', '1');
  expect(printed.map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
    'captures revisits bytes status',
    expect.stringMatching(/^4 2 [\d.]+ K?B 200$/),
    expect.stringMatching(/^2 0 0 B 404$/),
    '',
    'captures revisits bytes media type',
    expect.stringMatching(/^4 2 .* text\/html$/),
    'and 1 more media type',
    '',
    'captures revisits bytes host',
    expect.stringMatching(/^6 2 .* 127\.0\.0\.1:\d+$/),
    '',
    expect.stringMatching(/^6 2 .* in all$/),
  ]);
  expect((await archive('--linked')).code).toBe(2);
  expect(await thresher(['stats', '--archive', ...at], [], { interrupt: AbortSignal.abort() })).toMatchObject({
    code: 130,
  });
});
