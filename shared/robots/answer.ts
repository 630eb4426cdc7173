/**
 * What an answer to robots.txt means, and for how long (RFC 9309, 2.3.1 and 2.4): no file allows everything, no word
 * from the server forbids everything for a while.
 */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { HttpAnswer, HttpFailure } from '../ports/fetcher.ts';
import type { RobotsItem } from '../ports/robots-store.ts';
import { MAX_ROBOTS_BYTES } from './clean-robots.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** RFC 9309, 2.4: a copy is not used for longer than that while a newer one can be had. */
const FRESH_MS = DAY;
/** How long the last good copy holds while the server does not answer. */
const GOOD_COPY_MS = DAY;
/** RFC 9309, 2.3.1.4: after "a reasonably long period" without an answer it counts as not there. */
const GIVEN_UP_MS = 30 * DAY;
const FIRST_RETRY_MS = 5 * MINUTE;
const LONGEST_RETRY_MS = 6 * HOUR;

/** @param answer the last of its redirects. @param now epoch ms. */
export function robotsItem(
  origin: string,
  answer: HttpAnswer | HttpFailure,
  previous: RobotsItem | undefined,
  now: number,
): RobotsItem {
  const text = answer.kind === 'answer' ? textOf(answer) : undefined;
  if (text !== undefined) return { origin, text, readAt: now, expiresAt: now + FRESH_MS };

  const unreachableSince = previous?.unreachableSince ?? now;
  // Asked again after as long as it has been silent already: often at first, four times a day in the end.
  const retryMs = Math.min(Math.max(now - unreachableSince, FIRST_RETRY_MS), LONGEST_RETRY_MS);
  const expiresAt = now + retryMs;
  return { origin, text: previous?.text ?? '', readAt: previous?.readAt ?? 0, expiresAt, unreachableSince };
}

/** What an item means now: obey its `text`, fetch nothing (reason `robots-unreachable`), or fetch what you like. */
export function robotsStanding(
  { readAt, unreachableSince }: RobotsItem,
  now: number,
): 'rules' | 'disallow-all' | 'allow-all' {
  if (unreachableSince === undefined) return 'rules';
  const silentMs = now - unreachableSince;
  if (silentMs > GIVEN_UP_MS) return 'allow-all';
  return readAt > 0 && silentMs <= GOOD_COPY_MS ? 'rules' : 'disallow-all';
}

/** @returns '' where there is no file; undefined where the server cannot say, which counts as unreachable. */
function textOf({ status, headers, body }: HttpAnswer): string | undefined {
  if (status >= 200 && status < 300) {
    const bytes = decode(
      body,
      headers.filter(([name]) => name.toLowerCase() === 'content-encoding').map(([, value]) => value),
    );
    return bytes && new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS_BYTES));
  }
  // Still a redirect after all that were followed, or one to nowhere, is "unavailable", like 4xx; 429 only says "not now".
  return status >= 300 && status < 500 && status !== 429 ? '' : undefined;
}

/** Eight times what is read, and a file that unpacks to more is no robots.txt. */
const UNPACKED = { maxOutputLength: 8 * MAX_ROBOTS_BYTES };

const DECODERS: Record<string, (body: Uint8Array) => Uint8Array> = {
  identity: (body) => body,
  gzip: (body) => gunzipSync(body, UNPACKED),
  'x-gzip': (body) => gunzipSync(body, UNPACKED),
  deflate: (body) => inflateSync(body, UNPACKED),
  br: (body) => brotliDecompressSync(body, UNPACKED),
  zstd: (body) => zstdDecompressSync(body, UNPACKED),
};

/** `identity` is what was asked for; servers that code all the same are understood. */
function decode(body: Uint8Array, contentEncodings: readonly string[]): Uint8Array | undefined {
  let bytes = body;
  for (const coding of contentEncodings.join(',').toLowerCase().split(',').reverse()) {
    const decoder = coding.trim() === '' ? DECODERS['identity'] : DECODERS[coding.trim()];
    if (!decoder) return undefined;
    try {
      bytes = decoder(bytes);
    } catch {
      return undefined;
    }
  }
  return bytes;
}
