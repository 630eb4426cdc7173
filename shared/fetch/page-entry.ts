import { changeTimeAfter } from '../frontier/change-time.ts';
import type { PageEntry } from '../frontier/host/entry.ts';
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import { headerValue } from '../http/headers.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { Interpretation } from './interpret-response.ts';

/**
 * Returns what the host's frontier stores of a URL after its turn.
 *
 * @param now time of the outcome, epoch ms
 * @param response undefined if no request was sent
 * @param digest SHA-256 of the response body in hex; undefined if there was none
 */
export function createPageEntry(
  candidate: FetchCandidate,
  interpretation: Interpretation,
  now: number,
  response?: HttpResponse | HttpFailure,
  digest?: string,
): PageEntry {
  const { page } = candidate;
  const { outcome, tries, next } = interpretation;
  const entry: PageEntry = {
    url: candidate.url,
    at: changeTimeAfter(page?.at, now),
    class: candidate.class,
    depth: candidate.depth,
    outcome,
    visits: (page?.visits ?? 0) + 1,
    tries,
  };
  // The queue entry of a known page is gone; its page entry keeps the parent.
  const parent = page ? page.parent : candidate.parent;
  if (parent !== undefined) entry.parent = parent;
  if (candidate.about) entry.about = candidate.about;
  if (candidate.extractRule !== undefined) entry.extractRule = candidate.extractRule;
  if (candidate.anchors !== undefined) entry.anchors = candidate.anchors;
  if (next !== undefined) entry.next = next;
  const history = interpretation.history ?? page?.history;
  if (history !== undefined) entry.history = history;
  if (page?.record !== undefined) entry.record = page.record;
  if (page?.verdict !== undefined) entry.verdict = page.verdict;
  // The queue entry is gone: a list that is tried again must not be read as a page.
  else if (candidate.kind !== 'page') entry.verdict = candidate.kind;
  const isFetched = outcome === 'fetched';
  // Only a new body replaces the validators and the digest of the last one.
  const last = isFetched ? undefined : page;
  const header = (name: string) =>
    response?.kind === 'response' && isFetched ? headerValue(response.headers, name) : undefined;
  const etag = header('etag') ?? last?.etag;
  const modified = header('last-modified') ?? last?.modified;
  const bodyDigest = isFetched ? digest : last?.digest;
  if (etag) entry.etag = etag;
  if (modified) entry.modified = modified;
  if (bodyDigest) entry.digest = bodyDigest;
  return entry;
}
