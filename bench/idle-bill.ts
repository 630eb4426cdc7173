/*
 * A month of a stack in which nothing happens, line by line, and of one that crawls all month, with each kind of search:
 * `node bench/idle-bill.ts --usd 2`. What there is to pay for is counted in the synthesised template.
 *
 * --usd: operations and compute for a million pages, as `bench/bill.ts` finds it; not given, the crawling month is left out.
 */
import { parseArgs } from 'node:util';
import { domainMonth, idleLines, type StackParts, serverlessMonth } from '../shared/meter/idle-cost.ts';
import { HOURS_A_MONTH, PRICES_AS_OF } from '../shared/meter/prices.ts';
import { KIND_NAMES, KINDS, type Synthesised, synthesise } from '../test/infra/stack.ts';

const { values } = parseArgs({ options: { usd: { type: 'string' } } });

/** Pages a second, all month long. */
const RATES = [0.1, 1, 10];
/** Of the index, for each kind of search. GB. */
const INDEX_GB = 10;
/** Hours a month in which somebody searches: a lone question wakes two workers for ten minutes. */
const SEARCHED_HOURS = 20;

const out = (line: string) => void process.stdout.write(`${line}\n`);

out(`A month of a stack that is idle; list prices of ${PRICES_AS_OF}, us-east-1.`);
for (const kind of KIND_NAMES) {
  const parts = partsOf(synthesise(KINDS[kind]));
  const lines = idleLines(parts);
  const sum = (of: 'usd' | 'usdAfterFree') => lines.reduce((sum, line) => sum + line[of], 0);
  out('');
  out(`search: ${kind} (the engine apart)`);
  out('');
  out('| what | a month | list, $ | after the free allowance, $ |');
  out('| --- | --: | --: | --: |');
  for (const { what, n, usd, usdAfterFree } of lines) {
    out(`| ${what} | ${Math.round(n).toLocaleString('en')} | ${usd.toFixed(3)} | ${usdAfterFree.toFixed(3)} |`);
  }
  out(`| **together** | | **${sum('usd').toFixed(2)}** | **${sum('usdAfterFree').toFixed(2)}** |`);
}

if (values.usd !== undefined) crawlingMonth(Number(values.usd));

function crawlingMonth(usdAMillionPages: number): void {
  out('');
  out(
    `A stack that crawls all month: operations and compute at ${usdAMillionPages} $ a million pages, and the engine.`,
  );
  out('');
  out(`| pages a second | pages a month | crawl, $ | ${KIND_NAMES.map((kind) => `search: ${kind}, $`).join(' | ')} |`);
  out(`| --: | --: | --: | ${KIND_NAMES.map(() => '--:').join(' | ')} |`);
  for (const rate of RATES) {
    const pages = rate * HOURS_A_MONTH * 3_600;
    const crawl = (pages * usdAMillionPages) / 1e6;
    const engines = KIND_NAMES.map((kind) => engineOf(kind, synthesise(KINDS[kind])));
    const cells = engines.map((usd) => (usd === undefined ? 'what yours costs' : (crawl + usd).toFixed(2)));
    out(`| ${rate} | ${Math.round(pages).toLocaleString('en')} | ${crawl.toFixed(2)} | ${cells.join(' | ')} |`);
  }
  out('');
  out(
    `A domain: one node with its volume. Serverless: one unit awake all month to write, two for ${SEARCHED_HOURS} hours to search.`,
  );
}

/** What costs without work. */
function partsOf({ all }: Synthesised): StackParts {
  const functions = all('AWS::Lambda::Function').map(([id, { Properties }]) => ({ id, Properties }));
  const dispatch = functions.find(({ id }) => id.startsWith('Dispatch'));
  if (!dispatch) throw new Error('the template has no dispatch');
  return {
    polledQueues: all('AWS::Lambda::EventSourceMapping').length,
    alarms: all('AWS::CloudWatch::Alarm').length,
    metrics: all('AWS::Logs::MetricFilter').length,
    dashboards: all('AWS::CloudWatch::Dashboard').length,
    dispatchMb: Number(dispatch.Properties['MemorySize']),
  };
}

/** US dollars a month; undefined: nobody here knows. */
function engineOf(kind: string, { all }: Synthesised): number | undefined {
  if (kind === 'none') return 0;
  if (kind === 'external') return undefined;
  if (kind === 'serverless') return serverlessMonth(HOURS_A_MONTH + 2 * SEARCHED_HOURS, INDEX_GB);
  const [, domain] = all('AWS::OpenSearchService::Domain')[0]!;
  const { InstanceType, InstanceCount } = domain.Properties['ClusterConfig'] as {
    InstanceType: string;
    InstanceCount: number;
  };
  if (InstanceType !== 't3.small.search' || InstanceCount !== 1)
    throw new Error('the price of that domain is not in the table');
  return domainMonth((domain.Properties['EBSOptions'] as { VolumeSize: number }).VolumeSize);
}
