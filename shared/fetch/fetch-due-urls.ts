import { hash } from 'node:crypto';
import { UNFETCHED_COUNT } from '../frontier/counted-page.ts';
import type { PageEntry } from '../frontier/host/entry.ts';
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import { failureState, outcomeReason } from '../frontier/host/retries-exhausted.ts';
import { tombstoneOf } from '../frontier/host/tombstone.ts';
import { LocalFaultError } from '../http/local-fault.ts';
import { addCounts } from '../meter/add-counts.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { SitePreferences } from '../robots/rights-files.ts';
import { normalize } from '../url/normalize.ts';
import type { Reason } from '../url/reason.ts';
import { hostOf, type Url } from '../url/url.ts';
import { isConditional } from './conditional-request.ts';
import { createCapture } from './create-capture.ts';
import type { HostVisit } from './host-visit.ts';
import { type Interpretation, interpretResponse } from './interpret-response.ts';
import { retryAfterOutage } from './outage.ts';
import { mayStart, recordHostFault } from './pacing.ts';
import { createPageEntry } from './page-entry.ts';
import { AVOIDED_DIRECTORY, DELETED, poisoned, refused } from './refusals.ts';
import { renderPage } from './render/render-page.ts';
import { createRobotsGate, type RobotsGate } from './robots-gate.ts';
import { enqueueSitemaps } from './robots-sitemaps.ts';
import { isSameContent } from './same-content.ts';
import { ownTarget, requestWithSelfRedirects } from './self-redirect.ts';
import type { VisitInbox } from './visit-inbox.ts';
import type { LearnedRanking, UnfetchedUrl } from './visit-options.ts';
import type { VisitCaptures } from './warc/capture-writer.ts';

/** How often a visit reads whether its crawl is still open. Milliseconds. */
const CONTROL_POLL_MS = 15_000;
/** Maximum number of URLs that one visit handles, including those skipped without a request (robots.txt, poison). */
const MAX_URLS_PER_VISIT = 2_000;
/** Time until a host is visited again whose next page is not judged yet. Milliseconds. */
const JUDGING_REST_MS = 1_000;
/** Time until a host is visited again after a fault of this machine, such as no free file descriptor. Milliseconds. */
const LOCAL_FAULT_REST_MS = 5_000;
/** Number of attempts without a commit after which a crash marker is set before each request: a URL may crash its workers. */
const ATTEMPTS_BEFORE_MARKER = 2;

/**
 * Fetches due URLs, best first, within the visit's page limit, its time and its lease.
 *
 * If the inbox was not read to its end, or the last visit of a known page is not judged yet, the page waits for a later visit: the feedback
 * names the page's record. Without it the record would never be removed.
 */
export async function fetchDueUrls(visit: HostVisit, captures: VisitCaptures, inbox: VisitInbox): Promise<void> {
  const { options, totals, hostFrontier, pacing } = visit;
  const gate = createRobotsGate(visit, () => mayStart(visit), options.archivesRobots ? captures : undefined);
  const isOpen = pollCrawlState(visit);
  let pages = 0;
  for (let handled = 0; handled < MAX_URLS_PER_VISIT && !pacing.hostFault; handled++) {
    if (pages >= options.maxPagesPerVisit || totals.pagesLeft <= 0 || options.signal?.aborted) return;
    // After a failure, another URL shows whether the host answers. Retries of a few URLs would let it rest longer each time.
    const prefersUntried = pages === 0 && pacing.lock.failures > 0;
    const candidate = await hostFrontier.peek(visit.ports.clock.now(), prefersUntried);
    if (!candidate) return;
    if (candidate.page && !inbox.hasFeedbackOn(candidate.page)) return awaitFeedback(visit, inbox);
    if (!(await isOpen())) return;
    const result = await fetchCandidate(visit, candidate, gate, captures).catch((error) => endAtFault(visit, error));
    // Required even if only robots.txt was fetched: each visit queues only the sitemaps of a robots.txt that it fetched itself.
    await enqueueSitemaps(visit, candidate);
    // Commit a URL that was skipped for its crash marker before trying another one, which may crash the worker too.
    if (result === 'no-time' || candidate.url === visit.head.crashMarker) return;
    if (result !== 'fetched') continue;
    pages++;
    if (options.learned && pages % options.learned.pagesPerRank === 0) {
      await rankAgain(visit, captures, inbox, options.learned);
      const next = await hostFrontier.peek(visit.ports.clock.now());
      if (next && (await options.learned.isBetterElsewhere?.(visit.key.host, next.class))) return;
    }
  }
}

/** Lets the host rest, unless the rest of its inbox can be read at once. */
function awaitFeedback({ pacing, ports }: HostVisit, inbox: VisitInbox): void {
  if (inbox.isRead()) pacing.restUntil = ports.clock.now() + JUDGING_REST_MS;
}

