/**
 * `node bench/fuzz-clean.ts [PAGES] [SEED]`: cleans so many mutated pages (10,000) in all ways; nothing may throw, and no page may
 * take long. Prints what was done, and the page that took longest by signs looked at. A failure prints the seed and the page.
 */
import { cleanInAllWays, demoPages, mutatedPages } from './data/mutated-pages.ts';

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('usage: node bench/fuzz-clean.ts [PAGES] [SEED]\n');
  process.exit(2);
}
const PROGRESS_INTERVAL = 100_000;
const next = mutatedPages(demoPages(), seed);
const before = process.threadCpuUsage();
let signs = 0;
let most = 0;
for (let i = 1; i <= count; i++) {
  const page = next();
  try {
    most = Math.max(most, cleanInAllWays(page) / (page.length + 1));
  } catch (error) {
    process.stderr.write(`page ${i} of seed ${seed}: ${error}\n${JSON.stringify(page)}\n`);
    process.exit(1);
  }
  signs += page.length;
  if (i % PROGRESS_INTERVAL === 0) process.stderr.write(`${i} pages\n`);
}
const { user, system } = process.threadCpuUsage(before);
const seconds = (user + system) / 1e6;
process.stdout.write(
  `${count} pages of seed ${seed}, ${(signs / 1e6).toFixed(1)} million signs: ${seconds.toFixed(1)} CPU seconds, ` +
    `at most ${most.toFixed(1)} looks at a sign, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB of memory, nothing thrown\n`,
);
