/**
 * `node bench/clean/fuzz.ts [PAGES] [SEED]`: cleans mutated pages (default 10,000) with all methods and checks that nothing throws.
 * Prints the totals and the maximum number of reads per character. A failure prints the seed and the page.
 */
import { cleanInAllWays, demoPages, mutatedPages } from '../data/mutated-pages.ts';

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('usage: node bench/clean/fuzz.ts [PAGES] [SEED]\n');
  process.exit(2);
}
/** Number of pages between two progress lines. */
const PROGRESS_INTERVAL = 100_000;
const next = mutatedPages(demoPages(), seed);
const before = process.threadCpuUsage();
let characters = 0;
let maxReads = 0;
for (let i = 1; i <= count; i++) {
  const page = next();
  try {
    maxReads = Math.max(maxReads, cleanInAllWays(page) / (page.length + 1));
  } catch (error) {
    process.stderr.write(`page ${i} of seed ${seed}: ${error}\n${JSON.stringify(page)}\n`);
    process.exit(1);
  }
  characters += page.length;
  if (i % PROGRESS_INTERVAL === 0) process.stderr.write(`${i} pages\n`);
}
const { user, system } = process.threadCpuUsage(before);
const seconds = (user + system) / 1e6;
process.stdout.write(
  `${count} pages of seed ${seed}, ${(characters / 1e6).toFixed(1)} million characters: ${seconds.toFixed(1)} CPU seconds, ` +
    `at most ${maxReads.toFixed(1)} reads per character, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB of memory, nothing thrown\n`,
);
