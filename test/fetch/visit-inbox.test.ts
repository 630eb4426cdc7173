import { expect, test } from 'vitest';
import type { HostVisit } from '../../shared/fetch/host-visit.ts';
import { openVisitInbox } from '../../shared/fetch/visit-inbox.ts';
import type { Offer } from '../../shared/frontier/offer.ts';
import { encodeOffer } from '../../shared/frontier/offer-format.ts';
import type { ReadItem } from '../../shared/ports/frontier.ts';

type Read = { items: ReadItem[]; end: boolean; counter?: number };

/** An inbox whose reads give these answers, and the counter that each read was asked to begin at. */
function inboxOf(...answers: Read[]) {
  const asked: (number | undefined)[] = [];
  const visit = {
    key: { crawl: 'moor', host: 'moor.test' },
    hostFrontier: { merge: async () => ({}) },
    totals: { counts: {} },
    options: { maxInboxItems: 10 },
    ports: {
      frontier: {
        readInbox: async (_key: unknown, _limit: number, _known: unknown, since?: number) => {
          asked.push(since);
          return answers.shift()!;
        },
      },
    },
  } as unknown as HostVisit;
  return { inbox: openVisitInbox(visit), asked, options: visit.options };
}

const item = (id: string, offer: Partial<Offer> = {}, inHead = false): ReadItem => ({
  id,
  body: encodeOffer({ links: [], feedback: [], ...offer }),
  ...(inHead && { inHead }),
});

test('asks for items since the last read, if all before were merged', async () => {
  const { inbox, asked } = inboxOf({ items: [item('a')], end: true, counter: 7 }, { items: [], end: true });
  await inbox.open();
  await inbox.mergeNew();
  expect(asked).toEqual([undefined, 7]);
});

test('asks for all items after a read that did not reach the end', async () => {
  const { inbox, asked } = inboxOf({ items: [item('a')], end: false, counter: 7 }, { items: [], end: true });
  await inbox.open();
  await inbox.mergeNew();
  expect(asked).toEqual([undefined, undefined]);
});

test('asks for all items while one waits for the next visit', async () => {
  const nothing: Read = { items: [], end: true, counter: 7 };
  const recrawl = item('a', { recrawl: { at: 1 } });
  const { inbox, asked } = inboxOf(nothing, { items: [recrawl], end: true, counter: 8 }, nothing);
  await inbox.open();
  await inbox.mergeNew();
  expect(inbox.isRead()).toBe(false);
  await inbox.mergeNew();
  expect(asked).toEqual([undefined, 7, undefined]);
});

test('has the feedback on a page that failed, or was fetched before pages that are not judged, if it was read to its end', async () => {
  const { inbox, options } = inboxOf(
    { items: [], end: true },
    { items: [], end: true },
    { items: [], end: true },
    { items: [], end: false },
  );
  const known = async (unjudgedSince: number | undefined) => {
    Object.assign(options, { unjudgedSince: async () => unjudgedSince });
    await inbox.mergeNew();
    const failed = { at: 1_000, outcome: 'failed.timeout' };
    return [...[999, 1_000].map((at) => ({ at, outcome: 'fetched' })), failed].map(inbox.hasFeedbackOn);
  };
  expect(await known(1_000)).toEqual([true, false, true]);
  expect(await known(2_000)).toEqual([true, true, true]);
  expect(await known(undefined)).toEqual([true, true, true]);
  expect(await known(undefined)).toEqual([false, false, false]);
});

test('does not let the commit delete an item that waits for the next visit', async () => {
  const recrawl = item('a', { recrawl: { at: 1 } }, true);
  const { inbox } = inboxOf({ items: [], end: true }, { items: [recrawl, item('b', {}, true)], end: true });
  await inbox.open();
  await inbox.mergeNew();
  expect([inbox.inHead(), inbox.stored()]).toEqual([['b'], []]);
});

test('separates items that the commit deletes from those that are deleted after it', async () => {
  const { inbox } = inboxOf({ items: [item('a'), item('b', {}, true)], end: true });
  await inbox.open();
  expect([inbox.inHead(), inbox.stored()]).toEqual([['b'], ['a']]);
});
