import type { Frontier, Head } from '../../ports/frontier.ts';
import type { PageEntry, QueueEntry } from '../host/entry.ts';
import { readEntries } from '../host/read-entries.ts';
import { failureState, outcomeReason } from '../host/retries-exhausted.ts';

/** `queued`: no visit yet; `unavailable`: failed, and comes again; `retired`: failed too often; the rest: last outcomes. */
export const LISTED_STATES = [
  'queued',
  'fetched',
  'unchanged',
  'redirected',
  'gone',
  'refused',
  'unavailable',
  'retired',
] as const;
export type ListedState = (typeof LISTED_STATES)[number];

export type ListedUrl = {
  url: string;
  state: ListedState;
  /** Of the closed list; null: it has none. */
  reason: string | null;
  /** Last visit, and when it comes again by itself. ISO 8601; null: never. */
  at: string | null;
  next: string | null;
  /** Failures in a row. */
  tries: number;
  class: number;
  depth: number;
};

/** Where a list is gone on with: at this host, behind so many of its URLs. */
export type ListPosition = { host: string; skip: number };

/**
 * URLs of a crawl by their state, host by host, those of a host in the order of their addresses. Of hosts that have none of
 * that state only the head is read; of the others every bundle.
 *
 * @param state absent: all. @param from the place of an earlier list; hosts keep their order, whoever goes meanwhile.
 */
export async function* listUrls(
  crawl: string,
  state: ListedState | undefined,
  frontier: Frontier,
  from?: ListPosition,
): AsyncIterable<{ found: ListedUrl; place: ListPosition }> {
  for await (const head of headsFrom(crawl, frontier, from)) {
    if (!mayHave(head, state)) continue;
    const { queued, pages } = await readEntries(head, frontier);
    const all = [...queued.map(ofQueued), ...pages.map(ofPage)].filter((one) => !state || one.state === state);
    all.sort((a, b) => (a.url < b.url ? -1 : 1));
    const skip = from?.host === head.host ? from.skip : 0;
    for (const [i, found] of all.entries()) if (i >= skip) yield { found, place: { host: head.host, skip: i + 1 } };
  }
}

async function* headsFrom(crawl: string, frontier: Frontier, from: ListPosition | undefined): AsyncIterable<Head> {
  if (!from) return yield* frontier.listHeads(crawl);
  const first = await frontier.getHead({ crawl, host: from.host });
  if (first) yield first;
  yield* frontier.listHeads(crawl, from.host);
}

function mayHave({ counts, manifest }: Head, state: ListedState | undefined): boolean {
  if (state === undefined) return manifest !== '';
  if (state === 'queued') return /(?:^| )q/.test(manifest);
  const kind = state === 'retired' || state === 'unavailable' ? 'failed' : state;
  return Object.keys(counts).some((name) => name.split('.', 1)[0] === kind);
}

function ofQueued({ url, class: class_, depth }: QueueEntry): ListedUrl {
  return { url, state: 'queued', reason: null, at: null, next: null, tries: 0, class: class_, depth };
}

function ofPage(page: PageEntry): ListedUrl {
  const { url, outcome, at, next, tries, class: class_, depth } = page;
  const state = failureState(page) ?? (outcome.split('.', 1)[0] as ListedState);
  const reason = outcome.includes('.') ? outcomeReason(page) : null;
  const again = next === undefined ? null : iso(next);
  return { url, state, reason, at: iso(at), next: again, tries, class: class_, depth };
}

const iso = (ms: number) => new Date(ms).toISOString();
