/*
 * Calculates the limits of a stack and the duration and cost of 1 million, 100 million and a billion pages:
 * `node bench/scale.ts [--bill bench/bill-last.json]`. The input is the file that `bench/bill.ts --save` writes and the
 * synthesised template.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { domainUsdPerMonth } from '../shared/meter/idle-cost.ts';
import { TIME_PRICES } from '../shared/meter/prices.ts';
import { SEARCH_OPTIONS, type Synthesised, synthesise } from '../test/infra/stack.ts';
import type { Figures } from './bill.ts';
import { SECONDS_PER_PAGE, type StackLimits, scaleLimits } from './measure/scale-model.ts';

const { values } = parseArgs({
  options: { bill: { type: 'string', default: join(import.meta.dirname, 'bill-last.json') } },
});
if (!existsSync(values.bill)) {
  process.stderr.write(`${values.bill} not found. Create it with: node bench/bill.ts --save ${values.bill}\n`);
  process.exit(1);
}
const bill = JSON.parse(readFileSync(values.bill, 'utf8')) as Figures;

const PAGES = [1e6, 1e8, 1e9];
/** Numbers of hosts that have URLs to fetch at the same time. */
const ACTIVE_HOSTS = [100, 1_000, 10_000, 100_000];
/** Share of captures in the infrequent-access storage class after a year. */
const INFREQUENT_ACCESS_SHARE = 0.75;
/** Size of a record in the search engine, as measured. */
const RECORD_BYTES = Number(bill.indexBytesARecord);
/** Volume of the stack's search domain. */
const VOLUME_GB = 20;
/** Share of the volume above which the domain rejects writes. */
const USABLE_SHARE = 0.85;

const out = (line: string) => void process.stdout.write(`${line}\n`);
const number = (n: number, digits = 3) => Number(n.toPrecision(digits)).toLocaleString('en');

/** Limits of a stack that uses the default quotas in full: 1,000 concurrent functions, 40,000 writes per second of a table. */
const RAISED_LIMITS = { copies: { fetch: 400, clean: 200, classify: 250, 'index-records': 150 }, tableRate: 40_000 };

const { all } = synthesise(SEARCH_OPTIONS.domain);
const deployed = templateLimits(all);
reportLimits('The default stack', deployed);
reportLimits('A stack with 1,000 functions and tables at their quota', { ...deployed, ...RAISED_LIMITS });

function reportLimits(title: string, allowed: StackLimits): void {
  const limits = scaleLimits(bill, allowed);
  out(`${title}, limits in ascending order; every host yields a page every ${SECONDS_PER_PAGE} s.`);
  out('');
  out('| limit | pages per second |');
  out('| --- | --: |');
  for (const { what, pagesPerSecond, delaysSearchOnly } of limits)
    out(`| ${what}${delaysSearchOnly ? ' (delays search only)' : ''} | ${number(pagesPerSecond)} |`);
  out('');
  out(
    `| active hosts | pages per second | limited by | fetch functions | ${PAGES.map((n) => `${number(n)} pages`).join(' | ')} |`,
  );
  out(`| --: | --: | --- | --: | ${PAGES.map(() => '--:').join(' | ')} |`);
  const first = limits.find(({ delaysSearchOnly }) => !delaysSearchOnly)!;
  const { busy } = bill.functions.find(({ name }) => name === 'fetch')!;
  for (const hosts of ACTIVE_HOSTS) {
    const polite = hosts / SECONDS_PER_PAGE;
    const rate = Math.min(polite, first.pagesPerSecond);
    const functions = Math.ceil((rate * SECONDS_PER_PAGE) / (allowed.messagesPerCall * allowed.hostsPerMessage * busy));
    const by = polite <= first.pagesPerSecond ? 'pauses of the hosts' : first.what;
    out(
      `| ${number(hosts)} | ${number(rate)} | ${by} | ${functions} | ${PAGES.map((n) => formatDuration(n / rate)).join(' | ')} |`,
    );
  }
  out('');
}

out('Cost');
out('');
out('| pages | crawl, $ | stored, GB | storage, $ per month | index if a tenth is on topic, GB | search |');
out('| --: | --: | --: | --: | --: | --- |');
const kept = sum(bill.functions.map(({ usageAPage }) => usageAPage['s3.PutObject.bytes-in'] ?? 0));
for (const pages of PAGES) {
  const gb = (pages * kept) / 1e9;
  const month =
    gb *
    (INFREQUENT_ACCESS_SHARE * TIME_PRICES.s3ColdGbMonth.usd +
      (1 - INFREQUENT_ACCESS_SHARE) * TIME_PRICES.s3GbMonth.usd);
  const index = (pages * 0.1 * RECORD_BYTES) / 1e9;
  const domains = Math.ceil(index / (VOLUME_GB * USABLE_SHARE));
  const search =
    domains <= 1
      ? `one small domain, ${domainUsdPerMonth(VOLUME_GB).toFixed(0)} $ per month`
      : `${number(index)} GB: ${domains} times the small domain’s volume; needs larger nodes and more shards`;
  out(
    `| ${number(pages)} | ${number((pages * bill.usdAMillionPages) / 1e6)} | ${number(gb)} | ${number(month)} | ${number(index)} | ${search} |`,
  );
}
out('');
out(`A small domain is full at ${number((VOLUME_GB * 1e9 * USABLE_SHARE) / RECORD_BYTES)} records.`);

/** Reads the limits that the template sets. */
function templateLimits(all: Synthesised['all']): StackLimits {
  const copies: Record<string, number> = {};
  let messagesPerCall = 1;
  const names = new Map([
    ['Fetch', 'fetch'],
    ['Clean', 'clean'],
    ['Classify', 'classify'],
    ['Index', 'index-records'],
  ]);
  for (const [id, { Properties }] of all('AWS::Lambda::EventSourceMapping')) {
    const name = [...names].find(([prefix]) => id.startsWith(prefix))?.[1];
    if (!name) throw new Error(`event source ${id} belongs to no known stage`);
    copies[name] = (Properties['ScalingConfig'] as { MaximumConcurrency: number }).MaximumConcurrency;
    if (name === 'fetch') messagesPerCall = Number(Properties['BatchSize']);
  }
  const [, dispatch] = all('AWS::Lambda::Function').find(([id]) => id.startsWith('Dispatch'))!;
  const { Variables } = dispatch.Properties['Environment'] as { Variables: Record<string, string> };
  const [, heads] = all('AWS::DynamoDB::Table').find(([id]) => id.includes('Heads'))!;
  const { MaxWriteRequestUnits } = heads.Properties['OnDemandThroughput'] as { MaxWriteRequestUnits: number };
  return {
    copies,
    messagesPerCall,
    hostsPerMessage: Number(Variables['HOSTS_PER_MESSAGE']),
    tableRate: MaxWriteRequestUnits,
  };
}

function formatDuration(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'days'],
    [3_600, 'hours'],
    [60, 'minutes'],
  ];
  const [size, name] = units.find(([size]) => seconds >= 2 * size) ?? [1, 'seconds'];
  return `${number(seconds / size)} ${name}`;
}

function sum(list: readonly number[]): number {
  return list.reduce((one, other) => one + other, 0);
}
