/**
 * What a million seeds cost on one machine: a list, and a directory's dump of as many entries, read, judged, deduplicated
 * and offered. Prints seconds, by the clock and of the processor, and the most memory that the process had.
 * `node bench/seeds.ts [SEEDS]`
 */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openStores } from '../cli/run/wiring.ts';
import { gatherSeeds } from '../cli/seeds/gather-seeds.ts';
import { offerGathered } from '../cli/seeds/offer-gathered.ts';
import { readSettings } from '../shared/settings/settings.ts';

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

async function measure(what: string, seed: object): Promise<void> {
  const settings = readSettings({ crawl: what, seeds: [seed] });
  const began = performance.now();
  const beganCpu = process.cpuUsage();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  const get = async () => Promise.reject(new Error('nobody is asked'));
  const made = await gatherSeeds(settings, join(dir, 'seeds'), { get, index: undefined, say: () => undefined });
  const gathered = performance.now();
  const gatheredCpu = process.cpuUsage(beganCpu);
  const stores = openStores(dir);
  await offerGathered(what, made.spool!, stores, 'host');
  const offered = performance.now();
  const allCpu = process.cpuUsage(beganCpu);
  stores.close();
  clearInterval(timer);
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const cpu = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
  const keys = JSON.stringify(made.settings.seeds).length;
  process.stdout.write(
    `${what}: ${made.spool!.seeds} seeds on ${HOSTS} hosts; gathered in ${seconds(gathered - began)} (CPU ${seconds(cpu(gatheredCpu))}),` +
      ` offered in ${seconds(offered - gathered)} (CPU ${seconds(cpu(allCpu) - cpu(gatheredCpu))});` +
      ` most memory ${mb(most)}; scope in the settings ${mb(keys)}; frontier ${mb(statSync(join(dir, 'frontier.sqlite')).size)}\n`,
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
