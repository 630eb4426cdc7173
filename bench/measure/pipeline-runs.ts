import { spawnSync } from 'node:child_process';

/** A run of `bench/pipeline.ts` in the checkout `dir`. */
export type PipelineRun = { dir: string; pages: number; cpuMs: number; peakRssMb: number; wallS: number };

/** Results of `bench/pipeline.ts --json` that other checkouts print too. */
type Printed = { pages: number; cpuMsPerPage: number; peakRssMb: number; wallS: number };

/**
 * Runs the bench in each checkout with each number of pages, in turns, because the speed of a shared machine changes.
 *
 * @param tell is called with a line for each run
 * @throws Error with the output of a run that failed
 */
export function inTurns(
  { dirs, sizes, turns, flags }: { dirs: string[]; sizes: number[]; turns: number; flags: string[] },
  tell: (line: string) => void,
): PipelineRun[] {
  const runs: PipelineRun[] = [];
  for (let turn = 0; turn < turns; turn++)
    for (const pages of sizes)
      for (const dir of dirs) {
        const run = runOnce(dir, pages, flags);
        tell(
          `${dir}: ${pages} pages, ${(run.cpuMs / pages).toFixed(2)} ms CPU a page, ${run.peakRssMb} MB, ${run.wallS} s`,
        );
        runs.push(run);
      }
  return runs;
}

function runOnce(dir: string, pages: number, flags: readonly string[]): PipelineRun {
  const args = ['run', '--silent', 'bench', '--', '--json', '--pages', `${pages}`, ...flags];
  // Each checkout chooses these for itself (`bin/small-memory.js`).
  const isOwn = (name: string) => name.startsWith('MALLOC_') || name === 'NODE_COMPILE_CACHE';
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOwn(name)));
  const { stdout, stderr, status } = spawnSync('npm', args, { cwd: dir, encoding: 'utf8', env });
  const line = stdout.split('\n').find((text) => text.startsWith('{'));
  if (status !== 0 || line === undefined) throw new Error(`npm run bench failed in ${dir}:\n${stdout}${stderr}`);
  const { cpuMsPerPage, peakRssMb, wallS } = JSON.parse(line) as Printed;
  return { dir, pages, cpuMs: cpuMsPerPage * pages, peakRssMb, wallS };
}

/** Returns the line through the best runs of the smallest and the largest number of pages, for each checkout. */
export function steadyReport(
  runs: readonly PipelineRun[],
  dirs: readonly string[],
  sizes: readonly number[],
): string[] {
  return dirs.map((dir) => {
    const [few, many] = [Math.min(...sizes), Math.max(...sizes)];
    const [small, large] = [few, many].map((pages) => least(runs, dir, 'cpuMs', pages));
    const slope = (large! - small!) / (many - few);
    const start = (small! - slope * few) / 1000;
    return `${dir}: ${slope.toFixed(2)} ms CPU a page between ${few} and ${many} pages, ${start.toFixed(1)} s CPU to start`;
  });
}

/** Returns how the best runs of two checkouts compare: above 1, `own` needs more. */
export function againstReport(runs: readonly PipelineRun[], own: string, other: string): string[] {
  const sizes = [...new Set(runs.map(({ pages }) => pages))];
  return sizes.map((pages) => {
    const ratio = (key: 'cpuMs' | 'peakRssMb') =>
      (least(runs, own, key, pages) / least(runs, other, key, pages)).toFixed(2);
    return `${pages} pages: ${ratio('cpuMs')} times the CPU and ${ratio('peakRssMb')} times the memory of ${other}`;
  });
}

/** The least figure is the one that other programs disturbed least. */
const least = (runs: readonly PipelineRun[], dir: string, key: 'cpuMs' | 'peakRssMb', pages: number): number =>
  Math.min(...runs.filter((run) => run.dir === dir && run.pages === pages).map((run) => run[key]));
