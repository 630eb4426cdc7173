/**
 * Measures `thresher export --unique` and `--groups`: `node --expose-gc bench/export-unique.ts [--records N] [--ones SHARE] [FILE.jsonl[.gz]…]`.
 * Asks the filter about N random fingerprints, by default a million, then groups as many, and prints the CPU time and memory of both.
 *
 * --ones is the probability that a bit of a fingerprint is 1: 0.5 by default; others are uneven fingerprints, which are compared more often.
 * With files, lines of `{text}`, the fingerprints are those of passages of their texts.
 */
import { parseArgs } from 'node:util';
import { findNearDuplicateGroups } from '../cli/export/near-duplicate-groups.ts';
import { newNearDuplicateFilter } from '../cli/export/without-near-duplicates.ts';
import { seededRandom } from '../shared/classify/models/training/seeded-random.ts';
import { simhash } from '../shared/text/simhash.ts';
import { readJsonLinesFile } from './data/extraction-data.ts';

/** Default of `duplicates.nearBits`. */
const BITS = 6;

/** Length of a passage in words, as of a short page. */
const PASSAGE_WORDS = 100;

const { values, positionals: files } = parseArgs({
  options: { records: { type: 'string', default: '1000000' }, ones: { type: 'string', default: '0.5' } },
  allowPositionals: true,
});
const ones = Number(values.ones);
const random = seededRandom(1);
function half(): string {
  let bits = 0;
  for (let i = 0; i < 32; i++) bits = 2 * bits + (random() < ones ? 1 : 0);
  return bits.toString(16).padStart(8, '0');
}

function passageFingerprints(file: string): string[] {
  return readJsonLinesFile<{ text: string }>(file).flatMap(({ text }) => {
    const words = text.split(/\s+/);
    const starts = Array.from({ length: Math.floor(words.length / PASSAGE_WORDS) }, (_, i) => i * PASSAGE_WORDS);
    return starts.flatMap((from) => simhash(words.slice(from, from + PASSAGE_WORDS).join(' ')) ?? []);
  });
}

const given = files.flatMap(passageFingerprints);
const records = files.length > 0 ? given.length : Number(values.records);
/** Fingerprints of files are read twice, random ones are new each time. */
const fingerprint = (i: number): string => given[i] ?? half() + half();
const usedMb = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

const before = usedMb();
const isExported = newNearDuplicateFilter(BITS);
const start = process.cpuUsage();
let exported = 0;
for (let i = 0; i < records; i++) if (isExported({ id: half() + half(), simhash: fingerprint(i) })) exported++;
const { user, system } = process.cpuUsage(start);
const mb = usedMb() - before;
process.stdout.write(
  `${records} records, ${exported} exported: ${((user + system) / 1e6).toFixed(1)} s of CPU, ${mb.toFixed(0)} MB\n`,
);
isExported({ id: half() + half() });

async function* ascending() {
  for (let i = 0; i < records; i++)
    yield { id: i.toString(16).padStart(8, '0').padEnd(64, '0'), simhash: fingerprint(i) };
}

const beforeGroups = usedMb();
const startOfGroups = process.cpuUsage();
const groupOf = await findNearDuplicateGroups(ascending(), BITS);
const used = process.cpuUsage(startOfGroups);
const mbOfGroups = usedMb() - beforeGroups;
process.stdout.write(`groups: ${((used.user + used.system) / 1e6).toFixed(1)} s of CPU, ${mbOfGroups.toFixed(0)} MB\n`);
groupOf('');
