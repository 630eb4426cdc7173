import type { Context, MiddlewareHandler } from 'hono';
import { tooManyRequests } from '../api/problem.ts';
import { respondWithProblem } from '../respond.ts';

/** Clients whose buckets are kept. The one that was idle longest is forgotten first. */
const MAX_CLIENTS = 10_000;

/** Seconds that a client may save up for: opening a page takes five requests at once. */
const BURST_S = 5;

type Bucket = { tokens: number; at: number };

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
  const buckets = new Map<string, Bucket>();
  const burst = Math.max(1, perSecond * BURST_S);
  return async (c, next) => {
    const client = clientOf(c);
    if (client === undefined) return next();
    const at = now();
    const last = buckets.get(client) ?? { tokens: burst, at };
    const tokens = Math.min(burst, last.tokens + ((at - last.at) / 1000) * perSecond);
    // A Map iterates in insertion order: re-inserting makes the first key the one that was idle longest.
    buckets.delete(client);
    buckets.set(client, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    if (buckets.size > MAX_CLIENTS) buckets.delete(buckets.keys().next().value!);
    if (tokens >= 1) return next();
    return respondWithProblem(c, tooManyRequests(Math.ceil((1 - tokens) / perSecond)));
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
