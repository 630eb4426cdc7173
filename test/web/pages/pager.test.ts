import { expect, test } from 'vitest';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../../shared/search/search.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { createApp } from '../../../web/app.ts';
import { seen } from '../../contracts/search-index.contract.ts';
import { aWorld } from '../fixtures.ts';

/** Three records of each fingerprint; those of one fingerprint do not rank side by side. */
const RECORDS = 75;
const fingerprint = (i: number) => (BigInt(i % 25) * 0x1111_1111_1111_1111n).toString(16).padStart(16, '0').slice(-16);

test('page numbers and next links lead to every hit once if near-duplicates are folded', async () => {
  const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  await index.write(
    'garden',
    Array.from({ length: RECORDS }, (_, i) =>
      seen(`r${i}`, `http://a.example/${i}`, { text: `moss${' on stones'.repeat(i)}`, simhash: fingerprint(i) }),
    ),
  );
  const { ports } = aWorld({});
  const app = createApp({ ...ports, search: (request) => search(request, { index }, { nearBits: 0 }) });
  const open = async (path: string) => {
    const html = await (await app.request(path)).text();
    return {
      ids: [...html.matchAll(/href="\/record\/(\w+)\?/g)].map(([, id]) => id),
      links: [...html.matchAll(/href="([^"]+)" aria-label="Page (\d+)"/g)].map(([, href]) => unescaped(href!)),
      next: unescaped(/rel="next" href="([^"]+)"/.exec(html)?.[1] ?? ''),
    };
  };
  const first = await open('/search?q=moss');
  const numbered = [first.ids];
  for (const link of first.links) numbered.push((await open(link)).ids);
  const all = numbered.flat();
  expect(all.length).toBe(new Set(all).size);
  expect(numbered.slice(0, 2).map((ids) => ids.length)).toEqual([10, 10]);
  const followed = [first.ids];
  for (let { next } = first; next !== ''; ) {
    const page = await open(next);
    followed.push(page.ids);
    next = page.next;
  }
  expect(followed.flat()).toEqual(all);
  expect(new Set(all.map((id) => fingerprint(Number(id!.slice(1))))).size).toBe(all.length);
});

const unescaped = (html: string) => html.replaceAll('&amp;', '&');
