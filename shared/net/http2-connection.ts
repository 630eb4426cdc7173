/** HTTP/2 (RFC 9113), for servers that choose it: one request at a time as with HTTP/1.1. Loaded when the first one does. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import type { FailureReason } from '../ports/fetcher.ts';
import type { FetchRequest, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { ConnectionLimits } from './connection.ts';
import { headerPairs, type OutgoingRequest, type ResponseReceiver, receiveResponse } from './receive-response.ts';

export type Http2Connection = {
  /** No: open another connection. */
  alive(): boolean;
  exchange(wanted: OutgoingRequest, request: FetchRequest, timeoutMs: number): Promise<HttpResponse | HttpFailure>;
  close(): void;
};

/** Memory of a session for what waits in it. Megabytes. */
const SESSION_MB = 16;
/** Header lines of one answer. */
const MOST_HEADERS = 512;

/** @param heard.asksForHttp1 the server does not want HTTP/2 after all. */
export function openHttp2Connection(
  socket: Socket,
  origin: string,
  address: string,
  limits: ConnectionLimits,
  heard: { asksForHttp1(): void; closed(): void },
): Http2Connection {
  const session = connect(origin, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: limits.maxHeaderBytes },
    maxSessionMemory: SESSION_MB,
    maxHeaderListPairs: MOST_HEADERS,
  });
  // Each request hears of it by its stream.
  session.on('error', () => {});
  session.on('close', heard.closed);
  session.setTimeout(limits.keepAliveMs, () => session.destroy());
  let served = 0;
  return {
    alive: () => !session.closed && !session.destroyed,
    close: () => session.destroy(),
    exchange: (wanted, request, timeoutMs) =>
      new Promise((resolve) => {
        let stream: ClientHttp2Stream | undefined;
        const kept = served > 0;
        const receiver = receiveResponse(
          request,
          timeoutMs,
          {
            abort: () => stream?.close(constants.NGHTTP2_CANCEL),
            address: () => address,
            metadata() {
              served++;
              return { httpVersion: '2', requestHeaders: sentHeaders(wanted), address };
            },
          },
          resolve,
        );
        if (receiver.done()) return;
        try {
          stream = ask(session, wanted, request);
        } catch (error) {
          return receiver.fail('connect', (error as Error).message, kept);
        }
        listen(stream, receiver, limits, kept, heard.asksForHttp1);
      }),
  };
}

function ask(
  session: ClientHttp2Session,
  { origin, path, headers, secret }: OutgoingRequest,
  { method = 'GET' }: FetchRequest,
) {
  const url = origin.indexOf('://');
  return session.request(
    {
      ':method': method,
      ':scheme': origin.slice(0, url),
      ':authority': origin.slice(url + 3),
      ':path': path,
      ...headers,
      ...secret,
    },
    { endStream: true },
  );
}

function listen(
  stream: ClientHttp2Stream,
  receiver: ResponseReceiver,
  limits: ConnectionLimits,
  kept: boolean,
  asksForHttp1: () => void,
): void {
  let failed: Error | undefined;
  stream.setTimeout(limits.firstByteMs, () => {
    receiver.fail('timeout', `nothing came for ${limits.firstByteMs} ms`);
    stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.on('response', (headers, _flags, ...[raw]: unknown[]) => {
    const all = Array.isArray(raw) ? headerPairs(raw as string[]) : [];
    const said = all.filter(([name]) => !name.startsWith(':'));
    receiver.head({ status: Number(headers[':status']), statusText: '', headers: said });
  });
  stream.on('data', (piece: Buffer) => receiver.data(piece));
  stream.on('error', (error) => {
    failed = error;
  });
  stream.on('close', () => {
    const code = stream.rstCode;
    const { NGHTTP2_NO_ERROR, NGHTTP2_HTTP_1_1_REQUIRED, NGHTTP2_REFUSED_STREAM } = constants;
    if (code === NGHTTP2_HTTP_1_1_REQUIRED) asksForHttp1();
    if (receiver.done()) return;
    // Without an error the answer is whole, if there was one: a session that is gone ends its streams like that.
    if (!failed && code === NGHTTP2_NO_ERROR && receiver.answered() && stream.readableEnded) return receiver.end();
    const again = code === NGHTTP2_HTTP_1_1_REQUIRED || code === NGHTTP2_REFUSED_STREAM;
    const isStale = !receiver.answered() && (again || (kept && isEnd(failed, code)));
    const reason = again ? 'connect' : reasonOf(failed, code, receiver.answered());
    receiver.fail(reason, failed?.message ?? 'the stream ended early', isStale);
  });
}

/** The connection ended, and nobody broke the protocol. */
function isEnd(error: Error | undefined, code: number | undefined): boolean {
  const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL } = constants;
  return (
    code === NGHTTP2_NO_ERROR || code === NGHTTP2_CANCEL || (error as NodeJS.ErrnoException)?.code === 'ECONNRESET'
  );
}

function reasonOf(error: Error | undefined, code: number | undefined, answered: boolean): FailureReason {
  if (code === constants.NGHTTP2_ENHANCE_YOUR_CALM || code === constants.NGHTTP2_FRAME_SIZE_ERROR)
    return answered ? 'protocol' : 'header-too-large';
  if (code === constants.NGHTTP2_INTERNAL_ERROR || isEnd(error, code)) return answered ? 'truncated' : 'connect';
  return 'protocol';
}

/** As an archive of HTTP/1 has them: the host in a field of its own. */
function sentHeaders({ origin, headers }: OutgoingRequest): [string, string][] {
  return [['host', origin.slice(origin.indexOf('://') + 3)], ...Object.entries(headers)];
}
