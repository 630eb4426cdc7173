import { hash } from 'node:crypto';
import type { PageEntry } from '../frontier/host/entry.ts';
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import { failureState, mayHaveUnreached, outcomeReason } from '../frontier/host/retries-exhausted.ts';
import { headerValue } from '../http/headers.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import { normalize } from '../url/normalize.ts';
import type { Reason } from '../url/reason.ts';
import { hostOf, type Url } from '../url/url.ts';
import { type Interpretation, interpretResponse } from './interpret-response.ts';
import { isBelieved } from './mass-removal-guard.ts';
import { type HostVisit, lockChange, mayStart } from './pacing.ts';
import { createRobotsGate, type RobotsGate } from './robots-gate.ts';
import { enqueueSitemaps } from './robots-sitemaps.ts';
import { requestUrl } from './send-request.ts';
import type { Capture } from './warc/capture.ts';
import type { VisitCaptures } from './warc/capture-writer.ts';

/** A visit looks at the crawl's switch this often. Milliseconds. */
const LOOK_MS = 15_000;
/** URLs that cost no request (robots, poison): one visit passes so many. */
const PASSED_A_VISIT = 2_000;
/**
 * A URL that stopped workers may have been innocent (they are also stopped by deployments and failing machines): it is
 * tried again after an hour, and each time it does so again after four times as long, up to a day. Milliseconds.
 */
const POISON_REST_MS = 3_600_000;
const LONGEST_REST_MS = 86_400_000;
/** A host that failed so often in a row was away, and not only slow for one address. */
const BACK_AFTER = 3;
/** From the third try on, a URL is noted before its request: it may be what stops the workers. */
const NOTE_AFTER = 2;

type Refusal = { reason: Reason; next?: number };
const AVOIDED: Refusal = { reason: 'avoided-directory' };

/** Fetches the best due URLs one by one, as long as the visit's pages, its time and the lease allow. */
export async function fetchDueUrls(visit: HostVisit, part: VisitCaptures): Promise<void> {
  const gate = createRobotsGate(visit, () => mayStart(visit));
  const isOpen = switchOf(visit);
  let pages = 0;
  for (let passed = 0; passed < PASSED_A_VISIT && !visit.fault; passed++) {
    if (pages >= visit.options.maxPagesPerVisit || visit.share.pagesLeft <= 0 || visit.options.signal?.aborted) return;
    const candidate = await visit.body.peek(visit.ports.clock.now());
    if (!candidate || !(await isOpen())) return;
    const fetched = await fetchOne(visit, candidate, gate, part);
    // Also where there was only time for robots.txt: the next visit does not look again at one that it did not read itself.
    await enqueueSitemaps(visit, candidate);
    // A noted URL that was passed over is committed before anything else is tried: the next one may be another of its kind.
    if (fetched === 'no-time' || candidate.url === visit.head.noted) return;
    if (fetched === 'fetched') pages++;
  }
}

