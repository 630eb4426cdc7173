/** Clients whose buckets are kept. The one that was idle longest is forgotten first. */
const MAX_CLIENTS = 10_000;

type Bucket = { tokens: number; at: number };

/**
 * Counts a request of a client. Returns 0 if the client may send it, otherwise the seconds until it may. `cost` 0 only asks, and the
 * request is not counted.
 */
export type TakeRequest = (client: string, cost?: 0 | 1) => number;

/**
 * Creates a token bucket for each client.
 *
 * @param perSecond requests a second that a client may send in the long run
 * @param burst requests that a client may send at once
 * @param now the time in milliseconds
 */
export function clientBuckets(perSecond: number, burst: number, now: () => number): TakeRequest {
  const buckets = new Map<string, Bucket>();
  return (client, cost = 1) => {
    const at = now();
    const last = buckets.get(client) ?? { tokens: burst, at };
    const tokens = Math.min(burst, last.tokens + ((at - last.at) / 1000) * perSecond);
    // A Map iterates in insertion order: re-inserting makes the first key the one that was idle longest.
    buckets.delete(client);
    buckets.set(client, { tokens: tokens < 1 ? tokens : tokens - cost, at });
    if (buckets.size > MAX_CLIENTS) buckets.delete(buckets.keys().next().value!);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond);
  };
}
