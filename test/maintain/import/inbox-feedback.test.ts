import { expect, test } from 'vitest';
import type { Offer } from '../../../shared/frontier/offer.ts';
import { encodeOffer } from '../../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { readInboxFeedback } from '../../../shared/maintain/import/inbox-feedback.ts';
import type { Url } from '../../../shared/url/url.ts';

const key = { crawl: 'main', host: 'a.example' };
const url = 'http://a.example/' as Url;
const feedback = [{ url, at: 5, record: 'r', verdict: 'relevant' }];
const link = { url, kind: 'page' as const, class: 1, depth: 1, parent: null, score: 1 };

async function inboxOf(offers: Offer[]) {
  const frontier = sqliteFrontier(openDatabase(':memory:'));
  await frontier.putInbox(offers.map((offer, i) => ({ ...key, id: `item${i}`, body: encodeOffer(offer) })));
  return frontier;
}

test('reads feedback, and leaves items with links or judged anew', async () => {
  const frontier = await inboxOf([
    { links: [], feedback },
    { links: [link], feedback },
    { links: [], feedback, recrawl: { at: 1 } },
    { links: [], feedback: [{ ...feedback[0]!, revised: true }] },
  ]);
  expect(await readInboxFeedback(key, frontier, 2)).toMatchObject({
    ids: ['item0'],
    lines: [{ type: 'page', partial: true, url, at: 5, record: 'r', verdict: 'relevant' }],
  });
});

test('leaves a short inbox to the next visit', async () => {
  expect(await readInboxFeedback(key, await inboxOf([{ links: [], feedback }]), 2)).toEqual({ lines: [], ids: [] });
});
