import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleHandlers, HANDLERS, readAtStart } from '../infra/bundle.ts';

/*
 * What a cold start of each function costs: `node bench/cold-start.ts [imports each]`. Prints kilobytes of the files that are
 * loaded at once and of those that may be loaded later, both as they lie and gzipped together, and of fresh processes that import
 * it CPU seconds (the least of several, with Node's own start) and RSS in megabytes. An empty module is the yardstick.
 */

const IMPORTS = Number(process.argv[2] ?? 5);

/** Handlers read all of their environment when they are loaded. */
const ENVIRONMENT = {
  AWS_REGION: 'eu-north-1',
  GROUPING: 'host',
  SLOTS: '1',
  HOSTS_A_MESSAGE: '1',
  SEARCH_ENDPOINT: 'https://search.example',
  SEARCH_SIGNING: 'es',
  SEARCH_PREFIX: 'bench',
  ...Object.fromEntries(
    ['RAW_BUCKET', 'DATA_BUCKET', 'LOCKS_TABLE', 'ROBOTS_TABLE', 'HEADS_TABLE', 'BUNDLES_TABLE', 'INBOX_TABLE']
      .concat('CONTROL_TABLE', 'OWN_QUEUE_URL', 'VISITS_QUEUE_URL', 'CAPTURES_QUEUE_URL', 'DOCUMENTS_QUEUE_URL')
      .concat('RECORDS_QUEUE_URL')
      .map((name) => [name, `https://${name.toLowerCase()}.example`]),
  ),
};

function importOnce(file: string): { cpuS: number; rssMb: number } {
  const source = `await import(${JSON.stringify(file.startsWith('node:') ? file : pathToFileURL(file).href)});
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ cpuS: (user + system) / 1e6, rssMb: process.memoryUsage.rss() / 1e6 }));
    process.exit();`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
  return JSON.parse(said) as { cpuS: number; rssMb: number };
}

function measure(file: string) {
  const runs = Array.from({ length: IMPORTS }, () => importOnce(file));
  const best = runs.reduce((least, run) => (run.cpuS < least.cpuS ? run : least));
  return { cpuS: best.cpuS.toFixed(3), rssMb: Math.round(best.rssMb) };
}

const folder = mkdtempSync(join(tmpdir(), 'thresher-cold-'));
try {
  await bundleHandlers(folder);
  const rows = HANDLERS.map((name) => {
    const own = join(folder, name);
    const all = readdirSync(own);
    const atStart = readAtStart(own);
    const kb = (names: string[]) =>
      Math.round(names.reduce((sum, one) => sum + statSync(join(own, one)).size, 0) / 1e3);
    const later = all.filter((one) => !atStart.includes(one));
    const gzip = all.reduce((sum, one) => sum + gzipSync(readFileSync(join(own, one))).length, 0);
    return {
      name,
      kb: kb(atStart),
      laterKb: kb(later),
      gzipKb: Math.round(gzip / 1e3),
      ...measure(join(own, 'index.mjs')),
    };
  });
  // biome-ignore lint/suspicious/noConsole: it is a program
  console.table([...rows, { name: 'nothing', kb: 0, laterKb: 0, gzipKb: 0, ...measure('node:process') }]);
} finally {
  rmSync(folder, { recursive: true });
}
