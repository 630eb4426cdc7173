/*
 * Scale on paper: how fast hosts let a crawl go, what of the stack gives way first, and what 1 million, 100 million and a
 * billion pages take and cost: `node bench/scale.ts [--bill bench/bill-last.json]`, from what `bench/bill.ts --save`
 * counted and from the synthesised template.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { domainMonth } from '../shared/meter/idle-cost.ts';
import { STANDING } from '../shared/meter/prices.ts';
import { KINDS, type Synthesised, synthesise } from '../test/infra/stack.ts';
import type { Figures } from './bill.ts';
import { type Allowed, boundsOf, PAGE_S } from './measure/scale-model.ts';

const { values } = parseArgs({
  options: { bill: { type: 'string', default: join(import.meta.dirname, 'bill-last.json') } },
});
if (!existsSync(values.bill)) {
  process.stderr.write(`no bill at ${values.bill}: node bench/bill.ts --save ${values.bill} makes one\n`);
  process.exit(1);
}
const bill = JSON.parse(readFileSync(values.bill, 'utf8')) as Figures;

const PAGES = [1e6, 1e8, 1e9];
/** Hosts that have something to fetch at the same time. */
const HOSTS = [100, 1_000, 10_000, 100_000];
/** A year later three quarters of all captures are in the colder class. */
const COLD_SHARE = 0.75;
/** Bytes a record takes in the engine, and what a domain's volume may hold before it refuses writes. */
const RECORD_BYTES = Number(bill.indexBytesARecord);
const VOLUME_GB = 20;
const FULL_AT = 0.85;

const out = (line: string) => void process.stdout.write(`${line}\n`);
const number = (n: number, most = 3) => Number(n.toPrecision(most)).toLocaleString('en');

/** All copies that an account allows before it asks for more, and the quota of a table: `-c maxFetch=400 …`. */
const RAISED = { copies: { fetch: 400, clean: 200, classify: 250, 'index-records': 150 }, tableRate: 40_000 };

const { all } = synthesise(KINDS.domain);
const deployed = allowedBy(all);
tell('A stack as it is deployed', deployed);
tell('A stack with 1,000 functions and tables at their quota', { ...deployed, ...RAISED });

function tell(title: string, allowed: Allowed): void {
  const bounds = boundsOf(bill, allowed);
  out(`${title}: what bounds it, the narrowest first; a page of every host in ${PAGE_S} s.`);
  out('');
  out('| bound | pages a second |');
  out('| --- | --: |');
  for (const { what, pagesASecond, late } of bounds)
    out(`| ${what}${late ? ' (holds nothing back: search is late)' : ''} | ${number(pagesASecond)} |`);
  out('');
  out(
    `| hosts at once | pages a second | bound by | fetch functions | ${PAGES.map((n) => `${number(n)} pages`).join(' | ')} |`,
  );
  out(`| --: | --: | --- | --: | ${PAGES.map(() => '--:').join(' | ')} |`);
  const first = bounds.find(({ late }) => !late)!;
  const { busy } = bill.functions.find(({ name }) => name === 'fetch')!;
  for (const hosts of HOSTS) {
    const polite = hosts / PAGE_S;
    const rate = Math.min(polite, first.pagesASecond);
    const functions = Math.ceil((rate * PAGE_S) / (allowed.messagesACall * allowed.hostsAMessage * busy));
    const by = polite <= first.pagesASecond ? 'the pauses of its hosts' : first.what;
    out(
      `| ${number(hosts)} | ${number(rate)} | ${by} | ${functions} | ${PAGES.map((n) => span(n / rate)).join(' | ')} |`,
    );
  }
  out('');
}

out('What it costs.');
out('');
out('| pages | crawl, $ | kept, GB | kept, $ a month | records of a tenth, GB of index | search |');
out('| --: | --: | --: | --: | --: | --- |');
const kept = sum(bill.functions.map(({ usageAPage }) => usageAPage['s3.PutObject.bytes-in'] ?? 0));
for (const pages of PAGES) {
  const gb = (pages * kept) / 1e9;
  const month = gb * (COLD_SHARE * STANDING.s3ColdGbMonth.usd + (1 - COLD_SHARE) * STANDING.s3GbMonth.usd);
  const index = (pages * 0.1 * RECORD_BYTES) / 1e9;
  const domains = Math.ceil(index / (VOLUME_GB * FULL_AT));
  const search =
    domains <= 1
      ? `one small domain, ${domainMonth(VOLUME_GB).toFixed(0)} $ a month`
      : `${number(index)} GB: ${domains} times the small domain’s volume; wants larger nodes and more shards`;
  out(
    `| ${number(pages)} | ${number((pages * bill.usdAMillionPages) / 1e6)} | ${number(gb)} | ${number(month)} | ${number(index)} | ${search} |`,
  );
}
out('');
out(`A small domain is full with ${number((VOLUME_GB * 1e9 * FULL_AT) / RECORD_BYTES)} records.`);

/** What the template allows. */
function allowedBy(all: Synthesised['all']): Allowed {
  const copies: Record<string, number> = {};
  let messagesACall = 1;
  const names = new Map([
    ['Fetch', 'fetch'],
    ['Clean', 'clean'],
    ['Classify', 'classify'],
    ['Index', 'index-records'],
  ]);
  for (const [id, { Properties }] of all('AWS::Lambda::EventSourceMapping')) {
    const name = [...names].find(([prefix]) => id.startsWith(prefix))?.[1];
    if (!name) throw new Error(`${id} feeds no stage`);
    copies[name] = (Properties['ScalingConfig'] as { MaximumConcurrency: number }).MaximumConcurrency;
    if (name === 'fetch') messagesACall = Number(Properties['BatchSize']);
  }
  const [, dispatch] = all('AWS::Lambda::Function').find(([id]) => id.startsWith('Dispatch'))!;
  const { Variables } = dispatch.Properties['Environment'] as { Variables: Record<string, string> };
  const [, heads] = all('AWS::DynamoDB::Table').find(([id]) => id.includes('Heads'))!;
  const { MaxWriteRequestUnits } = heads.Properties['OnDemandThroughput'] as { MaxWriteRequestUnits: number };
  return {
    copies,
    messagesACall,
    hostsAMessage: Number(Variables['HOSTS_A_MESSAGE']),
    tableRate: MaxWriteRequestUnits,
  };
}

function span(seconds: number): string {
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
