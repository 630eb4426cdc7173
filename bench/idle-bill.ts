/*
 * Prints the monthly cost of an idle stack, line by line, and of a stack that crawls all month, for each kind of search:
 * `node bench/idle-bill.ts --usd 2`. While workers are free, dispatch waits for further rounds, which is a line of its own. The billed resources are counted in the synthesised template.
 *
 * --usd: price of operations and compute per million pages, as measured by `bench/bill.ts`. Default: only the idle stack.
 */
import { parseArgs } from 'node:util';
import { MAX_SKIPPED_CALLS, MAX_WAIT_MS } from '../functions/dispatch-rounds.ts';
import {
  dispatchWaitUsdPerMonth,
  domainUsdPerMonth,
  idleCostLines,
  type StackParts,
  serverlessUsdPerMonth,
} from '../shared/meter/idle-cost.ts';
import { HOURS_PER_MONTH, PRICES_AS_OF } from '../shared/meter/prices.ts';
import { SEARCH_KINDS, SEARCH_OPTIONS, type Synthesised, synthesise } from '../test/infra/stack.ts';

const { values } = parseArgs({ options: { usd: { type: 'string' } } });

/** Crawl rates of the table. */
const PAGES_PER_SECOND = [0.1, 1, 10];
/** Assumed size of the index, in GB. */
const INDEX_GB = 10;
/** Assumed hours per month with searches. A single query keeps two search units active for ten minutes. */
const SEARCH_HOURS_PER_MONTH = 20;

const out = (line: string) => void process.stdout.write(`${line}\n`);

out(`One month of an idle stack; list prices of ${PRICES_AS_OF}, us-east-1.`);
for (const kind of SEARCH_KINDS) {
  const parts = stackParts(synthesise(SEARCH_OPTIONS[kind]));
  const lines = idleCostLines(parts);
  const sum = (of: 'usd' | 'usdAfterFree') => lines.reduce((sum, line) => sum + line[of], 0);
  out('');
  out(`search: ${kind} (without the price of the engine)`);
  out('');
  out('| meter | per month | list, $ | after the free allowance, $ |');
  out('| --- | --: | --: | --: |');
  for (const { what, n, usd, usdAfterFree } of lines) {
    out(`| ${what} | ${Math.round(n).toLocaleString('en')} | ${usd.toFixed(3)} | ${usdAfterFree.toFixed(3)} |`);
  }
  out(`| **together** | | **${sum('usd').toFixed(2)}** | **${sum('usdAfterFree').toFixed(2)}** |`);
}

if (values.usd !== undefined) reportCrawlingMonth(Number(values.usd));

function reportCrawlingMonth(usdPerMillionPages: number): void {
  out('');
  out(
    `A stack that crawls all month: operations and compute at ${usdPerMillionPages} $ per million pages, and the engine.`,
  );
  out('');
  out(
    `| pages per second | pages per month | crawl, $ | waiting of dispatch, $ | ${SEARCH_KINDS.map((kind) => `search: ${kind}, $`).join(' | ')} |`,
  );
  const most = dispatchWaitUsdPerMonth(stackParts(synthesise(SEARCH_OPTIONS.none)), MAX_WAIT_MS);
  const waiting = most / (1 + MAX_SKIPPED_CALLS);
  out(`| --: | --: | --: | --: | ${SEARCH_KINDS.map(() => '--:').join(' | ')} |`);
  for (const rate of PAGES_PER_SECOND) {
    const pages = rate * HOURS_PER_MONTH * 3_600;
    const crawl = (pages * usdPerMillionPages) / 1e6;
    const engines = SEARCH_KINDS.map((kind) => engineUsdPerMonth(kind, synthesise(SEARCH_OPTIONS[kind])));
    const cells = engines.map((usd) => (usd === undefined ? 'depends' : (crawl + waiting + usd).toFixed(2)));
    out(
      `| ${rate} | ${Math.round(pages).toLocaleString('en')} | ${crawl.toFixed(2)} | ${waiting.toFixed(2)} | ${cells.join(' | ')} |`,
    );
  }
  out('');
  out(
    `Waiting of dispatch: one call of ${1 + MAX_SKIPPED_CALLS} waits ${MAX_WAIT_MS / 1_000} s for links that do not come; ${most.toFixed(2)} $ if links come in every call.`,
  );
  out(
    `Domain: one node with its volume. Serverless: one indexing unit active all month, two search units for ${SEARCH_HOURS_PER_MONTH} hours.`,
  );
}

/** Counts the resources that cost money while the stack is idle. */
function stackParts({ all }: Synthesised): StackParts {
  const functions = all('AWS::Lambda::Function').map(([id, { Properties }]) => ({ id, Properties }));
  const dispatch = functions.find(({ id }) => id.startsWith('Dispatch'));
  if (!dispatch) throw new Error('the template has no dispatch function');
  return {
    polledQueues: all('AWS::Lambda::EventSourceMapping').length,
    alarms: all('AWS::CloudWatch::Alarm').length,
    // Several filters may count for one metric.
    metrics: new Set(
      all('AWS::Logs::MetricFilter').map(([, { Properties }]) => JSON.stringify(Properties['MetricTransformations'])),
    ).size,
    dashboards: all('AWS::CloudWatch::Dashboard').length,
    dispatchMb: Number(dispatch.Properties['MemorySize']),
  };
}

/** Returns the price of a search engine in US dollars per month, or undefined for an external engine. */
function engineUsdPerMonth(kind: string, { all }: Synthesised): number | undefined {
  if (kind === 'none') return 0;
  if (kind === 'external') return undefined;
  if (kind === 'serverless') return serverlessUsdPerMonth(HOURS_PER_MONTH + 2 * SEARCH_HOURS_PER_MONTH, INDEX_GB);
  const [, domain] = all('AWS::OpenSearchService::Domain')[0]!;
  const { InstanceType, InstanceCount } = domain.Properties['ClusterConfig'] as {
    InstanceType: string;
    InstanceCount: number;
  };
  if (InstanceType !== 't3.small.search' || InstanceCount !== 1)
    throw new Error(`no price for a domain of ${InstanceCount} ${InstanceType}: add it to shared/meter/prices.ts`);
  return domainUsdPerMonth((domain.Properties['EBSOptions'] as { VolumeSize: number }).VolumeSize);
}
