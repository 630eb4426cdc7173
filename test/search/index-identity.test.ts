import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { indexIdentity } from '../../shared/search/index-identity.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

/** The identity of a crawl that was created at a time, before and after records are written and its index is rebuilt at another. */
async function identities(createdAt: number, rebuiltAt: number) {
  const control = sqliteControl(openDatabase(':memory:'));
  await control.create('main', 'settings/main/1.json', createdAt);
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString, undefined, undefined, () => rebuiltAt);
  const identity = () => indexIdentity('main', { control, index });
  const first = await identity();
  await index.write('main', [seen('x', 'http://a.example/')]);
  const written = await identity();
  index.renewChangeTimes('main');
  return { first, written, rebuilt: await identity() };
}

test('an index keeps its identity until it is rebuilt, and a crawl that is created again has another', async () => {
  const NOW = Date.UTC(2040, 0);
  const one = await identities(NOW, NOW + 5_000);
  expect(one.written).toBe(one.first);
  const all = [one, await identities(NOW, NOW + 6_000), await identities(NOW + 1, NOW + 5_000)];
  expect(new Set(all.flatMap(({ first, rebuilt }) => [first, rebuilt])).size).toBe(5);
});
