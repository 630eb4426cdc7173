/**
 * Crawls the hostile website with realistic delays: a pause of two seconds, and more pages with Crawl-delays of one to
 * five. `node test/flow/nasty/nasty-long.ts [--pause 2000]` takes some minutes.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { checkPoliteness } from '../../../demo/politeness.ts';
import { crawlNasty } from './nasty-crawl.ts';
import { fatesOf, sum, tally } from './nasty-urls.ts';

const { values } = parseArgs({ options: { pause: { type: 'string', default: '2000' } } });
const pauseMs = Number(values.pause);
const crawl = await crawlNasty({ pauseMs, long: true });
const fates = await fatesOf(crawl);
const hosts = new Map(crawl.hosts.map((host) => [host.name, host]));
const impolite = checkPoliteness(
  { requests: crawl.requests },
  {
    pauseMs: (name) => Math.max(pauseMs, (hosts.get(name)?.crawlDelayS ?? 0) * 1000),
    allowed: (name, path) => !hosts.get(name)?.closed?.test(path),
  },
);
const good = crawl.hosts.flatMap(({ name, good: paths }) => paths.map((path) => `http://${name}${path}`));
const missed = good.filter((url) => fates.get(url) !== 'fetched');
const over = crawl.hosts.filter(
  ({ name, budget }) =>
    budget !== undefined &&
    crawl.requests.filter(({ host, path }) => host === name && path !== '/robots.txt').length > budget,
);
const counts = tally(fates, (fate) => fate);
const unexplained = sum(counts) - fates.size + (counts['link.unexplained'] ?? 0);
const report = {
  end: crawl.end,
  seconds: Math.round(crawl.seconds),
  requests: crawl.requests.length,
  seen: fates.size,
  fates: counts,
  good: good.length,
  missed,
  impolite,
  overBudget: over.map(({ name }) => name),
  unexplained,
  faults: crawl.faults,
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
crawl.clear();
const wrong = missed.length + impolite.length + over.length + unexplained + crawl.faults.length;
process.exitCode = wrong === 0 && crawl.end === 'done' ? 0 : 1;
