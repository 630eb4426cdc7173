import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteSearchIndex } from '../shared/local/sqlite-search-index.ts';
import type { RecordChange } from '../shared/ports/search-index.ts';
import { search } from '../shared/search/search.ts';
import { analyzeToString } from '../shared/text/analysis/analyze.ts';

/*
 * Measures the speed of the search on one machine: `node bench/search-speed.ts [RECORDS] [QUERIES]`. Writes records with words
 * of a Zipf distribution to a file, then asks queries of 1 to 4 words. `common`: words that 10 to 90 % of the records have;
 * `mixed`: words of any frequency; `rare`: words that at most 1 % have. Prints one JSON line for the index and one for each
 * kind of query: p50 and p95 of the time of a query and the mean CPU time, in milliseconds.
 */

const RECORDS = Number(process.argv[2] ?? 100_000);
const QUERIES = Number(process.argv[3] ?? 40);
const VOCABULARY = 200_000;
/** Words of a text: from 50 to 600, on average about 240. */
const [SHORTEST, LONGEST] = [50, 600];

let state = 1;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** Returns the number of a word: about one of the first ten is every tenth. */
const wordNumber = (): number => Math.floor(Math.exp(random() ** 0.85 * Math.log(VOCABULARY)));
const wordOf = (n: number): string => `w${n.toString(36)}x`;
const text = (length: number): string => Array.from({ length }, () => wordOf(wordNumber())).join(' ');

function changeOf(n: number): RecordChange {
  const url = `http://bench.example/${n}`;
  const record = {
    ...{ id: `r${n}`, url, urls: { [url]: 1 }, title: text(6), headings: [text(4)], description: '', keywords: [] },
    ...{ text: text(SHORTEST + Math.floor(random() ** 2 * (LONGEST - SHORTEST))), author: null, date: null },
    ...{
      language: 'en',
      type: 'html' as const,
      host: 'bench.example',
      fetchedAt: n,
      verdict: 'relevant',
      score: random(),
    },
    ...{ classes: [], capture: { key: '', offset: 0, length: 0 } },
  };
  return { kind: 'seen', id: record.id, url, at: 1, record };
}

const file = join(tmpdir(), `search-speed-${process.pid}.sqlite`);
const db = new DatabaseSync(file);
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
const index = sqliteSearchIndex(db, analyzeToString);
const written = process.cpuUsage();
for (let n = 0; n < RECORDS; n += 45)
  await index.write(
    'bench',
    Array.from({ length: Math.min(45, RECORDS - n) }, (_, i) => changeOf(n + i)),
  );
const { user, system } = process.cpuUsage(written);
db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
print({
  records: RECORDS,
  cpuMsARecord: round((user + system) / 1000 / RECORDS),
  bytesARecord: Math.round(statSync(file).size / RECORDS),
});

const KINDS: Record<string, () => number> = {
  common: () => 1 + Math.floor(random() * 8),
  mixed: wordNumber,
  rare: () => 1_000 + Math.floor(random() * 20_000),
};
for (const [kind, pick] of Object.entries(KINDS))
  for (const words of [1, 2, 3, 4]) {
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let i = 0; i < QUERIES; i++) {
      const q = Array.from({ length: words }, () => wordOf(pick())).join(' ');
      const start = performance.now();
      await search({ crawl: 'bench', q, size: 10 }, { index }, { languages: ['en'] });
      times.push(performance.now() - start);
    }
    const cpu = process.cpuUsage(before);
    times.sort((a, b) => a - b);
    const at = (share: number) => round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
    print({ kind, words, p50: at(0.5), p95: at(0.95), cpuMs: round((cpu.user + cpu.system) / 1000 / QUERIES) });
  }
db.close();
for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });

function round(value: number): number {
  return Number(value.toFixed(2));
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}
