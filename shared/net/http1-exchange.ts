import type { Dispatcher } from 'undici';
import type { FetchRequest, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { OriginConnection } from './connection.ts';
import { failureReasonOf, isStaleConnectionError, NetError } from './net-error.ts';
import { headerPairs, type OutgoingRequest, receiveResponse } from './receive-response.ts';

/**
 * One request and its answer over HTTP/1. Handles what undici hands out itself, without its streams, which cost as much again
 * as all the rest of a small page.
 *
 * @param timeoutMs what is left of the request's own.
 */
export function exchangeHttp1(
  line: OriginConnection,
  wanted: OutgoingRequest,
  request: FetchRequest,
  timeoutMs: number,
): Promise<HttpResponse | HttpFailure> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    const kept = line.responses > 0;
    const receiver = receiveResponse(
      request,
      timeoutMs,
      {
        abort: (why) => controller?.abort(why),
        address: () => line.address,
        metadata() {
          line.responses++;
          const httpVersion = line.versionStart === 'HTTP/1.0' ? '1.0' : '1.1';
          return { httpVersion, requestHeaders: sentHeaders(wanted), address: line.address };
        },
      },
      resolve,
    );
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given;
        line.versionStart = '';
        line.headRead = false;
        line.bytesLeft = line.limits.maxHeaderBytes + PIECE_BYTES;
        if (receiver.done()) given.abort(new NetError('timeout', 'given up before it began'));
      },
      onResponseStart(given, status, _headers, statusText) {
        if (status < 200) return;
        line.headRead = true;
        line.bytesLeft = FRAMING * request.maxBytes + PIECE_BYTES;
        const raw = Array.isArray(given.rawHeaders) ? given.rawHeaders : [];
        const fault = faultOf(line, raw);
        if (!fault) return receiver.head({ status, statusText: statusText ?? '', headers: headerPairs(raw) });
        receiver.fail(fault.reason, fault.message);
        given.abort(fault);
      },
      onResponseData: (_given, piece) => receiver.data(piece),
      onResponseEnd: () => receiver.end(),
      onResponseError(_given, error) {
        if (receiver.done()) return;
        const answered = receiver.answered();
        const tls = wanted.origin.startsWith('https:');
        const reason = failureReasonOf(error, { answered, connected: controller !== undefined, tls });
        receiver.fail(reason, error.message, kept && !answered && isStaleConnectionError(error));
      },
    };
    if (receiver.done()) return;
    const { path, headers, secret } = wanted;
    const all = secret ? { ...headers, ...secret } : headers;
    line.client.dispatch({ path, method: request.method ?? 'GET', headers: all }, handler);
  });
}

/** What one read brings at most, in which a body may already begin. */
const PIECE_BYTES = 128 * 1024;
/** Chunks of one byte take six on the wire. */
const FRAMING = 8;
/** `: ` and a line break. */
const LINE_BYTES = 4;

/** What the client lets pass: other versions, and a head of thousands of tiny lines, of which it counts only the words. */
function faultOf(
  { versionStart: start, limits }: OriginConnection,
  raw: readonly (Buffer | string)[],
): NetError | undefined {
  if (start !== '' && start !== 'HTTP/1.1' && start !== 'HTTP/1.0')
    return new NetError('protocol', `${start}: not HTTP/1`);
  let bytes = 0;
  for (const word of raw) bytes += word.length + LINE_BYTES / 2;
  if (bytes <= limits.maxHeaderBytes) return undefined;
  return new NetError('header-too-large', `a head of ${bytes} bytes`);
}

/** In the order in which undici writes them. */
function sentHeaders({ origin, headers }: OutgoingRequest): [string, string][] {
  const host = origin.slice(origin.indexOf('://') + 3);
  return [['host', host], ['connection', 'keep-alive'], ...Object.entries(headers)];
}
