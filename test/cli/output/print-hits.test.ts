import { expect, test } from 'vitest';
import { printHits } from '../../../cli/output/print-hits.ts';
import { describeUnknownClass } from '../../../shared/search/notices/unknown-classes.ts';
import { aHit } from '../../web/fixtures.ts';
import { testTerminal } from '../test-terminal.ts';

test('names the parts of a query that were not applied on standard error, without control characters', () => {
  const terminal = testTerminal();
  const ignored = [{ operator: '-\u001b[31mfen', detail: 'pages with it are not left out' }];
  const answer = { query: '', total: 0, from: 0, hits: [], facets: {}, next: null };
  printHits({ ...answer, notice: { ignored, searched: 'moss' } }, terminal);
  printHits({ ...answer, notice: { ignored, searched: '' }, understood: 'moss AND \u001b[31mfen' }, terminal);
  printHits(answer, terminal);
  expect(terminal.stderr.join('\n')).not.toContain('\u001b');
  expect(terminal.stderr).toEqual([
    expect.stringMatching(/^note: .*fen: pages with it are not left out$/),
    'note: searched for the words moss',
    expect.stringMatching(/^note: understood as moss AND .*fen$/),
    expect.anything(),
    'note: no words were searched for',
  ]);
});

test('prints only a class that no page has if everything else of the query was applied', () => {
  const terminal = testTerminal();
  const detail = describeUnknownClass({ name: 'Drosera', near: ['CP.Drosera'] });
  const notice = { ignored: [{ operator: 'class:Drosera', detail }], searched: '' };
  printHits({ query: 'class:Drosera', total: 0, from: 0, hits: [], facets: {}, next: null, notice }, terminal);
  expect(terminal.stderr).toEqual(['note: class:Drosera: no page has this class; similar classes are CP.Drosera']);
});

test('puts one colon behind the name of a field that an old index lacks', () => {
  const terminal = testTerminal();
  const ignored = [{ operator: 'licence:', detail: 'thresher reindex adds them' }];
  printHits(
    { query: '', total: 0, from: 0, hits: [], facets: {}, next: null, notice: { ignored, searched: 'moss' } },
    terminal,
  );
  expect(terminal.stderr[0]).toBe('note: licence: thresher reindex adds them');
});

test('says how many pages match without the filters if none matches with them', () => {
  const terminal = testTerminal();
  printHits({ query: '', total: 0, from: 0, hits: [], facets: {}, next: null, totalWithoutFilters: 9 }, terminal);
  expect(terminal.printed).toEqual(['nothing found']);
  expect(terminal.stderr).toEqual(['note: without the filters: 9 pages']);
});

test('prints the title of the page whose URL the query is', () => {
  const terminal = testTerminal();
  const page = { id: 'x', url: 'http://a.example/', title: 'Moss\u001b[31m' };
  printHits({ query: 'http://a.example/', total: 0, from: 0, hits: [], facets: {}, page, next: null }, terminal);
  expect(terminal.printed).toEqual(['nothing found']);
  expect(terminal.stderr.join('\n')).toMatch(/^note: the page with this address or DOI is in the collection: Moss/);
  expect(terminal.stderr.join('\n')).not.toContain('\u001b');
});

test('prints pages that are promoted for the query before the hits', () => {
  const terminal = testTerminal();
  const promoted = [{ id: 'x', url: 'http://a.example/hours', title: 'Visit\u001b[31m us' }];
  printHits({ query: 'open', total: 0, from: 0, hits: [], facets: {}, promoted, next: null }, terminal);
  expect(terminal.stderr).toEqual([expect.stringMatching(/^recommended: Visit.* us http:\/\/a\.example\/hours$/)]);
  expect(terminal.stderr[0]).not.toContain('\u001b');
});

test('prints the first three authors of a hit', () => {
  const terminal = testTerminal();
  const author = 'Mary Treat; Asa Gray; Charles Darwin; Joseph Hooker';
  const hits = [aHit({ author }), aHit({ author: null })];
  printHits({ query: 'x', total: 2, from: 0, hits, facets: {}, next: null }, terminal);
  const facts = terminal.printed.filter((line) => line.includes('score 4.25'));
  expect(facts[0]).toMatch(/ · Mary Treat; Asa Gray; Charles Darwin; …$/);
  expect(facts[1]).toMatch(/ · carnivorous$/);
});

test('prints facets, the number of other hits of a site, and a close query', () => {
  const terminal = testTerminal();
  const years = [
    { value: '2019', count: 5 },
    { value: '2024', count: 3 },
  ];
  const facets = { language: [{ value: 'en', count: 1200 }], year: years, genre: [] };
  const didYouMean = { query: 'sundews\u001b[31m', replaced: [{ word: 'sundwes', by: 'sundews' }] };
  printHits({ query: 'x', total: 9, from: 0, hits: [aHit({ others: 8 })], facets, didYouMean, next: null }, terminal);
  const printed = terminal.printed.join('\n');
  expect(printed).toContain('8 more hits from plants.example');
  expect(printed).toContain('language  en 1,200');
  expect(printed).toContain('year      2024 3 · 2019 5');
  expect(printed).not.toContain('genre');
  expect(terminal.stderr).toEqual([expect.stringMatching(/^note: did you mean sundews/)]);
  expect(terminal.stderr.join('\n')).not.toContain('\u001b');
});
