import type { CrawlLimits } from '../../shared/frontier/dispatch/limit.ts';
import { billOf, estimateUsd, forecastUsd, formatUsd } from '../../shared/meter/bill.ts';
import { budgetSpent } from '../../shared/meter/budget.ts';
import { PRICES_AS_OF } from '../../shared/meter/prices.ts';
import { usageFromCounts } from '../../shared/meter/usage.ts';
import type { Control } from '../../shared/ports/control.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { searchMonthlyCosts } from '../aws/search-costs.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../aws/target.ts';
import { command, DIR_OPTION, EXIT, JSON_OPTION, NAME_OPTION, parseNumberOption } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { formatBytes } from '../output/progress.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';

export const costCommand = command({
  name: 'cost',
  usage: ['[--dir DIR] [--name NAME] [--unit-hours N] [--json] [--target aws [--stack NAME]]'],
  about:
    'Shows what a crawl has used, what that cost, a forecast, and what its limits leave. A crawl on this machine costs\n' +
    'nothing.',
  options: {
    dir: DIR_OPTION,
    name: NAME_OPTION,
    'unit-hours': {
      type: 'string',
      value: 'N',
      help: 'compare search engines: unit-hours per month that a serverless search would be awake',
    },
    json: JSON_OPTION,
    ...TARGET_OPTIONS,
  },
  examples: [
    ['thresher cost', 'Show the cost of the crawl in the folder .thresher'],
    ['thresher cost --target aws --name plants', 'Show the cost of a crawl in the stack deployed from this folder'],
    ['thresher cost --unit-hours 60', 'Compare a serverless search with a search domain'],
  ],
  async run({ options }, terminal) {
    const unitHours = parseNumberOption('unit-hours', options['unit-hours'], 0, false);
    const { now, ...usage } = await (targetsAws(options)
      ? fetchStackUsage(options, terminal)
      : readLocalUsage(options));
    const cost = computeCost(usage, usage, now, unitHours);
    if (options.json) terminal.out(formatJson(cost));
    else for (const line of formatCost(cost)) terminal.out(line);
    return EXIT.done;
  },
});

type CrawlCounts = Pick<Control, 'crawl' | 'createdAt' | 'counts'>;

/** Usage and limits of a crawl. `now` is in epoch milliseconds. */
type CrawlUsage = CrawlCounts & CrawlLimits & { now: number };

function readLocalUsage(place: CrawlLocation): Promise<CrawlUsage> {
  return withCrawl(place, 'read', async ({ crawl, createdAt, counts }, stores) => {
    const { limits, budget } = (await loadStoredSettings(crawl, stores)).settings;
    return { crawl, createdAt, counts, limits, budget, now: stores.clock.now() };
  });
}

async function fetchStackUsage(options: TargetOptions & CrawlLocation, terminal: Terminal): Promise<CrawlUsage> {
  const stack = await openStack(options, terminal);
  return callAdmin(stack, { action: 'cost', crawl: await resolveCrawl(stack, options.name) });
}

type Cost = ReturnType<typeof computeCost>;

/**
 * Computes the bill, the forecast and the search costs of a crawl.
 *
 * @param now epoch milliseconds
 * @param unitHours hours per month that units of a serverless search are awake; undefined: no comparison
 */
export function computeCost(control: CrawlCounts, settings: CrawlLimits, now: number, unitHours?: number) {
  const pages = control.counts['pages'] ?? 0;
  const spent = budgetSpent(control, now);
  const bill = billOf(usageFromCounts(control.counts));
  return {
    crawl: control.crawl,
    pages,
    ...spent,
    byService: bill.byService,
    rows: bill.rows,
    usdAThousandPages: estimateUsd(1_000, bill.usd, pages),
    usdAMillionPages: estimateUsd(1e6, bill.usd, pages),
    usdInAll: forecastUsd(bill.usd, pages, settings.limits.pages),
    limits: { ...settings.budget, pages: settings.limits.pages },
    prices: PRICES_AS_OF,
    search: searchMonthlyCosts(unitHours),
  };
}

export function formatCost(cost: Cost): string[] {
  const { limits, search } = cost;
  const rows: [string, string][] = [
    ['crawl', cost.crawl],
    ['pages', withLimit(formatCount(cost.pages), limits.pages, formatCount)],
    ['requests', withLimit(formatCount(cost.requests), limits.requests, formatCount)],
    ['received', withLimit(formatBytes(cost.bytes), limits.bytes, formatBytes)],
    ['age', withLimit(formatDays(cost.days), limits.days, formatDays)],
    ['money', withLimit(formatUsd(cost.usd), limits.usd, formatUsd)],
    ...cost.rows.map(({ unit, n, usd }): [string, string] => [
      `  ${unit}`,
      `${formatUsd(usd)} for ${formatQuantity(n)}`,
    ]),
    ['per page', formatCostPerPage(cost)],
    [
      'forecast',
      cost.usdInAll === undefined || cost.usd === 0
        ? ''
        : `${formatUsd(cost.usdInAll)} for ${formatNoun(limits.pages ?? 0, 'page')}`,
    ],
    [
      'search',
      `a domain costs ${formatUsd(search.domainMonth)} per month; serverless is cheaper below ${Math.round(search.breakEvenUnitHours)} unit-hours per month`,
    ],
    ['', search.serverlessMonth === undefined ? '' : compareSearchCosts(search.domainMonth, search.serverlessMonth)],
  ];
  const shown = rows.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

const withLimit = (value: string, limit: number | null, show: (n: number) => string) =>
  limit === null ? value : `${value} of ${show(limit)}`;

const formatDays = (n: number) => `${n.toFixed(n < 10 ? 1 : 0)} days`;
const formatQuantity = (n: number) => (n >= 100 ? formatCount(Math.round(n)) : `${Number(n.toPrecision(3))}`);

function formatCostPerPage({ usd, usdAThousandPages, usdAMillionPages, prices }: Cost): string {
  if (usd === 0 || usdAThousandPages === undefined || usdAMillionPages === undefined) return '';
  return `${formatUsd(usdAThousandPages)} per thousand, ${formatUsd(usdAMillionPages)} per million (us-east-1, ${prices})`;
}

function compareSearchCosts(domain: number, serverless: number): string {
  const cheaper = serverless < domain ? 'serverless' : 'the domain';
  return `${formatUsd(serverless)} per month for that many unit-hours: ${cheaper} is cheaper`;
}
