import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect } from 'vitest';
import { checkPoliteness } from '../../../demo/politeness.ts';
import { siteRules } from '../../../demo/rules.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import { pagesOf } from '../../flow/remains.ts';
import { PAUSE_MS, type SmallWeb, startSmallWeb } from '../../flow/small-web.ts';
import { comparableRecords, crawlLocally, waitUntilDone } from './crawl.ts';
import { openStack, type Stack, type StackOptions } from './stack.ts';
import { tracePages } from './trace-pages.ts';

/** Name of the crawl of the small web. */
export const CRAWL = 'plants';

let alone: Promise<Awaited<ReturnType<typeof crawlLocally>>> | undefined;
const opened: { close(): Promise<void> }[] = [];

/** Registers a resource to close after the test. The last one is closed first. */
export const closeAfterTest = (one: { close(): Promise<void> }) => void opened.unshift(one);

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/**
 * Starts a small web and a stack with a crawl of it. No function runs yet.
 *
 * @param budgetPages page budget, which the crawl does not reach. Default: none.
 */
export async function openCrawl(
  options?: StackOptions,
  budgetPages?: number,
): Promise<{ web: SmallWeb; stack: Stack; pages: number }> {
  alone ??= crawlLocally();
  const { status } = await alone;
  const web = await startSmallWeb();
  closeAfterTest(web);
  const stack = await openStack(options);
  closeAfterTest(stack);
  const { limits } = web.settings;
  await stack.create({ ...web.settings, ...(budgetPages && { limits: { ...limits, pages: budgetPages } }) });
  return { web, stack, pages: status.urls };
}

const HOUR_MS = 3_600_000;
/** The longest time that a suspected URL waits, as there are four such times. */
const MAX_WAIT_HOURS = 64;

/** Whether a page with this outcome is retried when the clocks of a test advance: failures and unreachable robots.txt. */
const isRetried = (outcome: string) => outcome.startsWith('failed') || outcome === 'refused.robots-unreachable';

/**
 * Waits for the end of the crawl. A URL whose function is killed after two visits without a commit looks like the cause, and waits for
 * an hour or more, and so do the URLs of a host that did not answer a busy machine in time: the clocks advance until no more wait than
 * after the local crawl.
 *
 * @returns the status, and the URLs that had to wait
 */
async function waitForSuspects(
  stack: Stack,
  local: CrawlStatus,
): Promise<{ found: CrawlStatus; suspected: Set<string> }> {
  const suspected = new Set<string>();
  for (let hours = 1; ; hours *= 4) {
    const found = await waitUntilDone(stack, CRAWL, 800);
    const isComplete = !found.reasons['poison'] && found.waiting <= local.waiting;
    if (isComplete || hours > MAX_WAIT_HOURS) return { found, suspected };
    for (const { url, outcome } of await pagesOf(CRAWL, { frontier: stack.frontier() }))
      if (outcome === 'refused.poison' || isRetried(outcome)) suspected.add(url);
    stack.advanceClocks(hours * HOUR_MS);
  }
}

/** Waits for the end of the crawl and asserts that no page is lost or committed twice and that politeness was kept. */
export async function expectCompleteCrawl(web: SmallWeb, stack: Stack): Promise<void> {
  const { records, status } = await alone!;
  const { found, suspected } = await waitForSuspects(stack, status);
  expect(await stack.deadLetters()).toEqual([]);
  expect((await stack.depths()).dead).toBe(0);
  // The last writes become searchable with the engine's next refresh.
  const missing = async () => {
    const there = new Set((await stack.records(CRAWL)).map(({ id }) => id));
    return records.filter(({ id }) => !there.has(id)).map(({ url }) => url);
  };
  if (!isDeepStrictEqual(found.outcomes, status.outcomes)) {
    const { outcomes, waiting, resting } = found;
    const lost = await tracePages(await missing(), CRAWL, stack);
    expect({ outcomes, waiting, resting, lost }).toEqual({ outcomes: status.outcomes, waiting: 0, lost: [] });
  }
  await expect
    .poll(missing, { timeout: 120_000 })
    .toEqual([])
    .catch(async () => expect(await tracePages(await missing(), CRAWL, stack)).toEqual([]));
  expect(comparableRecords(await stack.records(CRAWL))).toEqual(comparableRecords(records));
  const pages = await pagesOf(CRAWL, { frontier: stack.frontier() });
  expect(pages.filter(({ url, visits, outcome }) => visits > 1 && !isRetried(outcome) && !suspected.has(url))).toEqual(
    [],
  );
  expect(pages).toHaveLength(found.urls);
  const violations = checkPoliteness(web.site.log, siteRules(PAUSE_MS));
  // A function that is killed before it stores Retry-After loses it.
  expect(violations.filter(({ kind }) => kind !== 'before-retry-after')).toEqual([]);
}
