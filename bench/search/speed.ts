import { existsSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FACET_NAMES } from '../../shared/index/facets.ts';
import { openIndexDatabase } from '../../shared/local/search-index/index-database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchRequest } from '../../shared/search/answer.ts';
import { search } from '../../shared/search/search.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { QUERY_KINDS, syntheticRecords } from '../data/synthetic-records.ts';

/*
 * Measures the speed of the search on one machine: `node bench/search/speed.ts [RECORDS] [QUERIES] [FILE]`. Writes synthetic records to a
 * file, which is kept and used again if its name is given. Then asks for ten hits with all facets, snippets and near-duplicates, by
 * queries of 1 to 4 words. `common`: words that 10 to 90 % of the records have; `mixed`: words of any frequency; `rare`: words that at most
 * 1 % have. Then asks queries of 2 words with filters, and prints the CPU time as a multiple of that without one; then queries of 1,000
 * characters, similar words, misspelt words and wildcards. Prints one JSON line for the index and one for each kind of query: p50 and p95 of
 * the time of a query and the mean CPU time, in milliseconds. The first query of a process, which reads all columns, has a line of its own.
 */

const RECORDS = Number(process.argv[2] ?? 100_000);
const QUERIES = Number(process.argv[3] ?? 40);
const FILE = process.argv[4];

/** As `duplicates.nearBits` presets it. */
const NEAR_BITS = 6;

/** Records of one transaction. */
const BATCH = 1_000;

const records = syntheticRecords();
const queries = syntheticRecords(2);

/** Filters, with the share of the records that pass. */
const FILTERS: Record<string, Partial<SearchRequest>> = {
  none: {},
  'host, 3 %': { site: 'large1.example' },
  'host, 0.03 %': { site: 'host7.example' },
  'language, 50 %': { language: 'en' },
  'language, 17 %': { language: 'sv' },
  'class, 20 %': { class: 'c1' },
  'class, 1 %': { class: 'c1.s1.t1' },
  'years, 25 %': { after: '2010-01-01', before: '2015-01-01' },
};

const file = FILE ?? join(tmpdir(), `search-speed-${process.pid}.sqlite`);
const isWritten = existsSync(file);
const db = openIndexDatabase(file);
const index = sqliteSearchIndex(db, analyzeToString);
if (!isWritten) await writeIndex();

print({ first: 'of the process', ...(await measure(() => queries.query('common', 1), {}, 1)) });
for (const kind of QUERY_KINDS)
  for (const words of [1, 2, 3, 4]) print({ kind, words, ...(await measure(() => queries.query(kind, words))) });
for (const kind of QUERY_KINDS) {
  const asked = Array.from({ length: QUERIES }, () => queries.query(kind, 2));
  let plain = 0;
  for (const [filter, more] of Object.entries(FILTERS)) {
    const measured = await measure((i) => asked[i]!, more);
    plain ||= measured.cpuMs;
    print({ kind, words: 2, filter, ...measured, ofNone: round(measured.cpuMs / plain) });
  }
}
for (const kind of QUERY_KINDS) {
  print({ kind, characters: 1_000, ...(await measure(() => queries.query(kind, 300).slice(0, 1_000))) });
}
const misspelt = () => queries.word(10_000 + Math.floor(Math.random() * 10_000)).replace(/[aiou]/, 'e');
print({ similar: 'two letters', ...(await measure(() => `${misspelt()}~`)) });
print({ didYouMean: 'one letter', ...(await measure(misspelt)) });
print({ pattern: 'begins with *', ...(await measure(() => `*${misspelt().slice(-4)}`)) });
print({ pattern: 'a quarter of all words', ...(await measure(() => '*ax')) });
db.close();
if (FILE === undefined) for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });

async function writeIndex(): Promise<void> {
  const before = process.cpuUsage();
  for (let n = 0; n < RECORDS; n += BATCH)
    await index.write(
      'bench',
      Array.from({ length: Math.min(BATCH, RECORDS - n) }, (_, i) => records.changeOf(n + i)),
    );
  const { user, system } = process.cpuUsage(before);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  print({
    records: RECORDS,
    cpuMsARecord: round((user + system) / 1000 / RECORDS),
    bytesARecord: Math.round(statSync(file).size / RECORDS),
  });
}

async function measure(queryOf: (i: number) => string, more: Partial<SearchRequest> = {}, count = QUERIES) {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) {
    const q = queryOf(i);
    const start = performance.now();
    const request = { crawl: 'bench', q, size: 10, facets: FACET_NAMES, ...more };
    await search(request, { index }, { languages: ['en'], nearBits: NEAR_BITS });
    times.push(performance.now() - start);
  }
  const cpu = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number) => round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), cpuMs: round((cpu.user + cpu.system) / 1000 / count) };
}

function round(value: number): number {
  return Number(value.toFixed(2));
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}
