import { expect, test } from 'vitest';
import { printHits } from '../../../cli/output/print-hits.ts';
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

test('says how many pages match without the filters if none matches with them', () => {
  const terminal = testTerminal();
  printHits({ query: '', total: 0, from: 0, hits: [], facets: {}, next: null, totalWithoutFilters: 9 }, terminal);
  expect(terminal.printed).toEqual(['nothing found']);
  expect(terminal.stderr).toEqual(['note: without the filters: 9 pages']);
});
