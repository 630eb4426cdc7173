import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteSearchIndex } from '../shared/local/sqlite-search-index.ts';
import type { SearchRequest } from '../shared/search/answer.ts';
import { search } from '../shared/search/search.ts';
import { analyzeToString } from '../shared/text/analysis/analyze.ts';
import { QUERY_KINDS, syntheticRecords } from './data/synthetic-records.ts';

/*
 * Measures the speed of the search on one machine: `node bench/search-speed.ts [RECORDS] [QUERIES]`. Writes synthetic records to a
 * file, then asks queries of 1 to 4 words. `common`: words that 10 to 90 % of the records have; `mixed`: words of any frequency; `rare`:
 * words that at most 1 % have. Then asks queries of 2 words with filters, and prints the time as a multiple of that without one. Prints one
 * JSON line for the index and one for each kind of query: p50 and p95 of the time of a query and the mean CPU time, in
 * milliseconds. The last line is for a query of 1,000 characters.
 */

const RECORDS = Number(process.argv[2] ?? 100_000);
const QUERIES = Number(process.argv[3] ?? 40);
const records = syntheticRecords();

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

const file = join(tmpdir(), `search-speed-${process.pid}.sqlite`);
const db = new DatabaseSync(file);
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
const index = sqliteSearchIndex(db, analyzeToString);
const written = process.cpuUsage();
for (let n = 0; n < RECORDS; n += 45)
  await index.write(
    'bench',
    Array.from({ length: Math.min(45, RECORDS - n) }, (_, i) => records.changeOf(n + i)),
  );
const { user, system } = process.cpuUsage(written);
db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
print({
  records: RECORDS,
  cpuMsARecord: round((user + system) / 1000 / RECORDS),
  bytesARecord: Math.round(statSync(file).size / RECORDS),
});
for (const kind of QUERY_KINDS)
  for (const words of [1, 2, 3, 4]) print({ kind, words, ...(await measure(() => records.query(kind, words))) });
for (const kind of QUERY_KINDS) {
  const queries = Array.from({ length: QUERIES }, () => records.query(kind, 2));
  let plain = 0;
  for (const [filter, more] of Object.entries(FILTERS)) {
    const measured = await measure((i) => queries[i]!, more);
    plain ||= measured.p50;
    print({ kind, words: 2, filter, ...measured, ofNone: round(measured.p50 / plain) });
  }
}
for (const kind of QUERY_KINDS) {
  print({ kind, characters: 1_000, ...(await measure(() => records.query(kind, 300).slice(0, 1_000))) });
}
db.close();
for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });

async function measure(queryOf: (i: number) => string, more: Partial<SearchRequest> = {}) {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let i = 0; i < QUERIES; i++) {
    const q = queryOf(i);
    const start = performance.now();
    await search({ crawl: 'bench', q, size: 10, ...more }, { index }, { languages: ['en'] });
    times.push(performance.now() - start);
  }
  const cpu = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number) => round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), cpuMs: round((cpu.user + cpu.system) / 1000 / QUERIES) };
}

function round(value: number): number {
  return Number(value.toFixed(2));
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}
