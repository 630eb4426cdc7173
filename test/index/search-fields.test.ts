/** Every row of the table of search fields is served by the parser, both engines, the command line and the search page. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { searchCommand } from '../../cli/commands/search.ts';
import { printHits } from '../../cli/output/print-hits.ts';
import { INDEX_BODY } from '../../shared/aws/opensearch/opensearch-document.ts';
import { fieldKeywords, filterClauses } from '../../shared/aws/opensearch/opensearch-fields.ts';
import { APPLY_CHANGES } from '../../shared/aws/opensearch/opensearch-script.ts';
import type { CleanDocument } from '../../shared/clean/document.ts';
import { EMPTY_ABOUT } from '../../shared/clean/metadata/page-about.ts';
import { parseLanguageCode } from '../../shared/index/filter-values.ts';
import { type FilterName, SEARCH_FIELDS, SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { parseFilter, readQuestion } from '../../shared/search/question.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { createApp } from '../../web/app.ts';
import { EN } from '../../web/language/en.ts';
import { testTerminal } from '../cli/test-terminal.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { recordOfDocument } from '../search/records.ts';
import { aHit, aWorld } from '../web/fixtures.ts';

const URL = 'http://www.plants.example/drosera.pdf';
const CHANGE = seen('sundew', URL, {
  title: 'Sundews',
  language: 'sv',
  type: 'pdf',
  date: '2021-06-03',
  classes: [{ class: 'plants.carnivorous', score: 1 }],
  genre: 'article',
  author: 'Mary Treat; Ada Bell',
  about: { licence: 'https://creativecommons.org/licenses/by/4.0/' },
  fields: { subject: ['Botany', { text: 'Wet land' }], level: [3] },
});
const RECORD = (CHANGE.kind === 'seen' && CHANGE.record) || undefined;

/** For each filter: a value as people write it that matches the record, and one that does not. */
const VALUES: Record<FilterName, { matches: string; differs: string }> = {
  site: { matches: 'Plants.example', differs: 'moss.example' },
  after: { matches: '2021-06', differs: '2021-07' },
  before: { matches: '2022', differs: '2021-06-03' },
  changed: { matches: '1970', differs: '2100' },
  language: { matches: 'SV', differs: 'en' },
  type: { matches: 'application/pdf', differs: 'html' },
  class: { matches: 'plants', differs: 'animals' },
  genre: { matches: 'Article', differs: 'forum' },
  author: { matches: 'Ada  Bell', differs: 'Bell' },
  licence: { matches: 'CC-BY', differs: 'cc-by-sa' },
  field: { matches: 'subject=Botany', differs: 'subject=Zoology' },
};

async function openIndex() {
  const db = new DatabaseSync(':memory:');
  const index = sqliteSearchIndex(db, analyzeToString);
  await index.write('main', [CHANGE]);
  return { db, index };
}

const filters = SEARCH_FILTERS.map((filter) => [filter.name, filter] as const);
const fields = SEARCH_FIELDS.map((field) => [field.property, field] as const);

test.each(filters)('the query parser reads the filter %s under all its names', (name, filter) => {
  for (const queryName of filter.queryNames) {
    const { filters, text, faults } = readQuestion(`x ${queryName}:${VALUES[name].matches}`, ['en']);
    expect([Object.keys(filters), text, faults]).toEqual([[name], 'x', []]);
  }
});

test.each<[FilterName, string, string | undefined]>([
  ['site', 'Example.org.', 'example.org'],
  ['site', 'https://example.org.:8080/a.', 'example.org:8080'],
  ['site', '*.example.org', 'example.org'],
  ['site', '.', undefined],
  ['after', '2024-02-29T23:59', '2024-02-29T23:59'],
  ['after', '2024-02-29T23:59:01.123456+02:00', '2024-02-29T23:59:01.123456+02:00'],
  ['before', '2024-02-30T23:59', undefined],
  ['before', '2024-02-29T25:00', undefined],
])('the filter %s reads %j as %j', (name, text, expected) => {
  expect(SEARCH_FILTERS.find((filter) => filter.name === name)!.parse(text)).toBe(expected);
});

test.each(['a\nb', 'a\n', '\r', 'a\u2028b'])(
  'refuses the class %j: stored names are separated by line feeds',
  (name) => {
    expect(parseFilter('class', name)).toBe(name.trim() === 'a' ? 'a' : undefined);
    expect(SEARCH_FILTERS.find((filter) => filter.name === 'class')!.parse(name)).toBeUndefined();
  },
);

test.each(filters)('the filter %s on SQLite', async (name, { queryNames: [queryName] }) => {
  const { index } = await openIndex();
  const total = async (value: string) => {
    const asked = queryName === undefined ? { q: '', [name]: value } : { q: `${queryName}:${value}` };
    return (await search({ crawl: 'main', ...asked }, { index })).total;
  };
  expect(await total(VALUES[name].matches)).toBe(1);
  expect(await total(VALUES[name].differs)).toBe(0);
});

test.each(filters)('the filter %s on OpenSearch is one clause on a mapped field', (name, { field, parse }) => {
  expect(filterClauses({})).toEqual([]);
  const clauses = filterClauses({ [name]: parse(VALUES[name].matches) });
  expect(clauses).toHaveLength(1);
  expect(Object.keys(Object.values(clauses[0]!)[0] as object)).toEqual([field.stored]);
});

