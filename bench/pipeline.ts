/*
 * Measures the whole pipeline: `npm run bench [-- --pages 20000 --hosts 200 --profile --json]`.
 *
 * `--steady` separates the start of the process from the work per page: it also crawls `--from` pages (default: 2,000) and
 * prints the slope between both. `--against DIR` takes turns with another checkout, `--turns` times (default: 3), and prints
 * ratios. `timesFetchSax` is the CPU per page as a multiple of that of fetching the pages and parsing them with a bare SAX parser in the
 * same minutes, `timesSax` as a multiple of the parser alone.
 *
 * `threads` is the CPU, the pauses for garbage collection and the largest memory of each thread; `helperMsPerPage` is the CPU of threads
 * of V8 and libuv (on Linux). `stageMsPerPage` is the wall time that workers spend in each stage. `cpuMsByPages` is the CPU per page in each
 * tenth of the crawl.
 *
 * Crawls a generated web with the runner of `thresher crawl`. Another process serves the web; a seed makes the pages equal
 * in every run. robots.txt is obeyed, there are no pauses, and all pages are on topic. CPU is that of this process with all
 * its threads, including their start. The benchmark fails if a page is missing, was fetched twice or has no record.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedCrawlSettings, type ServedCounts, startWebProcess } from '../cli/bench/generated-crawl.ts';
import { runCrawl } from '../cli/run/runner.ts';
import { seedsOf } from '../shared/settings/rules.ts';
import { bytesByKind } from './measure/bytes-by-kind.ts';
import { againstReport, inTurns, steadyReport } from './measure/pipeline-runs.ts';
import { summarise } from './measure/profile-summary.ts';
import { watchThreads } from './measure/thread-usage.ts';
import { fetchSaxMsPerPage, gzipMsPerPage, saxMsPerPage } from './measure/yardsticks.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    hosts: { type: 'string', default: '200' },
    concurrency: { type: 'string', default: '64' },
    /** Accepts every page, without a topic filter. */
    'no-topic': { type: 'boolean', default: false },
    /** Serves pages that are mostly text: 2,900 words instead of 1,300. */
    prose: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    steady: { type: 'boolean', default: false },
    from: { type: 'string', default: '2000' },
    against: { type: 'string' },
    turns: { type: 'string', default: '3' },
    /** Keeps the data folder of the crawl. */
    keep: { type: 'boolean', default: false },
  },
});

const out = (line: string) => void process.stdout.write(`${line}\n`);

const isProfiled = process.execArgv.includes('--cpu-prof');

if (values.profile && !isProfiled) process.exitCode = runProfiled();
else if (values.against !== undefined || values.steady) compare();
else process.exitCode = (await measure()) ? 0 : 1;

