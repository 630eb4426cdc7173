import { headerValue } from '../../shared/http/headers.ts';
import { locationOf } from '../../shared/http/location.ts';
import type { HttpFetcherOptions } from '../../shared/net/fetcher-options.ts';
import { productToken } from '../../shared/robots/product-token.ts';
import { robotsPolicy } from '../../shared/robots/robots-item.ts';
import { parseRobots, type RobotsRules } from '../../shared/robots/rules.ts';
import { decodeBody } from '../../shared/robots/sitemap/unpack.ts';
import type { FetchedDocument } from '../../shared/seeds/web-provider.ts';
import { rateLimitOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { hostOf, originOf, type Url } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';
import { MAX_HELD_MS } from '../run/local-limits.ts';
import { getRobots, openPoliteClient, type PoliteClient, webOptionsOf } from './polite-client.ts';

/** Maximum size of a body as sent. Unpacked it may be eight times as large. Bytes. */
const MAX_BYTES = 10 << 20;
/** Maximum number of consecutive redirects, as `limits.maxRedirects` by default. */
const MAX_REDIRECTS = 5;

/**
 * Fetches URLs as the crawl would: through the guard and the proxy, with its headers and credentials, obeying robots.txt and the host's pause, one request at a time.
 *
 * @param network with the proxy and the secrets of the crawl, if they are for this machine
 * @throws an error with a readable message if there is no usable response
 */
export function politeGet(
  settings: Settings,
  signal: AbortSignal,
  network: HttpFetcherOptions,
): { get(url: string): Promise<FetchedDocument>; close(): Promise<void> } {
  const { userAgent, politeness, limits } = settings;
  const web = openPoliteClient(webOptionsOf(settings), signal, {
    ...network,
    ...rateLimitOf(settings, MAX_HELD_MS),
  });
  const known = new Map<string, RobotsRules | 'open' | 'closed'>();

  const rulesOf = async (origin: string) => {
    const kept = known.get(origin) ?? (await readOriginRobots(origin, productToken(userAgent), web));
    known.set(origin, kept);
    return kept;
  };
  const leave = async (url: Url): Promise<void> => {
    const rules = await rulesOf(originOf(url));
    if (rules === 'closed') throw new Error(`robots.txt of ${hostOf(url)} cannot be read`);
    if (rules === 'open') return;
    if (!rules.allowed(url)) throw new Error(`robots.txt of ${hostOf(url)} disallows ${url}`);
    const delay = Math.min(rules.crawlDelayS ?? 0, politeness.crawlDelayCapS) * 1000;
    if (delay > politeness.hostPauseMs) await web.clock.sleep(delay - politeness.hostPauseMs, signal);
  };

  async function get(address: string): Promise<FetchedDocument> {
    let url = normalizeOrThrow(address);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      await leave(url);
      if (!(await web.beforeRequest(url))) throw new Error('interrupted');
      const answer = await web.fetcher.fetch(url, { maxBytes: MAX_BYTES, timeoutMs: limits.fetchTimeoutMs, signal });
      if (answer.kind === 'failure') throw new Error(`${hostOf(url)}: ${answer.reason}: ${answer.detail}`);
      const location = answer.status >= 300 && answer.status < 400 ? locationOf(answer) : undefined;
      if (location !== undefined) {
        url = normalizeOrThrow(location, url);
        continue;
      }
      if (answer.status !== 200) throw new Error(`${hostOf(url)}: status ${answer.status}`);
      const body = decodeBody(answer.body, answer.headers, 8 * MAX_BYTES);
      if (!body) throw new Error(`${hostOf(url)}: unknown or invalid content coding`);
      return { url, body, contentType: headerValue(answer.headers, 'content-type') ?? '' };
    }
    throw new Error(`${hostOf(url)}: too many redirects`);
  }
  return { get, close: () => web.close() };
}

async function readOriginRobots(
  origin: string,
  agent: string,
  web: PoliteClient,
): Promise<RobotsRules | 'open' | 'closed'> {
  const item = await getRobots(origin, web);
  if (!item) throw new Error('interrupted');
  const standing = robotsPolicy(item, web.clock.now());
  if (standing === 'rules') return parseRobots(item.text, agent, origin);
  return standing === 'allow-all' ? 'open' : 'closed';
}

function normalizeOrThrow(address: string, base?: string): Url {
  const normalized = normalize(address, base, DEFAULT_URL_RULES);
  if (normalized.kind === 'refused') throw new Error(`${address}: ${normalized.reason}`);
  return normalized.url;
}
