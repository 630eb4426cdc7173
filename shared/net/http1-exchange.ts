import type { Dispatcher } from 'undici';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { OriginConnection } from './connection.ts';
import { lenientHead } from './lenient-head.ts';
import { failureReasonOf, isStaleConnectionError, localFaultOf, NetError } from './net-error.ts';
import {
  type BudgetedRequest,
  headerPairs,
  type OutgoingRequest,
  type ResponseReceiver,
  receiveResponse,
} from './receive-response.ts';

/**
 * Sends one request over HTTP/1 and receives its response. Uses undici's handlers instead of its streams, which cost as much
 * as all other work for a small page.
 *
 * @param timeoutMs remaining part of the request's timeout
 * @throws LocalFaultError
 */
export function exchangeHttp1(
  connection: OriginConnection,
  outgoing: OutgoingRequest,
  request: BudgetedRequest,
  timeoutMs: number,
): Promise<HttpResponse | HttpFailure> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    const isReused = connection.responses > 0;
    const receiver = receiveResponse(
      request,
      timeoutMs,
      {
        abort: (why) => controller?.abort(why),
        pause: () => controller?.pause(),
        // Undici's parser may be at work on another response, whose end released the memory, and is not re-entrant.
        resume: () => queueMicrotask(() => controller?.resume()),
        address: () => connection.address,
        // Each read of the socket has memory of its own, and nothing else refers to it after the response.
        ownsChunks: true,
        metadata() {
          connection.responses++;
          const httpVersion = connection.versionStart === 'HTTP/1.0' ? '1.0' : '1.1';
          return { httpVersion, requestHeaders: sentHeaders(outgoing), address: connection.address };
        },
      },
      resolve,
      reject,
    );
    const handler = createHandler(connection, request, receiver, {
      onStart: (started) => {
        controller = started;
      },
      onError(error) {
        const local = localFaultOf(error);
        if (local) reject(local);
        const answered = receiver.hasHead();
        const tls = outgoing.origin.startsWith('https:');
        const reason = failureReasonOf(error, { answered, connected: controller !== undefined, tls });
        receiver.fail(reason, error.message, isReused && !answered && isStaleConnectionError(error));
      },
    });
    if (receiver.isDone()) return;
    const { path, headers, secret } = outgoing;
    const all = secret ? { ...headers, ...secret } : headers;
    const { method = 'GET', body } = request;
    connection.client.dispatch({ path, method, headers: all, ...(body && { body }) }, handler);
  });
}

type HandlerEvents = { onStart(controller: Dispatcher.DispatchController): void; onError(error: Error): void };

function createHandler(
  connection: OriginConnection,
  request: BudgetedRequest,
  receiver: ResponseReceiver,
  { onStart, onError }: HandlerEvents,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller) {
      onStart(controller);
      connection.versionStart = '';
      connection.headRead = false;
      connection.mendHead = lenientHead();
      connection.bytesLeft = connection.limits.maxHeaderBytes + MAX_READ_BYTES;
      if (receiver.isDone()) controller.abort(new NetError('timeout', 'aborted before the request was sent'));
    },
    onResponseStart(controller, status, _headers, statusText) {
      if (status < 200) return;
      connection.headRead = true;
      connection.bytesLeft = MAX_CHUNK_OVERHEAD * request.maxBytes + MAX_READ_BYTES;
      const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
      const error = checkHead(connection, raw);
      if (!error) return receiver.head({ status, statusText: statusText ?? '', headers: headerPairs(raw) });
      receiver.fail(error.reason, error.message);
      controller.abort(error);
    },
    onResponseData: (_controller, chunk) => receiver.data(chunk),
    onResponseEnd: () => receiver.end(),
    onResponseError(_controller, error) {
      if (!receiver.isDone()) onError(error);
    },
  };
}

/** Maximum length of one read, which may contain the start of the body. Bytes. */
const MAX_READ_BYTES = 128 * 1024;
/** Maximum ratio of wire bytes to body bytes: a chunk of one byte takes six. */
const MAX_CHUNK_OVERHEAD = 8;
/** Length of the colon, space and line break of a header line. Bytes. */
const LINE_OVERHEAD_BYTES = 4;

/**
 * Checks what undici does not: the HTTP version, and the length of the head with its line breaks, as undici counts names and
 * values only.
 */
function checkHead(
  { versionStart, limits }: OriginConnection,
  raw: readonly (Buffer | string)[],
): NetError | undefined {
  if (versionStart !== '' && versionStart !== 'HTTP/1.1' && versionStart !== 'HTTP/1.0')
    return new NetError('protocol', `${versionStart}: not HTTP/1`);
  let bytes = 0;
  for (const word of raw) bytes += word.length + LINE_OVERHEAD_BYTES / 2;
  if (bytes <= limits.maxHeaderBytes) return undefined;
  return new NetError('header-too-large', `header of ${bytes} bytes`);
}

/** Returns the headers in the order in which undici sends them. */
function sentHeaders({ origin, headers }: OutgoingRequest): [string, string][] {
  const host = origin.slice(origin.indexOf('://') + 3);
  return [['host', host], ['connection', 'keep-alive'], ...Object.entries(headers)];
}
