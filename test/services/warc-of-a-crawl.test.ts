/** The archive of a crawl of the small web, read by Python's warcio, which is installed into `.cache/engines/`. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCrawl } from '../../cli/run/runner.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { objectsOf, withStores } from '../flow/remains.ts';
import { type SmallWeb, startSmallWeb } from '../flow/small-web.ts';
import { countCaptures } from '../flow/warc-counts.ts';
import { installPython, WARCIO } from './engines/cache.ts';

let python: string;
const run = (...args: string[]) => execFileSync(python, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 26 });

let web: SmallWeb;
let status: CrawlStatus;
let files: string[];
let own: ReturnType<typeof countCaptures>;

beforeAll(async () => {
  ({ python } = await installPython('warcio', WARCIO));
  web = await startSmallWeb();
  const { dir, settings, seeds } = web;
  ({ status } = await runCrawl({ dir, settings, seeds }));
  const objects = await withStores(dir, (stores) => objectsOf('raw', settings.crawl, stores));
  files = objects.map(([key]) => join(dir, 'objects', key));
  own = countCaptures(objects);
});
afterAll(() => web.close());

test('writes correct digests', () => {
  const printed = run('-m', 'warcio.cli', 'check', '-v', ...files);
  // Digests of warcinfo, requests and responses.
  expect(printed.match(/digest pass/g)).toHaveLength(files.length + 2 * own.response);
  expect(printed).not.toMatch(/fail|error|no digest/i);
});

/** Responses that are not archived: one ends early, the headers of the other opt out. */
const NOT_KEPT = ['cut.test/letter.html', 'papers.test/cover'];

test('writes one request and one response record per response', () => {
  const lines = run('-m', 'warcio.cli', 'index', '-f', 'warc-type,warc-target-uri,http:status', ...files)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  const count = (type: string) => lines.filter((line) => line['warc-type'] === type).length;
  const answered = web.site.log.requests.filter(
    ({ host, path, status, method }) =>
      path !== '/robots.txt' && method !== 'HEAD' && status > 0 && !NOT_KEPT.includes(host + path),
  );
  expect([count('warcinfo'), count('request'), count('response'), count('revisit')]).toEqual([
    files.length,
    answered.length,
    answered.length,
    0,
  ]);
  expect(own).toMatchObject({ response: answered.length, revisit: 0, broken: 0 });
  // A page with server errors is requested repeatedly, but counts as one page.
  const good = lines.filter((line) => line['warc-type'] === 'response' && line['http:status'] === '200');
  expect(good).toHaveLength(status.outcomes['fetched']!);
});
