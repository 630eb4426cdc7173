import { compileBodyFilter } from '../fetch/body-filter.ts';
import type { VisitOptions } from '../fetch/visit-options.ts';
import { compileHostHeaders } from '../http/host-headers.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the limit of bandwidth.
 *
 * @param maxHeldMs longest wait of a request and its response. Milliseconds
 */
export const rateLimitOf = ({ fetch }: Pick<Settings, 'fetch'>, maxHeldMs: number) =>
  fetch.maxBytesPerSecond === null ? {} : { rate: { bytesPerSecond: fetch.maxBytesPerSecond, maxHeldMs } };

/** Returns the longest wait of a request for the limit of bandwidth: none without a limit. Milliseconds. */
export const heldMsOf = ({ fetch }: Pick<Settings, 'fetch'>, maxHeldMs: number): number =>
  fetch.maxBytesPerSecond === null ? 0 : maxHeldMs;

/** Options of the network client, without secrets and limit of bandwidth. */
export function fetcherOptionsOf({ userAgent, network, fetch }: Pick<Settings, 'userAgent' | 'network' | 'fetch'>) {
  const { connectTimeoutMs, firstByteTimeoutMs, maxHeaderBytes, acceptLanguage, http2 } = fetch;
  return {
    userAgent,
    resolve: network.resolve,
    allowPrivate: network.allowPrivate,
    connectMs: connectTimeoutMs,
    firstByteMs: firstByteTimeoutMs,
    maxHeaderBytes,
    http2,
    headers: acceptLanguage === null ? {} : { 'accept-language': acceptLanguage },
  };
}

/** Options of the network client that fetches pages: those of `fetcherOptionsOf`, and the headers that only the hosts of pages get. */
export const pageFetcherOptionsOf = (settings: Pick<Settings, 'userAgent' | 'network' | 'fetch'>) => ({
  ...fetcherOptionsOf(settings),
  headersOf: compileHostHeaders(settings.fetch.headers),
});

/** Rules on responses, for visits. */
export function responseRulesOf({
  fetch,
  limits,
}: Pick<Settings, 'fetch' | 'limits'>): Pick<VisitOptions, 'refuseBody' | 'headFirst' | 'cookies'> {
  return {
    refuseBody: compileBodyFilter({ types: fetch.types, except: fetch.exceptTypes, maxBytes: limits.maxPageBytes }),
    headFirst: new Set(fetch.headFirst),
    cookies: fetch.cookies,
  };
}