test.each(fields)('the field %s is a column of SQLite and a mapped field of OpenSearch', async (_, { stored }) => {
  const { db } = await openIndex();
  const row = db.prepare(`SELECT ${stored} AS value FROM record_1`).get() as { value: unknown };
  expect(row.value).toBeTruthy();
  expect(INDEX_BODY.mappings.properties).toHaveProperty(stored, { type: 'keyword' });
  expect(fieldKeywords(RECORD!)[stored]?.length).toBeGreaterThan(0);
  // The script sets each field, and removes all but the classes of a record that is removed.
  expect(APPLY_CHANGES.split(`'${stored}'`)).toHaveLength(stored === 'classes' ? 2 : 3);
});

test('an index from before a field was added gets its column', async () => {
  const { db, index } = await openIndex();
  db.exec('DROP INDEX record_1_facets; ALTER TABLE record_1 DROP COLUMN type');
  const later = sqliteSearchIndex(db, analyzeToString);
  await later.write('main', [seen('moss', 'http://moss.example/', { type: 'html' })]);
  const { hits } = await search({ crawl: 'main', q: 'type:html' }, { index });
  expect(hits.map(({ id }) => id)).toEqual(['moss']);
});

test.each(filters)('the filter %s is an option of the command line, with its help', async (name, { option }) => {
  const terminal = testTerminal();
  await searchCommand.run(['--help'], terminal);
  const help = terminal.printed.join('\n');
  expect(help).toContain(`--${name} ${option.value}`);
  expect(help).toContain(option.help);
});

test.each(filters)('the filter %s is in the form of the page, and in its URL', async (name, { parameter }) => {
  const { world, ports } = aWorld({ hits: [aHit()] });
  const value = encodeURIComponent(VALUES[name].matches);
  const label = EN[`filter.${name}`];
  const html = await (await createApp(ports).request(`/search?q=sundews&${parameter}=${value}`)).text();
  expect(html).toMatch(new RegExp(`<label>${label}<(?:input|select)[^>]* name="${parameter}"`));
  expect(html).toContain(`Remove the filter ${label}`);
  expect(world.requests[0]).toHaveProperty(name);
});

test.each(fields)('the field %s is in every hit, and shown with it', async (property, field) => {
  const { index } = await openIndex();
  const answer = await search({ crawl: 'main', q: 'sundews' }, { index });
  // A hit has the time as text, and the licence by its name.
  const inHit = {
    ...RECORD!,
    fetchedAt: new Date(RECORD!.fetchedAt).toISOString(),
    licence: 'cc-by-4.0',
  }[property];
  expect(answer.hits[0]).toHaveProperty(property, inHit);
  const html = await (await createApp(aWorld({ hits: answer.hits }).ports).request('/search?q=sundews')).text();
  const shown: Record<string, string> = {
    date: '3 Jun 2021',
    language: 'Swedish',
    type: 'PDF',
    genre: 'Article',
    licence: 'CC-BY-4.0',
  };
  const value = field.valuesOf(RECORD!)[0]!;
  if (field.shownAs !== 'not')
    expect(html.slice(html.indexOf('class="facts"'))).toContain(shown[field.shownAs] ?? value);
  const terminal = testTerminal();
  printHits(answer, terminal);
  expect(terminal.printed.at(3)?.includes(value)).toBe(field.isPrinted);
});

test.each(fields)('the record of a document has values of the field %s', (_, { valuesOf }) => {
  const document: Partial<CleanDocument> = {
    author: 'Ada Bell',
    date: '2021-06-03',
    genre: 'article',
    fields: { subject: ['Botany'] },
    about: { ...EMPTY_ABOUT, licence: 'CC0' },
  };
  // The classes are those of a verdict.
  expect(valuesOf(recordOfDocument(document, 0, { classes: RECORD!.classes }))).not.toEqual([]);
});

test('names of filters, parameters and stored fields are unique', () => {
  const queryNames = SEARCH_FILTERS.flatMap((filter) => filter.queryNames);
  for (const names of [
    SEARCH_FILTERS.map(({ name }) => name),
    SEARCH_FILTERS.map(({ parameter }) => parameter),
    queryNames,
    SEARCH_FIELDS.map(({ stored }) => stored),
  ])
    expect(new Set(names).size).toBe(names.length);
  expect(queryNames.every((name) => name === name.toLowerCase())).toBe(true);
});

test('a record with a time that is none has no day, so that the engine can refuse it alone', () => {
  const { valuesOf } = SEARCH_FIELDS.find(({ stored }) => stored === 'fetchedDay')!;
  expect(valuesOf({ ...RECORD!, fetchedAt: 'never' as never })).toEqual([]);
});

test.each([
  ['de', 'de'],
  ['DEU', 'de'],
  ['de-AT', 'de'],
  ['pt_BR', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['und', 'und'],
  ['german', undefined],
  ['de-', undefined],
  ['xx-AT', undefined],
])('the language %s is read as %s', (given, expected) => {
  expect(parseLanguageCode(given)).toBe(expected);
});
