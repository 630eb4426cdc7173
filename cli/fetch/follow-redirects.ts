import { compileBodyFilter } from '../../shared/fetch/body-filter.ts';
import { interpretResponse } from '../../shared/fetch/interpret-response.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import { headerValues } from '../../shared/http/headers.ts';
import { checkUrl, ipLiteralOf } from '../../shared/net/guard.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import { readPageDirectives } from '../../shared/robots/page-directives.ts';
import { productToken } from '../../shared/robots/product-token.ts';
import { reasonOfUnreachable, robotsPolicy } from '../../shared/robots/robots-item.ts';
import { parseRobots, type RobotsRules } from '../../shared/robots/rules.ts';
import { FetchSchema } from '../../shared/settings/fetch.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { normalize } from '../../shared/url/normalize.ts';
import type { Reason } from '../../shared/url/reason.ts';
import { originOf, type Url } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES, type UrlRules } from '../../shared/url/url-rules.ts';
import {
  DEFAULT_USER_AGENT,
  getRobots,
  MAX_CRAWL_DELAY_S,
  type PoliteClient,
  REQUEST_TIMEOUT_MS,
  type WebOptions,
} from './polite-client.ts';

const URL_RULES: UrlRules = { ...DEFAULT_URL_RULES, ftp: true };
/** Maximum number of redirects of a URL, as `limits.maxRedirects` by default. */
const MAX_REDIRECTS = 5;
const MAX_BYTES = 10 * 1024 * 1024;
/** Content types that a crawl does not download by default. */
const REFUSED_TYPES = compileBodyFilter({
  types: FetchSchema.parse({}).types,
  except: FetchSchema.parse({}).exceptTypes,
  maxBytes: MAX_BYTES,
});

/** Takes one step of a fetch, in the words of `thresher explain`. @param reason absent: the step went as it should */
export type LogStep = (step: string, decision: string, detail: string, reason?: Reason) => void;

/**
 * Fetches a URL and follows redirects. Each hop passes the same checks as the first.
 *
 * @returns the last response, or undefined if a URL was refused or a request failed
 */
export async function fetchFollowingRedirects(
  address: string,
  web: PoliteClient,
  options: WebOptions,
  log: LogStep,
): Promise<HttpResponse | undefined> {
  let from: string | undefined;
  let to = address;
  for (let hops = 0; ; hops++) {
    const url = await checkBeforeRequest(to, from, web, options, log);
    if (!url || !(await web.beforeRequest(url))) return undefined;
    const started = web.clock.now();
    const answer = await web.fetcher.fetch(url, {
      maxBytes: MAX_BYTES,
      timeoutMs: REQUEST_TIMEOUT_MS,
      refuseBody: (head) => REFUSED_TYPES(head, url),
    });
    const now = web.clock.now();
    const judged = interpretResponse(answer, { tries: 0, hops, isSame: false }, now, {
      revisit: fixedRevisitRules(null),
      maxRedirects: MAX_REDIRECTS,
    });
    const [outcome = '', reason] = judged.outcome.split('.') as [string, Reason?];
    // A request that was ended is no fault of the host.
    if (answer.kind === 'response' || !web.isInterrupted()) web.noteOutcome(url, { ...judged, reason });
    if (answer.kind === 'failure') {
      log('request', outcome, answer.detail, reason);
      return undefined;
    }
    logAnswer(answer, now - started, log);
    log('outcome', outcome, judged.location ?? '', reason);
    if (judged.location === undefined) return answer;
    from = url;
    to = judged.location;
  }
}

/**
 * Normalises a URL and checks it against the guard and robots.txt.
 *
 * @returns the normalised URL, or undefined if it is refused
 */
async function checkBeforeRequest(
  address: string,
  base: string | undefined,
  web: PoliteClient,
  options: WebOptions,
  log: LogStep,
): Promise<Url | undefined> {
  const normalized = normalize(address, base, URL_RULES);
  if (normalized.kind === 'refused') {
    log('url', 'refused', address, normalized.reason);
    return undefined;
  }
  const { url } = normalized;
  log('url', 'accepted', url);
  // The client checks the address that it connects to. A host that `--resolve` redirects is not checked by its name.
  const isRedirected = Boolean(options.resolve?.length) && ipLiteralOf(new URL(url).hostname) === undefined;
  const refusal = isRedirected ? undefined : checkUrl(url, options['allow-private'] ?? []);
  if (refusal) {
    log('guard', 'refused', refusal === 'private-address' ? 'allow it with --allow-private RANGE' : url, refusal);
    return undefined;
  }
  log('guard', 'allowed', 'by its name; the client checks the IP address again');
  const rest = web.longRestOf(url);
  if (rest) {
    log('pause', 'refused', `the host rests until ${new Date(rest.until).toISOString()}`, rest.reason);
    return undefined;
  }
  return (await checkRobots(url, web, options, log)) ? url : undefined;
}

