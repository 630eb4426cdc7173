import type { Context, MiddlewareHandler } from 'hono';
import { tooManyRequests } from '../api/problem.ts';
import { respondWithProblem } from '../respond.ts';
import { clientBuckets } from './client-buckets.ts';

/** Seconds that a client may save up for: opening a page takes five requests at once. */
const BURST_S = 5;

/**
 * Limits the requests of each client with a token bucket. A client may send requests for five seconds at once, then
 * `perSecond`.
 *
 * @param clientOf returns who sends a request, or undefined if that is unknown; then no limit applies
 * @param now the time in milliseconds
 */
export function limitRate(
  perSecond: number,
  clientOf: (c: Context) => string | undefined,
  now: () => number = Date.now,
): MiddlewareHandler {
  const take = clientBuckets(perSecond, Math.max(1, perSecond * BURST_S), now);
  return async (c, next) => {
    const client = clientOf(c);
    const waitS = client === undefined ? 0 : take(client);
    return waitS === 0 ? next() : respondWithProblem(c, tooManyRequests(waitS));
  };
}

/** Returns the network of an address that one client controls: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const first = head.split(':').filter((group) => group !== '');
  const last = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
