import type { Dispatcher } from 'undici';
import type { FailureReason } from '../fetch/outcome.ts';
import type { FetchRequest, HttpAnswer, HttpFailure } from '../ports/fetcher.ts';
import { isStale, NetError, reasonOf } from './failure.ts';
import type { Line } from './line.ts';

export type Wanted = { origin: string; path: string; headers: Record<string, string> };

type Head = Pick<HttpAnswer, 'status' | 'statusText' | 'headers'>;

/**
 * One request and its answer. Handles what undici hands out itself, without its streams, which cost as much again as all
 * the rest of a small page.
 *
 * undici does not tell the version of an answer: it is given as 1.1.
 */
export function exchange(line: Line, wanted: Wanted, request: FetchRequest): Promise<HttpAnswer | HttpFailure> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let head: Head | undefined;
    let done = false;
    const body: Buffer[] = [];
    let length = 0;

    const finish = (outcome: HttpAnswer | HttpFailure) => {
      done = true;
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', aborted);
      resolve(outcome);
    };
    const fail = (reason: FailureReason, detail: string, stale = false) => {
      const address = line.address === '' ? {} : { address: line.address };
      finish({ kind: 'failure', reason, detail, ...address, ...(stale ? { stale: true } : {}) });
    };
    const stop = (reason: FailureReason, detail: string) => {
      if (done) return;
      fail(reason, detail);
      controller?.abort(new NetError(reason, detail));
    };
    const aborted = () => stop('timeout', 'aborted');
    const timer = setTimeout(() => stop('timeout', `no whole answer in ${request.timeoutMs} ms`), request.timeoutMs);
    const answer = (truncated: boolean) => {
      line.served++;
      finish({
        kind: 'answer',
        ...head!,
        httpVersion: '1.1',
        // Copied: the pieces are cut from buffers of 64 KiB, which would be kept with them.
        body: Buffer.concat(body, length),
        truncated,
        requestHeaders: sentHeaders(wanted),
        address: line.address,
      });
    };

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given;
        if (done) given.abort(new NetError('timeout', 'given up before it began'));
      },
      onResponseStart(given, status, _headers, statusText) {
        if (status >= 200) head = { status, statusText: statusText ?? '', headers: pairs(given.rawHeaders) };
      },
      onResponseData(given, piece) {
        const room = request.maxBytes - length;
        body.push(piece.length > room ? piece.subarray(0, room) : piece);
        length += Math.min(piece.length, room);
        if (piece.length <= room || done) return;
        answer(true);
        given.abort(new NetError('truncated', `cut at ${request.maxBytes} bytes`));
      },
      onResponseEnd() {
        if (!done) answer(false);
      },
      onResponseError(_given, error) {
        if (done) return;
        const state = {
          answered: head !== undefined,
          connected: controller !== undefined,
          tls: wanted.origin.startsWith('https:'),
        };
        fail(reasonOf(error, state), error.message, kept && !head && isStale(error));
      },
    };
    const kept = line.served > 0;

    request.signal?.addEventListener('abort', aborted);
    if (request.signal?.aborted) aborted();
    else line.client.dispatch({ path: wanted.path, method: 'GET', headers: wanted.headers }, handler);
  });
}

/** In the order in which undici writes them. */
function sentHeaders({ origin, headers }: Wanted): [string, string][] {
  const host = origin.slice(origin.indexOf('://') + 3);
  return [['host', host], ['connection', 'keep-alive'], ...Object.entries(headers)];
}

/** Bytes of headers are ISO 8859-1 (RFC 9110, 5.5: whatever is not ASCII has no meaning of its own). */
function pairs(raw: Dispatcher.DispatchController['rawHeaders']): [string, string][] {
  const list: [string, string][] = [];
  if (!Array.isArray(raw)) return list;
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([text(raw[i]!), text(raw[i + 1]!)]);
  return list;
}

function text(bytes: Buffer | string): string {
  return typeof bytes === 'string' ? bytes : bytes.toString('latin1');
}
