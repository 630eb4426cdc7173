import {
  comparePageEntries,
  compareQueueEntries,
  type PageEntry,
  type QueueEntry,
} from '../../../shared/frontier/host/entry.ts';
import type { ForcedRecrawl, OfferedLink, PageFeedback } from '../../../shared/frontier/offer.ts';
import type { Url } from '../../../shared/url/url.ts';

/** What a host's frontier is, said as plainly as possible: every URL is waiting, or known, and never both. */
export type Model = {
  waiting: Map<Url, QueueEntry>;
  known: Map<Url, PageEntry>;
  accepted: Set<Url>;
};

export const emptyModel = (): Model => ({ waiting: new Map(), known: new Map(), accepted: new Set() });

export function copyOf({ waiting, known, accepted }: Model): Model {
  return { waiting: new Map(waiting), known: new Map(known), accepted: new Set(accepted) };
}

/** @returns whether it is new. */
export function accept(model: Model, link: OfferedLink, hops = 0): boolean {
  if (model.accepted.has(link.url)) return false;
  model.accepted.add(link.url);
  model.waiting.set(link.url, { ...link, hops });
  return true;
}

/** What later stages say of the visit that is the last one. */
export function learn(model: Model, { url, at, record, verdict }: PageFeedback): void {
  const page = model.known.get(url);
  if (page?.at === at) model.known.set(url, { ...page, record, verdict });
}

/** What was fetched before is wanted at once, in whole seconds, unless it was due already. */
export function callBack(model: Model, { at, prefix = '' }: ForcedRecrawl): void {
  const next = Math.floor(at / 1000) * 1000;
  for (const page of model.known.values())
    if (page.at < at && page.url.startsWith(prefix) && !(page.next !== undefined && page.next <= next))
      model.known.set(page.url, { ...page, next });
}

/** A body looks for the best class among so many of the pages that are due longest. */
const AHEAD = 32;

/** The best class of the pages that are due, and of these the one due longest, unless something of a better class waits. */
export function first(model: Model, now: number): { queued: QueueEntry } | { page: PageEntry } | undefined {
  const queued = [...model.waiting.values()].sort(compareQueueEntries)[0];
  const due = [...model.known.values()]
    .filter(({ next }) => next !== undefined && next <= now)
    .sort(comparePageEntries);
  const page = due.slice(0, AHEAD).sort((a, b) => a.class - b.class || comparePageEntries(a, b))[0];
  if (page && (!queued || page.class <= queued.class)) return { page };
  return queued && { queued };
}

export function recordVisit(model: Model, entry: PageEntry): void {
  model.waiting.delete(entry.url);
  model.known.set(entry.url, entry);
}

/** Earliest next time of all, as the store marks it: in whole seconds, rounded up. */
export function nextAt(model: Model): number | undefined {
  const times = [...model.known.values()].flatMap(({ next }) => (next === undefined ? [] : [next]));
  return times.length > 0 ? Math.ceil(Math.min(...times) / 1000) * 1000 : undefined;
}
