/*
 * Measures suggestions and "did you mean" on SQLite: `node bench/search/suggest.ts [RECORDS]` (default 100,000). Fills an index with
 * generated titles over as many words as records, by Zipf's law, and prints the median and the largest time of 200 prefixes of
 * 1 to 4 letters, of 200 prefixes of 2 to 4 letters behind a word, and of 200 frequent words with one or two mistakes.
 */
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { RecordChange } from '../../shared/ports/search-index.ts';
import { didYouMean } from '../../shared/search/did-you-mean.ts';
import { suggest } from '../../shared/search/suggest.ts';
import { seenRecord } from '../data/seen-record.ts';

const RECORDS = Number(process.argv[2] ?? 100_000);
const RUNS = 200;
const BATCH = 1_000;
const SYLLABLES = ['ka', 'lo', 'mir', 'ten', 'su', 'pra', 'vel', 'don', 'gi', 'res', 'tum', 'ba', 'chi', 'nor', 'fe'];

const random = seededRandom(13);
const below = (n: number) => Math.floor(random() * n);
/** A rank from 1, with a probability that falls as its inverse. */
const zipf = (n: number) => Math.floor(n ** random());

/** A word of three or more syllables, another for each number. */
function wordOf(n: number): string {
  const parts: string[] = [];
  for (let rest = n + SYLLABLES.length ** 2; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    parts.push(SYLLABLES[rest % SYLLABLES.length]!);
  return parts.join('');
}

/** Removes a letter, or swaps two neighbours. */
function mistake(word: string): string {
  const at = 1 + below(word.length - 2);
  return random() < 0.5
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
}

const index = sqliteSearchIndex(openDatabase(':memory:'), (text) => text);
for (let from = 0; from < RECORDS; from += BATCH)
  await index.write(
    'bench',
    Array.from({ length: Math.min(BATCH, RECORDS - from) }, (_, i) => changeOf(from + i)),
  );

const prefixes = Array.from({ length: RUNS }, () => wordOf(zipf(RECORDS)).slice(0, 1 + below(4)));
const misspelt = Array.from({ length: RUNS }, (_, i) => {
  const once = mistake(wordOf(zipf(1_000)));
  return i % 2 === 0 ? once : mistake(once);
});
const suggested = await timed(
  prefixes,
  async (q) => (await suggest({ crawl: 'bench', q, size: 8 }, index, ['en', 'de'])).length > 0,
);
const pairs = Array.from(
  { length: RUNS },
  () => `${wordOf(zipf(RECORDS))} ${wordOf(zipf(RECORDS)).slice(0, 2 + below(3))}`,
);
const beside = await timed(
  pairs,
  async (q) => (await suggest({ crawl: 'bench', q, size: 8 }, index, ['en', 'de'])).length > 0,
);
const corrected = await timed(misspelt, async (q) => (await didYouMean('bench', q, index, ['en'])) !== undefined);
const { length: words } = await index.titleWords('bench', { prefix: '', languages: [] }, RECORDS);
process.stdout.write(
  `${JSON.stringify({ records: RECORDS, words, suggest: suggested, suggestBeside: beside, didYouMean: corrected })}\n`,
);

async function timed(questions: readonly string[], ask: (question: string) => Promise<boolean>) {
  const times: number[] = [];
  let answered = 0;
  for (const question of questions) {
    const start = performance.now();
    answered += Number(await ask(question));
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const ms = (n: number) => Number(n.toFixed(1));
  return {
    answered: answered / RUNS,
    medianMs: ms(times[RUNS >> 1]!),
    p95Ms: ms(times[Math.floor(RUNS * 0.95)]!),
    maxMs: ms(times.at(-1)!),
  };
}

function changeOf(i: number): RecordChange {
  const title = Array.from({ length: 6 }, () => wordOf(zipf(RECORDS))).join(' ');
  return seenRecord({ id: `r${i}`, url: `http://bench.example/${i}`, title, text: title, fetchedAt: i });
}
