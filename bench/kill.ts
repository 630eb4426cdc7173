/*
 * Kills a crawl again and again: `node bench/kill.ts [--kills 30 --pages 10000 --hosts 300 --pause 0.2 --gap 7 --seed any]`.
 *
 * Crawls a generated web with `thresher crawl` in its own process group, ends the group with SIGKILL at the start, at random moments,
 * in writes of index, frontier and objects, and at the end, and runs the same command again. With `--gap`, the crawl rests that many
 * days after each third kill, by a clock that is set ahead. Compares the result with an undisturbed crawl: pages, records, archive, requests and pauses. Exits with code
 * 1 if a page is lost, or if a page that was committed before a kill is fetched again.
 */
import { parseArgs } from 'node:util';
import { findKillFaults, killCrawl } from './measure/killed-crawl.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    pages: { type: 'string', default: '10000' },
    hosts: { type: 'string', default: '300' },
    /** Seconds between two requests to a host. */
    pause: { type: 'string', default: '0.2' },
    /** Days that the crawl rests after each third kill. */
    gap: { type: 'string', default: '0' },
    /** Another seed kills at other moments. */
    seed: { type: 'string', default: 'kill' },
  },
});

const out = (line: string) => void process.stdout.write(`${line}\n`);

const result = await killCrawl({
  kills: Number(values.kills),
  pages: Number(values.pages),
  hosts: Number(values.hosts),
  pauseMs: 1000 * Number(values.pause),
  seed: values.seed,
  gapDays: Number(values.gap),
  onKill: out,
});
for (const [name, value] of Object.entries(result)) {
  const shown = Array.isArray(value) ? [value.length, ...value.slice(0, 3)] : [value];
  out(`${name.padEnd(20)} ${shown.map((part) => JSON.stringify(part)).join('  ')}`);
}
const faults = findKillFaults(result, Number(values.pages));
for (const fault of faults) out(`WRONG: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
