import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type buildConnector, Client } from 'undici';
import type { Connect } from './connector.ts';
import type { Http2Connection } from './http2-connection.ts';
import { NetError } from './net-error.ts';

/** One connection to one origin: politeness asks for no more. Requests of one origin wait for each other. */
export type OriginConnection = {
  client: Client;
  /** Requests under way or waiting. */
  activeRequests: number;
  /** Answers that came over the connection which is open now. */
  responses: number;
  /** What it is, or was last, connected to; '' before the first connection. */
  address: string;
  /** First bytes of the last answer: the client tells no version. */
  versionStart: string;
  /** Bytes that the answer under way may still take on the wire: what the client does not count, others send without end. */
  bytesLeft: number;
  headRead: boolean;
  limits: ConnectionLimits;
  /** A connection for which the server chose HTTP/2, and which nobody uses yet. */
  http2Socket?: Socket | undefined;
  http2?: Http2Connection | undefined;
  /** The server has asked for HTTP/1.1. */
  http1Only: boolean;
};

export type ConnectionLimits = { firstByteMs: number; maxHeaderBytes: number; keepAliveMs: number };

const VERSION_BYTES = 'HTTP/1.0'.length;

export function openConnection(origin: string, limits: ConnectionLimits, connect: Connect): OriginConnection {
  const connector: buildConnector.connector = (wanted, callback) => {
    line.responses = 0;
    connect({ ...wanted, plain: line.http1Only }, (error, socket, address) => {
      if (error || !socket) return callback(error ?? new NetError('connect', 'no connection'), null);
      line.address = address;
      if ((socket as TLSSocket).alpnProtocol !== 'h2') {
        watch(line, socket);
        return callback(null, socket);
      }
      if (line.activeRequests === 0) socket.destroy();
      else line.http2Socket = socket;
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
  const line: OriginConnection = {
    client,
    activeRequests: 0,
    responses: 0,
    address: '',
    versionStart: '',
    bytesLeft: 0,
    headRead: false,
    limits,
    http1Only: false,
  };
  return line;
}

function watch(line: OriginConnection, socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const piece: unknown = read(size);
    if (!(piece instanceof Buffer)) return piece;
    if (line.versionStart.length < VERSION_BYTES)
      line.versionStart += piece.toString('latin1', 0, VERSION_BYTES - line.versionStart.length);
    line.bytesLeft -= piece.length;
    if (line.bytesLeft >= 0) return piece;
    const inHead = !line.headRead;
    socket.destroy(new NetError(inHead ? 'header-too-large' : 'protocol', 'more than any answer may take'));
    return null;
  };
}

/** Makes room for one line, if any is not in use. @param lines the one used longest ago first. */
export function closeIdleConnection(lines: Map<string, OriginConnection>): void {
  for (const [origin, line] of lines) {
    if (line.activeRequests > 0) continue;
    lines.delete(origin);
    void closeConnection(line);
    return;
  }
}

export async function closeConnection({ client, http2, http2Socket: chosen }: OriginConnection): Promise<void> {
  http2?.close();
  chosen?.destroy();
  await client.destroy();
}
