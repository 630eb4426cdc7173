import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cashPriority, splitCash } from '../../../shared/frontier/host/opic-cash.ts';
import type { CashTransfer, OfferedLink } from '../../../shared/frontier/offer.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fewOrMany } from '../../long-test.ts';
import { bundleStore } from './bundle-store.ts';

const NOW = Date.UTC(2026, 0, 1);
const urlOf = (i: number) => `http://a.example/page-${i}.html` as Url;
const link = (i: number): OfferedLink => ({
  url: urlOf(i),
  kind: 'page',
  class: i % 8,
  depth: 1,
  parent: urlOf(0),
  score: (i % 10) / 10,
});

type Step = {
  links: number[];
  cash: { from: number; visit: number; to: number[]; amount: number }[];
  takes: number;
  byCash: boolean;
  commits: boolean;
};
const number = fc.nat(80);
const step: fc.Arbitrary<Step> = fc.record({
  links: fc.array(number, { maxLength: 30 }),
  cash: fc.array(
    fc.record({
      from: fc.nat(12),
      visit: fc.nat(2),
      to: fc.uniqueArray(number, { minLength: 1, maxLength: 12 }),
      amount: fc.double({ min: 0, max: 3, noNaN: true }),
    }),
    { maxLength: 6 },
  ),
  takes: fc.nat(8),
  byCash: fc.boolean(),
  commits: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
});

/** Runs visits of a host whose strategy can change at any time. */
async function follow(steps: Step[]): Promise<void> {
  const store = bundleStore();
  let accepted = new Set<string>();
  let fetched = new Set<string>();
  const all = [
    ...steps,
    ...Array.from({ length: 30 }, (): Step => ({ links: [], cash: [], takes: 20, byCash: true, commits: true })),
  ];
  for (const [i, { links, cash, takes, byCash, commits }] of all.entries()) {
    const body = store.open({ byCash });
    const next = { accepted: new Set(accepted), fetched: new Set(fetched) };
    const transfers = cash.map(
      ({ from, visit, to, amount }): CashTransfer => ({
        from: urlOf(from),
        visit,
        depth: 2,
        share: splitCash(amount, to.length),
        to: to.map(urlOf),
      }),
    );
    await body.merge({ links: links.map(link), feedback: [], cash: transfers }, () => undefined);
    for (const one of links) next.accepted.add(urlOf(one));
    for (let take = 0; take < takes; take++) {
      const candidate = await body.peek(NOW);
      if (!candidate) break;
      expect(next.fetched.has(candidate.url)).toBe(false);
      expect(next.accepted.has(candidate.url)).toBe(true);
      next.fetched.add(candidate.url);
      body.take(candidate);
      body.record({
        url: candidate.url,
        at: NOW,
        class: 1,
        depth: 1,
        outcome: take % 3 ? 'fetched' : 'failed.timeout',
        visits: 1,
        tries: 0,
      });
    }
    store.keep(await body.buildBundles(NOW / 1000 + i), commits);
    if (commits) ({ accepted, fetched } = next);
  }
  expect([...fetched].sort()).toEqual([...accepted].sort());
}

test('returns every URL once for any transfers and strategies', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), follow), {
    numRuns: fewOrMany(12, 40),
    interruptAfterTimeLimit: 15_000,
  });
});

test('ranks a URL with more cash first across visits', async () => {
  const store = bundleStore();
  const open = () => store.open({ byCash: true });
  const transfers = (from: number, visit: number, to: number[], share: number): CashTransfer => ({
    from: urlOf(from),
    visit,
    depth: 2,
    share,
    to: to.map(urlOf),
  });
  const first = open();
  await first.merge(
    { links: [1, 2, 3].map(link), feedback: [], cash: [transfers(0, 1, [1, 2, 3], 0.25)] },
    () => undefined,
  );
  store.keep(await first.buildBundles(1));
  const second = open();
  await second.merge(
    { links: [], feedback: [], cash: [transfers(9, 1, [3], 0.5), transfers(9, 1, [2], 0.5)] },
    () => undefined,
  );
  expect(await second.peek(NOW)).toMatchObject({ url: urlOf(3), cash: 0.75 });
  store.keep(await second.buildBundles(2));
  expect(await open().peek(NOW)).toMatchObject({ url: urlOf(3), cash: 0.75 });
});

test.each([
  [1, 1],
  [1 / 8, 1],
  [1 / 16, 2],
  [1 / 100, 3],
  [0, 7],
])('gives cash of %d the class %d', (cash, place) => {
  expect(cashPriority(cash).class).toBe(place);
});
