/** The buttons of the page of a long query, sent as a browser sends them: with the fields of the search form. */
import { DatabaseSync } from 'node:sqlite';
import { Parser } from 'htmlparser2';
import { beforeAll, expect, test } from 'vitest';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { createApp } from '../../web/app.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { aWorld } from './fixtures.ts';

const LONG = `sundews ${'bog '.repeat(40)}`.trim();
const Q = new URLSearchParams({ q: LONG }).toString();

let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  const pages = Array.from({ length: 30 }, (_, n) =>
    seen(`x${n}`, `http://h${n % 3}.example/${n}`, {
      ...{ title: 'sundews', text: `sundews ${n}`, language: n % 2 ? 'sv' : 'en', date: `${2020 + (n % 2)}` },
    }),
  );
  await index.write('garden', pages);
  app = createApp({ ...aWorld({}).ports, crawls: async () => ['moss', 'garden'], search: (r) => search(r, { index }) });
});

type Button = { label: string; value: string };

/** Returns the fields of the form of a page, and the buttons outside it. */
async function formOf(path: string) {
  const fields = new URLSearchParams();
  const buttons: Button[] = [];
  let select: string | undefined;
  let button: Button | undefined;
  const parser = new Parser({
    onopentag(tag, { name = '', value = '', form, selected }) {
      if (tag === 'input') fields.append(name, value);
      if (tag === 'select') select = name;
      if (tag === 'option' && selected !== undefined) fields.append(select!, value);
      if (tag === 'button' && form === 'ask') button = { label: '', value };
    },
    ontext(text) {
      if (button) button.label += text;
    },
    onclosetag(tag) {
      if (tag !== 'button' || !button) return;
      buttons.push(button);
      button = undefined;
    },
  });
  parser.end(await (await app.request(path)).text());
  return { fields, buttons };
}

/** Presses a button of a page, and returns where it leads. */
async function press(path: string, label: string): Promise<string | null> {
  const { fields, buttons } = await formOf(path);
  const button = buttons.find((one) => one.label.trim() === label)!;
  fields.set('change', button.value);
  const answer = await app.request(`/search?${fields}`);
  expect(answer.status).toBe(302);
  return answer.headers.get('location');
}

test.each([
  ['2021', '', '&after=2021&before=2022'],
  ['h1.example', '&lang=sv', '&site=h1.example&lang=sv'],
  ['Swedish', '&from=10', '&lang=sv'],
  ['Newest date', '&size=5', '&sort=-date&size=5'],
  ['One result per site', '', '&collapse=host'],
  ['All results of each site', '&collapse=host&sort=date', '&sort=date'],
  ['Relevance', '&sort=date&explain=true', '&explain=true'],
  ['3', '', '&from=20'],
  ['Next', '&from=10', '&from=20'],
  ['Previous', '&from=10', ''],
  ['Language: Swedish ×', '&lang=sv&site=h1.example', '&site=h1.example'],
])('%s on the page of a long query with %s', async (label, before, after) => {
  const location = await press(`/search?${Q}&crawl=garden${before}`, label);
  expect(location).toMatch(/^\/search\?q=/);
  const sorted = (query: string) => [...new URLSearchParams(query)].sort();
  expect(sorted(location!.slice('/search?'.length))).toEqual(sorted(`${Q}&crawl=garden${after}`));
});

test('a short query has links instead', async () => {
  const { buttons } = await formOf('/search?q=sundews');
  expect(buttons).toEqual([]);
});

test('the languages of the page of a very long query keep the place in the results', async () => {
  const q = `sundews ${'bog '.repeat(200)}`.trim();
  const { buttons } = await formOf(`/search?${new URLSearchParams({ q })}&crawl=garden&from=20`);
  expect(buttons).toContainEqual({ label: 'Svenska', value: 'from=20&ui=sv' });
  const answer = await app.request('/search?q=sundews&type=&change=from%3D20%26ui%3Dsv');
  expect(answer.headers.get('location')).toBe('/search?q=sundews&from=20&ui=sv');
});

test('a change keeps the format and the facets of the answer', async () => {
  const answer = await app.request('/search?q=sundews&format=json&facets=all&facetSize=5&change=lang%3Dsv');
  expect(answer.headers.get('location')).toBe('/search?q=sundews&lang=sv&format=json&facets=all&facetSize=5');
});

test('a change to invalid parameters leads to the page that names them, on this server', async () => {
  for (const change of ['size=0', 'q=a&size=0&x=//other.example']) {
    const answer = await app.request(`/search?q=sundews&change=${encodeURIComponent(change)}`);
    const location = answer.headers.get('location')!;
    expect(location.startsWith('/search?')).toBe(true);
    expect((await app.request(location)).status).toBe(400);
  }
});
