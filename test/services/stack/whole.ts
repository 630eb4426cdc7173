import { afterEach, expect } from 'vitest';
import { checkPoliteness } from '../../../demo/politeness.ts';
import { siteRules } from '../../../demo/rules.ts';
import { pagesOf } from '../../flow/remains.ts';
import { PAUSE_MS, type SmallWeb, startSmallWeb } from '../../flow/small-web.ts';
import { essence, onOneMachine, untilDone } from './crawl.ts';
import { openStack, type Stack, type StackOptions } from './stack.ts';

/** The crawl of the small web. */
export const CRAWL = 'plants';

let alone: Promise<Awaited<ReturnType<typeof onOneMachine>>> | undefined;
const opened: { close(): Promise<void> }[] = [];

/** Closed after the test, the latest first. */
export const closing = (one: { close(): Promise<void> }) => void opened.unshift(one);

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/**
 * A small web of its own, and a stack with a crawl of it; no function runs yet.
 *
 * @param budgetPages which the crawl does not reach; absent: it has none.
 */
export async function openCrawl(
  options?: StackOptions,
  budgetPages?: number,
): Promise<{ web: SmallWeb; stack: Stack; pages: number }> {
  alone ??= onOneMachine();
  const { status } = await alone;
  const web = await startSmallWeb();
  closing(web);
  const stack = await openStack(options);
  closing(stack);
  const { limits } = web.settings;
  await stack.create({ ...web.settings, ...(budgetPages && { limits: { ...limits, pages: budgetPages } }) });
  return { web, stack, pages: status.pages };
}

/** What a page's turn comes again for, when the clocks of a test go ahead: what failed, and robots that could not be read. */
const isTriedAgain = (outcome: string) => outcome.startsWith('failed') || outcome === 'refused.robots-unreachable';

/** Waits for the crawl's end: nothing is lost, nothing was committed twice, and hosts were asked politely. */
export async function expectWhole(web: SmallWeb, stack: Stack): Promise<void> {
  const { records, status } = await alone!;
  const found = await untilDone(stack, CRAWL, 800);
  expect((await stack.depths()).dead).toBe(0);
  expect(found.outcomes).toEqual(status.outcomes);
  // What was written last is seen with the engine's next refresh.
  const missing = async () => {
    const there = new Set((await stack.records(CRAWL)).map(({ id }) => id));
    return records.filter(({ id }) => !there.has(id)).map(({ url }) => url);
  };
  await expect.poll(missing, { timeout: 120_000 }).toEqual([]);
  expect(essence(await stack.records(CRAWL))).toEqual(essence(records));
  const pages = await pagesOf(CRAWL, { frontier: stack.frontier() });
  expect(pages.filter(({ visits, outcome }) => visits > 1 && !isTriedAgain(outcome))).toEqual([]);
  expect(pages).toHaveLength(found.pages);
  const unkind = checkPoliteness(web.site.log, siteRules(PAUSE_MS));
  // Who is killed before the answer's Retry-After is kept, has kept nothing.
  expect(unkind.filter(({ kind }) => kind !== 'before-retry-after')).toEqual([]);
}
