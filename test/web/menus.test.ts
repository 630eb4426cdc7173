import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchRequest } from '../../shared/search/answer.ts';
import { createCrawlMenus } from '../../shared/search/crawl-menus.ts';
import type { Menus } from '../../shared/search/menus.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { createApp } from '../../web/app.ts';
import type { WebPorts } from '../../web/ports.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { aWorld } from './fixtures.ts';

const page = (n: number, fields: Parameters<typeof seen>[2]) =>
  seen(`x${n}`, `http://h${n % 3}.example/${n}`, { title: 'sundews', text: `sundews ${n}`, ...fields });

const classes = (name: string) => ({ classes: [{ class: name, score: 1 }] });

/** @param listed menus that the settings list */
async function open(listed: Menus = {}, change: Partial<WebPorts> = {}) {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  await index.write('garden', [
    page(1, { language: 'sv', ...classes('Plants.Bog') }),
    page(2, { language: 'en', ...classes('Animals') }),
  ]);
  await index.write(
    'library',
    Array.from({ length: 26 }, (_, i) => page(i, { language: 'de', ...classes(`c${i}`) })),
  );
  const asked: string[] = [];
  const searchIndex = (request: SearchRequest) => {
    asked.push(`${request.crawl} ${request.facets?.length ?? 0}`);
    return search(request, { index });
  };
  const app = createApp({
    ...aWorld({}).ports,
    crawls: async () => ['garden', 'library'],
    search: searchIndex,
    menus: createCrawlMenus(searchIndex, async () => listed, Date.now),
    ...change,
  });
  const read = async (path: string) => (await app.request(path)).text();
  return { asked, read };
}

/** Returns the options of a menu, as `value=name` with `*` at the selected one; undefined if the filter is no menu. */
function menu(html: string, parameter: string): string[] | undefined {
  const options = new RegExp(`<select name="${parameter}">(.*?)</select>`).exec(html)?.[1];
  return options === undefined
    ? undefined
    : [...options.matchAll(/<option(?: value="([^"]*)")?( selected)?>([^<]*)/g)].map(
        ([, value, selected, name]) => `${value ?? name}=${name}${selected ? '*' : ''}`,
      );
}

test('languages and classes are menus of the values that the pages have', async () => {
  const { read } = await open();
  for (const path of ['/', '/search?q=sundews', '/help', '/advanced']) {
    const html = await read(path);
    expect(menu(html, 'lang')).toEqual(['=Any*', 'en=English', 'sv=Swedish']);
    expect(menu(html, 'class')).toEqual(['=Any*', 'Animals=Animals', 'Plants=Plants', 'Plants.Bog=Plants.Bog']);
    expect(menu(html, 'author')).toBeUndefined();
  }
});

test('a menu shows the value of the query, also one that it does not have', async () => {
  const { read } = await open();
  const html = await read('/search?q=sundews&lang=fr&class=Plants');
  expect(menu(html, 'lang')).toEqual(['=Any', 'en=English', 'sv=Swedish', 'fr=French*']);
  expect(menu(html, 'class')).toContain('Plants=Plants*');
});

test('a filter with more than 25 values is an input for text', async () => {
  const { read } = await open();
  const html = await read('/search?q=sundews&crawl=library');
  expect(menu(html, 'lang')).toEqual(['=Any*', 'de=German']);
  expect(menu(html, 'class')).toBeUndefined();
  expect(html).toContain('<input type="text" name="class"');
});

test('several crawls have the values of all, unless one of them has too many', async () => {
  const { read } = await open();
  const html = await read('/search?q=sundews&crawl=garden,library');
  expect(menu(html, 'lang')).toEqual(['=Any*', 'en=English', 'sv=Swedish', 'de=German']);
  expect(menu(html, 'class')).toBeUndefined();
});

test('the settings list the entries of a menu and their order', async () => {
  const listed = {
    class: [{ value: 'Plants.Bog', name: 'Bog plants' }, { value: 'Animals' }],
    author: [{ value: 'Ada' }],
  };
  const { read } = await open(listed);
  const html = await read('/search?q=sundews');
  expect(menu(html, 'class')).toEqual(['=Any*', 'Plants.Bog=Bog plants', 'Animals=Animals']);
  expect(menu(html, 'author')).toEqual(['=Any*', 'Ada=Ada']);
  expect(menu(html, 'lang')).toEqual(['=Any*', 'en=English', 'sv=Swedish']);
});

test('the values are counted once for many pages, and never for programs', async () => {
  const { asked, read } = await open();
  for (let i = 0; i < 3; i++) await read(`/search?q=sundews&from=${i}`);
  expect(asked.filter((one) => one === 'garden 2')).toHaveLength(1);
  const { asked: ofPrograms, read: readJson } = await open();
  await readJson('/search?q=sundews&format=json');
  expect(ofPrograms).toEqual(['garden 0']);
});

test('the form works without menus if they cannot be read', async () => {
  const errors: unknown[] = [];
  const { read } = await open(
    {},
    {
      menus: () => Promise.reject(new Error('away')),
      logError: (error) => errors.push(error),
    },
  );
  const html = await read('/search?q=sundews');
  expect(menu(html, 'lang')).toBeUndefined();
  expect(html).toContain('Plants');
  expect(errors).toHaveLength(1);
});