/** Has the pages fetched so far judged, and ranks the queue by what was judged since the visit started. */
async function rankAgain(
  { options, hostFrontier, pacing, newestRank }: HostVisit,
  captures: VisitCaptures,
  inbox: VisitInbox,
  { caughtUp }: LearnedRanking,
) {
  captures.handOver(pacing.pauseMs);
  await caughtUp?.(options.signal);
  await inbox.mergeNew();
  if (newestRank) hostFrontier.rankAgain(await newestRank());
}

async function fetchCandidate(
  visit: HostVisit,
  candidate: FetchCandidate,
  gate: RobotsGate,
  captures: VisitCaptures,
): Promise<'fetched' | 'skipped' | 'no-time'> {
  const { hostFrontier, ports, options, head, key, totals } = visit;
  if (head.crashMarker === candidate.url) return skip(visit, candidate, poisoned(candidate, ports.clock.now()));
  if (options.deleted?.hasUrl(candidate.url)) return skipDeleted(visit, candidate);
  const unwanted = refuseWaiting(candidate, options);
  if (unwanted !== undefined) return skip(visit, candidate, refused(candidate, { reason: unwanted }));
  const isKnown = candidate.page !== undefined && candidate.page.tries === 0;
  if (isKnown && options.isAvoided?.(candidate.url))
    return skip(visit, candidate, refused(candidate, AVOIDED_DIRECTORY));
  const reason = candidate.depth > 0 ? (await options.learned?.model())?.refuses?.(candidate.url, isKnown) : undefined;
  if (reason !== undefined) return skip(visit, candidate, refused(candidate, { reason }));
  const permission = await gate(candidate.url);
  if (permission.kind === 'no-time') return 'no-time';
  if (permission.kind === 'refused') return skip(visit, candidate, refused(candidate, permission));
  const needsMarker = head.attempts > ATTEMPTS_BEFORE_MARKER;
  if (needsMarker && !(await ports.frontier.setCrashMarker(key, head.epoch, candidate.url))) return 'no-time';
  await options.rendering?.room(options.signal);
  // This check comes last: any await between it and the request could outlast the lease.
  if (!(await mayStart(visit))) return 'no-time';
  // Other hosts of the message may have used the remaining pages meanwhile.
  if (totals.pagesLeft <= 0) return 'no-time';
  totals.pagesLeft--;
  const giveBack = (error: unknown) => {
    totals.pagesLeft++;
    throw error;
  };
  const { crawlDelayS } = permission;
  const response = await requestWithSelfRedirects(visit, candidate, crawlDelayS, gate).catch(giveBack);
  if (!response) {
    // Aborted, or no time for a retry. The host is not at fault, and the URL keeps its place.
    totals.pagesLeft++;
    return 'no-time';
  }
  if (response.kind === 'response' && !(await renderPage(visit, candidate, response).catch(giveBack))) {
    totals.pagesLeft++;
    response.release?.();
    return 'no-time';
  }
  hostFrontier.take(candidate);
  if (permission.ignored) addCounts(totals.counts, { 'robots.ignored': 1 });
  await recordResponse(visit, candidate, response, permission.preferences, captures);
  // The archive object has its own copy.
  if (response.kind === 'response') response.release?.();
  return 'fetched';
}

/** Returns the reason of a rule that has changed since a page was queued. Lists are read by other rules. */
function refuseWaiting(
  { url, kind, depth, page, forcedAt }: FetchCandidate,
  options: HostVisit['options'],
): Reason | undefined {
  if (kind !== 'page') return undefined;
  return options.refuseWaiting?.({ url, depth, isKnown: page !== undefined, isForced: forcedAt !== undefined });
}

/**
 * Ends the visit if this machine cannot send requests: the host is not at fault, and the URL keeps its place.
 *
 * @throws any other error
 */
function endAtFault(visit: HostVisit, error: unknown): 'no-time' {
  if (!(error instanceof LocalFaultError)) throw error;
  visit.localFault = error;
  visit.pacing.restUntil = visit.ports.clock.now() + LOCAL_FAULT_REST_MS;
  return 'no-time';
}

const NOTHING = new Uint8Array(0);

