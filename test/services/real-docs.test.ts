/**
 * Crawls third-party documentation: two Debian packages, which are installed if missing. The test fails if they cannot be
 * installed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRAWL, crawlDocs, type DocsCrawl } from '../../bench/data/real-docs.ts';
import { thresher } from '../cli/test-terminal.ts';
import { installDocs } from './debian-docs.ts';

/** `rank`: worst place of the page among the hits. Default: the first. */
type Tree = { name: string; root: string; pages: number; searches: [query: string, path: string, rank?: number][] };

const TREES: Tree[] = [
  {
    name: 'debian-handbook',
    root: '/usr/share/doc/debian-handbook/html/en-US',
    pages: 100,
    searches: [
      ['LDAP directory', '/sect.ldap-directory.html'],
      ['samba windows shares', '/sect.windows-file-server-with-samba.html'],
      ['building your first package', '/sect.building-first-package.html'],
      ['virtual private network OpenVPN', '/sect.virtual-private-network.html'],
    ],
  },
  {
    name: 'python3-doc',
    root: '/usr/share/doc/python3-doc/html',
    pages: 400,
    searches: [
      ['itertools combinations', '/library/itertools.html'],
      ['asyncio gather tasks', '/library/asyncio-task.html'],
      // The page with the examples has the words beside each other more often.
      ['unittest mock patch', '/library/unittest.mock.html', 2],
      ['argparse add_argument', '/library/argparse.html'],
      ['decimal floating point arithmetic context', '/library/decimal.html'],
      ['global interpreter lock', '/c-api/init.html'],
    ],
  },
];

describe.each(TREES)('$name', ({ name, root, pages, searches }) => {
  let dir: string;
  let docs: DocsCrawl;
  beforeAll(async () => {
    installDocs(name, root);
    dir = mkdtempSync(join(tmpdir(), 'thresher-docs-'));
    docs = await crawlDocs(root, '/index.html', dir);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('fetches every reachable HTML file once, compared with an independent count', () => {
    const { end, reachable, requested, repeated } = docs;
    expect([end, repeated]).toEqual(['done', 0]);
    expect(reachable.length).toBeGreaterThan(pages);
    expect(reachable.filter((path) => !requested.ok.includes(path))).toEqual([]);
  });

  test('otherwise requests only linked files of other types, folders without a slash, and broken links', () => {
    const { reachable, requested, isOtherFile } = docs;
    // Linked source files are text: they are fetched, but not in the count of HTML files.
    expect(requested.ok.filter((path) => !reachable.includes(path) && !isOtherFile(path))).toEqual([]);
    expect(requested.missing.filter((path) => existsSync(join(root, path)))).toEqual([]);
    expect(requested.redirected.filter((path) => !existsSync(join(root, path, 'index.html')))).toEqual([]);
  });

  test('reports the same counts in its status', () => {
    const { status, requested } = docs;
    expect(status.outcomes).toEqual(
      nonZero({
        fetched: requested.ok.length,
        gone: requested.missing.length,
        redirected: requested.redirected.length,
      }),
    );
    expect(status.pages).toBe(Object.values(requested).flat().length);
  });

  test('creates a record for at least 98 % of the pages', () => {
    expect(docs.status.records).toBeGreaterThan(docs.requested.ok.length * 0.98);
  });

  test.each(searches)('finds for "%s" %s', async (query, path, rank = 1) => {
    const { code, answers } = await thresher(['search', query, '--dir', dir, '--name', CRAWL, '--size', '3', '--json']);
    const { hits } = answers()[0] as { hits: { url: string; snippet: string }[] };
    expect(code).toBe(0);
    expect(hits.map(({ url }) => new URL(url).pathname).slice(0, rank)).toContain(path);
  });
});

function nonZero(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}