async function fetchOne(
  visit: HostVisit,
  candidate: FetchCandidate,
  gate: RobotsGate,
  part: VisitCaptures,
): Promise<'fetched' | 'passed' | 'no-time'> {
  const { body, ports, options, head, key } = visit;
  if (head.noted === candidate.url) return pass(visit, candidate, poison(candidate, ports.clock.now()));
  const isKnown = candidate.page !== undefined && candidate.page.tries === 0;
  if (isKnown && options.isAvoided?.(candidate.url)) return pass(visit, candidate, refusal(candidate, AVOIDED));
  const permission = await gate(candidate.url);
  if (permission.kind === 'no-time') return 'no-time';
  if (permission.kind === 'refused') return pass(visit, candidate, refusal(candidate, permission));
  if (head.attempts > NOTE_AFTER && !(await ports.frontier.setCrashMarker(key, head.epoch, candidate.url)))
    return 'no-time';
  // The last thing before the request: whatever is awaited in between may take longer than the lease.
  if (!(await mayStart(visit))) return 'no-time';
  // Other hosts of the message may have used up the share meanwhile.
  if (visit.share.pagesLeft <= 0) return 'no-time';
  visit.share.pagesLeft--;
  const answer = await requestUrl(visit, candidate, permission.crawlDelayS);
  if (!answer) {
    // Broken off, or no time is left to ask again: the host did nothing wrong, and the URL keeps its place.
    visit.share.pagesLeft++;
    return 'no-time';
  }
  body.take(candidate);
  if (permission.ignored) add(visit.share.counts, { 'robots.ignored': 1 });

  const now = ports.clock.now();
  const digest = answer.kind === 'response' && answer.body.length > 0 ? hash('sha256', answer.body, 'hex') : undefined;
  const { page, hops } = candidate;
  const same = digest !== undefined && digest === page?.digest && !isBelieved(page);
  const judged = interpretResponse(answer, { tries: page?.tries ?? 0, hops, same, page }, now, options);
  const said = visit.losses.check(judged, page, answer, now);
  if (said.hostFault) {
    visit.fault = true;
    if (said.restUntil !== undefined) {
      visit.restUntil = said.restUntil;
      // At once: who is killed before the release is not to have heard it for nothing.
      await ports.locks.setOpenAt(head.group, visit.lock.token, lockChange(visit).openAt);
    }
  }
  if (!said.hostFault) await comeBack(visit, now);
  const entry = entryOf(candidate, said, now, answer, digest);
  // What was left unread is no page; but whoever has a record of what was there before is to hear of it.
  const isPage = answer.kind === 'response' && (answer.refused === undefined || !!page?.record);
  if (isPage && said.outcome !== 'refused.redirect-loop') {
    part.add(captureOf(candidate, answer, entry, digest, same, now));
  }
  const to = said.location === undefined ? undefined : normalize(said.location, candidate.url, options.urlRules);
  if (to?.kind === 'url') {
    entry.to = to.url;
    if (options.followRedirects) await followHere(visit, candidate, to.url);
  }
  remember(visit, candidate, entry);
  add(visit.share.counts, { pages: 1, requests: 1, bytes: answer.kind === 'response' ? answer.body.length : 0 });
  return 'fetched';
}

/** A URL that costs no request: its turn is over, with a reason. */
function pass(visit: HostVisit, candidate: FetchCandidate, said: Interpretation): 'passed' {
  visit.body.take(candidate);
  remember(visit, candidate, entryOf(candidate, said, visit.ports.clock.now()));
  return 'passed';
}

function poison({ page }: FetchCandidate, now: number): Interpretation {
  const tries = page?.tries ?? 0;
  const rest = Math.min(POISON_REST_MS * 4 ** tries, LONGEST_REST_MS);
  return { outcome: 'refused.poison', tries: tries + 1, hostFault: false, next: now + rest };
}

/** What was decided here; anything else is how robots.txt could not be read. */
const REFUSALS: ReadonlySet<Reason> = new Set(['robots', 'robots-unreachable', 'private-address', 'avoided-directory']);

function refusal({ page }: FetchCandidate, { reason, next }: Refusal): Interpretation {
  const again = next === undefined ? {} : { next };
  const outcome = REFUSALS.has(reason) ? (`refused.${reason}` as const) : (`failed.${reason}` as const);
  return { outcome, tries: page?.tries ?? 0, hostFault: false, ...again };
}

/** A redirect inside the host is fetched in the same visit; one to another host is offered to it by a later stage. */
async function followHere(visit: HostVisit, from: FetchCandidate, to: Url): Promise<void> {
  const { key, body } = visit;
  if (hostOf(to) !== key.host) return;
  const entry = { ...queued(from), url: to, parent: from.url, hops: from.hops + 1 };
  if (visit.objection(entry) === undefined) await body.acceptRedirect(entry);
}

function queued({ page: _, cash: __, ...entry }: FetchCandidate) {
  return entry;
}

