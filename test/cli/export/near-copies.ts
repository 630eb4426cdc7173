import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

/** Crawls a site of four pages into a new folder: `/`, `/fen`, and the near-duplicates `/moss` and `/copy`. Returns the folder. */
export async function crawlNearCopies(): Promise<string> {
  const links = '<a href=/moss>1</a><a href=/copy>2</a><a href=/fen>3</a>';
  const site = await startSite({
    '/': `${prose('bog')}${links}`,
    '/moss': prose('moss', 300),
    '/copy': prose('moss', 301),
    '/fen': prose('fen', 300),
  });
  const dir = mkdtempSync(join(tmpdir(), 'thresher-near-copies-'));
  const crawl = ['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir];
  expect((await thresher(crawl)).code).toBe(0);
  site.close();
  return dir;
}
