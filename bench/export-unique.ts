/**
 * Measures `thresher export --unique` and `--groups`: `node --expose-gc bench/export-unique.ts [--records N]`. Asks the filter about N random
 * fingerprints, by default a million, then groups as many, and prints the CPU time and memory of both.
 */
import { parseArgs } from 'node:util';
import { findNearDuplicateGroups } from '../cli/export/near-duplicate-groups.ts';
import { newNearDuplicateFilter } from '../cli/export/without-near-duplicates.ts';
import { seededRandom } from '../shared/classify/models/training/seeded-random.ts';

/** Default of `duplicates.nearBits`. */
const BITS = 6;

const { values } = parseArgs({ options: { records: { type: 'string', default: '1000000' } } });
const records = Number(values.records);
const random = seededRandom(1);
const half = (): string =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
const usedMb = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

const before = usedMb();
const isExported = newNearDuplicateFilter(BITS);
const start = process.cpuUsage();
let exported = 0;
for (let i = 0; i < records; i++) if (isExported({ id: half() + half(), simhash: half() + half() })) exported++;
const { user, system } = process.cpuUsage(start);
const mb = usedMb() - before;
process.stdout.write(
  `${records} records, ${exported} exported: ${((user + system) / 1e6).toFixed(1)} s of CPU, ${mb.toFixed(0)} MB\n`,
);
isExported({ id: half() + half() });

async function* ascending() {
  for (let i = 0; i < records; i++)
    yield { id: i.toString(16).padStart(8, '0').padEnd(64, '0'), simhash: half() + half() };
}

const beforeGroups = usedMb();
const startOfGroups = process.cpuUsage();
const groupOf = await findNearDuplicateGroups(ascending(), BITS);
const used = process.cpuUsage(startOfGroups);
const mbOfGroups = usedMb() - beforeGroups;
process.stdout.write(`groups: ${((used.user + used.system) / 1e6).toFixed(1)} s of CPU, ${mbOfGroups.toFixed(0)} MB\n`);
groupOf('');
