import { expect, test } from 'vitest';
import { checkQuery, randomQueries } from '../../bench/data/random-queries.ts';
import { queryRunner } from '../../bench/data/searched-queries.ts';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { QUERY_SYNTAXES } from '../../shared/query/compile/print-query.ts';

test.each(QUERY_SYNTAXES)('never throws and escapes everything: 10,000 random queries in %s', (syntax) => {
  const next = randomQueries(syntax, seededRandom(8));
  for (let i = 0; i < 10_000; i++) {
    const query = next();
    expect(() => checkQuery(syntax, query), JSON.stringify(query)).not.toThrow();
  }
});

test.each(QUERY_SYNTAXES)(
  'finds and scores the same by SQL and in memory: 1,000 random queries in %s',
  async (syntax) => {
    const run = await queryRunner(seededRandom(4));
    const next = randomQueries(syntax, seededRandom(4));
    let found = 0;
    for (let i = 0; i < 1_000; i++) if (((await run(syntax, next())) ?? 0) > 0) found++;
    expect(found).toBeGreaterThan(20);
  },
);