/** Updates host, URL and archive after a request. */
async function recordResponse(
  visit: HostVisit,
  candidate: FetchCandidate,
  response: HttpResponse | HttpFailure,
  preferences: SitePreferences,
  captures: VisitCaptures,
): Promise<void> {
  const { options, results } = visit;
  const now = visit.ports.clock.now();
  const isResponse = response.kind === 'response';
  const content = isResponse ? (response.rendered ?? response.body) : NOTHING;
  const digest = content.length > 0 ? hash('sha256', content, 'hex') : undefined;
  const { page } = candidate;
  // A redirect that still leads to the URL itself is a loop.
  const isLoop = ownTarget(response, candidate.url, candidate.url, options.urlRules) !== undefined;
  const hops = isLoop ? options.maxRedirects : candidate.hops;
  const isSame = isResponse && isSameContent(response, digest, page);
  const request = { tries: page?.tries ?? 0, hops, isSame, page };
  const interpreted = interpretResponse(response, request, now, options);
  const interpretation = results.removalGuard.check(interpreted, page, response, now);
  if (interpretation.hostFault) await recordHostFault(visit, interpretation.restUntil);
  else await retryAfterOutage(visit, now);
  const entry = createPageEntry(candidate, interpretation, now, response, digest);
  // An unread body makes no page, but later stages must learn of it if there is a record of the page.
  const isPage = isResponse && !response.isHead && (response.refused === undefined || !!page?.record);
  // Status 304 without a condition says nothing, and has no original that a revisit record could refer to.
  const isEmpty = isResponse && response.status === 304 && !isConditional(page);
  if (isPage && !isEmpty && interpretation.outcome !== 'refused.redirect-loop') {
    captures.add(createCapture(candidate, response, entry, { digest, isSame, preferences }, now));
  }
  const { location } = interpretation;
  const target = location === undefined ? undefined : normalize(location, candidate.url, options.urlRules);
  if (target?.kind === 'url') {
    entry.to = target.url;
    if (options.followRedirects) await enqueueRedirect(visit, candidate, target.url);
  }
  recordEntry(visit, candidate, entry);
  const bytes = isResponse ? response.body.length : 0;
  addCounts(visit.totals.counts, { pages: 1, requests: 1, bytes, ...(isUnfetched(entry) && { [UNFETCHED_COUNT]: 1 }) });
}

/** Whether a URL has no content: its outcome is `refused` or `failed`. */
const isUnfetched = ({ outcome }: PageEntry): boolean => /^(?:refused|failed)\b/.test(outcome);

/** Records a URL that needs no request. */
function skip(visit: HostVisit, candidate: FetchCandidate, interpretation: Interpretation): 'skipped' {
  visit.hostFrontier.take(candidate);
  recordEntry(visit, candidate, createPageEntry(candidate, interpretation, visit.ports.clock.now()));
  return 'skipped';
}

/** Records a URL that was deleted after it was queued. */
function skipDeleted(visit: HostVisit, candidate: FetchCandidate): 'skipped' {
  const now = visit.ports.clock.now();
  visit.hostFrontier.take(candidate);
  const entry = createPageEntry(candidate, refused(candidate, DELETED), now);
  recordEntry(visit, candidate, tombstoneOf(entry, entry.at, null));
  return 'skipped';
}

/** Queues the target of a redirect within the host. Classify sends targets on other hosts to those hosts. */
async function enqueueRedirect(visit: HostVisit, from: FetchCandidate, to: Url): Promise<void> {
  if (hostOf(to) !== visit.key.host) return;
  const { page: _, cash: __, ...queued } = from;
  const entry = { ...queued, url: to, parent: from.url, hops: from.hops + 1 };
  if (visit.refuseLink(entry) === undefined) await visit.hostFrontier.acceptRedirect(entry);
}

/** Records a URL's outcome. Each URL counts under its last outcome, so the counts add up to the URLs of the host. */
function recordEntry(visit: HostVisit, candidate: FetchCandidate, entry: PageEntry): void {
  const { counts } = visit.results;
  const before = candidate.page?.outcome;
  if (before && counts[before]) {
    counts[before]--;
    if (counts[before] === 0) delete counts[before];
  }
  counts[entry.outcome] = (counts[entry.outcome] ?? 0) + 1;
  visit.hostFrontier.record(entry);
  const [outcome = '', reason = null] = entry.outcome.split('.');
  if (outcome === 'refused' || outcome === 'failed') reportUnfetched(visit, entry, outcome);
  else visit.options.onFetched?.({ url: entry.url, outcome, reason });
  if (failureState(entry) === 'retired')
    visit.totals.retired.push({ url: entry.url, reason: outcomeReason(entry), tries: entry.tries });
}

function reportUnfetched({ options }: HostVisit, entry: PageEntry, outcome: UnfetchedUrl['outcome']): void {
  const next = entry.next === undefined ? null : new Date(entry.next).toISOString();
  options.onUnfetched?.({ url: entry.url, outcome, reason: outcomeReason(entry), tries: entry.tries, next });
}

/** Returns a function that tells whether the crawl is open; it reads the control item every 15 seconds at most. */
function pollCrawlState({ key, ports }: HostVisit): () => Promise<boolean> {
  let polledAt = ports.clock.now();
  return async () => {
    const now = ports.clock.now();
    if (now - polledAt < CONTROL_POLL_MS) return true;
    polledAt = now;
    return (await ports.control.get(key.crawl))?.state === 'open';
  };
}