async function checkRobots(url: Url, web: PoliteClient, options: WebOptions, log: LogStep): Promise<boolean> {
  const origin = originOf(url);
  if (url === `${origin}/robots.txt`) return true;
  const from = web.requests.length;
  const item = await getRobots(origin, web);
  for (const { url: requested, status, detail } of web.requests.slice(from))
    log('request', 'robots', `${requested}: ${status ?? detail}`);
  if (!item) {
    if (!web.isInterrupted())
      log('pause', 'refused', 'its robots.txt is at a host that rests for long', 'robots-unreachable');
    return false;
  }
  const rules = parseRobots(item.text, productToken(options['user-agent'] ?? DEFAULT_USER_AGENT), origin);
  const standing = robotsPolicy(item, web.clock.now());
  const allowed = standing === 'rules' ? rules.allowed(url) : standing === 'allow-all';
  const reason: Reason | undefined = allowed ? undefined : standing === 'rules' ? 'robots' : reasonOfUnreachable(item);
  const subject = reason === 'bot-check' ? 'robots.txt' : item.cause?.reason;
  const why = standing === 'rules' || !item.cause ? undefined : `${subject}: ${item.cause.detail}`;
  if (rules.crawlDelayS !== null) web.slowDown(url, rules.crawlDelayS);
  logRobotsRequests(rules, log);
  log('robots', allowed ? 'allowed' : 'refused', why ?? rules.rule(url) ?? 'no rule matches', reason);
  if (standing === 'rules')
    for (const [field, value] of Object.entries(rules.preferences(url))) log('robots', 'prefers', `${field}: ${value}`);
  return allowed;
}

/** Logs the crawl delay and visit times of robots.txt. A single fetch does not wait for the visit time. */
function logRobotsRequests({ crawlDelayS, visitTime }: RobotsRules, log: LogStep): void {
  const isCapped = crawlDelayS !== null && crawlDelayS > MAX_CRAWL_DELAY_S;
  if (isCapped) log('robots', 'capped', `${MAX_CRAWL_DELAY_S} s instead of ${crawlDelayS} s`, 'crawl-delay-capped');
  else if (crawlDelayS !== null) log('robots', 'pause', `${crawlDelayS} s between requests`);
  if (visitTime)
    log('robots', 'hours', `from ${formatClockTime(visitTime.from)} to ${formatClockTime(visitTime.until)} UTC`);
}

function formatClockTime(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

const LOGGED_HEADERS =
  /^(?:content-(?:type|length|encoding|language)|etag|last-modified|location|retry-after|x-robots-tag|content-(?:signal|usage))$/i;

function logAnswer(answer: HttpResponse, tookMs: number, log: LogStep): void {
  const { status, statusText, address, body, truncated, headers, httpVersion, refused } = answer;
  const size = refused ? 'body not read' : `${formatNoun(body.length, 'byte')}${truncated ? ', truncated' : ''}`;
  const facts = [statusText, size, `from ${address}`, `HTTP/${httpVersion}`, `${tookMs} ms`].filter(Boolean);
  log('answer', `${status}`, facts.join(', '));
  for (const [name, value] of headers) if (LOGGED_HEADERS.test(name)) log('header', name.toLowerCase(), value);
  const tags = headerValues(headers, 'x-robots-tag');
  if (tags.length === 0) return;
  const { unavailableAfter, ...directives } = readPageDirectives([], tags, DEFAULT_USER_AGENT.split('/')[0]!);
  const words = Object.entries(directives).flatMap(([word, isSet]) => (isSet ? [word] : []));
  if (unavailableAfter !== null) words.push(`unavailable after ${new Date(unavailableAfter).toISOString()}`);
  log('robots', 'asks', words.join(', ') || 'no directives for this user agent');
}
