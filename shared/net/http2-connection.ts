/** HTTP/2 (RFC 9113) for servers that choose it, with one request at a time as in HTTP/1.1. Loaded on first use. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import type { FailureReason, FetchRequest } from '../ports/fetcher.ts';
import type { ConnectionLimits, Http2Connection } from './connection.ts';
import { headerPairs, type OutgoingRequest, type ResponseReceiver, receiveResponse } from './receive-response.ts';

/** Maximum memory of a session. Megabytes. */
const MAX_SESSION_MB = 16;
/** Maximum number of header fields of a response. */
const MAX_HEADERS = 512;

type Http2Events = {
  /** The server requires HTTP/1.1 after all. */
  onHttp1Required(): void;
  onClose(): void;
};

export function openHttp2Connection(
  socket: Socket,
  origin: string,
  address: string,
  limits: ConnectionLimits,
  events: Http2Events,
): Http2Connection {
  const session = connect(origin, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: limits.maxHeaderBytes },
    maxSessionMemory: MAX_SESSION_MB,
    maxHeaderListPairs: MAX_HEADERS,
  });
  // The error also reaches the stream of each request.
  session.on('error', () => {});
  session.on('close', events.onClose);
  session.setTimeout(limits.keepAliveMs, () => session.destroy());
  let responses = 0;
  /** Responses that wait for memory. The session is not idle meanwhile. */
  let paused = 0;
  const countPaused = (change: 1 | -1) => {
    paused += change;
    session.setTimeout(paused > 0 ? 0 : limits.keepAliveMs);
  };
  return {
    isAlive: () => !session.closed && !session.destroyed,
    close: () => session.destroy(),
    exchange: (outgoing, request, timeoutMs) =>
      new Promise((resolve, reject) => {
        let stream: ClientHttp2Stream | undefined;
        let isPaused = false;
        const isReused = responses > 0;
        const endPause = () => {
          if (isPaused) countPaused(-1);
          isPaused = false;
        };
        const receiver = receiveResponse(
          request,
          timeoutMs,
          {
            abort() {
              endPause();
              stream?.close(constants.NGHTTP2_CANCEL);
            },
            pause() {
              isPaused = true;
              countPaused(1);
              stream?.pause();
              stream?.setTimeout(0);
            },
            resume() {
              endPause();
              stream?.setTimeout(limits.firstByteMs);
              stream?.resume();
            },
            address: () => address,
            // Chunks of several streams may be parts of one read.
            ownsChunks: false,
            metadata() {
              responses++;
              return { httpVersion: '2', requestHeaders: sentHeaders(outgoing), address };
            },
          },
          resolve,
          reject,
        );
        if (receiver.isDone()) return;
        try {
          stream = startStream(session, outgoing, request);
        } catch (error) {
          return receiver.fail('connect', (error as Error).message, isReused);
        }
        forwardEvents(stream, receiver, limits, isReused, events.onHttp1Required);
        stream.once('close', endPause);
      }),
  };
}

function startStream(
  session: ClientHttp2Session,
  { origin, path, headers, secret }: OutgoingRequest,
  { method = 'GET', body }: FetchRequest,
) {
  const separator = origin.indexOf('://');
  const stream = session.request(
    {
      ':method': method,
      ':scheme': origin.slice(0, separator),
      ':authority': origin.slice(separator + 3),
      ':path': path,
      ...headers,
      ...secret,
      ...(body && { 'content-length': `${body.length}` }),
    },
    { endStream: body === undefined },
  );
  if (body) stream.end(body);
  return stream;
}

/** Forwards the events of a stream to the receiver. @param isReused whether the session has had a response before */
function forwardEvents(
  stream: ClientHttp2Stream,
  receiver: ResponseReceiver,
  limits: ConnectionLimits,
  isReused: boolean,
  onHttp1Required: () => void,
): void {
  let failure: Error | undefined;
  stream.setTimeout(limits.firstByteMs, () => {
    receiver.fail('timeout', `no data for ${limits.firstByteMs} ms`);
    stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.on('response', (headers, _flags, ...[raw]: unknown[]) => {
    const all = Array.isArray(raw) ? headerPairs(raw as string[]) : [];
    const fields = all.filter(([name]) => !name.startsWith(':'));
    receiver.head({ status: Number(headers[':status']), statusText: '', headers: fields });
  });
  stream.on('data', (chunk: Buffer) => receiver.data(chunk));
  stream.on('error', (error) => {
    failure = error;
  });
  stream.on('close', () => {
    const code = stream.rstCode;
    const { NGHTTP2_NO_ERROR, NGHTTP2_HTTP_1_1_REQUIRED, NGHTTP2_REFUSED_STREAM } = constants;
    if (code === NGHTTP2_HTTP_1_1_REQUIRED) onHttp1Required();
    if (receiver.isDone()) return;
    if (!failure && code === NGHTTP2_NO_ERROR && receiver.hasHead()) {
      // A body that waits for memory may have arrived completely.
      const rest: Buffer | null = stream.read();
      if (rest) receiver.data(rest);
      if (receiver.isDone()) return;
      // NO_ERROR also ends the streams of a lost session.
      const arrived = receiver.arrived();
      if (arrived === 'whole' || (arrived === 'unknown' && stream.readableEnded)) return receiver.end();
    }
    const isRefused = code === NGHTTP2_HTTP_1_1_REQUIRED || code === NGHTTP2_REFUSED_STREAM;
    const isStale = !receiver.hasHead() && (isRefused || (isReused && isConnectionEnd(failure, code)));
    const reason = isRefused ? 'connect' : reasonOfStream(failure, code, receiver.hasHead());
    receiver.fail(reason, failure?.message ?? 'the stream ended early', isStale);
  });
}

/** Returns whether the connection ended without a protocol error. */
function isConnectionEnd(error: Error | undefined, code: number | undefined): boolean {
  const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL } = constants;
  return (
    code === NGHTTP2_NO_ERROR || code === NGHTTP2_CANCEL || (error as NodeJS.ErrnoException)?.code === 'ECONNRESET'
  );
}

const isSessionError = (error: NodeJS.ErrnoException | undefined) => error?.code === 'ERR_HTTP2_SESSION_ERROR';

function reasonOfStream(error: Error | undefined, code: number | undefined, hasHead: boolean): FailureReason {
  // The server ends the session because it gets too many requests. Node ends only the stream, if a header is too large.
  if (code === constants.NGHTTP2_ENHANCE_YOUR_CALM && isSessionError(error)) return hasHead ? 'truncated' : 'connect';
  if (code === constants.NGHTTP2_ENHANCE_YOUR_CALM || code === constants.NGHTTP2_FRAME_SIZE_ERROR)
    return hasHead ? 'protocol' : 'header-too-large';
  if (code === constants.NGHTTP2_INTERNAL_ERROR || isConnectionEnd(error, code))
    return hasHead ? 'truncated' : 'connect';
  return 'protocol';
}

/** Returns the headers as an HTTP/1 archive stores them: with a `host` field. */
function sentHeaders({ origin, headers }: OutgoingRequest): [string, string][] {
  return [['host', origin.slice(origin.indexOf('://') + 3)], ...Object.entries(headers)];
}
