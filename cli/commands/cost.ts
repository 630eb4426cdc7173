import type { CrawlLimits } from '../../shared/frontier/dispatch/limit.ts';
import { billOf, forecast, money, usdFor } from '../../shared/meter/bill.ts';
import { spentOf } from '../../shared/meter/budget.ts';
import { PRICES_AS_OF } from '../../shared/meter/prices.ts';
import { usageOfCounts } from '../../shared/meter/usage.ts';
import type { Control } from '../../shared/ports/control.ts';
import { administer, crawlOf } from '../aws/api.ts';
import { searchMonths } from '../aws/search-costs.ts';
import { isAws, openStack, TARGET, type TargetOptions } from '../aws/target.ts';
import { command, DIR, EXIT, JSON_OUT, NAME, numberOf } from '../command.ts';
import { type Place, withCrawl } from '../open-crawl.ts';
import { bytesText, count } from '../output/progress.ts';
import type { Terminal } from '../output/terminal.ts';
import { storedSettings } from '../run/crawl-settings.ts';

export const costCommand = command({
  name: 'cost',
  usage: ['[--dir DIR] [--name NAME] [--unit-hours N] [--json] [--target aws [--stack NAME]]'],
  about:
    'What a crawl has used, what that cost, what it will cost, and what its limits leave. On one machine nothing is paid\n' +
    'for.',
  options: {
    dir: DIR,
    name: NAME,
    'unit-hours': {
      type: 'string',
      value: 'N',
      help: 'hours that units of a serverless search would be awake in a month: which search is cheaper?',
    },
    json: JSON_OUT,
    ...TARGET,
  },
  examples: [
    ['thresher cost', 'of the crawl in the folder .thresher'],
    ['thresher cost --target aws --name plants', 'of a crawl of the stack that was deployed from here'],
    ['thresher cost --unit-hours 60', 'and whether a serverless search would be cheaper than a domain'],
  ],
  async run({ options }, terminal) {
    const unitHours = numberOf('unit-hours', options['unit-hours'], 0, false);
    const { now, ...used } = await (isAws(options) ? usedOnAws(options, terminal) : usedHere(options));
    const cost = costOf(used, used, now, unitHours);
    if (options.json) terminal.out(JSON.stringify(cost));
    else for (const line of costLines(cost)) terminal.out(line);
    return EXIT.done;
  },
});

type Spender = Pick<Control, 'crawl' | 'createdAt' | 'counts'>;

/** `now`: epoch milliseconds. */
type Used = Spender & CrawlLimits & { now: number };

function usedHere(place: Place): Promise<Used> {
  return withCrawl(place, 'read', async ({ crawl, createdAt, counts }, stores) => {
    const { limits, budget } = (await storedSettings(crawl, stores)).settings;
    return { crawl, createdAt, counts, limits, budget, now: stores.clock.now() };
  });
}

async function usedOnAws(options: TargetOptions & Place, terminal: Terminal): Promise<Used> {
  const stack = await openStack(options, terminal);
  return administer<Used>(stack, { action: 'cost', crawl: await crawlOf(stack, options.name) });
}

type Cost = ReturnType<typeof costOf>;

/** @param now epoch milliseconds. */
export function costOf(control: Spender, settings: CrawlLimits, now: number, unitHours?: number) {
  const pages = control.counts['pages'] ?? 0;
  const spent = spentOf(control, now);
  const bill = billOf(usageOfCounts(control.counts));
  return {
    crawl: control.crawl,
    pages,
    ...spent,
    byService: bill.byService,
    rows: bill.rows,
    usdAThousandPages: usdFor(1_000, bill.usd, pages),
    usdAMillionPages: usdFor(1e6, bill.usd, pages),
    usdInAll: forecast(bill.usd, pages, settings.limits.pages),
    limits: { ...settings.budget, pages: settings.limits.pages },
    prices: PRICES_AS_OF,
    search: searchMonths(unitHours),
  };
}

export function costLines(cost: Cost): string[] {
  const { limits, search } = cost;
  const rows: [string, string][] = [
    ['crawl', cost.crawl],
    ['pages', of(count(cost.pages), limits.pages, count)],
    ['requests', of(count(cost.requests), limits.requests, count)],
    ['received', of(bytesText(cost.bytes), limits.bytes, bytesText)],
    ['age', of(days(cost.days), limits.days, days)],
    ['money', of(money(cost.usd), limits.usd, money)],
    ...cost.rows.map(({ unit, n, usd }): [string, string] => [`  ${unit}`, `${money(usd)} for ${shortNumber(n)}`]),
    ['a page', pageLine(cost)],
    [
      'in all',
      cost.usdInAll === undefined || cost.usd === 0
        ? ''
        : `${money(cost.usdInAll)} for ${count(limits.pages ?? 0)} pages`,
    ],
    [
      'search',
      `a domain is ${money(search.domainMonth)} a month; serverless is cheaper below ${Math.round(search.breakEvenUnitHours)} unit-hours a month`,
    ],
    ['', search.serverlessMonth === undefined ? '' : choiceLine(search.domainMonth, search.serverlessMonth)],
  ];
  const said = rows.filter(([, value]) => value !== '');
  const width = Math.max(...said.map(([name]) => name.length));
  return said.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

const of = (value: string, limit: number | null, show: (n: number) => string) =>
  limit === null ? value : `${value} of ${show(limit)}`;

const days = (n: number) => `${n.toFixed(n < 10 ? 1 : 0)} days`;
const shortNumber = (n: number) => (n >= 100 ? count(Math.round(n)) : `${Number(n.toPrecision(3))}`);

function pageLine({ usd, usdAThousandPages, usdAMillionPages, prices }: Cost): string {
  if (usd === 0 || usdAThousandPages === undefined || usdAMillionPages === undefined) return '';
  return `${money(usdAThousandPages)} a thousand, ${money(usdAMillionPages)} a million (us-east-1, ${prices})`;
}

function choiceLine(domain: number, serverless: number): string {
  const cheaper = serverless < domain ? 'serverless' : 'the domain';
  return `${money(serverless)} a month with as many unit-hours as you say: ${cheaper} is cheaper`;
}
