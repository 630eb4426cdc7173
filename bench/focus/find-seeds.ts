/**
 * Measures how fast the Seed Finder reads an Open Directory dump, and how much memory it needs. Generates a dump with titles and
 * descriptions of random words; one site in fifty is on topic.
 *
 * usage: node bench/focus/find-seeds.ts [SITES]   (default: 200,000)
 */
import process from 'node:process';
import { createSeedFinder } from '../../shared/classify/find-seeds/seed-finder.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { odpReader } from '../../shared/seeds/odp.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { seedRulesOf } from '../../shared/settings/rules.ts';

const SITES = Number(process.argv[2] ?? 200_000);
const SITES_PER_CHUNK = 200;
const TERMS = 2_000;

/** Linear congruential generator, so that each run reads the same dump. */
let state = 1;
const random = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const words = (n: number): string => Array.from({ length: n }, () => `word${random(50_000)}`).join(' ');

function site(i: number): string {
  const title = `${words(4)}${i % 50 === 0 ? ` term${random(TERMS)}` : ''}`;
  const topic = `Top/Science/Branch_${i >> 10}/Leaf_${i >> 5}`;
  return `<ExternalPage about="http://host${i}.example/"><d:Title>${title}</d:Title><d:Description>${words(18)}</d:Description><topic>${topic}</topic></ExternalPage>\n`;
}

const settings = readSettings({ crawl: 'bench', seeds: ['http://x.example/'] });
const terms = Array.from({ length: TERMS }, (_, i) => `${1 + (i % 30)}: term${i}=T`).join('\n');
const finder = createSeedFinder({
  judge: compileFilters([{ terms, file: 'topic.txt', cutOff: 0 }]),
  rules: seedRulesOf(settings),
  refuse: () => undefined,
  minScore: 0.1,
  keepSilent: false,
  max: 800,
});
const reader = odpReader(() => true, {
  seed: (found) => void finder.offer(found, 'dump'),
  fault: (at, message) => void process.stderr.write(`${at}: ${message}\n`),
});

let bytes = 0;
let cpuMs = 0;
let peakHeap = 0;
for (let i = 0; i < SITES; i += SITES_PER_CHUNK) {
  const chunk = Buffer.from(Array.from({ length: SITES_PER_CHUNK }, (_, k) => site(i + k)).join(''));
  const before = process.cpuUsage();
  reader.write(chunk);
  const { user, system } = process.cpuUsage(before);
  cpuMs += (user + system) / 1_000;
  bytes += chunk.length;
  peakHeap = Math.max(peakHeap, process.memoryUsage().heapUsed);
}
reader.end();
const { candidates, onTopic } = finder.counts();
process.stdout.write(
  `${candidates} sites, ${(bytes / 1e6).toFixed(0)} MB, ${onTopic} on topic
${Math.round(candidates / (cpuMs / 1_000))} sites and ${(bytes / 1e3 / cpuMs).toFixed(1)} MB a CPU second
heap at most ${(peakHeap / 2 ** 20).toFixed(0)} MiB
`,
);
