import type { Reason } from '../url/reason.ts';
import { openAccepted } from './accepted.ts';
import type { BundleReader } from './bundle-reader.ts';
import { type PageEntry, pageOfNews, type QueueEntry } from './entry.ts';
import { openKnownPages } from './known-pages.ts';
import type { BundleRef } from './manifest.ts';
import type { Offer, OfferedLink } from './offer.ts';
import { type Sealed, seal } from './seal.ts';
import { openWaiting } from './waiting.ts';

/** A URL whose turn has come: new, or known and wanted again (`page`). */
export type Candidate = QueueEntry & { page?: PageEntry };

/** The frontier of one host, opened for one visit. */
export type Body = {
  /**
   * Takes an offer in. A recall reads all that is known of the host's pages; nothing else here does.
   *
   * @returns what became of its links: reason (`seen` too) or `accepted` → number.
   */
  merge(offer: Offer, refuse: (link: OfferedLink) => Reason | undefined): Promise<Record<string, number>>;
  /** Puts a redirect's target at the front, if it was never accepted before. @returns whether it did. */
  accept(entry: QueueEntry): Promise<boolean>;
  /** The best candidate, still in its place; undefined: nothing is due. */
  peek(now: number): Promise<Candidate | undefined>;
  /** Takes out what `peek` gave; it must be recorded then. */
  take(candidate: Candidate): void;
  record(entry: PageEntry): void;
  /** URLs ever accepted. */
  accepted(): number;
  seal(epoch: number): Promise<Sealed>;
};

export function openBody(refs: readonly BundleRef[], read: BundleReader): Body {
  const waiting = openWaiting(refs, read);
  const pages = openKnownPages(refs, read);
  const accepted = openAccepted(refs, read);
  const wait = (entry: QueueEntry) => {
    accepted.added.add(entry.url);
    waiting.add(entry);
  };
  let take: (() => void) | undefined;

  return {
    async merge({ links, news, recall }, refuse) {
      const counts: Record<string, number> = {};
      const known = links.length > 0 ? await accepted.known() : () => false;
      for (const link of links) {
        const reason = known(link.url) ? 'seen' : refuse(link);
        counts[reason ?? 'accepted'] = (counts[reason ?? 'accepted'] ?? 0) + 1;
        if (!reason) wait({ ...link, hops: 0 });
      }
      for (const item of news) pages.said(pageOfNews(item));
      if (recall) await pages.callBack(recall);
      return counts;
    },
    async accept(entry) {
      if ((await accepted.known())(entry.url)) return false;
      wait(entry);
      return true;
    },
    async peek(now) {
      const due = await pages.peek(now);
      const queued = await waiting.peek();
      const isPage = due !== undefined && (!queued || due.page.class <= queued.entry.class);
      take = isPage ? due.take : queued?.take;
      return isPage ? candidateOf(due.page) : queued?.entry;
    },
    take() {
      take?.();
      take = undefined;
    },
    record: (entry) => pages.record(entry),
    accepted: () => accepted.count(),
    async seal(epoch) {
      const { stored, emptied, marks, entries } = await pages.end();
      const old = { queues: waiting.stored, pages: stored, seen: accepted.stored, emptied, marks };
      return seal(epoch, read, old, { waiting: waiting.added, recorded: entries, accepted: accepted.added });
    },
  };
}

/** What was a list when it was read last is one again. */
function kindOf({ verdict }: PageEntry): Candidate['kind'] {
  if (verdict === 'sitemap' || verdict === 'feed') return verdict;
  return verdict === 'not-a-sitemap' ? 'sitemap' : 'page';
}

function candidateOf(page: PageEntry): Candidate {
  const { url, depth } = page;
  return { url, kind: kindOf(page), class: page.class, depth, parent: null, score: 0, hops: 0, page };
}
