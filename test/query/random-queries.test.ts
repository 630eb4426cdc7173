import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkQuery, randomQueries } from '../../bench/data/random-queries.ts';
import { queryRunner } from '../../bench/data/searched-queries.ts';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { printQuery, QUERY_SYNTAXES } from '../../shared/query/compile/print-query.ts';
import { anyText } from '../any-text.ts';
import { fewOrMany } from '../long-test.ts';

test.each(QUERY_SYNTAXES)('never throws and escapes everything: random queries in %s', (syntax) => {
  const next = randomQueries(syntax, seededRandom(7));
  for (let i = 0; i < fewOrMany(200, 800); i++) {
    const query = next();
    expect(() => checkQuery(syntax, query), JSON.stringify(query)).not.toThrow();
  }
});

test.each(QUERY_SYNTAXES)('takes any text in %s', (syntax) => {
  fc.assert(
    fc.property(anyText(200), (text) => checkQuery(syntax, text)),
    { numRuns: fewOrMany(25, 100) },
  );
});

test('some random queries compile, so that the check of the SQL means something', () => {
  const next = randomQueries('cql', seededRandom(7));
  const printed = Array.from({ length: 3_000 }, () => printQuery('cql', next(), 'fts5', { languages: ['en'] }));
  expect(printed.filter((one) => 'fts5' in one).length).toBeGreaterThan(150);
});

test.each(QUERY_SYNTAXES)('finds and scores the same by SQL and in memory: random queries in %s', async (syntax) => {
  const run = await queryRunner(seededRandom(3));
  const next = randomQueries(syntax, seededRandom(3));
  let found = 0;
  for (let i = 0; i < fewOrMany(130, 200); i++) if (((await run(syntax, next())) ?? 0) > 0) found++;
  expect(found).toBeGreaterThan(5);
});
