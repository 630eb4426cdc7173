import { expect, test } from 'vitest';
import { HITS, request } from './records.ts';

test('search results are entries that link to the page and to its cached copy', async () => {
  const hits = [{ ...HITS[0]!, author: 'Charles Darwin; Mary Treat' }, ...HITS.slice(1)];
  const answer = await request('/search?format=bibtex', {}, hits);
  expect(answer.headers.get('content-type')).toBe('application/x-bibtex; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="search.bib"');
  const entries = (await answer.text()).split(/\n\n(?=@|$)/);
  expect(entries).toHaveLength(HITS.length + 1);
  expect(entries[0]).toBe(`@misc{darwin2021-one,
  author = {Charles Darwin and Mary Treat},
  title = {{Sundews \\& "friends"}},
  year = {2021},
  publisher = {Kew},
  url = {http://plants.example/drosera},
  urldate = {2024-05-31},
  note = {Cached copy: \\url{https://search.example/cached/one?crawl=garden}},
  language = {en},
  keywords = {carnivorous},
  abstract = {Sundews catch flies with sticky leaves.},
  month = jun,
}`);
  expect(entries[2]).toContain('  title = {{http://plants.example/?a=1\\&b=<2>}},\n');
});

test('a text cannot end an entry', async () => {
  const text = await (await request('/search?format=bibtex')).text();
  let depth = 0;
  for (const sign of text) {
    if (sign === '{') depth++;
    else if (sign === '}') depth--;
    if (sign === '@' && depth === 0) continue;
    expect(depth).toBeGreaterThanOrEqual(0);
  }
  expect(depth).toBe(0);
  expect(text.match(/^@\w+\{/gm)).toHaveLength(HITS.length);
});
