import { expect, test } from 'vitest';
import { readQuestion } from '../../../shared/search/question.ts';
import { type AdvancedRow, advancedQuery } from '../../../web/advanced/advanced-query.ts';
import { createApp } from '../../../web/app.ts';
import { memoryAnnotations } from '../annotations/annotations-world.ts';
import { aWorld } from '../fixtures.ts';

const row = (text: string, change: Partial<AdvancedRow> = {}): AdvancedRow => ({
  ...{ operator: 'and', field: 'any', match: 'all', text },
  ...change,
});

test.each<[what: string, rows: AdvancedRow[], query: string]>([
  ['nothing', [row(''), row(' "')], ''],
  ['one word', [row('moss')], 'moss'],
  ['all words', [row('moss  fen')], '(moss AND fen)'],
  ['any word of a field', [row('moss fen', { field: 'title', match: 'any' })], '(title:moss OR title:fen)'],
  ['a phrase of a field', [row('old map', { field: 'annotation', match: 'phrase' })], 'annotation:"old map"'],
  ['a word of the abstract', [row('moss', { field: 'abstract' })], 'abstract:moss'],
  ['a path', [row('/plants/peat-moss.html', { field: 'url' })], 'url:"/plants/peat-moss.html"'],
  ['a phrase of one word', [row('map', { match: 'phrase' })], 'map'],
  [
    'rows from the first to the last',
    [row('moss'), row('fen bog', { operator: 'or' }), row(''), row('lake', { operator: 'not', field: 'text' })],
    '(moss OR (fen AND bog)) AND NOT text:lake',
  ],
  ['an operator of the first row that has words', [row(''), row('moss', { operator: 'not' })], 'moss'],
  ['patterns', [row('pla*s colo?r')], '(pla*s AND colo?r)'],
  [
    'what looks like an operator',
    [row('AND -x (y) a:b c~ +d')],
    '("AND" AND "-x" AND "(y)" AND "a:b" AND "c~" AND "+d")',
  ],
  ['quotation marks', [row('say "old map" „x“')], '(say AND old AND map AND x)'],
])('builds a query of %s', (_what, rows, query) => {
  expect(advancedQuery(rows)).toBe(query);
  expect(readQuestion(query, ['en']).faults).toEqual([]);
});

const serverOf = (hasAnnotations: boolean) => {
  const { ports, world } = aWorld({ crawls: ['garden', 'bog'] });
  const { annotations } = memoryAnnotations(ports.record);
  return { app: createApp({ ...ports, ...(hasAnnotations && { annotations }) }), world };
};

test('the form has all fields and filters, and the search form leads to it', async () => {
  const { app } = serverOf(true);
  const html = await (await app.request('/advanced?crawl=bog')).text();
  for (const part of [
    'name="words4"',
    'name="operator2"',
    'value="annotation"',
    '<option value="abstract">Abstract</option>',
    '<option value="url">Words of the URL</option>',
    'name="lang"',
    'name="class"',
    'name="after"',
  ])
    expect(html).toContain(part);
  expect(html).not.toContain('name="operator1"');
  expect(html).toContain('<option value="bog" selected>bog</option>');
  expect(await (await app.request('/?crawl=bog')).text()).toContain(
    '<a href="/advanced?crawl=bog">Advanced search</a>',
  );
  expect(await (await serverOf(false).app.request('/advanced')).text()).not.toContain('value="annotation"');
});

test.each([
  ['en', 'Operator', 'Searched in', 'Contains', 'Words'],
  ['de', 'Verknüpfung', 'Gesucht in', 'Enthält', 'Wörter'],
  ['fr', 'Opérateur', 'Cherché dans', 'Contient', 'Mots'],
  ['sv', 'Operator', 'Söks i', 'Innehåller', 'Ord'],
])('each control of a row has a label that is shown, in %s', async (language, operator, field, match, words) => {
  const answer = await serverOf(false).app.request('/advanced', { headers: { 'accept-language': language } });
  const html = await answer.text();
  for (const n of [1, 2, 3, 4]) {
    if (n > 1) expect(html).toContain(`<label>${operator}<select name="operator${n}">`);
    expect(html).toContain(`<label>${field}<select name="field${n}">`);
    expect(html).toContain(`<label>${match}<select name="match${n}">`);
    expect(html).toContain(`<label>${words}<input type="search" name="words${n}"`);
  }
});

test.each([
  ['de', 'Kurzfassung', 'Wörter der URL'],
  ['sv', 'Sammanfattning', 'Ord i URL:en'],
])('the form names the abstract and words of URLs in %s', async (language, name, ofUrls) => {
  const answer = await serverOf(false).app.request('/advanced', { headers: { 'accept-language': language } });
  const html = await answer.text();
  expect(html).toContain(`<option value="abstract">${name}</option>`);
  expect(html).toContain(`<option value="url">${ofUrls}</option>`);
});

test('a sent form leads to its search', async () => {
  const { app } = serverOf(true);
  const form = new URLSearchParams({
    ...{ words1: 'moss fen', field1: 'title', match1: 'any' },
    ...{ operator2: 'not', words2: 'old map', field2: 'annotation', match2: 'phrase' },
    ...{ words3: '', operator3: 'and', crawl: 'bog', lang: 'en', class: '', after: '2020', evil: 'x' },
  });
  const answer = await app.request(`/advanced?${form}`);
  const query = '(title:moss OR title:fen) AND NOT annotation:"old map"';
  const parameters = new URLSearchParams({ q: query, crawl: 'bog', after: '2020', lang: 'en' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/search?${parameters}`]);
  expect((await app.request('/advanced?words1=')).headers.get('location')).toBe('/search?q=');
});

test.each([
  ['an unknown field', 'words1=x&field1=editor', 400],
  ['an unknown operator', 'words1=x&operator2=xor', 400],
  ['a query that is too long', `words1=${'ab '.repeat(300)}`, 400],
  ['an unknown crawl', 'words1=x&crawl=none', 404],
])('refuses %s', async (_what, query, status) => {
  const answer = await serverOf(true).app.request(`/advanced?${query}`, { headers: { accept: 'application/json' } });
  expect(answer.status).toBe(status);
});
