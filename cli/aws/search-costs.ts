import { formatUsd } from '../../shared/meter/bill.ts';
import { breakEvenUnitHours, domainUsdPerMonth, serverlessUsdPerMonth } from '../../shared/meter/idle-cost.ts';
import { PRICES_AS_OF, TIME_PRICES } from '../../shared/meter/prices.ts';

/** Assumed index size: a little more than half of the domain's volume, and about the same in a collection. GB. */
const INDEX_GB = 10;
/** Volume of the stack's search domain. GB. */
export const VOLUME_GB = 20;

/**
 * Monthly costs of the two search engines in US dollars.
 *
 * @param unitHours hours per month that units of a collection are awake; undefined: no comparison
 */
export function searchMonthlyCosts(unitHours?: number) {
  return {
    domainMonth: domainUsdPerMonth(VOLUME_GB),
    breakEvenUnitHours: breakEvenUnitHours(VOLUME_GB, INDEX_GB),
    serverlessMonth: unitHours === undefined ? undefined : serverlessUsdPerMonth(unitHours, INDEX_GB),
  };
}

const formatDollars = (usd: number) => `about $${Math.round(usd)}`;
const PRICE_BASIS = `list price of ${PRICES_AS_OF} in us-east-1`;

/** Cost of each search engine. The rest of an idle stack costs less than a dollar per month. */
const SEARCH_COSTS: Record<string, string> = {
  domain: `a search domain of its own, ${formatDollars(domainUsdPerMonth(VOLUME_GB))} per month (${PRICE_BASIS})`,
  serverless: `a serverless collection, ${formatUsd(TIME_PRICES.serverlessUnitHour.usd)} per hour for each unit that is awake, nothing while asleep (${PRICE_BASIS})`,
  external: 'your own search engine',
  none: 'no search engine',
};

/** @param kind search engine of the stack; the stack validates it */
export const describeSearchCost = (kind: string): string => SEARCH_COSTS[kind] ?? `search: ${kind}`;
