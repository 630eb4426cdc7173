import type { PageEntry } from '../frontier/host/entry.ts';
import type { Offer } from '../frontier/offer.ts';
import { decodeOffer } from '../frontier/offer-format.ts';
import type { HostVisit } from './host-visit.ts';

/** The inbox of the visited host. Its items are deleted with or after the commit: until then they are the only copy. */
export type VisitInbox = {
  /** Merges the items that wait when the visit starts. */
  open(): Promise<void>;
  /** Merges links and feedback that have arrived since, so that the next choice knows the pages judged meanwhile. */
  mergeNew(): Promise<void>;
  /** Whether every item of the last read was merged, up to the end of the inbox. */
  isRead(): boolean;
  /** Whether the feedback on the last visit of a page was merged, as far as it may name a record. */
  hasFeedbackOn(page: Pick<PageEntry, 'at' | 'outcome'>): boolean;
  /** Ids of the merged items that the commit deletes. */
  inHead(): string[];
  /** Ids of the other merged items. */
  stored(): string[];
};

export function openVisitInbox(visit: HostVisit): VisitInbox {
  const { key, hostFrontier, ports, options } = visit;
  const merged = new Set<string>();
  const inHead = new Set<string>();
  let isRead = false;
  let counter: number | undefined;
  let unjudgedSince: number | undefined;

  const merge = async (accepts: (offer: Offer) => boolean) => {
    // Read before the inbox: feedback that arrives between the two reads is missing in the items.
    unjudgedSince = await options.unjudgedSince?.();
    const inbox = await ports.frontier.readInbox(key, options.maxInboxItems, merged, counter);
    for (const item of inbox.items) {
      const offer = decodeOffer(item.body);
      if (!accepts(offer)) continue;
      merged.add(item.id);
      if (item.inHead) inHead.add(item.id);
      if (asksAgain(offer)) visit.rereadsRobots = true;
      countRefusedLinks(visit, await hostFrontier.merge(offer, visit.refuseLink));
    }
    // An item that was not accepted waits: without a due time, no visit would come for it.
    isRead = inbox.end && inbox.items.every(({ id }) => merged.has(id));
    // Items before the counter that are not merged must be read again.
    counter = isRead ? inbox.counter : undefined;
  };

  return {
    open: () => merge(() => true),
    // Everything else changes known pages, which this visit has begun to fetch. The moved counter brings another visit.
    mergeNew: () => merge((offer) => !offer.recrawl && !asksAgain(offer) && !offer.feedback.some((one) => one.revised)),
    isRead: () => isRead,
    // Only a new text makes a record. A URL that failed must not wait: the new URLs of its host wait behind it.
    hasFeedbackOn: ({ at, outcome }) =>
      isRead && (outcome !== 'fetched' || unjudgedSince === undefined || at < unjudgedSince),
    inHead: () => [...inHead],
    stored: () => [...merged].filter((id) => !inHead.has(id)),
  };
}

/** Whether the offer asks for URLs that may have been refused. */
function asksAgain({ links, recrawl }: Offer): boolean {
  return recrawl?.outcomes !== undefined || links.some(({ forcedAt }) => forcedAt !== undefined);
}

/** Counts refused links by reason, together with links that were refused before they were sent to the host. */
function countRefusedLinks({ totals }: HostVisit, merged: Record<string, number>): void {
  for (const [reason, n] of Object.entries(merged)) {
    if (reason === 'seen' || reason === 'accepted') continue;
    totals.counts[`link.${reason}`] = (totals.counts[`link.${reason}`] ?? 0) + n;
  }
}
