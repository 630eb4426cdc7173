import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleHandlers, HANDLERS, type HandlerName, readAtStart } from '../infra/bundle.ts';

/*
 * What a cold start of each function costs: `node bench/cold-start.ts [imports each]`. An empty module is the yardstick.
 */

export type ColdStart = {
  name: HandlerName | 'nothing';
  /** Kilobytes of the files that are loaded at once, of those that may be loaded later, and gzipped of both together. */
  kb: number;
  laterKb: number;
  gzipKb: number;
  /** Of a fresh process that imports it: the least of several, with Node's own start. Seconds. */
  cpuS: number;
  /** Memory then, in megabytes. */
  rssMb: number;
};

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

/** Bundles every handler and imports it. @param imports of each, in a process of its own. */
export async function coldStarts(imports: number): Promise<ColdStart[]> {
  const folder = mkdtempSync(join(tmpdir(), 'thresher-cold-'));
  try {
    await bundleHandlers(folder);
    const rows = HANDLERS.map((name): ColdStart => {
      const own = join(folder, name);
      return { name, ...sizes(own), ...measure(join(own, 'index.mjs'), imports) };
    });
    return [...rows, { name: 'nothing', kb: 0, laterKb: 0, gzipKb: 0, ...measure('node:process', imports) }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sizes(own: string) {
  const all = readdirSync(own, { encoding: 'utf8', recursive: true }).filter((one) =>
    statSync(join(own, one)).isFile(),
  );
  const atStart = readAtStart(own);
  const later = all.filter((one) => !atStart.includes(one));
  const kb = (names: string[]) => Math.round(names.reduce((sum, one) => sum + statSync(join(own, one)).size, 0) / 1e3);
  const gzip = all.reduce((sum, one) => sum + gzipSync(readFileSync(join(own, one))).length, 0);
  return { kb: kb(atStart), laterKb: kb(later), gzipKb: Math.round(gzip / 1e3) };
}

function measure(file: string, imports: number) {
  const runs = Array.from({ length: imports }, () => importOnce(file));
  return runs.reduce((least, run) => (run.cpuS < least.cpuS ? run : least));
}

function importOnce(file: string): Pick<ColdStart, 'cpuS' | 'rssMb'> {
  const source = `await import(${JSON.stringify(file.startsWith('node:') ? file : pathToFileURL(file).href)});
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ cpuS: (user + system) / 1e6, rssMb: Math.round(process.memoryUsage.rss() / 1e6) }));
    process.exit();`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
  return JSON.parse(said) as Pick<ColdStart, 'cpuS' | 'rssMb'>;
}

export function printColdStarts(rows: ColdStart[]): void {
  // biome-ignore lint/suspicious/noConsole: it is a program
  console.table(rows.map((row) => ({ ...row, cpuS: row.cpuS.toFixed(3) })));
}

if (import.meta.main) printColdStarts(await coldStarts(Number(process.argv[2] ?? 5)));
