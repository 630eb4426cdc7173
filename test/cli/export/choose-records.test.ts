import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
