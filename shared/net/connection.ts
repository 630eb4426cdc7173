import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FetchRequest, HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { Connect } from './connector.ts';
import { type HeadFilter, lenientHead } from './lenient-head.ts';
import { NetError } from './net-error.ts';
import type { OutgoingRequest } from './receive-response.ts';
import { type buildConnector, Client } from './undici.ts';

/** The only connection to an origin, for politeness. Concurrent requests to an origin wait for each other. */
export type OriginConnection = {
  client: Client;
  /** Number of requests in progress or waiting. */
  activeRequests: number;
  /** Number of responses received over the current connection. */
  responses: number;
  /** IP address of the current or last connection; '' before the first one. */
  address: string;
  /** First bytes of the last response: undici does not report the HTTP version. */
  versionStart: string;
  /** Bytes that the current response may still take on the wire. Undici limits neither 1xx responses nor chunk overhead. */
  bytesLeft: number;
  headRead: boolean;
  /** Mends the head of the current response (`lenient-head.ts`). */
  mendHead: HeadFilter;
  limits: ConnectionLimits;
  /** Socket for which the server chose HTTP/2, until `http2` uses it. */
  http2Socket?: Socket | undefined;
  http2?: Http2Connection | undefined;
  /** The server requires HTTP/1.1. */
  http1Only: boolean;
};

/** An HTTP/2 session with one server (`http2-connection.ts`). */
export type Http2Connection = {
  /** Returns false once another connection is needed. */
  isAlive(): boolean;
  exchange(outgoing: OutgoingRequest, request: FetchRequest, timeoutMs: number): Promise<HttpResponse | HttpFailure>;
  close(): void;
};

export type ConnectionLimits = { firstByteMs: number; maxHeaderBytes: number; keepAliveMs: number };

const VERSION_BYTES = 'HTTP/1.0'.length;

export function openConnection(origin: string, limits: ConnectionLimits, connect: Connect): OriginConnection {
  const connector: buildConnector.connector = (target, callback) => {
    connection.responses = 0;
    connect({ ...target, http1Only: connection.http1Only }, (error, socket, address) => {
      if (error || !socket) return callback(error ?? new NetError('connect', 'no connection'), null);
      connection.address = address;
      if ((socket as TLSSocket).alpnProtocol !== 'h2') {
        limitReads(connection, socket);
        return callback(null, socket);
      }
      if (connection.activeRequests === 0) socket.destroy();
      else connection.http2Socket = socket;
      callback(new NetError('protocol', 'the server chose HTTP/2'), null);
    });
  };
  const client = new Client(origin, {
    allowH2: false,
    pipelining: 1,
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.firstByteMs,
    maxHeaderSize: limits.maxHeaderBytes,
    keepAliveTimeout: limits.keepAliveMs,
    keepAliveMaxTimeout: limits.keepAliveMs,
    connect: connector,
  });
  const connection: OriginConnection = {
    client,
    activeRequests: 0,
    responses: 0,
    address: '',
    versionStart: '',
    bytesLeft: 0,
    headRead: false,
    mendHead: lenientHead(),
    limits,
    http1Only: false,
  };
  return connection;
}

/** Records the HTTP version of each response, mends its head, and destroys the socket if a response exceeds `bytesLeft`. */
function limitReads(connection: OriginConnection, socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!(chunk instanceof Buffer)) return chunk;
      const missing = VERSION_BYTES - connection.versionStart.length;
      if (missing > 0) connection.versionStart += chunk.toString('latin1', 0, missing);
      connection.bytesLeft -= chunk.length;
      if (connection.bytesLeft < 0) {
        const reason = connection.headRead ? 'protocol' : 'header-too-large';
        socket.destroy(new NetError(reason, 'the response exceeds the limit'));
        return null;
      }
      const mended = connection.mendHead(chunk);
      if (mended.length > 0) return mended;
    }
  };
}

export async function closeConnection({ client, http2, http2Socket }: OriginConnection): Promise<void> {
  http2?.close();
  http2Socket?.destroy();
  await client.destroy();
}
