/*
 * Measures facets on SQLite: `node bench/search/facets.ts [RECORDS]` (default 100,000). Fills an index with generated records of 40
 * words by Zipf's law, and prints for words of falling frequency the number of hits and the median time of 15 searches for ten
 * hits, without facets and with all of them. `first` is the first search with facets of a process, which reads all columns.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { FACET_NAMES } from '../../shared/index/facets.ts';
import { openIndexDatabase } from '../../shared/local/search-index/index-database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { RecordChange } from '../../shared/ports/search-index.ts';
import { search } from '../../shared/search/search.ts';
import { seenRecord } from '../data/seen-record.ts';

const RECORDS = Number(process.argv[2] ?? 100_000);
const RUNS = 15;
const BATCH = 1_000;
const VOCABULARY = 30_000;
const GENRES = ['article', 'listing', 'document', 'forum'];
const LANGUAGES = ['en', 'de', 'sv', 'fr'];

const random = seededRandom(13);
const below = (n: number) => Math.floor(random() * n);
/** A rank from 1, with a probability that falls as its inverse. */
const zipf = (n: number) => Math.floor(n ** random());
const words = (n: number) => Array.from({ length: n }, () => `w${zipf(VOCABULARY)}`).join(' ');

const dir = mkdtempSync(join(tmpdir(), 'thresher-facets-'));
try {
  const file = join(dir, 'index.sqlite');
  const index = sqliteSearchIndex(openIndexDatabase(file), (text) => text);
  for (let from = 0; from < RECORDS; from += BATCH)
    await index.write(
      'bench',
      Array.from({ length: Math.min(BATCH, RECORDS - from) }, (_, i) => changeOf(from + i)),
    );
  const reader = sqliteSearchIndex(openIndexDatabase(file), (text) => text);
  const median = async (q: string, facets: boolean) => {
    const times: number[] = [];
    let total = 0;
    for (let i = 0; i < RUNS; i++) {
      const start = performance.now();
      ({ total } = await search({ crawl: 'bench', q, ...(facets && { facets: FACET_NAMES }) }, { index: reader }));
      times.push(performance.now() - start);
    }
    return { total, first: times[0]!, median: times.sort((a, b) => a - b)[RUNS >> 1]! };
  };
  const rows: object[] = [];
  for (const q of ['w1', 'w10', 'w1000', 'w1 w10 w100 w1000', '']) {
    const plain = await median(q, false);
    const counted = await median(q, true);
    const ms = (n: number) => Number(n.toFixed(1));
    const first = rows.length === 0 ? { firstMs: ms(counted.first) } : {};
    rows.push({ query: q, hits: plain.total, plainMs: ms(plain.median), facetsMs: ms(counted.median), ...first });
  }
  process.stdout.write(
    `${JSON.stringify({ records: RECORDS, bytesARecord: Math.round(statSync(file).size / RECORDS) })}\n`,
  );
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
} finally {
  rmSync(dir, { recursive: true });
}

function changeOf(i: number): RecordChange {
  const url = `http://host${zipf(5_000)}.example/${i}`;
  return seenRecord({
    id: `r${i}`,
    url,
    title: words(4),
    text: words(40),
    date: `${1990 + below(35)}-0${1 + below(9)}-1${below(9)}`,
    fetchedAt: i,
    language: LANGUAGES[zipf(4) - 1] ?? 'en',
    genre: GENRES[below(4)]!,
    classes: [{ class: `c${below(9)}.s${below(20)}`, score: 1 }],
  });
}
