/**
 * Measures how long a million seeds take on one machine: `node bench/seeds.ts [SEEDS]`. The seeds are a list, and a
 * directory dump with as many entries. They are read, checked against the scope, deduplicated and added to the frontier.
 * Prints wall time, CPU time and peak memory.
 */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openStores } from '../cli/run/wiring.ts';
import { enqueueGathered } from '../cli/seeds/enqueue-gathered.ts';
import { gatherSeeds } from '../cli/seeds/gather-seeds.ts';
import { readSettings } from '../shared/settings/read-settings.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const HOSTS = Math.ceil(count / 100);
const dir = mkdtempSync(join(tmpdir(), 'thresher-bench-seeds-'));

function* list(): Generator<string> {
  for (let i = 0; i < count; i++) yield `http://host${i % HOSTS}.example/dir${i % 7}/page${i}.html title=Page-${i}\n`;
}

function* dump(): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<RDF xmlns:r="http://www.w3.org/TR/RDF/">\n';
  for (let i = 0; i < count; i++) {
    const [topic, url] = [`Top/Part${i % 5}/Group${i % 1_000}`, `http://host${i % HOSTS}.example/odp/${i}`];
    yield `<Topic r:id="${topic}"><link r:resource="${url}"/></Topic>\n<ExternalPage about="${url}"><d:Title>Title of entry ${i}</d:Title>`;
    yield `<d:Description>What its editor says of entry ${i}, at some length.</d:Description><topic>${topic}</topic></ExternalPage>\n`;
  }
  yield '</RDF>\n';
}

async function measure(name: string, seed: object): Promise<void> {
  const settings = readSettings({ crawl: name, seeds: [seed] });
  const startedAt = performance.now();
  const startCpu = process.cpuUsage();
  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 50);
  const get = async () => Promise.reject(new Error('this benchmark sends no requests'));
  const result = await gatherSeeds(settings, join(dir, 'seeds'), { get, index: undefined, log: () => undefined });
  const gathered = performance.now();
  const gatheredCpu = process.cpuUsage(startCpu);
  const stores = openStores(dir);
  await enqueueGathered(name, result.spool!, stores, 'host');
  const added = performance.now();
  const allCpu = process.cpuUsage(startCpu);
  stores.close();
  clearInterval(timer);
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const cpu = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
  const settingsBytes = JSON.stringify(result.settings.seeds).length;
  process.stdout.write(
    `${name}: ${result.spool!.seeds} seeds on ${HOSTS} hosts; collected in ${seconds(gathered - startedAt)} (CPU ${seconds(cpu(gatheredCpu))}),` +
      ` added in ${seconds(added - gathered)} (CPU ${seconds(cpu(allCpu) - cpu(gatheredCpu))});` +
      ` peak memory ${mb(peakBytes)}; seeds in the settings ${mb(settingsBytes)}; frontier ${mb(statSync(join(dir, 'frontier.sqlite')).size)}\n`,
  );
}

try {
  await pipeline(list, createWriteStream(join(dir, 'list.txt')));
  await pipeline(dump, createGzip({ level: 1 }), createWriteStream(join(dir, 'content.rdf.u8.gz')));
  await measure('list', { file: join(dir, 'list.txt') });
  await measure('directory', { odp: join(dir, 'content.rdf.u8.gz'), categories: ['Top/Part*'] });
} finally {
  rmSync(dir, { recursive: true, force: true });
}
