import { money } from '../../shared/meter/bill.ts';
import { breakEvenUnitHours, domainMonth, serverlessMonth } from '../../shared/meter/idle-cost.ts';
import { PRICES_AS_OF, STANDING } from '../../shared/meter/prices.ts';

/** A little more than half of a domain's volume; a collection keeps about as much. GB. */
const INDEX_GB = 10;
/** The volume of the stack's domain. GB. */
export const VOLUME_GB = 20;

/** US dollars a month of either search engine. @param unitHours hours that units of a collection are awake in a month. */
export function searchMonths(unitHours?: number) {
  return {
    domainMonth: domainMonth(VOLUME_GB),
    breakEvenUnitHours: breakEvenUnitHours(VOLUME_GB, INDEX_GB),
    serverlessMonth: unitHours === undefined ? undefined : serverlessMonth(unitHours, INDEX_GB),
  };
}

const dollars = (usd: number) => `about $${Math.round(usd)}`;
const listed = `list price of ${PRICES_AS_OF} in us-east-1`;

/** What a search engine costs besides; the rest of a stack costs under a dollar a month when it is idle. */
const KINDS: Record<string, string> = {
  domain: `a search domain of its own, ${dollars(domainMonth(VOLUME_GB))} a month (${listed})`,
  serverless: `a serverless collection, ${money(STANDING.serverlessUnitHour.usd)} an hour for each unit that is awake and nothing asleep (${listed})`,
  external: 'your own search engine',
  none: 'no search engine',
};

/** @param kind as the stack is told it; what is wrong with it, the stack itself says. */
export const searchWords = (kind: string): string => KINDS[kind] ?? `search: ${kind}`;