function entryOf(
  candidate: FetchCandidate,
  said: Interpretation,
  at: number,
  answer?: HttpResponse | HttpFailure,
  digest?: string,
): PageEntry {
  const { page } = candidate;
  const entry: PageEntry = {
    url: candidate.url,
    at,
    class: candidate.class,
    depth: candidate.depth,
    outcome: said.outcome,
    visits: (page?.visits ?? 0) + 1,
    tries: said.tries,
  };
  // A page that comes again has lost its place in line, and with it where it was found.
  const parent = page ? page.parent : candidate.parent;
  if (parent !== undefined) entry.parent = parent;
  if (candidate.about) entry.about = candidate.about;
  if (said.next !== undefined) entry.next = said.next;
  const history = said.history ?? page?.history;
  if (history !== undefined) entry.history = history;
  if (page?.record !== undefined) entry.record = page.record;
  if (page?.verdict !== undefined) entry.verdict = page.verdict;
  const stillKnown = said.outcome === 'fetched' ? undefined : page;
  const header = (name: string) =>
    answer?.kind === 'response' && said.outcome === 'fetched' ? headerValue(answer.headers, name) : undefined;
  const etag = header('etag') ?? stillKnown?.etag;
  const modified = header('last-modified') ?? stillKnown?.modified;
  const known = said.outcome === 'fetched' ? digest : stillKnown?.digest;
  if (etag) entry.etag = etag;
  if (modified) entry.modified = modified;
  if (known) entry.digest = known;
  return entry;
}

function captureOf(
  candidate: FetchCandidate,
  answer: HttpResponse,
  entry: PageEntry,
  digest: string | undefined,
  same: boolean,
  now: number,
): Capture {
  const { status, statusText, httpVersion, requestHeaders, headers, truncated, address } = answer;
  const record = status === 304 ? 'revisit-not-modified' : same ? 'revisit-same-digest' : 'response';
  const was = candidate.page?.record;
  return {
    url: candidate.url,
    fetchedAt: now,
    ...{ status, statusText, httpVersion, requestHeaders, headers, truncated, address },
    body: record === 'response' ? answer.body : new Uint8Array(),
    record,
    payloadDigest: (record === 'response' ? digest : candidate.page?.digest) ?? hash('sha256', answer.body, 'hex'),
    note: {
      depth: candidate.depth,
      class: candidate.class,
      ...(entry.next === undefined ? {} : { next: entry.next }),
      ...toldOf(candidate),
      ...(was ? { was } : {}),
      ...(entry.outcome.endsWith('.held') && { held: true as const }),
      ...(isBelieved(candidate.page) && { believed: true as const }),
      ...(candidate.cash === undefined ? {} : { hands: { cash: candidate.cash, visit: entry.visits } }),
    },
  };
}

function toldOf({ kind, nesting, about }: FetchCandidate): Partial<Capture['note']> {
  return { ...(kind !== 'page' && { kind }), ...(nesting !== undefined && { nesting }), ...(about && { about }) };
}

/** URLs are counted by their last outcome, so that the counts add up to the URLs of the host. */
function remember(visit: HostVisit, candidate: FetchCandidate, entry: PageEntry): void {
  const { counts } = visit;
  const before = candidate.page?.outcome;
  if (before && counts[before]) {
    counts[before]--;
    if (counts[before] === 0) delete counts[before];
  }
  counts[entry.outcome] = (counts[entry.outcome] ?? 0) + 1;
  visit.body.record(entry);
  if (failureState(entry) === 'retired')
    visit.share.retired.push({ url: entry.url, reason: outcomeReason(entry), tries: entry.tries });
}

/** The host answers after so many failures in a row: what was given up meanwhile may be there too. */
async function comeBack(visit: HostVisit, now: number): Promise<void> {
  if (visit.cameBack || visit.lock.failures < BACK_AFTER) return;
  visit.cameBack = true;
  // The row of failures is broken, whatever the rest of the visit brings.
  visit.lock = { ...visit.lock, failures: 0 };
  if (mayHaveUnreached(visit.counts)) await visit.body.retryUnreached(now);
}

function add(counts: Record<string, number>, more: Record<string, number>): void {
  for (const [name, n] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + n;
}

/** @returns a question that reads the control item every 15 seconds: does the crawl go on? */
function switchOf({ key, ports }: HostVisit): () => Promise<boolean> {
  let lookedAt = ports.clock.now();
  return async () => {
    const now = ports.clock.now();
    if (now - lookedAt < LOOK_MS) return true;
    lookedAt = now;
    return (await ports.control.get(key.crawl))?.state === 'open';
  };
}
