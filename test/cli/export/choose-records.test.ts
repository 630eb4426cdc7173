import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inTimeZone } from '../../in-time-zone.ts';
import { thresher } from '../test-terminal.ts';

test('--query finds pages with synonyms, as a search does', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-query-'));
  const pages = join(dir, 'pages');
  mkdirSync(pages);
  writeFileSync(join(pages, 'a.html'), '<p>Das Mobiltelefon liegt im Torf.</p>');
  writeFileSync(join(pages, 'b.html'), '<p>Das Moos liegt im Torf.</p>');
  const crawl = join(dir, 'crawl.yaml');
  writeFileSync(crawl, 'seeds: [https://a.example/]\nsearch: {synonyms: [[Handy, Mobiltelefon]]}\n');
  const at = ['--dir', join(dir, 'data')];
  expect((await thresher(['import', pages, '--base', 'https://a.example/', '--crawl', crawl, ...at])).code).toBe(0);
  const urls = async (query: string) => (await thresher(['export', '-f', 'urls', '-q', query, ...at])).printed;
  expect(await urls('Handy')).toEqual(['https://a.example/a.html']);
  expect(await urls('torf -handy')).toEqual(['https://a.example/b.html']);
  rmSync(dir, { recursive: true });
});

test('--since takes a time of day, in any zone, and compares it with the first fetch of the text', async () => {
  inTimeZone('America/New_York');
  const dir = mkdtempSync(join(tmpdir(), 'thresher-since-'));
  const at = ['--dir', join(dir, 'data')];
  const page = (name: string, time: string) =>
    JSON.stringify({ url: `https://a.example/${name}`, text: `Moss of ${name}`, fetchedAt: `2024-05-01T${time}:00Z` });
  const imported = async (...lines: string[]) => {
    writeFileSync(join(dir, 'pages.jsonl'), lines.join('\n'));
    expect((await thresher(['import', join(dir, 'pages.jsonl'), ...at])).code).toBe(0);
  };
  await imported(page('morning', '10:00'), page('evening', '20:00'));
  await imported(page('morning', '22:00'));
  const names = async (since: string) =>
    (await thresher(['export', '-f', 'urls', '--since', since, ...at])).printed.map((url) => url.split('/').at(-1));
  const both = ['evening', 'morning'];
  expect((await names('2024-05-01')).sort()).toEqual(both);
  expect((await names('2024-05-01T10:00')).sort()).toEqual(both);
  expect(await names('2024-05-01T10:01')).toEqual(['evening']);
  expect(await names('2024-05-01T20:00:00.001Z')).toEqual([]);
  // 19:30 of the day before in UTC, and 23:30 of the same day.
  expect((await names('2024-05-01T00:30+05:00')).sort()).toEqual(both);
  expect(await names('2024-05-02T00:30+05:00')).toEqual(['evening']);
  rmSync(dir, { recursive: true });
});

test('an export says that an index of an earlier version does not find all records by the query', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-query-'));
  const pages = join(dir, 'pages');
  mkdirSync(pages);
  writeFileSync(join(pages, 'a.html'), '<meta name=dcterms.license content="CC BY 4.0"><p>Das Moos liegt im Torf.</p>');
  const at = ['--dir', join(dir, 'data')];
  const exportBy = (...chosen: string[]) => thresher(['export', '-f', 'urls', ...chosen, ...at]);
  await thresher(['import', pages, '--base', 'https://a.example/', ...at]);
  expect(await exportBy('-q', 'licence:cc-by')).toMatchObject({ code: 0, printed: ['https://a.example/a.html'] });
  const db = new DatabaseSync(join(dir, 'data', 'index.sqlite'));
  db.exec('UPDATE record_1 SET licence = NULL, fetchedDay = NULL');
  db.close();
  for (const [name, ...chosen] of [
    ['licence', '-q', 'licence:cc-by'],
    ['changed', '--since', '2020-01-01'],
  ] as const) {
    const { code, messages } = await exportBy(...chosen);
    expect(code).toBe(1);
    expect(messages.join('\n')).toContain(`query: ${name}: pages that an earlier version has indexed are not found`);
  }
  for (const query of ['torf -licence:cc-by', 'fern OR (torf NOT changed:2020)']) {
    const { code, messages, printed } = await exportBy('-q', query);
    expect([code, printed]).toEqual([2, []]);
    expect(messages.join('\n')).toContain('pages that an earlier version has indexed count as without it');
  }
  expect(await exportBy('-q', 'torf')).toMatchObject({ code: 0, printed: ['https://a.example/a.html'] });
  rmSync(dir, { recursive: true });
});
