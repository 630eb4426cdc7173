/**
 * Follows redirects of a URL to itself: to a spelling that normalisation maps to the same URL (a tracking parameter, a session id, an
 * escaped letter), or to the same spelling after a cookie was set. The frontier knows one URL, so it could not follow them.
 */
import type { FetchCandidate } from '../frontier/host/host-frontier.ts';
import { isRedirect, locationOf } from '../http/location.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import { normalize } from '../url/normalize.ts';
import { hostOf, type Url } from '../url/url.ts';
import type { UrlRules } from '../url/url-rules.ts';
import type { HostVisit } from './host-visit.ts';
import { mayStart } from './pacing.ts';
import type { RobotsGate } from './robots-gate.ts';
import { requestUrl } from './send-request.ts';

/**
 * Requests a URL, and the spellings of it to which the server redirects, at most `maxRedirects`. The host's pause separates the requests.
 *
 * @returns the last response: still a redirect to the URL if it goes in a circle, or if robots.txt disallows the spelling; undefined if
 * the visit was aborted or ran out of time
 */
export async function requestWithSelfRedirects(
  visit: HostVisit,
  candidate: FetchCandidate,
  crawlDelayS: number | null,
  gate: RobotsGate,
): Promise<HttpResponse | HttpFailure | undefined> {
  const { options, totals } = visit;
  const cookieFor = (url: Url) => visit.cookies?.headerFor(url, visit.ports.clock.now());
  let spelling = candidate.url;
  for (let hops = candidate.hops; ; hops++) {
    const cookie = cookieFor(spelling);
    const response = await requestUrl(visit, { ...candidate, url: spelling }, crawlDelayS);
    const next = response && ownTarget(response, spelling, candidate.url, options.urlRules);
    if (next === undefined || hops >= options.maxRedirects) return response;
    if (next === spelling && cookieFor(next) === cookie) return response;
    const permission = await gate(next);
    if (permission.kind === 'refused') return response;
    if (permission.kind === 'no-time' || !(await mayStart(visit))) return undefined;
    totals.counts['requests'] = (totals.counts['requests'] ?? 0) + 1;
    spelling = next;
  }
}

/**
 * Returns the target of a redirect, as the server spells it, if it is the same URL on the same host; otherwise undefined.
 *
 * @param spelling URL that was requested
 */
export function ownTarget(
  response: HttpResponse | HttpFailure,
  spelling: Url,
  url: Url,
  rules: UrlRules,
): Url | undefined {
  if (response.kind !== 'response' || !isRedirect(response)) return undefined;
  const location = locationOf(response);
  const target = location === undefined ? undefined : normalize(location, spelling, rules);
  if (target?.kind !== 'url' || target.url !== url) return undefined;
  const href = target.href.replace(/#.*/s, '') as Url;
  return hostOf(href) === hostOf(url) ? href : undefined;
}
