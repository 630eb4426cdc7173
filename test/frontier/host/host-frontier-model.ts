import {
  comparePageEntries,
  compareQueueEntries,
  type PageEntry,
  type QueueEntry,
} from '../../../shared/frontier/host/entry.ts';
import type { ForcedRecrawl, OfferedLink, PageFeedback } from '../../../shared/frontier/offer.ts';
import type { Url } from '../../../shared/url/url.ts';

/** Reference model of a host's frontier: every URL is either queued or known. */
export type Model = {
  waiting: Map<Url, QueueEntry>;
  known: Map<Url, PageEntry>;
  accepted: Set<Url>;
};

export const emptyModel = (): Model => ({ waiting: new Map(), known: new Map(), accepted: new Set() });

export function copyOf({ waiting, known, accepted }: Model): Model {
  return { waiting: new Map(waiting), known: new Map(known), accepted: new Set(accepted) };
}

/** Queues a URL. @returns whether it is new. */
export function accept(model: Model, link: OfferedLink, hops = 0): boolean {
  if (model.accepted.has(link.url)) return false;
  model.accepted.add(link.url);
  model.waiting.set(link.url, { ...link, hops });
  return true;
}

/** Adds feedback on the latest visit. */
export function learn(model: Model, { url, at, record, verdict }: PageFeedback): void {
  const page = model.known.get(url);
  if (page?.at === at) model.known.set(url, { ...page, record, verdict });
}

/** Makes pages fetched before due at once, in whole seconds, unless they are due already. */
export function callBack(model: Model, { at, prefix = '' }: ForcedRecrawl): void {
  const next = Math.floor(at / 1000) * 1000;
  for (const page of model.known.values())
    if (page.at < at && page.url.startsWith(prefix) && !(page.next !== undefined && page.next <= next))
      model.known.set(page.url, { ...page, next });
}

/** Number of longest-due pages among which the frontier chooses the best class. */
const AHEAD = 32;

/** Returns the longest-due page of the best class, or a queued URL of a better class. */
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

/** Returns the earliest next visit in whole seconds, rounded up, as the store marks it. */
export function nextAt(model: Model): number | undefined {
  const times = [...model.known.values()].flatMap(({ next }) => (next === undefined ? [] : [next]));
  return times.length > 0 ? Math.ceil(Math.min(...times) / 1000) * 1000 : undefined;
}
