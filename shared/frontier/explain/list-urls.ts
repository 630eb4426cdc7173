import type { Frontier, Head } from '../../ports/frontier.ts';
import type { PageEntry, QueueEntry } from '../host/entry.ts';
import { readEntries } from '../host/read-entries.ts';
import { failureState, outcomeReason } from '../host/retries-exhausted.ts';

/** `queued`: not visited yet; `unavailable`: failed, will be retried; `retired`: retries exhausted; others: last outcome. */
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

export type FrontierUrl = {
  url: string;
  state: ListedState;
  /** Reason code; null if the outcome has none. */
  reason: string | null;
  /** Last and next visit. ISO 8601; null: never. */
  at: string | null;
  next: string | null;
  /** Number of consecutive failures. */
  tries: number;
  class: number;
  depth: number;
};

/** Position at which a list continues: at this host, after `skip` of its URLs. */
export type ListPosition = { host: string; skip: number };

/**
 * Lists URLs of a crawl by state, host by host, sorted by URL within a host. Reads every bundle of a host, but only the head
 * if the host has no URL in that state.
 *
 * @param state state to list; undefined: all. @param from position of an earlier list; absent: the start. Hosts keep their order.
 */
export async function* listUrls(
  crawl: string,
  state: ListedState | undefined,
  frontier: Frontier,
  from?: ListPosition,
): AsyncIterable<{ found: FrontierUrl; place: ListPosition }> {
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

function ofQueued({ url, class: class_, depth }: QueueEntry): FrontierUrl {
  return { url, state: 'queued', reason: null, at: null, next: null, tries: 0, class: class_, depth };
}

function ofPage(page: PageEntry): FrontierUrl {
  const { url, outcome, at, next, tries, class: class_, depth } = page;
  const state = failureState(page) ?? (outcome.split('.', 1)[0] as ListedState);
  const reason = outcome.includes('.') ? outcomeReason(page) : null;
  const again = next === undefined ? null : iso(next);
  return { url, state, reason, at: iso(at), next: again, tries, class: class_, depth };
}

const iso = (ms: number) => new Date(ms).toISOString();
