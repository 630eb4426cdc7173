import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleHandlers, HANDLERS, type HandlerName, startupFiles } from '../infra/bundle.ts';

/*
 * Measures the cold start of each function: `node bench/cold-start.ts [IMPORTS]` (imports of each bundle). Importing an
 * empty module is the baseline.
 */

export type ColdStart = {
  name: HandlerName | 'nothing';
  /** Size of the files that are read at start (`kb`), of those read on demand (`laterKb`), and of all files gzipped. */
  kb: number;
  laterKb: number;
  gzipKb: number;
  /** CPU seconds of a fresh process that imports the bundle, including Node's start: the minimum of several runs. */
  cpuS: number;
  /** Resident memory after the import, in megabytes. */
  rssMb: number;
};

/** Environment of the imports. Handlers read all their variables when they are loaded. */
const ENVIRONMENT = {
  AWS_REGION: 'eu-north-1',
  GROUPING: 'host',
  SLOTS: '1',
  HOSTS_PER_MESSAGE: '1',
  SEARCH_ENDPOINT: 'https://search.example',
  SEARCH_SIGNING: 'es',
  SEARCH_PREFIX: 'bench',
  ...Object.fromEntries(
    ['RAW_BUCKET', 'DATA_BUCKET', 'LOCKS_TABLE', 'ROBOTS_TABLE', 'HEADS_TABLE', 'BUNDLES_TABLE', 'INBOX_TABLE']
      .concat(
        'CONTROL_TABLE',
        'ANNOTATIONS_TABLE',
        'OWN_QUEUE_URL',
        'VISITS_QUEUE_URL',
        'CAPTURES_QUEUE_URL',
        'DOCUMENTS_QUEUE_URL',
      )
      .concat('RECORDS_QUEUE_URL', 'CAPTURES_DEAD_URL')
      .map((name) => [name, `https://${name.toLowerCase()}.example`]),
  ),
};

/** Bundles every handler and measures its import. @param imports number of imports per bundle, each in its own process. */
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
  const atStart = startupFiles(own);
  const later = all.filter((one) => !atStart.includes(one));
  const kb = (names: string[]) => Math.round(names.reduce((sum, one) => sum + statSync(join(own, one)).size, 0) / 1e3);
  const gzip = all.reduce((sum, one) => sum + gzipSync(readFileSync(join(own, one))).length, 0);
  return { kb: kb(atStart), laterKb: kb(later), gzipKb: Math.round(gzip / 1e3) };
}

function measure(file: string, imports: number) {
  const runs = Array.from({ length: imports }, () => importOnce(file));
  return runs.reduce((fastest, run) => (run.cpuS < fastest.cpuS ? run : fastest));
}

function importOnce(file: string): Pick<ColdStart, 'cpuS' | 'rssMb'> {
  const source = `await import(${JSON.stringify(file.startsWith('node:') ? file : pathToFileURL(file).href)});
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ cpuS: (user + system) / 1e6, rssMb: Math.round(process.memoryUsage.rss() / 1e6) }));
    process.exit();`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
  return JSON.parse(output) as Pick<ColdStart, 'cpuS' | 'rssMb'>;
}

export function printColdStarts(rows: ColdStart[]): void {
  // biome-ignore lint/suspicious/noConsole: prints the result of a program
  console.table(rows.map((row) => ({ ...row, cpuS: row.cpuS.toFixed(3) })));
}

if (import.meta.main) printColdStarts(await coldStarts(Number(process.argv[2] ?? 5)));