/** Runs this program again under V8's sampling profiler and summarises the profiles, one file per thread. */
function runProfiled(): number {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-profile-'));
  try {
    const flags = ['--cpu-prof', `--cpu-prof-dir=${dir}`];
    const { status } = spawnSync(process.execPath, [...process.execArgv, ...flags, ...process.argv.slice(1)], {
      stdio: 'inherit',
    });
    for (const line of summarise(dir, Number(values.pages))) out(line);
    return status ?? 1;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Runs this program, and that of another checkout, in processes of their own, and prints what their results say together. */
function compare(): void {
  const { pages, hosts, concurrency, against, from } = values;
  const own = join(import.meta.dirname, '..');
  const dirs = against === undefined ? [own] : [own, against];
  const sizes = values.steady ? [Number(from), Number(pages)] : [Number(pages)];
  const flags = ['--hosts', hosts, '--concurrency', concurrency];
  if (values['no-topic']) flags.push('--no-topic');
  if (values.prose) flags.push('--prose');
  const runs = inTurns({ dirs, sizes, turns: Number(values.turns), flags }, out);
  for (const line of values.steady ? steadyReport(runs, dirs, sizes) : []) out(line);
  for (const line of against === undefined ? [] : againstReport(runs, own, against)) out(line);
}

async function measure(): Promise<boolean> {
  const pages = Number(values.pages);
  const web = await startWebProcess({ hosts: Number(values.hosts), pages, prose: values.prose });
  const dir = mkdtempSync(join(tmpdir(), 'thresher-bench-'));
  try {
    const settings = generatedCrawlSettings(web.port, {
      hosts: Number(values.hosts),
      concurrency: Number(values.concurrency),
      topic: values['no-topic'] ? undefined : readFileSync(join(import.meta.dirname, '../demo/topic.txt'), 'utf8'),
    });
    const gzipMs = [gzipMsPerPage()];
    const saxMs = [saxMsPerPage()];
    const fetchSaxMs = [fetchSaxMsPerPage()];
    const seeds = seedsOf(settings).accepted.map(({ url }) => url);
    const { note, ...course } = watchCourse(pages);
    const usageOf = watchThreads();
    const before = process.cpuUsage();
    const started = performance.now();
    const { end, status } = await runCrawl(
      { dir, settings, seeds },
      { onStatus: (now) => note(now.pages), statusEveryMs: 1_000, onFault: (fault) => out(`fault: ${fault}`) },
    );
    const wallS = (performance.now() - started) / 1000;
    const cpu = process.cpuUsage(before);
    note(status.pages);
    const usage = usageOf(pages);
    const served = await web.end();
    const { bytes, captureObjects } = bytesByKind(dir);
    gzipMs.push(gzipMsPerPage());
    saxMs.push(saxMsPerPage());
    fetchSaxMs.push(fetchSaxMsPerPage());
    const cpuMsPerPage = (cpu.user + cpu.system) / 1000 / pages;
    const result = {
      end,
      pages: status.pages,
      cpuMsPerPage: round(cpuMsPerPage, 2),
      userMsPerPage: round(cpu.user / 1000 / pages, 2),
      threads: usage.threads,
      helperMsPerPage: usage.helpers,
      stageMsPerPage: usage.stages,
      gzipMs,
      saxMs,
      timesSax: timesYardstick(cpuMsPerPage, saxMs),
      fetchSaxMs,
      timesFetchSax: timesYardstick(cpuMsPerPage, fetchSaxMs),
      wallS: round(wallS, 1),
      pagesPerSecond: round(pages / wallS, 0),
      peakRssMb: round(process.resourceUsage().maxRSS / 1024, 0),
      rssMbByPages: course.rssMb,
      cpuMsByPages: course.cpuMs,
      bytesPerPage: Object.fromEntries(Object.entries(bytes).map(([kind, n]) => [kind, Math.round(n / pages)])),
      pagesPerCaptureObject: round(pages / captureObjects, 0),
      served,
      records: status.records ?? 0,
      outcomes: status.outcomes,
      verdicts: status.verdicts,
    };
    const faults = findFaults(result, pages, seeds.length);
    if (values.json) out(JSON.stringify(result));
    else for (const [name, value] of Object.entries(result)) out(`${name.padEnd(20)} ${formatValue(value)}`);
    for (const fault of faults) out(`WRONG: ${fault}`);
    return faults.length === 0;
  } finally {
    await web.end();
    if (values.keep) out(`kept: ${dir}`);
    else rmSync(dir, { recursive: true });
  }
}

/** Returns the CPU of a page as a multiple of the mean of a yardstick. */
function timesYardstick(cpuMsPerPage: number, ms: readonly number[]): number {
  return round((cpuMsPerPage * ms.length) / ms.reduce((sum, one) => sum + one, 0), 1);
}

/**
 * Records the course of a crawl in tenths of its pages. Keys are numbers of pages: `rssMb` is the resident memory of the process at that
 * number, `cpuMs` the CPU per page since the number before it.
 */
function watchCourse(pages: number) {
  const rssMb: Record<number, number> = {};
  const cpuMs: Record<number, number> = {};
  let next = 0;
  let from = { pages: 0, cpu: process.cpuUsage() };
  return {
    rssMb,
    cpuMs,
    note(done: number) {
      if (done < next) return;
      rssMb[done] = round(process.memoryUsage.rss() / 2 ** 20, 0);
      const { user, system } = process.cpuUsage(from.cpu);
      if (done > from.pages) cpuMs[done] = round((user + system) / 1000 / (done - from.pages), 2);
      from = { pages: done, cpu: process.cpuUsage() };
      next = Math.min(pages, (Math.floor((done * 10) / pages) + 1) * (pages / 10));
    },
  };
}

function findFaults(
  result: { end: string; pages: number; records: number; served: ServedCounts; outcomes: Record<string, number> },
  pages: number,
  hosts: number,
): string[] {
  const { served } = result;
  const rules: [boolean, string][] = [
    [result.end === 'done', `the crawl ended as ${result.end}`],
    [served.pages === pages, `${served.pages} of ${pages} pages were requested`],
    [served.again === 0, `${served.again} repeated requests for pages`],
    [served.strays === 0, `${served.strays} requests for URLs that are not pages`],
    [
      served.requests === pages + hosts,
      `${served.requests} requests instead of one per page and one robots.txt per host`,
    ],
    [result.outcomes['fetched'] === pages, `${result.outcomes['fetched'] ?? 0} pages counted as fetched`],
    [result.records === pages, `${result.records} records`],
  ];
  return rules.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}

function formatValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value).replaceAll('"', '').replaceAll(',', ', ') : String(value);
}

function round(n: number, digits: number): number {
  return Number(n.toFixed(digits));
}
