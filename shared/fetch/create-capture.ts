import { hash } from 'node:crypto';
import { archivedTime, type PageEntry } from '../frontier/host/entry.ts';
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import type { HttpResponse } from '../ports/fetcher.ts';
import type { SitePreferences } from '../robots/rights-files.ts';
import type { Url } from '../url/url.ts';
import { isGoneConfirmed } from './gone-confirmed.ts';
import type { Capture, CaptureNote } from './warc/capture.ts';

/**
 * Returns the capture that the archive stores of a response.
 *
 * @param context.digest SHA-256 of the body, or of the rendered page, in hex; undefined if the body is empty
 * @param context.isSame whether the response repeats the page's last content, so that a revisit record is enough
 * @param context.preferences what robots.txt and files of rights say of the use of the page; absent: none
 */
export function createCapture(
  candidate: FetchCandidate,
  response: HttpResponse,
  entry: PageEntry,
  { digest, isSame, preferences = {} }: { digest: string | undefined; isSame: boolean; preferences?: SitePreferences },
  now: number,
): Capture {
  const { status, statusText, httpVersion, requestHeaders, headers, truncated, address, rendered } = response;
  // The response of a rendered page may differ although the page is the same.
  const isRepeated = isSame && rendered === undefined;
  const record = status === 304 ? 'revisit-not-modified' : isRepeated ? 'revisit-same-digest' : 'response';
  const known = record === 'response' ? digest : candidate.page?.digest;
  const refersToTime = record === 'response' || !candidate.page ? undefined : archivedTime(candidate.page);
  return {
    url: candidate.url,
    fetchedAt: now,
    ...{ status, statusText, httpVersion, requestHeaders, headers, truncated, address },
    body: record === 'response' ? response.body : new Uint8Array(),
    ...(rendered && { rendered }),
    record,
    payloadDigest: (rendered ? undefined : known) ?? hash('sha256', response.body, 'hex'),
    ...(refersToTime !== undefined && { refersToTime }),
    note: createNote(candidate, entry, preferences, now),
  };
}

/** Returns the capture of an answer to a request for robots.txt, or for a file of rights. It is archived only. */
export function createRobotsCapture(url: Url, response: HttpResponse, now: number): Capture {
  const { status, statusText, httpVersion, requestHeaders, headers, body, truncated, address } = response;
  return {
    url,
    fetchedAt: now,
    ...{ status, statusText, httpVersion, requestHeaders, headers, body, truncated, address },
    record: 'response',
    payloadDigest: hash('sha256', body, 'hex'),
    note: { depth: 0, class: 0, robots: true },
  };
}

/** The order of the fields is part of the archived bytes. */
function createNote(
  { page, depth, class: priority, kind, nesting, hops, about, extractRule, evidence, anchors, cash }: FetchCandidate,
  entry: PageEntry,
  preferences: SitePreferences,
  now: number,
) {
  const note: CaptureNote = {
    depth,
    class: priority,
    ...(entry.next === undefined ? {} : { next: entry.next }),
    ...(kind !== 'page' && { kind }),
    ...(nesting !== undefined && { nesting }),
    ...(hops > 0 && { redirects: hops }),
    ...(about && { about }),
    ...(extractRule !== undefined && { extractRule }),
    ...(evidence !== undefined && { evidence }),
    ...(anchors !== undefined && { anchors }),
    ...(Object.keys(preferences).length > 0 && { prefers: preferences }),
    ...(entry.at === now ? {} : { changeAt: entry.at }),
    ...(page?.record ? { was: page.record } : {}),
    ...(entry.outcome.endsWith('.held') && { held: true as const }),
    ...(entry.outcome === 'gone.closed' && { closed: true as const }),
    ...(isGoneConfirmed(page) && { believed: true as const }),
    ...(cash === undefined ? {} : { hands: { cash, visit: entry.visits } }),
  };
  return note;
}
