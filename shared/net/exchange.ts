import type { Dispatcher } from 'undici';
import type { FetchRequest, HttpAnswer, HttpFailure } from '../ports/fetcher.ts';
import { isStale, NetError, reasonOf } from './failure.ts';
import type { Line } from './line.ts';
import { pairs, receive, type Wanted } from './receive.ts';

/**
 * One request and its answer over HTTP/1. Handles what undici hands out itself, without its streams, which cost as much again
 * as all the rest of a small page.
 *
 * @param timeoutMs what is left of the request's own.
 */
export function exchange(
  line: Line,
  wanted: Wanted,
  request: FetchRequest,
  timeoutMs: number,
): Promise<HttpAnswer | HttpFailure> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    const kept = line.served > 0;
    const receiver = receive(
      request,
      timeoutMs,
      {
        abort: (why) => controller?.abort(why),
        address: () => line.address,
        told() {
          line.served++;
          const httpVersion = line.start.startsWith('HTTP/1.0') ? '1.0' : '1.1';
          return { httpVersion, requestHeaders: sentHeaders(wanted), address: line.address };
        },
      },
      resolve,
    );
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given;
        if (receiver.done()) given.abort(new NetError('timeout', 'given up before it began'));
      },
      onResponseStart(given, status, _headers, statusText) {
        if (status < 200) return;
        const raw = Array.isArray(given.rawHeaders) ? pairs(given.rawHeaders) : [];
        receiver.head({ status, statusText: statusText ?? '', headers: raw });
      },
      onResponseData: (_given, piece) => receiver.data(piece),
      onResponseEnd: () => receiver.end(),
      onResponseError(_given, error) {
        if (receiver.done()) return;
        const answered = receiver.answered();
        const tls = wanted.origin.startsWith('https:');
        const reason = reasonOf(error, { answered, connected: controller !== undefined, tls });
        receiver.fail(reason, error.message, kept && !answered && isStale(error));
      },
    };
    if (receiver.done()) return;
    line.start = '';
    const { path, headers, secret } = wanted;
    const all = secret ? { ...headers, ...secret } : headers;
    line.client.dispatch({ path, method: request.method ?? 'GET', headers: all }, handler);
  });
}

/** In the order in which undici writes them. */
function sentHeaders({ origin, headers }: Wanted): [string, string][] {
  const host = origin.slice(origin.indexOf('://') + 3);
  return [['host', host], ['connection', 'keep-alive'], ...Object.entries(headers)];
}
