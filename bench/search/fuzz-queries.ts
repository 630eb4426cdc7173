/**
 * `node bench/search/fuzz-queries.ts [QUERIES] [SEED]`: parses and prints random queries (default 10,000) in each syntax, and checks that
 * nothing throws and that no text of a query reaches an engine as syntax. Searches every 100th on a small index, by SQL and in memory, and
 * checks that both find and score the same. A failure prints the query.
 */

import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { QUERY_SYNTAXES } from '../../shared/query/compile/print-query.ts';
import { checkQuery, randomQueries } from '../data/random-queries.ts';
import { queryRunner } from '../data/searched-queries.ts';

/** One of so many queries is searched: that takes longer than parsing. */
const QUERIES_PER_SEARCH = 100;

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('usage: node bench/search/fuzz-queries.ts [QUERIES] [SEED]\n');
  process.exit(2);
}
const run = await queryRunner(seededRandom(seed));
for (const syntax of QUERY_SYNTAXES) {
  const next = randomQueries(syntax, seededRandom(seed));
  const before = process.threadCpuUsage();
  let characters = 0;
  let searched = 0;
  let hits = 0;
  for (let i = 1; i <= count; i++) {
    const query = next();
    characters += query.length;
    try {
      checkQuery(syntax, query);
      const total = i % QUERIES_PER_SEARCH === 0 ? await run(syntax, query) : undefined;
      searched += Number(total !== undefined);
      hits += total ?? 0;
    } catch (error) {
      process.stderr.write(`${syntax}, query ${i} of seed ${seed}: ${error}\n${JSON.stringify(query)}\n`);
      process.exit(1);
    }
  }
  const { user, system } = process.threadCpuUsage(before);
  process.stdout.write(
    `${syntax}: ${count} queries of seed ${seed}, ${(characters / 1e6).toFixed(1)} million characters, ` +
      `${((user + system) / 1e6).toFixed(1)} CPU seconds, nothing thrown; ` +
      `${searched} searched by SQL and in memory with the same ${hits} hits\n`,
  );
}
