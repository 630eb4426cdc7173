import { changeTimeAfter } from '../frontier/change-time.ts';
import { archivedTime, type PageEntry } from '../frontier/host/entry.ts';
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import { validatorsOf } from './conditional-request.ts';
import type { Interpretation } from './interpret-response.ts';
import { digestHeaders, hasNewDirectives } from './same-content.ts';

/**
 * Returns what the host's frontier stores of a URL after its turn.
 *
 * @param now time of the outcome, epoch ms
 * @param response undefined if no request was sent
 * @param digest SHA-256 of the response body, or of the rendered page, in hex; undefined if there was none
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
  const answer = response?.kind === 'response' ? response : undefined;
  // A response with the known body may have other validators, which the next request has to send.
  const hasContent = outcome === 'fetched' || (outcome === 'unchanged' && answer?.status !== 304);
  Object.assign(entry, hasContent && answer ? contentOf(answer, digest) : keptContent(page, outcome, answer));
  const archivedAt = outcome === 'fetched' ? now : keepsContent(entry) && page ? archivedTime(page) : undefined;
  if (archivedAt !== undefined && archivedAt !== archivedTime(entry)) entry.archivedAt = archivedAt;
  return entry;
}

/** Fields of an entry that describe the content of a page. */
type KnownContent = Pick<PageEntry, 'etag' | 'modified' | 'digest' | 'headersDigest' | 'rendering'>;

/** A rendered page has no validators: the same response may show other text at the next visit. */
function contentOf({ headers, rendered, rendering }: HttpResponse, digest: string | undefined): KnownContent {
  return definedOnly({
    ...(rendered === undefined ? validatorsOf(headers) : { etag: undefined, modified: undefined }),
    digest,
    headersDigest: digestHeaders(headers),
    rendering,
  });
}

/**
 * Returns the known content that holds after a response without a new body. A page that is gone or moved has none: the same bytes at its
 * next visit are a new page. New robots directives are read with the body at the next visit.
 */
function keptContent(page: PageEntry | undefined, outcome: string, answer: HttpResponse | undefined): KnownContent {
  const isLost = outcome.startsWith('gone') || outcome.startsWith('redirected');
  if (!page || (isLost && !outcome.endsWith('.held')) || (answer && hasNewDirectives(answer, page))) return {};
  const { etag, modified, digest, headersDigest, rendering } = page;
  return definedOnly({ etag, modified, digest, headersDigest, rendering });
}

/** Whether a later visit may find the content unchanged. */
const keepsContent = ({ digest, etag, modified }: PageEntry): boolean => Boolean(digest ?? etag ?? modified);

/** Leaves out empty values: a server may send an empty header. */
const definedOnly = (content: { [Name in keyof KnownContent]: KnownContent[Name] | undefined }): KnownContent =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value));
