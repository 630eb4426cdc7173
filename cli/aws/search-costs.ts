import { formatUsd } from '../../shared/meter/bill.ts';
import { breakEvenUnitHours, domainUsdPerMonth, serverlessUsdPerMonth } from '../../shared/meter/idle-cost.ts';
import { PRICES_AS_OF, TIME_PRICES } from '../../shared/meter/prices.ts';

/** A little more than half of a domain's volume; a collection keeps about as much. GB. */
const INDEX_GB = 10;
/** The volume of the stack's domain. GB. */
export const VOLUME_GB = 20;

/** US dollars a month of either search engine. @param unitHours hours that units of a collection are awake in a month. */
export function searchMonthlyCosts(unitHours?: number) {
  return {
    domainMonth: domainUsdPerMonth(VOLUME_GB),
    breakEvenUnitHours: breakEvenUnitHours(VOLUME_GB, INDEX_GB),
    serverlessMonth: unitHours === undefined ? undefined : serverlessUsdPerMonth(unitHours, INDEX_GB),
  };
}

const formatDollars = (usd: number) => `about $${Math.round(usd)}`;
const PRICE_BASIS = `list price of ${PRICES_AS_OF} in us-east-1`;

/** What a search engine costs besides; the rest of a stack costs under a dollar a month when it is idle. */
const SEARCH_COSTS: Record<string, string> = {
  domain: `a search domain of its own, ${formatDollars(domainUsdPerMonth(VOLUME_GB))} a month (${PRICE_BASIS})`,
  serverless: `a serverless collection, ${formatUsd(TIME_PRICES.serverlessUnitHour.usd)} an hour for each unit that is awake and nothing asleep (${PRICE_BASIS})`,
  external: 'your own search engine',
  none: 'no search engine',
};

/** @param kind as the stack is told it; what is wrong with it, the stack itself says. */
export const describeSearchCost = (kind: string): string => SEARCH_COSTS[kind] ?? `search: ${kind}`;
