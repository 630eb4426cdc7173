import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type buildConnector, Client } from 'undici';
import type { Connect } from './connector.ts';
import { NetError } from './failure.ts';
import type { Http2Line } from './http2-connection.ts';

/** One connection to one origin: politeness asks for no more. Requests of one origin wait for each other. */
export type Line = {
  client: Client;
  /** Requests under way or waiting. */
  active: number;
  /** Answers that came over the connection which is open now. */
  served: number;
  /** What it is, or was last, connected to; '' before the first connection. */
  address: string;
  /** First bytes of the last answer: the client tells no version. */
  start: string;
  /** Bytes that the answer under way may still take on the wire: what the client does not count, others send without end. */
  room: number;
  headRead: boolean;
  limits: LineLimits;
  /** A connection for which the server chose HTTP/2, and which nobody uses yet. */
  chosen?: Socket | undefined;
  http2?: Http2Line | undefined;
  /** The server has asked for HTTP/1.1. */
  plain: boolean;
};

export type LineLimits = { firstByteMs: number; maxHeaderBytes: number; keepAliveMs: number };

const VERSION_BYTES = 'HTTP/1.0'.length;

export function openLine(origin: string, limits: LineLimits, connect: Connect): Line {
  const connector: buildConnector.connector = (wanted, callback) => {
    line.served = 0;
    connect({ ...wanted, plain: line.plain }, (error, socket, address) => {
      if (error || !socket) return callback(error ?? new NetError('connect', 'no connection'), null);
      line.address = address;
      if ((socket as TLSSocket).alpnProtocol !== 'h2') {
        watch(line, socket);
        return callback(null, socket);
      }
      if (line.active === 0) socket.destroy();
      else line.chosen = socket;
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
  const line: Line = {
    client,
    active: 0,
    served: 0,
    address: '',
    start: '',
    room: 0,
    headRead: false,
    limits,
    plain: false,
  };
  return line;
}

function watch(line: Line, socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const piece: unknown = read(size);
    if (!(piece instanceof Buffer)) return piece;
    if (line.start.length < VERSION_BYTES) line.start += piece.toString('latin1', 0, VERSION_BYTES - line.start.length);
    line.room -= piece.length;
    if (line.room >= 0) return piece;
    const inHead = !line.headRead;
    socket.destroy(new NetError(inHead ? 'header-too-large' : 'protocol', 'more than any answer may take'));
    return null;
  };
}

/** Makes room for one line, if any is not in use. @param lines the one used longest ago first. */
export function closeIdlest(lines: Map<string, Line>): void {
  for (const [origin, line] of lines) {
    if (line.active > 0) continue;
    lines.delete(origin);
    void closeLine(line);
    return;
  }
}

export async function closeLine({ client, http2, chosen }: Line): Promise<void> {
  http2?.close();
  chosen?.destroy();
  await client.destroy();
}
